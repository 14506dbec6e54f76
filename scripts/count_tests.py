#!/usr/bin/env python3
"""Adds up the JUnit files that ctest and GoogleTest left in a folder; ends with 1 if a test failed or none ran."""
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def outcomes(file):
    for case in ElementTree.parse(file).getroot().iter("testcase"):
        failed = case.find("failure") is not None or case.find("error") is not None
        skipped = case.find("skipped") is not None or case.get("status") in ("notrun", "disabled")
        yield "failed" if failed else "skipped" if skipped else "passed"


def main():
    found = [outcome for file in sorted(Path(sys.argv[1]).glob("*.xml")) for outcome in outcomes(file)]
    ran, failed, skipped = len(found), found.count("failed"), found.count("skipped")
    share = 100 * (ran - failed) // ran if ran else 0
    note = f" ({skipped} skipped)" if skipped else ""
    print(f"{share}% tests passed, {failed} tests failed out of {ran}{note}")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
