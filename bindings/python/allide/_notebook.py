"""How models, contacts, clashes and predictions show themselves in a notebook: the page of the clash report or of the
motion, inline and without a network; a table where the page would be too large or is not built in."""

from __future__ import annotations

import html
import json
from typing import Any, Optional

from . import _core

#: Larger scenes are shown as text: the page holds a copy of every triangle.
LARGEST_PICTURE = 200_000


def _frame(page: str, height: int = 560) -> str:
    """A page in a frame of its own, so that its styles and scripts do not mix with the notebook's."""
    return (
        f'<iframe srcdoc="{html.escape(page, quote=True)}" sandbox="allow-scripts allow-downloads" '
        f'style="width: 100%; height: {height}px; border: 1px solid #ccc"></iframe>'
    )


def _table(title: str, rows: list[tuple[str, Any]]) -> str:
    cells = "".join(f"<tr><th style='text-align: left'>{html.escape(k)}</th><td>{html.escape(str(v))}</td></tr>" for k, v in rows)
    return f"<div><b>{html.escape(title)}</b><table>{cells}</table></div>"


def _can_draw(*triangles: int) -> bool:
    return _core.has_pages() and sum(triangles) <= LARGEST_PICTURE


def _page_of(scene: Any, title: str) -> str:
    return _frame(_core.clash(scene).to_html(title=title))


def model_html(model: _core.Model) -> str:
    title = f"Model of {len(model):,} triangles"
    if not _can_draw(len(model)):
        return _table(title, [("bounds", model.bounds)])
    scene = _core.Scene()
    scene.add(model, name="model")
    return _page_of(scene, title)


def contacts_html(contacts: _core.Contacts) -> str:
    title = f"{len(contacts):,} contacts" + ("" if contacts.complete else " (incomplete)")
    shown = getattr(contacts, "_shown", None)
    if shown is None or not _can_draw(len(shown[0]), len(shown[1])):
        pairs = ", ".join(f"{a}–{b}" for a, b in contacts.pairs[:10].tolist())
        return _table(title, [("triangles", pairs + (" …" if len(contacts) > 10 else ""))])
    a, b, pose_a, pose_b = shown
    scene = _core.Scene()
    scene.add(a, pose_a, name="a")
    scene.add(b, pose_b, name="b")
    return _page_of(scene, title)


def prediction_html(prediction: _core.Prediction) -> str:
    rows = [(name, getattr(prediction, name)) for name in ("outcome", "free_until", "t_lo", "t_hi", "features", "point")]
    shown = getattr(prediction, "_shown", None)
    if shown is None or not _can_draw(len(shown[0]), len(shown[1])):
        return _table("Prediction", rows)
    a, b, motion, pose_b = shown
    fields = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in rows}
    fields.update(triangle_a=prediction.triangle_a, triangle_b=prediction.triangle_b, delta=prediction.delta)
    events = [t for t in (prediction.t_lo, prediction.t_hi) if t is not None]
    title = f"Prediction: {prediction.outcome}"
    return _frame(_core.motion_page(a, motion, b, pose_b, report=json.dumps(fields), events=events, title=title))


def report_html(report: _core.ClashReport) -> str:
    totals = report.totals()
    found = [f"{count} {kind}" for kind, count in totals.kinds.items() if count]
    page: Optional[str] = None
    if _can_draw(sum(part.triangles for part in report.parts)):
        page = report.to_html()
    if page is not None:
        return _frame(page, height=720)
    return _table(
        f"{len(report.clashes):,} clashes",
        [("parts", len(report.parts)), ("kinds", ", ".join(found) or "none"), ("report", 'save("report.html") writes the page')],
    )


def install() -> None:
    """Gives the classes their displays."""
    for kind, display in (
        (_core.Model, model_html),
        (_core.Contacts, contacts_html),
        (_core.Prediction, prediction_html),
        (_core.ClashReport, report_html),
    ):
        setattr(kind, "_repr_html_", display)
