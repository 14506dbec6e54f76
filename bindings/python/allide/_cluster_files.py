"""Files of a cluster: local paths and fsspec's URLs, and a copy of the index per node."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import shutil
import tempfile
import typing
import uuid


def is_url(place: str) -> bool:
    """True for places that only fsspec can read, such as s3://bucket/name."""
    return "://" in place and not place.startswith("file://")


def local_path(place: str) -> pathlib.Path:
    return pathlib.Path(place.removeprefix("file://"))


def shared(place: str | os.PathLike[str] | None) -> str:
    """A place as all nodes name it; "" for none."""
    text = os.fspath(place) if place is not None else ""
    return text if not text or is_url(text) else os.path.abspath(local_path(text))


def join(folder: str, name: str) -> str:
    return folder.rstrip("/") + "/" + name


def _fsspec_of(url: str) -> tuple[typing.Any, str]:
    import fsspec  # only for URLs

    system, path = fsspec.core.url_to_fs(url)
    system.invalidate_cache()  # other processes may have changed the files since they were listed
    return system, path


def exists(place: str) -> bool:
    if not is_url(place):
        return local_path(place).exists()
    system, path = _fsspec_of(place)
    return bool(system.exists(path))


def size_of(place: str) -> int:
    """The size of a file in bytes."""
    if not is_url(place):
        return local_path(place).stat().st_size
    system, path = _fsspec_of(place)
    return int(system.size(path))


def state_of(place: str) -> str:
    """A text that changes when the file is written again: made of its size and time, or what the object store says of it."""
    if not is_url(place):
        state = local_path(place).stat()
        return f"{state.st_size} {state.st_mtime_ns}"
    system, path = _fsspec_of(place)
    return str(system.ukey(path))


def names_in(folder: str) -> list[str]:
    """The names of the files in a folder; none if it does not exist."""
    if not is_url(folder):
        path = local_path(folder)
        return sorted(entry.name for entry in path.iterdir() if entry.is_file()) if path.is_dir() else []
    system, path = _fsspec_of(folder)
    if not system.exists(path):
        return []
    return sorted(entry["name"].rsplit("/", 1)[-1] for entry in system.ls(path, detail=True) if entry["type"] == "file")


def fetch(place: str, target: pathlib.Path) -> None:
    """Copies a file to a local one, which appears completely or not at all."""
    temporary = target.with_name(f"{target.name}.{uuid.uuid4().hex}")
    try:
        if is_url(place):
            system, path = _fsspec_of(place)
            system.get_file(path, str(temporary))
        else:
            shutil.copyfile(local_path(place), temporary)
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def store(source: pathlib.Path, place: str) -> None:
    """Copies a local file to a place, where it appears completely or not at all."""
    if is_url(place):
        system, path = _fsspec_of(place)
        system.put_file(str(source), path)
        return
    target = local_path(place)
    target.parent.mkdir(parents=True, exist_ok=True)
    fetch(str(source), target)


def node_folder() -> pathlib.Path:
    """The folder of this node's copies; the environment variable ALLIDE_CLUSTER_CACHE names another one."""
    named = os.environ.get("ALLIDE_CLUSTER_CACHE")
    folder = pathlib.Path(named) if named else pathlib.Path(tempfile.gettempdir()) / f"allide-cluster-{os.getuid()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def locked(file: pathlib.Path) -> typing.Iterator[None]:
    """Keeps other processes of this node out. The lock ends with the process."""
    with open(file, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def node_copy(place: str, name: str, check: typing.Callable[[pathlib.Path], None]) -> pathlib.Path:
    """The node's copy of a file. The first process of the node copies and checks it; the others wait for that."""
    target = node_folder() / name
    if target.exists():
        return target
    with locked(target.with_name(name + ".lock")):
        if not target.exists():
            unchecked = target.with_name(name + ".unchecked")
            fetch(place, unchecked)
            try:
                check(unchecked)
                os.replace(unchecked, target)
            finally:
                unchecked.unlink(missing_ok=True)
    return target
