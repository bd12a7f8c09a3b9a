"""Running a spec: units, workers, and the store of results."""
