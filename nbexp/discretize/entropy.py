"""Methods that cut where the class entropy is least: EMD and MDLP."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize import entropy_kernels as kernels
from nbexp.discretize.citations import FAYYAD_IRANI_1993
from nbexp.discretize.intervals import StepFunction, disjoint_step
from nbexp.discretize.method import Method, Taxonomy
from nbexp.discretize.parameters import Choice, Int, Parameter
from nbexp.discretize.sample import Sample

_NO_LIMIT = np.iinfo(np.int64).max


@lru_cache(maxsize=8)
def scaled_nlogn(n: int) -> tuple[NDArray[np.int64], float]:
    """Return round(scale × i log2 i) for i = 0 .. n, and the scale, a power of two.

    Class entropies are sums and differences of such terms. As whole numbers they are exact
    in any order of summation, so equal splits have equal entropies and the leftmost of
    equal minima is well defined. The scale is as large as 62 bits allow, 2⁴⁰ at most.
    """
    counts = np.arange(n + 1, dtype=np.float64)
    terms = counts * np.log2(np.maximum(counts, 1))
    scale = 2.0 ** min(40, 61 - int(np.ceil(np.log2(max(terms[-1], 2)))))
    return np.rint(terms * scale).astype(np.int64), scale


ORDERS = {
    "left-first": kernels.LEFT_FIRST,
    "right-first": kernels.RIGHT_FIRST,
    "depth-first": kernels.DEPTH_FIRST,
    "gain-first": kernels.GAIN_FIRST,
    "largest-first": kernels.LARGEST_FIRST,
}


def entropy_step(
    method: Method,
    sample: Sample,
    *,
    max_cuts: int,
    test_first: bool,
    order: str = "left-first",
) -> StepFunction:
    """Cut a sample by least class entropy and make the step function."""
    # Rounded up, so that folds of almost the same size share one table.
    nlogn, scale = scaled_nlogn(1 << max(sample.n_known, 2).bit_length())
    cuts = kernels.entropy_cuts(
        sample.indptr,
        sample.classes,
        sample.counts,
        nlogn,
        scale,
        sample.n_classes,
        max_cuts,
        test_first,
        ORDERS[order],
    )
    return disjoint_step(method, sample, cuts)


_SUPERVISED = Taxonomy(supervision="supervised", parameters="non-parametric", hierarchy="split")


class EntropyMinimization(Method):
    """Entropy minimization as the thesis's tables show it to have been run.

    From a queue that starts with the whole range the next interval is taken and cut at the
    boundary of least class entropy. If the cut meets the MDL criterion of Fayyad and Irani, the
    left half and then the right half go to the end of the queue. It stops at `cuts` cuts.
    The literal text (``reading: text``) makes no cut that fails the criterion and knows no
    limit, as `mdlp`.
    """

    id = "emd"
    name = "Entropy minimization discretization"
    source = "Yang 2003, section 4.1.3; Fayyad and Irani 1993"
    bibtex = FAYYAD_IRANI_1993
    taxonomy = _SUPERVISED
    own_parameters = (
        Parameter("cuts", Int(0), 5, "greatest number of cuts; 0: no limit", text=0),
        Parameter(
            "criterion",
            Choice(("after", "before")),
            "after",
            "whether the MDL criterion decides on the halves after a cut, or on the cut itself",
            text="before",
        ),
        Parameter(
            "order",
            Choice(tuple(ORDERS)),
            "left-first",
            "which waiting interval is cut next: from a queue that takes the left half first, or "
            "the right; depth first; the one whose cut gains most; the largest. It matters "
            "only where `cuts` ends the search",
        ),
    )

    cuts: int
    criterion: str
    order: str

    def fit(self, sample: Sample) -> StepFunction:
        """Cut the sorted training values."""
        return entropy_step(
            self,
            sample,
            max_cuts=self.cuts or _NO_LIMIT,
            test_first=self.criterion == "before",
            order=self.order,
        )


class Mdlp(Method):
    """Recursive entropy minimization with the MDL criterion, as Fayyad and Irani wrote it."""

    id = "mdlp"
    name = "Entropy minimization with the MDL principle"
    source = "Fayyad and Irani 1993, section 3"
    bibtex = FAYYAD_IRANI_1993
    taxonomy = _SUPERVISED

    def fit(self, sample: Sample) -> StepFunction:
        """Cut the sorted training values."""
        return entropy_step(self, sample, max_cuts=_NO_LIMIT, test_first=True)
