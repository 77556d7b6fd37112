"""The plan of a job, saved in its output folder so that the job can be continued."""

from __future__ import annotations

from typing import Any

from farandole.distributed.folder import Folder, is_unfinished
from farandole.errors import FormatError, shorten

NOTES = "_job"  # the subfolder of the output for the plan and the reports
PLAN = "job.json"

_MOST = 200  # characters of a value in an error message


def load_plan(out: Folder, command: dict[str, Any]) -> dict[str, Any] | None:
    """Return the plan in a folder; None if the folder is new.

    Parameters
    ----------
    out : Folder
        The output folder.
    command : dict
        The parameters of the job, which must equal those of the plan.

    Raises
    ------
    FormatError
        If the folder holds another job, or other files.
    """
    notes = out.subfolder(NOTES)
    if PLAN not in notes.files():
        # A command that is killed as it begins leaves an unfinished plan.
        if not out.is_empty(beside=NOTES) or not all(map(is_unfinished, notes.files())):
            raise FormatError(f"{out.name}: expected a new folder, or one of this job; found files in it")
        return None
    plan: dict[str, Any] = notes.read_json(PLAN)
    for key, value in command.items():
        if plan.get(key) != value:
            expected = f"expected {key} {shorten(str(plan.get(key)), _MOST)}, as when it began"
            found = f"found {shorten(str(value), _MOST)}; name another folder"
            raise FormatError(f"{out.name}: {expected}, {found}")
    return plan
