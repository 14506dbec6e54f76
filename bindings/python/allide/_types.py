"""Types of arguments, for type checkers and for people."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Protocol, Sequence, Tuple, Union

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._core import ClashScene, Index, Mesh, Model, Pose, Scene


class HasVerticesAndFaces(Protocol):
    """An object of another library: trimesh.Trimesh, or anything with these two arrays."""

    @property
    def vertices(self) -> Any: ...

    @property
    def faces(self) -> Any: ...


class ProgressBar(Protocol):
    """A tqdm bar, or anything that counts the same way."""

    total: Any

    def update(self, n: int) -> Any: ...


#: A Pose, a 4×4 or 3×4 matrix, or (position, quaternion wxyz).
PoseLike = Union["Pose", "NDArray[Any]", Tuple["ArrayLike", "ArrayLike"], Sequence[Sequence[float]]]
#: An array (k, 4, 4) or (k, 3, 4), a pair (positions (k, 3), quaternions (k, 4)), or a sequence of poses.
PosesLike = Union["NDArray[Any]", Tuple["NDArray[Any]", "NDArray[Any]"], Sequence[PoseLike]]
#: A Mesh, a Model, a file's name, vertices, or an object of trimesh, open3d or meshio.
MeshLike = Union["Mesh", "Model", str, "os.PathLike[str]", HasVerticesAndFaces, "ArrayLike", Any]
#: A function of (done, all) that may return False to stop, a tqdm bar, True (a new tqdm bar), or None.
Progress = Union[Callable[[int, int], Any], ProgressBar, bool, None]
#: What clash() reads: files, an index, a scene, or a mesh with parts.
ClashSource = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]], "Index", "Scene", "ClashScene", MeshLike]
#: An obstacle of a robot: a file (each part is an obstacle), a model or mesh, or (model, pose).
RobotObstacle = Union[MeshLike, Tuple[MeshLike, PoseLike]]
#: The surroundings of a robot: an obstacle, several, or a dictionary from their names.
RobotScene = Union[RobotObstacle, Sequence[RobotObstacle], Dict[str, RobotObstacle]]
