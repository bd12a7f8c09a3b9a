"""The readers as functions of bytes: a result that fits together, or a refusal with its place."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

from nbexp.data.arff import read_arff
from nbexp.data.delimited import read_delimited
from nbexp.data.load import load
from nbexp.data.recipe import UserFile, read_recipe
from nbexp.data.source import FileDecl, Source
from nbexp.data.table import Table
from nbexp.errors import DataError, NbexpError, SpecError

_PLACE = re.compile(r"\bf\.[a-z]+:\d+\b")
_SEVERAL = re.compile(r"(\d+) faults in f\.yaml")


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="nbexp-fuzz-"))


def _written(data: bytes, name: str) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


def _check_table(table: Table) -> None:
    for column in table.columns.values():
        assert len(column.codes) == table.n_rows
        assert len(set(column.texts)) == len(column.texts)
        if table.n_rows:
            assert 0 <= column.codes.min() <= column.codes.max() < len(column.texts)
    assert (np.diff(table.line_of) > 0).all()


def spec(data: bytes) -> None:
    from nbexp.spec.document import read_document
    from nbexp.spec.reader import check_document
    from nbexp.spec.vocabulary import Vocabulary

    path = _written(data, "f.yaml")
    known = Vocabulary.installed()

    def method_class(name: str):
        if ":" in name:
            raise SpecError("nothing is imported here")
        return known.method_class(name)

    closed = Vocabulary(
        known.dataset_names, known.find_dataset, known.method_ids, method_class, known.configs
    )
    check_document(read_document(path, "f.yaml"), path, closed).resolved()


def recipe(data: bytes) -> None:
    found = read_recipe(_written(data, "f.yaml"), "f.yaml")
    assert found.instances >= 1
    assert found.sources


def arff(data: bytes) -> None:
    found = read_arff(data, FileDecl(path="f.arff"))
    assert list(found.table.columns) == [attribute.name for attribute in found.attributes]
    _check_table(found.table)


_FORMS = (
    {},
    {"reader": "whitespace"},
    {"delimiter": ";", "comment": "|"},
    {"delimiter": "tab", "quote": None},
    {"header": True, "columns": ()},
    {"encoding": "latin-1"},
    {"encoding": "utf-8", "quote": "'"},
)


def text(data: bytes) -> None:
    """The first byte says how the text is read."""
    form = _FORMS[data[0] % len(_FORMS)] if data else {}
    told = {"name": "x", "reader": "delimited", "columns": ("a", "b", "c"), **form}
    source = Source.model_validate({**told, "files": [{"path": "f.data"}]})
    _check_table(read_delimited(data[1:], source.files[0], source))


def own(data: bytes) -> None:
    """A user's CSV file with the class in the column c."""
    path = _written(data, "f.csv")
    found = load(UserFile.model_validate({"path": path, "class": "c"}), cache=_folder() / "cache")
    assert all(len(attribute.codes) == found.n_instances for attribute in found.attributes)
    assert ((found.labels >= 0) & (found.labels < found.n_classes)).all()
    for entry in (_folder() / "cache" / "parsed").iterdir():
        entry.unlink()


READERS: dict[str, Callable[[bytes], None]] = {
    "spec": spec, "recipe": recipe, "arff": arff, "text": text, "own": own,
}  # fmt: skip

SEEDS: dict[str, list[bytes]] = {
    "spec": [
        b"name: x\ndatasets: [iris, {name: wine-recognition, optional: true}]\nmethods: [ewd, "
        b"{discretizer: ffd, params: {s: [10, 30], reading: text}, label: f}]\nprotocol: {kind: "
        b"cross-validation, trials: 10, folds: 3, stratified: false}\nseeds: [1, 2]\nreport:\n  "
        b"compare: printed\n  geometric-mean: {floor: 0.05}\n  pairs: [{methods: f, against: "
        b"[ewd], metric: error}]\noutput: results/x\n"
    ],
    "recipe": [
        b"name: tiny\ntitle: A tiny set\nlicence: none\ncitation: x\ninstances: 3\nmissing: 1\n"
        b"class: {name: class, values: [a, b], counts: [1, 2]}\nattributes:\n  - {name: f1..f3, "
        b"kind: quantitative}\n  - {name: q, kind: qualitative, values: [x, y]}\nsources:\n  - "
        b"name: uci\n    reader: delimited\n    columns: [f1..f3, q, class]\n    missing: ['?']\n"
        b"    files: [{path: a.data, uci: a/a.data, skip-lines: [1]}]\n    fixes: {drop-rows: "
        b"[1], rename-values: {class: {a: b}}}\n"
    ],
    "arff": [
        b"@relation r\n@attribute size real\n@attribute 'a b' {red, 'light green'} % c\n"
        b"@attribute c {no, yes}\n@data\n1.5,red,yes\n?,'light green',no,\n{0 1, 2 yes}\n",
        b"@attribute a numeric\n@attribute b {x}\n@data\n1\tx\n2\tx\n",
    ],
    "text": [
        *(bytes([form]) + b'a,b,c\n1,x,yes\n2 , "y",no\n' for form in (0, 4, 5)),
        b"\x01a b c\n1\tx  yes \n",
        b"\x02a;b;c\n|1;2;3\n",
        b'\x03a\tb\tc\n"\t1\t2\n',
        b"\x06a,b,c\n'x,y',2,3\n",
    ],
    "own": [b"a,b,c\n1.5,red,yes\n2,,no\n?,green,yes\n", b"a;c\n1;x\n2;y\n", b"a\tc\n1\tx\n"],
}


def check(reader: str, data: bytes) -> None:
    """Read bytes; anything but a result or a refusal with its place is an error."""
    try:
        READERS[reader](data)
    except NbexpError as refusal:
        fault = _fault(refusal, SpecError if reader in ("spec", "recipe") else DataError)
        if fault:
            raise AssertionError(fault) from refusal


def _fault(refusal: NbexpError, kind: type[NbexpError]) -> str | None:
    """Return what is wrong with a refusal."""
    told = str(refusal).replace(f"{_folder()}/", "")
    if not isinstance(refusal, kind):
        return f"a {type(refusal).__name__}: {told!r}"
    head, *faults = told.split("\n  ")
    several = _SEVERAL.fullmatch(head)
    if several is not None and len(faults) != int(several[1]):
        return f"not {several[1]} faults: {told!r}"
    if several is None:
        faults = told.split("\n") if kind is SpecError else [told]
    placed = _PLACE.match if kind is SpecError else _PLACE.search
    return None if all(map(placed, faults)) else f"no file and line: {told!r}"


def clear() -> None:
    """Remove the scratch folder."""
    import shutil

    with suppress(OSError):
        shutil.rmtree(_folder())
    _folder.cache_clear()
