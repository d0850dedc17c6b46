"""A paper's page in Markdown: a table a chapter."""

from pathlib import Path

from results.pages.markdown import table
from results.papers.commands import Commands
from results.papers.numbers import picked, written
from results.papers.row import FROM_RESULT, Paper, Row
from results.shelf import Shelf

HEAD = ("where", "what", "runs as", "published", "ours", "why they differ")
HOW_TO_READ = (
    "Every command runs in an empty folder after `humanlike example all` (a test runs them all and compares the "
    "numbers below); longer computations stand on the result page that is named. `make results` writes this page."
)


def paper_page(paper: Paper, shelf: Shelf, folder: Path) -> str:
    """The page; commands run in `folder`, numbers of results come from the shelf."""
    commands = Commands(folder)
    lines = [f"# {paper.title}", "", paper.citation, "", paper.about, "", HOW_TO_READ, ""]
    for heading, rows in paper.chapters.items():
        lines += [f"## {heading}", "", *table(HEAD, [_cells(row, commands, shelf) for row in rows])]
    return "\n".join(lines)


def _cells(row: Row, commands: Commands, shelf: Shelf) -> list[str]:
    runs = [f"`{row.command}`"] if row.command else []
    if row.result:
        runs.append(f"[{row.result}](../results/{row.result}.md)")
    document = commands.document(row.command) if row.command else None
    numbers = [written(_number(row, path, document, shelf), row.decimals) for path in row.paths]
    cells = [row.where, row.what, "; ".join(runs), row.published, ", ".join(numbers), row.why]
    return [cell.replace("|", r"\|") for cell in cells]


def _number(row: Row, path: str, document: object, shelf: Shelf) -> object:
    if path.startswith(FROM_RESULT):
        part, _, rest = path.removeprefix(FROM_RESULT).partition("/")
        return picked(shelf.read(row.result)[part].document, rest)
    return picked(document, path)
