"""What the whole program gives, hashed: a clean-up that changes nothing can prove it with ``make same``.

Each module has ``TEXTS``: by name, a function that works out one text. ``tests/data/same.json`` has the hash of each.
"""
