"""Certificates about a moving mesh: free times, and a contact within the bracket.

On a segment, a vertex x of A, at its start pose, is at time t (0 <= t <= 1) at
  x + t v                                               for a translation v
  p + Rot(axis, t angle)(x - p) + t advance axis/|axis|  for a screw
With y = x - p and an axis v the height of the vertex along a direction n is, relative to p,
  n.u + cos(t angle) n.(y - u) + sin(t angle) n.(v x y)/|v| + t advance (n.v)/|v|,   u = v (v.y)/(v.v)
in which only the cosine, the sine and 1/|v| are not rational; these are intervals. Everything is multiplied by v.v, so that
the rest are integers.
"""
from fractions import Fraction

from . import intervals
from .meshes import World
from .rationals import cross, dot, exact, expect, integers, minus, plus, ratio, times
from .resting import point_on_triangle
from .separation import check_proof

# Paths are computed in floating point from the poses of the motion file, and their segments have times of their own.
PATH_TOLERANCE = 1e-9
TIME_TOLERANCE = Fraction(1, 10**12)


def subtract(x, y):
    return [intervals.add(u, intervals.negated(v)) for u, v in zip(x, y)]


def sure_sign(x, y, z):
    low, high = intervals.det(x, y, z)
    expect(low > 0 or high < 0, "a sign of the contact is not certain")
    return 1 if low > 0 else -1


