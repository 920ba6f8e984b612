"""The relay in a container."""
