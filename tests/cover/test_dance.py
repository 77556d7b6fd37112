"""What the dance tells: every step has its counterpart, and pictures can follow each node."""

from collections import Counter

from hypothesis import given
from strategies import covers, examples

from farandole import Cover, dance

PAIRS = {"cover": "uncover", "commit": "release", "hide": "show"}


@examples(200)
@given(covers(multiplicities=True))
def test_each_step_is_undone(cover: Cover) -> None:
    open_steps: Counter[tuple[str, object]] = Counter()
    for event in dance(cover, every_node=True):
        if event.kind in PAIRS:
            open_steps[event.kind, event.what] += 1
        for done, undone in PAIRS.items():
            if event.kind == undone:
                open_steps[done, event.what] -= 1
                assert open_steps[done, event.what] >= 0
    assert not any(open_steps.values())


@examples(200)
@given(covers(multiplicities=True))
def test_sizes_are_those_of_the_nodes_that_are_not_hidden(cover: Cover) -> None:
    sizes: Counter[object] | None = None
    for event in dance(cover, every_node=True):
        if event.kind == "sizes":
            if sizes is None:
                sizes = Counter(event.what)
            assert all(sizes[item] == size for item, size in event.what.items())
        elif event.kind in ("hide", "show") and sizes is not None:
            sizes[event.what[1]] += 1 if event.kind == "show" else -1


def test_a_dead_end_is_told() -> None:
    assert [event.what for event in dance(Cover(["ab", "ac", "bc"])) if event.kind == "dead end"] == ["c", "b"]


def test_an_item_that_stays_open_is_committed() -> None:
    cover = Cover(["a", "a", "a"], multiplicities={"a": 2})
    assert [event.kind for event in dance(cover) if event.kind in ("commit", "cover")][:2] == ["commit", "cover"]


def test_thousands_of_levels() -> None:
    found = [event for event in dance(Cover([[n] for n in range(3000)])) if event.kind == "solution"]
    assert len(found) == 1
    assert found[0].level == 3000
