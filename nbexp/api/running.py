"""Run a spec, or open what a run has stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbexp.api.results import Results

if TYPE_CHECKING:
    from nbexp.spec.spec import Spec


def run(
    spec: str | Path | Mapping[str, Any] | Spec,
    output: str | Path | None = None,
    *,
    datasets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    trials: int | None = None,
    seeds: Sequence[int] | None = None,
    jobs: int = 1,
    fresh: bool = False,
    retry_failed: bool = False,
    cache: str | Path | None = None,
    mirrors: Sequence[str] = (),
) -> Results:
    """Run an experiment, or what is missing of it, as `nbexp run` does.

    Parameters
    ----------
    spec : str, Path, mapping or Spec
        The name of a spec that comes with nbexp, the path of a file, or the content of one.
    output : path, optional
        The results folder; by default the spec's, ``results/NAME``.
    datasets, methods, trials, seeds
        A part of the spec, or more trials or other seeds.
    jobs : int
        Number of processes.
    fresh : bool
        Whether results stored there before are removed.
    retry_failed : bool
        Whether units that failed are done once more.
    cache : path, optional
        Where data files are kept.
    mirrors : sequence of str
        Where data files are looked for first.

    Returns
    -------
    Results
        Of all that is stored in the folder. What went wrong is in `faults` and `failures`.

    Raises
    ------
    SpecError
        The spec is wrong, or the folder holds another experiment.
    StoreError
        The folder cannot be written, or another run is at work in it.
    KeyboardInterrupt
        The run was stopped; what was done is stored.

    Examples
    --------
    >>> import tempfile
    >>> spec = {"name": "small", "datasets": ["iris"], "methods": ["ewd", "mdlp"],
    ...         "protocol": {"trials": 2, "folds": 3}, "seeds": [1]}
    >>> with tempfile.TemporaryDirectory() as folder, run(spec, folder) as results:
    ...     results.table().round(1).loc["iris"].to_dict()
    {'ewd': 6.3, 'mdlp': 5.3}
    """
    from nbexp.api.specs import checked_spec
    from nbexp.data.fetch import default_cache, mirrors_from
    from nbexp.runner.run import run as run_spec
    from nbexp.spec.override import override

    wanted = override(
        checked_spec(spec),
        datasets=datasets,
        methods=methods,
        trials=trials,
        seeds=seeds,
        output=None if output is None else Path(output),
    )
    outcome = run_spec(
        wanted,
        wanted.output,
        cache=default_cache() if cache is None else Path(cache),
        mirrors=mirrors_from(tuple(mirrors)),
        jobs=jobs,
        fresh=fresh,
        retry_failed=retry_failed,
    )
    if outcome.stopped:
        raise KeyboardInterrupt
    return open_results(wanted.output)


def open_results(folder: str | Path) -> Results:
    """Return what a run has stored in a folder, as it stands now; StoreError if there is none."""
    from nbexp.runner.store import Store

    path = Path(folder)
    store = Store.open(path)
    try:
        return Results(path.resolve().name, store, path)
    except BaseException:
        store.close()
        raise
