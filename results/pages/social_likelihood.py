"""Parameters found again, nats of held-out decisions, and who passes for people."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from results.pages.markdown import table
from results.shelf import MadePart
from results.studies.social_likelihood import CONTEST, FOUND, HELD_OUT, OTHER_PEOPLE, PAPER

TRUTH = {  # of a synthetic population where nothing was given
    "pull": 0.8, "loss": 0.3, "fade": 0.85, "lowest_habit": 0.25, "highest_habit": 0.5, "noise": 0.15, "limit": 0.22,
    "steepness": 20,
}  # fmt: skip
DECISIONS = ("recipient", "offer", "answer")


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Three sections, as far as their parts are there."""
    documents = {name: made.document for name, made in parts.items()}
    return [
        "Every agent gives the probabilities of recipient, offer and answer, with a tremble that is fitted, too. "
        "Synthetic people (`attached`): 7 games of five players and 30 rounds, the paper's size. The paper validates "
        'no agent: it calls them "illustrations" (end of "Evaluation").',
        "",
        "## Found again",
        "",
        *table(["played", "parameter", "truth", "fitted"], _found(documents)),
        "## Held out by game, nats a decision",
        "",
        "Blindly: every choice equally likely. A model learned from the other six games; means over games, three draws "
        "of the population.",
        "",
        *_predicted("Free parameters by maximum likelihood:", _known(documents, HELD_OUT)),
        *_predicted("Parameters by the paper's counting:", _known(documents, PAPER)),
        "## Tournament, held out by game",
        "",
        "Score: mean log-probability of the truth, people's and entrants' games weighing the same (a coin: -0.693). "
        "The likelihood ratio describes people by `attached` fitted to them, which is their own family in the first "
        "three rows and not in the last, where adaptive agents stand for people.",
        "",
        *_contests({name: documents[name] for name in (*CONTEST, OTHER_PEOPLE) if name in documents}),
    ]


def _known(documents: Mapping[str, Any], names: Iterable[str]) -> list[Any]:
    return [documents[name] for name in names if name in documents]


def _found(documents: Mapping[str, Any]) -> list[list[str]]:
    rows = []
    for part, (agent, games, given) in FOUND.items():
        if part not in documents:
            continue
        truth: Mapping[str, float] = given or TRUTH
        fitted = documents[part]["parameters"]
        rows += [
            [f"{agent}, {games} games" if place == 0 else "", name, f"{truth[name]:g}", f"{fitted[name]:.3g}"]
            for place, name in enumerate(truth)
        ]
    return rows


def _predicted(title: str, draws: Sequence[Mapping[str, Any]]) -> list[str]:
    """Agents by the mean over the draws, with each draw's saving against somebody blind."""
    if not draws:
        return []
    by_name: dict[str, list[Mapping[str, Any]]] = {each["agent"]: [] for each in draws[0]["agents"]}
    for draw in draws:
        for each in draw["agents"]:
            by_name[each["agent"]].append(each)
    rows = []
    for name, found in sorted(by_name.items(), key=lambda item: sum(each["nats"] for each in item[1])):
        means = [sum(each[key] for each in found) / len(found) for key in ("nats", *DECISIONS)]
        saved = "; ".join(_interval(each["gain"], each["gain_interval"]) for each in found)
        rows.append([name, *(f"{mean:.3f}" for mean in means), "-" if name == "blind" else saved])
    return [title, "", *table(["agent", "all", *DECISIONS, "saved against blind, draw by draw"], rows)]


def _interval(value: float, ends: Sequence[float]) -> str:
    return f"{value:.3f} [{ends[0]:.3f}, {ends[1]:.3f}]"


def _contests(contests: Mapping[str, Mapping[str, Any]]) -> list[str]:
    rows = []
    for name, document in contests.items():
        scores = [
            _interval(document["detectors"][detector]["score"], document["detectors"][detector]["interval"])
            for detector in ("likelihood-ratio", "metrics")
        ]
        thought = document["detectors"]["likelihood-ratio"]["mean_p_human"]
        rows.append(
            [
                name.removeprefix("tournament: "),
                *scores,
                ", ".join(f"{who} {mean:.2f}" for who, mean in thought.items()),
                document["most_human"],
            ]
        )
    heads = ["people", "likelihood-ratio", "metrics", "mean P(human), likelihood-ratio", "most human entrant"]
    return table(heads, rows)
