#!/usr/bin/env python3
"""`allide bench` as a command, and docs/papers.md, which it writes.

Run: test_bench.py PROGRAM PAGE [unittest options]
"""

import collections
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

PROGRAM, PAGE = "allide", "docs/papers.md"
PAPERS = ["paper-000", "paper-001", "paper-002", "paper-003", "paper-004"]
STAMP = re.compile(r"^Commit [0-9a-f]{10}, (g|clang)\+\+ \d+\.\d+, .+, \d+ cores, target \w+, \d{4}-\d\d-\d\d, "
                   r"size (standard|full)\.$", re.MULTILINE)
PATIENCE = 5000 if os.environ.get("ALLIDE_SANITIZED") else 500  # seconds
MARK = re.compile(r"<!-- repeats: (\S+) -->\n\n((?:\|.*\n)+)")


def run(*words, folder=None):
    result = subprocess.run([PROGRAM, "bench", *words], capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
                            cwd=folder)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def tables_of(page):
    return dict(MARK.findall(page))


class Bench(unittest.TestCase):
    def test_unknown_names_list_the_known_ones(self):
        code, out, err = run("paper-007")
        self.assertEqual((code, out), (2, ""))
        for name in PAPERS + ["paper-007"]:
            self.assertIn(name, err)
        self.assertEqual(err.count("\n"), 1)

    def test_a_folder_that_cannot_be_created_is_refused_at_once(self):
        code, out, err = run("paper-004", "--quick", "-o", "/dev/null/x")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("/dev/null/x", err)

    def test_sizes_exclude_each_other(self):
        self.assertEqual(run("paper-004", "--quick", "--full")[0], 2)

    def test_json_is_one_document(self):
        code, out, err = run("paper-004", "--quick", "--json")
        self.assertEqual((code, err, out.count("\n")), (0, "", 1))
        [experiment] = json.loads(out)["experiments"]
        self.assertEqual((experiment["name"], experiment["partial"]), ("paper-004", False))
        for table in experiment["tables"]:
            self.assertTrue(table["rows"], table["name"])
            for row in table["rows"]:
                self.assertEqual(len(row), len(table["columns"]))
        self.assertTrue(all(isinstance(finding["agrees"], bool) for finding in experiment["findings"]))


    def test_ctrl_c_ends_the_run_with_partial_results(self):
        process = subprocess.Popen([PROGRAM, "bench", "paper-004", "--full"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        line = process.stdout.readline()  # the program has started its work
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(line.startswith(b"Paper 004"))
        self.assertEqual(err.decode(), "allide-bench: interrupted in paper-004\n")
        self.assertNotIn(b"Agreements and differences", out)


class Papers(unittest.TestCase):
    """One quick run of all papers, without any models."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="allide-bench-test-")
        cls.code, cls.out, cls.err = run("papers", "--quick", "-o", "results", "--models", "nowhere", folder=cls.folder)
        cls.results = os.path.join(cls.folder, "results")
        with open(PAGE, encoding="utf-8") as page:
            cls.page = page.read()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_run_succeeds(self):
        self.assertEqual((self.code, self.err), (0, ""))
        self.assertEqual(self.out.count("== Agreements and differences with the paper"), len(PAPERS))

    def test_writes_tables_plots_and_a_page(self):
        names = os.listdir(self.results)
        self.assertIn("papers.md", names)
        for paper in PAPERS:
            self.assertTrue(any(name.startswith(paper) and name.endswith(".csv") for name in names), paper)
        for name in names:
            path = os.path.join(self.results, name)
            if name.endswith(".svg"):
                root = ElementTree.parse(path).getroot()
                self.assertTrue(root.tag.endswith("svg"), name)
            elif name.endswith(".csv"):
                with open(path, encoding="utf-8", newline="") as file:
                    rows = list(csv.reader(file))
                self.assertGreater(len(rows), 1, name)
                self.assertEqual({len(row) for row in rows}, {len(rows[0])}, name)

    def test_plots_have_labels(self):
        for name in ("paper-004-parallel.svg", "paper-000-figure-4.svg", "paper-001-figure-11-tests.svg"):
            with open(os.path.join(self.results, name), encoding="utf-8") as file:
                text = file.read()
            self.assertGreaterEqual(text.count("<text"), 8, name)

    def test_the_page_has_the_headings_and_pictures_of_the_command(self):
        with open(os.path.join(self.results, "papers.md"), encoding="utf-8") as file:
            made = file.read()
        headings = re.compile(r"^#+ .*$", re.MULTILINE)
        self.assertEqual(headings.findall(self.page), headings.findall(made))
        self.assertEqual(re.findall(r"\]\((images/\S+)\)", self.page), re.findall(r"\]\((images/\S+)\)", made))

    def test_the_text_of_the_page_equals_that_of_the_command(self):
        with open(os.path.join(self.results, "papers.md"), encoding="utf-8") as file:
            made = file.read()
        opening, derivations = made[:made.index("\nCommit ")], made[made.index("\n## Derivations\n"):]
        self.assertIn("### Occupancy", derivations)
        self.assertTrue(self.page.startswith(opening))
        self.assertTrue(self.page.endswith(derivations))

    def test_all_points_of_plots_are_written_as_csv(self):
        names = os.listdir(self.results)
        for name in ("paper-000-figure-4", "paper-001-figure-11-tests", "paper-004-tightness"):
            self.assertIn(f"{name}.svg", names)
            with open(os.path.join(self.results, f"{name}-points.csv"), encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            self.assertEqual((len(rows[0]), rows[0][0]), (3, "series"), name)
            self.assertGreater(len({row[0] for row in rows[1:]}), 2, name)
            for row in rows[1:]:
                float(row[1]), float(row[2])
        # A tree of n triangles has 2n − 1 nodes, and all three trees are built of the same sphere.
        with open(os.path.join(self.results, "paper-004-tightness-points.csv"), encoding="utf-8") as file:
            counts = collections.Counter(line.split(",")[0] for line in file)
        del counts["series"]
        self.assertEqual(set(counts), {"obb", "aabb", "sphere"})
        self.assertEqual(len(set(counts.values())), 1)
        self.assertGreater(counts["obb"], 1800)

    def test_the_page_names_commit_machine_and_date(self):
        self.assertEqual(len(STAMP.findall(self.page)), 1)

    def test_deterministic_tables_of_the_page_are_reproduced(self):
        with open(os.path.join(self.results, "papers.md"), encoding="utf-8") as file:
            made = tables_of(file.read())
        self.assertEqual(tables_of(self.page), made)
        self.assertGreaterEqual(len(made), 4)

    def test_the_page_lists_agreements_and_differences(self):
        self.assertIn("\n- agrees: ", self.page)
        self.assertIn("\n- DIFFERS: ", self.page)
        self.assertIn("## Omissions", self.page)


class Motion(unittest.TestCase):
    """One quick run of the motions, if FCL is linked."""

    def test_all_engines_run_and_allide_finds_all_impacts(self):
        if "motion" not in run("nothing")[2]:
            self.skipTest("FCL is not installed")
        with tempfile.TemporaryDirectory(prefix="allide-motion-test-") as folder:
            code, out, err = run("motion", "--quick", "-o", "results", folder=folder)
            self.assertEqual((code, err), (0, ""))
            with open(os.path.join(folder, "results", "motion-engines.csv"), encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
            ElementTree.parse(os.path.join(folder, "results", "motion-error-1.svg"))
        self.assertGreaterEqual({row["engine"] for row in rows},
                                {"allide", "FCL, sampled", "FCL, conservative advancement"})
        for row in rows:
            if row["engine"] == "allide":
                self.assertEqual((row["missed"], row["invented"], row["late"]), ("0", "0", "0"), row)
            if row["engine"] == "FCL, sampled":
                self.assertLessEqual(float(row["largest error"]), 1.2 * float(row["fineness"]), row)
        self.assertIn("0.3 ms or less", out)


class Peers(unittest.TestCase):
    """One quick comparison with the other engines that are linked."""

    @classmethod
    def setUpClass(cls):
        if "peers" not in run("nothing")[2]:
            raise unittest.SkipTest("no other engine is installed")
        cls.folder = tempfile.mkdtemp(prefix="allide-peers-test-")
        cls.code, cls.out, cls.err = run("peers", "--quick", "-o", "results", folder=cls.folder)
        cls.engines = [row["engine"] for row in cls.table("engines")]

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def table(cls, name):
        path = os.path.join(cls.folder, "results", f"peers-{name}.csv")
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_run_succeeds(self):
        self.assertEqual((self.code, self.err), (0, ""))
        self.assertIn("== Goals and results", self.out)
        self.assertEqual(self.engines[0], "allide")
        self.assertGreater(len(self.engines), 1)

    def test_every_engine_is_compared(self):
        cases = self.table("cases")
        self.assertEqual({row["engine"] for row in cases}, set(self.engines[1:]))
        self.assertEqual({row["scenario"] for row in cases},
                         {"all contacts", "first contact, cold", "first contact, 0.18° steps", "concentric spheres",
                          "point gaps", "distance, separated", "distance, concentric spheres", "distance, point gaps"})
        for row in cases:
            self.assertGreater(float(row["times"]), 0, row)
            self.assertGreater(int(row["poses"]), 0, row)

    def test_answers_are_compared_by_their_hashes(self):
        for row in self.table("cases"):
            if row["scenario"].startswith("distance"):  # engines round distances differently
                self.assertEqual(row["answers"], "equal", row)
                continue
            same = row["answer of allide"] == row["answer of engine"]
            self.assertEqual(row["answers"], "equal" if same else "DIFFER", row)

    def test_no_engine_reports_contact_of_spheres_with_a_gap(self):
        for row in self.table("cases"):
            if row["scenario"] in ("concentric spheres", "point gaps"):
                self.assertEqual(row["answer of allide"], "0" * 16, row)
                self.assertEqual(row["answers"], "equal", row)

    def test_the_exact_kernel_confirms_our_answers(self):
        differing = [row for row in self.table("cases") if row["answers"] == "DIFFER"]
        if not differing:
            return
        disputes = self.table("disputes")
        self.assertEqual([(row["scenario"], row["object"], row["engine"]) for row in disputes],
                         [(row["scenario"], row["object"], row["engine"]) for row in differing])
        for row in disputes:
            self.assertEqual(row["judged"], row["allide right"], row)

    def test_the_chart_shows_every_scenario(self):
        with open(os.path.join(self.folder, "results", "peers-means.svg"), encoding="utf-8") as file:
            chart = file.read()
        ElementTree.fromstring(chart)
        for words in ("all contacts", "point gaps", "building", "times as fast"):
            self.assertIn(words, chart)


class Clash(unittest.TestCase):
    """One quick run of the scenes with the other engines that are linked."""

    @classmethod
    def setUpClass(cls):
        if "clash" not in run("nothing")[2]:
            raise unittest.SkipTest("no other engine is installed")
        cls.code, out, cls.err = run("clash", "--quick", "--json")
        cls.tables = {table["name"]: [dict(zip(table["columns"], row)) for row in table["rows"]]
                      for table in json.loads(out)["experiments"][0]["tables"]}

    def test_every_engine_finds_the_same_boxes(self):
        self.assertEqual((self.code, self.err), (0, ""))
        rows = self.tables["moving-boxes"]
        self.assertEqual(len({row["a step"] for row in rows}), 3)
        for row in rows:
            self.assertEqual(row["same pairs"], "yes", row)
            self.assertGreater(int(row["pairs"]), 100, row)

    def test_all_deliberate_clashes_of_an_engine_room_are_found(self):
        for row in self.tables.get("clash-jobs", []):
            self.assertEqual((row["pairs"], row["only allide"], row["only FCL"]), ("20", "0", "0"), row)


if __name__ == "__main__":
    PROGRAM, PAGE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
