"""The daemon as a service of the owner's own account (O6): systemd on Linux, launchd on macOS."""
