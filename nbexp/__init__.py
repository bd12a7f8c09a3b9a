"""nbexp: experiments on discretization for naive-Bayes learning."""

__version__ = "0.1.0"
