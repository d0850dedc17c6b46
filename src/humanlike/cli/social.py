"""`humanlike social`: play, learn and compare in the Social Ultimatum Game."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table

if TYPE_CHECKING:
    from humanlike.core import OfferTable
    from humanlike.worlds.social_ultimatum import Learned, SocialSetting

social = typer.Typer(help="Play, learn and compare in the Social Ultimatum Game.", no_args_is_help=True)
PAPER_AGENTS = "adaptive,dba,dbra,game-theoretic"
ENDOWMENT = typer.Option(10, help="What is split.")
STEP = typer.Option(1, help="Offers are multiples of this.")
SEED = typer.Option(1, help="Seed of all random numbers.")
JSON = typer.Option(False, "--json", help="Print one JSON document.")


@social.command("play")
def play(
    agents: str = typer.Option("adaptive", help="One agent for every seat, or one for each, by commas."),
    players: int = typer.Option(5, help="Group size, if one agent is given."),
    rounds: int = typer.Option(50, help="Rounds a game."),
    games: int = typer.Option(1, help="How many games."),
    learned: Path | None = typer.Option(None, help="What `social learn --out` wrote."),
    fairness: str = typer.Option("", help="Adaptive: alpha of each seat (or one for all), by commas."),
    reactivity: str = typer.Option("", help="Adaptive: beta, likewise."),
    exploration: str = typer.Option("", help="Adaptive: gamma, likewise."),
    window: int = typer.Option(5, help="Adaptive: rounds of history that reciprocity looks at."),
    targeting: str = typer.Option("proportional", help="Adaptive: proportional or most."),
    endowment: int = ENDOWMENT,
    step: int = STEP,
    seed: int = SEED,
    out: Path | None = typer.Option(None, help="Write the traces here (.csv, .parquet)."),
    as_json: bool = JSON,
) -> None:
    """Let agents play; print what happened and what they earned."""
    from humanlike.core import BadRequest, Streams
    from humanlike.naming.agents import find_social_agents
    from humanlike.worlds.social_ultimatum import Seating, SocialSetting, play_tables, write_traces

    seated = find_social_agents(agents)
    seated = seated * players if len(seated) == 1 else seated
    kinds = tuple(agent.name for agent in seated)
    if targeting not in ("proportional", "most"):
        raise BadRequest(f"--targeting is proportional or most, not '{targeting}'.")
    setting = SocialSetting(
        len(kinds),
        rounds,
        endowment,
        step,
        window=window,
        targeting="most" if targeting == "most" else "proportional",
    )
    given = {"fairness": fairness, "reactivity": reactivity, "exploration": exploration}
    parameters = _parameters(setting, kinds, learned, given, games)
    table = play_tables(Streams(seed)["social ultimatum"], setting, Seating(seated, parameters), games)
    if out is not None:
        write_traces([table], out)
    _print_play(table, kinds, as_json)


def _parameters(
    setting: "SocialSetting", kinds: tuple[str, ...], learned: Path | None, given: dict[str, str], games: int
) -> dict[str, Any]:
    """Parameter sets by kind, from what was learned and what was given."""
    from humanlike.core import BadRequest
    from humanlike.worlds.social_ultimatum import AdaptiveParameters, read_learned

    parameters: dict[str, Any] = {}
    if learned is not None:
        known = read_learned(learned)
        if (known.endowment, known.step) != (setting.endowment, setting.step):
            raise BadRequest(
                f"{learned} was learned with endowment {known.endowment} and step {known.step}; play with the same."
            )
        parameters |= known.parameters(setting.n_players)
        parameters["adaptive"] = known.players_again(setting.n_players, games)
    if any(given.values()):
        if not all(given.values()):
            raise BadRequest("Give --fairness, --reactivity and --exploration together.")
        parameters["adaptive"] = AdaptiveParameters(
            *(_numbers(name, words, setting.n_players) for name, words in given.items())
        )
    if "adaptive" in kinds and "adaptive" not in parameters:
        raise BadRequest(
            "Adaptive agents need --learned FILE, or --fairness, --reactivity and --exploration."
        )
    return parameters


def _numbers(name: str, words: str, seats: int) -> Any:
    """One number for each seat."""
    from humanlike.core import BadParameters

    try:
        numbers = [float(word) for word in words.split(",")]
    except ValueError as error:
        raise BadParameters(f"--{name} must be numbers separated by commas, not '{words}'.") from error
    if len(numbers) not in (1, seats):
        raise BadParameters(f"--{name} must be 1 or {seats} numbers, not {len(numbers)}.")
    return numbers if len(numbers) == seats else numbers * seats


def _print_play(table: "OfferTable", kinds: tuple[str, ...], as_json: bool) -> None:
    from humanlike.worlds.social_ultimatum import summarise_seats

    seats = summarise_seats(table)
    if as_json:
        entries = [{"agent": kind, **seat._asdict()} for kind, seat in zip(kinds, seats, strict=True)]
        print_json(
            {"games": table.n_games, "rounds": table.n_rounds, "players": table.n_players, "seats": entries}
        )
        return
    rows = [(seat.seat, kind, *seat[1:]) for kind, seat in zip(kinds, seats, strict=True)]
    columns = ("seat", "agent", "earned a game", "mean offer", "own offers refused")
    print_table(f"{table.n_games} game(s) of {table.n_rounds} rounds", columns, rows)


@social.command("learn")
def learn(
    traces: Path = typer.Argument(..., help="Long table: game, round, proposer, recipient, offer, accepted."),
    responders: Path | None = typer.Option(
        None, help="Take rejection probabilities from this table of responders."
    ),
    endowment: int = ENDOWMENT,
    step: int = STEP,
    out: Path | None = typer.Option(None, help="Write what was learned here (.json)."),
    as_json: bool = JSON,
) -> None:
    """Learn distributions and player parameters from traces."""
    from humanlike.worlds import social_ultimatum as world

    learned = world.learn(world.read_traces(traces, endowment=endowment, step=step))
    if responders is not None:
        rejection = world.read_responders(responders).rejection(endowment=endowment, step=step)
        learned = world.with_rejection(learned, rejection)
    if out is not None:
        world.write_learned(out, learned)
    if as_json:
        print_json(world.learned_document(learned))
    else:
        _show_learned(learned)


def _show_learned(learned: "Learned") -> None:
    shared = next(iter(learned.distributions.values()))
    amounts = range(0, learned.endowment + 1, learned.step)
    rows = list(zip(amounts, shared.offers.tolist(), shared.rejection.tolist(), strict=True))
    print_table("Offers and rejections", ("offer", "share of offers", "share refused"), rows)
    for size, each in sorted(learned.distributions.items()):
        own = learned.adaptive[size]
        ranks = ", ".join(f"{share:.3f}" for share in each.recipients)
        console.print(
            f"{size} players: recipients by rank {ranks}; returned next round {each.reciprocation:.3f}"
        )
        means = ", ".join(f"{name} {array.mean():.3f}" for name, array in own._asdict().items())
        console.print(f"{size} players: {own.fairness.size} player-games; mean {means}")


@social.command("compare")
def compare_agents(
    traces: Path = typer.Argument(..., help="Long table: game, round, proposer, recipient, offer, accepted."),
    agents: str = typer.Option(PAPER_AGENTS, help="Agents to hold against the traces, by commas."),
    times: int = typer.Option(10, min=1, help="How often each observed game is played again."),
    chains: int = typer.Option(8, help="Longest reciprocity chain."),
    window: int = typer.Option(5, help="Adaptive: rounds of history that reciprocity looks at."),
    floor: float = typer.Option(1e-6, help="Smallest probability in Kullback-Leibler."),
    resamples: int = typer.Option(500, min=20, help="For intervals, halves and permutations."),
    endowment: int = ENDOWMENT,
    step: int = STEP,
    seed: int = SEED,
    figure: Path | None = typer.Option(None, help="Draw the four panels of the paper's Figure 2."),
    as_json: bool = JSON,
) -> None:
    """Table 1 of the paper: how far each agent, learned from the traces, is from them."""
    from humanlike.core import Streams
    from humanlike.naming.agents import find_social_agents
    from humanlike.similarity import DistanceMethod, compare_bodies, metrics_for
    from humanlike.studies.liken import document_of_likenesses
    from humanlike.worlds import social_ultimatum as world

    people = world.read_traces(traces, endowment=endowment, step=step)
    learned = world.learn(people)
    method = DistanceMethod(floor=floor, n_resamples=resamples)
    metrics = metrics_for("offers", ["d_O", "d_R", "d_B", "d_Y", f"d_Y{chains}"])
    streams = Streams(seed)["social ultimatum"]
    bodies = {
        agent.name: [
            world.resimulate(streams, table, learned, agent, times=times, window=window) for table in people
        ]
        for agent in find_social_agents(agents)
    }
    results = {
        kind: compare_bodies(streams["compare"], people, body, metrics, method)
        for kind, body in bodies.items()
    }
    if figure is not None:
        _draw(figure, {traces.stem: people, **bodies}, chains)
    if as_json:
        documents = {kind: document_of_likenesses(each, method) for kind, each in results.items()}
        print_json({"agents": documents, "times": times, "floor": floor})
        return
    _show_table(results, method, times)


def _draw(path: Path, bodies: dict[str, Any], chains: int) -> None:
    """Figure 2; with several group sizes, recipients of the first."""
    import numpy as np

    from humanlike.figures import save
    from humanlike.figures.social import Panels, draw_panels, enough
    from humanlike.similarity import distributions, metric_named

    def panels_of(body: Any) -> Panels:
        offers, rejections, recipients, returns = (
            distributions(body, metric_named(name))[0] for name in ("d_O", "d_B", "d_R", f"d_Y{chains}")
        )
        return Panels(
            np.array([float(cell) for cell in offers.cells]),
            offers.probabilities[0],
            enough(rejections.probabilities[:, 1], rejections.cases),
            recipients.probabilities[0],
            enough(returns.probabilities[:, 1], returns.cases),
        )

    people = next(iter(bodies))
    save(draw_panels(people, {kind: panels_of(body) for kind, body in bodies.items()}), path)


def _show_table(results: dict[str, Any], method: Any, times: int) -> None:
    some = next(iter(results.values()))
    rows = []
    for index, metric in enumerate(some):
        values = [results[kind][index].distance for kind in results]
        baseline = metric.same_population_baseline
        shown = ["-" if value is None else value for value in values]
        rows.append((metric.name, metric.title, *shown, "-" if baseline is None else baseline))
    print_table("Distance to the traces", ("metric", "", *results, "halves of the traces"), rows)
    console.print(f"Each game played again {times} times. Kullback-Leibler, floor {method.floor:g}.")
    for kind, each in results.items():
        for result in each:
            for note in result.notes:
                console.print(f"{kind}, {result.name}: {note}", markup=False)
