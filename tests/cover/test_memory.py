"""What a machine has to spare, as its files tell, and counting within it."""

import warnings
from pathlib import Path

import pytest

from farandole import Cover, GivenUpWarning, UnfinishedError, _core
from farandole.cover import portfolio
from farandole.cover.memory import UNKNOWN, MemoryLimit, spare_memory
from needs import needs

MEMINFO = "MemTotal:       24000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n"


def machine(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"proc/meminfo": MEMINFO}, 8_000_000 << 10),
        ({"proc/meminfo": "damaged"}, UNKNOWN),
        ({}, UNKNOWN),
        (
            {
                "proc/meminfo": MEMINFO,
                "proc/self/cgroup": "0::/app/job\n",
                "sys/fs/cgroup/app/memory.max": "500000000\n",
                "sys/fs/cgroup/app/memory.current": "200000000\n",
                "sys/fs/cgroup/app/memory.stat": "anon 1\ninactive_file 50000000\n",
                "sys/fs/cgroup/app/job/memory.max": "max\n",
                "sys/fs/cgroup/app/job/memory.current": "100\n",
            },
            350_000_000,
        ),
        (
            {
                "proc/meminfo": MEMINFO,
                "proc/self/cgroup": "11:pids:/x\n4:memory:/docker/abc\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": "300000000\n",  # a container sees but the top
                "sys/fs/cgroup/memory/memory.usage_in_bytes": "100000000\n",
                "sys/fs/cgroup/memory/memory.stat": "cache 7\ntotal_inactive_file 1000\n",
            },
            200_001_000,
        ),
        (
            {
                "proc/meminfo": MEMINFO,
                "proc/self/cgroup": "0::/\n",
                "sys/fs/cgroup/memory.max": "5\n",
                "sys/fs/cgroup/memory.current": "9\n",
            },
            0,
        ),
    ],
)  # fmt: skip
@needs("linux")
def test_the_least_of_what_is_told(tmp_path: Path, files: dict[str, str], expected: int) -> None:
    assert spare_memory(str(machine(tmp_path, files))) == expected


def test_this_machine_has_some() -> None:
    assert 1 << 20 < spare_memory() < 1 << 50


def test_others_take_memory_too() -> None:
    left = [1000 << 20]
    allowance = MemoryLimit(None, spare=lambda: left[0])
    assert allowance.bytes(0) == 500 << 20
    left[0] = 400 << 20  # we have taken 100, others 500
    assert allowance.bytes(100 << 20) == 250 << 20
    left[0] = 0
    assert allowance.bytes(101 << 20) == 250 << 20  # not asked again so soon
    assert MemoryLimit(7).bytes(1 << 40) == 7


def lozenges(n: int) -> Cover:
    """Tile a hexagon of n triangles a side with lozenges: two triangles each, one of either kind."""

    def corner(x: int, y: int) -> bool:
        return 0 <= x <= 2 * n and 0 <= y <= 2 * n and -n <= x - y <= n

    places = [(x, y) for x in range(2 * n) for y in range(2 * n) if corner(x, y) and corner(x + 1, y + 1)]
    lower = [place for place in places if corner(place[0] + 1, place[1])]
    upper = {place for place in places if corner(place[0], place[1] + 1)}
    return Cover(
        [("lower", place), ("upper", other)]
        for place in lower
        for other in (place, (place[0] + 1, place[1]), (place[0], place[1] - 1))
        if other in upper
    )


def plane_partitions(n: int) -> int:
    """Count them in a box of n x n x n, by MacMahon's formula: as many as such tilings."""
    above = below = 1
    for total in (i + j + k for i in range(n) for j in range(n) for k in range(n)):
        above, below = above * (total + 2), below * (total + 1)
    return above // below


def test_a_diagram_counts_what_no_search_could() -> None:
    assert plane_partitions(10) == 9265037718181937012241727284450000
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert lozenges(6).count() == plane_partitions(6) == 1478619421136


def test_a_diagram_that_is_given_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "WARN_AFTER_SECONDS", 0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("error", GivenUpWarning)
        with pytest.raises(GivenUpWarning, match="the diagram was given up because it needs more than 100000 bytes"):
            lozenges(6).count(memory=100_000)
    with pytest.raises(UnfinishedError, match="no diagram within a memory of 100000 bytes"):
        lozenges(6).zdd(memory=100_000)


def test_a_search_that_soon_ends_says_nothing_of_a_diagram() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Cover((a, b) for a in range(16) for b in range(a)).count(memory=0) == 2027025


def test_lists_of_a_search_count_as_memory() -> None:
    """The search by the fewest options lists for each level what may be taken yet: much more than its keys."""
    chain = Cover([(item,) for item in range(5000) for _ in range(2)])
    numbers = (*chain.problem.numbers, chain.problem.low, chain.problem.high)
    assert _core.ZddSearch(*numbers, first=False).run(1 << 50, 1 << 50, 30 << 20) == "full"
    assert _core.ZddSearch(*numbers, first=True).run(1 << 50, 1 << 50, 30 << 20) == "done"
    assert chain.count(memory=60 << 20) == 2**5000
    assert repr(chain.zdd()) == "<Zdd: at least 2**5000 covers, 10000 nodes>"
