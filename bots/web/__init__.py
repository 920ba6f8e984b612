"""The browser room: a connector like the others, with the platform name ``web`` (W2)."""
