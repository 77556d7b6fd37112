"""Problems from names and from matrices of every kind are the same arrays, and what is wrong is named."""

import re
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import Cover, CoverError
from farandole.cover import matrix
from needs import needs

ROWS = [[0, 1, 1], [0, 0, 0], [1, 0, 0], [1, 1, 0]]


def test_options_are_made_when_asked_for() -> None:
    cover = Cover([["a", ("x", 1)], ["b", "x"], ["a", "b"]], secondary="x")
    assert cover.options == (("a", ("x", 1)), ("b", "x"), ("a", "b"))
    assert cover.options[1] == ("b", "x")
    assert cover.options[-1] == ("a", "b")
    assert cover.options[:2] == (("a", ("x", 1)), ("b", "x"))
    assert hash(cover.options) == hash(tuple(cover.options))
    assert cover.options != "abc"
    assert (len(cover.options), repr(cover.options)) == (3, "<3 options>")
    with pytest.raises(IndexError):
        cover.options[3]


def test_multiplicities_and_costs_are_kept() -> None:
    cover = Cover(
        {"one": "ab", "two": "b"},
        multiplicities={"a": (0, 2), "b": 2, "c": 1},
        primary="abc",
        costs={"one": 0, "two": 3},
    )
    assert cover.multiplicities == {"a": (0, 2), "b": (2, 2)}
    assert cover.costs == (0, 3)
    assert cover == Cover(
        {"one": "ab", "two": "b"}, multiplicities={"a": (0, 2), "b": (2, 2)}, primary="abc", costs=[0, Fraction(3)]
    )
    assert cover != Cover({"one": "ab", "two": "b"}, primary="abc", costs=[0, 3])
    assert Cover("ab", multiplicities={"a": 1}, costs=[0, 0]) == Cover("ab")
    assert Cover("ab").costs == (0, 0)


def scipy(kind: str) -> Callable[[Any], Any]:
    def make(rows: Sequence[Sequence[int]]) -> Any:
        return getattr(import_module("scipy.sparse"), kind)(np.array(rows))

    return make


def frame(library: str) -> Callable[[Any], Any]:
    def make(rows: Sequence[Sequence[int]]) -> Any:
        return import_module(library).DataFrame({n: list(column) for n, column in enumerate(zip(*rows, strict=True))})

    return make


PLAIN: dict[str, Callable[[Any], Any]] = {
    "lists": lambda rows: rows,
    "tuples": lambda rows: map(tuple, rows),
    "numpy": np.array,
    "numpy_bool": lambda rows: np.array(rows, dtype=bool),
    "numpy_float": lambda rows: np.array(rows, dtype=float),
    "numpy_object": lambda rows: np.array(rows, dtype=object),
    "numpy_fortran": lambda rows: np.asfortranarray(np.array(rows)),
    "pandas": frame("pandas"),
}
KINDS = PLAIN | {kind: scipy(kind) for kind in ("csr_array", "csc_array", "coo_array", "csr_matrix", "lil_matrix")}
AS_NEEDED = [
    *(kind for kind in PLAIN if kind != "pandas"),
    pytest.param("pandas", marks=needs("pandas")),
    *(pytest.param(kind, marks=needs("scipy")) for kind in KINDS if kind not in PLAIN),
]


@pytest.mark.parametrize("kind", AS_NEEDED)
def test_a_matrix_of_any_kind(kind: str) -> None:
    cover = Cover.from_matrix(KINDS[kind](ROWS), costs=[5, 6, 7, 8], multiplicities={0: (1, 2)}, secondary=[1])
    assert cover.labels == (0, 2, 3) or list(cover.labels) == [0, 2, 3]
    options: dict[Any, list[int]] = {0: [1, 2], 2: [0], 3: [0, 1]}
    assert cover == Cover(options, primary=[0, 2], secondary=[1], costs=[5, 7, 8], multiplicities={0: (1, 2)})


@needs("scipy")
@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), max_size=6))
def test_sparse_is_dense(rows: list[list[bool]]) -> None:
    from scipy import sparse

    array = np.array(rows, dtype=bool).reshape(-1, 3)
    expected = Cover({n: [c for c in range(3) if row[c]] for n, row in enumerate(rows) if any(row)}, primary=range(3))
    assert Cover.from_matrix(array) == Cover.from_matrix(sparse.coo_array(array)) == expected


