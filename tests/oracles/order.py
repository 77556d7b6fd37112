"""Parts of the list of techniques, by the names of their ends."""

from farandole.logic import TECHNIQUES, Technique, find_technique


def techniques_to(last: str) -> tuple[Technique, ...]:
    """Return the techniques of the default list up to one of them, which is included."""
    return TECHNIQUES[: TECHNIQUES.index(find_technique(last)) + 1]


# Singles, locked candidates, pairs and triples; further techniques then begin on a board where these don't help.
SIMPLE = techniques_to("Hidden Triple")
