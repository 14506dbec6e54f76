"""Sweeps and predictions in chunks: what a task does, the files of its answers, and joining them. Nothing here needs Ray.

A chunk's answer is a file: one line of JSON (the job's number, the version, the chunk, its range, and digests of its questions and
of its answers), and then the answers. It appears completely or not at all, and its bytes depend on the job and the chunk only."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import pathlib
import tempfile
import typing

import numpy

import allide

from . import _cluster_files as files
from . import _cluster_work

Bytes = bytes


PlacedFile = typing.Tuple[str, str, typing.Tuple[float, ...]]  # place, digest, and the 12 numbers of the pose


@dataclasses.dataclass(frozen=True)
class ChunkJob:
    """Everything that a chunk needs, in words and numbers. Files are paths or URLs."""

    kind: str  # "sweep" or "predict"
    scene: str  # an index, a file of meshes, or "" (only a robot)
    body: str  # a file of meshes, or a robot (.urdf)
    srdf: str
    questions: str  # poses or configurations (.npy, .parquet), or motions (.jsonl)
    clearance: float
    results: str  # a folder
    version: str
    digests: tuple[str, ...]  # digests of the files scene, body and srdf
    parts: tuple[PlacedFile, ...] = ()  # a scene of placed files, instead of `scene`
    number: str = ""  # digest of all fields above except `results`, and of the state of `questions`
    threads: int = 1


def digest_of_file(place: str) -> str:
    """A digest of a file's bytes; "" for no file."""
    if not place:
        return ""
    digest = hashlib.blake2b(digest_size=16)
    with open_place(place) as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def open_place(place: str) -> typing.Any:
    if not files.is_url(place):
        return open(files.local_path(place), "rb")
    import fsspec
    return fsspec.open(place, "rb").open()


def numbered(job: ChunkJob, shape: tuple[int, ...]) -> ChunkJob:
    """The job with its number. The questions may be as large as a disk and are not read for it; each answer has the digest of
    its own questions."""
    facts = dataclasses.asdict(dataclasses.replace(job, results="", threads=1, number=""))
    text = json.dumps([facts, list(shape), files.state_of(job.questions)], sort_keys=True)
    return dataclasses.replace(job, number=hashlib.blake2b(text.encode(), digest_size=8).hexdigest())


# ---- Scenes

def placed_files(scene: typing.Any) -> tuple[PlacedFile, ...]:
    """The parts of a scene that is a list of (file, pose), a .json file of such a list, or one that describes a shape; none for
    other scenes."""
    entries: list[tuple[str, typing.Any]] = []
    if isinstance(scene, (list, tuple)):
        entries = [(files.shared(file), pose) for file, pose in scene]
    elif scene is not None and os.fspath(scene).endswith(".json"):
        place = files.shared(scene)
        with open_place(place) as text:
            document = json.load(text)
        if isinstance(document, dict):
            entries = [(place, None)]
        else:
            folder = place.rsplit("/", 1)[0]
            for number, part in enumerate(document):
                if not isinstance(part, dict) or not isinstance(part.get("file"), str):
                    raise allide.AllideError(f'{place}: part {number}: expected an object with the fields "file" and "pose"')
                is_absolute = part["file"].startswith("/") or files.is_url(part["file"])
                entries.append((part["file"] if is_absolute else files.join(folder, part["file"]),
                                _pose_of_numbers(part.get("pose"), f"{place}: part {number}")))
    return tuple((place, digest_of_file(place), _numbers_of(pose)) for place, pose in entries)


def _pose_of_numbers(numbers: typing.Any, place: str) -> typing.Any:
    if numbers is None:
        return None
    if not isinstance(numbers, list) or len(numbers) not in (7, 12):
        raise allide.AllideError(f"{place}: expected a pose of 7 or 12 numbers")
    return (numbers[:3], numbers[3:]) if len(numbers) == 7 else numpy.array(numbers, float).reshape(3, 4)


def _numbers_of(pose: typing.Any) -> tuple[float, ...]:
    if pose is None:
        return tuple(numpy.eye(3, 4).ravel().tolist())
    return tuple(float(number) for number in numpy.asarray(allide.Pose(pose).matrix, float)[:3].ravel())


# ---- Questions

