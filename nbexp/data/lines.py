"""The lines of a text file: line ends, marks, blank and comment lines, and line fixes.

Everything works on bytes and on many lines at once, for speed: a line is a pair of
offsets, and its number in the untouched file is kept for messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nbexp.data.source import FileDecl, LineEdit
from nbexp.errors import DataError

UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_BLANKS = b" \t\x0b\x0c"


@dataclass(frozen=True)
class Lines:
    """Lines of a file, ends of line taken off.

    Attributes
    ----------
    file : str
        The file's name.
    data : bytes
        The text; a line is a part of it, a newline (or the end) follows each.
    starts, ends : (n_lines,) int64
        Where each line starts and ends in `data`.
    numbers : (n_lines,) int32
        Line numbers in the untouched file, from 1.
    encoding : str
    """

    file: str
    data: bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    numbers: NDArray[np.int32]
    encoding: str

    def __len__(self) -> int:
        return len(self.starts)

    def text(self, index: int) -> str:
        """Return one line as text."""
        return self.data[self.starts[index] : self.ends[index]].decode(self.encoding)

    def place(self, index: int) -> str:
        """Return ``file:line`` of a line."""
        return f"{self.file}:{self.numbers[index]}"

    def select(self, kept: NDArray[np.bool_]) -> Lines:
        """Return only the lines where `kept` is true."""
        return replace(
            self, starts=self.starts[kept], ends=self.ends[kept], numbers=self.numbers[kept]
        )

    def after(self, index: int) -> Lines:
        """Return the lines after line `index`."""
        return self.select(np.arange(len(self)) > index)

    def beyond(self, number: int) -> Lines:
        """Return the lines of greater numbers."""
        return self.select(self.numbers > number)

    def without_numbers(self, numbers: Sequence[int]) -> Lines:
        """Return the lines that have not these numbers."""
        return self.select(~np.isin(self.numbers, numbers)) if numbers else self

    def without_blank(self, comments: Sequence[str] = ()) -> Lines:
        """Return the lines that hold something else than blanks, and are no comments."""
        return _without_blank_and_comment_lines(self, comments)

    def compact(self) -> Lines:
        """Return the same lines with nothing between them but one newline each."""
        n = len(self)
        if n == 0:
            return replace(self, data=b"")
        gaps = np.flatnonzero(self.starts[1:] != self.ends[:-1] + 1)
        firsts = np.concatenate([[0], gaps + 1])
        lasts = np.concatenate([gaps, [n - 1]])
        if len(firsts) == 1:
            start = int(self.starts[0])
            if start == 0 and self.ends[-1] in (len(self.data), len(self.data) - 1):
                return self
            data = self.data[start : self.ends[-1]]
            return Lines(
                self.file, data, self.starts - start, self.ends - start, self.numbers, self.encoding
            )
        view = memoryview(self.data)
        data = b"\n".join(
            view[a:b] for a, b in zip(self.starts[firsts], self.ends[lasts], strict=True)
        )
        lengths = self.ends - self.starts
        ends = np.cumsum(lengths + 1) - 1
        return Lines(self.file, data, ends - lengths, ends, self.numbers, self.encoding)


def read_lines(
    data: bytes,
    file: FileDecl,
    *,
    comments: Sequence[str] = (),
    encoding: str | None = None,
) -> Lines:
    """Return the lines of a file that hold something, its line fixes applied.

    Parameters
    ----------
    data : bytes
        The file's unpacked bytes.
    file : FileDecl
        Its name and line fixes.
    comments : sequence of str
        Lines that start with one of these are left out, as are blank lines.
    encoding : str, optional
        By default UTF-8, and where the bytes are not UTF-8, Latin-1.
    """
    return all_lines(data, file, encoding=encoding).without_blank(comments).compact()


def all_lines(data: bytes, file: FileDecl, *, encoding: str | None = None) -> Lines:
    """Return the lines of a file, blank ones too, its line fixes applied.

    Parameters
    ----------
    data, file, encoding
        As for `read_lines`.
    """
    data, encoding = _plain_text(data, file.path, encoding)
    if not data:
        raise DataError(f"{file.path}:1: the file is empty; data rows were expected")
    lines = split_lines(data, file.path, encoding)
    n_lines = len(lines)
    if file.edit_lines or file.join_lines:
        lines = _edited(lines, file.edit_lines, file.join_lines)
    _check_numbers(file.skip_lines, n_lines, file.path)
    return lines.without_numbers(file.skip_lines)


def split_lines(data: bytes, file: str, encoding: str, first: int = 1) -> Lines:
    """Return the lines of plain text, which is not empty; `first` is the number of the first."""
    newlines = _positions(data, b"\n")
    ends = newlines if data.endswith(b"\n") else np.append(newlines, len(data))
    starts = np.concatenate([[0], ends[:-1] + 1])
    numbers = np.arange(first, first + len(ends), dtype=np.int32)
    return Lines(file, data, starts, ends, numbers, encoding)


def _plain_text(data: bytes, file: str, encoding: str | None) -> tuple[bytes, str]:
    """Take off marks, make line ends uniform, and find the encoding."""
    if data.startswith(UTF16_MARKS):
        raise DataError(f"{file}:1: is UTF-16 text; save it as UTF-8")
    data = data.removeprefix(UTF8_MARK)
    if b"\0" in data:
        at = data.index(0)
        line = data.count(b"\n", 0, at) + 1
        raise DataError(f"{file}:{line}: holds a zero byte (at {at}), so it is not a text file")
    if data[-64:].rstrip(b"\r\n \t").endswith(b"\x1a"):  # the end mark of DOS
        data = data.rstrip(b"\x1a\r\n \t") + b"\n"
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if encoding is None:
        if data.isascii():
            return data, "ascii"
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            return data, "latin-1"
        return data, "utf-8"
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(f"{file}:{line}: is not {encoding} text") from error
    return data, encoding


def _positions(data: bytes, byte: bytes) -> NDArray[np.int64]:
    """Return where `byte` stands in `data`, piece by piece to keep memory small."""
    array = np.frombuffer(data, dtype=np.uint8)
    size = 1 << 24
    pieces = [
        np.flatnonzero(array[at : at + size] == byte[0]) + at for at in range(0, len(array), size)
    ]
    return np.concatenate(pieces).astype(np.int64)


def _check_numbers(numbers: Sequence[int], n_lines: int, file: str) -> None:
    beyond = [number for number in numbers if number > n_lines]
    if beyond:
        raise DataError(
            f"{file}:{n_lines}: a fix names line {beyond[0]}, but the file has {n_lines} lines"
        )


def _edited(lines: Lines, edits: Sequence[LineEdit], joins: Sequence[int]) -> Lines:
    """Apply line edits and joins. Files that need them are small: lists are fast enough."""
    n_lines = int(lines.numbers[-1])
    _check_numbers([*(edit.line for edit in edits), *joins], n_lines, lines.file)
    parts = lines.data.split(b"\n")[:n_lines]
    for edit in edits:
        old = edit.find.encode(lines.encoding)
        found = parts[edit.line - 1]
        if old not in found:
            raise DataError(
                f"{lines.file}:{edit.line}: a fix expects {edit.find!r} in this line, but it "
                f"reads {found[:80].decode(lines.encoding)!r}"
            )
        parts[edit.line - 1] = found.replace(old, edit.replace.encode(lines.encoding), 1)
    wanted = set(joins)
    kept: list[bytes] = []
    numbers: list[int] = []
    for number, part in enumerate(parts, start=1):
        if number - 1 in wanted:
            kept[-1] += part
        else:
            kept.append(part)
            numbers.append(number)
    lengths = np.array([len(part) for part in kept], dtype=np.int64)
    ends = np.cumsum(lengths + 1) - 1
    return Lines(
        lines.file,
        b"\n".join(kept),
        ends - lengths,
        ends,
        np.array(numbers, dtype=np.int32),
        lines.encoding,
    )


def _without_blank_and_comment_lines(lines: Lines, comments: Sequence[str]) -> Lines:
    array = np.frombuffer(lines.data, dtype=np.uint8)
    full = lines.ends > lines.starts
    first = np.zeros(len(lines), dtype=np.uint8)
    first[full] = array[lines.starts[full]]
    prefixes = tuple(comment.encode(lines.encoding, "replace") for comment in comments)
    suspects = full & np.isin(first, list(_BLANKS + b"".join(p[:1] for p in prefixes)))
    kept = full.copy()
    for index in np.flatnonzero(suspects):
        text = lines.data[lines.starts[index] : lines.ends[index]].lstrip(_BLANKS)
        if not text or text.startswith(prefixes):
            kept[index] = False
    return lines if kept.all() else lines.select(kept)
