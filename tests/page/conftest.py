from __future__ import annotations

import pytest
from small_run import run_small

from nbexp.data.fetch import default_cache
from nbexp.report.opening import Sources
from nbexp.report.page.build import page_of
from nbexp.report.page.datasets import Shelves


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    return run_small(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def make_page(results):
    def make(**options):
        sources = Sources(published=results.parent / "published.csv")
        shelves = Shelves(default_cache())
        return page_of(
            results,
            **{"sources": sources, "shelves": shelves, "warn": pytest.fail, **options},
        )

    return make


@pytest.fixture(scope="session")
def page(make_page):
    return make_page()
