"""Players for every seat: each knows what a person in that seat would know."""
