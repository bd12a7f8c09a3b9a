"""What a column of a user's file is: an identifier, constant, dates, free text, or an attribute.

The rules, in order; what they find is left out of the attributes and told:

unnamed     the column has no name: it is an index that came along
constant    at most one distinct known value
foreign     nearly all distinct values are numbers in another notation: 1.234,5 or $12
dates       nearly all distinct values look like a date, or a date and time
identifier  nearly every value occurs once and they are texts, or whole numbers that count up
            evenly, or whole numbers in a column named as one (``id``, ``customer_no``)
text        texts that are nearly as many as the instances, or are sentences
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from nbexp.data.decimals import Notation
from nbexp.data.encode import to_number
from nbexp.data.table import TextColumn
from nbexp.recommend.remark import Kind, Remark, some

_FEW = 20
"""With fewer known values, that all are distinct says little."""

_MOST_VALUES = 20
"""A quality with no more distinct values than this is no free text."""

_NEARLY = 0.95
_PER_VALUE = 4
"""Free text has fewer instances than this for each distinct value, on average."""

_DATE = re.compile(
    r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})"
    r"|\d{1,2}[ -][A-Za-z]{3,9}\.?,?[ -]\d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4})"
    r"([T ,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([AaPp][Mm])?(Z|[+-]\d{2}:?\d{2})?)?"
)
_TIME = re.compile(r"\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?")
_FOREIGN = re.compile(
    r"[-+]?\s*[$€£¥]?\s*(\d{1,3}([,. ' ]\d{3})+|\d+)([.,]\d+)?\s*([$€£¥%]|[kKmM])?"
)
_INFINITE = re.compile(r"[-+]?inf(inity)?", re.IGNORECASE)
_NAMED_ID = re.compile(
    r"(^|[^a-z])(id|ids|uuid|guid|key|nr|no|num|number|index|row|record)$", re.IGNORECASE
)


def looked_at(name: str, column: TextColumn) -> Remark | None:
    """Return why a column is no attribute to learn from, or None.

    Parameters
    ----------
    name : str
    column : TextColumn
        What is missing is None in it.
    """
    if not name.strip():
        text = "a column without a name: is taken for an index that came along"
        return Remark(Kind.IDENTIFIER, text, name, ignored=True)
    column = column.used()
    texts = [text for text in column.texts if text is not None]
    counts = np.bincount(column.codes, minlength=len(column.texts))
    known = sum(
        int(count) for text, count in zip(column.texts, counts, strict=True) if text is not None
    )
    if len(texts) <= 1:
        return _constant(name, texts, known, len(column.codes))
    numbers = [to_number(text) for text in texts]
    foreign = [text for text in texts if to_number(text) is None and _FOREIGN.fullmatch(text)]
    if foreign and _share(bool(_FOREIGN.fullmatch(text)) for text in texts) >= _NEARLY:
        example = foreign[0]
        comma = Notation.of(texts, ()).mark == ","
        hint = " or, if the comma is the decimal mark, say --decimal ," if comma else ""
        return _ignored(
            Kind.NUMBERS,
            name,
            f"{name}: holds numbers written as {example!r}; nbexp reads plain ones, as 1234.5: "
            f"convert them{hint}",
        )
    if _share(bool(_DATE.fullmatch(t) or _TIME.fullmatch(t)) for t in texts) >= _NEARLY:
        return _ignored(
            Kind.DATES,
            name,
            f"{name}: holds dates (as {texts[0]!r}), which nbexp does not read; if they matter, "
            "add columns made of them: a number of days, the month, the weekday",
        )
    if None not in numbers:
        values = np.array([number for number in numbers if number is not None])
        return _counting(name, values, known)
    return _written(name, texts, [one for one in numbers if one is not None], known)


def infinite_words(column: TextColumn) -> tuple[tuple[str, ...], int]:
    """Return the infinite numbers in a column of numbers, and how many rows have one.

    What is missing is None in the column. In a column with other words too they are words.
    """
    texts = [text for text in column.used().texts if text is not None]
    words = tuple(text for text in texts if _INFINITE.fullmatch(text))
    numbers = sum(to_number(text) is not None for text in texts)
    if not words or not numbers or len(words) + numbers < len(texts):
        return (), 0
    codes = [code for code, text in enumerate(column.texts) if text in words]
    return words, int(np.isin(column.codes, codes).sum())


def _share(truths: Iterable[bool]) -> float:
    found = list(truths)
    return sum(found) / len(found)


def _ignored(kind: Kind, name: str, text: str) -> Remark:
    return Remark(kind, text, name, ignored=True)


def _constant(name: str, texts: Sequence[str], known: int, n: int) -> Remark:
    if not texts:
        return _ignored(Kind.CONSTANT, name, f"{name}: every value is missing")
    rest = f" or missing ({n - known:,} times)" if known < n else ""
    return _ignored(
        Kind.CONSTANT, name, f"{name}: is always {texts[0]!r}{rest}, which tells nothing"
    )


def _counting(name: str, values: NDArray[np.float64], known: int) -> Remark | None:
    """Return whether distinct numbers are identifiers."""
    whole = bool((values == np.floor(values)).all())
    if len(values) < _NEARLY * known or known < _FEW or not whole:
        return None
    steps = np.diff(np.sort(values))
    even = float(np.mean(steps == np.median(steps))) >= _NEARLY
    if not even and not _NAMED_ID.search(name):
        return None
    how = "count up evenly" if even else "are whole numbers, as the column's name says"
    return _ignored(
        Kind.IDENTIFIER,
        name,
        f"{name}: looks like an identifier: {_how_many(len(values), known)} values are distinct "
        f"and {how}",
    )


def _how_many(distinct: int, known: int) -> str:
    return f"all {known:,}" if distinct == known else f"{distinct:,} of {known:,}"


def _written(
    name: str, texts: Sequence[str], numbers: Sequence[float], known: int
) -> Remark | None:
    """Return whether texts are identifiers or free text; or numbers with a few words among them."""
    distinct = len(texts)
    sentences = _share(text.count(" ") >= 4 for text in texts) >= 0.5
    if len(numbers) >= 0.8 * distinct and len(numbers) > 10:
        words = [text for text in texts if to_number(text) is None]
        lost = distinct > _MOST_VALUES and distinct * _PER_VALUE > known
        return Remark(
            Kind.NUMBERS,
            f"{name}: is taken for {'free text' if lost else 'qualitative'}: of its {distinct:,} "
            f"distinct values {some([repr(word) for word in words])} "
            f"{'are' if len(words) > 1 else 'is'} no number; if that means missing, say so with "
            "--missing",
            name,
            ignored=lost,
        )
    if distinct >= 0.9 * known and known >= _FEW and not sentences:
        return _ignored(
            Kind.IDENTIFIER,
            name,
            f"{name}: looks like an identifier or a name: {_how_many(distinct, known)} texts are "
            "distinct",
        )
    if distinct > _MOST_VALUES and (sentences or distinct * _PER_VALUE > known):
        return _ignored(
            Kind.TEXT,
            name,
            f"{name}: looks like free text: {distinct:,} distinct texts in {known:,} instances; "
            "group them into few values if they matter",
        )
    return None
