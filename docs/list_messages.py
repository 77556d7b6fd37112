"""Keep the catalogs in step with the code: ``python docs/list_messages.py`` lists new sentences and drops old ones.

Then translate what is new in the .po file, and run it again: it makes the .mo file that the package loads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from farandole.grid.shapes import NAMED
from farandole.i18n import CATALOGS, LANGUAGES
from farandole.logic import EXTRA, TECHNIQUES, explainer

SOURCES = Path(__file__).parents[1] / "src" / "farandole"
MADE = datetime(2026, 11, 22, tzinfo=UTC)  # the same each time: a file changes when a sentence does


def sentences() -> Iterator[str | tuple[str, str]]:
    """Find the sentences of the code, in f-strings too, where Babel sees none before Python 3.12."""
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Name(id="tr" | "Part"), args=[ast.Constant(value=str(sentence)), *_]):
                    yield sentence
                case ast.Call(func=ast.Name(id="tr_counted"), args=[ast.Constant(one), ast.Constant(several), *_]):
                    yield str(one), str(several)


def messages() -> Catalog:
    """Gather the sentences of the code, the names and rules of the techniques, and the names of shapes."""
    catalog = Catalog(creation_date=MADE)
    for sentence in sentences():
        catalog.add(sentence)
    for technique in (*TECHNIQUES, *EXTRA, *explainer.TECHNIQUES):
        catalog.add(technique.name)
        catalog.add(technique.doc)
    for name in NAMED:
        catalog.add(name)
    return catalog


def path_of(lang: str, ending: str) -> Path:
    """Return where the catalog of a language stands, as text (``po``) or for the machine (``mo``)."""
    return Path(CATALOGS) / lang / "LC_MESSAGES" / f"farandole.{ending}"


def catalog_of(lang: str) -> Catalog:
    """Read the catalog of a language as it stands; an empty one if there is none."""
    if not path_of(lang, "po").exists():
        return Catalog(
            locale=lang,
            header_comment=f"# The sentences of Farandole: {LANGUAGES[lang]}.",
            project="Farandole",
            version="0",
            creation_date=MADE,
            revision_date=MADE,
            fuzzy=False,
        )
    with path_of(lang, "po").open("rb") as file:
        return read_po(file, locale=lang)


def updated(lang: str) -> Catalog:
    """Return the catalog of a language with all sentences there are now, and no others."""
    catalog = catalog_of(lang)
    catalog.update(messages(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def is_translated(message: Message) -> bool:
    """Return whether a sentence has its translation, in all its forms."""
    texts = [message.string] if isinstance(message.string, str) else message.string
    return bool(texts) and all(texts or ())


def main() -> None:
    """Update and compile every catalog, and tell how much lacks its translation."""
    for lang in set(LANGUAGES) - {"en"}:
        catalog = updated(lang)
        path_of(lang, "po").parent.mkdir(parents=True, exist_ok=True)
        with path_of(lang, "po").open("wb") as file:
            write_po(file, catalog, width=120, sort_output=True)
        with path_of(lang, "mo").open("wb") as file:
            write_mo(file, catalog)
        missing = [message.id for message in catalog if message.id and not is_translated(message)]
        print(f"{lang}: {len(catalog)} sentences, {len(missing)} without translation")


if __name__ == "__main__":
    main()
