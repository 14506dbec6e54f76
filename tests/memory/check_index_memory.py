"""Scenes larger than memory: `allide index` builds within its limit, `allide predict` answers within its own.

    check_index_memory.py PROGRAM [--triangles N] [--limit BYTES] [--scenes NAME…]

With ALLIDE_TEST_LONG=1 the triangles of the scenes, nine doubles each, take 20 times the limit: balls of 20,000 triangles each,
engine rooms, of which every hundred triangles are a part with a name and a place of its own, as GLB and as OBJ, and balls in files
of their own, binary STL and PLY.
"""
import argparse
import array
import json
import math
import os
import struct
import subprocess
import sys
import tempfile


def ball(rings, sectors):
    """Returns (coordinates, corner numbers) of a closed ball."""
    points = [0.0, 0.0, 1.0, 0.0, 0.0, -1.0]
    for i in range(1, rings):
        for j in range(sectors):
            a, b = math.pi * i / rings, 2 * math.pi * j / sectors
            points += [math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)]
    at = lambda i, j: 2 + (i - 1) * sectors + j % sectors
    corners = []
    for j in range(sectors):
        corners += [0, at(1, j), at(1, j + 1), 1, at(rings - 1, j + 1), at(rings - 1, j)]
        for i in range(1, rings - 1):
            corners += [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)]
    return points, corners


