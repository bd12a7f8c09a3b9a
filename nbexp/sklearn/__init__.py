"""Discretization and naive Bayes as estimators of scikit-learn.

`Discretizer` is a transformer, `DiscretizedNB` a classifier, `Folds` the splits of nbexp's
protocol. They do what the engine does, by the same code. This needs the extra ``sklearn``.
"""

try:
    import sklearn as _sklearn  # noqa: F401
except ImportError as _error:
    raise ImportError("nbexp.sklearn needs scikit-learn: pip install 'nbexp[sklearn]'") from _error

from nbexp.sklearn.classifier import DiscretizedNB
from nbexp.sklearn.discretizer import Discretizer
from nbexp.sklearn.folds import Folds

__all__ = ["DiscretizedNB", "Discretizer", "Folds"]
