"""The page: one file with the verdict, tables and figures of an experiment, for a browser."""
