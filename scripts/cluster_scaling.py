#!/usr/bin/env python3
"""Runs the clash of an index on Ray with 1, 2, … workers on this machine, and prints times, bytes and memory (docs/cluster.md).

    build/ray-python/bin/python scripts/cluster_scaling.py INDEX [--clearance D] [--unit-count N] [--workers N] [--rounds N]
        [--memory-limit N] [--worker-memory N]

PYTHONPATH must contain build/release/python. Rounds with different numbers of workers alternate; medians are printed. The report of
each run must have the bytes of the first one.
"""
import argparse
import json
import os
import re
import statistics
import tempfile
import time

os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import allide  # noqa: E402
from allide import _cluster_child, _cluster_run, _cluster_work  # noqa: E402


def run(index, plan_file, limit, worker_memory, results):
    plan = allide.ClashPlan(plan_file, index, limit)
    info = plan.info
    job = _cluster_work.ClashJob(plan_file, info.id, info.version, index, info.index_digest, results, memory_limit=limit)
    tasks = [_cluster_run.Task(unit, one.cost, (job, unit)) for unit, one in enumerate(info.units)]
    begin = time.monotonic()
    outcome = _cluster_run.run_tasks(ray, _cluster_work.clash_unit, tasks, worker_memory=worker_memory, show=False)
    wall = time.monotonic() - begin
    assert not outcome.failures, outcome.failures
    begin = time.monotonic()
    report = plan.merge(results)
    merging = time.monotonic() - begin
    answers = list(outcome.answers.values())
    text = re.sub(r'"seconds": ?[-+.e0-9]+', "", report.to_json())
    return {"units": len(answers), "pairs": info.pairs, "wall": wall, "merge": merging, "clashes": len(report.clashes),
            "processor": sum(answer["processor_seconds"] for answer in answers),
            "longest": max(answer["processor_seconds"] for answer in answers),
            "bytes": sum(answer["bytes"] for answer in answers),
            "peak_memory": max(answer["peak_memory"] for answer in answers)}, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("index")
    parser.add_argument("--clearance", type=float, default=0)
    parser.add_argument("--unit-count", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory-limit", type=int, default=1 << 29)
    parser.add_argument("--worker-memory", type=int)
    found = parser.parse_args()
    index = os.path.abspath(found.index)
    runs = {count: [] for count in range(1, found.workers + 1)}
    reports = set()
    with tempfile.TemporaryDirectory() as folder:
        plan_file = os.path.join(folder, "plan")
        begin = time.process_time()
        info = allide.plan_clashes(index, plan_file, found.clearance, unit_count=found.unit_count)
        costs = sorted(unit.cost for unit in info.units)
        print(json.dumps({"units": len(costs), "pairs": info.pairs, "median_cost": costs[len(costs) // 2], "largest_cost": costs[-1],
                          "plan_bytes": os.path.getsize(plan_file), "index_bytes": os.path.getsize(index),
                          "plan_processor": round(time.process_time() - begin, 3)}))
        for round_number in range(found.rounds):
            for count in runs:
                cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
                for _ in range(count):
                    cluster.add_node(num_cpus=1)
                ray.init(address=cluster.address, log_to_driver=False, logging_level="warning")
                # The workers and their children are started before the clock.
                start = ray.remote(num_cpus=1)(_cluster_child.run_in_child)
                ray.get([start.remote(_cluster_child.name_of(time.sleep), found.worker_memory, 0.5) for _ in range(count)])
                result, report = run(index, plan_file, found.memory_limit, found.worker_memory,
                                     os.path.join(folder, f"{round_number}-{count}"))
                runs[count].append(result)
                reports.add(report)
                ray.shutdown()
                cluster.shutdown()
        assert len(reports) == 1
    for count, results in runs.items():
        print(json.dumps({"workers": count, **{key: round(statistics.median(one[key] for one in results), 3) for key in results[0]}}))
    if len(runs) > 1:
        ratios = {count: statistics.median(one["wall"] / more["wall"] for one, more in zip(runs[1], runs[count])) for count in runs}
        print(json.dumps({"speed-up": {count: round(ratio, 2) for count, ratio in ratios.items()}}))


if __name__ == "__main__":
    main()
