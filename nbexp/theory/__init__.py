"""The theory behind the methods, computed where the true distribution is known.

Chapters 3 and 5 of Yang's thesis argue with two small problems, with error tolerance, with
favourable intervals and with a theorem. All of it can be computed; docs/theory.md tells it.
"""
