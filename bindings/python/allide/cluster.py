"""Clash reports on many machines, on Ray (docs/cluster.md). Needs `pip install allide[ray]`.

    python -m allide.cluster index hall-*.glb --work /shared/parts -o /shared/plant.allide --address auto
    python -m allide.cluster clash plant.allide --clearance 0.05 --work s3://bucket/run -o report.html --address auto

The plan and the results of its units are files in a folder or an object store; Ray only decides which machine runs
which unit. So whatever is lost, the workers, the nodes or this driver: what was written stays, and `resume` goes on.

>>> import allide.cluster
>>> allide.cluster.ClusterError(2, "unit 3: damaged").code
2
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import sys
import tempfile
import typing

import allide

from . import _cluster_files as files
from . import _cluster_run, _cluster_sweep, _cluster_work

from ._cluster_index import index
from ._cluster_run import ClusterError, Refusal

__all__ = ["ClusterError", "clash", "index", "predict", "sweep", "write_coverage", "write_parquet"]

Place = typing.Union[str, "os.PathLike[str]"]
PlacedPart = typing.Tuple[Place, typing.Any]  # a file and its pose


def clash(index: Place, outputs: typing.Sequence[Place] = (), *, work: Place, address: str | None = "auto",
          resume: bool = False, cpus: float = 1, threads: int | None = None, memory_limit: int = 1 << 29,
          worker_memory: int | None = None, copy_index: bool = False, in_flight: int | None = None, slow_after: float = 60,
          show_progress: bool = True, run_unit: typing.Callable[..., dict[str, typing.Any]] = _cluster_work.clash_unit,
          **options: typing.Any) -> allide.ClashReport:
    """The report of allide.clash(), made on a Ray cluster.

    `index` and `work` are paths that all nodes see, or URLs of fsspec. `work` gets the plan and the units' results; if
    they are there already, only missing units are run. With `resume` the plan must be there, and its options apply.
    `outputs` are names that end in .html, .json, .csv, .bcf or .parquet. The other options are those of
    plan_clashes(). Each unit takes `cpus` of Ray's CPUs and as many threads. An index behind a URL is copied once per
    node; with `copy_index` that applies to a path, too. A unit that runs for more than `slow_after` seconds and four
    times as long as others of its cost is started again on another worker; the first answer counts.

    A unit runs in a child process of Ray's worker, whose caches take `memory_limit` bytes, and which cannot get more
    than `worker_memory` bytes of memory (by default there is no limit). If the worker or its node is lost, or the child
    is killed, the unit is run again, as often as necessary. Units that end with bad input or an internal failure, or
    whose process crashes three times, raise a ClusterError after all others have been run."""
    if not all(pathlib.PurePath(output).suffix == ".parquet" or allide.ClashReport.can_save(output) for output in outputs):
        raise Refusal("expected outputs that end in .html, .json, .csv, .bcf or .parquet")
    source, folder = os.fspath(index), os.fspath(work)
    if not files.is_url(folder):
        folder = os.path.abspath(files.local_path(folder))
    with contextlib.ExitStack() as stack:
        scratch = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=files.node_folder())))
        local_index = _local_index(source)
        plan_file = _plan(local_index, source, folder, scratch, resume, options)
        plan = allide.ClashPlan(plan_file, local_index, memory_limit)
        info = plan.info
        results = files.join(folder, "results")
        states = plan.check(_fetched_results(results, scratch, plan))
        todo = sorted([*states.missing, *states.damaged])
        if todo:
            job = _cluster_work.ClashJob(
                plan=files.join(folder, "plan"), plan_id=info.id, version=info.version,
                index=source if files.is_url(source) else os.path.abspath(files.local_path(source)),
                index_digest=info.index_digest, results=results, copy_index=copy_index, memory_limit=memory_limit,
                threads=threads or max(1, int(cpus)))
            units = info.units
            tasks = [_cluster_run.Task(unit, units[unit].cost, (job, unit)) for unit in todo]
            outcome = _cluster_run.run_tasks(_cluster_run.connect(address), run_unit, tasks, cpus=cpus, worker_memory=worker_memory,
                                             in_flight=in_flight, slow_after=slow_after, noun="pairs", show=show_progress)
            _cluster_run.raise_failures(outcome)
        merged_folder = _fetched_results(results, scratch, plan)
        report = plan.merge(merged_folder, [output for output in outputs if pathlib.PurePath(output).suffix != ".parquet"])
        for output in outputs:
            if pathlib.PurePath(output).suffix == ".parquet":
                write_parquet(report, output)
        return report


def _local_index(source: str) -> pathlib.Path:
    """The index on this machine; one behind a URL is copied to this node, as on the other nodes."""
    if not files.is_url(source):
        return files.local_path(source)
    name = f"driver-{hashlib.blake2b(source.encode(), digest_size=8).hexdigest()}.allide"
    copy = files.node_folder() / name
    copy.unlink(missing_ok=True)  # removes an old copy, since the index at the URL may have changed
    return files.node_copy(source, name, lambda file: expect_undamaged(file))


def expect_undamaged(file: pathlib.Path) -> None:
    allide.Index.verify(file)


def _plan(local_index: pathlib.Path, source: str, folder: str, scratch: pathlib.Path, resume: bool,
          options: dict[str, typing.Any]) -> pathlib.Path:
    """Makes the plan, or takes the one that is there. Returns it as a local file."""
    place, local = files.join(folder, "plan"), scratch / "plan"
    is_there = files.exists(place)
    if resume:
        if options:
            raise Refusal(f"resume: the options are those of the plan, found {', '.join(sorted(options))}")
        if not is_there:
            raise Refusal(f"{place}: expected the plan of an earlier run")
        files.fetch(place, local)
        return local
    if files.is_url(source):
        options = {"index_name": source.rsplit("/", 1)[-1], **options}
    made = allide.plan_clashes(local_index, local, **options)
    if is_there:
        before = scratch / "plan.before"
        files.fetch(place, before)
        found = allide.ClashPlan(before).info.id
        if found != made.id:
            raise Refusal(f"{place}: expected no plan or plan {made.id:016x}, found plan {found:016x} of another index or "
                           "other options; resume it, or name another folder")
    else:
        files.store(local, place)
    return local


def _fetched_results(results: str, scratch: pathlib.Path, plan: allide.ClashPlan) -> pathlib.Path:
    """The results as local files."""
    if not files.is_url(results):
        return files.local_path(results)
    folder = scratch / "results"
    folder.mkdir(exist_ok=True)
    known = {plan.file_name(unit) for unit in range(len(plan.info.units))}
    for name in files.names_in(results):
        if name in known or name.endswith(".clashes"):
            files.fetch(files.join(results, name), folder / name)
    return folder


# ---- Sweeps and predictions

def sweep(scene: Place | typing.Sequence[PlacedPart] | None, body: Place, poses: Place, output: Place, *, work: Place,
          srdf: Place | None = None, clearance: float = 0.0, chunk: int = 100_000, **running: typing.Any) -> int:
    """Which of many poses of a body, or configurations of a robot, touch the scene? Returns their number.

    `scene` is an index, a file of meshes or a list of (file, pose), whose files are meshes or shapes (or None for a robot alone);
    a .json file of the same list has objects with the fields "file" and "pose". `body` is a file of meshes, against such a list
    also of a shape, or a robot (.urdf). A doubtful contact of a curved shape counts as contact. `poses` is a
    .npy or .parquet file with one row per pose: 4×4, 3×4, 12 or 16 numbers, or position and quaternion wxyz; for a robot
    the values of its joints. Workers read it a chunk at a time, so it may have 10⁹ rows. `output` gets a bit per row: a .npy file
    of numpy.packbits, or a .parquet file with a column "hit". `work` and the other arguments are those of clash()."""
    if chunk < 8 or chunk % 8:
        raise Refusal(f"chunk: expected a multiple of 8, found {chunk}")
    _expect_ending(output, (".npy", ".parquet"))
    place = files.shared(poses)
    rows = _cluster_sweep.Rows(place)
    job = _chunk_job("sweep", scene, body, srdf, place, clearance, work, rows.shape)
    ranges = [(begin, min(begin + chunk, len(rows)), begin) for begin in range(0, len(rows), chunk)]
    _run_chunks(job, ranges, noun="poses", **running)
    return _join_bits(job, ranges, len(rows), pathlib.Path(output))


def predict(scene: Place, body: Place, motions: Place, output: Place, *, work: Place, clearance: float = 0.0,
            chunk: int = 1000, **running: typing.Any) -> int:
    """When does the body first touch the scene, for each of many motions? Returns the number of motions that are not clear.

    `motions` has one motion in JSON per line, as in the files of `allide predict --motion`. `output` gets a row per motion, with its
    number from 0 and the fields of the prediction: a .jsonl or .parquet file. The rest is as for sweep()."""
    _expect_ending(output, (".jsonl", ".parquet"))
    place = files.shared(motions)
    ranges, first = [], 0
    with _cluster_sweep.open_place(place) as file:
        while True:
            begin, count = file.tell(), 0
            while count < chunk and (line := file.readline()):
                count += bool(line.strip())
            if file.tell() == begin:
                break
            ranges.append((begin, file.tell(), first))
            first += count
    job = _chunk_job("predict", scene, body, None, place, clearance, work, (first, ranges[-1][1] if ranges else 0))
    _run_chunks(job, ranges, noun="motions", **running)
    return _join_predictions(job, ranges, pathlib.Path(output))


def _expect_ending(output: Place, endings: tuple[str, ...]) -> None:
    if pathlib.PurePath(output).suffix not in endings:
        raise Refusal(f"{output}: expected a name that ends in {' or '.join(endings)}")


def _chunk_job(kind: str, scene: Place | typing.Sequence[PlacedPart] | None, body: Place, srdf: Place | None, questions: str,
               clearance: float, work: Place, shape: tuple[int, ...]) -> _cluster_sweep.ChunkJob:
    """The job; `work` keeps its number, so that another job is not mixed with it."""
    parts = _cluster_sweep.placed_files(scene) if kind == "sweep" else ()
    places = ("" if parts else files.shared(typing.cast("Place | None", scene)), files.shared(body), files.shared(srdf))
    results = files.join(files.shared(work), "results")
    job = _cluster_sweep.numbered(_cluster_sweep.ChunkJob(
        kind, *places, questions=questions, clearance=clearance, results=results, version=allide.__version__, parts=parts,
        digests=tuple(_cluster_sweep.digest_of_file(place) for place in places)), shape)
    place = files.join(files.shared(work), "job")
    with tempfile.TemporaryDirectory(dir=files.node_folder()) as scratch:
        local = pathlib.Path(scratch) / "job"
        if files.exists(place):
            files.fetch(place, local)
            if (found := local.read_text().strip()) != job.number:
                raise Refusal(f"{place}: expected no job or job {job.number}, found job {found}; name another folder")
        else:
            local.write_text(job.number + "\n")
            files.store(local, place)
    return job


def _run_chunks(job: _cluster_sweep.ChunkJob, ranges: list[tuple[int, int, int]], *, noun: str, address: str | None = "auto",
                cpus: float = 1, worker_memory: int | None = None, in_flight: int | None = None, slow_after: float = 60,
                show_progress: bool = True,
                run_chunk: typing.Callable[..., dict[str, typing.Any]] = _cluster_sweep.chunk_task) -> None:
    """Runs the chunks that have no undamaged answers as yet."""
    job = dataclasses.replace(job, threads=max(1, int(cpus)))
    there = set(files.names_in(job.results))
    tasks = []
    for number, (begin, end, first) in enumerate(ranges):
        if _cluster_sweep.result_name(number) in there:
            try:
                _cluster_sweep.read_answers(job, number, begin, end)
                continue
            except _cluster_sweep.Damaged:
                pass
        tasks.append(_cluster_run.Task(number, end - begin, (job, number, begin, end, first)))
    if tasks:
        _cluster_run.raise_failures(_cluster_run.run_tasks(_cluster_run.connect(address), run_chunk, tasks, cpus=cpus,
                                                            worker_memory=worker_memory, in_flight=in_flight, slow_after=slow_after,
                                                            noun=noun, show=show_progress), "chunk")


def _answers(job: _cluster_sweep.ChunkJob, ranges: list[tuple[int, int, int]]) -> typing.Iterator[tuple[dict[str, typing.Any], bytes]]:
    for number, (begin, end, _) in enumerate(ranges):
        try:
            yield _cluster_sweep.read_answers(job, number, begin, end)
        except (_cluster_sweep.Damaged, FileNotFoundError) as error:
            raise Refusal(str(error)) from error


def _join_bits(job: _cluster_sweep.ChunkJob, ranges: list[tuple[int, int, int]], count: int, output: pathlib.Path) -> int:
    """Writes the bits of all chunks, one chunk in memory at a time."""
    import numpy
    temporary = output.with_name(output.name + ".part")
    found = 0
    try:
        with contextlib.ExitStack() as stack:
            if output.suffix == ".npy":
                file = stack.enter_context(open(temporary, "wb"))
                numpy.lib.format.write_array_header_1_0(
                    file, {"descr": "|u1", "fortran_order": False, "shape": ((count + 7) // 8,)})
                write: typing.Callable[[typing.Any, bytes], typing.Any] = lambda hits, answers: file.write(answers)  # noqa: E731
            else:
                import pyarrow
                import pyarrow.parquet
                schema = pyarrow.schema([("hit", pyarrow.bool_())])
                table = stack.enter_context(pyarrow.parquet.ParquetWriter(temporary, schema))
                write = lambda hits, answers: table.write_table(pyarrow.table({"hit": hits}, schema=schema))  # noqa: E731
            for head, answers in _answers(job, ranges):
                hits = numpy.unpackbits(numpy.frombuffer(answers, numpy.uint8), count=head["items"]).astype(bool)
                found += int(hits.sum())
                write(hits, answers)
        os.replace(temporary, output)
    finally:
        temporary.unlink(missing_ok=True)
    return found


def _join_predictions(job: _cluster_sweep.ChunkJob, ranges: list[tuple[int, int, int]], output: pathlib.Path) -> int:
    temporary = output.with_name(output.name + ".part")
    found = 0
    try:
        with contextlib.ExitStack() as stack:
            if output.suffix == ".jsonl":
                file = stack.enter_context(open(temporary, "wb"))
            else:
                import pyarrow
                import pyarrow.parquet
                number, counted = pyarrow.float64(), pyarrow.uint32()
                schema = pyarrow.schema([("motion", pyarrow.uint64()), ("outcome", pyarrow.string()), ("free_until", number),
                                         ("t_lo", number), ("t_hi", number), ("triangle_a", counted), ("triangle_b", counted),
                                         ("object_id", counted), ("object", pyarrow.string())])
                table = stack.enter_context(pyarrow.parquet.ParquetWriter(temporary, schema))
            for _, answers in _answers(job, ranges):
                rows = [json.loads(line) for line in answers.decode().splitlines()]
                found += sum(row["outcome"] != "clear" for row in rows)
                if output.suffix == ".jsonl":
                    file.write(answers)
                else:
                    table.write_table(pyarrow.Table.from_pylist([{name: row.get(name) for name in schema.names} for row in rows],
                                                                schema=schema))
        os.replace(temporary, output)
    finally:
        temporary.unlink(missing_ok=True)
    return found


# ---- Parquet

def write_parquet(report: allide.ClashReport, file: Place) -> None:
    """Writes the clashes of a report, one row each, with the fields of the JSON report. Needs pyarrow."""
    import pyarrow
    import pyarrow.parquet

    number, text, vector = pyarrow.float64(), pyarrow.string(), pyarrow.list_(pyarrow.float64(), 3)
    region = pyarrow.struct([("point", vector), ("depth", number), ("depth_lower", number), ("contacts", pyarrow.uint64())])
    schema = pyarrow.schema([
        ("key", text), ("a", text), ("b", text), ("a_id", pyarrow.uint32()), ("b_id", pyarrow.uint32()), ("kind", text),
        ("exact_kind", text), ("within_facets", pyarrow.bool_()), ("distance", number), ("depth", number),
        ("depth_lower", number), ("witness", vector), ("volume_lower", number), ("volume_upper", number),
        ("volume_fraction", number), ("contact_area", number), ("separation", number), ("separation_direction", vector),
        ("shallow", pyarrow.bool_()), ("contacts", pyarrow.uint64()), ("point", vector), ("group", text), ("group_a", text),
        ("group_b", text), ("status", text), ("depends_on_facets", pyarrow.bool_()), ("regions", pyarrow.list_(region)),
        ("square", text)])
    document = json.loads(report.to_json())
    rows = [{name: clash.get(name) for name in schema.names} for clash in document["clashes"]]
    facts = {name: str(document[name]) for name in ("version", "date", "objects", "candidate_pairs", "partial")}
    table = pyarrow.Table.from_pylist(rows, schema=schema.with_metadata(facts))
    _write_table(table, file)


def write_coverage(plan: allide.ClashPlan, file: Place) -> None:
    """Writes which unit has tested each pair of parts: columns a_id, b_id, unit. Needs pyarrow."""
    import numpy
    import pyarrow

    pairs = [plan.pairs(unit) for unit in range(len(plan.info.units))]
    both = numpy.concatenate(pairs) if pairs else numpy.empty((0, 2), numpy.uint32)
    unit = numpy.repeat(numpy.arange(len(pairs), dtype=numpy.uint32), [len(part) for part in pairs])
    _write_table(pyarrow.table({"a_id": both[:, 0], "b_id": both[:, 1], "unit": unit}), file)


def _write_table(table: typing.Any, file: Place) -> None:
    import pyarrow.parquet

    target = pathlib.Path(file)
    temporary = target.with_name(target.name + ".part")
    try:
        pyarrow.parquet.write_table(table, temporary)
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


# ---- The command

def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m allide.cluster", description="allide on a Ray cluster.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("clash", help="the report of `allide clash` on an index")
    verb.add_argument("index", metavar="INDEX", help="index of the scene: a path that all nodes see, or a URL")
    verb.add_argument("--work", required=True, metavar="DIR", help="folder or URL for the plan and the units' results")
    verb.add_argument("-o", dest="outputs", action="append", default=[], metavar="FILE",
                      help="write the report to this .html, .json, .csv, .bcf or .parquet file; may be repeated")
    verb.add_argument("--resume", action="store_true", help="go on with the plan in DIR")
    verb.add_argument("--json", action="store_true", help="print the report as JSON")
    for name, kind, text in (("clearance", float, "report parts at most D apart, too"),
                             ("touch", float, "report a gap or depth of at most E as touch"),
                             ("rules", str, "groups, limits and ignored pairs: TOML or JSON"),
                             ("baseline", str, "compare with this JSON report"),
                             ("units", str, "unit of lengths, a label"),
                             ("depth-error", float, "largest relative width of the bounds of depths"),
                             ("kinds", str, "kinds, separated by commas"),
                             ("min-depth", float, "leave out clashes that are less deep"),
                             ("min-volume", float, "leave out clashes with less common volume"),
                             ("up", str, "vertical direction, x,y,z"),
                             ("bcf-scale", float, "metres per unit in .bcf files"),
                             ("bcf-version", str, "2.1 or 3.0"), ("bcf-kinds", str, "kinds that become topics"),
                             ("bcf-limit", int, "at most this many topics"),
                             ("unit-count", int, "cut into about this many units")):
        verb.add_argument("--" + name, type=kind, help=text)
    verb.add_argument("--between", nargs=2, action="append", metavar="PATTERN", help="test only such pairs; may be repeated")
    verb.add_argument("--estimate-sag", action="store_true", default=None, help="estimate the sag of curved parts")
    verb.add_argument("--memory-limit", type=int, default=1 << 29, metavar="N", help="bytes of caches per unit")
    verb.add_argument("--copy-index", action="store_true", help="copy the index to each node once")
    _add_running_options(verb)
    verb = verbs.add_parser("index", help="the index of `allide index` of many files")
    verb.add_argument("scenes", nargs="+", metavar="SCENE", help="scene files, in order: paths that all nodes see, or URLs")
    verb.add_argument("--work", required=True, metavar="DIR", help="folder or URL for the indexes of parts")
    verb.add_argument("-o", dest="output", required=True, metavar="FILE", help="index to write: a path that all nodes see, or a URL")
    verb.add_argument("--parts", type=int, metavar="N", help="cut the files into N parts (default: one per file)")
    verb.add_argument("--leaf-bytes", type=int, default=65536, metavar="N", help="limit the size of a leaf (default: 65536)")
    verb.add_argument("--memory-limit", type=int, metavar="N", help="build and join within N bytes of memory")
    _add_running_options(verb)
    for name, summary, questions, endings in (
            ("sweep", "which of many poses touch?", "poses or configurations: .npy or .parquet", ".npy or .parquet"),
            ("predict", "when do many motions first touch?", "motions in JSON, one per line", ".jsonl or .parquet")):
        verb = verbs.add_parser(name, help=summary)
        more = ", or a list of files and poses (.json); - for none" if name == "sweep" else ""
        verb.add_argument("scene", metavar="SCENE", help="index or file of meshes" + more)
        verb.add_argument("body", metavar="BODY", help="file of meshes" + (", or a robot (.urdf)" if name == "sweep" else ""))
        verb.add_argument("questions", metavar="FILE", help=questions)
        verb.add_argument("--work", required=True, metavar="DIR", help="folder or URL for the answers of chunks")
        verb.add_argument("-o", dest="output", required=True, metavar="FILE", help=f"{endings} file to write")
        verb.add_argument("--clearance", type=float, default=0.0, help="a distance of at most D counts as contact")
        verb.add_argument("--chunk", type=int, default=100_000 if name == "sweep" else 1000, help="questions per task")
        if name == "sweep":
            verb.add_argument("--srdf", metavar="FILE", help="pairs of links that a robot need not test")
        _add_running_options(verb)
    return parser


def _add_running_options(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--address", default="auto", help='Ray cluster: an address, "auto" (default) or "local"')
    verb.add_argument("--cpus", type=float, default=1, help="CPUs per task (default: 1)")
    verb.add_argument("--worker-memory", type=int, metavar="N", help="limit a worker's process to N bytes of memory")
    verb.add_argument("--slow-after", type=float, default=60, metavar="S", help="seconds after which a task may count as slow")
    verb.add_argument("--quiet", action="store_true", help="no progress line")


def _clash_options(found: argparse.Namespace) -> dict[str, typing.Any]:
    """The options that were given, by the names of plan_clashes()."""
    names = ("clearance", "touch", "rules", "baseline", "units", "depth_error", "kinds", "min_depth", "min_volume", "up",
             "bcf_scale", "bcf_version", "bcf_kinds", "bcf_limit", "unit_count", "between", "estimate_sag")
    options = {name: getattr(found, name) for name in names if getattr(found, name) is not None}
    for name in ("kinds", "bcf_kinds"):
        if name in options:
            options[name] = options[name].split(",")
    if "up" in options:
        options["up"] = [float(number) for number in options["up"].split(",")]
    if "between" in options:
        options["between"] = [tuple(patterns) for patterns in options["between"]]
    return options


def _run_verb(found: argparse.Namespace) -> int:
    running = {"address": found.address, "cpus": found.cpus, "worker_memory": found.worker_memory, "slow_after": found.slow_after,
               "show_progress": not found.quiet}
    if found.verb == "clash":
        report = clash(found.index, found.outputs, work=found.work, resume=found.resume, memory_limit=found.memory_limit,
                       copy_index=found.copy_index, **running, **_clash_options(found))
        for warning in report.warnings:
            print(f"allide.cluster: {warning}", file=sys.stderr)
        sys.stdout.write(report.to_json() if found.json else report.to_text())
        return 1 if report.has_open_clashes() else 0
    if found.verb == "index":
        info = index(found.scenes, found.output, work=found.work, parts=found.parts, leaf_bytes=found.leaf_bytes,
                     memory_limit=found.memory_limit, **running)
        print(f"{found.output}: an index of {info['triangles']} triangles in {info['objects']} objects, {info['bytes']} bytes")
        return 0
    common = {"work": found.work, "clearance": found.clearance, "chunk": found.chunk, **running}
    if found.verb == "sweep":
        touching = sweep(None if found.scene == "-" else found.scene, found.body, found.questions, found.output, srdf=found.srdf,
                         **common)
        print(f"{touching} poses touch")
    else:
        touching = predict(found.scene, found.body, found.questions, found.output, **common)
        print(f"{touching} motions are not clear")
    return 1 if touching else 0


def main(words: typing.Sequence[str] | None = None) -> int:
    """Runs the command. Returns the exit code: 0 no contact, 1 contact, 2 bad input, 3 internal failure."""
    try:
        return _run_verb(_parser().parse_args(words))
    except ClusterError as error:
        print(f"allide.cluster: {error}", file=sys.stderr)
        return error.code
    except (allide.AllideError, OSError, ImportError, ValueError) as error:
        print(f"allide.cluster: {error}", file=sys.stderr)
        return _cluster_work.BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
