#!/usr/bin/env python3
"""Writes the seed files of the fuzzers: make_seeds.py [FOLDER], by default the folder corpus next to this script."""
import base64
import json
import struct
import sys
from pathlib import Path

CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
# A planar spiral as one face, which no triangle fan covers.
SPIRAL = [(0, 0), (5, 0), (5, 5), (1, 5), (1, 2), (3, 2), (3, 3), (2, 3), (2, 4), (4, 4), (4, 1), (0, 1)]


def stl():
    facets = b"".join(struct.pack("<12fH", 0, 0, 0, *[c for i in face for c in CORNERS[i]], 0) for face in FACES)
    binary = b"tetrahedron".ljust(80) + struct.pack("<I", len(FACES)) + facets
    text = "solid tetrahedron\n"
    for face in FACES:
        text += "facet normal 0 0 0\n outer loop\n"
        text += "".join("  vertex %g %g %g\n" % CORNERS[i] for i in face)
        text += " endloop\nendfacet\n"
    text += "endsolid tetrahedron\n"
    yield "binary", binary
    yield "cut", binary[:-30]
    yield "nan", binary[:96] + struct.pack("<f", float("nan")) + binary[100:]
    yield "ascii", text.encode()
    yield "two-solids", (text + text.replace("tetrahedron", "second one")).replace("\n", "\r\n").encode()
    yield "polygon-facet", text.replace(" endloop", "  vertex 1 1 1\n endloop", 1).encode()
    yield "word", text.replace("vertex 1 0 0", "vertex one 0 0", 1).encode()


