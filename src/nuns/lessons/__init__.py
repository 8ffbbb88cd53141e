"""Lessons and scenes: small games that begin in the middle of a night, as data, run by the referee."""
