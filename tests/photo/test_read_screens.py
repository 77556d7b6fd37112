"""Screenshots are read as they are: what a player or an author did on purpose stays."""

from commands import WIKIPEDIA
from drawn_screens import draw_screen
from farandole.photo import read

SEVERAL = f"{WIKIPEDIA[:79]}.{WIKIPEDIA[80:]}"


def test_several_solutions_are_told() -> None:
    seen = read(draw_screen(SEVERAL))
    assert (seen.puzzle.line, seen.n_solutions, seen.repairs) == (SEVERAL, 2, ())
    assert "several solutions" in str(seen)


def test_a_clash_is_told_with_what_was_read() -> None:
    seen = read(draw_screen(f"55{WIKIPEDIA[2:]}"))
    assert (seen.n_solutions, seen.repairs) == (0, ())
    dropped = seen.document()["dropped"]
    assert dropped in ({"r1c1": 5}, {"r1c2": 5})
    assert "no solution; left out, because the same digit is in a row, column or region: 5 in r1c" in str(seen)
    seen.overlay()
