"""Modules that the docs showed to programs are found by their older names too, with one warning each."""
from __future__ import annotations

import importlib
import warnings

import pytest

from heddle import errors


@pytest.mark.parametrize(("old", "home", "name"), [
    ("heddle.allocator", "heddle.device.allocator", "Allocator"), ("heddle.compiled", "heddle.device.interface", "Compiled"),
    ("heddle.uop.show", "heddle.uop.printer", "show_graph"), ("heddle.uop.interpret", "heddle.uop.interpreter.ops", "fold"),
])
def test_older_names_give_what_moved(old: str, home: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "_warned", set())
    module = importlib.import_module(old)
    with pytest.warns(errors.OldSpellingWarning, match=f"{old} is {home} now"):
        assert getattr(module, name) is getattr(importlib.import_module(home), name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        getattr(module, name)  # said once
    with pytest.raises(AttributeError, match="nothing_of_that"): module.nothing_of_that


def test_a_renderer_answers_to_the_older_names_of_its_capabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "_warned", set())
    renderer = importlib.import_module("heddle.renderer")
    with pytest.warns(errors.OldSpellingWarning, match="heddle.renderer.Capabilities now"):
        assert renderer.Limits is renderer.Capabilities
    made = renderer.Renderer("toy", renderer.Capabilities(vector=32))
    with pytest.warns(errors.OldSpellingWarning, match="Renderer.capabilities now"): assert made.limits is made.capabilities
