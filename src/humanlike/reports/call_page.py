"""A call for entries as one self-contained page: what `studies/call.py` says, and nothing else."""

from pathlib import Path

from humanlike.reports.page import check_page, write_page_of
from humanlike.studies.call import CallResult
from humanlike.studies.call_sections import Listing
from humanlike.studies.telling import StoryTable


def write_call(call: CallResult, path: Path) -> None:
    """Write the page; everything it shows is inside the file."""
    check_page(path)
    kinds = [
        (
            section.heading,
            [
                (
                    "listing"
                    if isinstance(each, Listing)
                    else "table"
                    if isinstance(each, StoryTable)
                    else "text",
                    each,
                )
                for each in section.parts
            ],
        )
        for section in call.sections
    ]
    write_page_of("call.html.jinja", path, title=call.title, sections=kinds)
