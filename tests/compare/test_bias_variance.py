"""The decompositions: by hand, against an obvious twin, and their speed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from nbexp.compare.bias_variance import decompose, is_complete, kohavi_wolpert


def column(label, *predictions):
    """One instance: its class, and a prediction from each trial."""
    return np.array([label]), np.array(predictions).reshape(-1, 1)


def slow_webb(labels, predictions):
    """Webb's decomposition straight from its words, one prediction at a time."""
    bias = variance = Fraction(0)
    for instance, label in enumerate(labels):
        named = [row[instance] for row in predictions]
        frequency = Counter(named)
        tendencies = [c for c, count in frequency.items() if count == max(frequency.values())]
        for tendency in tendencies:
            for prediction in named:
                if prediction != label and prediction == tendency:
                    bias += Fraction(1, len(tendencies))
                elif prediction != label:
                    variance += Fraction(1, len(tendencies))
    return bias / predictions.size, variance / predictions.size


def slow_kohavi_wolpert(labels, predictions):
    """Kohavi and Wolpert's terms, one class at a time."""
    bias = variance = Fraction(0)
    trials, n = predictions.shape
    for instance, label in enumerate(labels):
        squares = Fraction(0)
        for c in set(range(predictions.max() + 1)) | {int(label)}:
            share = Fraction(int((predictions[:, instance] == c).sum()), trials)
            squares += share**2
            bias += ((c == label) - share) ** 2 / 2
        variance += (1 - squares) / 2
    return bias / n, variance / n


@st.composite
def experiments(draw):
    trials, n = draw(st.integers(1, 7)), draw(st.integers(1, 9))
    classes = draw(st.integers(1, 5))
    codes = st.integers(0, classes - 1)
    return draw(arrays(np.int8, n, elements=codes)), draw(
        arrays(np.int16, (trials, n), elements=codes)
    )


class TestWebbByHand:
    def test_errors_equal_to_the_most_frequent_class_are_bias(self):
        result = decompose(*column(0, 1, 1, 1, 0))
        assert (result.bias, result.variance) == (Fraction(3, 4), 0)

    def test_errors_different_from_the_most_frequent_class_are_variance(self):
        result = decompose(*column(0, 0, 0, 1, 2))
        assert (result.bias, result.variance) == (0, Fraction(1, 2))

    def test_right_and_wrong_in_a_tie_share_the_errors(self):
        # As 0: one error, variance. As 1: one error, bias. On average half and half.
        result = decompose(*column(0, 0, 1))
        assert (result.bias, result.variance) == (Fraction(1, 4), Fraction(1, 4))

    def test_two_wrong_classes_in_a_tie(self):
        # Whichever is the central tendency, one error equals it and one does not.
        result = decompose(*column(0, 1, 2))
        assert (result.bias, result.variance) == (Fraction(1, 2), Fraction(1, 2))

    def test_three_classes_in_a_tie_one_of_them_right(self):
        # As 0: bias 0, variance 4. As 1 or 2: bias 2, variance 2. On average 4/3 and 8/3 of 6.
        result = decompose(*column(0, 0, 0, 1, 1, 2, 2))
        assert (result.bias, result.variance) == (Fraction(2, 9), Fraction(4, 9))

    def test_a_class_behind_the_tie_is_variance(self):
        # 1 and 2 lead with two each; 3 is wrong and differs from both.
        result = decompose(*column(0, 1, 1, 2, 2, 3))
        assert (result.bias, result.variance) == (Fraction(2, 5), Fraction(3, 5))

    def test_instances_are_pooled(self):
        labels, predictions = np.array([0, 0, 1]), np.array([[0, 1, 1], [1, 1, 1]])
        result = decompose(labels, predictions)
        assert result.error == Fraction(3, 6)
        assert result.bias == Fraction(1, 4) / 3 + Fraction(1, 3)
        assert result.trial_errors == (1, 2)
        assert (result.errors, result.n, result.trials) == (3, 3, 2)

    def test_one_trial_has_no_variance(self):
        result = decompose(np.array([0, 1, 2]), np.array([[0, 2, 1]]))
        assert (result.bias, result.variance) == (Fraction(2, 3), 0)


