"""Discretization methods, and what they learn of an attribute."""
