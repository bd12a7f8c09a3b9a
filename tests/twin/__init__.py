"""Slow, obvious second implementations, written from the definitions and not from the engine."""

AS_THE_ENGINE = {name: {"least_intervals": 3} for name in ("ffd", "wpd", "ndd", "ld-ffd")}
"""What the engine's defaults are called here, where the twin's own differ."""
