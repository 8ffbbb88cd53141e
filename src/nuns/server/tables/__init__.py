"""Tables: who sits at them, what is played there, and what everybody is told of it."""
