"""What a job writes down of itself in the folder of its output, so that whoever comes later takes up the same job."""

from __future__ import annotations

from typing import Any

from farandole.distributed.folder import Folder
from farandole.errors import FormatError, shorten

NOTES = "_job"  # the folder of the job's own files, in the output
PLAN = "job.json"

_MOST = 200  # characters of what is not as it was


def load_plan(out: Folder, command: dict[str, Any]) -> dict[str, Any] | None:
    """Return the plan that is in a folder; None if it is a new one.

    Parameters
    ----------
    out : Folder
        Of the output.
    command : dict
        What is to be done: the plan has to say the same.

    Raises
    ------
    FormatError
        If the folder holds another job, or other files.
    """
    notes = out.subfolder(NOTES)
    if PLAN not in notes.files():
        if not out.is_empty():
            raise FormatError(f"{out.name}: expected a new folder, or one of this job; found files in it")
        return None
    plan: dict[str, Any] = notes.read_json(PLAN)
    for key, value in command.items():
        if plan.get(key) != value:
            expected = f"expected {key} {shorten(str(plan.get(key)), _MOST)}, as when it began"
            found = f"found {shorten(str(value), _MOST)}; name another folder"
            raise FormatError(f"{out.name}: {expected}, {found}")
    return plan
