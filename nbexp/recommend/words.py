"""The verdict in plain words; every number is that of the tables' objects."""

from __future__ import annotations

from collections.abc import Sequence

from nbexp.recommend.contenders import Contender
from nbexp.recommend.verdict import Place, Standing, Verdict
from nbexp.report.curves import Curve
from nbexp.report.figures.experiment import written
from nbexp.report.table import Probability

_STILL_FALLING = 0.002
"""An error that fell by this share at the end of a learning curve goes on falling."""


def headline(verdict: Verdict) -> str:
    """Return the answer in one line."""
    alike = verdict.of(Place.ALIKE)
    best = verdict.best.heading
    if float(verdict.best.error) >= verdict.baseline:
        return "No method is better than guessing"
    if len(verdict.methods) == 1:
        return f"{best}: the only method tried"
    if not alike:
        return f"{best}, by more than noise"
    if len(alike) == len(verdict.methods) - 1:
        return f"{best}, but no method can be told apart from it"
    return f"{best}, or one of {len(alike)} that cannot be told apart from it"


def paragraphs(verdict: Verdict) -> list[str]:
    """Return the verdict in a few sentences each."""
    found = [_best(verdict), _others(verdict), _yardsticks(verdict), _probabilities(verdict)]
    return [paragraph for paragraph in found if paragraph]


def _best(verdict: Verdict) -> str:
    best = verdict.best
    told = (
        f"{best.heading} ({best.name}) errs least, in {written(best.error)} % of the tests: "
        f"{written(best.bias)} bias and {written(best.variance)} variance. "
        f"Always guessing {verdict.common!r} would err in {_percent(verdict.baseline)}"
    )
    if float(best.error) >= verdict.baseline:
        return f"{told}: these attributes do not tell naive Bayes the class."
    return f"{told}."


def _others(verdict: Verdict) -> str:
    alike, worse = verdict.of(Place.ALIKE), verdict.of(Place.WORSE)
    parts = []
    if alike:
        named = _joined([f"{_name(one)} ({written(one.contender.error)} %)" for one in alike])
        parts.append(f"The difference to {named} is no more than noise.")
    if worse:
        named = _joined([f"{_name(one)} by {_points(one)}" for one in worse])
        parts.append(f"Worse by more than noise: {named}.")
    return " ".join(parts)


def _yardsticks(verdict: Verdict) -> str:
    best = verdict.best.heading
    parts = []
    for one in verdict.yardsticks:
        name = _name(one).capitalize()
        error = f"{name} errs in {written(one.contender.error)} %"
        if one.place is Place.ALIKE:
            parts.append(f"{error}, which is not told apart from {best}.")
        else:
            word = "less" if one.place is Place.BETTER else "more"
            gap, chance = _gap(one)
            parts.append(f"{error}, {gap} {word} than {best}: more than noise ({chance}).")
    if any(one.place is Place.BETTER for one in verdict.yardsticks):
        parts.append("So naive Bayes's assumption, whatever the intervals, costs something here.")
    return " ".join(parts)


def _probabilities(verdict: Verdict) -> str:
    known = [one.contender for one in verdict.methods if one.contender.log_loss is not None]
    if not known:
        return ""
    least = min(known, key=lambda one: one.log_loss or 0.0)
    parts = [
        f"The best probabilities by log-loss are those of {least.heading} ({least.log_loss:.3f})."
    ]
    if trust := _trust(verdict.best):
        parts.append(trust)
    return " ".join(parts)


def _trust(one: Contender) -> str:
    """Say whether a method's confidence is that of its predictions being right."""
    if one.calibration is None or not one.calibration.bins:
        return ""
    total = sum(bin_.count for bin_ in one.calibration.bins)
    sure = sum(bin_.count * bin_.confidence for bin_ in one.calibration.bins) / total
    right = sum(bin_.count * bin_.correct for bin_ in one.calibration.bins) / total
    if abs(sure - right) < 0.01:
        return (
            f"{one.heading} is about as sure ({_percent(sure)}) as it is right ({_percent(right)})."
        )
    word = "surer" if sure > right else "less sure"
    return f"{one.heading} is {word} than it is right: {_percent(sure)} against {_percent(right)}."


def curve_words(curves: Sequence[Curve], heading: str) -> str:
    """Say whether more data would help the best method, whose curve is the first."""
    points = curves[0].values("error") if curves else []
    if len(points) < 2:
        return ""
    (before, first), (now, last) = points[-2:]
    fell = float(first - last)
    told = (
        f"From {before:,} to {now:,} training instances the error of {heading} went from "
        f"{written(first)} to {written(last)} %: "
    )
    if fell > max(_STILL_FALLING, 0.02 * float(first)):
        return told + "more data would probably help."
    return told + "more data alone would hardly help."


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _name(one: Standing) -> str:
    return one.contender.heading


def _gap(one: Standing) -> tuple[str, str]:
    """Return how far one is from the best, and the chance of so much by noise."""
    assert one.test is not None
    (p,) = Probability(one.p).parts()
    chance = f"p < {p[1:]}" if p.startswith("<") else f"p = {p}"
    return f"{abs(one.test.mean) * 100:.1f} points", chance


def _points(one: Standing) -> str:
    gap, chance = _gap(one)
    return f"{gap} ({chance})"


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
