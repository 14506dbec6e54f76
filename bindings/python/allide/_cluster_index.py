"""Building an index on a cluster: tasks build indexes of some files each, and a last one joins them."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import tempfile
import typing

import allide

from . import _cluster_files as files
from . import _cluster_run, _cluster_work

Place = typing.Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class IndexJob:
    """Everything that a task needs, in words and numbers."""

    sources: tuple[str, ...]  # the files of all parts, in order: paths or URLs
    states: tuple[str, ...]  # the state of each source, which changes when the file is written again
    ends: tuple[int, ...]  # part k has the sources ends[k - 1] … ends[k] - 1
    folder: str  # the folder for the indexes of the parts
    output: str
    leaf_bytes: int
    memory_limit: int | None
    threads: int
    version: str

    def part(self, number: int) -> range:
        return range(self.ends[number - 1] if number else 0, self.ends[number])

    def number_of(self, part: int) -> str:
        """A digest of what decides about the bytes of a part."""
        facts = [[self.sources[i], self.states[i]] for i in self.part(part)]
        text = json.dumps([facts, self.leaf_bytes, self.version])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def index(scenes: typing.Sequence[Place], output: Place, *, work: Place, parts: int | None = None, leaf_bytes: int = 65536,
          memory_limit: int | None = None, address: str | None = "auto", cpus: float = 1, threads: int | None = None,
          worker_memory: int | None = None, in_flight: int | None = None, slow_after: float = 60,
          show_progress: bool = True) -> dict[str, int]:
    """Builds the index of the scene files on a Ray cluster: the bytes of Index.build(scenes, output).

    `scenes`, `output` and `work` are paths that all nodes see, or URLs of fsspec. The files are cut, in order, into `parts` groups
    of similar size (by default one per file). A task per group builds its index in `work`, and a last task joins them with all
    cores of its node. If a run is interrupted, another one keeps the parts that are there and undamaged, except those of files
    that were written since. `leaf_bytes` and `memory_limit` are those of Index.build, the other arguments those of clash().

    Returns the numbers of triangles, objects and bytes of the index."""
    sources = tuple(files.shared(scene) for scene in scenes)
    if not sources:
        raise _cluster_run.Refusal("expected at least one scene file, found none")
    for source in sources:
        if not files.exists(source):
            raise _cluster_run.Refusal(f"{source}: the file does not exist")
    sizes = tuple(files.size_of(source) for source in sources)
    states = tuple(files.state_of(source) for source in sources)
    ends = tuple(_ends(sizes, min(parts or len(sources), len(sources))))
    job = IndexJob(sources, states, ends, files.join(files.shared(work), "parts"), files.shared(output), leaf_bytes, memory_limit, threads or max(1, int(cpus)), allide.__version__)
    tasks = [_cluster_run.Task(part, sum(sizes[i] for i in job.part(part)), (job, part)) for part in range(len(job.ends))]
    ray = _cluster_run.connect(address)
    running: dict[str, typing.Any] = {"cpus": cpus, "worker_memory": worker_memory, "slow_after": slow_after}
    _cluster_run.raise_failures(_cluster_run.run_tasks(ray, build_task, tasks, noun="triangles", in_flight=in_flight,
                                                       show=show_progress, **running), "part")
    # A join may take longer than a part of the same size, so it never counts as slow.
    running["slow_after"] = float("inf")
    joined = _cluster_run.run_tasks(ray, join_task, [_cluster_run.Task(0, sum(sizes), (job,))], noun="triangles", show=False,
                                    **running)
    _cluster_run.raise_failures(joined, "join")
    return {name: joined.answers[0][name] for name in ("triangles", "objects", "bytes")}


def _ends(sizes: typing.Sequence[int], parts: int) -> list[int]:
    """Cuts the files into so many groups: one ends where the running sum passes its share of all bytes."""
    ends, sum_so_far, all_bytes = [], 0, sum(sizes)
    for number, size in enumerate(sizes):
        sum_so_far += size
        is_last = number + 1 == len(sizes)
        if is_last or (len(ends) + 1 < parts and (sum_so_far * parts >= all_bytes * (len(ends) + 1) or
                                                  len(sizes) - number - 1 < parts - len(ends))):
            ends.append(number + 1)
    return ends


# ---- Tasks

def part_name(part: int) -> str:
    return f"part-{part}.allide"


def build_task(job: IndexJob, part: int) -> dict[str, typing.Any]:
    """Builds the index of a part, unless it is there and undamaged."""
    return _cluster_work.reported(_build, job, part)


def join_task(job: IndexJob) -> dict[str, typing.Any]:
    return _cluster_work.reported(_join, job)


def _build(job: IndexJob, part: int) -> dict[str, typing.Any]:
    if job.version != allide.__version__:
        raise allide.AllideError(f"{_cluster_work.node_name()}: expected allide {job.version}, found allide {allide.__version__}")
    place = files.join(job.folder, part_name(part))
    facts = _facts_if_undamaged(job, part, place)
    if facts is None:
        with tempfile.TemporaryDirectory(dir=files.node_folder()) as scratch:
            local = pathlib.Path(scratch) / part_name(part)
            sources = [_local(job.sources[i], pathlib.Path(scratch) / str(i)) for i in job.part(part)]
            # On a shared folder the index is built in place and appears at once, complete; for an object
            # store it is built locally, then copied.
            target = local if files.is_url(place) else files.local_path(place)
            target.parent.mkdir(parents=True, exist_ok=True)
            info = allide.Index.build(sources, target, leaf_bytes=job.leaf_bytes, memory_limit=job.memory_limit,
                                      threads=job.threads)
            facts = {"job": job.number_of(part), "root_digest": f"{info.root_digest:016x}", "triangles": info.triangles,
                     "bytes": info.bytes}
            if files.is_url(place):
                files.store(local, place)
            written = pathlib.Path(scratch) / "facts"
            written.write_text(json.dumps(facts) + "\n")
            files.store(written, place + ".json")
    return {"items": facts["triangles"], "bytes": facts["bytes"]}


def _facts_if_undamaged(job: IndexJob, part: int, place: str) -> dict[str, typing.Any] | None:
    if not files.exists(place) or not files.exists(place + ".json"):
        return None
    with tempfile.TemporaryDirectory(dir=files.node_folder()) as scratch:
        copy = pathlib.Path(scratch) / "facts"
        files.fetch(place + ".json", copy)
        try:
            facts = json.loads(copy.read_text())
            if facts["job"] != job.number_of(part):
                return None
            found = allide.Index.verify(_local(place, pathlib.Path(scratch) / "part"))
        except (ValueError, KeyError, TypeError):  # AllideError is a ValueError
            return None
        return facts if f"{found.root_digest:016x}" == facts["root_digest"] else None


def _join(job: IndexJob) -> dict[str, typing.Any]:
    with contextlib.ExitStack() as stack:
        scratch = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=files.node_folder())))
        parts = [_local(files.join(job.folder, part_name(part)), scratch / part_name(part)) for part in range(len(job.ends))]
        target = scratch / "joined.allide" if files.is_url(job.output) else files.local_path(job.output)
        info = allide.Index.join(parts, target, leaf_bytes=job.leaf_bytes, memory_limit=job.memory_limit)
        if files.is_url(job.output):
            files.store(target, job.output)
    return {"items": info.triangles, "triangles": info.triangles, "objects": info.objects, "bytes": info.bytes}


def _local(place: str, folder_or_copy: pathlib.Path) -> pathlib.Path:
    """A local file; one behind a URL is copied, under its own name where the ending says what it is."""
    if not files.is_url(place):
        return files.local_path(place)
    copy = folder_or_copy
    if not copy.suffix:
        copy.mkdir(exist_ok=True)
        copy = copy / place.rsplit("/", 1)[-1]
    files.fetch(place, copy)
    return copy
