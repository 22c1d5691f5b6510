"""The examples of the guide run, in their short form."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import KEYS
from test_tables import play_out

import knobel

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "python"


def run(*arguments):
    return subprocess.run(
        [sys.executable, EXAMPLES / arguments[0], *arguments[1:]],
        capture_output=True,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py") if path.name != "plain_yatzi.py"))
def test_it_runs(name):
    done = run(name, "--short")
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("key", KEYS)
def test_the_dice_of_any_log_can_be_checked(key, tmp_path):
    log = play_out(knobel.Table(f"{key} seats=2", ["A", "B"])).save()
    (tmp_path / "good").write_text(log)
    assert "follow from the secret" in run("check_dice.py", tmp_path / "good").stdout
    (tmp_path / "bad").write_text(log.replace("seal ", "seal 00", 1))
    assert run("check_dice.py", tmp_path / "bad").returncode != 0
