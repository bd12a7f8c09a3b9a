"""BibTeX of the papers that the incremental methods come from."""

LU_2006 = """@inproceedings{lu2006incremental,
  author    = {Lu, Jingli and Yang, Ying and Webb, Geoffrey I.},
  title     = {Incremental Discretization for {N}aive-{B}ayes Classifier},
  booktitle = {Advanced Data Mining and Applications},
  series    = {Lecture Notes in Computer Science},
  volume    = {4093},
  pages     = {223--238},
  year      = {2006}
}"""

GAMA_PINTO_2006 = """@inproceedings{gama2006discretization,
  author    = {Gama, Jo{\\~a}o and Pinto, Carlos},
  title     = {Discretization from Data Streams: Applications to Histograms and Data Mining},
  booktitle = {Proceedings of the 2006 ACM Symposium on Applied Computing},
  pages     = {662--667},
  year      = {2006}
}"""

WEBB_2014 = """@inproceedings{webb2014contrary,
  author    = {Webb, Geoffrey I.},
  title     = {Contrary to Popular Belief Incremental Discretization can be Sound,
               Computationally Efficient and Extremely Useful for Streaming Data},
  booktitle = {Proceedings of the 2014 IEEE International Conference on Data Mining},
  pages     = {1031--1036},
  year      = {2014}
}"""

WELFORD_1962 = """@article{welford1962note,
  author  = {Welford, B. P.},
  title   = {Note on a Method for Calculating Corrected Sums of Squares and Products},
  journal = {Technometrics},
  volume  = {4},
  number  = {3},
  pages   = {419--420},
  year    = {1962}
}"""
