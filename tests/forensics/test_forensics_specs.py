"""The specs that ask which program, and which data, made the printed tables."""

from __future__ import annotations

import pytest

from nbexp.discretize.registry import create_method
from nbexp.discretize.thesis import THESIS
from nbexp.report.settings import read_settings
from nbexp.spec.reader import read_spec
from nbexp.spec.resume import conflicts


@pytest.fixture(scope="module")
def forensics():
    return read_spec("forensics")


def test_every_method_has_its_default_and_its_literal_text(forensics):
    for method in THESIS:
        settings = [one.settings for one in forensics.methods if one.method == method]
        for params in ({}, {"reading": "text"}):
            assert create_method(method, params).resolved_params() in settings


def test_no_two_readings_of_a_method_are_the_same(forensics):
    for method in THESIS:
        settings = [str(one.settings) for one in forensics.methods if one.method == method]
        same = {one for one in settings if settings.count(one) > 1}
        assert not same, method


def test_one_reading_serves_all_data_sets_and_several_seeds(forensics):
    assert len(forensics.seeds) >= 3
    assert len(forensics.datasets) == 27


def test_a_variant_is_compared_with_its_original():
    spec = read_spec("forensics-data")
    named = {one.name: one.published_as for one in spec.datasets}
    assert named["pioneer-mobilerobot-with-clock"] == "pioneer-mobilerobot"
    assert named["annealing-few-quantitative"] == "annealing"
    assert named["annealing"] == ""
    assert read_settings(spec.resolved()).published_as == {
        name: other for name, other in named.items() if other
    }


def test_what_a_variant_is_compared_with_may_change_between_runs():
    resolved = read_spec("forensics-data").resolved()
    plain = {
        **resolved,
        "datasets": [
            {key: value for key, value in one.items() if key != "published-as"}
            for one in resolved["datasets"]
        ],
    }
    assert conflicts(plain, resolved) == []
