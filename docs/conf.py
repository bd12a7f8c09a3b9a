"""Settings of the documentation site; ``make docs`` builds it."""

import sys
from pathlib import Path

import nbexp

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "nbexp"
author = "the authors of nbexp"
copyright = "the authors of nbexp, MIT licence"
version = release = nbexp.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "nbexp_docs.extension",
]
exclude_patterns = ["_build", "_ext", "method-words"]
suppress_warnings: list[str] = []
highlight_language = "none"

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
myst_dmath_allow_digits = False
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"nbexp {version}"
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_css_files = ["nbexp.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
copybutton_prompt_text = "$ "
