"""A part of the data sets, told by their sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Subset:
    """Which data sets are looked at; without any condition, all.

    First those within the limits of size are taken, then the largest or smallest of them.

    Attributes
    ----------
    smaller_than, larger_than : int, optional
        Instances; the limit itself is on neither side.
    largest, smallest : int, optional
        So many of them.
    names : tuple of str
        Only these; empty: all.
    """

    smaller_than: int | None = None
    larger_than: int | None = None
    largest: int | None = None
    smallest: int | None = None
    names: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether no data set is left out."""
        return self == Subset()

    def select(self, sizes: Mapping[str, int]) -> tuple[str, ...]:
        """Return the data sets of the subset, the smallest first.

        >>> sizes = {"iris": 150, "letter": 20000, "musk": 6598, "wine": 178}
        >>> Subset(larger_than=150, largest=2).select(sizes)
        ('musk', 'letter')
        >>> Subset(smaller_than=178).select(sizes)
        ('iris',)
        """
        taken = [name for name in sizes if not self.names or name in self.names]
        if self.smaller_than is not None:
            taken = [name for name in taken if sizes[name] < self.smaller_than]
        if self.larger_than is not None:
            taken = [name for name in taken if sizes[name] > self.larger_than]
        taken.sort(key=lambda name: sizes[name])
        if self.largest is not None:
            taken = taken[len(taken) - min(self.largest, len(taken)) :]
        if self.smallest is not None:
            taken = taken[: self.smallest]
        return tuple(taken)

    @property
    def text(self) -> str:
        """The subset in words, to follow "data sets"; empty for all.

        >>> Subset(larger_than=1200).text, Subset(largest=4).text
        ('of more than 1,200 instances', 'the 4 largest')
        """
        parts = []
        if self.names:
            parts.append(f"the {len(self.names)} named")
        if self.smaller_than is not None:
            parts.append(f"of fewer than {self.smaller_than:,} instances")
        if self.larger_than is not None:
            parts.append(f"of more than {self.larger_than:,} instances")
        if self.largest is not None:
            parts.append(f"the {self.largest} largest")
        if self.smallest is not None:
            parts.append(f"the {self.smallest} smallest")
        return ", ".join(parts)
