"""A table while it is played: what its players do, and what they are sent."""
