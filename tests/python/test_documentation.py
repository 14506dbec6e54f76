"""Docstrings run, and every public name has one."""

import doctest
import inspect

import numpy
import pytest

import allide


def documented():
    for name in allide.__all__:
        value = getattr(allide, name)
        if getattr(value, "__doc__", None) and (inspect.isclass(value) or callable(value)):
            yield name, value.__doc__
        if inspect.isclass(value):
            for member, method in vars(value).items():
                if not member.startswith("_") and getattr(method, "__doc__", None):
                    yield f"{name}.{member}", method.__doc__


@pytest.mark.parametrize("name, text", [(n, t) for n, t in documented() if ">>>" in t])
def test_examples_of_docstrings(name, text):
    example = doctest.DocTestParser().get_doctest(text, {"allide": allide, "numpy": numpy}, name, None, 0)
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed


@pytest.mark.parametrize("module", [allide, allide.fcl, allide.trimesh])
def test_docstrings_of_modules(module):
    example = doctest.DocTestParser().get_doctest(module.__doc__, {}, module.__name__, None, 0)
    assert example.examples and not doctest.DocTestRunner().run(example).failed


def test_every_verb_and_class_is_documented():
    public = [name for name in allide.__all__ if hasattr(allide._core, name)]
    missing = [name for name in public if not (getattr(allide, name).__doc__ or "").strip()]
    assert not missing
