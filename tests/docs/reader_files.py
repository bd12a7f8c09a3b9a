"""The files that a reader of the documentation has."""

from __future__ import annotations

import random
from pathlib import Path

_METHOD = """\
from nbexp.discretize.equal_width import EqualWidth


class MyMethod(EqualWidth):
    \"\"\"Intervals of equal width.\"\"\"

    id = "my-method"
"""


def measurements() -> str:
    """Return a file as docs/start.md shows it: an id, dates, texts, missing values."""
    rng = random.Random(3)
    rows = [
        "id,height,weight,colour,measured,outcome",
        "1,1.62,61.0,red,2024-01-02,well",
        "2,1.74,,black,2024-01-03,well",
        "3,1.81,83.5,?,2024-01-04,ill",
    ]
    for number in range(4, 91):
        ill = number % 3 == 0
        weight = "" if number % 17 == 0 else f"{rng.gauss(82 if ill else 66, 8):.1f}"
        colour = rng.choice(["red", "black", "blond", "?"])
        day = f"2024-01-{number % 28 + 1:02}"
        height = f"{rng.gauss(1.7, 0.1):.2f}"
        rows.append(f"{number},{height},{weight},{colour},{day},{'ill' if ill else 'well'}")
    return "\n".join(rows) + "\n"


def log() -> str:
    """Return lines as a service may write them for weeks."""
    rng = random.Random(4)
    rows = ["seconds,bytes,path,verdict"]
    for _ in range(10_500):
        bad = rng.random() < 0.2
        seconds, size = rng.expovariate(1 / (5 if bad else 2)), rng.gauss(900 if bad else 500, 200)
        rows.append(f"{seconds:.2f},{size:.0f},/{rng.choice('abc')},{'bad' if bad else 'good'}")
    return "\n".join(rows) + "\n"


def customers() -> str:
    """Return the file whose answer docs/recommend.md shows: who is new, or near two years, goes."""
    rng = random.Random(8)
    rows = ["customer_no,age,months,spent,plan,churn"]
    for number in range(1, 2001):
        gone = rng.random() < 0.3
        months = rng.uniform(0, 60)
        if gone and rng.random() < 0.6:
            months = rng.choice([rng.expovariate(1 / 3), max(0, rng.gauss(24, 1.5))])
        age, spent = (
            rng.gauss(38 if gone else 43, 11),
            rng.lognormvariate(3.5 if gone else 3.7, 0.5),
        )
        plan = rng.choice(["basic", "basic" if gone else "plus", "plus", "family"])
        churn = "yes" if gone else "no"
        rows.append(f"{number},{age:.0f},{months:.1f},{spent:.2f},{plan},{churn}")
    return "\n".join(rows) + "\n"


def write_files(folder: Path) -> None:
    """Write all of them into a folder."""
    content = measurements()
    for name, column in (
        ("measurements.csv", "outcome"),
        ("my.csv", "outcome"),
        ("mine.csv", "diagnosis"),
        ("my-data.csv", "diagnosis"),
    ):
        (folder / name).write_text(content.replace("outcome", column), encoding="utf-8")
    (folder / "customers.csv").write_text(customers(), encoding="utf-8")
    (folder / "log.csv").write_text(log(), encoding="utf-8")
    (folder / "mypackage").mkdir()
    (folder / "mypackage" / "__init__.py").touch()
    (folder / "mypackage" / "methods.py").write_text(_METHOD, encoding="utf-8")
