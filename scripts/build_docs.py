#!/usr/bin/env python3
"""Builds the documentation site: all Markdown pages with MkDocs, the API reference with Doxygen, links checked.

    build_docs.py OUTPUT     writes OUTPUT/html/index.html and everything that it links to, and the playground if it is built

The pages keep their places in the repository (README.md, docs/…, src/…/README.md), so that a link that works in the
repository works in the site. A link to a folder leads to its README; a linked file that is no page is copied.
"""
import html.parser
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["*.md", "docs/*.md", "src/**/*.md", "apps/**/*.md", "readers/*.md", "bench/**/*.md", "examples/*.md", "bindings/**/*.md", "tests/**/*.md"]
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
PLAYGROUND = ROOT / "build/playground/index.html"
PLAYGROUND_PLACE = "<!-- allide:playground -->"


def pages():
    return sorted({page for pattern in PAGES for page in ROOT.glob(pattern)})


def stage(folder):
    """Copies the pages and the files that they link to."""
    for page in pages():
        target = folder / page.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = LINK.sub(lambda match: staged_link(page, match, folder), page.read_text(encoding="utf-8"))
        target.write_text(with_playground(page, text, folder), encoding="utf-8")


def with_playground(page, text, folder):
    """Embeds the playground where the page has a place for it, if `make playground` has built it."""
    if PLAYGROUND_PLACE not in text or not PLAYGROUND.is_file():
        return text
    shutil.copy(PLAYGROUND, folder / "playground.html")
    address = "../" * (len(page.relative_to(ROOT).parts) - 1) + "playground.html"
    return text.replace(PLAYGROUND_PLACE, f'<iframe src="{address}" title="The playground" loading="lazy" allow="clipboard-write" '
                        'style="width: 100%; height: 640px; border: 1px solid #8884; border-radius: 8px"></iframe>\n\n'
                        f'<a href="{address}">Open the playground in a window of its own</a>')


def staged_link(page, match, folder):
    target, _, anchor = match[2].partition("#")
    if not target or "://" in target or target.startswith("mailto:"):
        return match[0]
    file = (page.parent / target).resolve()
    if file == ROOT / "include/allide":
        target = "../" * (len(page.relative_to(ROOT).parts) - 1) + "api/index.html"
    elif file.is_dir():
        if not (file / "README.md").is_file():
            raise SystemExit(f"{page.relative_to(ROOT)}: {target} is a folder without a README.md")
        target = target.rstrip("/") + "/README.md"
    elif not file.is_file():
        raise SystemExit(f"{page.relative_to(ROOT)}: the link to {target} leads nowhere")
    elif file.suffix != ".md":
        copy = folder / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    return f"{match[1]}{target}{'#' + anchor if anchor else ''}{match[3]}"


def make_reference(folder):
    folder.mkdir(parents=True)
    settings = (ROOT / "docs/site/Doxyfile").read_text(encoding="utf-8") + "\n".join([
        f"INPUT = {ROOT / 'include/allide'} {ROOT / 'docs/site/api.md'}",
        f"USE_MDFILE_AS_MAINPAGE = {ROOT / 'docs/site/api.md'}", f"OUTPUT_DIRECTORY = {folder}",
        f"FILTER_PATTERNS = \"*.hpp={sys.executable} {ROOT / 'scripts/doxygen_filter.py'}\"", ""])
    subprocess.run(["doxygen", "-"], input=settings, text=True, check=True)


class Links(html.parser.HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def broken_links(site):
    found = {}
    for page in site.rglob("*.html"):
        found[page] = Links()
        found[page].feed(page.read_text(encoding="utf-8"))
    for page, links in sorted(found.items()):
        for link in links.links:
            target, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:|//", target) or target.startswith("javascript"):
                continue
            base = site if target.startswith("/") else page.parent
            file = (base / unquote(target.split("?")[0]).lstrip("/")).resolve() if target else page
            if file.is_dir():
                file = file / "index.html"
            if not file.is_file():
                yield f"{page.relative_to(site)}: {link} leads nowhere"
            elif anchor and file in found and unquote(anchor) not in found[file].anchors and "/api/" not in f"/{file}":
                yield f"{page.relative_to(site)}: {link} has no such heading"


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    output = Path(sys.argv[1]).resolve()
    shutil.rmtree(output, ignore_errors=True)
    make_reference(output / "pages/api")
    stage(output / "pages")
    shutil.copy(ROOT / "docs/site/mkdocs.yml", output)
    subprocess.run(["mkdocs", "--quiet", "build", "--strict", "--config-file", output / "mkdocs.yml"],
                   check=True)
    broken = list(broken_links(output / "html"))
    for line in broken:
        print(line)
    print(f"{output / 'html'}: {sum(1 for _ in (output / 'html').rglob('*.html'))} pages, {len(broken)} broken links")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
