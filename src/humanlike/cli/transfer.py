"""`humanlike predict --transfer`: fitted in one game or study, predicting another."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from humanlike.cli.long_studies import conduct
from humanlike.cli.output import present
from humanlike.core import BadRequest

ELSEWHERE = ("workers", "cluster", "out", "resume", "figure", "as_json", "transfer")


def carry_over(
    context: typer.Context,
    wanted: Mapping[str, Any],
    *,
    workers: int,
    cluster: str,
    out: Path | None,
    resume: Path | None,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Refuse options that have no meaning here, carry the rules over, and present it."""
    from humanlike.studies.transfer import transfer

    for each in context.command.params:
        source = context.get_parameter_source(str(each.name))
        if source is not None and source.name == "COMMANDLINE" and each.name not in (*wanted, *ELSEWHERE):
            raise BadRequest(
                f"{each.opts[-1]} has no meaning with --transfer, which measures nats a choice from everywhere to "
                f"everywhere; it goes with {', '.join('--' + name for name in wanted if name != 'data')}."
            )
    result = conduct(
        context,
        "transfer",
        transfer,
        wanted,
        what="rules",
        needed="DATA",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    files: list[Path] = []
    if figure is not None:
        from humanlike.figures import save

        files.append(save(result.plot(), figure))
    present(result, as_json=as_json, wrote=files)
