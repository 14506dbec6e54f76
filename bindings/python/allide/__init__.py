"""Exact collision detection for arbitrary polygon soups: do they touch, where, how close are they, when will they hit?

>>> import allide
>>> cube = allide.Model(allide.generate("cube"))
>>> allide.collides(cube, cube, pose_b=allide.Pose.translation([2, 0, 0]))
True
>>> allide.distance(cube, cube, pose_b=allide.Pose.translation([5, 0, 0])).value
3.0

A pose is a 4×4 or 3×4 matrix, (position, quaternion wxyz) or a Pose. Models are immutable and may be queried from any
number of threads; every query releases the GIL. Errors are AllideError, a ValueError.
"""

from . import _core
from ._core import *  # noqa: F403
from ._core import __version__
from ._types import MeshLike, PoseLike, PosesLike, Progress

__all__ = [name for name in dir(_core) if not name.startswith("_")]
__all__ += ["MeshLike", "PoseLike", "PosesLike", "Progress", "__version__"]

# People and pickle see the classes as allide.Model, not as allide._core.Model.
_classes = [value for value in vars(_core).values() if isinstance(value, type)]
for _class in _classes:
    _class.__module__ = "allide"

from . import _notebook, _repr, fcl, trimesh  # noqa: E402, F401  (fcl and trimesh: drop-ins)

_notebook.install()
_repr.install(_classes)
del _class, _classes
