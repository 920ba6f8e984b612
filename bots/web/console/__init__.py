"""The owner's console: everything that is the owner's on a few pages, over all rooms and machines."""
