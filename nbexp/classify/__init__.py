"""Naive Bayes: adding up the evidence of attributes."""
