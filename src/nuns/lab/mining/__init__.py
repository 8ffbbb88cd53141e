"""Mining puzzles: looks through nights for moments at which one answer is clearly the best."""
