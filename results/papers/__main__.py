"""`python -m results.papers [NAME ...]`: write the papers' pages (all of them, or those named) and their index."""

import sys
import tempfile
from pathlib import Path

from results.pages.markdown import table
from results.papers.catalogue import PAPERS
from results.papers.page import paper_page
from results.shelf import Shelf
from results.sources import ROOT

INDEX = [
    "# The papers",
    "",
    "Five papers are the foundation. Each page goes through one of them from the first section to the last footnote:",
    "what stands there, the command that does it, the published number and ours, and why they differ where they do.",
    "",
]


def main(names: list[str]) -> int:
    """Write the pages of these papers, or of all."""
    if unknown := [name for name in names if name not in PAPERS]:
        print(f"papers: no page is called '{unknown[0]}'. Known: {', '.join(PAPERS)}.", file=sys.stderr)
        return 2
    pages, results = Shelf(ROOT / "docs" / "papers"), Shelf(ROOT / "docs" / "results")
    for name in names or PAPERS:
        with tempfile.TemporaryDirectory() as folder:
            written = pages.put(f"{name}.md", paper_page(PAPERS[name], results, Path(folder)))
        if written:
            print(f"Wrote {pages.folder / name}.md", flush=True)
    rows = [[f"[{paper.title}]({name}.md)", paper.citation] for name, paper in PAPERS.items()]
    pages.put("README.md", "\n".join([*INDEX, *table(["page", "paper"], rows)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
