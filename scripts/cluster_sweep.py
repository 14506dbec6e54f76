#!/usr/bin/env python3
"""Sweeps a body of 506 triangles through a mesh at many random poses on Ray, and prints times, bytes and memory (docs/cluster.md).

    build/ray-python/bin/python scripts/cluster_sweep.py MESH [--size R] [--poses N …] [--workers N] [--folder DIR]

PYTHONPATH must contain build/release/python. The body is a ball of radius R; its poses are random in the box of the mesh. The numbers
of poses should ascend, since peaks of memory are those of all runs so far. Each pose takes 56 bytes of disk.
"""
import argparse
import json
import os
import resource
import tempfile
import time

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import numpy  # noqa: E402
import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import allide  # noqa: E402
import allide.cluster  # noqa: E402
from allide import _cluster_run  # noqa: E402


def write_poses(name, count, lo, hi):
    rng = numpy.random.default_rng(1)
    with open(name, "wb") as file:
        numpy.lib.format.write_array_header_1_0(file, {"descr": "<f8", "fortran_order": False, "shape": (count, 7)})
        for begin in range(0, count, 1 << 18):
            size = min(1 << 18, count - begin)
            turns = rng.normal(size=(size, 4))
            turns /= numpy.linalg.norm(turns, axis=1)[:, None]
            numpy.concatenate([rng.uniform(lo, hi, (size, 3)), turns], axis=1).tofile(file)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mesh")
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--poses", type=int, nargs="+", default=[10**6])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder")
    found = parser.parse_args()
    vertices = numpy.asarray(allide.load(found.mesh).mesh.vertices)
    lo, hi = vertices.min(axis=0), vertices.max(axis=0)
    outcomes = []
    run_tasks = _cluster_run.run_tasks

    def recorded(*arguments, **options):
        outcomes.append(run_tasks(*arguments, **options))
        return outcomes[-1]
    _cluster_run.run_tasks = recorded

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for _ in range(found.workers):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="warning")
    for count in found.poses:
        with tempfile.TemporaryDirectory(dir=found.folder) as folder:
            ball = allide.generate("sphere", triangles=500)
            allide.save_mesh(allide.Mesh(numpy.asarray(ball.vertices) * found.size, ball.triangles), f"{folder}/ball.obj")
            write_poses(f"{folder}/poses.npy", count, lo, hi)
            begin, processor = time.monotonic(), time.process_time()
            touching = allide.cluster.sweep(found.mesh, f"{folder}/ball.obj", f"{folder}/poses.npy", f"{folder}/hits.npy",
                                            work=f"{folder}/work", show_progress=False)
            answers = list(outcomes[-1].answers.values())
            work = sum(answer["processor_seconds"] for answer in answers)
            print(json.dumps({
                "poses": count, "workers": found.workers, "touching": touching, "chunks": len(answers),
                "wall": round(time.monotonic() - begin, 2), "workers_processor": round(work, 2),
                "driver_processor": round(time.process_time() - processor, 2), "microseconds_per_pose": round(1e6 * work / count, 3),
                "result_bytes": sum(answer["bytes"] for answer in answers),
                "worker_peak_memory": max(answer["peak_memory"] for answer in answers),
                "driver_peak_memory": 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}), flush=True)
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
