"""Meshes of other libraries, recognised by their attributes: none of the libraries has to be installed."""

from __future__ import annotations

import os
from typing import Any, Iterator

import numpy

from ._core import AllideError, Mesh, load_mesh


def mesh_from(source: Any) -> Mesh:
    """The Mesh of a file's name, or of an object of trimesh, open3d or meshio."""
    if isinstance(source, (str, os.PathLike)):
        return load_mesh(source)
    if hasattr(source, "geometry") and hasattr(source, "graph"):
        return _from_scene(source)
    for vertices, faces in (("vertices", "faces"), ("vertices", "triangles")):  # trimesh; open3d
        if hasattr(source, vertices) and hasattr(source, faces):
            return Mesh(numpy.asarray(getattr(source, vertices)), numpy.asarray(getattr(source, faces)))
    if hasattr(source, "vertex") and hasattr(source, "triangle"):  # open3d.t
        return Mesh(_numpy(source.vertex["positions"]), _numpy(source.triangle["indices"]))
    if hasattr(source, "points") and hasattr(source, "cells"):
        return _from_meshio(source)
    raise AllideError(
        "expected vertices and triangles, a Mesh, a file's name, or an object with vertices and faces, "
        f"found an object of type {type(source).__name__}"
    )


def _numpy(tensor: Any) -> Any:
    return tensor.numpy() if hasattr(tensor, "numpy") else numpy.asarray(tensor)


def _from_meshio(source: Any) -> Mesh:
    """Triangles, and quadrilaterals as two triangles each; other cells are refused rather than dropped."""
    triangles = []
    for block in source.cells:
        kind, data = (block.type, block.data) if hasattr(block, "type") else block
        data = numpy.asarray(data)
        if kind == "triangle":
            triangles.append(data)
        elif kind == "quad":
            triangles.append(data[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3))
        elif kind not in ("vertex", "line"):  # points and curves have no surface
            raise AllideError(f"expected cells of type triangle or quad, found {kind}")
    points = numpy.asarray(source.points, dtype=numpy.float64)
    if points.ndim == 2 and points.shape[1] == 2:
        points = numpy.column_stack([points, numpy.zeros(len(points))])
    return Mesh(points, numpy.concatenate(triangles) if triangles else numpy.empty((0, 3), numpy.uint32))


def scene_parts(scene: Any) -> Iterator[tuple[str, Any, Any]]:
    """(node, 4×4 matrix, geometry) of every node of a trimesh.Scene that has triangles."""
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        geometry = scene.geometry[name]
        if hasattr(geometry, "faces"):
            yield str(node), numpy.asarray(matrix, dtype=numpy.float64), geometry


def _from_scene(scene: Any) -> Mesh:
    """One part per node. The matrices, which may scale, are applied in double."""
    vertices, triangles, part_of, names = [], [], [], []
    count = 0
    for node, matrix, geometry in scene_parts(scene):
        corners = numpy.asarray(geometry.vertices, dtype=numpy.float64)
        faces = numpy.asarray(geometry.faces, dtype=numpy.int64)
        if not numpy.array_equal(matrix, numpy.eye(4)):
            corners = corners @ matrix[:3, :3].T + matrix[:3, 3]
        vertices.append(corners)
        triangles.append(faces + count)
        part_of.append(numpy.full(len(faces), len(names), dtype=numpy.uint32))
        names.append(node)
        count += len(corners)
    if not names:
        return Mesh()
    return Mesh(
        numpy.concatenate(vertices), numpy.concatenate(triangles), part_names=names, part_of=numpy.concatenate(part_of)
    )
