"""Data sets and methods by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nbexp.data.dataset import DataSet
from nbexp.errors import SpecError

_ENDINGS = (".csv", ".tsv", ".txt", ".data", ".arff", ".parquet", ".pq", ".gz")


def load_dataset(
    name: str | Path,
    *,
    class_: str | None = None,
    ignore: Sequence[str] = (),
    quantitative: Sequence[str] = (),
    qualitative: Sequence[str] = (),
    missing: Sequence[str] = ("?", ""),
    decimal: str | None = None,
    cache: str | Path | None = None,
    mirrors: Sequence[str] = (),
) -> DataSet:
    """Return a data set that nbexp knows, or one in a file of your own.

    Parameters
    ----------
    name : str or Path
        A name or alias as `nbexp datasets` lists them; or, with `class_`, the path of a CSV,
        ARFF or Parquet file.
    class_ : str, optional
        The column of the class in a file of your own.
    ignore, quantitative, qualitative : sequence of str
        Columns of a file of your own that are no attributes, or whose kind is told; other
        kinds are guessed.
    missing : sequence of str
        Texts that mean missing in a file of your own.
    decimal : "." or ",", optional
        The decimal mark of a text file of your own; else it is guessed.
    cache : path, optional
        Where data files are kept; by default in the user's cache folder.
    mirrors : sequence of str
        Folders or web addresses where files are looked for first.

    Examples
    --------
    >>> iris = load_dataset("iris")
    >>> iris.n_instances, iris.classes
    (150, ('Iris-setosa', 'Iris-versicolor', 'Iris-virginica'))
    """
    from nbexp.data.catalogue import find_recipe
    from nbexp.data.fetch import default_cache, mirrors_from
    from nbexp.data.load import load
    from nbexp.data.recipe import Recipe, UserFile
    from nbexp.data.userfile import told_file

    source: Recipe | UserFile
    if class_ is None:
        if isinstance(name, Path) or Path(name).suffix.lower() in _ENDINGS:
            raise SpecError(f"{name}: of a file of your own, class_ has to name the class's column")
        source = find_recipe(name)
    else:
        source = told_file(
            {
                "path": Path(name).absolute(),
                "class": class_,
                "ignore": _listed(ignore),
                "quantitative": _listed(quantitative),
                "qualitative": _listed(qualitative),
                "missing": _listed(missing),
                "decimal": decimal,
            }
        )
    place = default_cache() if cache is None else Path(cache)
    return load(source, cache=place, mirrors=mirrors_from(tuple(mirrors)))


def _listed(texts: str | Sequence[str]) -> tuple[str, ...]:
    """Return texts as a tuple; one alone is not taken for its letters."""
    return (texts,) if isinstance(texts, str) else tuple(texts)


def dataset_names() -> tuple[str, ...]:
    """Return the names of the data sets that nbexp knows.

    Examples
    --------
    >>> "iris" in dataset_names()
    True
    """
    from nbexp.data.catalogue import recipe_names

    return recipe_names()


def method_names() -> tuple[str, ...]:
    """Return the names of the methods, those of other packages included.

    Examples
    --------
    >>> method_names()[:4]
    ('ewd', 'efd', 'fld', 'emd')
    """
    from nbexp.discretize.registry import method_ids

    return method_ids()
