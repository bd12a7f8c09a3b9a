"""Figures: laid out once as a drawing, then written as SVG, PDF or PNG, or put into the page.

A figure takes its numbers from the same objects as the tables.
"""
