"""A discretization method for nbexp."""

import numpy as np

from nbexp.discretize.intervals import disjoint_step
from nbexp.discretize.method import Method, Taxonomy
from nbexp.discretize.parameters import Int, Parameter


class MedianSplits(Method):
    """Halve the data again and again at the median."""

    id = "median"
    name = "Median splits"
    source = "An example"
    bibtex = "@misc{median, title = {Median splits}}"
    taxonomy = Taxonomy(hierarchy="split")
    own_parameters = (Parameter("depth", Int(1, 20), 3, "how often to halve"),)

    def fit(self, sample):
        """Cut after the values that lie on the quantiles."""
        positions = np.arange(1, 2**self.depth) * sample.n_known / 2**self.depth
        cuts = np.unique(np.searchsorted(sample.starts, positions))
        return disjoint_step(self, sample, cuts[cuts < len(sample.values)])
