"""A mutation run: small faults are put into the rules, and the tests must notice each of them."""
