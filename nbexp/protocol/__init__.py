"""How a method is tried: folds and trials."""
