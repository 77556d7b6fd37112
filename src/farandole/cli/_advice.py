"""What to do about an error: its message says what was expected and found, and its code tells what helps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from farandole.errors import FarandoleError, Field


def add_advice(error: Exception, message: str, commands: Collection[str] = ()) -> str:
    """Add to a message what to do about its error, if that is known.

    Parameters
    ----------
    error : Exception
    message : str
        What is printed of the error.
    commands : collection of str
        The names of all commands: a user may give two commands at a time, where a file is expected.

    Examples
    --------
    >>> from farandole.errors import FormatError
    >>> error = FormatError("expected 81 cells, found 80", code="cell_count", expected=81, found=80)
    >>> add_advice(error, f"line 1: {error}")
    'line 1: expected 81 cells, found 80: 1 is missing; write a dot or 0 for each empty cell'
    >>> add_advice(FileNotFoundError(2, "No such file or directory", "hint"), "hint: No such file", ["hint"])
    "expected a puzzle, found 'hint', which is a command: give one command at a time"
    """
    if isinstance(error, FileNotFoundError) and error.filename in commands:
        return f"expected a puzzle, found {error.filename!r}, which is a command: give one command at a time"
    if not isinstance(error, FarandoleError):
        return message
    advice = ADVICE.get(error.code, "")
    return message + (advice if isinstance(advice, str) else advice(error.fields))


def _on_cells(fields: Mapping[str, Field]) -> str:
    expected, found = fields["expected"], fields["found"]
    assert isinstance(expected, int)
    assert isinstance(found, int)
    number = abs(expected - found)
    are = "is" if number == 1 else "are"
    if found > expected:
        return f": {number} {are} too many"
    return f": {number} {are} missing; write a dot or 0 for each empty cell"


def _on_empty_input(fields: Mapping[str, Field]) -> str:
    is_stream = fields["name"] == "standard input"
    return "; give a file or cells in quotes, or pipe a puzzle in" if is_stream else "; the file is empty"


ADVICE: dict[str, str | Callable[[Mapping[str, Field]], str]] = {
    "cell_count": _on_cells,
    "no_puzzle": "; a puzzle is a digit for each given, and a dot for each empty cell",
    "unquoted_puzzle": "; put quotes around all cells, with a dot for each empty one",
    "no_grid": "; take it from nearer, or type the cells, with a dot for each empty one",
    "several_grids": "; farandole read PHOTO --index 1 -o puzzle.txt",
    "empty_input": _on_empty_input,
    "not_text": "; this is not text: save the puzzle as plain text",
    "json_syntax": "; the document is cut off or mistyped there",
    "several_puzzles": "; the commands solve, rate and convert take many",
    "repeated_digit": "; change one of them",
    "no_options": "; it is not a cover problem: farandole solve is for puzzles",
    "output_is_input": "; give another name",
    "no_folder": lambda fields: f"; make it first: mkdir {fields['folder']}",
    "several_readings": "; choose one with --reading N",
    "short_link": "; open it there, and export a long link",
    "no_effect": "; leave it out",
}
"""By the code of an error, what to add to its message."""
