#!/usr/bin/env python3
"""Puts the tables of `allide bench peers` into docs/performance.md, between its markers.

    scripts/performance_tables.py build/peers docs/performance.md
"""

import csv
import re
import sys
from pathlib import Path

REFERENCE = "FCL OBBRSS"
SCANS = ("torus 12.5k", "armadillo", "dragon")


def markdown(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines).replace("| --- ", "|---").replace("---|---", "---|---")


class Tables:
    def __init__(self, folder):
        self.folder = folder

    def rows(self, name):
        with open(self.folder / f"peers-{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def means_of(self, wanted):
        rows = self.rows("means")
        engines = [name for name in rows[0] if name != "scenario" and wanted(name)]
        return markdown(["scenario", *engines], [[row["scenario"], *(row[e] for e in engines)] for row in rows
                                                 if any(row[e] != "–" for e in engines)])

    def means(self):
        return self.means_of(lambda name: not name.startswith("FCL ") or name in (REFERENCE, "FCL float native"))

    def volumes(self):
        return self.means_of(lambda name: name.startswith("FCL ") and name not in (REFERENCE, "FCL float native"))

    def by_object(self, scenarios):
        """Microseconds of the reference and of allide, and their ratio, for each object and scenario."""
        cases = [row for row in self.rows("cases") if row["engine"] == REFERENCE and row["scenario"] in scenarios]
        objects = {row["object"]: row["triangles"] for row in cases}
        head = ["object", "triangles"]
        for short in scenarios.values():
            head += [f"{short}: FCL µs", "allide µs", "times"]
        lines = []
        for name, triangles in objects.items():
            line = [name, triangles]
            for scenario in scenarios:
                row = next(r for r in cases if (r["object"], r["scenario"]) == (name, scenario))
                line += [row["engine µs"], row["allide µs"], row["times"]]
            lines.append(line)
        return markdown(head, lines)

    def objects(self):
        return self.by_object({"all contacts": "all", "first contact, cold": "first",
                               "first contact, 0.18° steps": "steps"})

    def distances(self):
        return self.by_object({"distance, separated": "distance"})

    def gaps(self):
        rows = [[row["scenario"], row["object"], row["engine µs"], row["allide µs"], row["times"]]
                for row in self.rows("cases")
                if row["engine"] == REFERENCE and re.search("spheres|gaps", row["scenario"])]
        return markdown(["scenario", "gap", "FCL µs", "allide µs", "times"],
                        [[s, gap.removeprefix("gap "), *rest] for s, gap, *rest in rows])

    def disputes(self):
        fields = ("poses", "contacts", "missed", "invented", "judged", "allide right")
        sums = {}
        for row in self.rows("disputes"):
            if "–" in (row[field] for field in fields):
                continue
            total = sums.setdefault(row["engine"], [0] * len(fields))
            for i, field in enumerate(fields):
                total[i] += int(row[field])
        return markdown(["engine", "poses compared", "contacts there", "missed", "invented", "judged", "as allide"],
                        [[engine, *(f"{n:,}" for n in total)] for engine, total in sums.items()])

    def construction(self):
        engines = ("allide", REFERENCE, "FCL float native", "Bullet GImpact", "ODE trimesh", "CGAL trees")
        rows = [[row["object"], row["engine"], row["ms"], row["times"], row["tree bytes"], row["heap bytes"]]
                for row in self.rows("construction") if row["object"] in SCANS and row["engine"] in engines]
        return markdown(["object", "engine", "ms", "times", "tree bytes per triangle", "heap bytes per triangle"], rows)

    def growth(self):
        rows = [[row["triangles"], row["contacts"], row["allide ns"], row["other ns"]] for row in self.rows("growth")]
        return markdown(["triangles", "contacts", "allide: ns per contact", "FCL: ns per contact"], rows)

    def probes(self):
        rows = self.rows("probes")
        lines = []
        for ray in rows:
            if ray["engine"] != "Embree" or ray["object"].startswith("gap"):
                continue
            near = next(r for r in rows if r["engine"] == "CGAL" and r["object"] == ray["object"])
            lines.append([ray["object"], ray["triangles"], ray["engine ns"], ray["allide ns"], ray["times"],
                          near["engine ns"], near["allide ns"], near["times"]])
        return markdown(["object", "triangles", "ray: Embree ns", "allide ns", "times", "nearest: CGAL ns", "allide ns",
                         "times"], lines)

    def limits(self):
        return markdown(["scenario", "object", "distance µs", "within µs", "times"],
                        [list(row.values()) for row in self.rows("limits")])

    def coherence(self):
        return markdown(["object", "step", "cold µs", "cache µs", "times"],
                        [list(row.values()) for row in self.rows("coherence")])


def main():
    tables, page = Tables(Path(sys.argv[1])), Path(sys.argv[2])
    text = page.read_text(encoding="utf-8")

    def filled(match):
        return f"<!-- table {match[1]} -->\n\n{getattr(tables, match[1])()}\n\n<!-- end -->"

    text, count = re.subn(r"<!-- table (\w+) -->\n.*?<!-- end -->", filled, text, flags=re.S)
    if count == 0:
        sys.exit(f"{page} has no markers for tables")
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
