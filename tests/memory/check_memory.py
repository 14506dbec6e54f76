"""Hostile files: `allide info` must use at most a small multiple of the file's size as memory.

    check_memory.py PROGRAM [--scale N] [--table] [NAME…]
"""
import argparse
import base64
import json
import math
import os
import struct
import sys
import tempfile

MULTIPLE = 8  # allowed memory as a multiple of the file's size
CONSTANT = 6 << 20  # allowed in addition to the memory for a file of one triangle: buffers of fixed size


# ---------------------------------------------------------------- text


def lines(text, count):
    return (text * count).encode()


def obj(body, vertices=b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"):
    return vertices + body


def one_face(n):
    """A comb: every second corner is convex, so that it is triangulated ear by ear."""
    v = "".join(f"v {i} {(i * 7919 % 97 if i % 2 else 100)} 0\n" for i in range(1, n - 1)) + f"v {n} 900 0\nv 0 900 0\n"
    return (v + "f " + " ".join(str(i) for i in range(1, n + 1)) + "\n").encode()


def face_of_few_vertices(n):
    return obj(b"f " + b"1 2 3 " * (n // 3) + b"\n")


def face_with_bridges(n):
    """A strip with square holes, each connected to the outline by an edge that is traversed twice."""
    v, f, holes = ["v 0 0 0"], [1], n // 7
    for i in range(holes):
        x, first = 10 * i + 2, len(v) + 1
        v += [f"v {x} 0 0", f"v {x} 2 0", f"v {x} 5 0", f"v {x + 3} 5 0", f"v {x + 3} 2 0"]
        f += [first, first + 1, first + 2, first + 3, first + 4, first + 1, first]
    f += [len(v) + 1, len(v) + 2, len(v) + 3]
    v += [f"v {10 * holes} 0 0", f"v {10 * holes} 9 0", "v 0 9 0"]
    return ("\n".join(v) + "\nf " + " ".join(map(str, f)) + "\n").encode()


def group_a_face(n):
    return obj("".join(f"g {i}\nf 1 2 3\n" for i in range(n)).encode())


def empty_groups(n):
    return obj("".join(f"o {i}\n" for i in range(n)).encode() + b"f 1 2 3\n")


def interleaved_groups(n):
    return obj("".join(f"g {i % 1000}\nf 1 2 3\n" for i in range(n)).encode())


def off(v, f, body):
    return f"OFF\n{v} {f} 0\n".encode() + body


def ply(v, f, body, form="ascii", coordinate="float", index="uchar int"):
    return (f"ply\nformat {form} 1.0\nelement vertex {v}\nproperty {coordinate} x\nproperty {coordinate} y\nproperty {coordinate} z\n"
            f"element face {f}\nproperty list {index} vertex_indices\nend_header\n").encode() + body


LITTLE = "binary_little_endian"
THREE = b"0 0 0\n1 0 0\n0 1 0\n"
THREE_FLOATS = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)


def stl(n):
    return "".join(f"solid {i}\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 {i}\nendloop\nendfacet\nendsolid\n" for i in range(n)).encode()


# ---------------------------------------------------------------- glTF


def gltf(**arrays):
    """A triangle; the given arrays, as text or as objects, replace its own."""
    floats = base64.b64encode(THREE_FLOATS).decode()
    document = {"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
                "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"uri": "data:;base64," + floats, "byteLength": 36}]}
    members = {key: json.dumps(value, separators=(",", ":")) for key, value in document.items()}
    members.update({key: value if isinstance(value, str) else json.dumps(value, separators=(",", ":")) for key, value in arrays.items()})
    return ("{" + ",".join(f'"{key}":{value}' for key, value in members.items()) + "}").encode()


def items(item, n, before=""):
    return "[" + before + ",".join([item] * n) + "]"


def numbered(item, n, before=""):
    return "[" + before + ",".join(item % i for i in range(n)) + "]"


MESH = '{"mesh":0},'
ACCESSOR = '{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}'


def chained(n):
    return "[" + MESH + ",".join('{"children":[%d]}' % (i + 2) for i in range(n - 2)) + ",{}]"


def embedded(n):
    floats = base64.b64encode(THREE_FLOATS * n).decode()
    return gltf(accessors=ACCESSOR.join("[]").replace('"count":3', '"count":%d' % (3 * n)), bufferViews='[{"buffer":0,"byteLength":%d}]' % (36 * n),
                buffers='[{"uri":"data:;base64,%s","byteLength":%d}]' % (floats, 36 * n))


def strip_of_bytes(n):
    """Indices of one byte, each of which adds a triangle."""
    body = THREE_FLOATS + bytes([0, 1, 2]) * (n // 3)
    text = gltf(meshes='[{"primitives":[{"mode":5,"attributes":{"POSITION":0},"indices":1}]}]',
                accessors="[" + ACCESSOR + ',{"bufferView":1,"componentType":5121,"count":%d,"type":"SCALAR"}]' % (n // 3 * 3),
                bufferViews='[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":%d}]' % (n // 3 * 3),
                buffers='[{"byteLength":%d}]' % len(body))
    text += b" " * (-len(text) % 4)
    body += b"\0" * (-len(body) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(body)) + struct.pack("<I4s", len(text), b"JSON") + text +
            struct.pack("<I4s", len(body), b"BIN\0") + body)


def meshes_of_their_own(n):
    """Each node has its own mesh, accessor, bufferView and buffer."""
    floats = base64.b64encode(THREE_FLOATS).decode()
    return gltf(nodes=numbered('{"mesh":%d}', n), meshes=numbered('{"primitives":[{"attributes":{"POSITION":%d}}]}', n),
                accessors=numbered('{"bufferView":%d,"componentType":5126,"count":3,"type":"VEC3"}', n),
                bufferViews=numbered('{"buffer":%d,"byteLength":36}', n), buffers=items('{"uri":"data:;base64,%s","byteLength":36}' % floats, n))


def same_corners_again(n):
    """Primitives that all use the same three corners."""
    return gltf(meshes='[{"primitives":' + items('{"attributes":{"POSITION":0}}', n) + "}]")


# name: (extension, a function for the bytes, the allowed multiple if it is not the default)
def cases(n):
    return {
        "obj one face": ("obj", lambda: one_face(n)),
        "obj one face of three vertices": ("obj", lambda: face_of_few_vertices(4 * n)),
        "obj one face with bridges": ("obj", lambda: face_with_bridges(n)),
        "obj a group a face": ("obj", lambda: group_a_face(n)),
        "obj empty groups": ("obj", lambda: empty_groups(n)),
        "obj interleaved groups": ("obj", lambda: interleaved_groups(n)),
        "obj triangles": ("obj", lambda: obj(lines("f 1 2 3\n", n))),
        "obj squares": ("obj", lambda: obj(lines("f 1 2 3 1\n", n))),
        "obj pentagons before their vertices": ("obj", lambda: lines("f 1 2 3 2 3\n", n) + obj(b"")),
        "obj vertices": ("obj", lambda: obj(b"f 1 2 3\n" + lines("v 0 0 0\n", n))),
        "obj lines": ("obj", lambda: obj(b"f 1 2 3\n" + lines("l 1\n", n))),
        "obj materials": ("obj", lambda: obj("".join(f"usemtl {i}\nf 1 2 3\n" for i in range(n)).encode())),
        "off triangles": ("off", lambda: off(3, n, THREE + lines("3 0 1 2\n", n))),
        "off squares": ("off", lambda: off(3, n, THREE + lines("4 0 1 2 1\n", n))),
        "off vertices": ("off", lambda: off(n, 0, lines("0 0 0\n", n))),
        "off one face": ("off", lambda: off(3, 1, THREE + f"{3 * n} ".encode() + b"0 1 2 " * n + b"\n")),
        "ply triangles": ("ply", lambda: ply(3, n, THREE + lines("3 0 1 2\n", n))),
        "ply vertices": ("ply", lambda: ply(n, 0, lines("0 0 0\n", n))),
        "ply one face": ("ply", lambda: ply(3, 1, THREE + f"{3 * n} ".encode() + b"0 1 2 " * n + b"\n")),
        "ply binary triangles": ("ply", lambda: ply(3, n, THREE_FLOATS + struct.pack("<B3i", 3, 0, 1, 2) * n, LITTLE)),
        "ply binary squares": ("ply", lambda: ply(3, n, THREE_FLOATS + struct.pack("<B4i", 4, 0, 1, 2, 1) * n, LITTLE)),
        "ply binary face": ("ply", lambda: ply(3, 1, THREE_FLOATS + struct.pack("<i", 3 * n) + struct.pack("<3i", 0, 1, 2) * n, LITTLE, index="int int")),
        "ply binary face of bytes": ("ply", lambda: ply(3, 1, THREE_FLOATS + struct.pack("<i", 6 * n) + bytes([0, 1, 2]) * 2 * n, LITTLE, index="int uchar"), 16),
        "ply many elements": ("ply", lambda: ply(3, 1, THREE + b"3 0 1 2\n").replace(b"end_header", b"element a 0\n" * n + b"end_header"), 16),
        "stl solids": ("stl", lambda: stl(n // 4)),
        "stl empty solids": ("stl", lambda: stl(1) + lines("solid\nendsolid\n", n)),
        "gltf nodes with a mesh": ("gltf", lambda: gltf(nodes=items('{"mesh":0}', n))),
        "gltf named nodes": ("gltf", lambda: gltf(nodes=numbered('{"mesh":0,"name":"%d"}', n))),
        "gltf moved nodes": ("gltf", lambda: gltf(nodes=numbered('{"mesh":0,"scale":[1,%d,1]}', n))),
        "gltf nodes that are arrays": ("gltf", lambda: gltf(nodes=items("[]", n, MESH))),
        "gltf nodes with an empty name": ("gltf", lambda: gltf(nodes=items('{"name":""}', n, MESH))),
        "gltf chained nodes": ("gltf", lambda: gltf(nodes=chained(n))),
        "gltf empty nodes": ("gltf", lambda: gltf(nodes=items("{}", 2 * n, MESH))),
        "gltf one parent": ("gltf", lambda: gltf(nodes="[" + MESH + '{"children":[' + ",".join(str(i + 2) for i in range(n)) + "]}," + ",".join(["{}"] * n) + "]")),
        "gltf accessors with a count": ("gltf", lambda: gltf(accessors=items('{"count":1}', n, ACCESSOR + ","))),
        "gltf empty accessors": ("gltf", lambda: gltf(accessors=items("{}", 2 * n, ACCESSOR + ","))),
        "gltf empty meshes": ("gltf", lambda: gltf(meshes=items("{}", 2 * n, '{"primitives":[{"attributes":{"POSITION":0}}]},'))),
        "gltf scene of many nodes": ("gltf", lambda: gltf(scenes='[{"nodes":[' + ",".join(str(i) for i in range(n)) + "]}]", nodes=items("{}", n - 1, MESH))),
        "gltf bad scene": ("gltf", lambda: gltf(scenes='[{"nodes":' + items("0", 2 * n) + "}]")),
        "gltf meshes of their own": ("gltf", lambda: meshes_of_their_own(n // 8)),
        "gltf same corners again": ("gltf", lambda: same_corners_again(n)),
        "gltf extensions": ("gltf", lambda: gltf(extensionsUsed=items('"a"', n))),
        "gltf materials": ("gltf", lambda: gltf(materials=items('{"name":"a"}', n))),
        "gltf long numbers": ("gltf", lambda: gltf(extras=items("0.5", n))),
        "gltf numbers as weights": ("gltf", lambda: gltf(nodes='[{"mesh":0,"weights":' + items("1", 2 * n) + "}]")),
        "gltf names twice": ("gltf", lambda: gltf(nodes="[{" + '"mesh":0,' * n + '"mesh":0}]')),
        "gltf deep": ("gltf", lambda: gltf(extras="[" * 2 * n + "]" * 2 * n)),
        "gltf deep nodes": ("gltf", lambda: gltf(nodes="[" + MESH + "[" * 2 * n + "]" * 2 * n + "]")),
        "gltf unfinished": ("gltf", lambda: gltf(nodes="[" + MESH + "[" * 4 * n)),
        "gltf embedded buffer": ("gltf", lambda: embedded(n // 6)),
        "gltf long name": ("gltf", lambda: gltf(nodes='[{"mesh":0,"name":"' + "x" * 4 * n + '"}]')),
        "glb strip of bytes": ("glb", lambda: strip_of_bytes(6 * n), 16),
    }


# ---------------------------------------------------------------- measuring


def run(program, path, *options):
    """Returns the exit code, the standard error output and the peak memory in bytes."""
    errors = tempfile.TemporaryFile()
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(errors.fileno(), 2)
        os.execv(program, [program, "info", path, *options])
    _, status, usage = os.wait4(pid, 0)
    errors.seek(0)
    return os.waitstatus_to_exitcode(status), errors.read().decode(errors="replace"), usage.ru_maxrss * 1024, usage.ru_utime


def made(folder, extension, make):
    """Writes the file in a separate process, since a started program inherits the peak memory of its parent."""
    path = os.path.join(folder, "made." + extension)
    pid = os.fork()
    if pid == 0:
        with open(path, "wb") as file:
            file.write(make())
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--scale", type=int, default=200_000, help="items a file")
    parser.add_argument("--table", action="store_true", help="print every measurement")
    args = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        _, _, base, _ = run(args.program, made(folder, "obj", lambda: obj(b"f 1 2 3\n")))
        for name, (extension, make, *multiple) in cases(args.scale).items():
            if args.names and not any(wanted in name for wanted in args.names):
                continue
            path = made(folder, extension, make)
            size = os.path.getsize(path)
            multiple = multiple[0] if multiple else MULTIPLE
            code, said, most, seconds = run(args.program, path, "--json")
            bound = base + CONSTANT + multiple * size
            good = most <= bound and code in (0, 2) and (code == 0) == (said == "")
            failures += not good
            if args.table or not good:
                print(f"{'' if good else 'FAILED '}{name}: {size / 1e6:.1f} MB, exit {code}, "
                      f"{(most - base) / size:.1f} times its size, {seconds:.2f} s {said.strip()[-90:]}")
    print("all within bounds" if failures == 0 else f"{failures} beyond their bounds")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
