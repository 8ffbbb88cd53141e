"""A table's log, and the night it stands for."""
