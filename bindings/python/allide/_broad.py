"""The broad phase of the drop-ins: candidate pairs of placed shapes by their boxes, as numpy arrays."""

from __future__ import annotations

from typing import Any, Callable, Iterator, List, Sequence, Tuple

import numpy
from numpy.typing import NDArray

Boxes = Tuple[NDArray[numpy.float64], NDArray[numpy.float64]]  # low and high corners, (n, 3) each
Pairs = NDArray[numpy.intp]


class BoxCache:
    """The boxes of objects that have `version`, a number that changes with their pose or shape. `boxes_of` computes
    those of a list of objects."""

    def __init__(self, boxes_of: Callable[[List[Any]], Boxes]) -> None:
        self._boxes_of = boxes_of
        self._objects: List[Any] = []
        self._versions: List[int] = []
        self._low = numpy.empty((0, 3))
        self._high = numpy.empty((0, 3))

    def of(self, objects: Sequence[Any]) -> Boxes:
        if len(objects) != len(self._objects) or any(x is not y for x, y in zip(objects, self._objects)):
            self._objects = list(objects)
            self._versions = [-1] * len(objects)
            self._low, self._high = numpy.empty((len(objects), 3)), numpy.empty((len(objects), 3))
        now = [item.version for item in objects]
        changed = [i for i, (new, old) in enumerate(zip(now, self._versions)) if new != old]
        if changed:
            self._low[changed], self._high[changed] = self._boxes_of([objects[i] for i in changed])
            self._versions = now
        return self._low, self._high


def internal_pairs(boxes: Boxes) -> Pairs:
    """(k, 2): all pairs i < j of boxes that overlap, in ascending order. Sweeps along the x axis."""
    low, high = boxes
    order = numpy.argsort(low[:, 0], kind="stable")
    starts = low[order, 0]
    ends = numpy.searchsorted(starts, high[order, 0], side="right")
    first, second = _ranges(numpy.arange(len(order)) + 1, ends)
    return _sorted(_overlapping(boxes, boxes, order[first], order[second]), ordered=True)


def pairs_between(a: Boxes, b: Boxes) -> Pairs:
    """(k, 2): all pairs (i of a, j of b) of boxes that overlap, in ascending order."""
    count = len(a[0])
    together = numpy.concatenate([a[0], b[0]]), numpy.concatenate([a[1], b[1]])
    pairs = internal_pairs(together)
    pairs = pairs[(pairs[:, 0] < count) & (pairs[:, 1] >= count)]
    return pairs - [0, count]


def _ranges(begins: Pairs, ends: Pairs) -> Tuple[Pairs, Pairs]:
    """All (i, j) with begins[i] <= j < ends[i]."""
    sizes = numpy.maximum(ends - begins, 0)
    first = numpy.repeat(numpy.arange(len(sizes)), sizes)
    offset = numpy.arange(len(first)) - numpy.repeat(numpy.cumsum(sizes) - sizes, sizes)
    return first, begins[first] + offset


def _overlapping(a: Boxes, b: Boxes, first: Pairs, second: Pairs) -> Pairs:
    for axis in (1, 2):  # the sweep has already compared the x coordinates
        low_a, high_a, low_b, high_b = a[0][:, axis], a[1][:, axis], b[0][:, axis], b[1][:, axis]
        keep = (low_a[first] <= high_b[second]) & (low_b[second] <= high_a[first])
        first, second = first[keep], second[keep]
    return numpy.stack([first, second], axis=1)


def _sorted(pairs: Pairs, ordered: bool) -> Pairs:
    if ordered:
        pairs = numpy.sort(pairs, axis=1)
    return pairs[numpy.lexsort((pairs[:, 1], pairs[:, 0]))]


def nearest_pairs(a: Boxes, b: Boxes, best: Callable[[], float], internal: bool) -> Iterator[Tuple[int, int]]:
    """Pairs that may be closer than best(), nearest boxes first within each block of rows. `best` may shrink meanwhile."""
    rows = max(1, 1_000_000 // max(1, len(b[0])))  # rows per block, which bounds the memory
    for start in range(0, len(a[0]), rows):
        low, high = a[0][start : start + rows, None], a[1][start : start + rows, None]
        outside = numpy.maximum(numpy.maximum(low - b[1], b[0] - high), 0.0)
        bounds = numpy.sqrt((outside**2).sum(axis=2)) * (1 - 1e-12)
        if internal:
            bounds[numpy.tri(*bounds.shape, k=start, dtype=bool)] = numpy.inf
        order = numpy.argsort(bounds, axis=None, kind="stable")
        for flat in order:
            i, j = divmod(int(flat), bounds.shape[1])
            if bounds[i, j] > max(best(), 0.0) or bounds[i, j] == numpy.inf:
                break
            yield start + i, j
