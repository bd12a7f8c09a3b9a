"""The lines of a text file, block by block: a long file is never in memory as a whole.

Files of ordinary size are one block. Of a long one the encoding is found by going through it
once; then it is read again as often as its lines are asked for.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nbexp.data.lines import UTF8_MARK, UTF16_MARKS, Lines, all_lines, split_lines
from nbexp.data.source import FileDecl

Pieces = Callable[[], Iterator[bytes]]
"""Begins to read a file; gives its unpacked bytes in pieces of any length."""

_LONG = 1 << 27
"""A file of so many bytes is read in blocks."""

_BLOCK = 1 << 24

_PIECE = 1 << 20


def pieces_of(path: Path) -> Pieces:
    """Return how a file on the disk is read."""

    def read() -> Iterator[bytes]:
        with path.open("rb") as stream:
            while piece := stream.read(_PIECE):
                yield piece

    return read


@dataclass(frozen=True)
class Blocks:
    """The lines of a file.

    Attributes
    ----------
    make : callable
        Begins to read them; gives them in order.
    are_many : bool
        Whether the file is a long one.
    """

    make: Callable[[], Iterator[Lines]]
    are_many: bool

    def __iter__(self) -> Iterator[Lines]:
        return self.make()

    @property
    def first(self) -> Lines:
        """The first block."""
        return next(iter(self))

    def mapped(self, change: Callable[[Lines], Lines]) -> Blocks:
        """Return the blocks with something done to each."""
        if self.are_many:
            return Blocks(lambda: map(change, self), are_many=True)
        return one_block(*map(change, self))

    def hold(self, mark: str | None) -> bool:
        """Tell whether a character, if there is one, stands somewhere in them."""
        return mark is not None and any(mark.encode() in block.data for block in self)


def one_block(lines: Lines) -> Blocks:
    """Return lines that are in memory."""
    return Blocks(lambda: iter((lines,)), are_many=False)


def whole_file(pieces: Pieces, file: FileDecl, encoding: str | None) -> Blocks:
    """Return the lines of a file as one block; for the parameters see `blocks_of`."""
    return one_block(all_lines(b"".join(pieces()), file, encoding=encoding))


def blocks_of(pieces: Pieces, file: FileDecl, encoding: str | None) -> Blocks:
    """Return the lines of a file, blank ones too, its line fixes applied.

    Parameters
    ----------
    pieces : callable
        Begins to read the file; gives its unpacked bytes.
    file : FileDecl
        Its name and line fixes.
    encoding : str, optional
        By default UTF-8, and where the bytes are not UTF-8, Latin-1.
    """
    if file.edit_lines or file.join_lines:
        return whole_file(pieces, file, encoding)
    start: list[bytes] = []
    size = 0
    for piece in pieces():
        start.append(piece)
        size += len(piece)
        if size >= _LONG:
            break
    else:
        return whole_file(lambda: iter(start), file, encoding)
    start.clear()
    found = _encoding(pieces, encoding, max(file.skip_lines, default=0))
    if found is None:
        return whole_file(pieces, file, encoding)
    return Blocks(lambda: _split(pieces, file, found), are_many=True)


def _encoding(pieces: Pieces, told: str | None, least: int) -> str | None:
    """Return how a long file is encoded, None if it is odd and has to be judged as a whole.

    It is odd if it has zero bytes, a mark of UTF-16, the end mark of DOS, less than `least` lines,
    or is not encoded as is told.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    is_ascii = is_utf8 = True
    n_lines = 0
    end = b""
    for piece in _unmarked(pieces()):
        if b"\0" in piece or (not end and piece.startswith(UTF16_MARKS)):
            return None
        is_ascii = is_ascii and piece.isascii()
        if not is_ascii and is_utf8:
            is_utf8 = _goes_on(decoder, piece)
        n_lines += piece.count(b"\n")
        end = (end + piece)[-64:]
    is_utf8 = is_utf8 and _goes_on(decoder, b"", final=True)
    if b"\x1a" in end or n_lines < least or (told == "utf-8" and not is_utf8):
        return None
    return told or ("ascii" if is_ascii else "utf-8" if is_utf8 else "latin-1")


def _goes_on(decoder: codecs.IncrementalDecoder, piece: bytes, final: bool = False) -> bool:
    try:
        decoder.decode(piece, final)
    except UnicodeDecodeError:
        return False
    return True


def _unmarked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield pieces of some length, the mark that UTF-8 may begin with taken off."""
    start = b""
    for piece in pieces:
        start += piece
        if len(start) >= len(UTF8_MARK):
            break
    yield start.removeprefix(UTF8_MARK)
    yield from pieces


def _split(pieces: Pieces, file: FileDecl, encoding: str) -> Iterator[Lines]:
    number = 1
    for text in _whole_lines(_unmarked(pieces())):
        lines = split_lines(text, file.path, encoding, number)
        number += len(lines)
        yield lines.without_numbers(file.skip_lines)


def _whole_lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield blocks of text that end with a line, line ends made uniform."""
    held: list[bytes] = []
    size, wanted = 0, _BLOCK
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size < wanted:
            continue
        text, rest = b"".join(held), b""
        if text.endswith(b"\r"):  # a newline may follow
            text, rest = text[:-1], b"\r"
        text = _uniform(text)
        end = text.rfind(b"\n") + 1
        if end:
            yield text[:end]
        held = [text[end:] + rest]
        size = len(held[0])
        wanted = max(_BLOCK, 2 * size)  # of a line longer than a block
    if text := _uniform(b"".join(held)):
        yield text


def _uniform(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text
