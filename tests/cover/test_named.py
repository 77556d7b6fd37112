"""Classic problems have the counts that others published, and names that Knuth's format can write."""

from typing import Any

import pytest

from farandole import ArgumentError, Cover, CoverError
from farandole.cover.named import NAMED
from farandole.formats.knuth import read_cover, write_cover


@pytest.mark.parametrize(
    ("name", "sizes", "count"),
    [
        pytest.param(name, sizes, count, id=f"{name} {sizes}")
        for name, classic in NAMED.items()
        for sizes, count in classic.counts.items()
    ],
)
def test_known_counts(name: str, sizes: tuple[int, ...], count: int) -> None:
    assert Cover.named(name, *sizes).count() == count


@pytest.mark.parametrize("name", NAMED)
def test_each_can_be_written(name: str) -> None:
    classic = NAMED[name]
    assert classic.source
    assert classic.summary[0].isupper()
    assert classic.counts
    cover = Cover.named(name, *classic.example)
    assert read_cover(write_cover(cover)).count(limit=1000) == cover.count(limit=1000)


def test_names_are_sorted() -> None:
    assert list(Cover.names()) == sorted(Cover.names())


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (("quens", 8), CoverError, "no problem is called 'quens'; did you mean queens?"),
        (("xyz",), CoverError, "no problem is called 'xyz'; Cover.names() lists"),
        ((5,), CoverError, "no problem is called 5"),
        (("queens",), ArgumentError, "queens: expected N, such as named('queens', 8); found 0 sizes"),
        (("queens", 8, 9), ArgumentError, "queens: expected N, such as"),
        (("queens", 0), ArgumentError, "queens: size: expected a whole number of at least 1, found 0"),
        (("queens", "8"), ArgumentError, "queens: size: expected a whole number of at least 1, found '8'"),
        (("queens", 10**9), ArgumentError, "queens: expected sizes up to 100, found 1000000000"),
        (("soma", 3), ArgumentError, "soma: expected no size, named('soma'); found 1 sizes"),
        (("word_square", "a bc"), CoverError, "word_square: expected words of one length"),
    ],
)
def test_bad_names_and_sizes(given: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        Cover.named(*given)
    assert str(raised.value).startswith(message)