def write_balls(path, triangles):
    """Writes a GLB of balls in rows, each with its own vertices; returns the number of balls."""
    points, corners = ball(101, 100)
    count = -(-3 * triangles // len(corners))
    side = math.ceil(count ** (1 / 3))
    size, numbers = 4 * len(points), array.array("I", corners).tobytes()
    scene = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(count))}],
             "nodes": [{"name": f"row-{k // side}/ball-{k}", "mesh": k} for k in range(count)],
             "meshes": [{"primitives": [{"attributes": {"POSITION": k + 1}, "indices": 0}]} for k in range(count)],
             "accessors": [{"bufferView": 0, "componentType": 5125, "count": len(corners), "type": "SCALAR"}],
             "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(numbers)}],
             "buffers": [{"byteLength": len(numbers) + count * size}]}
    for k in range(count):
        centre = [3.0 * (k % side), 3.0 * (k // side % side), 3.0 * (k // side // side)]
        scene["bufferViews"].append({"buffer": 0, "byteOffset": len(numbers) + k * size, "byteLength": size})
        scene["accessors"].append({"bufferView": k + 1, "componentType": 5126, "count": len(points) // 3, "type": "VEC3",
                                   "min": [c - 1 for c in centre], "max": [c + 1 for c in centre]})
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + scene["buffers"][0]["byteLength"], len(text), 0x4E4F534A))
        file.write(text)
        file.write(struct.pack("<II", scene["buffers"][0]["byteLength"], 0x004E4942))
        file.write(numbers)
        for k in range(count):
            centre = [3.0 * (k % side), 3.0 * (k // side % side), 3.0 * (k // side // side)]
            file.write(array.array("f", [x + centre[i % 3] for i, x in enumerate(points)]).tobytes())


def run(words, folder):
    """Returns (exit code, standard output, peak memory in bytes)."""
    with open(os.path.join(folder, "out"), "w+b") as out:
        pid = os.posix_spawn(words[0], words, os.environ,
                             file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        out.seek(0)
        return os.waitstatus_to_exitcode(status), out.read().decode(), usage.ru_maxrss * 1024


def write_files(path, triangles):
    """Writes one file per ball of 5,000 triangles, alternately binary STL and PLY; returns their paths."""
    points, corners = ball(51, 50)
    count = -(-3 * triangles // len(corners))
    files = [path(f"ball-{k}.{'ply' if k % 2 else 'stl'}") for k in range(count)]
    for k, name in enumerate(files):
        moved = array.array("f", [x + (3.0 * k if i % 3 == 0 else 0) for i, x in enumerate(points)])
        with open(name, "wb") as file:
            if k % 2:
                file.write(b"ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\n"
                           b"property float z\nelement face %d\nproperty list uchar uint vertex_indices\nend_header\n"
                           % (len(points) // 3, len(corners) // 3))
                file.write(moved.tobytes())
                file.write(b"".join(struct.pack("<B3I", 3, *corners[i:i + 3]) for i in range(0, len(corners), 3)))
            else:
                file.write(struct.pack("<80xI", len(corners) // 3))
                vertex = [moved[3 * i:3 * i + 3].tobytes() for i in range(len(points) // 3)]
                file.write(b"".join(bytes(12) + vertex[corners[i]] + vertex[corners[i + 1]] + vertex[corners[i + 2]] + bytes(2)
                                    for i in range(0, len(corners), 3)))
    return files


def write_scene(kind, program, path, triangles):
    """Generates the scene and returns the paths of its files."""
    if kind == "files":
        return write_files(path, triangles)
    if kind == "balls":
        write_balls(path("balls.glb"), triangles)
        return [path("balls.glb")]
    # A GLB file may hold several rooms; in other formats, each file gets one room of at most five million triangles.
    count = 1 if kind == "glb" else -(-triangles // 5000000)
    files = [path(f"room-{k}.{kind}") for k in range(count)]
    for k, file in enumerate(files):
        subprocess.run([program, "generate", "engine-room", "--triangles", str(triangles // count), "--seed", str(k), "-o", file],
                       check=True, stdout=subprocess.DEVNULL)
    return files


def check_index(scene, program, limit, folder):
    """Returns (the index, its description), or nothing if the build failed or exceeded the limit."""
    index = os.path.join(folder, "scene.allide")
    code, out, memory = run([program, "index", *scene, "-o", index, "--json", "--memory-limit", str(limit)], folder)
    told = json.loads(out) if code == 0 else {}
    print(f"index of {os.path.basename(scene[0])}: {told.get('triangles')} triangles in {told.get('objects')} parts, "
          f"{told.get('bytes')} bytes, exit {code}, {memory} bytes of memory, limit {limit}", flush=True)
    return (index, told) if code == 0 and memory <= limit else None


def check_predict(index, told, program, limit, folder):
    """Returns True if the query succeeded within the limit."""
    path = lambda name: os.path.join(folder, name)
    subprocess.run([program, "generate", "sphere", "--triangles", "500", "-o", path("ball.stl")], check=True,
                   stdout=subprocess.DEVNULL)
    lo, hi = told["bounds"]
    middle = [(a + b) / 2 for a, b in zip(lo, hi)]
    with open(path("motion.json"), "w") as file:
        json.dump({"type": "linear", "translation": [(hi[0] - lo[0]) / 3, 0, 0]}, file)
    pose = ",".join(repr(x) for x in middle) + ",1,0,0,0"
    code, out, memory = run([program, "predict", index, path("ball.stl"), "--motion", path("motion.json"), "--pose-a", pose,
                             "--json", "--memory-limit", str(limit)], folder)
    answer = json.loads(out) if code in (0, 1) else {}
    print(f"predict: {answer.get('outcome')}, {answer.get('bytes_read')} bytes read, exit {code}, {memory} bytes of memory",
          flush=True)
    return code in (0, 1) and memory <= limit


def main():
    long_run = os.environ.get("ALLIDE_TEST_LONG") == "1"
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--limit", type=int, default=40 << 20)
    parser.add_argument("--triangles", type=int)
    parser.add_argument("--scenes", nargs="+", choices=("balls", "glb", "obj", "files"))
    args = parser.parse_args()
    triangles = args.triangles or (20 * args.limit // 72 if long_run else 200000)
    program, faults = os.path.abspath(args.program), []
    for kind in args.scenes or (("balls", "glb", "obj", "files") if long_run else ("glb", "obj", "files")):
        with tempfile.TemporaryDirectory(prefix="allide-index-memory-") as folder:
            scene = write_scene(kind, program, lambda name: os.path.join(folder, name), triangles)
            made = check_index(scene, program, args.limit, folder)
            if made is None:
                faults.append(f"index of {kind}")
            elif not check_predict(*made, program, args.limit, folder):
                faults.append(f"predict on {kind}")
    for fault in faults:
        print(f"{fault}: failed, or more memory than its limit")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
