"""Clashes on a Ray cluster of several nodes on this machine, with faults: the report has the bytes of one process's, or the run
is refused with a clear message and can be resumed."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import allide
import allide.cluster
from conftest import KINDS, normalised
from slow_units import crashing_clash_unit, failing_clash_unit, slow_clash_unit, unit_with_too_much_memory

HERE = pathlib.Path(__file__).parent
LONG = bool(os.environ.get("ALLIDE_TEST_LONG"))
long_only = pytest.mark.skipif(not LONG, reason="only with ALLIDE_TEST_LONG=1")
OPTIONS = {"clearance": 2.0, "unit_count": 14}


def run(room, nodes, work, **options):
    """The report on the cluster, compared with that of one process."""
    outputs = [work / f"report.{kind}" for kind in KINDS]
    allide.cluster.clash(room / "room.allide", outputs, work=work, address=nodes.address, show_progress=False, **options)
    expect_same(room, work)


def expect_same(room, work, kinds=tuple(KINDS)):
    for kind in kinds:
        assert normalised(work / f"report.{kind}") == normalised(room / f"one.{kind}"), kind


def driver(room, nodes, work, *more):
    return subprocess.Popen([sys.executable, str(HERE / "drive.py"), nodes.address, str(room / "room.allide"), str(work),
                             str(work / "report.json"), *more], stderr=subprocess.PIPE, text=True)


def results(work):
    return sorted((work / "results").glob("unit-*.clashes"))


def wait_until(condition, seconds=600):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def busy_workers(work):
    folder = work / "workers"
    return [int(file.name) for file in folder.iterdir()] if folder.is_dir() else []


def kill_worker(work, choice=0):
    """Kills a process that runs a unit (choice 0), or the worker of Ray whose child it is (choice 1)."""
    busy = busy_workers(work)
    if not busy:
        return
    process = busy[choice % len(busy)]
    (work / "workers" / str(process)).unlink(missing_ok=True)
    try:
        if choice == 1:
            status = pathlib.Path(f"/proc/{process}/status").read_text()
            process = int(status.split("PPid:")[1].split()[0])
        os.kill(process, signal.SIGKILL)
    except (ProcessLookupError, FileNotFoundError):
        pass


def during(work, *actions):
    """Runs the actions in a thread, the first one when the first result is there."""
    def act():
        wait_until(lambda: results(work))
        for action in actions:
            action()
            time.sleep(0.2)
    thread = threading.Thread(target=act)
    thread.start()
    return thread


def test_report_has_the_bytes_of_one_process_although_a_worker_is_killed(room, nodes, tmp_path):
    nodes.want(2)
    thread = during(tmp_path, lambda: kill_worker(tmp_path), lambda: kill_worker(tmp_path, 1))
    run(room, nodes, tmp_path, run_unit=slow_clash_unit, **OPTIONS)
    thread.join()
    plan = allide.ClashPlan(tmp_path / "plan", room / "room.allide")
    assert plan.check(tmp_path / "results").done == len(plan.info.units) >= 10


def test_parquet_has_the_clashes_of_the_report_and_the_pairs_of_the_plan(room, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    report = allide.clash(room / "room.allide", clearance=2.0)
    allide.cluster.write_parquet(report, tmp_path / "report.parquet")
    rows = parquet.read_table(tmp_path / "report.parquet").to_pylist()
    assert [row["key"] for row in rows] == [clash.key for clash in report.clashes]
    assert [row["a_id"] for row in rows] == [clash.a_id for clash in report.clashes]
    assert [row["kind"] for row in rows] == [clash.kind for clash in report.clashes]
    assert [len(row["regions"]) for row in rows] == [len(clash.regions) for clash in report.clashes]
    info = allide.plan_clashes(room / "room.allide", tmp_path / "plan", 2.0, unit_count=5)
    plan = allide.ClashPlan(tmp_path / "plan")
    allide.cluster.write_coverage(plan, tmp_path / "coverage.parquet")
    covered = parquet.read_table(tmp_path / "coverage.parquet")
    assert covered.num_rows == info.pairs == report.tested_pairs
    assert len(set(zip(covered["a_id"].to_pylist(), covered["b_id"].to_pylist()))) == info.pairs


def test_refusals(room, nodes, tmp_path):
    nodes.want(2)
    index, work = room / "room.allide", tmp_path
    with pytest.raises(allide.cluster.ClusterError, match="unit 1: ZeroDivisionError.*|1 of .* units failed") as failure:
        allide.cluster.clash(index, work=work, address=nodes.address, show_progress=False, run_unit=failing_clash_unit, **OPTIONS)
    assert failure.value.code == 3
    assert len(results(work)) == len(allide.ClashPlan(work / "plan").info.units) - 1  # all others have been run
    with pytest.raises(allide.cluster.ClusterError, match="other options") as failure:
        allide.cluster.clash(index, work=work, address=nodes.address, show_progress=False, clearance=2.5)
    assert failure.value.code == 2
    with pytest.raises(allide.cluster.ClusterError, match="plan of an earlier run"):
        allide.cluster.clash(index, work=tmp_path / "other", address=nodes.address, resume=True)
    shutil.copy(results(work)[0], work / "results" / "unit-1.clashes")  # a duplicate under a wrong name
    with pytest.raises(allide.AllideError, match="expected the result of unit 1, found that of unit 0"):
        run(room, nodes, work, **OPTIONS)
    (work / "results" / "unit-1.clashes").unlink()
    for file in results(work)[:2]:  # truncated results are run again
        file.write_bytes(file.read_bytes()[:-3])
    run(room, nodes, work, resume=True)


def test_a_unit_whose_process_crashes_is_repeated_but_not_without_end(room, nodes, tmp_path):
    nodes.want(2)
    options = {"work": tmp_path, "address": nodes.address, "show_progress": False, "run_unit": crashing_clash_unit}
    with pytest.raises(allide.cluster.ClusterError) as failure:
        allide.cluster.clash(room / "room.allide", **options, **OPTIONS)
    assert failure.value.code == 3
    assert "1 of " in str(failure.value) and "unit 1: its process crashed 3 times: SIGSEGV on " in str(failure.value)
    assert (tmp_path / "crashed").exists()  # unit 2 has crashed once, and was repeated
    assert len(results(tmp_path)) == len(allide.ClashPlan(tmp_path / "plan").info.units) - 1
    run(room, nodes, tmp_path, resume=True)


def test_a_worker_cannot_get_more_memory_than_allowed(room, nodes, tmp_path):
    nodes.want(2)
    with pytest.raises(allide.cluster.ClusterError, match="unit 1: out of memory") as failure:
        allide.cluster.clash(room / "room.allide", work=tmp_path, address=nodes.address, show_progress=False,
                             run_unit=unit_with_too_much_memory, worker_memory=4_000_000_000, **OPTIONS)
    assert failure.value.code == 3
    assert len(results(tmp_path)) == len(allide.ClashPlan(tmp_path / "plan").info.units) - 1


def fault_schedule(seed, room, nodes, work):
    """Runs a driver and does random damage meanwhile. Whatever happens, resuming ends with the right bytes."""
    rng = random.Random(seed)
    nodes.want(2)
    ends = []

    def lose_node():
        nodes.kill()
        nodes.want(2)

    def stop_node():
        ends.append(nodes.stop())
        nodes.want(2)

    def truncate():
        file = rng.choice(results(work))
        file.write_bytes(file.read_bytes()[:rng.randrange(40)])

    def copy_wrongly():
        shutil.copy(rng.choice(results(work)), work / "results" / "unit-1000.clashes")

    process = driver(room, nodes, work)
    faults = [lambda: kill_worker(work, rng.randrange(2)), lose_node, stop_node, process.kill, truncate,
              lambda: rng.choice(results(work)).unlink(), copy_wrongly]
    wait_until(lambda: results(work) or process.poll() is not None)
    for fault in rng.sample(faults, rng.randint(1, 3)):
        time.sleep(rng.uniform(0, 0.6))
        if results(work):
            fault()
    message = process.communicate(timeout=900)[1]
    for end in ends:
        end()
    if process.returncode == 0:
        expect_same(room, work, ["json"])
    else:
        assert process.returncode == -signal.SIGKILL or ".clashes: expected" in message, message
    (work / "results" / "unit-1000.clashes").unlink(missing_ok=True)
    again = driver(room, nodes, work, "resume")
    assert again.communicate(timeout=900)[1].count("Traceback") == 0
    assert again.returncode == 0
    expect_same(room, work, ["json"])


@pytest.mark.parametrize("seed", range(20) if LONG else (0, 4, 10))
def test_random_faults(seed, room, nodes, tmp_path):
    fault_schedule(seed, room, nodes, tmp_path)


@long_only
def test_a_killed_node(room, nodes, tmp_path):
    nodes.want(2)
    thread = during(tmp_path, nodes.kill)
    run(room, nodes, tmp_path, run_unit=slow_clash_unit, **OPTIONS)
    thread.join()


@long_only
def test_a_stopped_node(room, nodes, tmp_path):
    nodes.want(2)
    ends = []
    thread = during(tmp_path, lambda: ends.append(nodes.stop()))
    run(room, nodes, tmp_path, run_unit=slow_clash_unit, slow_after=1, **OPTIONS)
    thread.join()
    ends[0]()


@long_only
def test_a_killed_driver_is_resumed(room, nodes, tmp_path):
    nodes.want(2)
    process = driver(room, nodes, tmp_path)
    wait_until(lambda: len(results(tmp_path)) >= 2)
    process.kill()
    process.communicate()
    run(room, nodes, tmp_path, resume=True)


@long_only
def test_a_full_disk_is_reported_and_the_run_resumed(room, nodes, tmp_path):
    nodes.want(2)
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)], capture_output=True).returncode != 0:
        pytest.skip("a small file system cannot be mounted here")
    try:
        filler = small / "filler"
        info = allide.plan_clashes(room / "room.allide", tmp_path / "plan", **OPTIONS)
        filler.write_bytes(bytes(64 * 1024 - 8192 - os.path.getsize(tmp_path / "plan") // 4096 * 4096 - 8192))
        with pytest.raises(allide.cluster.ClusterError, match="No space left on device") as failure:
            allide.cluster.clash(room / "room.allide", work=small, address=nodes.address, show_progress=False, **OPTIONS)
        assert failure.value.code == 2
        filler.unlink()
        subprocess.run(["mount", "-o", "remount,size=8m", str(small)], check=True)
        run(room, nodes, small, resume=True)
        assert len(results(small)) == len(info.units)
    finally:
        subprocess.run(["umount", str(small)], check=True)


@long_only
def test_object_store(room, nodes, tmp_path, monkeypatch):
    """The index, the plan and the results in S3, served by moto on this machine."""
    pytest.importorskip("s3fs")
    server_module = pytest.importorskip("moto.server")
    server = server_module.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    try:
        for name, value in (("AWS_ACCESS_KEY_ID", "test"), ("AWS_SECRET_ACCESS_KEY", "test"), ("AWS_DEFAULT_REGION", "us-east-1"),
                            ("AWS_ENDPOINT_URL", f"http://{host}:{port}")):
            monkeypatch.setenv(name, value)
        import fsspec
        store = fsspec.filesystem("s3", skip_instance_cache=True)
        store.mkdir("bucket")
        store.put_file(str(room / "room.allide"), "bucket/room.allide")
        fresh = type(nodes)()  # workers that know the server's address
        fresh.want(2)
        try:
            import ray
            ray.shutdown()
            report = allide.cluster.clash("s3://bucket/room.allide", [tmp_path / "report.csv"], work="s3://bucket/run",
                                          address=fresh.address, show_progress=False, **OPTIONS)
            assert len(report.clashes) == len(allide.clash(room / "room.allide", clearance=2.0).clashes)
            store.invalidate_cache()
            assert len([name for name in store.ls("bucket/run/results")]) >= 10
            store.rm_file(store.ls("bucket/run/results")[0].removeprefix("s3://"))
            allide.cluster.clash("s3://bucket/room.allide", [tmp_path / "again.csv"], work="s3://bucket/run", resume=True,
                                 address=fresh.address, show_progress=False)
            assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "report.csv").read_bytes()
            copies = [file.name for file in pathlib.Path(os.environ["ALLIDE_CLUSTER_CACHE"]).glob("*.allide")]
            assert len(copies) == 2  # one for the node, one for the driver
            # An index is built from scenes in S3, and kept parts are checked there.
            store.put_file(str(room / "room.glb"), "bucket/room.glb")
            allide.Index.build([room / "room.glb"] * 2, tmp_path / "twice.allide")
            for _ in range(2):
                allide.cluster.index(["s3://bucket/room.glb"] * 2, "s3://bucket/twice.allide", work="s3://bucket/parts",
                                     address=fresh.address, show_progress=False)
                store.invalidate_cache()
                assert store.cat_file("bucket/twice.allide") == (tmp_path / "twice.allide").read_bytes()
                store.rm_file("bucket/twice.allide")
        finally:
            ray.shutdown()
            fresh.cluster.shutdown()
    finally:
        server.stop()
