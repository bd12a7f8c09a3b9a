"""Everything that an answer is made of, for the terminal and for the page alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nbexp.data.dataset import DataSet
from nbexp.recommend.growth import Growth
from nbexp.recommend.plan import Plan
from nbexp.recommend.remark import Remark
from nbexp.recommend.roles import Roles
from nbexp.recommend.verdict import Verdict
from nbexp.report.curves import Curve


@dataclass(frozen=True, eq=False)
class Answer:
    """An answer.

    Attributes
    ----------
    dataset : DataSet
    roles : Roles
    plan : Plan
    remarks : tuple of Remark
        In the order in which they are told.
    verdict : Verdict
    curves : tuple of Curve
        Learning curves, that of the best method first.
    growth : Growth or None
        The last step of the best method's learning curve.
    failed : mapping of str to str
        Methods without results, and why.
    spec, curve_spec : Path, Path or None
        The specs that were run.
    output : Path
    page : Path
    seconds : float
    """

    dataset: DataSet
    roles: Roles
    plan: Plan
    remarks: tuple[Remark, ...]
    verdict: Verdict
    curves: tuple[Curve, ...]
    growth: Growth | None
    failed: Mapping[str, str]
    spec: Path
    curve_spec: Path | None
    output: Path
    page: Path
    seconds: float
