"""Slow, obvious second implementations, written from the definitions and not from the engine."""