@needs("pandas", "polars")
def test_frames_bring_names() -> None:
    import pandas

    data = pandas.DataFrame({"a": [1, 0, 1], "b": [0, 1, 1]}, index=["x", "y", "z"])
    assert Cover.from_matrix(data) == Cover({"x": "a", "y": "b", "z": "ab"})
    assert Cover.from_matrix(data.astype(pandas.SparseDtype("int", 0))) == Cover.from_matrix(data)
    assert Cover.from_matrix(data.astype("Int64")) == Cover.from_matrix(data)
    with pytest.raises(CoverError, match="row 'x' is listed twice"):
        Cover.from_matrix(pandas.DataFrame({"a": [1, 1]}, index=["x", "x"]))
    import polars

    assert Cover.from_matrix(polars.DataFrame({"a": [1, 0], "b": [True, False]})) == Cover({0: "ab"})


@needs("scipy")
def test_zeros_that_are_stored_are_zeros() -> None:
    from scipy import sparse

    matrix = sparse.csr_array(np.array([[1, 1], [0, 1]]))
    matrix.data[0] = 0
    assert Cover.from_matrix(matrix) == Cover.from_matrix([[0, 1], [0, 1]])
    assert matrix.nnz == 3  # it is as it was


@needs("scipy")
def test_columns_in_any_order_are_sorted() -> None:
    from scipy import sparse

    matrix = sparse.csr_array((np.ones(3, dtype=int), np.array([2, 0, 1]), np.array([0, 3])), shape=(1, 3))
    assert Cover.from_matrix(matrix).options[0] == (0, 1, 2)


@pytest.mark.parametrize("value", [2, -1, 0.5])
@pytest.mark.parametrize("kind", [kind for kind in AS_NEEDED if kind != "numpy_bool"])
def test_other_values_are_named(kind: str, value: float) -> None:
    with pytest.raises(CoverError, match=rf"row 1, column 2: expected 0 or 1, found {value}(\.0)?"):
        Cover.from_matrix(KINDS[kind]([[0, 1, 0], [1, 0, value]]))


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.array([[1, np.nan]]), "row 0, column 1: expected 0 or 1, found nan"),
        (np.array([["1"]]), "row 0, column 0: expected 0 or 1, "),
        (np.array([1, 0]), "matrix: expected two dimensions, found 1"),
        ([[0, 1], [1]], "row 1: expected 2 columns as in row 0, found 1"),
        ([[None]], "row 0, column 0: expected 0 or 1, found None"),
        ([[np.array([1, 0])]], "row 0, column 0: expected 0 or 1, "),
    ],
)
def test_bad_matrices_are_named(matrix: Any, message: str) -> None:
    with pytest.raises(CoverError) as error:
        Cover.from_matrix(matrix)
    assert str(error.value).startswith(message)


@needs("scipy")
def test_twice_in_a_sparse_matrix_is_two() -> None:
    from scipy import sparse

    matrix = sparse.coo_array((np.ones(2, dtype=int), (np.array([0, 0]), np.array([1, 1]))), shape=(1, 2))
    with pytest.raises(CoverError, match="row 0, column 1: expected 0 or 1, found 2"):
        Cover.from_matrix(matrix)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"multiplicities": {"c": 1}}, "multiplicities: expected a primary item, found 'c', which is not an item"),
        ({"multiplicities": {"x": 1}}, "multiplicities: expected a primary item, found 'x', which is a secondary item"),
        ({"multiplicities": {"a": (2, 1)}}, "multiplicity of item 'a': expected 0 <= low <= high, found (2, 1)"),
        ({"multiplicities": {"a": -1}}, "multiplicity of item 'a': expected 0 <= low <= high, found -1"),
        ({"multiplicities": {"a": 1.5}}, "multiplicity of item 'a': expected a whole number or a pair of them, found"),
        ({"multiplicities": {"a": (1, 2, 3)}}, "multiplicity of item 'a': expected a whole number or a pair of them"),
        ({"multiplicities": {"a": "12"}}, "multiplicity of item 'a': expected a whole number or a pair of them"),
        ({"multiplicities": {"a": 1 << 40}}, "multiplicity of item 'a': expected fewer than 1073741824 times"),
        ({"costs": [1]}, "costs: expected 2, one for each option, found 1"),
        ({"costs": {0: 1}}, "costs: expected one for each option, found none for 1"),
        ({"costs": {"z": 1}}, "costs: no option has the label 'z'"),
        ({"costs": [1, float("nan")]}, "cost of option 1: expected a finite number, found nan"),
        ({"costs": [float("inf"), 1]}, "cost of option 0: expected a finite number, found inf"),
        ({"costs": {0: "3", 1: 0}}, "cost of option 0: expected a finite number, found '3'"),
        ({"costs": [None, 1]}, "cost of option 0: expected a finite number, found None"),
        ({"costs": [10**400, 1]}, "cost of option 0: expected a finite number, found 1000"),
    ],
)
def test_bad_numbers_are_named(more: dict[str, Any], message: str) -> None:
    with pytest.raises(CoverError) as error:
        Cover(["ax", "b"], secondary="x", **more)
    assert str(error.value).startswith(message)


