"""Texts: everything public has one, with types; every example runs."""

import doctest
import importlib
import inspect
import random
import re
import typing
from pathlib import Path

import pytest

import knobel

MODULES = ["knobel", "knobel._rules", "knobel._tables", "knobel._bots", "knobel._batches", "knobel._match"]
ENVIRONMENTS = ["knobel.pettingzoo", "knobel.openspiel"]


@pytest.mark.parametrize("name", MODULES + ENVIRONMENTS)
def test_examples(name):
    module = importlib.import_module(name)
    tried = doctest.testmod(module, extraglobs={"knobel": knobel, "random": random})
    assert tried.failed == 0 and tried.attempted > 0


def public():
    """Every public thing with its name: functions, classes and their members."""
    things = [(f"knobel.{name}", getattr(knobel, name)) for name in knobel.__all__]
    for name in ENVIRONMENTS:
        module = importlib.import_module(name)
        things += [
            (f"{name}.{key}", thing)
            for key, thing in vars(module).items()
            if not key.startswith("_") and getattr(thing, "__module__", None) == name
        ]
    for name, thing in things:
        yield name, thing
        if inspect.isclass(thing):
            fields = vars(thing).get("_fields", ())
            for key, member in vars(thing).items():
                plain = callable(member) or isinstance(member, (property, classmethod, staticmethod))
                if not key.startswith("_") and key not in fields and plain:
                    yield f"{name}.{key}", member


def test_everything_has_a_text_and_types():
    bare, untyped, seen = [], [], 0
    for name, thing in public():
        if isinstance(thing, int):
            continue
        seen += 1
        if isinstance(thing, (classmethod, staticmethod)):
            thing = thing.__func__
        if not (thing.__doc__ or "").strip() or thing.__doc__.startswith("Alias for field"):
            bare.append(name)
        if inspect.isfunction(thing):
            hints = thing.__annotations__
            if "return" not in hints and not name.endswith("__init__"):
                untyped.append(name)
            wanted = [p for p in inspect.signature(thing).parameters if p != "self" and p != "cls"]
            untyped += [f"{name}({p})" for p in wanted if p not in hints]
    assert (bare, untyped) == ([], [])
    assert seen > 100, "what was looked at"
    assert typing.get_type_hints(knobel.Shape)["still"] is int


def test_the_guide():
    """All examples of docs/python.md, one after the other."""
    guide = Path(__file__).resolve().parents[2] / "docs" / "python.md"
    blocks = re.findall(r"^```python\n(.*?)^```", guide.read_text(), re.M | re.S)
    names = {}
    for block in blocks:
        exec(compile(block, str(guide), "exec"), names)
    assert len(blocks) > 5
