"""Answer a first call when imported: a process that is forked afterwards has loaded all modules."""

from __future__ import annotations

from farandole.web.protocol import call

for _ in call("hint", {"puzzle": "1..4..1..2..3..2"}):
    pass
