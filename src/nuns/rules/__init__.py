"""The rules of the game, written once: one module for each chapter of the rulebook."""