def test_a_secondary_item_is_an_item() -> None:
    with pytest.raises(CoverError, match=r"secondary: expected items of the options, found 'z', which is not an item"):
        Cover(["ab"], secondary="bz")
    assert Cover(["ab"], primary="a", secondary="bz").secondary == ("b", "z")  # then both lists are complete


def test_costs_of_a_matrix_are_one_for_each_row() -> None:
    with pytest.raises(CoverError, match="costs: expected 4, one for each row, found 3"):
        Cover.from_matrix(ROWS, costs=[1, 2, 3])


# ── What goes by name ─────────────────────────────────────────────────────────────────────────────────────────


@needs("pandas")
def test_costs_of_a_series_go_by_label() -> None:
    import pandas

    data = pandas.DataFrame({"a": [1, 0, 0, 1], "b": [0, 1, 0, 1]}, index=["x", "y", "none", "z"])
    costs = pandas.Series({"z": 3.5, "x": 1, "none": 9, "y": 2})
    assert Cover.from_matrix(data, costs=costs).costs == (1, 2, 3.5)
    assert Cover.from_matrix(data.to_numpy(), costs=pandas.Series([1, 2, 9, 3], index=[3, 2, 1, 0])).costs == (3, 9, 1)
    assert Cover({"p": "a", "q": "b"}, costs=pandas.Series([1, 2], index=["q", "p"])).costs == (2, 1)
    times = pandas.Series({"b": 2})
    assert Cover.from_matrix(data, multiplicities=times).multiplicities == {"b": (2, 2)}
    assert Cover.from_matrix(data, secondary=pandas.Series(["b"])).secondary == ("b",)
    for arguments, message in (
        ({"costs": costs.drop("y")}, "costs: expected one for each option, found none for 'y'"),
        ({"costs": costs.rename({"y": "w"})}, "costs: no option has the label 'w'"),
        ({"costs": pandas.Series([1, 2, 3, 4])}, "costs: no option has the label 0"),
        ({"costs": pandas.Series([1, 2], index=["x", "x"])}, "costs: label 'x' is listed twice"),
        ({"costs": costs.to_frame()}, "costs: expected a value for each label, found a DataFrame"),
        ({"costs": costs.where(costs < 3)}, "cost of option 'none': expected a finite number, found nan"),
        ({"multiplicities": pandas.Series([2])}, "multiplicities: expected a primary item, found 0, which"),
        ({"multiplicities": pandas.Series({"a": 2.5})}, "multiplicity of item 'a': expected a whole number"),
    ):
        with pytest.raises(CoverError, match=re.escape(message)):
            Cover.from_matrix(data, **arguments)


@needs("polars")
def test_frames_of_polars() -> None:
    import polars

    data = polars.DataFrame({"a": [1, 0, 0], "b": [0, 1, 0]})
    expected = Cover({0: "a", 1: "b"}, costs=[5, 6])
    assert Cover.from_matrix(data.lazy(), costs=polars.Series([5, 6, 7])) == expected
    assert Cover.from_matrix(data, costs={1: 6, 0: 5, 2: 7}) == expected  # a row of zeros has a label too
    for arguments, message in (
        ({"costs": polars.Series([5, 6])}, "costs: expected 3, one for each row, found 2"),
        ({"costs": polars.Series([5, None, 7])}, "cost of option 1: expected a finite number, found None"),
        (
            {"multiplicities": polars.Series([2, 1])},
            "multiplicities: expected a mapping from items, or a Series with their names",
        ),
        ({"secondary": ["B"]}, "secondary: 'B' is not one of the columns"),
        ({"secondary": data["a"]}, "item 0 is listed twice"),
    ):
        with pytest.raises(CoverError, match=re.escape(message)):
            Cover.from_matrix(data, **arguments)