class Rows:
    """Rows of numbers in a .npy or .parquet file, read a range at a time."""

    def __init__(self, place: str) -> None:
        self.place = place
        self._parquet: typing.Any = None
        if place.endswith(".parquet"):
            import pyarrow.compute
            import pyarrow.parquet
            self._parquet = pyarrow.parquet.ParquetFile(open_place(place))
            self.shape: tuple[int, ...] = (self._parquet.metadata.num_rows,)
            self._ends = numpy.cumsum([self._parquet.metadata.row_group(i).num_rows for i in range(self._parquet.num_row_groups)])
            return
        if not place.endswith(".npy"):
            raise allide.AllideError(f"{place}: expected poses in a .npy or .parquet file")
        with open_place(place) as file:
            version = numpy.lib.format.read_magic(file)
            header = numpy.lib.format.read_array_header_1_0 if version == (1, 0) else numpy.lib.format.read_array_header_2_0
            self.shape, fortran, self._dtype = header(file)
            self._start = file.tell()
        if fortran or self._dtype.hasobject or self._dtype.kind not in "fiu" or len(self.shape) < 2:
            raise allide.AllideError(f"{place}: expected an array of numbers with one row per pose, in C order")

    def __len__(self) -> int:
        return self.shape[0]

    def read(self, begin: int, end: int) -> numpy.ndarray[typing.Any, typing.Any]:
        if self._parquet is not None:
            return self._read_parquet(begin, end)
        row = int(numpy.prod(self.shape[1:])) * self._dtype.itemsize
        with open_place(self.place) as file:
            file.seek(self._start + begin * row)
            data = file.read((end - begin) * row)
        if len(data) != (end - begin) * row:
            raise allide.AllideError(f"{self.place}: expected {len(self)} rows, found the end of the file before row {end}")
        return numpy.frombuffer(data, self._dtype).reshape(end - begin, *self.shape[1:]).astype(float)

    def _read_parquet(self, begin: int, end: int) -> numpy.ndarray[typing.Any, typing.Any]:
        groups = [i for i, last in enumerate(self._ends) if last > begin and (self._ends[i - 1] if i else 0) < end]
        first = int(self._ends[groups[0] - 1]) if groups and groups[0] else 0
        table = self._parquet.read_row_groups(groups).slice(begin - first, end - begin)
        return numpy.concatenate([_numbers_in(table.column(i)).reshape(len(table), -1) for i in range(table.num_columns)], axis=1)


def _numbers_in(column: typing.Any) -> numpy.ndarray[typing.Any, typing.Any]:
    """The numbers of a column, whose entries are numbers or lists of these."""
    import pyarrow
    while pyarrow.types.is_list(column.type) or pyarrow.types.is_fixed_size_list(column.type):
        column = pyarrow.compute.list_flatten(column)
    return numpy.asarray(column.to_numpy(), float)


