"""The language that players hear: which it is, and that a catalog says what the code says."""

import ast
import os
import re
import runpy
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from farandole.errors import ArgumentError
from farandole.i18n import LANGUAGES, current_language, tr, tr_counted, use_language
from farandole.logic import EXTRA, TECHNIQUES, Technique, explainer
from needs import needs

TRANSLATED = sorted(set(LANGUAGES) - {"en"})
LATIN = re.compile(r"[A-Za-z]{2,}")


@cache
def lister() -> dict[str, Any]:
    return runpy.run_path(str(Path(__file__).parents[2] / "docs" / "list_messages.py"))


def messages(lang: str) -> Iterator[tuple[str, Any]]:
    """Walk through a catalog: each text of a sentence, and the sentence."""
    for message in lister()["catalog_of"](lang):
        for text in [message.string] if isinstance(message.string, str) else message.string:
            if message.id:
                yield text, message


@cache
def told() -> frozenset[object]:
    """Gather what the code says."""
    return frozenset(message.id for message in lister()["messages"]())


def braces(sentence: str) -> set[str]:
    """Return the words in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


# Which language it is.


@pytest.fixture(autouse=True)
def nobody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARANDOLE_LANG", raising=False)


def test_english_is_spoken_unless_another_language_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (current_language(), tr("Naked Single")) == ("en", "Naked Single")
    monkeypatch.setenv("FARANDOLE_LANG", "")
    assert current_language() == "en"
    monkeypatch.setenv("FARANDOLE_LANG", "zh")
    assert (current_language(), tr("Naked Single")) == ("zh", "唯余法")
    with use_language("en"):
        assert tr("Naked Single") == "Naked Single"


@pytest.mark.parametrize("name", ["zh", "ZH", "zh-Hans", "zh_CN.UTF-8", "zh-TW"])
def test_a_language_is_known_by_its_longer_names(name: str) -> None:
    with use_language(name):
        assert current_language() == "zh"


@pytest.mark.parametrize("name", ["fr", "zhong", "", "z", "english", "中文"])
def test_an_unknown_language_is_an_error_that_names_those_there_are(name: str) -> None:
    with pytest.raises(ArgumentError, match=f"^lang: expected en or zh, found '{name}'$"), use_language(name):
        pass
    assert current_language() == "en"


def test_an_unknown_language_of_the_environment_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARANDOLE_LANG", "fr")
    with pytest.raises(ArgumentError, match=r"^FARANDOLE_LANG: expected en or zh, found 'fr'$"):
        tr("Naked Single")
    with use_language("zh"):
        assert tr("Naked Single") == "唯余法"


def test_blocks_lie_in_each_other() -> None:
    heard = []
    with use_language("zh"):
        heard.append(current_language())
        with use_language("en"):
            heard.append(current_language())
            with use_language(None):
                heard.append(current_language())
        heard.append(current_language())
        with pytest.raises(ArgumentError), use_language("fr"):
            pass
        heard.append(current_language())
    assert [*heard, current_language()] == ["zh", "en", "en", "zh", "zh", "en"]


def test_an_error_inside_a_block_ends_it() -> None:
    with pytest.raises(ZeroDivisionError), use_language("zh"):
        raise ZeroDivisionError
    assert current_language() == "en"


def test_threads_speak_each_their_own_language() -> None:
    heard = {}
    both = Barrier(2)

    def talk(lang: str) -> None:
        with use_language(lang):
            both.wait()  # the other speaks by now, too
            heard[lang] = tr("Naked Single")
            both.wait()

    threads = [Thread(target=talk, args=(lang,)) for lang in ("en", "zh")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {"en": "Naked Single", "zh": "唯余法"}
    assert current_language() == "en"


def test_one_and_several_have_their_sentences() -> None:
    for number, said in ((0, "b 0"), (1, "a 1"), (2, "b 2")):
        assert tr_counted("a {n}", "b {n}", number, n=number) == said


def test_english_needs_no_catalog(tmp_path: Path) -> None:
    """It is the same in a process that has none, and none is read."""
    code = (
        "import sys; from farandole import i18n\n"
        f"i18n.CATALOGS = {str(tmp_path)!r}\n"
        "print(i18n.tr('{cell} is {digit}', cell='r1c1', digit=5), 'gettext' in sys.modules)"
    )
    without = {name: value for name, value in os.environ.items() if name != "FARANDOLE_LANG"}
    done = subprocess.run([sys.executable, "-c", code], text=True, stdout=subprocess.PIPE, env=without, check=True)
    assert done.stdout == "r1c1 is 5 False\n"


# Catalogs and code.


@pytest.mark.parametrize("lang", TRANSLATED)
@needs("babel")
def test_a_catalog_has_the_sentences_of_the_code_and_no_others(lang: str) -> None:
    listed = {message.id for message in lister()["catalog_of"](lang)}
    assert listed == told(), "run docs/list_messages.py"
    assert not lister()["catalog_of"](lang).obsolete


@needs("babel")
def test_no_sentence_is_glued() -> None:
    """What is said by `tr` is a literal, or the name of what is gathered elsewhere: a part, a technique, a shape."""
    assert {"{cell} is {digit}", "Naked Single", "fin", "samurai"} <= told()
    for file in sorted(lister()["SOURCES"].rglob("*.py")):
        text = file.read_text()
        for call in ast.walk(ast.parse(text)) if "import tr" in text or ", tr" in text else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("tr", "tr_counted"):
                assert not isinstance(call.args[0], ast.JoinedStr | ast.BinOp), f"{file.name}, line {call.lineno}"


@pytest.mark.parametrize("lang", TRANSLATED)
@needs("babel")
def test_no_sentence_lacks_its_translation(lang: str) -> None:
    messages = [message for message in lister()["catalog_of"](lang) if message.id]
    assert len(messages) > 2 * len((*TECHNIQUES, *EXTRA))
    assert [message.id for message in messages if not lister()["is_translated"](message) or message.fuzzy] == []


@pytest.mark.parametrize("lang", TRANSLATED)
@needs("babel")
def test_the_package_loads_what_the_text_says(lang: str) -> None:
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, lister()["catalog_of"](lang))
    assert lister()["path_of"](lang, "mo").read_bytes() == compiled.getvalue(), "run docs/list_messages.py"


@pytest.mark.parametrize("lang", TRANSLATED)
@needs("babel")
def test_a_translation_has_the_words_in_braces(lang: str) -> None:
    for text, message in messages(lang):
        for form in [message.id] if isinstance(message.id, str) else message.id:
            # "a cell" and "{n} cells" become one sentence where a language has one form
            assert braces(form) <= braces(text), text
        assert braces(text) == braces(message.id if isinstance(message.id, str) else message.id[1]), text


@needs("babel")
def test_the_sentences_of_chinese_are_written_as_in_china() -> None:
    for text, _ in messages("zh"):
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]|[,;?!][\u4e00-\u9fff]", text), f"a Western mark: {text}"
        assert not re.search(r"[\u4e00-\u9fff][A-Za-z{(]?[.](?!\w)", text), f"a Western full stop: {text}"
        assert not re.search(r"[，。；：、] | [，。；：、]", text), f"a space beside a mark: {text}"


def test_each_technique_has_a_name_of_its_own() -> None:
    techniques = (*TECHNIQUES, *EXTRA, *explainer.TECHNIQUES)
    with use_language("zh"):
        assert len({tr(technique.name) for technique in techniques}) == len(techniques)


def test_rules_are_two_sentences_in_both_languages() -> None:
    """So that a proof can say the conclusion alone."""
    with use_language("zh"):
        for technique in (*TECHNIQUES, *EXTRA, *explainer.TECHNIQUES):
            assert tr(technique.doc).count("。所以") == technique.doc.count(". So "), technique.name
            assert tr(technique.doc).endswith("。"), technique.name


def test_each_technique_of_sudoku_explainer_has_a_translation() -> None:
    """Those of its modules, too, that are in no list."""
    modules = (module for name, module in sys.modules.items() if name.startswith(explainer.__name__))
    values = [value for module in modules for value in vars(module).values()]
    values += [one for value in values if isinstance(value, dict) for one in value.values()]
    techniques = {value for value in values if isinstance(value, Technique)}
    assert techniques >= set(explainer.TECHNIQUES)
    assert techniques <= {*TECHNIQUES, *EXTRA, *explainer.TECHNIQUES}