def test_columns_must_be_there() -> None:
    with pytest.raises(CoverError, match="secondary: 'B' is not one of the columns"):
        Cover.from_matrix([[1, 0]], secondary=["B"])
    with pytest.raises(CoverError, match="costs: no option has the label 5"):
        Cover.from_matrix([[1, 0]], costs={5: 1})


ANY: Any = Cover  # for arguments of any type
MASKED: Any = np.ma.masked_array([[1, 0], [0, 1]], mask=[[False, False], [False, True]])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ANY(5), "options: expected an iterable of options, or a mapping to them, found 5"),
        (lambda: ANY([1, 2]), "option 0: expected an iterable of items, found 1"),
        (lambda: ANY({"x": None}), "option 'x': expected an iterable of items, found None"),
        (lambda: ANY(["a"], primary=5), "primary: expected an iterable of items, found 5"),
        (lambda: ANY(["a"], secondary=5), "secondary: expected an iterable of items, found 5"),
        (lambda: ANY(["a"], secondary=[[]]), "items: [] is not hashable"),
        (lambda: ANY(["a"], multiplicities=5), "multiplicities: expected a mapping from items"),
        (lambda: ANY(["a"], multiplicities=["a"]), "multiplicities: expected a mapping from items"),
        (lambda: ANY(["a"], costs=5), "costs: expected numbers, found 5"),
        (lambda: ANY(["a"], costs="5"), "costs: expected numbers, found '5'"),
        (lambda: ANY(["a"], costs=[float("nan")]), "cost of option 0: expected a finite number, found nan"),
        (lambda: ANY(["a"], costs=np.array([np.nan])), "cost of option 0: expected a finite number"),
        (lambda: ANY(["a"], costs=[1j]), "cost of option 0: expected a finite number, found 1j"),
        (lambda: ANY.from_matrix(5), "matrix: expected rows of zeros and ones, found 5"),
        (lambda: ANY.from_matrix(None), "matrix: expected rows of zeros and ones, found None"),
        (lambda: ANY.from_matrix([1, 2]), "row 0: expected a sequence of zeros and ones, found 1"),
        (lambda: ANY.from_matrix(["01"]), "row 0, column 0: expected 0 or 1, found '0'"),
        (lambda: ANY.from_matrix(np.array([["0", "1"]])), "row 0, column 0: expected 0 or 1"),
        (lambda: ANY.from_matrix(np.array([[0, np.nan]])), "row 0, column 1: expected 0 or 1, found nan"),
        (lambda: ANY.from_matrix(np.array([1, 0])), "matrix: expected two dimensions, found 1"),
        (lambda: ANY.from_matrix(np.zeros((2, 2), dtype="M8[s]")), "row 0, column 0: expected 0 or 1"),
        (lambda: ANY.from_matrix(MASKED), "row 1, column 1: expected 0 or 1, found masked"),
        (lambda: ANY.from_matrix(np.zeros((0, 1 << 27))), "matrix: expected fewer than 67108864 columns"),
    ],
)
def test_what_is_none_is_named(make: Callable[[], Cover], message: str) -> None:
    with pytest.raises(CoverError, match=re.escape(message)):
        make()


def test_masked_values_that_are_known() -> None:
    assert Cover.from_matrix(MASKED[:, :1]) == Cover.from_matrix([[1], [0]])
    with warnings.catch_warnings(action="ignore", category=PendingDeprecationWarning):
        matrix = np.matrix([[1, 0], [0, 0], [0, 1]])
    assert Cover.from_matrix(matrix) == Cover.from_matrix([[1, 0], [0, 0], [0, 1]])


@needs("polars")
def test_many_rows_are_read_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (np.random.default_rng(1).random((100, 7)) < 0.2).astype(int)
    expected = Cover.from_matrix(rows.tolist())
    monkeypatch.setattr(matrix, "BLOCK", 7 * 3)
    assert Cover.from_matrix(rows) == expected
    frame = import_module("polars").from_numpy(rows, schema=[str(n) for n in range(7)])
    assert Cover.from_matrix(frame).options == tuple(tuple(map(str, option)) for option in expected.options)
