"""A file as people have them."""

from __future__ import annotations

import csv
import datetime
import random
from pathlib import Path

COLUMNS = ("customer", "since", "age", "income", "plan", "comment", "country", "refund", "left")


def write_customers(path: Path, n: int = 300) -> Path:
    """Write an id, dates, numbers, a quality, sentences, a constant, a leak, and classes."""
    numbers = random.Random(7)
    words = ("slow", "cheap", "good", "bad", "again", "never", "fast", "kind")
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for row in range(n):
            age = round(numbers.gauss(40, 12))
            income = round(numbers.lognormvariate(10, 0.5), 2)
            plan = numbers.choice(("basic", "plus", "pro"))
            left = abs(age - 40) / 10 + (plan == "basic") + numbers.gauss(0, 0.5) > 1.6
            day = datetime.date(2024, 1, 1) + datetime.timedelta(days=numbers.randrange(400))
            rows.writerow(
                (
                    1000 + row,
                    day.isoformat(),
                    "" if numbers.random() < 0.05 else age,
                    "NA" if numbers.random() < 0.1 else income,
                    plan,
                    " ".join(numbers.choice(words) for _ in range(7)),
                    "NZ",
                    numbers.randrange(1, 90) if left else 0,
                    "yes" if left else "no",
                )
            )
    return path
