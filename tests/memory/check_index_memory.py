"""Scenes larger than memory: `allide index` builds within its limit, `allide predict` answers within its own.

    check_index_memory.py PROGRAM [--triangles N] [--limit BYTES]

With ALLIDE_TEST_LONG=1 the triangles of the scene, nine doubles each, take 20 times the limit.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile


def run(words, folder):
    """(exit code, standard output, the most memory that it took, in bytes)"""
    with open(os.path.join(folder, "out"), "w+b") as out:
        pid = os.posix_spawn(words[0], words, os.environ,
                             file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        out.seek(0)
        return os.waitstatus_to_exitcode(status), out.read().decode(), usage.ru_maxrss * 1024


def main():
    long_run = os.environ.get("ALLIDE_TEST_LONG") == "1"
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--limit", type=int, default=40 << 20)
    parser.add_argument("--triangles", type=int)
    args = parser.parse_args()
    triangles = args.triangles or (20 * args.limit // 72 if long_run else 200000)
    program, faults = os.path.abspath(args.program), []
    with tempfile.TemporaryDirectory(prefix="allide-index-memory-") as folder:
        path = lambda name: os.path.join(folder, name)
        subprocess.run([program, "generate", "engine-room", "--triangles", str(triangles), "-o", path("room.glb")],
                       check=True, stdout=subprocess.DEVNULL)
        limit = ["--memory-limit", str(args.limit)]
        code, out, memory = run([program, "index", path("room.glb"), "-o", path("room.allide"), "--json", *limit], folder)
        told = json.loads(out) if code == 0 else {}
        print(f"index: {told.get('triangles')} triangles, {told.get('bytes')} bytes, exit {code}, {memory} bytes of memory, "
              f"limit {args.limit}")
        if code != 0 or memory > args.limit:
            faults.append("index")
        subprocess.run([program, "generate", "sphere", "--triangles", "500", "-o", path("ball.stl")], check=True,
                       stdout=subprocess.DEVNULL)
        lo, hi = told["bounds"]
        middle = [(a + b) / 2 for a, b in zip(lo, hi)]
        with open(path("motion.json"), "w") as file:
            json.dump({"type": "linear", "translation": [(hi[0] - lo[0]) / 3, 0, 0]}, file)
        pose = ",".join(repr(x) for x in middle) + ",1,0,0,0"
        code, out, memory = run([program, "predict", path("room.allide"), path("ball.stl"), "--motion", path("motion.json"),
                                 "--pose-a", pose, "--json", *limit], folder)
        answer = json.loads(out) if code in (0, 1) else {}
        print(f"predict: {answer.get('outcome')}, {answer.get('bytes_read')} bytes read, exit {code}, {memory} bytes of memory")
        if code not in (0, 1) or memory > args.limit:
            faults.append("predict")
    for fault in faults:
        print(f"{fault}: failed, or more memory than its limit")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