class Segment:
    """One segment with both meshes in integers, in units of 1 / self.scale."""

    def __init__(self, segment, mesh_a, mesh_b, pose_b):
        self.meshes = mesh_a, mesh_b
        self.t0, self.t1 = exact(segment["t0"]), exact(segment["t1"])
        world = World([(mesh_a, segment["start"]), (mesh_b, pose_b)])
        self.is_linear = "translation" in segment
        lengths = segment["translation"] if self.is_linear else [*segment["point"], segment["advance"]]
        self.scale = max([world.scale] + [exact(x).denominator for x in lengths])
        grown = self.scale // world.scale
        self.a, self.b = [[times(grown, x) for x in points] for points in world.points]
        in_units = [int(exact(x) * self.scale) for x in lengths]
        if self.is_linear:
            self.translation = tuple(in_units)
        else:
            self.set_screw(segment, in_units)

    def set_screw(self, segment, in_units):
        point, self.advance = tuple(in_units[:3]), in_units[3]
        self.axis = tuple(integers(segment["axis"])[0])
        self.square = dot(self.axis, self.axis)
        expect(self.square > 0, "the axis is 0")
        self.angle = exact(segment["angle"])
        expect(abs(self.angle) < 1 << 40, "the angle is too large")
        self.a = [minus(x, point) for x in self.a]
        self.b = [minus(x, point) for x in self.b]
        # Interval ends are in units of 2^-bits.
        self.bits = intervals.PRECISION + 2 * self.square.bit_length()

    def global_time(self, t):
        return self.t0 + t * (self.t1 - self.t0)

    def outward(self, interval, bits):
        """An interval in units of 2^-bits in those of 2^-self.bits."""
        shift = bits - self.bits
        if shift <= 0:
            return interval[0] << -shift, interval[1] << -shift
        return interval[0] >> shift, -(-interval[1] >> shift)

    def by_ratio(self, factor, interval):
        n, d = factor.numerator, factor.denominator
        low, high = intervals.scale(n, interval)
        return low // d, -(-high // d)

    def moment(self, t):
        """cos, sin/|v|, t/|v|, sin, cos/|v|, 1/|v| at a rational time, in units of 2^-self.bits."""
        low, high, root_bits = intervals.inverse_root(self.square)
        root = self.outward((low, high), root_bits)
        cosine, sine = intervals.cos_sin(self.angle * t)
        with_root = lambda x: self.outward(intervals.multiply(x, (low, high)), intervals.PRECISION + root_bits)
        plain = lambda x: self.outward(x, intervals.PRECISION)
        return (plain(cosine), with_root(sine), self.by_ratio(t, root), plain(sine), with_root(cosine), root)

    def coefficients(self, n, y):
        """Heights of a vertex of A along n, as described above, times v.v: u, y - u, v x y (times |v|), drift (times |v|)."""
        along = dot(n, self.axis)
        axial = along * dot(self.axis, y)
        return axial, self.square * dot(n, y) - axial, self.square * dot(n, cross(self.axis, y)), self.square * self.advance * along

    def height(self, coefficients, moment):
        axial, radial, tangent, drift = coefficients
        total = axial << self.bits, axial << self.bits
        for factor, interval in ((radial, moment[0]), (tangent, moment[1]), (drift, moment[2])):
            total = intervals.add(total, intervals.scale(factor, interval))
        return total

    def place_a(self, vertex, moment):
        """Intervals of the coordinates at a moment, times v.v, in units of 2^-self.bits / self.scale."""
        return [self.height(self.coefficients(n, self.a[vertex]), moment) for n in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]

    def place_b(self, vertex):
        return [((self.square * x) << self.bits,) * 2 for x in self.b[vertex]]

    def check_gap(self, gap, n, unit, clearance, may_be_equal):
        """gap / unit against clearance |n|."""
        if may_be_equal:
            expect(gap >= 0, "a direction does not separate its sets")
        else:
            expect(gap > 0, "a direction does not separate its sets")
        if clearance:
            needed = (clearance * unit) ** 2 * dot(n, n)
            expect(gap * gap >= needed if may_be_equal else gap * gap > needed, "a gap is smaller than the clearance")

    def check_translation(self, n, of_a, of_b, interval, clearance, is_open):
        lowest = min(dot(n, self.b[v]) for v in of_b)
        highest = max(dot(n, self.a[v]) for v in of_a)
        speed = dot(n, self.translation)
        for t, may_be_equal in ((exact(interval[0]), False), (exact(interval[1]), is_open)):
            self.check_gap(lowest - highest - t * speed, n, self.scale, clearance, may_be_equal)

    def check_screw(self, n, of_a, of_b, interval, clearance):
        first, last = exact(interval[0]), exact(interval[1])
        half = (last - first) / 2
        moment = self.moment((first + last) / 2)
        cosine, sine_root, _, sine, cosine_root, root = moment
        turn = self.angle * half
        # The change within the interval is at most |f'| times half its length, plus half the squared angle times the
        # radius.
        slopes = [self.by_ratio(-turn, sine), self.by_ratio(turn, cosine_root), self.by_ratio(half, root)]
        bend = turn * turn / 2
        bend_radial = -(-(bend.numerator << self.bits) // bend.denominator)
        bend_tangent = self.by_ratio(bend, root)[1]
        highest = None
        for vertex in of_a:
            parts = self.coefficients(n, self.a[vertex])
            change = (0, 0)
            for factor, interval_of in zip(parts[1:], slopes):
                change = intervals.add(change, intervals.scale(factor, interval_of))
            bulge = abs(parts[1]) * bend_radial + abs(parts[2]) * bend_tangent
            top = self.height(parts, moment)[1] + intervals.largest(change) + bulge
            highest = top if highest is None else max(highest, top)
        lowest = min(dot(n, self.b[v]) for v in of_b) * self.square << self.bits
        unit = self.scale * self.square << self.bits
        self.check_gap(lowest - highest, n, unit, clearance, False)

    def check_free(self, part, clearance, is_open):
        """All of A is apart from all of B from 0 to part["until"]. Returns the number of directions."""
        until = part["until"]
        expect(isinstance(until, (int, float)) and 0 < until <= 1, "the end of a free time is not in the segment")

        def check_direction(direction, of_a, of_b, interval):
            n, _ = integers(direction)
            if self.is_linear:
                self.check_translation(n, of_a, of_b, interval, clearance, is_open and interval[1] == until)
            else:
                self.check_screw(n, of_a, of_b, interval, clearance)

        return check_proof(part["steps"], *self.meshes, check_direction, (0.0, float(until)))

    def check_points(self, contact, t, clearance):
        """The two points are the same, or within the clearance, at time t."""
        expect(t == 0 or self.is_linear or clearance > 0, "points on a screw are never known exactly")
        a, b = [point_on_triangle(mesh, points, self.scale, contact[side])
                for mesh, points, side in zip(self.meshes, (self.a, self.b), "ab")]
        if t == 0 or self.is_linear:
            if self.is_linear:
                a = plus(a, times(t / self.scale, self.translation))
            expect(dot(minus(b, a), minus(b, a)) <= clearance * clearance, "the two points are not close enough")
            return
        moment = self.moment(t)
        squared = (0, 0)
        for k in range(3):
            n = tuple(int(i == k) for i in range(3))
            # The weighted mean of the corners, times the sum of the weights, which are made integers.
            weights, _ = integers([w for w in contact["a"]["weights"]])
            corners = self.meshes[0].triangles[contact["a"]["triangle"]]
            place = (0, 0)
            for weight, vertex in zip(weights, corners):
                place = intervals.add(place, intervals.scale(weight, self.height(self.coefficients(n, self.a[vertex]), moment)))
            other = b[k] * self.scale * self.square * sum(weights) * 2**self.bits
            gap = intervals.add(place, (-other, -other))
            squared = intervals.add(squared, (0, intervals.largest(gap) ** 2))
        unit = self.scale * self.square * sum(weights) << self.bits
        expect(squared[1] <= (clearance * unit) ** 2, "the two points are not close enough")

    def check_piercing(self, contact, t):
        """An edge of one triangle passes through the other: its ends are on different sides, and the three volumes with
        the other's edges have one sign."""
        of_a = [self.a_corner(contact["triangle_a"], t), self.b_corner(contact["triangle_b"])]
        expect(contact["of"] in ("a", "b") and contact["number"] in (0, 1, 2), "a triangle has edges 0, 1 and 2")
        edges, face = of_a if contact["of"] == "a" else of_a[::-1]
        start, end = edges[contact["number"]], edges[(contact["number"] + 1) % 3]
        e, f = subtract(face[1], face[0]), subtract(face[2], face[0])
        above = sure_sign(e, f, subtract(start, face[0]))
        expect(above != sure_sign(e, f, subtract(end, face[0])), "both ends of the edge are on one side")
        along = subtract(end, start)
        for j in range(3):
            expect(sure_sign(subtract(face[j], start), subtract(face[(j + 1) % 3], start), along) == -above,
                   "the edge passes beside the triangle")

    def check_sliding(self, contact, t):
        """A rotation without an advance keeps heights along the axis. A corner at the height of all corners of the other triangle
        stays in its plane; at the time it is on one side of all three edges."""
        expect(not self.is_linear and self.advance == 0, "corners slide in a plane only under a rotation")
        expect(contact["of"] in ("a", "b") and contact["number"] in (0, 1, 2), "a triangle has corners 0, 1 and 2")
        numbers = contact["triangle_a"], contact["triangle_b"]
        moved = [self.a_corner(numbers[0], t), self.b_corner(numbers[1])]
        heights = [[dot(self.axis, points[v]) for v in mesh.triangles[number]]
                   for mesh, points, number in zip(self.meshes, (self.a, self.b), numbers)]
        if contact["of"] == "b":
            moved.reverse()
            heights.reverse()
        number = contact["number"]
        expect(all(h == heights[0][number] for h in heights[1]), "the corner is not in the triangle's plane")
        axis = [(c, c) for c in self.axis]
        corner, face = moved[0][number], moved[1]
        signs = {sure_sign(subtract(face[(j + 1) % 3], face[j]), subtract(corner, face[j]), axis) for j in range(3)}
        expect(len(signs) == 1, "the corner is outside the triangle")

    def a_corner(self, triangle, t):
        expect(isinstance(triangle, int) and 0 <= triangle < len(self.meshes[0].triangles), "there is no such triangle")
        if self.is_linear:
            moved = times(t, self.translation)
            return [[(c, c) for c in plus(self.a[v], moved)] for v in self.meshes[0].triangles[triangle]]
        moment = self.moment(t)
        return [self.place_a(v, moment) for v in self.meshes[0].triangles[triangle]]

    def b_corner(self, triangle):
        expect(isinstance(triangle, int) and 0 <= triangle < len(self.meshes[1].triangles), "there is no such triangle")
        if self.is_linear:
            return [[(c, c) for c in self.b[v]] for v in self.meshes[1].triangles[triangle]]
        return [self.place_b(v) for v in self.meshes[1].triangles[triangle]]


def same(numbers, others):
    return len(numbers) == len(others) and all(exact(x) == exact(y) for x, y in zip(numbers, others))


def close(numbers, others):
    return len(numbers) == len(others) and all(abs(x - y) <= PATH_TOLERANCE * (1 + abs(y)) for x, y in zip(numbers, others))


def matrix_of(pose):
    """The 12 numbers of a pose that is given by 12 or, rounded, by a position and a quaternion."""
    if len(pose) == 12:
        return pose
    x, y, z, w, i, j, k = pose
    return [1 - 2 * (j * j + k * k), 2 * (i * j - k * w), 2 * (i * k + j * w), x,
            2 * (i * j + k * w), 1 - 2 * (i * i + k * k), 2 * (j * k - i * w), y,
            2 * (i * k - j * w), 2 * (j * k + i * w), 1 - 2 * (i * i + j * j), z]


def check_segments(segments, motion, pose_a):
    """The segments are those of the motion file."""
    kind = motion["type"]
    if kind == "path":
        poses, given = motion["poses"], motion["times"]
        expect(len(segments) == len(poses) - 1, "the path has another number of segments")
        span = given[-1] - given[0]
        for i, segment in enumerate(segments):
            expect(close(segment["start"], matrix_of(poses[i])), f"segment {i} does not start at its pose")
            expect(close([segment["t0"], segment["t1"]], [(given[j] - given[0]) / span for j in (i, i + 1)]), "the times of a segment differ")
        return
    expect(len(segments) == 1 and segments[0]["t0"] == 0 and segments[0]["t1"] == 1, "the motion has one segment")
    segment = segments[0]
    expect(same(segment["start"], pose_a), "the motion does not start at pose_a")
    if kind == "linear":
        expect("translation" in segment and same(segment["translation"], motion["translation"]), "the translation differs")
        return
    expect(kind == "screw" and "translation" not in segment, "the motion is of another kind")
    expect(same(segment["axis"], motion["axis"]) and same(segment["point"], motion.get("point", [0, 0, 0]))
           and exact(segment["angle"]) == exact(motion["angle"]) and exact(segment["advance"]) == exact(motion.get("advance", 0)),
           "the screw differs")


def check_ends(segments, places, certificate, outcome, free_until):
    """The free parts follow each other from 0 on. Returns the time that they reach."""
    free = certificate["free"]
    for i, part in enumerate(free):
        expect(part["segment"] == i and i < len(segments), "the free parts are not those of consecutive segments")
        expect(i == len(free) - 1 or part["until"] == 1, "a free part ends before its segment does")
    reached = places[len(free) - 1].global_time(exact(free[-1]["until"])) if free else Fraction(0)
    if outcome == "clear":
        expect(len(free) == len(segments) and free[-1]["until"] == 1, "the proof does not reach the end of the motion")
    expect(reached >= free_until - TIME_TOLERANCE, f"the proof ends at {float(reached)!r}, before free_until")
    return reached


def check_contact(contact, segments, answer, clearance):
    expect(isinstance(contact, dict), "there is no evidence of the contact")
    number, t = contact["segment"], ratio(contact["time"])
    expect(isinstance(number, int) and 0 <= number < len(segments) and 0 <= t <= 1, "the contact is not on the motion")
    segment = segments[number]
    slack = 0 if len(segments) == 1 else TIME_TOLERANCE
    expect(exact(answer["t_lo"]) - slack <= segment.global_time(t) <= exact(answer["t_hi"]) + slack,
           "the contact is not between t_lo and t_hi")
    if contact["kind"] == "piercing":
        segment.check_piercing(contact, t)
    elif contact["kind"] == "sliding":
        expect(clearance == 0, "a sliding corner is no evidence of a clearance")
        segment.check_sliding(contact, t)
    else:
        expect(contact["kind"] in ("common-point", "near-points"), f"unknown kind {contact['kind']!r}")
        segment.check_points(contact, t, clearance)


def check_prediction(answer, mesh_a, mesh_b, motion):
    """Checks an answer of `allide predict --explain`."""
    expect(motion is not None, "the certificate of a motion needs --motion")
    certificate, outcome = answer["certificate"], answer["outcome"]
    expect(certificate["kind"] == "prediction", f"unknown kind {certificate['kind']!r}")
    expect(certificate["complete"] is True, "the certificate is not complete")
    expect(outcome in ("clear", "impact", "touching_at_start", "undecided"), f"unknown outcome {outcome!r}")
    check_segments(certificate["segments"], motion, answer["pose_a"])
    segments = [Segment(segment, mesh_a, mesh_b, answer["pose_b"]) for segment in certificate["segments"]]
    clearance, free_until = exact(answer["clearance"]), exact(answer["free_until"])
    if outcome == "touching_at_start":
        expect(free_until == exact(answer["t_lo"]) == exact(answer["t_hi"]) == 0, "a contact at the start is at t = 0")
        check_contact(certificate["contact"], segments, answer, clearance)
        return "contact at the start"
    expect(free_until == (1 if outcome == "clear" else exact(answer["t_lo"])), "free_until is not t_lo")
    reached = check_ends(segments, segments, certificate, outcome, free_until)
    free = certificate["free"]
    ends = sum(segments[i].check_free(part, clearance, outcome != "clear" and i == len(free) - 1) for i, part in enumerate(free))
    if outcome == "impact":
        check_contact(certificate["contact"], segments, answer, clearance)
    until = "to the end" if outcome == "clear" else f"before t = {float(reached)!r}"
    found = {"clear": "", "impact": f", and contact until t = {answer['t_hi']!r}", "undecided": "; later is left undecided"}
    return f"no contact {until}: {ends} directions{found[outcome]}"
