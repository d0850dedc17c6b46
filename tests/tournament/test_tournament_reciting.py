"""Who carries the answers: a detector that knows people's plays by heart, an emulator that copies them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from small_tournaments import bytes_of_results, small_plan

import humanlike as hl
from humanlike.core import BadRequest, Play, Streams
from humanlike.detectors import DETECTORS, Detector
from humanlike.emulators import Emulator
from humanlike.tournament import resume_tournament, run_tournament
from humanlike.tournament.auditing import AUDIT
from humanlike.tournament.copies import KnownPeople
from humanlike.tournament.directory import foreign_in
from humanlike.tournament.material import gather
from humanlike.tournament.recitation import AS_THEY_ARE, CHANGED, SPLICED, UNPUBLISHED, audited
from humanlike.tournament.reconstruction import reconstructed_plays
from humanlike.tournament.trial import plays_of_trial
from humanlike.tournament.variants import changed, spliced

GAMES = ("ochs", "chicken")
LEARNED = tuple(name for name, each in DETECTORS.items() if each.fit is not None)


def canonical(play):
    """The play's matches in an order of their own."""
    return play.game.name, tuple(sorted(match.tobytes() for match in play.actions[play.groups()]))


BY_HEART = {canonical(play) for plays in reconstructed_plays().values() for play in plays.values()}
MEMORISER = Detector(
    "memoriser",
    lambda model, game, plays: np.array([0.99 if canonical(play) in BY_HEART else 0.01 for play in plays]),
    author="a stranger",
)


def copies(stream, game, shape, session):
    """Other people of the reconstruction in every trial, one move changed in every match."""
    generator = stream[f"game {game.name}"].generator()
    if game.name not in reconstructed_plays()["CIT"]:
        return generator.integers(0, min(game.n_actions), shape.made.shape)
    fitting = [plays[game.name] for plays in reconstructed_plays().values()]
    actions = generator.choice(
        [each for each in fitting if each.actions.shape == shape.made.shape] or fitting
    ).actions
    actions = np.resize(actions, shape.made.shape)
    for first in range(0, len(actions), 2):
        where = first + generator.integers(2), generator.integers(actions.shape[1])
        actions[where] = (actions[where] + 1) % min(game.n_actions)
    return actions


COPIER = Emulator("copier", copies, author="a stranger")


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    return hl.compete(
        small_plan(games=GAMES),
        out=tmp_path_factory.mktemp("runs") / "attacked",
        emulators=["random", "cournot", "win-stay-lose-randomise", COPIER],
        detectors=["random", "high-payoffs", "coordination", MEMORISER],
        workers=1,
    )


# The attacks


def test_a_detector_that_carries_the_reconstruction_is_exposed_by_the_audit(attacked):
    found = {each.detector: each for each in attacked.tournament.audit}
    assert found["memoriser"].verdict == (
        "recites: .99 of people as they are, .01 of the same people with one move in fifty changed, "
        ".01 of the same people's halves put together."
    )
    assert [name for name, each in found.items() if each.verdict] == ["memoriser"]
    assert "memoriser recites: .99" in str(attacked)
    assert [each["verdict"] != "" for each in attacked.document()["audit"]] == [False, False, False, True]


def test_an_emulator_that_changes_one_move_a_match_forfeits_its_games_in_all_trials(attacked):
    result = attacked.tournament
    own = result.datasets[result.datasets["source"] == "copier"]
    assert len(own) == len(GAMES) * result.trials
    assert (
        own["mark"]
        .str.fullmatch(r"copied: [78] of [78] matches repeat people of .*reconstruction\) but for .*")
        .all()
    )
    assert not (result.table["source"] == "copier").any()  # shown to nobody
    assert {(each.game, each.trial) for each in result.overlaps} == {(g, t) for g in GAMES for t in (1, 2, 3)}
    assert result.leaderships["emulators"].leader != "copier"


def test_a_warning_stands_where_strangers_meet_people_everybody_can_get(attacked):
    (warning,) = [note for note in attacked.tournament.notes if note.startswith("Strangers")]
    assert (
        "the shipped reconstruction" in warning
        and "--humans my_own.csv" in warning
        and "--unpublished" in warning
    )
    assert warning in str(attacked)


