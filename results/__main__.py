"""`make results`: compute what has changed, write every page, say what was done; exit code 1 if something failed."""

import argparse
import sys
from collections.abc import Mapping

from results.catalogue import Entry, catalogue
from results.making import Workshop
from results.renewing import Wish, renew
from results.shelf import Shelf
from results.sources import ROOT, SourceTree


def main(words: list[str] | None = None) -> int:
    """Do what the words of the command line ask for."""
    asked = _parse(words)
    entries = catalogue()
    try:
        wish = Wish(_names(asked.only, entries), _names(asked.accept, entries), asked.dry_run)
    except LookupError as error:
        print(f"results: {error.args[0]}", file=sys.stderr)
        return 2
    shelf, bench = Shelf(ROOT / "docs" / "results"), ROOT / "runs" / "results"
    outcomes = renew(Workshop(SourceTree(), shelf, bench, asked.workers, _say), entries, wish)
    return int("failed" in outcomes.values())


def _names(words: str, entries: Mapping[str, Entry]) -> frozenset[str]:
    """`NAME` and `NAME/PART` by commas."""
    names = frozenset(word.strip() for word in words.split(",") if word.strip())
    parts = {f"{name}/{part}" for name, (study, _) in entries.items() for part in study.parts}
    for name in sorted(names - set(entries) - parts):
        raise LookupError(f"No result is called '{name}'. Known: {', '.join(entries)}; one part: NAME/PART.")
    return names


def _say(line: str) -> None:
    print(line, flush=True)


def _parse(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m results", description=__doc__)
    parser.add_argument("--only", default="", help="results, or NAME/PART, by commas; all if left out")
    parser.add_argument("--accept", default="", help="keep these as they are and record it")
    parser.add_argument("--workers", type=int, default=0, help="processes a study may use; 0: one a core")
    parser.add_argument("--dry-run", action="store_true", help="say what would be computed")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
