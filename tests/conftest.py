"""What all tests share: Hypothesis has no deadline, for a machine may be busy."""

from hypothesis import settings
from strategies import THOROUGH

settings.register_profile("quick", deadline=None, max_examples=20)
settings.register_profile("thorough", deadline=None)
settings.load_profile("thorough" if THOROUGH else "quick")
