"""Which discretization for these data? Methods tried on a user's file, and the answer in words."""