def test_a_continued_run_knows_copies_and_audit_from_disk(attacked, monkeypatch):
    before = bytes_of_results(attacked.run)
    monkeypatch.setattr("humanlike.tournament.auditing._ask", None)  # nobody may be asked again
    again = run_tournament(attacked.tournament.plan, attacked.run, objects=[COPIER, MEMORISER])
    assert (again.overlaps, again.audit[-1].verdict) == (
        attacked.tournament.overlaps,
        attacked.tournament.audit[-1].verdict,
    )
    assert bytes_of_results(attacked.run) == before and (attacked.run / "results" / AUDIT).exists()


def test_what_a_copier_played_can_be_looked_at_again(attacked):
    (play,) = hl.play("ochs", COPIER, like=attacked, trial=2).plays
    assert play.n_subjects in (14, 16)


# The honest


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    plan = small_plan(
        detectors=tuple(name for name in DETECTORS if name not in LEARNED), games=("all",), trials=1
    )
    return run_tournament(plan, tmp_path_factory.mktemp("runs") / "honest")


def test_no_shipped_detector_recites_and_no_warning_stands_among_ourselves(honest):
    assert len(honest.audit) == len(DETECTORS) - len(LEARNED)
    assert [each.verdict for each in honest.audit if each.verdict] == []
    assert [note for note in honest.notes if note.startswith("Strangers")] == []


@pytest.mark.slow
def test_no_shipped_emulator_is_called_a_copier():
    games = (
        "battle-of-the-sexes",
        "chicken",
        "ochs",
        "prisoners-dilemma",
        "stag-hunt-2",
    )  # every rule plays these
    material = gather(small_plan(emulators=("all",), games=games))
    for trial in range(1, 6):
        assert plays_of_trial(material, trial)[1] == []


# How near, how surely


@pytest.fixture(scope="module")
def people():
    return gather(small_plan(games=("all",)))


def found_in(people, name, actions):
    game = next(each for each in people.games if each.name == name)
    return people.known_people[name].copied([Play(game, actions)])[0]


def moved(actions, share, seed=1):
    """Each move replaced by the other with this chance."""
    return np.where(np.random.default_rng(seed).random(actions.shape) < share, 1 - actions, actions)


OCHS = reconstructed_plays()["PCC1"]["ochs"]
COPIES = {
    "as it is": OCHS.actions,
    "with a move in twenty changed": moved(OCHS.actions, 0.05),
    "with a move in ten changed": moved(OCHS.actions, 0.1),
    "with seats swapped": OCHS.actions.reshape(-1, 2, 50)[:, ::-1].reshape(-1, 50),
    "with other partners": np.stack(
        [OCHS.actions[::2], np.roll(OCHS.actions[1::2], 1, axis=0)], axis=1
    ).reshape(-1, 50),
    "begun a round later": np.roll(OCHS.actions, 1, axis=1),
    "ended after thirty rounds": OCHS.actions[:, :30],
    "in one seat only": np.where(np.arange(14)[:, None] % 2, moved(OCHS.actions, 0.5), OCHS.actions),
    "in one match of seven": np.where(np.arange(14)[:, None] < 2, OCHS.actions, moved(OCHS.actions, 0.5)),
}


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_is_found(people, how):
    found = found_in(people, "ochs", COPIES[how])
    assert found is not None and found.experiments == ("PCC1 (reconstruction)",)
    assert found.pairs == (1 if "seven" in how else 7)


def test_a_match_cut_out_of_a_longer_one_is_found(people):
    longer = people.humans["ochs"][0].play
    ours = KnownPeople(longer.game, people.humans["ochs"])
    assert ours.copied([Play(longer.game, longer.actions[:, 11:41])])[0].pairs >= 7


def test_what_everybody_does_is_nobodys(people):
    """All of CIT's pairs soon cooperate in this stag hunt: who does the same has copied nobody."""
    everybody = reconstructed_plays()["CIT"]["stag-hunt-2"].actions
    assert found_in(people, "stag-hunt-2", everybody) is None


def test_half_of_the_moves_by_chance_is_no_copy(people):
    for seed in range(40):
        assert found_in(people, "ochs", moved(OCHS.actions, 0.5, seed)) is None


