"""BibTeX of the papers that methods come from."""

YANG_2003 = """@phdthesis{yang2003discretization,
  author = {Yang, Ying},
  title  = {Discretization for Naive-Bayes Learning},
  school = {Monash University},
  year   = {2003}
}"""

DOUGHERTY_1995 = """@inproceedings{dougherty1995supervised,
  author    = {Dougherty, James and Kohavi, Ron and Sahami, Mehran},
  title     = {Supervised and Unsupervised Discretization of Continuous Features},
  booktitle = {Proceedings of the Twelfth International Conference on Machine Learning},
  pages     = {194--202},
  year      = {1995}
}"""

KONONENKO_1992 = """@article{kononenko1992naive,
  author    = {Kononenko, Igor},
  title     = {Naive {B}ayesian Classifier and Continuous Attributes},
  journal   = {Informatica},
  volume    = {16},
  pages     = {1--8},
  year      = {1992}
}"""

FAYYAD_IRANI_1993 = """@inproceedings{fayyad1993multi,
  author    = {Fayyad, Usama M. and Irani, Keki B.},
  title     = {Multi-Interval Discretization of Continuous-Valued Attributes for
               Classification Learning},
  booktitle = {Proceedings of the Thirteenth International Joint Conference on
               Artificial Intelligence},
  pages     = {1022--1027},
  year      = {1993}
}"""

HSU_2000 = """@inproceedings{hsu2000why,
  author    = {Hsu, Chun-Nan and Huang, Hung-Ju and Wong, Tzu-Tsung},
  title     = {Why Discretization Works for Naive {B}ayesian Classifiers},
  booktitle = {Proceedings of the Seventeenth International Conference on Machine Learning},
  pages     = {399--406},
  year      = {2000}
}"""

JOHN_LANGLEY_1995 = """@inproceedings{john1995estimating,
  author    = {John, George H. and Langley, Pat},
  title     = {Estimating Continuous Distributions in {B}ayesian Classifiers},
  booktitle = {Proceedings of the Eleventh Conference on Uncertainty in Artificial Intelligence},
  pages     = {338--345},
  year      = {1995}
}"""
