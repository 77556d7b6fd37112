"""Importing this answers a first question: so a process that is forked afterwards has loaded what answers need."""

from __future__ import annotations

from farandole.web.protocol import call

for _ in call("hint", {"puzzle": "1..4..1..2..3..2"}):
    pass
