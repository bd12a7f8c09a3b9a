"""Fuzz a reader: ``python tests/torture/fuzz.py READER SECONDS``.

With atheris, where it is installed, the fuzzer follows the branches that its inputs reach; without
it, sound inputs are damaged at random.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

SCRAPS = (
    *(
        b",",
        b";",
        b"\t",
        b"\n",
        b"\r",
        b"'",
        b'"',
        b"{",
        b"}",
        b"%",
        b"?",
        b"\\",
        b" ",
        b"#",
        b": ",
    ),
    *(
        b"- ",
        b"[",
        b"]",
        b"&a ",
        b"*a",
        b"!!int ",
        b"---\n",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\0",
        b"\x1a",
    ),
    *(
        b"@data\n",
        b"@attribute ",
        b"1e999",
        b"nan",
        b"0..9",
        b"f1..f99999999",
        b"9" * 400,
        b"<html>",
    ),
)


def damaged(chance: random.Random, seed: bytes) -> bytes:
    """Return the seed with a few pieces replaced, removed, doubled or put in."""
    data = bytearray(seed)
    for _ in range(chance.randrange(1, 6)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((0, 0, 1, 1, 3, 20)))
        piece = chance.choice(
            (
                chance.choice(SCRAPS),
                chance.randbytes(chance.randrange(3)),
                bytes(data[start:end]) * 2,
            )
        )
        data[start:end] = piece
    return bytes(data)


def fuzz_at_random(reader: str, seconds: float) -> int:
    from readers import SEEDS, check

    chance = random.Random(1)
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        data = damaged(chance, chance.choice(SEEDS[reader]))
        number += 1
        try:
            check(reader, data)
        except BaseException:
            print(f"{reader}: {data!r}")
            raise
    return number


def fuzz_with_atheris(reader: str, seconds: float) -> None:
    import tempfile

    import atheris

    with atheris.instrument_imports(include=["nbexp"]):
        from readers import SEEDS, check
    corpus = Path(tempfile.mkdtemp(prefix="nbexp-corpus-"))
    for number, seed in enumerate(SEEDS[reader]):
        (corpus / str(number)).write_bytes(seed)
    options = [
        f"-max_total_time={seconds:.0f}",
        "-max_len=2000",
        "-timeout=20",
        "-malloc_limit_mb=2048",
        "-rss_limit_mb=8192",  # atheris itself keeps some hundred bytes of each input
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], str(corpus), *options], lambda data: check(reader, data))
    atheris.Fuzz()


if __name__ == "__main__":
    name, length = sys.argv[1], float(sys.argv[2])
    if importlib.util.find_spec("atheris"):
        fuzz_with_atheris(name, length)
    else:
        print(f"{name}: {fuzz_at_random(name, length):,} inputs, none unforeseen")
