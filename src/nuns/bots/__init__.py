"""Bots for every seat; each knows only what a person in that seat would know."""
