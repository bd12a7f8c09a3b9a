"""From a result store to tables: each is computed once, as an object, and then written.

A number that stands in several places (a table, its CSV, a page) comes from one object.
"""
