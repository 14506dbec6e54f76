"""What a task of a cluster does, on any node. Nothing here needs Ray."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import resource
import socket
import tempfile
import time
import typing

import allide

from . import _cluster_files as files

BAD_INPUT, INTERNAL_FAILURE = 2, 3


@dataclasses.dataclass(frozen=True)
class ClashJob:
    """Everything that a unit needs, in words and numbers."""

    plan: str  # a path or URL
    plan_id: int
    version: str
    index: str  # a path or URL
    index_digest: int
    results: str  # a folder: a path or URL
    copy_index: bool = False  # copy the index to the node even if it is a path
    memory_limit: int = 1 << 29
    threads: int = 1


_open_plans: dict[ClashJob, allide.ClashPlan] = {}  # plans that this process has opened, by job


def expect_index(file: pathlib.Path, digest: int) -> None:
    """Raises an AllideError unless the file is this index, with no byte changed."""
    found = allide.Index.verify(file).root_digest
    if found != digest:
        raise allide.AllideError(f"{file}: expected an index with digest {digest:016x}, found {found:016x}")


def index_on_node(job: ClashJob) -> pathlib.Path:
    if not files.is_url(job.index) and not job.copy_index:
        return files.local_path(job.index)
    return files.node_copy(job.index, f"{job.index_digest:016x}.allide", lambda file: expect_index(file, job.index_digest))


def open_plan(job: ClashJob) -> allide.ClashPlan:
    """The plan, which stays open in this process with the index's cache of pages."""
    plan = _open_plans.get(job)
    if plan is None:
        if job.version != allide.__version__:
            raise allide.AllideError(f"{node_name()}: expected allide {job.version}, found allide {allide.__version__}")
        file = files.local_path(job.plan)
        if files.is_url(job.plan):
            file = files.node_copy(job.plan, f"{job.plan_id:016x}.plan", lambda copy: expect_plan(allide.ClashPlan(copy), job))
        plan = allide.ClashPlan(file, index_on_node(job), job.memory_limit)
        expect_plan(plan, job)
        _open_plans.clear()
        _open_plans[job] = plan
    return plan


def expect_plan(plan: allide.ClashPlan, job: ClashJob) -> None:
    if plan.info.id != job.plan_id:
        raise allide.AllideError(f"{job.plan}: expected plan {job.plan_id:016x}, found plan {plan.info.id:016x}")


def run_unit(job: ClashJob, unit: int) -> dict[str, typing.Any]:
    plan = open_plan(job)
    if not files.is_url(job.results):
        done = plan.run(unit, files.local_path(job.results), threads=job.threads)
    else:
        with tempfile.TemporaryDirectory(dir=files.node_folder()) as scratch:
            done = plan.run(unit, scratch, threads=job.threads)
            files.store(pathlib.Path(done.file), files.join(job.results, plan.file_name(unit)))
    return {"pairs": done.pairs, "clashes": done.clashes, "bytes": done.bytes}


def node_name() -> str:
    return socket.gethostname()


def reported(work: typing.Callable[..., dict[str, typing.Any]], *arguments: typing.Any) -> dict[str, typing.Any]:
    """The answer of `work`, or its failure as a code and a text: failures of this kind come again when work is repeated."""
    start, processor = time.monotonic(), time.process_time()
    try:
        answer = work(*arguments)
    except (allide.AllideError, OSError) as error:
        answer = {"code": BAD_INPUT, "error": str(error)}
    except MemoryError as error:
        answer = {"code": INTERNAL_FAILURE, "error": f"out of memory: {error}"}
    except Exception as error:  # an unexpected exception, which is a defect of allide
        answer = {"code": INTERNAL_FAILURE, "error": f"{type(error).__name__}: {error}"}
    answer["seconds"] = time.monotonic() - start
    answer["processor_seconds"] = time.process_time() - processor
    answer["node"] = node_name()
    answer["process"] = os.getpid()
    answer["peak_memory"] = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return answer


def clash_unit(job: ClashJob, unit: int) -> dict[str, typing.Any]:
    """Runs one unit and writes its result. Returns numbers only; the result does not pass through Ray."""
    return reported(run_unit, job, unit)
