"""Notifications to browsers by web push (RFC 8030, 8188, 8291, 8292), where an owner has switched them on."""