def poses_of(rows: numpy.ndarray[typing.Any, typing.Any]) -> typing.Any:
    """Poses as 4×4, 3×4, 12 or 16 numbers, or position and quaternion wxyz (7)."""
    if rows.ndim == 3:
        return rows
    width = rows.shape[1]
    if width in (12, 16):
        return rows.reshape(len(rows), width // 4, 4)
    if width == 7:
        return rows[:, :3], rows[:, 3:]
    raise allide.AllideError(f"expected poses of 7, 12 or 16 numbers, found {width}")


# ---- Work

_open: dict[tuple[str, str, str, str], typing.Any] = {}  # in this process: the opened scene and body of the last job


def local(place: str, digest: str) -> pathlib.Path:
    """A file of the job on this node; one behind a URL is copied once."""
    if not files.is_url(place):
        path = files.local_path(place)
        return path
    name = digest + "-" + place.rsplit("/", 1)[-1]

    def check(copy: pathlib.Path) -> None:
        if digest_of_file(str(copy)) != digest:
            raise allide.AllideError(f"{place}: the file has changed since the job began")
    return files.node_copy(place, name, check)


def checked(place: str, digest: str) -> pathlib.Path:
    """The same, after its bytes have been compared with the digest."""
    file = local(place, digest)
    if digest_of_file(str(file)) != digest:
        raise allide.AllideError(f"{place}: the file has changed since the job began")
    return file


def opened(job: ChunkJob) -> typing.Any:
    """(scene, body): an Index or Model and a Model; a Scene and a Shape; or (None, RobotWorld)."""
    key = (job.scene, job.body, job.srdf, job.number)
    if key not in _open:
        if job.version != allide.__version__:
            raise allide.AllideError(f"expected allide {job.version}, found allide {allide.__version__}")
        scene = checked(job.scene, job.digests[0]) if job.scene else None
        body = checked(job.body, job.digests[1])
        _open.clear()
        if job.parts:
            placed = allide.Scene()
            shapes = {place: allide.load_shape(checked(place, digest)) for place, digest, _ in job.parts}
            for place, _, numbers in job.parts:
                placed.add(shapes[place], numpy.reshape(numbers, (3, 4)))
            _open[key] = (placed, allide.load_shape(body))
            return _open[key]
        if body.suffix == ".urdf":
            srdf = str(local(job.srdf, job.digests[2])) if job.srdf else None
            robot = allide.Robot(str(body), srdf=srdf) if srdf else allide.Robot(str(body))
            _open[key] = (None, allide.RobotWorld(robot, str(scene) if scene else None))
        else:
            if scene is None:
                raise allide.AllideError(f"{job.body}: expected a scene, since this is no robot")
            world = allide.Index(scene) if allide.Index.recognises(scene) else allide.load(scene)
            _open[key] = (world, allide.load(body))
    return _open[key]


def hits_of(job: ChunkJob, rows: numpy.ndarray[typing.Any, typing.Any]) -> numpy.ndarray[typing.Any, typing.Any]:
    scene, body = opened(job)
    if scene is None:
        return numpy.logical_not(body.is_free_many(rows.reshape(len(rows), -1), job.clearance))
    poses = poses_of(rows)
    if isinstance(scene, allide.Index):
        hits = allide.collides_many(scene, body, poses, job.clearance, threads=job.threads)
    elif isinstance(scene, allide.Scene):
        hits = scene.collides_many(body, poses, job.clearance, threads=job.threads)
    elif job.clearance > 0:
        hits = allide.distance_within_many(scene, body, poses, job.clearance, threads=job.threads)
    else:
        hits = allide.collides_many(scene, body, poses, threads=job.threads)
    return numpy.asarray(hits)


def prediction_of(job: ChunkJob, line: str, place: str) -> dict[str, typing.Any]:
    scene, body = opened(job)
    found = allide.predict(body, scene, allide.read_motion(line, place), clearance=job.clearance)
    answer = found.prediction if isinstance(scene, allide.Index) else found
    fields = {name: getattr(answer, name) for name in ("outcome", "free_until", "t_lo", "t_hi", "triangle_a", "triangle_b")}
    fields["outcome"] = str(fields["outcome"])
    if isinstance(scene, allide.Index):
        fields["object_id"] = found.object.id if found.object else None
        fields["object"] = found.object.name if found.object else None
    return fields


def result_name(chunk: int) -> str:
    return f"chunk-{chunk}.answers"


def run_chunk(job: ChunkJob, chunk: int, begin: int, end: int, first: int) -> dict[str, typing.Any]:
    """`begin` and `end` count rows, or bytes of a file of motions whose first motion here is `first`."""
    if job.kind == "sweep":
        rows = Rows(job.questions).read(begin, end)
        asked = rows.tobytes()
        hits = hits_of(job, rows)
        items, found = len(rows), int(hits.sum())
        answers = numpy.packbits(hits).tobytes()
    else:
        with open_place(job.questions) as file:
            file.seek(begin)
            asked = file.read(end - begin)
        lines = [line for line in asked.decode().split("\n") if line.strip()]
        rows_found = [prediction_of(job, line, f"{job.questions}: motion {first + i}") for i, line in enumerate(lines)]
        items, found = len(lines), sum(row["outcome"] != "clear" for row in rows_found)
        answers = "".join(json.dumps({"motion": first + i, **row}) + "\n" for i, row in enumerate(rows_found)).encode()
    head = {"job": job.number, "version": job.version, "chunk": chunk, "begin": begin, "end": end, "items": items,
            "questions": hashlib.blake2b(asked, digest_size=16).hexdigest()}
    head["digest"] = digest_of_answers(head, answers)
    with tempfile.TemporaryDirectory(dir=files.node_folder()) as scratch:
        file = pathlib.Path(scratch) / result_name(chunk)
        file.write_bytes(json.dumps(head).encode() + b"\n" + answers)
        files.store(file, files.join(job.results, file.name))
        size = os.path.getsize(file)
    return {"items": items, "found": found, "bytes": size}


def digest_of_answers(head: dict[str, typing.Any], answers: Bytes) -> str:
    """A digest of all fields but "digest", and of the answers."""
    fields = {name: value for name, value in head.items() if name != "digest"}
    return hashlib.blake2b(json.dumps(fields, sort_keys=True).encode() + answers, digest_size=16).hexdigest()


def chunk_task(job: ChunkJob, chunk: int, begin: int, end: int, first: int) -> dict[str, typing.Any]:
    """Answers one chunk and writes the file. Returns numbers only."""
    return _cluster_work.reported(run_chunk, job, chunk, begin, end, first)


class Damaged(Exception):
    """A file that has to be made again."""


def read_answers(job: ChunkJob, chunk: int, begin: int, end: int) -> tuple[dict[str, typing.Any], Bytes]:
    """The head and the answers of a chunk. Raises Damaged, or an AllideError for a file of another job."""
    place = files.join(job.results, result_name(chunk))
    with open_place(place) as file:
        line, answers = file.readline(), file.read()
    try:
        head = json.loads(line)
        is_whole = head["digest"] == digest_of_answers(head, answers)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Damaged(f"{place}: the file is damaged") from error
    if not is_whole:
        raise Damaged(f"{place}: the answers are truncated or damaged")
    expected = {"job": job.number, "version": job.version, "chunk": chunk, "begin": begin, "end": end}
    found = {name: head.get(name) for name in expected}
    if found != expected:
        raise allide.AllideError(f"{place}: expected the answers of {expected}, found those of {found}")
    return head, answers
