"""The kernels give the same bits compiled and as plain Python."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent

SCRIPT = """
import sys
sys.path[:0] = [{tests!r}, {here!r}]
from test_interpreted_kernels import digest_of_a_trial
print(digest_of_a_trial())
"""


def digest_of_a_trial() -> str:
    """Return a digest of all that every method gives on a tricky data set."""
    from test_equal_to_twin import tricky_dataset

    from nbexp.discretize.registry import create_method, method_ids
    from nbexp.protocol.folds import fold_assignment
    from nbexp.protocol.trial import run_trial

    dataset = tricky_dataset(6)
    assignment = fold_assignment(
        dataset.name, dataset.labels, seed=1, trial=0, folds=3, stratified=True
    )
    methods = {name: create_method(name, {}) for name in method_ids()}
    total = hashlib.sha256()
    for result in run_trial(dataset, assignment, dict.fromkeys(range(3), methods)):
        assert result.predictions is not None
        total.update(result.predictions.tobytes())
        total.update(repr((result.log_loss, result.brier, result.intervals)).encode())
    return total.hexdigest()


def digest_in_new_process(**environment: str) -> str:
    script = SCRIPT.format(tests=str(TESTS), here=str(Path(__file__).parent))
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_compiled_and_interpreted_kernels_give_the_same_bits() -> None:
    assert digest_in_new_process() == digest_in_new_process(NUMBA_DISABLE_JIT="1")


def test_the_hash_seed_changes_nothing() -> None:
    assert digest_in_new_process(PYTHONHASHSEED="1") == digest_in_new_process(PYTHONHASHSEED="2")
