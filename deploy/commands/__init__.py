"""The commands of `muti`, by what they are about. What a command needs is imported when it runs (O3)."""
