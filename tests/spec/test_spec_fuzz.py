"""Whatever a file holds, the reader gives a spec or a SpecError."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nbexp.discretize.registry import method_ids
from nbexp.errors import SpecError
from nbexp.spec.document import parse_document
from nbexp.spec.reader import check_document
from nbexp.spec.spec import Spec
from nbexp.spec.vocabulary import Vocabulary

SOUND = """\
name: x
title: a title
datasets:
  - iris
  - {name: wine, optional: true}
  - {path: a.csv, class: c, missing: [?, ""], optional: true}
methods: [ewd, {discretizer: ffd, params: {s: [10, 30], reading: text}, label: f}]
protocol: {kind: cross-validation, trials: 10, folds: 3, stratified: false}
seeds: [1, 2]
report:
  compare: printed
  geometric-mean: {floor: 0.05}
  tables: [error]
  pairs: [{methods: f, against: [ewd], metric: error}]
published: {table: tables.csv, name: Y}
output: results/x
"""

SCRAPS = st.sampled_from(
    ["?", "[", "]", "{", "}", ": ", "- ", "\n", "\t", "&a ", "*a", "!!int ", "'", '"', "#", "---\n",
     "no", "1e-3", "null", "~", "|", ">", "%", "@", "<<: ", "0", "-1", "x", ",", "\0", "\x85",
     "é", "a:B", "nan", "inf", "9" * 5000, "  "]
)  # fmt: skip


@pytest.fixture(scope="module")
def closed(vocabulary: Vocabulary) -> Vocabulary:
    """A vocabulary that imports nothing by dotted paths."""

    def method_class(name: str):
        if name not in method_ids():
            raise SpecError("no such method")
        return vocabulary.method_class(name)

    return Vocabulary(
        vocabulary.dataset_names,
        vocabulary.find_dataset,
        vocabulary.method_ids,
        method_class,
        vocabulary.configs,
    )


def spec_or_refusal(text: str, vocabulary: Vocabulary) -> Spec | None:
    try:
        document = parse_document(text, "f.yaml")
        spec = check_document(document, Path("f.yaml"), vocabulary)
    except SpecError:
        return None
    assert isinstance(spec, Spec)
    spec.resolved()
    return spec


calm = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_the_sound_spec_is_sound(closed: Vocabulary) -> None:
    assert spec_or_refusal(SOUND, closed) is not None


@calm
@given(st.text())
def test_any_text_is_a_spec_or_refused(closed: Vocabulary, text: str) -> None:
    spec_or_refusal(text, closed)


@calm
@given(st.lists(SCRAPS, max_size=30).map("".join))
def test_any_scraps_of_yaml_are_a_spec_or_refused(closed: Vocabulary, text: str) -> None:
    spec_or_refusal(text, closed)


@settings(calm, max_examples=300)
@given(st.data())
def test_any_damage_to_a_spec_is_a_spec_or_refused(closed: Vocabulary, data: st.DataObject) -> None:
    text = SOUND
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(SCRAPS) + text[start + length :]
    spec_or_refusal(text, closed)


VALUES = st.recursive(
    st.none() | st.text(max_size=5) | st.sampled_from(["iris", "ffd", "10", "others", "no"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["name", "path", "class", "discretizer", "params", "s", "label", "kind", "trials",
             "pairs", "methods", "against", "table", "floor", "geometric-mean", "optional", "odd"]
        ),
        inner,
        max_size=4,
    ),
    max_leaves=8,
)  # fmt: skip

KEYS = ("name", "title", "datasets", "methods", "protocol", "seeds", "report", "published")


@settings(calm, max_examples=300)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_any_structure_is_a_spec_or_refused(closed: Vocabulary, content: dict) -> None:
    document = parse_document(SOUND, "f.yaml")
    document.content.update(content)
    with suppress(SpecError):
        check_document(document, Path("f.yaml"), closed).resolved()
