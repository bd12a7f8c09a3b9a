"""The verdict in plain words; every number is that of the tables' objects."""

from __future__ import annotations

from collections.abc import Sequence

from nbexp.compare.resampled import ResampledTest
from nbexp.compare.wins import LEVEL
from nbexp.recommend.growth import Growth
from nbexp.recommend.verdict import Place, Standing, Verdict
from nbexp.report.figures.experiment import written
from nbexp.report.table import Probability

_A_POINT = 0.01
"""Confidence that is off by less is about right."""


def headline(verdict: Verdict, n_failed: int = 0) -> str:
    """Return the answer in one line; of methods that failed it tells how many."""
    told = _answer(verdict, n_failed)
    if not n_failed:
        return told
    return f"{told}; {n_failed} {'method' if n_failed == 1 else 'methods'} failed"


def _answer(verdict: Verdict, n_failed: int) -> str:
    alike = verdict.of(Place.ALIKE)
    best = verdict.best.heading
    if not any(one.beats_guessing for one in verdict.methods):
        if float(verdict.best.error) >= verdict.guess.error:
            return "No method is better than guessing"
        return "No method can be told apart from guessing"
    if len(verdict.methods) == 1:
        return f"{best}: the only method {'that has results' if n_failed else 'tried'}"
    if not alike:
        return f"{best}, by more than noise"
    if len(alike) == len(verdict.methods) - 1:
        return f"{best}, but no method can be told apart from it"
    if len(alike) == 1:
        return f"{best} or {_name(alike[0])}, which cannot be told apart"
    return f"{best}, or one of {len(alike)} that cannot be told apart from it"


def paragraphs(verdict: Verdict) -> list[str]:
    """Return the verdict in a few sentences each."""
    found = [_best(verdict), _others(verdict), _yardsticks(verdict), _probabilities(verdict)]
    return [paragraph for paragraph in found if paragraph]


def _best(verdict: Verdict) -> str:
    best = verdict.best
    return (
        f"{best.heading} ({best.name}) errs least, in {written(best.error)} % of the tests: "
        f"{written(best.bias)} bias and {written(best.variance)} variance. {_guessing(verdict)}"
    )


def _guessing(verdict: Verdict) -> str:
    """Say what guessing comes to beside the best method, and whether anything is better."""
    guess, best = verdict.guess, verdict.methods[0]
    told = f"Always guessing {guess.common!r} would err in {_percent(guess.error)}"
    better = [_name(one) for one in verdict.all if one.beats_guessing]
    if best.beats_guessing:
        gap, chance = _gap(best.guess_test, best.guess_p)
        return f"{told}, {gap} more: more than noise ({chance})."
    if float(best.contender.error) >= guess.error:
        told = f"{told}: these attributes do not tell naive Bayes the class."
    else:
        told = (
            f"{told}, and the difference is no more than noise: nothing shows that these "
            "attributes tell naive Bayes the class."
        )
    return f"{told} Better than guessing by more than noise: {_joined(better)}." if better else told


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
            gap, chance = _beside(one)
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
    if trust := _trust(verdict):
        parts.append(trust)
    return " ".join(parts)


def _trust(verdict: Verdict) -> str:
    """Say whether the best method's confidence is that of its predictions being right."""
    one, test = verdict.best, verdict.trust
    if one.calibration is None or not one.calibration.bins or test is None:
        return ""
    total = sum(bin_.count for bin_ in one.calibration.bins)
    sure = sum(bin_.count * bin_.confidence for bin_ in one.calibration.bins) / total
    right = sum(bin_.count * bin_.correct for bin_ in one.calibration.bins) / total
    if abs(sure - right) < _A_POINT or test.p >= LEVEL:
        told = f"{one.heading} is about as sure ({_percent(sure)}) as it is right"
        noise = ", as far as noise lets it be told" if abs(sure - right) >= _A_POINT else ""
        return f"{told} ({_percent(right)}){noise}."
    word = "surer" if sure > right else "less sure"
    told = f"{one.heading} is {word} than it is right: {_percent(sure)} against {_percent(right)}"
    return f"{told}, more than noise ({_gap(test, test.p)[1]})."


def curve_words(growth: Growth | None, heading: str) -> str:
    """Say whether more data would help the best method."""
    if growth is None:
        return ""
    told = (
        f"From {growth.before:,} to {growth.now:,} training instances the error of {heading} went "
        f"from {written(growth.first)} to {written(growth.last)} %"
    )
    test = growth.test
    if test.p < LEVEL and test.mean > growth.worth:
        return f"{told} ({_gap(test, test.p)[1]}): more data would probably help."
    if test.high < growth.worth:
        return f"{told}: more data alone would hardly help."
    return f"{told}, which is no more than noise: whether more data would help cannot be told."


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _name(one: Standing) -> str:
    return one.contender.heading


def _gap(test: ResampledTest, p: float | None) -> tuple[str, str]:
    """Return how far two are apart, and the chance of so much by noise."""
    (written_p,) = Probability(p).parts()
    chance = f"p < {written_p[1:]}" if written_p.startswith("<") else f"p = {written_p}"
    return f"{abs(test.mean) * 100:.1f} points", chance


def _beside(one: Standing) -> tuple[str, str]:
    assert one.test is not None
    return _gap(one.test, one.p)


def _points(one: Standing) -> str:
    gap, chance = _beside(one)
    return f"{gap} ({chance})"


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
