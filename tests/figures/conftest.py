from __future__ import annotations

import pytest
from small_run import run_small

from nbexp.report.figures.catalogue import figures
from nbexp.report.opening import Sources
from nbexp.report.page.build import opened_experiment


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    return run_small(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def experiment(results):
    with opened_experiment(results, Sources(), (), pytest.fail) as (opened, _):
        yield opened


@pytest.fixture(scope="session")
def drawn(experiment):
    return figures(experiment)
