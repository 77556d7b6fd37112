"""How Sphinx builds the site: ``make docs``. `site_pages` makes the pages whose source is not a page of docs."""

import importlib.metadata
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import site_pages
from sphinx.domains.python import PyObject

project = "Farandole"
author = "The Farandole authors"
project_copyright = author
version = release = importlib.metadata.version("farandole")
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["pictures", "**/.*"]
smartquotes = False  # --rating stays what one types
default_role = "py:obj"  # `Puzzle.solve` in a docstring is a link if there is such a name

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_inherit_docstrings = False  # a rule says itself what it means; what `holds` and `post` are is in `Rule`
autodoc_typehints_format = "short"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_preprocess_types = True
maximum_signature_line_length = 88
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Farandole"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_exclude = ".linenos, .gp, .go"


def setup(app):
    """Make the generated pages before Sphinx looks for pages, and turn links as each page is read."""
    [attributes] = [field for field in PyObject.doc_field_types if field.name == "variable"]
    attributes.label = "Attributes"
    app.connect("builder-inited", lambda app: site_pages.write(Path(app.srcdir)))
    app.connect("source-read", lambda _app, name, source: source.__setitem__(0, site_pages.turned(name, source[0])))
