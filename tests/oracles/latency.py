"""Stop a call as Ctrl-C does, in a process of its own, and say how long it took to come back.

Time is the processor's, and who is late is asked twice more: a machine is shared, and whoever waits for a turn is not
late. A call that sleeps on without an end meets the patience of the process.
"""

import subprocess
import sys
from collections.abc import Sequence

SOON = 0.2
PATIENCE = 120

SCRIPT = """
import signal, time
from itertools import combinations
from farandole import Cover

{given}
signal.signal(signal.SIGPROF, signal.default_int_handler)
for moment in {moments}:
    late = []
    while len(late) < 3 and min(late, default=1) > {soon}:
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, moment)
        try:
            {asked}
            signal.setitimer(signal.ITIMER_PROF, 0)
            break
        except KeyboardInterrupt:
            late.append(time.process_time() - began - moment)
    if late:
        print(min(late))
{then}
"""


def late(given: str, asked: str, moments: Sequence[float] = (0.2,), then: str = "") -> list[float]:
    """Run what is given, ask with a signal to come at each of the moments, and give the seconds after it.

    Moments at which the call was over already are left out.
    """
    script = SCRIPT.format(given=given, asked=asked, moments=tuple(moments), soon=SOON, then=then)
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE
    )
    return [float(line) for line in done.stdout.split()]