def obj():
    vertices = "".join("v %g %g %g\n" % p for p in CORNERS)
    faces = "".join("f %d %d %d\n" % tuple(i + 1 for i in f) for f in FACES)
    yield "plain", (vertices + faces).encode()
    yield "parts", ("o first part\n" + vertices + faces + "g second\nf -1 -2 -3\no first part\nf 1 2 4\n").encode()
    yield "slashes", (vertices + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1//1 2//1 4//1\nf 1/1 3/1 4/1\n").encode()
    yield "spiral", ("".join("v %g %g 2\n" % p for p in SPIRAL) + "f " + " ".join(map(str, range(1, 13))) + "\n").encode()
    yield "bent", b"v 0 0 0\nv 1 0 0\nv 1 1 1\nv 0 1 0\nf 1 2 3 4\n"
    yield "continued", (vertices + "f 1 2 \\\n 3\nl 1 2\np 1\ns off\nusemtl steel # comment\n").encode()
    yield "non-finite", (vertices + "v nan inf -1e999\nf 1 2 5\n").encode()
    yield "index", (vertices + "f 1 2 9\n").encode()
    yield "faces-first", ("f 1 2 3\n" + vertices).encode()


def off():
    vertices = "".join("%g %g %g\n" % p for p in CORNERS)
    faces = "".join("3 %d %d %d\n" % f for f in FACES)
    yield "plain", ("OFF\n4 4 6\n" + vertices + faces).encode()
    yield "counts-run-on", ("OFF4 4 6\n" + vertices + faces).encode()
    yield "colours", ("COFF\n4 4 6\n" + vertices.replace("\n", " 255 0 0 255\n") + faces.replace("\n", " 1 0 0\n")).encode()
    yield "comments", ("# a comment\nOFF # here\n\n4 4\n" + vertices + "# between\n" + faces).encode()
    yield "free", ("OFF 4 4 6 " + (vertices + faces).replace("\n", " ")).encode()
    yield "spiral", ("OFF\n12 1 0\n" + "".join("%g %g 0\n" % p for p in SPIRAL) + "12 " + " ".join(map(str, range(12)))
                     + "\n").encode()
    yield "huge-counts", b"OFF\n4000000000 4000000000 0\n0 0 0\n"
    yield "negative", ("OFF\n4 4 6\n" + vertices + faces.replace("3 0 2 1", "3 0 -2 1")).encode()


def ply_header(kind, vertices, faces, number="double", extra=""):
    return ("ply\nformat %s 1.0\ncomment ours\nelement vertex %d\nproperty %s x\nproperty %s y\nproperty %s z\n%s"
            "element face %d\nproperty list uchar int vertex_indices\nend_header\n"
            % (kind, vertices, number, number, number, extra, faces))


def ply():
    ascii_body = "".join("%g %g %g\n" % p for p in CORNERS) + "".join("3 %d %d %d\n" % f for f in FACES)
    yield "ascii", (ply_header("ascii", 4, 4) + ascii_body).encode()
    for name, kind, mark in (("little", "binary_little_endian", "<"), ("big", "binary_big_endian", ">")):
        for number, code in (("double", "d"), ("float", "f")):
            body = b"".join(struct.pack(mark + "3" + code, *p) for p in CORNERS)
            body += b"".join(struct.pack(mark + "B3i", 3, *f) for f in FACES)
            yield f"{name}-{number}", ply_header(kind, 4, 4, number).encode() + body
    yield "spiral", (ply_header("ascii", 12, 1) + "".join("%g %g 1\n" % p for p in SPIRAL) + "12 "
                     + " ".join(map(str, range(12))) + "\n").encode()
    header = ply_header("binary_little_endian", 4, 4, "float", "property uchar red\nproperty list uchar short more\n")
    header = header.replace("end_header", "property float quality\nelement edge 2\nproperty int a\nproperty int b\nend_header")
    body = b"".join(struct.pack("<3fBBhh", *p, 200, 2, -1, 7) for p in CORNERS)
    body += b"".join(struct.pack("<B3if", 3, *f, 0.5) for f in FACES) + struct.pack("<4i", 0, 1, 2, 3)
    yield "unknown-properties", header.encode() + body
    yield "huge-counts", ply_header("binary_little_endian", 4000000000, 4294967295).encode() + b"\0" * 64
    yield "index", (ply_header("ascii", 4, 4) + ascii_body.replace("3 0 2 1", "3 0 2 66")).encode()
    yield "cut", (ply_header("ascii", 4, 4) + ascii_body[:20]).encode()


def gltf_document():
    body = b"".join(struct.pack("<3f", *p) for p in CORNERS) + b"".join(struct.pack("<3H", *f) for f in FACES)
    return body, {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "top", "children": [1, 2], "translation": [1, 2, 3]},
                  {"name": "one", "mesh": 0, "rotation": [0, 0, 1, 0], "scale": [2, 2, 2]},
                  {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]}],
        "meshes": [{"name": "body", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48},
                        {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "buffers": [{"byteLength": 72}]}


def glb_of(document, body):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body += b"\0" * (-len(body) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(body)) + struct.pack("<I4s", len(text), b"JSON") + text
            + struct.pack("<I4s", len(body), b"BIN\0") + body)


