"""Benchmarks: nbexp beside other tools, and how it grows. Run by ``python -m benchmarks``."""
