"""The parts of the documentation that are made when it is built."""
