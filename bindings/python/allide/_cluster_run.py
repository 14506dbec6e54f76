"""Runs tasks on Ray: the long ones first, a bounded number at a time, lost ones again, and slow ones twice."""

from __future__ import annotations

import dataclasses
import statistics
import sys
import time
import typing

from . import _cluster_child, _cluster_work

Answer = dict[str, typing.Any]
CRASHES_OF_A_TASK = 3  # after so many, a task is a failure; fewer may be the fault of a machine


@dataclasses.dataclass(frozen=True)
class Task:
    key: int
    cost: float  # in any unit; decides about the order, and when a task counts as slow
    arguments: tuple[typing.Any, ...]


@dataclasses.dataclass
class Outcome:
    answers: dict[int, Answer] = dataclasses.field(default_factory=dict)
    failures: dict[int, Answer] = dataclasses.field(default_factory=dict)  # answers that report an error: those with a "code"
    lost: int = 0  # tasks submitted again because Ray had given them up or their process was killed
    crashed: int = 0  # tasks that were submitted again after a crash
    reissued: int = 0  # second copies of slow tasks


class ClusterError(Exception):
    """Units that cannot be answered: `code` is 2 for bad input and 3 for an internal failure, as for the command."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Refusal(ClusterError):
    def __init__(self, message: str) -> None:
        super().__init__(_cluster_work.BAD_INPUT, message)


def raise_failures(outcome: Outcome, noun: str = "unit") -> None:
    if not outcome.failures:
        return
    lines = [f"{noun} {key}: {answer['error']}" for key, answer in sorted(outcome.failures.items())]
    raise ClusterError(max(answer["code"] for answer in outcome.failures.values()),
                       f"{len(lines)} of {len(lines) + len(outcome.answers)} {noun}s failed and were not repeated: "
                       + "; ".join(lines[:5]) + ("; …" if len(lines) > 5 else ""))


class ProgressLine:
    """One line on standard error: tasks, items, and the time that is left by cost."""

    def __init__(self, tasks: typing.Sequence[Task], noun: str, shown: bool) -> None:
        self._all, self._noun, self._shown = len(tasks), noun, shown
        self._cost = sum(task.cost for task in tasks)
        self._costs = {task.key: task.cost for task in tasks}
        self._start = self._last = time.monotonic()
        self._tasks, self._items, self._bytes, self._done_cost = 0, 0, 0, 0.0
        self._is_terminal = sys.stderr.isatty()

    def add(self, key: int, answer: Answer) -> None:
        self._tasks += 1
        self._items += answer.get("pairs", answer.get("items", 0))
        self._bytes += answer.get("bytes", 0)
        self._done_cost += self._costs[key]
        now = time.monotonic()
        if self._shown and (now - self._last > (0.2 if self._is_terminal else 10) or self._tasks == self._all):
            self._last = now
            self._print(now)

    def _print(self, now: float) -> None:
        left = (now - self._start) * (self._cost / self._done_cost - 1) if self._done_cost > 0 else 0
        text = f"{self._tasks}/{self._all} units, {self._items} {self._noun}, {self._bytes} bytes, {left:.0f} s left"
        end = "\n" if not self._is_terminal or self._tasks == self._all else ""
        sys.stderr.write(("\r\033[K" if self._is_terminal else "") + text + end)
        sys.stderr.flush()


def connect(address: str | None) -> typing.Any:
    """Ray, connected to a cluster: an address, "auto" for the one of this machine, "local" for a new one."""
    try:
        import ray
    except ImportError as missing:
        raise ImportError("allide.cluster needs Ray: pip install 'allide[ray]'") from missing
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, logging_level="warning")
    return ray


class _Run:
    def __init__(self, ray: typing.Any, work: typing.Callable[..., Answer], tasks: typing.Sequence[Task], cpus: float,
                 memory: int | None, in_flight: int | None, slow_after: float, progress: ProgressLine) -> None:
        self.ray, self.progress, self.slow_after = ray, progress, slow_after
        self.work, self.memory = _cluster_child.name_of(work), memory
        # Ray repeats a task whose worker or node is lost, as often as it takes. It never repeats one that has answered.
        self.remote = ray.remote(num_cpus=cpus, max_retries=-1, retry_exceptions=False,
                                 scheduling_strategy="SPREAD")(_cluster_child.run_in_child)
        self.cpus = cpus
        self.generation = 0
        self.in_flight = in_flight
        self.waiting = sorted(tasks, key=lambda task: (task.cost, -task.key))  # the last one is submitted next
        self.open = {task.key: task for task in tasks}  # tasks without an answer as yet, by key
        self.running: dict[typing.Any, tuple[Task, float]] = {}  # the task and its start time, by Ray's reference
        self.speeds: list[float] = []  # seconds per unit of cost
        self.crashes: dict[int, list[Answer]] = {}  # by key of a task
        self.outcome = Outcome()

    def limit(self) -> int:
        """Back-pressure: twice as many tasks as the cluster runs at once, as it is now."""
        if self.in_flight is not None:
            return self.in_flight
        return max(2, int(2 * self.ray.cluster_resources().get("CPU", 1) / max(self.cpus, 0.01)))

    def submit(self, task: Task) -> None:
        # Ray asks for workers once for all tasks with the same resource needs. If it has asked a node that
        # does not answer, such tasks wait until the connection is given up, minutes after the node was
        # declared dead. Slightly different needs make Ray ask again, and then it asks only nodes that are
        # alive.
        remote = self.remote.options(num_cpus=max(0.0001, self.cpus - 0.0001 * (self.generation % 1000)))
        self.running[remote.remote(self.work, self.memory, *task.arguments)] = (task, time.monotonic())

    def in_flight_now(self) -> int:
        """The number of submitted tasks without an answer; a task with several copies counts once."""
        return len({task.key for task, _ in self.running.values() if task.key in self.open})

    def finish(self) -> Outcome:
        while self.open:
            limit = self.limit()
            for _ in range(min(len(self.waiting), limit - self.in_flight_now())):
                self.submit(self.waiting.pop())
            done, _ = self.ray.wait(list(self.running), num_returns=1, timeout=0.5)
            for reference in done:
                self.take(reference)
            self.reissue()
        for reference in self.running:  # what still runs are copies of tasks that have been answered
            self.ray.cancel(reference, force=True)
        return self.outcome

    def take(self, reference: typing.Any) -> None:
        task, started = self.running.pop(reference)
        try:
            answer = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:  # an exception in the task that it does not report itself
            answer = {"code": 3, "error": str(error.cause if hasattr(error, "cause") else error)}
        except self.ray.exceptions.RayError as error:
            answer = {"lost": str(error)}
        if task.key not in self.open:
            return
        if "lost" in answer:
            self.outcome.lost += 1
            self.submit_again(task)
            return
        if "crash" in answer:
            crashes = self.crashes.setdefault(task.key, [])
            crashes.append(answer)
            if len(crashes) < CRASHES_OF_A_TASK:
                self.outcome.crashed += 1
                self.submit_again(task)
                return
            found = ", ".join(f"{one['crash']} on {one['node']}" for one in crashes)
            answer = {"code": _cluster_work.INTERNAL_FAILURE, "error": f"its process crashed {len(crashes)} times: {found}"}
        del self.open[task.key]
        if "code" in answer:
            self.outcome.failures[task.key] = answer
        else:
            self.outcome.answers[task.key] = answer
            self.speeds.append((time.monotonic() - started) / max(task.cost, 1))
        self.progress.add(task.key, answer)

    def submit_again(self, task: Task) -> None:
        """Submits a task that has been lost, unless another copy of it is on its way."""
        if not any(other.key == task.key for other, _ in self.running.values()):
            self.submit(task)

    def reissue(self) -> None:
        """Submits second and further copies of tasks that take several times as long as their cost explains."""
        now = time.monotonic()
        speed = statistics.median(self.speeds) if self.speeds else 0
        latest: dict[int, float] = {}
        copies: dict[int, int] = {}
        for task, started in self.running.values():
            latest[task.key] = max(started, latest.get(task.key, 0))
            copies[task.key] = copies.get(task.key, 0) + 1
        for key, task in self.open.items():
            if key not in latest:
                continue
            patience = max(self.slow_after, 4 * speed * task.cost) * 2 ** (copies[key] - 1)
            if now - latest[key] > patience and copies[key] < 12:
                self.outcome.reissued += 1
                self.generation += 1
                self.submit(task)


def run_tasks(ray: typing.Any, work: typing.Callable[..., Answer], tasks: typing.Sequence[Task], *, cpus: float = 1,
              worker_memory: int | None = None, in_flight: int | None = None, slow_after: float = 60, noun: str = "items",
              show: bool = True) -> Outcome:
    """Runs work(*task.arguments) for each task until each has one answer, in child processes of Ray's workers, each of which is
    limited to `worker_memory` bytes of address space. `work` is a function of a module, its arguments are numbers, texts and
    dataclasses of these. It may run several times for one task, even at the same time, so its effect must be the same whenever
    it runs. An answer with a "code" is a failure that would come again; it is reported and not repeated. A task whose process
    crashes again and again is a failure, too."""
    return _Run(ray, work, tasks, cpus, worker_memory, in_flight, slow_after, ProgressLine(tasks, noun, show)).finish()
