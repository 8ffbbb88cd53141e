"""The board as it is printed: its dots, edges, rooms, sight lines, paths and cards."""
