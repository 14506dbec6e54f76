"""What a notebook shows: the page of the report or of the motion, inline, offline; and a notebook that runs."""

import html
import pathlib
import pickle
import re

import nbformat
import pytest
from nbclient import NotebookClient

import allide
import allide._notebook

EXAMPLES = pathlib.Path(__file__).parents[2] / "bindings" / "python" / "examples"


@pytest.fixture(scope="module")
def torus():
    return allide.Model(allide.generate("torus", triangles=300))


def assembly(torus):
    """Two links of a chain that touch."""
    scene = allide.Scene()
    scene.add(torus, name="one")
    scene.add(torus, allide.Pose.translation([1, 0.1, 0]), name="two")
    return scene


def page_in(shown):
    (page,) = re.findall(r'<iframe srcdoc="([^"]*)"', shown)
    return html.unescape(page)


def is_offline(page):
    """No element loads anything; addresses in texts and in XML namespaces are no requests."""
    return not re.findall(r"""<(?:script|link|img)[^>]*(?:src|href)=["']?https?:""", page)


def test_objects_show_the_page(torus):
    beside = allide.Pose.translation([1, 0.1, 0])
    answers = [
        torus,
        allide.contacts(torus, torus, pose_b=beside),
        allide.predict(torus, torus, allide.Motion.linear([4, 0, 0]), pose_a=allide.Pose.translation([-4, 0, 0])),
        allide.clash(assembly(torus)),
    ]
    assert allide.has_pages()
    for answer in answers:
        page = page_in(answer._repr_html_())
        assert page.lower().startswith("<!doctype html>") and is_offline(page)
    assert f"{len(answers[1])} contacts" in page_in(answers[1]._repr_html_())
    assert "Prediction: impact" in page_in(answers[2]._repr_html_())


def test_large_models_and_answers_without_models_are_tables(torus, monkeypatch):
    beside = allide.Pose.translation([1, 0.1, 0])
    contacts = allide.contacts(torus, torus, pose_b=beside)
    assert "<table>" in pickle.loads(pickle.dumps(contacts))._repr_html_()
    soft = allide.DeformableModel(torus.mesh)
    assert "<table>" in allide.contacts(soft, torus, pose_b=beside)._repr_html_()
    monkeypatch.setattr(allide._notebook, "LARGEST_PICTURE", 100)
    prediction = allide.predict(torus, torus, allide.Motion.linear([4, 0, 0]), pose_a=allide.Pose.translation([-4, 0, 0]))
    report = allide.clash(assembly(torus))
    for answer in (torus, contacts, prediction, report):
        assert "<table>" in answer._repr_html_() and "<iframe" not in answer._repr_html_()
    assert "free_until" in prediction._repr_html_()


def test_the_notebook_runs(tmp_path):
    notebook = nbformat.read(EXAMPLES / "clashes_of_an_assembly.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are stored without outputs"
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    pages = [
        page_in(output["data"]["text/html"])
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "text/html" in output.get("data", {})
    ]
    assert len(pages) == 4 and all(map(is_offline, pages))
