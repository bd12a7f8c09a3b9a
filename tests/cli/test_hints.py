"""What leads a reader on from a word that is not known."""

from __future__ import annotations

from nbexp.hints import did_you_mean, nearest


def test_the_nearest_word_is_found_whatever_its_case() -> None:
    assert nearest("Titel", ["title", "name"]) == "title"
    assert nearest("SOURCES", ["sources"]) == "sources"
    assert nearest("zzz", ["title"]) is None


def test_the_nearest_word_is_told_or_all_if_few() -> None:
    assert did_you_mean("EWd", ["ewd", "efd"]) == "; did you mean ewd?"
    assert did_you_mean("zzz", ["ewd", "efd"]) == "; expected one of ewd, efd"
    assert did_you_mean("zzz", ["ewd", "efd"], listed=0) == ""
    assert did_you_mean("zzz", map(str, range(1000))) == ""
    assert did_you_mean("zzz", []) == ""
