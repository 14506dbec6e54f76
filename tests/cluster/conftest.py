import os
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])  # for workers
os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
os.environ["RAY_DEDUP_LOGS"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import allide  # noqa: E402

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
KINDS = ["json", "csv", "bcf"] + (["html"] if allide.has_pages() else [])


def normalised(file):
    """The bytes of a report but for the duration."""
    return re.sub(rb'"seconds": ?[-+.e0-9]+', b'"seconds":0', pathlib.Path(file).read_bytes())


@pytest.fixture(scope="session")
def room(tmp_path_factory):
    """A folder with the index of an engine room, and its reports by one process, one.json and so on."""
    folder = tmp_path_factory.mktemp("room")
    os.environ["ALLIDE_CLUSTER_CACHE"] = str(folder / "cache")
    subprocess.run([PROGRAM, "generate", "engine-room", "--triangles", "60000", "--clashes", "8", "--clearances", "6", "-o", "room.glb"],
                   cwd=folder, check=True, capture_output=True)
    allide.Index.build([folder / "room.glb"], folder / "room.allide")
    report = allide.clash(folder / "room.allide", clearance=2.0)
    for kind in KINDS:
        report.save(folder / f"one.{kind}")
    return folder


class Nodes:
    """A Ray cluster on this machine: a head without CPUs and workers of one CPU each."""

    def __init__(self):
        from ray.cluster_utils import Cluster
        fast = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 300, "health_check_timeout_ms": 2000,
                "health_check_failure_threshold": 6}
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "_system_config": fast, "include_dashboard": False})
        self.workers = []

    @property
    def address(self):
        return self.cluster.address

    def want(self, count):
        """Brings the number of nodes to this count."""
        while len(self.workers) < count:
            node = self.cluster.add_node(num_cpus=1, wait=False)
            self.cluster._wait_for_node(node, timeout=300)  # on a busy machine, the usual 30 s are too few
            self.workers.append(node)

    def kill(self):
        self.cluster.remove_node(self.workers.pop(), allow_graceful=False)

    def processes_of(self, node):
        """The raylet of a node and its workers."""
        raylet = next(info[0].process.pid for kind, info in node.all_processes.items() if kind == "raylet")
        found = [raylet]
        for process in found:
            try:
                for thread in os.listdir(f"/proc/{process}/task"):
                    found += map(int, pathlib.Path(f"/proc/{process}/task/{thread}/children").read_text().split())
            except OSError:
                pass  # ended in the meantime
        return found

    def stop(self):
        """Stops all processes of a node without ending them. Returns a function that ends the node."""
        import signal
        node = self.workers.pop()
        stopped = self.processes_of(node)
        for process in stopped:
            try:
                os.kill(process, signal.SIGSTOP)
            except ProcessLookupError:
                pass

        def end():
            for process in stopped:
                try:
                    os.kill(process, signal.SIGCONT)
                except ProcessLookupError:
                    pass
            self.cluster.remove_node(node, allow_graceful=False)
        return end


@pytest.fixture(scope="session")
def nodes():
    found = Nodes()
    yield found
    import ray
    ray.shutdown()
    found.cluster.shutdown()
