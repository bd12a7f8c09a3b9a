"""Data sets: recipes, fetching, reading."""
