#!/usr/bin/env python3
"""Compares first contacts of deforming meshes with the IPC toolkit (PyPI: ipctk), on generated scenes.

    python3 -m venv venv && venv/bin/pip install ipctk numpy
    venv/bin/python scripts/bench_deform.py build/release/bin/bench_deform [-o docs]

Every scene is one step of a simulation: positions at t = 0 and at t = 1. Both libraries run on one thread, and times are
processor times. Prints the tables of docs/deforming.md; with -o also writes the plot of time against false positives.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import numpy as np


# ---- Scenes: (vertices at 0, vertices at 1, edges, triangles); rods have edges only.

def grid(n):
    """Triangles of an n × n grid of vertices."""
    i, j = np.meshgrid(np.arange(n - 1), np.arange(n - 1), indexing="ij")
    a = (i * n + j).ravel()
    return np.concatenate([np.stack([a, a + n, a + n + 1], 1), np.stack([a, a + n + 1, a + 1], 1)]).astype(np.int32)


def cloth_on_ball(n, closing):
    """A square cloth draped over a ball: pleats hang from its equator. During the step they swing and close."""
    x, y = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n), indexing="ij")
    r, theta = np.hypot(x, y).ravel(), np.arctan2(y, x).ravel()
    ball = 0.35
    arc = np.minimum(r / ball, np.pi / 2)
    hang = np.maximum(r - ball * np.pi / 2, 0)

    def shape(depth, twist):
        pleat = depth * np.minimum(hang / 0.4, 1) * np.cos(16 * theta)
        radius = ball * np.sin(arc) + pleat * 0.12
        angle = theta + 0.06 * depth * np.minimum(hang / 0.4, 1) * np.sin(32 * theta) + twist * hang
        return np.stack([radius * np.cos(angle), radius * np.sin(angle), ball * np.cos(arc) - hang], 1)

    wrinkles = 1e-4 * np.sin(40 * x.ravel()) * np.cos(37 * y.ravel())
    start = shape(0.8, 0.0)
    start[:, 2] += wrinkles
    end = shape(0.8 + closing, 0.05)
    end[:, 2] += 1.5 * wrinkles - 0.02
    return start, end, None, grid(n)


def twisted_rods(count, points, twist):
    """A bundle of parallel rods whose upper ends are turned."""
    side = int(np.ceil(np.sqrt(count)))
    places = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).reshape(-1, 2)[:count] - (side - 1) / 2
    z = np.linspace(0, 1, points)
    start = np.concatenate([np.stack([np.full(points, p[0] * 0.02), np.full(points, p[1] * 0.02), z], 1) for p in places])
    start[:, :2] += 0.003 * np.sin(9 * start[:, 2:3] + np.arange(len(start))[:, None] // points)
    angle = twist * start[:, 2]
    end = np.stack([np.cos(angle) * start[:, 0] - np.sin(angle) * start[:, 1],
                    np.sin(angle) * start[:, 0] + np.cos(angle) * start[:, 1], start[:, 2]], 1)
    first = np.concatenate([np.arange(points - 1) + k * points for k in range(count)])
    return start, end, np.stack([first, first + 1], 1).astype(np.int32), None


def soft_spheres(count, rings, push, seed=1):
    """Soft spheres on a jittered lattice that pulsate and drift."""
    rng = np.random.default_rng(seed)
    side = int(np.ceil(count ** (1 / 3)))
    lattice = np.stack(np.meshgrid(*[np.arange(side)] * 3), -1).reshape(-1, 3)[:count].astype(float)
    phi = np.linspace(0, np.pi, rings + 1)[1:-1]
    psi = np.linspace(0, 2 * np.pi, 2 * rings, endpoint=False)
    unit = np.concatenate([[[0, 0, 1.0]], np.stack([np.outer(np.sin(phi), np.cos(psi)).ravel(),
                           np.outer(np.sin(phi), np.sin(psi)).ravel(), np.repeat(np.cos(phi), 2 * rings)], 1), [[0, 0, -1.0]]])
    m, last = 2 * rings, len(unit) - 1
    faces = [[0, 1 + k, 1 + (k + 1) % m] for k in range(m)]
    for q in range(len(phi) - 1):
        for k in range(m):
            a, b, c, d = 1 + q * m + k, 1 + q * m + (k + 1) % m, 1 + (q + 1) * m + k, 1 + (q + 1) * m + (k + 1) % m
            faces += [[a, c, d], [a, d, b]]
    faces += [[last, last - m + (k + 1) % m, last - m + k] for k in range(m)]
    start, end, triangles = [], [], []
    for k, centre in enumerate(lattice):
        base = centre + rng.uniform(-0.03, 0.03, 3)
        drift, swell = rng.uniform(-push, push, 3), rng.uniform(-0.02, 0.02)
        triangles.append(np.array(faces) + k * len(unit))
        start.append(base + 0.44 * unit)
        end.append(base + drift + (0.44 + swell * np.sin(5 * unit[:, :1] + k)) * unit)
    return np.concatenate(start), np.concatenate(end), None, np.concatenate(triangles).astype(np.int32)


def scenes(large):
    n = 225 if large else 60
    yield "cloth on a ball, free", cloth_on_ball(n, 0.02)
    yield "cloth on a ball, pleats close", cloth_on_ball(n, 1.2)
    yield "rods, twisted", twisted_rods(400 if large else 49, 100, 0.8)
    yield "soft spheres, free", soft_spheres(216 if large else 27, 8, 0.0)
    yield "soft spheres, colliding", soft_spheres(216 if large else 27, 8, 0.15)


# ---- allide.

def write_scene(path, start, end, edges, triangles):
    corners = triangles if triangles is not None else np.stack([edges[:, 0], edges[:, 1], edges[:, 1]], 1)
    with open(path, "wb") as file:
        np.array([len(start), len(corners)], np.int64).tofile(file)
        for array in (start, end):
            np.ascontiguousarray(array, np.float64).tofile(file)
        np.ascontiguousarray(corners, np.int32).tofile(file)


def allide(program, *arguments):
    return json.loads(subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout)


# ---- The IPC toolkit.

def timed(work, rounds=1):
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        value = work()
        times.append(time.process_time() - begin)
    return sorted(times)[len(times) // 2], value


def queries_of(candidates, mesh, start, end):
    """The candidates as arrays [n, 8, 3]: vertices and faces, then edges."""
    edges, faces = np.asarray(mesh.edges), np.asarray(mesh.faces)
    fv = np.array([[c.vertex_id, c.face_id] for c in candidates.fv_candidates], int).reshape(-1, 2)
    ee = np.array([[c.edge0_id, c.edge1_id] for c in candidates.ee_candidates], int).reshape(-1, 2)
    ids = [np.concatenate([fv[:, :1], faces[fv[:, 1]]], 1) if len(fv) else np.zeros((0, 4), int),
           np.concatenate([edges[ee[:, 0]], edges[ee[:, 1]]], 1) if len(ee) else np.zeros((0, 4), int)]
    return [np.concatenate([start[i], end[i]], 1) for i in ids]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", help="bench_deform")
    parser.add_argument("-o", metavar="DIR", help="write images/deform/time-and-false-positives.svg there")
    parser.add_argument("--large", action="store_true",
                        help="whole steps of large scenes only, with the broad phase LBVH, the fastest on the small ones")
    parser.add_argument("--single", type=int, default=200, help="contacts timed one at a time, per scene")
    options = parser.parse_args()
    try:
        import ipctk
    except ImportError:
        parser.exit(2, "bench_deform.py: the Python package ipctk is not installed\n")
    ipctk.set_num_threads(1)
    ipctk.set_logger_level(ipctk.LoggerLevel.off)
    from importlib.metadata import version
    print(f"ipctk {version('ipctk')}, one thread, processor times\n")
    methods = {"Tight-Inclusion 1e-6": ipctk.TightInclusionCCD(tolerance=1e-6), "additive": ipctk.AdditiveCCD()}
    phases = {name: getattr(ipctk, name) for name in ("LBVH", "HashGrid", "SpatialHash", "SweepAndPrune")}
    if options.large:
        phases = {"LBVH": ipctk.LBVH}
    work = pathlib.Path(tempfile.mkdtemp())
    steps, mixes, singles = [], [], []
    for name, (start, end, edges, triangles) in scenes(options.large):
        mesh = (ipctk.CollisionMesh(start, ipctk.edges(triangles), triangles) if triangles is not None
                else ipctk.CollisionMesh(start, edges, np.zeros((0, 3), np.int32)))
        write_scene(work / "scene", start, end, edges, triangles)
        ours = allide(options.program, "steps", work / "scene", 5)
        # Uses the toolkit's fastest broad phase.
        best, candidates = None, None
        for phase_name, phase in phases.items():
            def build():
                found = ipctk.Candidates()
                found.build(mesh, start, end, 0.0, phase())
                return found
            seconds, found = timed(build)
            if best is None or seconds < best[0]:
                best, candidates = (seconds, phase_name), found
        count = len(candidates)
        whole = [name, ours["step"], ours["t_lo"], best[1]]
        narrow = []
        for method in methods.values():
            seconds, step = timed(lambda: candidates.compute_collision_free_stepsize(mesh, start, end, 0.0, method),
                                  1 if options.large else 3)
            narrow.append(1e6 * seconds / count)
            whole += [best[0] + seconds, step]
        print(f"{name}: {len(start)} vertices, allide {1e3 * ours['step']:.1f} ms (boxes {1e3 * ours['boxes']:.1f}, search "
              f"{1e3 * ours['search']:.1f}), {best[1]} {1e3 * best[0]:.0f} ms, {count} candidates, narrow phases "
              + ", ".join(f"{n:.3f} µs" for n in narrow), flush=True)
        steps.append(whole)
        if options.large:
            continue
        fv, ee = queries_of(candidates, mesh, start, end)
        with open(work / "queries", "wb") as file:
            np.array([len(fv), len(ee)], np.int64).tofile(file)
            fv.astype(np.float64).tofile(file)
            ee.astype(np.float64).tofile(file)
        mine = allide(options.program, "queries", work / "queries", 1e-9, work / "answers")
        rows = one_at_a_time(methods, fv, ee, np.fromfile(work / "answers"), options.single, options.program, work)
        singles += rows
        mixes.append([name, count, 1e6 * (mine["vf"] + mine["ee"]) / count, *narrow,
                      *[1e6 * mean_of_mix(1e-6 * narrow[i], rows, method) for i, method in enumerate(methods)]])
    print_tables(steps, mixes, singles)
    if options.o and not options.large:
        draw(mixes, singles, pathlib.Path(options.o) / "images" / "deform")


def not_ordered(queries, kind):
    """False where coordinates along an axis are strictly ordered at both ends: an easy miss."""
    split = 1 if kind == "vertex-face" else 2
    points = queries.reshape(-1, 2, 4, 3)
    a, b = points[:, :, :split], points[:, :, split:]
    below = (a.max(2) < b.min(2)).all(1)
    above = (a.min(2) > b.max(2)).all(1)
    return ~(below | above).any(1)


def one_at_a_time(methods, fv, ee, answers, most, program, work):
    """Samples of contacts, near misses and easy misses, one query per call: seconds and wrong answers of each method."""
    rng = np.random.default_rng(3)
    rows = []
    for kind, queries, answer in (("vertex-face", fv, answers[:len(fv)]), ("edge-edge", ee, answers[len(fv):])):
        if len(queries) == 0:
            continue
        hit, hard = answer <= 1, not_ordered(queries, kind)
        for what, chosen in (("contacts", hit), ("near misses", ~hit & hard), ("easy misses", ~hit & ~hard)):
            total = int(chosen.sum())
            if total == 0:
                continue
            chosen = rng.permutation(np.flatnonzero(chosen))[:most]
            with open(work / "chosen", "wb") as file:
                np.array([len(chosen), 0] if kind == "vertex-face" else [0, len(chosen)], np.int64).tofile(file)
                queries[chosen].astype(np.float64).tofile(file)
            mine = allide(program, "queries", work / "chosen", 1e-13, work / "none")
            row = {"kind": kind, "what": what, "total": total, "count": len(chosen), "allide": mine["vf"] + mine["ee"]}
            for name, method in methods.items():
                call = method.point_triangle_ccd if kind == "vertex-face" else method.edge_edge_ccd
                seconds, found = timed(lambda: [call(*q)[0] for q in queries[chosen]])
                row[name] = seconds
                row[name + " wrong"] = len(chosen) - sum(found) if what == "contacts" else sum(found)
            rows.append(row)
    return rows


def mean_of_mix(step, rows, method):
    """Mean seconds per query if the time of every contact is asked for. `step` is the mean of one whole step, in which the
    toolkit cuts contacts short that are later than the first; the full price of the contacts is added, less the call."""
    total = sum(r["total"] for r in rows)
    easy = {r["kind"]: r[method] / r["count"] for r in rows if r["what"] == "easy misses"}
    return step + sum(r["total"] * max(0.0, r[method] / r["count"] - easy.get(r["kind"], 0.0))
                      for r in rows if r["what"] == "contacts") / total


def print_tables(steps, mixes, singles):
    print("\n| scene | allide, whole step | first contact | Tight-Inclusion 1e-6 | additive | speed-up |")
    print("|---|---|---|---|---|---|")
    for name, ours, t, phase, tight, t_tight, additive, t_additive in steps:
        print(f"| {name} | {1e3 * ours:.1f} ms | {t:.6g} | {1e3 * tight:.0f} ms (t = {t_tight:.6g}, {phase}) | "
              f"{1e3 * additive:.0f} ms (t = {t_additive:.6g}) | {tight / ours:.0f}, {additive / ours:.0f} |")
    if not mixes:
        return
    print("\n| scene | candidates | allide, every contact | one step: Tight-Inclusion, additive | every contact: Tight-Inclusion, additive | speed-up |")
    print("|---|---|---|---|---|---|")
    total = sum(mix[1] for mix in mixes)
    pooled = ["all scenes", total, *(sum(mix[1] * mix[i] for mix in mixes) / total for i in range(2, 7))]
    for name, count, ours, tight, additive, all_tight, all_additive in [*mixes, pooled]:
        print(f"| {name} | {count} | {ours:.4f} µs | {tight:.3f}, {additive:.3f} µs | {all_tight:.3f}, {all_additive:.3f} µs | "
              f"{all_tight / ours:.0f}, {all_additive / ours:.1f} |")
    print("\n| queries | count | allide, 1e-13 | Tight-Inclusion 1e-6 | additive | wrong |")
    print("|---|---|---|---|---|---|")
    for what in ("contacts", "near misses"):
        for kind in ("vertex-face", "edge-edge"):
            rows = [r for r in singles if r["what"] == what and r["kind"] == kind]
            if not rows:
                continue
            n = sum(r["count"] for r in rows)
            mean = {m: 1e6 * sum(r[m] for r in rows) / n for m in ("allide", "Tight-Inclusion 1e-6", "additive")}
            wrong = [sum(r[m + " wrong"] for r in rows) for m in ("Tight-Inclusion 1e-6", "additive")]
            print(f"| {what}, {kind} | {n} | {mean['allide']:.3f} µs | {mean['Tight-Inclusion 1e-6']:.1f} µs | "
                  f"{mean['additive']:.2f} µs | 0, {wrong[0]}, {wrong[1]} |")


def draw(mixes, singles, folder):
    """Time per query against false positives, as SVG."""
    near = [r for r in singles if r["what"] == "near misses"]
    n = max(1, sum(r["count"] for r in near))
    points = [("allide", 1e6 * sum(r["allide"] for r in near) / n, 0)]
    points += [(m, 1e6 * sum(r[m] for r in near) / n, sum(r[m + " wrong"] for r in near))
               for m in ("Tight-Inclusion 1e-6", "additive")]
    width, height, left, bottom = 640, 320, 70, 50
    most = max(5, max(p[2] for p in points)) * 1.15
    lo, hi = -2, 4
    x = lambda us: left + (np.log10(us) - lo) / (hi - lo) * (width - left - 20)
    y = lambda wrong: height - bottom - wrong / most * (height - bottom - 20)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="13">',
             '<rect width="100%" height="100%" fill="white"/>']
    for e in range(lo, hi + 1):
        lines.append(f'<path d="M{x(10.0 ** e):.1f} 20V{height - bottom}" stroke="#ddd"/>'
                     f'<text x="{x(10.0 ** e):.1f}" y="{height - bottom + 18}" text-anchor="middle">{10.0 ** e:g}</text>')
    lines.append(f'<path d="M{left} 20V{height - bottom}H{width - 20}" fill="none" stroke="black"/>')
    for share in (0, 0.5, 1):
        value = share * most / 1.15
        lines.append(f'<text x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.0f}</text>')
    lines.append(f'<text x="{(left + width) / 2}" y="{height - 10}" text-anchor="middle">mean time per near miss, µs</text>')
    lines.append(f'<text transform="translate(16 {height / 2}) rotate(-90)" text-anchor="middle">false positives of {n}</text>')
    for (name, us, wrong), colour in zip(points, ("#1b7837", "#762a83", "#e08214")):
        lines.append(f'<circle cx="{x(us):.1f}" cy="{y(wrong):.1f}" r="6" fill="{colour}"/>'
                     f'<text x="{x(us) + 10:.1f}" y="{y(wrong) - 8:.1f}">{name}</text>')
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "time-and-false-positives.svg").write_text("\n".join(lines) + "\n</svg>\n")


if __name__ == "__main__":
    main()
