"""How Sphinx builds the site: ``make docs``. `site_pages` makes the pages whose source is not a page of docs."""

import importlib.metadata
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import site_pages
from docutils.nodes import Node, TextElement
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PyObject
from sphinx.environment import BuildEnvironment

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
smartquotes_action = "D"  # dashes; quotes stay what one types
default_role = "py:obj"  # `Puzzle.solve` in a docstring is a link if there is such a name

myst_enable_extensions = ["colon_fence", "html_image"]
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
html_js_files = [("try.js", {"type": "module"})]
html_copy_source = False
html_show_sphinx = False
html_domain_indices = False  # the page of the library lists the packages
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_exclude = ".linenos, .gp, .go"


def _resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: TextElement) -> Node | None:
    """Find a class that a docstring names without its package, such as `Puzzle` or `Puzzle.solve`."""
    target = node["reftarget"]
    python = env.domains.python_domain
    for home in ("farandole", *(f"farandole.{package}" for package in site_pages.API)):
        if node.get("refdomain") == "py" and target[:1].isupper() and f"{home}.{target}" in python.objects:
            return python.resolve_xref(env, node["refdoc"], app.builder, "obj", f"{home}.{target}", node, shown)
    return None


def _forget_builtins(app: Sphinx) -> list[tuple[str, dict[str, object], str]]:
    """Take a module out of the list of sources that has no source."""
    getattr(app.env, "_viewcode_modules", {}).pop("builtins", None)
    return []


def _remove_backlinks(_app: Sphinx, page: str, _template: str, context: dict[str, str], _tree: object) -> None:
    """Remove the links from the source to the reference.

    viewcode expects all names of a file to be documented below one module. Here they are not: `farandole.Solution` and
    `farandole.puzzle.Solutions` come from one file.
    """
    if page.startswith("_modules/"):
        context["body"] = re.sub(r'<a class="viewcode-back".*?</a>', "", context["body"])


def setup(app: Sphinx) -> None:
    """Make the generated pages before Sphinx looks for pages, and turn links as each page is read."""
    [attributes] = [field for field in PyObject.doc_field_types if field.name == "variable"]
    attributes.label = "Attributes"
    # If site_pages.py changes, all pages are read again.
    app.add_config_value("page_maker", Path(site_pages.__file__).read_text(), "env")
    app.connect("env-get-outdated", lambda *_: sorted(site_pages.PARTED))  # their cards come from the first page
    app.connect("builder-inited", lambda app: site_pages.write(Path(app.srcdir)))
    app.connect("html-collect-pages", _forget_builtins, priority=400)
    app.connect("html-page-context", _remove_backlinks)
    app.connect("missing-reference", _resolve)
    app.connect("source-read", lambda _app, name, source: source.__setitem__(0, site_pages.turned(name, source[0])))


# A docstring may name an attribute, such as `height`, that several classes have.
suppress_warnings = ["ref.python"]
