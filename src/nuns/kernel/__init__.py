"""The rules in machine code, and players for simulations."""
