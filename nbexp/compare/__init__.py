"""Statistics of evaluation: they know arrays, exact fractions and nothing of experiments."""