# The audit's pieces


def test_changed_people_differ_in_one_move_of_fifty():
    play = reconstructed_plays()["CIT"]["ultimatum-3"]
    other = changed(Streams(1)["x"], play)
    differ = (other.actions != play.actions).reshape(8, 2, 50).sum(axis=(1, 2))
    assert differ.tolist() == [2] * 8 and other.actions.max() <= 2


def test_spliced_people_have_their_own_first_half_and_others_second():
    plays = reconstructed_plays()
    play, other = plays["CIT"]["ochs"], plays["PCC1"]["ochs"]
    found = spliced(Streams(1)["x"], play, [other]).actions
    assert (found[:, :25] == play.actions[:, :25]).all()
    assert {each.tobytes() for each in found[:, 25:].reshape(-1, 2, 25)} <= {
        each.tobytes() for each in other.actions[:, 25:].reshape(-1, 2, 25)
    }
    alone = spliced(Streams(1)["x"], play, []).actions
    assert (alone[:, :25] == play.actions[:, :25]).all() and (alone != play.actions).any(axis=1).all()


def answers(**means):
    """Fourteen plays of each kind, around these means."""
    noise = np.random.default_rng(3).uniform(-0.05, 0.05, 14)
    rows = [
        ("one", kind, "chicken", "CIT", number, float(np.clip(mean + noise[number], 0, 1)), "")
        for kind, mean in means.items()
        for number in range(14)
    ]
    return pd.DataFrame(rows, columns=["detector", "kind", "game", "source", "number", "probability", "mark"])


@pytest.mark.parametrize(
    ("means", "word"),
    [
        ({AS_THEY_ARE: 0.9, CHANGED: 0.1}, "recites"),
        ({AS_THEY_ARE: 0.9, CHANGED: 0.8, SPLICED: 0.2}, "recites"),
        ({AS_THEY_ARE: 0.9, CHANGED: 0.8, SPLICED: 0.8, UNPUBLISHED: 0.1}, "may recite"),
        ({AS_THEY_ARE: 0.9, CHANGED: 0.8, SPLICED: 0.7, UNPUBLISHED: 0.5}, ""),
        ({AS_THEY_ARE: 0.1, CHANGED: 0.9}, ""),
    ],
)
def test_only_a_large_drop_is_told(means, word):
    (found,) = audited(answers(**means), ["one"], 0.95)
    assert found.verdict.startswith(word) and bool(found.verdict) == bool(word)


def test_four_plays_show_nothing():
    table = answers(**{AS_THEY_ARE: 0.9, CHANGED: 0.1})
    assert audited(table[table["number"] < 4], ["one"], 0.95)[0].verdict == ""


# People nobody has published


def test_unpublished_people_are_asked_about_and_never_scored(tmp_path):
    hidden = [hl.play(game, "random", rounds=50, pairs=8, seed=9).plays[0] for game in GAMES]
    found = hl.compete(
        small_plan(games=GAMES),
        out=tmp_path / "run",
        unpublished=[replace(each, provenance={"dataset": "drawer"}) for each in hidden],
        workers=1,
    )
    kinds = {kind.kind: kind.plays for kind in found.tournament.audit[0].kinds}
    assert kinds == {AS_THEY_ARE: 6, CHANGED: 6, SPLICED: 6, UNPUBLISHED: 2}
    assert not found.frame()["source"].str.contains("drawer").any()


def test_published_people_cannot_be_unpublished_too():
    with pytest.raises(BadRequest, match="'reconstruction' cannot be judged for score and be unpublished"):
        gather(small_plan(unpublished=("reconstruction",)))


def test_whatever_a_run_with_an_audit_wrote_is_its_own(attacked):
    assert (attacked.run / "results" / AUDIT).exists()
    assert foreign_in(attacked.run) == []


def test_a_lost_audit_is_made_again(attacked):
    (attacked.run / "results" / AUDIT).write_bytes(b"")
    with pytest.raises(BadRequest):
        resume_tournament(attacked.run)  # objects are not in the directory
    again = run_tournament(attacked.tournament.plan, attacked.run, objects=[COPIER, MEMORISER])
    assert [each.verdict for each in again.audit] == [each.verdict for each in attacked.tournament.audit]
