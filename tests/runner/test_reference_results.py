"""The results that a version of nbexp gives are those that the versions before it gave."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.runner.store import Store

PREDICTIONS = "538ae3ed968844827fe2fcacc90ba9e985227e260e8163b3eb8ddac7f2851f79"
"""Digest of all predictions of `nbexp run quick`. Where it changes, the results of a method have
changed: its version has to be raised, so that no store mixes old and new."""


def test_the_predictions_of_quick_are_those_of_all_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NBEXP_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["run", "quick", "--output", "q"])
    assert result.exit_code == 0, result.output
    total = hashlib.sha256()
    with Store.open(tmp_path / "q") as store:
        for dataset in store.datasets():
            for method in store.spec["methods"]:
                for seed in store.spec["seeds"]:
                    total.update(store.predictions(dataset.name, method["label"], seed).tobytes())
    assert total.hexdigest() == PREDICTIONS
