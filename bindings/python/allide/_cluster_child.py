"""The process in which a task's work is done: a child of Ray's worker, which stays from task to task with what it has open.

A crash of the work ends only the child, so the worker can tell it from the loss of a worker or a node, and the child can have a
memory limit of its own. Requests and answers are lines of JSON. Nothing here needs Ray."""

from __future__ import annotations

import atexit
import dataclasses
import importlib
import json
import os
import queue
import resource
import signal
import subprocess
import sys
import threading
import typing

from . import _cluster_work

Answer = dict[str, typing.Any]

# Signals that a process raises by its own fault. Others come from outside, as SIGKILL does from a kernel without memory.
CRASHES = {getattr(signal, name) for name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE", "SIGILL", "SIGTRAP", "SIGSYS")
           if hasattr(signal, name)}


def name_of(work: typing.Callable[..., Answer]) -> str:
    """The name by which a child imports a function."""
    return f"{work.__module__}:{work.__qualname__}"


class Child:
    def __init__(self, memory: int | None) -> None:
        self.memory = memory
        # The child gets the worker's whole path, since Ray may have added folders of the driver to it.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)}
        self._process = subprocess.Popen([sys.executable, "-m", "allide._cluster_child", str(memory or 0)], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, work: str, arguments: tuple[typing.Any, ...]) -> Answer:
        """The work's answer; {"crash": signal} after a crash, or {"lost": reason} if the child was ended from outside."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps([work, [_as_json(argument) for argument in arguments]]) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        except BaseException:  # the task was cancelled; its answer must not be taken for that of the next task
            self.end()
            raise
        if line.endswith("\n"):
            return typing.cast(Answer, json.loads(line))
        code = self._process.wait()
        if -code in CRASHES:
            return {"crash": signal.Signals(-code).name}
        if code < 0:
            return {"lost": f"ended by signal {-code}"}
        return {"code": _cluster_work.INTERNAL_FAILURE, "error": f"the process of the work ended with exit code {code}"}

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


_child: Child | None = None


def run_in_child(work: str, memory: int | None, *arguments: typing.Any) -> Answer:
    """What a task on Ray does: runs work(*arguments) in this worker's child, whose address space is limited to `memory` bytes."""
    global _child
    if _child is None or not _child.is_alive() or _child.memory != memory:
        if _child is None:
            atexit.register(lambda: _child.end() if _child else None)
        else:
            _child.end()
        _child = Child(memory)
    answer = _child.ask(work, arguments)
    if not _child.is_alive():
        answer.setdefault("node", _cluster_work.node_name())
    return answer


# ---- In the child

def _as_json(argument: typing.Any) -> typing.Any:
    if dataclasses.is_dataclass(argument) and not isinstance(argument, type):
        return {"class": f"{type(argument).__module__}:{type(argument).__qualname__}", "fields": dataclasses.asdict(argument)}
    return argument


def _found(name: str) -> typing.Any:
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _from_json(value: typing.Any) -> typing.Any:
    if isinstance(value, dict):
        return _found(value["class"])(**{name: _tuples(field) for name, field in value["fields"].items()})
    return value


def _tuples(value: typing.Any) -> typing.Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value


def main() -> None:
    memory = int(sys.argv[1])
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # standard output carries answers only, so whatever the work prints goes to standard error
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            requests.put(line)
        os._exit(0)  # standard input was closed, so the worker has ended

    threading.Thread(target=read, daemon=True).start()
    while True:
        work, arguments = json.loads(requests.get())
        answer = _found(work)(*map(_from_json, arguments))
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
