"""What the tests of the package knobel share."""

import hypothesis
import pytest

import knobel

# Examples are the same in every run, and no test is judged by its time.
hypothesis.settings.register_profile(
    "knobel", deadline=None, derandomize=True, database=None, max_examples=20, print_blob=True
)
hypothesis.settings.load_profile("knobel")

KEYS = [game.key for game in knobel.games()]


@pytest.fixture(scope="session")
def yucatan():
    """Yu-C-A-Tan for one seat, solved."""
    return knobel.solve(knobel.Position("yucatan seats=1"))
