"""Tables: their seats, their games, and what their connections are sent."""