def gltf():
    body, document = gltf_document()
    yield "binary", glb_of(document, body)
    yield "cut", glb_of(document, body)[:-40]

    def embedded(change):
        new_body, new = gltf_document()
        new["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(new_body).decode()
        change(new)
        return json.dumps(new).encode()

    def put(*path, value):
        def change(new):
            for step in path[:-1]:
                new = new[step]
            new[path[-1]] = value
        return change

    yield "embedded", embedded(lambda new: None)
    for mode, name in ((0, "points"), (1, "lines"), (5, "strip"), (6, "fan"), (9, "unknown-mode")):
        yield name, embedded(put("meshes", 0, "primitives", 0, "mode", value=mode))
    yield "without-indices", embedded(lambda new: new["meshes"][0]["primitives"][0].pop("indices"))
    yield "strided", embedded(put("bufferViews", 0, "byteStride", value=16))
    yield "cyclic", embedded(put("nodes", 1, "children", value=[0]))
    yield "short-buffer", embedded(put("buffers", 0, "byteLength", value=9999))
    yield "huge-count", embedded(put("accessors", 0, "count", value=4000000000))
    yield "draco", embedded(put("extensionsRequired", value=["KHR_draco_mesh_compression"]))
    yield "side-file", embedded(put("buffers", 0, "uri", value="no-such-file.bin"))
    yield "sparse", embedded(put("accessors", 0, "sparse", value={
        "count": 2, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}))


def poses():
    yield "quaternion", b"0,0,0,1,0,0,0\n1.5 -2 3e-3 0.6 0.8 0 0\n"
    yield "matrix", b"# B along x\n\n1 0 0 -2 0 1 0 0 0 0 1 0 # away\r\n0,-1,0,0,1,0,0,0,0,0,1,0\r\n"
    yield "mark", b"\xef\xbb\xbf0,0,0,1,0,0,0"
    yield "one", b"0,0,0,0.70710678118654757,0,0,0.70710678118654757"
    yield "bad", b"0,0,0,1,0,0,0\n1,,2\nnan,0,0,1,0,0,0\n"
    yield "not-rigid", b"2,0,0,0,0,2,0,0,0,0,2,0\n"


def motion():
    screw = {"type": "screw", "point": [1, 0, -2.5], "axis": [0, 3, 4], "angle": 6.5, "advance": -0.25}
    home, away = [0, 0, 0, 1, 0, 0, 0], [1, 0, 0, 5, 0, 0, -1, 0, 0, 1, 0, 0]
    yield "screw", json.dumps(screw, indent=1).encode()
    yield "linear", b'\xef\xbb\xbf{"type":"linear","translation":[1,2,3e-4]}'
    yield "path", json.dumps({"type": "path", "poses": [home, away, home], "times": [-1, 0.5, 7]}).encode()
    yield "half-turn", json.dumps({"type": "path", "poses": [home, [0, 0, 0, 0, 0, 1, 0]], "times": [0, 1]}).encode()
    yield "same-place", json.dumps({"type": "path", "poses": [home, home], "times": [0, 1]}).encode()
    yield "huge", json.dumps(dict(screw, point=[1e308, -1e308, 1e308], axis=[1e308, 1e308, 0], advance=-1e308)).encode()
    yield "tiny-axis", json.dumps(dict(screw, axis=[5e-324, 0, 0], angle=3e10)).encode()
    yield "far-poses", json.dumps({"type": "path", "poses": [[1e308] + home[1:], [-1e308] + home[1:]],
                                   "times": [-1e308, 1e308]}).encode()
    yield "close-times", json.dumps({"type": "path", "poses": [home] * 3, "times": [0, 5e-324, 1e308]}).encode()
    yield "zero-axis", json.dumps(dict(screw, axis=[0, 0, 0])).encode()
    yield "missing", json.dumps({"type": "screw", "axis": [0, 0, 1]}).encode()
    yield "nan", json.dumps(dict(screw, angle=float("nan"))).encode()
    yield "cut", json.dumps(screw)[:40].encode()
    yield "unordered", json.dumps({"type": "path", "poses": [home, away], "times": [1, 0]}).encode()
    yield "not-rigid", json.dumps({"type": "path", "poses": [home, [2] + away[1:]], "times": [0, 1]}).encode()


RULES = {"clearance": 1.75, "touch": 0, "grid": 5000, "grid_axes": "xz", "ignore_siblings": True,
         "group": [{"name": "piping", "parts": ["piping/*"]}, {"name": "steel", "files": ["hull*.obj"], "parts": ["s?"]}],
         "pair": [{"groups": ["piping", "steel"], "clearance": 1.0}, {"groups": ["piping", "piping"], "ignore": True}],
         "ignore": [{"parts": ["*/gallery*", "*/railing*"]}]}


def rules_toml():
    text = """clearance = 1.75
grid = 5_000          # squares of 5 m
grid_axes = 'xz'
ignore_siblings = true

[[group]]
name = "piping"
parts = ["piping/*", "\\u00e9*", "tab\\t"]

[[group]]
name = "steel"
files = [
  "hull*.obj",  # a comment
]

[[pair]]
groups = ["piping", "steel"]
clearance = 1e-3

[[pair]]
groups = ["piping", "piping"]
ignore = true

[[ignore]]
parts = ["*/gallery*", "*/railing*"]
"""
    yield "plain", text.encode()
    yield "crlf", text.replace("\n", "\r\n").encode()
    yield "inline", b'group = [{name = "a", parts = ["*"]}, {name = "b", files = ["*"]}]\npair = [{groups = ["a", "b"], touch = 0.5}]\n'
    yield "dotted", b'group.name = "a"\n"clearance" = 1\n'
    yield "cut", text[:150].encode()
    yield "twice", b"clearance = 1\nclearance = 2\n"
    yield "misspelt", b"\n\nclearence = 1\n"
    yield "negative", b"clearance = -1\n"
    yield "not-finite", b"touch = inf\nclearance = nan\n"
    yield "date", b"clearance = 1979-05-27\n"
    yield "unknown-group", b'[[pair]]\ngroups = ["a", "b"]\n'
    yield "deep", b"group = " + b"[" * 3000


def rules_json():
    yield "plain", json.dumps(RULES, indent=1).encode()
    yield "one-line", json.dumps(RULES).encode()
    yield "escapes", b'{"group": [{"name": "\\u00e9\\ud83d\\ude00\\n", "parts": ["\\"*"]}]}'
    yield "half-a-pair", b'{"group": [{"name": "\\ud83d", "parts": ["*"]}]}'
    yield "cut", json.dumps(RULES, indent=1)[:120].encode()
    yield "list", b"[]"
    yield "twice", b'{"touch": 1,\n "touch": 2}'
    yield "huge", b'{"clearance": 1e999}'
    yield "deep", b'{"group": ' + b"[" * 3000


def baseline():
    row = {"key": "0123456789abcdef", "a": "piping/line-1/pipe-1", "b": "hull.obj", "a_id": 0, "b_id": 1, "kind": "hard",
           "distance": 0, "depth": 1.5, "depth_lower": 1, "shallow": False, "contacts": 12, "point": [1, 2, 3],
           "group": "room.glb | room.glb", "status": "new", "regions": [{"contacts": 12, "point": [1, 2, 3]}]}
    part = {"identity": "piping/line-1/pipe-1\n0000000000000000", "name": "piping/line-1/pipe-1", "file": "room.glb",
            "group": "room.glb", "digest": "0000000000000000"}
    other = dict(part, identity="hull.obj\n0000000000000000", name="hull.obj", file="hull.obj")
    report = {"partial": False, "clearance": 0, "touch": 0, "rules": "0000000000000000", "parts": [part, other],
              "clashes": [row]}
    yield "plain", json.dumps(report, indent=1).encode()
    yield "approved", json.dumps(dict(report, clashes=[dict(row, status="approved")])).encode()
    yield "gap", json.dumps(dict(report, clashes=[dict(row, kind="clearance", distance=0.5, a_id=1, b_id=0)])).encode()
    yield "gone", json.dumps(dict(report, clashes=[dict(row, a_id=None, status="unchecked")])).encode()
    yield "same-part-twice", json.dumps(dict(report, parts=[part, part, other])).encode()
    yield "no-such-part", json.dumps(dict(report, clashes=[dict(row, b_id=7)])).encode()
    yield "huge-count", json.dumps(dict(report, clashes=[dict(row, contacts=1e300)])).encode()
    yield "no-point", json.dumps(dict(report, clashes=[dict(row, point=[1, 2])])).encode()
    yield "regions-of-another-kind", json.dumps(dict(report, clashes=[dict(row, regions=[1, "two"])])).encode()
    yield "empty", b"{}"
    yield "cut", json.dumps(report, indent=1)[:300].encode()


URDF = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><geometry><box size="1 2 0.1"/></geometry></collision></link>
  <link name="upper">
    <visual><geometry><mesh filename="package://arm/upper.dae"/></geometry></visual>
    <collision><origin xyz="0 0 0.5" rpy="0 1.5707963267948966 0"/><geometry><cylinder radius="0.1" length="1"/></geometry></collision>
  </link>
  <link name="lower"><collision><geometry><mesh filename="lower.stl" scale="1 -1 0.001"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-1.5" upper="1.5" effort="1" velocity="1"/>
  </joint>
  <joint name="elbow" type="prismatic">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 1"/>
    <limit upper="0.5"/><mimic joint="shoulder" multiplier="2" offset="-0.1"/>
  </joint>
</robot>
"""


def urdf():
    yield "plain", URDF.encode()
    yield "crlf", URDF.replace("\n", "\r\n").encode()
    yield "cut", URDF[:500].encode()
    yield "floating", URDF.replace("prismatic", "floating").replace("<mimic", "<nothing").encode()
    yield "cycle", URDF.replace('<child link="upper"/>', '<child link="base"/>').encode()
    yield "scale-0", URDF.replace("0.001", "0").encode()
    yield "missing-mesh", URDF.replace("lower.stl", "missing.stl").encode()
    yield "numbers", URDF.replace('"0 0 1"', '" +1.5e-3\n-.5\t1e308 "').encode()
    yield "huge-number", URDF.replace('"1 2 0.1"', '"1 2 1e999"').encode()
    yield "names", URDF.replace("upper", "\u00e9&lt;&#10;%&amp;&quot;").encode()
    yield "deep", b"<robot name='r'>" + b"<a>" * 3000
    yield "entity", b"<!DOCTYPE r [<!ENTITY a 'b'>]><robot name='&a;'><link name='&#x41;'/></robot>"


def srdf():
    yield "plain", b"""<robot name="r">
  <group name="arm"><chain base_link="base" tip_link="b"/><link name="a"/></group>
  <group name="all"><group name="arm"/><joint name="j"/></group>
  <disable_collisions link1="base" link2="b" reason="Never"/>
  <disable_default_collisions link="a"/><enable_collisions link1="a" link2="b"/>
  <virtual_joint name="v" type="floating" parent_frame="odom" child_link="base"/>
</robot>
"""
    yield "circle", b"<robot><group name='g'><group name='h'/></group><group name='h'><group name='g'/></group></robot>"
    yield "unknown-link", b"<robot><disable_collisions link1='a' link2='c'/></robot>"
    yield "other-robot", b"<robot name='q'/>"


def saved_model():
    def change(array, place, byte):
        return struct.pack("<BHB", array, place, byte)

    yield "unchanged", b""
    yield "vertex", change(0, 7, 0x41)
    yield "infinite-vertex", change(0, 7, 0x7F) + change(0, 6, 0xF0)
    yield "missing-corner", change(1, 3, 0xFF)
    yield "leaf-flag", change(5, 125, 2)
    yield "child-before-parent", change(5, 60, 0) + change(5, 61, 0)
    yield "other-leaf", change(5, 112, 3)
    yield "order", change(7, 0, 200)
    yield "cut-order", change(7 + 128, 40, 0)
    yield "cut-record", change(5 + 128, 200, 0)
    yield "cut-text", change(4 + 128, 9, 0)
    yield "long-text", change(4, 1, 0xFF)
    yield "exponent", change(9, 25, 0x40)
    yield "raw-file", b"file" + b"allide model\n\x1a\n\0" + bytes(300)
    yield "raw-short", b"fileallide model\n"


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent / "corpus"
    for maker in (stl, obj, off, ply, gltf, poses, motion, rules_toml, rules_json, baseline, urdf, srdf, saved_model):
        target = folder / maker.__name__
        target.mkdir(parents=True, exist_ok=True)
        for name, content in maker():
            (target / f"seed-{name}").write_bytes(content)


if __name__ == "__main__":
    main()
