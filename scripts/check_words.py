#!/usr/bin/env python3
"""Checks what can be checked by machine about the words of comments and of the vocabulary:
- no comment opens with "Of", "What" or "Whether", or contains "told", "beside" or "by turns": a comment states the subject first;
- docs/vocabulary.md defines each term once;
- scripts/sample_comments.py draws the same sample for the same seed.
Prints one line per fault and exits with 1 if there is any; --self-test checks that faults are found."""
import collections
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "sample_comments.py"
sys.path.insert(0, str(SCRIPT.parent))
import sample_comments  # noqa: E402

OPENING = re.compile(r"^(Of|What|Whether)\b")
WORD = re.compile(r"\b(told|beside|by turns)\b", re.IGNORECASE)
TERM = re.compile(r"\*([^*]+)\*|`([^`]+)`")


def faults_of_comment(text):
    for pattern, what in ((OPENING, "opens with"), (WORD, "contains")):
        if match := pattern.search(text):
            yield f'{what} "{match[1]}"'


def faults_of_comments():
    for name, first, last in sample_comments.all_comments(sample_comments.FOLDERS):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()[first:last + 1]
        text = " ".join(line[sample_comments.comment_start(line) + 2:].strip() for line in lines)
        yield from (f"{name}:{first + 1}: the comment {fault}" for fault in faults_of_comment(text))


def faults_of_vocabulary(markdown):
    rows = [line.split("|")[1] for line in markdown.splitlines() if line.startswith(("| *", "| `"))]
    terms = collections.Counter(a or b for row in rows for a, b in TERM.findall(row))
    return [f"docs/vocabulary.md: defines '{term}' {count} times" for term, count in terms.items() if count > 1]


def faults_of_sample():
    def sample():
        return subprocess.run([sys.executable, str(SCRIPT), "7", "--count", "5"], check=True, capture_output=True).stdout
    return [] if sample() == sample() else [f"{SCRIPT.name}: two samples with one seed differ"]


def self_test():
    assert list(faults_of_comment("Whether it is closed.")) and list(faults_of_comment("A box beside another."))
    assert not list(faults_of_comment("True if the surface is closed."))
    assert faults_of_vocabulary("| *gap* | a |\n| *slab*, *gap* | b |") and not faults_of_vocabulary("| *gap* | a |")


def main():
    if "--self-test" in sys.argv[1:]:
        self_test()
        return 0
    faults = [*faults_of_comments(), *faults_of_vocabulary((ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")),
              *faults_of_sample()]
    print("\n".join(faults) if faults else "no faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
