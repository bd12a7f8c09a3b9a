"""Learning one instance at a time: incremental discretization and incremental naive Bayes."""
