"""The thesis's own methods by name; importing this imports no method."""

THESIS = ("ewd", "efd", "fld", "emd", "ld", "pd", "ffd", "ndd", "ld-ffd", "wpd")
"""The ten methods of Yang's thesis, in the order of its tables."""
