"""The rules played by the machine."""
