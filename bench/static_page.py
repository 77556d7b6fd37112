"""Measure the page without a server in Chromium: ``python bench/static_page.py build/site``.

It prints what a first visit loads, when the page is painted and Python is ready, how long calls take, and how much
memory a Worker has after 500 calls. Python's own server of files serves it, so nothing is compressed on the way.
CPU time is that of all processes of the browser, which counts more than the time by the clock on a busy machine.
``--starts`` only starts Python, five times from the cache.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections import Counter
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

READY = """async () => {
    const { ask } = await import(new URL("static/core/transport.js", document.baseURI));
    await ask("count", { puzzle: "1..............." });
    return performance.now();
}"""
CALLS = """async () => {
    const { ask } = await import(new URL("static/core/transport.js", document.baseURI));
    const { pool } = await import(new URL("static/core/python.js", document.baseURI));
    const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const told = {};
    const timed = async (name, method, params) => {
        const times = [];
        for (let n = 0; n < 10; ++n) {
            const begin = performance.now();
            await ask(method, params);
            times.push(performance.now() - begin);
        }
        told[name] = `first ${times[0].toFixed(1)} ms, best ${Math.min(...times).toFixed(1)} ms`;
    };
    await timed("solve", "solve", { puzzle });
    await timed("hint", "hint", { puzzle });
    await timed("rate", "rate", { puzzle });
    await timed("make", "make", { seed: 1 });
    const sizes = [];
    for (let n = 1; n <= 500; ++n) {
        await ask(["hint", "solve", "rate", "draw"][n % 4], { puzzle });
        if (n % 125 === 0) sizes.push(pool.progress.memory >> 20);
    }
    told.memory = `${sizes.join(", ")} MB after 125, 250, 375 and 500 calls`;
    return told;
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and counts their bytes."""

    sent: ClassVar[Counter[str]] = Counter()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        self.sent[self.path] += len(content := source.read())
        outputfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def main(folder: str, *options: str) -> None:
    """Visit the page twice, and more often if only the start is measured."""
    from playwright.sync_api import sync_playwright

    starts_only = "--starts" in options
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder)) as server, sync_playwright() as play:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        for visit in range(1, 7 if starts_only else 3):
            Handler.sent.clear()
            used = cpu_seconds()
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.wait_for_selector("#grid [role=gridcell]")
            board, board_used = page.evaluate("performance.now()"), cpu_seconds() - used
            ready, ready_used = page.evaluate(READY), cpu_seconds() - used
            print(f"visit {visit}: board after {board:.0f} ms, {board_used:.2f} s of CPU; ", end="")
            print(f"Python ready after {ready:.0f} ms, {ready_used:.2f} s of CPU")
            told = {} if starts_only else page.evaluate(CALLS)
            page.wait_for_selector("html[data-cached]", state="attached")
            print(f"  {sum(Handler.sent.values()) / 1e6:.2f} MB in {len(Handler.sent)} files")
            print(f"  painted after {page.evaluate(PAINT):.0f} ms")
            for name, text in told.items():
                print(f"  {name}: {text}")
            page.close()
        browser.close()
        server.shutdown()


def cpu_seconds() -> float:
    """Return the CPU time of the browser so far, which is that of all processes begun by this one."""
    parents, ticks = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            parents[int(file.parent.name)] = int(fields[1])
            ticks[int(file.parent.name)] = sum(map(int, fields[11:15]))  # its own, and that of children that ended
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks[pid] for pid in family - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(*sys.argv[1:])
