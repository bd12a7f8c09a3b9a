"""What all contenders are given: a data set as plain numbers, and its folds."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDS = 3
SEED = 20030703


@dataclass(frozen=True, eq=False)
class Problem:
    """A data set in memory, the quantitative attributes first.

    Attributes
    ----------
    folder : Path
        Where it is kept; ``problem.arff`` there holds the same.
    quantitative : (n, q) float64
    qualitative : (n, p) int32
        Codes; a missing value has a code of its own, the last.
    n_values : (p,) int64
    labels : (n,) int64
    n_classes : int
    assignment : (n,) uint8
        The fold in which each instance is tested.
    """

    folder: Path
    quantitative: NDArray[np.float64]
    qualitative: NDArray[np.int32]
    n_values: NDArray[np.int64]
    labels: NDArray[np.int64]
    n_classes: int
    assignment: NDArray[np.uint8]

    @classmethod
    def load(cls, folder: Path) -> Problem:
        with np.load(folder / "problem.npz") as arrays:
            return cls(
                folder=folder,
                quantitative=arrays["quantitative"],
                qualitative=arrays["qualitative"],
                n_values=arrays["n_values"],
                labels=arrays["labels"],
                n_classes=int(arrays["n_classes"]),
                assignment=arrays["assignment"],
            )

    def save(self) -> None:
        """Keep it in its folder, in the forms that tools read."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "folder"}
        np.savez(self.folder / "problem.npz", **kept)
        _write_arff(self)

    def folds(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Return the training and the test instances of each fold."""
        return [
            (np.flatnonzero(self.assignment != fold), np.flatnonzero(self.assignment == fold))
            for fold in range(FOLDS)
        ]


def make_problem(name: str, folder: Path, *, cache: Path, mirrors: tuple[str, ...]) -> Problem:
    """Read a data set by its recipe and keep it in `folder` in the forms that tools read."""
    from nbexp.data.catalogue import find_recipe
    from nbexp.data.load import load
    from nbexp.protocol.folds import fold_assignment

    dataset = load(find_recipe(name), cache=cache, mirrors=mirrors)
    n = dataset.n_instances
    qualitative = np.empty((n, len(dataset.qualitative)), dtype=np.int32)
    n_values = []
    for number, attribute in enumerate(dataset.qualitative):
        codes = attribute.codes.astype(np.int32)
        missing = bool((codes < 0).any())
        qualitative[:, number] = np.where(codes < 0, len(attribute.values), codes)
        n_values.append(len(attribute.values) + missing)
    floats = [attribute.floats() for attribute in dataset.quantitative]
    problem = Problem(
        folder=folder,
        quantitative=np.column_stack(floats) if floats else np.empty((n, 0)),
        qualitative=qualitative,
        n_values=np.array(n_values, dtype=np.int64),
        labels=dataset.labels.astype(np.int64),
        n_classes=dataset.n_classes,
        assignment=fold_assignment(
            name, dataset.labels, seed=SEED, trial=0, folds=FOLDS, stratified=False
        ),
    )
    problem.save()
    return problem


def _write_arff(problem: Problem) -> None:
    q, p = problem.quantitative.shape[1], problem.qualitative.shape[1]
    lines = ["@relation problem"]
    lines += [f"@attribute x{number} numeric" for number in range(q)]
    lines += [_nominal(f"q{number}", problem.n_values[number]) for number in range(p)]
    lines += [_nominal("class", problem.n_classes), "@data"]
    with (problem.folder / "problem.arff").open("w") as stream:
        stream.write("\n".join(lines) + "\n")
        columns = (problem.quantitative, problem.qualitative, problem.labels[:, None])
        for numbers, codes, label in zip(*columns, strict=True):
            cells = (*map(repr, numbers.tolist()), *map(str, codes.tolist()), str(label[0]))
            stream.write(",".join(cells) + "\n")


def _nominal(name: str, n_values: int) -> str:
    return f"@attribute {name} {{{','.join(map(str, range(n_values)))}}}"
