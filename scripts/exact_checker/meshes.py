"""Meshes from OBJ, STL and OFF files, and meshes in the world. Triangles are numbered as in the file."""
import struct
from fractions import Fraction

from .rationals import Refused, exact, expect


class Mesh:
    def __init__(self, vertices, triangles):
        self.vertices, self.triangles = vertices, triangles
        for triangle in triangles:
            expect(len(triangle) == 3 and all(0 <= v < len(vertices) for v in triangle), "a triangle has no such vertex")

    def least_along(self, triangle, axis):
        return min(self.vertices[v][axis] for v in self.triangles[triangle])


def is_simple_quadrilateral(corners):
    """True if both triangles 012 and 023 have area and the same orientation, and so do 123 and 130."""
    from .rationals import cross, dot, minus
    p = [tuple(Fraction(x) for x in corner) for corner in corners]
    normals = [cross(minus(p[j], p[i]), minus(p[k], p[i])) for i, j, k in ((0, 1, 2), (0, 2, 3), (1, 2, 3), (1, 3, 0))]
    return all(dot(normals[0], n) > 0 for n in normals)


def fan(face, vertices):
    """Triangles of a face. Only triangles and convex quadrilaterals: other faces are cut in ways that a checker need not know."""
    if len(face) == 3:
        return [tuple(face)]
    expect(len(face) == 4 and is_simple_quadrilateral([vertices[v] for v in face]),
           "a face is neither a triangle nor a convex quadrilateral; write it as triangles first")
    return [(face[0], face[1], face[2]), (face[0], face[2], face[3])]


def read_obj(text):
    vertices, triangles = [], []
    for line in text.replace("\\\n", " ").splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["v"]:
            vertices.append(tuple(float(word) for word in words[1:4]))
        elif words[:1] == ["f"]:
            numbers = [int(word.split("/")[0]) for word in words[1:]]
            triangles += fan([n - 1 if n > 0 else len(vertices) + n for n in numbers], vertices)
    return Mesh(vertices, triangles)


def read_off(text):
    words = [word for line in text.splitlines() for word in line.split("#")[0].split()]
    expect(words[0] == "OFF", "expected OFF")
    count, faces, at = int(words[1]), int(words[2]), 4
    vertices = [tuple(float(word) for word in words[at + 3 * i:at + 3 * i + 3]) for i in range(count)]
    at += 3 * count
    triangles = []
    for _ in range(faces):
        n = int(words[at])
        triangles += fan([int(word) for word in words[at + 1:at + 1 + n]], vertices)
        at += 1 + n
    return Mesh(vertices, triangles)


def from_soup(corners):
    return Mesh(corners, [(i, i + 1, i + 2) for i in range(0, len(corners), 3)])


def read_stl(content):
    count = struct.unpack_from("<I", content, 80)[0] if len(content) >= 84 else -1
    if len(content) == 84 + 50 * count:
        corners = []
        for i in range(count):
            numbers = struct.unpack_from("<9f", content, 84 + 50 * i + 12)
            corners += [numbers[0:3], numbers[3:6], numbers[6:9]]
        return from_soup(corners)
    lines = [line.split() for line in content.decode().splitlines()]
    return from_soup([tuple(float(word) for word in words[1:4]) for words in lines if words[:1] == ["vertex"]])


def read_mesh(path):
    with open(path, "rb") as file:
        content = file.read()
    name = str(path).lower()
    if name.endswith(".obj"):
        return read_obj(content.decode())
    if name.endswith(".off"):
        return read_off(content.decode())
    if name.endswith(".stl"):
        return read_stl(content)
    raise Refused(f"{path}: expected .obj, .off or .stl")


def mapped(pose, point):
    """The 12 numbers of a pose applied to a point, exactly."""
    m, p = [exact(x) for x in pose], [Fraction(x) for x in point]
    return tuple(m[4 * k] * p[0] + m[4 * k + 1] * p[1] + m[4 * k + 2] * p[2] + m[4 * k + 3] for k in range(3))


def denominator_of(numbers):
    return max(Fraction(x).denominator for x in numbers)


def scaled(x, scale):
    x = Fraction(x)
    return x.numerator * (scale // x.denominator)


class World:
    """The vertices of placed meshes, as integers in units of 1 / scale. All denominators are powers of two."""

    def __init__(self, placed):
        """placed: pairs of a mesh and its pose."""
        of_matrix = max(denominator_of(exact(x) for x in pose) for _, pose in placed)
        of_points = max(max((denominator_of(v) for v in mesh.vertices), default=1) for mesh, _ in placed)
        self.scale = of_matrix * of_points
        self.points = [self.place(mesh, [exact(x) for x in pose], of_matrix, of_points) for mesh, pose in placed]

    @staticmethod
    def place(mesh, pose, of_matrix, of_points):
        expect(len(pose) == 12, "a pose has 12 numbers")
        rows = [[scaled(x, of_matrix) for x in pose[4 * k:4 * k + 4]] for k in range(3)]
        points = []
        for vertex in mesh.vertices:
            x, y, z = (scaled(c, of_points) for c in vertex)
            points.append(tuple(r[0] * x + r[1] * y + r[2] * z + r[3] * of_points for r in rows))
        return points
