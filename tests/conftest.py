"""What all tests share: Hypothesis has no deadline because a machine may be busy; what a test needs may be absent."""

import pytest
from hypothesis import settings
from strategies import THOROUGH

from needs import skip_as_one

settings.register_profile("quick", deadline=None, max_examples=20)
settings.register_profile("thorough", deadline=None)
settings.load_profile("thorough" if THOROUGH else "quick")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(name, ...): what the test needs beside the packages of `make test`")


@pytest.hookimpl(trylast=True)  # after -m and -k have taken their choice
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if left_out := skip_as_one(items):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