class TestKohaviWolpertByHand:
    def test_shares_of_one_half_and_two_quarters(self):
        # p = 1/2, 1/4, 1/4, the first right: bias² (1/4 + 1/16 + 1/16) / 2, variance
        # (1 - 1/4 - 1/16 - 1/16) / 2.
        result = kohavi_wolpert(*column(0, 0, 0, 1, 2))
        assert (result.bias, result.variance) == (Fraction(3, 16), Fraction(5, 16))

    def test_predictions_that_agree_have_no_variance(self):
        result = kohavi_wolpert(*column(0, 1, 1, 1))
        assert (result.bias, result.variance) == (1, 0)


class TestProperties:
    @settings(deadline=None)  # a busy machine is no fault
    @given(experiments())
    def test_webb_equals_its_slow_twin(self, experiment):
        result = decompose(*experiment)
        assert (result.bias, result.variance) == slow_webb(*experiment)

    @settings(deadline=None)
    @given(experiments())
    def test_kohavi_wolpert_equals_its_slow_twin(self, experiment):
        result = kohavi_wolpert(*experiment)
        assert (result.bias, result.variance) == slow_kohavi_wolpert(*experiment)

    @given(experiments(), st.sampled_from([decompose, kohavi_wolpert]))
    def test_bias_and_variance_add_up_to_the_error_exactly(self, experiment, split):
        labels, predictions = experiment
        result = split(labels, predictions)
        assert result.bias + result.variance == result.error
        assert result.error == Fraction(int((predictions != labels).sum()), predictions.size)
        assert sum(result.trial_errors) == result.errors

    @given(experiments(), st.randoms())
    def test_neither_order_of_trials_nor_names_of_classes_matter(self, experiment, random):
        labels, predictions = experiment
        names = list(range(5))
        random.shuffle(names)
        renamed = np.array(names)
        order = random.sample(range(len(predictions)), len(predictions))
        other = decompose(renamed[labels], renamed[predictions][order])
        result = decompose(labels, predictions)
        assert (other.bias, other.variance) == (result.bias, result.variance)

    def test_an_instance_counts_the_same_wherever_it_stands(self):
        # More instances than are looked at in one go: the whole is the mean of its parts.
        random = np.random.default_rng(7)
        labels = random.integers(0, 4, 70_001)
        predictions = random.integers(0, 4, (5, 70_001))
        parts = [slice(0, 12_345), slice(12_345, None)]
        for split in (decompose, kohavi_wolpert):
            whole = split(labels, predictions)
            halves = [split(labels[part], predictions[:, part]) for part in parts]
            assert whole.bias * whole.n == sum(half.bias * half.n for half in halves)

    def test_more_trials_than_a_byte_counts(self):
        labels, predictions = column(0, *[1] * 300, *[0] * 200)
        result = decompose(labels, predictions)
        assert (result.bias, result.variance) == (Fraction(3, 5), 0)


class TestFaults:
    @pytest.mark.parametrize("split", [decompose, kohavi_wolpert])
    def test_a_missing_prediction_makes_it_impossible(self, split):
        with pytest.raises(ValueError, match="missing"):
            split(np.array([0, 1]), np.array([[0, -1]]))

    def test_completeness_is_told(self):
        assert is_complete(np.array([[0, 1]]))
        assert not is_complete(np.array([[0, -1]]))
        assert not is_complete(np.empty((0, 2), dtype=int))

    def test_no_predictions(self):
        with pytest.raises(ValueError, match="no predictions"):
            decompose(np.array([], dtype=int), np.empty((3, 0), dtype=int))

    def test_shapes_that_do_not_fit(self):
        with pytest.raises(ValueError, match="do not fit"):
            decompose(np.array([0, 1]), np.array([[0, 1, 1]]))
