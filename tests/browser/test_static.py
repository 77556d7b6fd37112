"""The page as static files: Python in Workers, which are cancelled, kept ready, and loaded once."""

from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import EASY, expect, open_puzzle, view

Visit = Callable[..., Any]
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

pytestmark = pytest.mark.site

ASK = """async ([method, params]) => {
    const { ask } = await import(new URL("static/core/transport.js", document.baseURI));
    return ask(method, params);
}"""

KEEP_WORKERS = """
    window.workers = [];
    window.Worker = class extends Worker {
        constructor(...all) { super(...all); workers.push(this); }
        terminate() { this.isEnded = true; super.terminate(); }
    };
"""
ENDED = "workers.filter(worker => worker.isEnded).length"


def ask(page: Any, method: str, **params: Any) -> Any:
    return page.evaluate(ASK, [method, params])


def test_answers_are_those_of_the_library(visit: Visit) -> None:
    page = visit()
    assert ask(page, "count", puzzle="1...............")["count"] == "72"
    made = ask(page, "make", seed=1)
    assert ask(page, "solve", puzzle=made["document"], limit=2)["count"] == 1


def test_the_first_puzzle_is_played_and_checked_before_python_is_loaded(visit: Visit) -> None:
    page = visit(block="**/python/*/pyodide*")
    expect(page.locator(".verdict")).to_contain_text("One solution")
    page.get_by_role("gridcell", name="empty").first.click()
    page.keyboard.press("1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#status")).to_contain_text("row")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="New", exact=True).click()
    page.locator("dialog .gallery").get_by_role("button", name="Samurai").click()
    expect(page.get_by_role("gridcell")).to_have_count(369)


def test_it_says_how_much_of_python_is_loaded(visit: Visit) -> None:
    page = visit(block="**/python/*/stdlib*")
    view(page, "Learn")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#python")).to_contain_text("Loading Python…")
    page.context.unroute_all()


def test_a_cancelled_call_ends_at_once_and_the_next_finds_python_ready(visit: Visit) -> None:
    page = visit()
    ask(page, "count", puzzle="1...............")
    expect_ready(page, 2)
    told = page.evaluate(
        """async puzzle => {
            const { ask } = await import(new URL("static/core/transport.js", document.baseURI));
            const { pool } = await import(new URL("static/core/python.js", document.baseURI));
            const stop = new AbortController();
            setTimeout(() => stop.abort(), 200);
            const making = ask("make", { rules: ["killer"], rating: "extreme", seconds: 60 }, { signal: stop.signal });
            const name = await making.then(() => "done", error => error.name);
            const left = pool.progress.nReady;
            const { count } = await ask("solve", { puzzle, limit: 2 });
            return { name, left, count };
        }""",
        HARD,
    )
    assert told == {"name": "AbortError", "left": 1, "count": 1}


def test_a_call_that_ignores_its_time_limit_ends_with_its_worker(visit: Visit) -> None:
    page = visit(script=KEEP_WORKERS)
    ask(page, "count", puzzle="1...............")
    expect_ready(page, 2)
    page.clock.install()
    page.evaluate(
        """async () => {
            const { ask } = await import(new URL("static/core/transport.js", document.baseURI));
            const post = Worker.prototype.postMessage;
            const sent = new Promise(resolve => {
                Worker.prototype.postMessage = function(message) {
                    post.call(this, { ...message, seconds: 1e9 });
                    resolve();
                };
            });
            const making = ask("make", { rules: ["killer"], rating: "extreme", seconds: 1e9 });
            window.ended = making.then(() => "done", error => error.code);
            await sent;
            Worker.prototype.postMessage = post;
        }"""
    )
    assert page.evaluate(ENDED) == 0
    page.clock.fast_forward(66_000)
    assert page.evaluate("ended") == "timed_out"
    assert page.evaluate(ENDED) == 1
    assert ask(page, "solve", puzzle=HARD, limit=2)["count"] == 1


def test_a_worker_with_much_memory_is_replaced(visit: Visit) -> None:
    page = visit(script=KEEP_WORKERS)
    ask(page, "count", puzzle="1...............")
    expect_ready(page, 2)
    page.evaluate(
        """() => {
            for (const worker of workers) {
                const take = worker.onmessage;
                worker.onmessage = ({ data }) => take({ data: data.event ? { ...data, memory: 5e8 } : data });
            }
        }"""
    )
    for n_ended in (1, 2, 2):  # the third call is answered by a new one
        assert ask(page, "count", puzzle="2...............")["count"] == "72"
        assert page.evaluate(ENDED) == n_ended


def expect_ready(page: Any, n: int) -> None:
    """Wait until so many Workers are ready."""
    page.evaluate(
        """async n => {
            const { pool } = await import(new URL("static/core/python.js", document.baseURI));
            while (pool.progress.nReady < n) {
                await new Promise(resolve => pool.addEventListener("progress", resolve, { once: true }));
            }
        }""",
        n,
    )


def test_memory_stays_bounded_and_no_worker_is_made_for_a_call(visit: Visit) -> None:
    page = visit()
    ask(page, "hint", puzzle=EASY)
    expect_ready(page, 2)
    n_workers = len(page.workers)
    sizes = page.evaluate(
        """async puzzle => {
            const { ask } = await import(new URL("static/core/transport.js", document.baseURI));
            const { pool } = await import(new URL("static/core/python.js", document.baseURI));
            const sizes = [];
            for (let n = 0; n < 500; ++n) {
                await ask(["hint", "solve", "rate", "draw"][n % 4], { puzzle });
                if (n % 100 === 99) sizes.push(pool.progress.memory);
            }
            return sizes;
        }""",
        EASY,
    )
    print("MB of a Worker after 100 calls each:", [size >> 20 for size in sizes])
    assert len(page.workers) == n_workers
    assert sizes[-1] <= sizes[0] + (8 << 20)


def test_hints_go_on_without_a_network(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    expect(page.locator("html[data-cached]")).to_be_attached()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("gridcell", name="given")).to_have_count(30)
    view(page, "Learn")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("button", name="Level 1 of 4")).to_be_visible()
