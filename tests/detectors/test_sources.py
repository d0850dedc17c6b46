"""What is left out together: people's study, a machine's families, and what calibration makes of them."""

import numpy as np
from simulated_sources import best_reply, blind, played, sticky

from humanlike.core import Play, Streams
from humanlike.detectors import DETECTORS, Detector, Source, train_without
from humanlike.detectors.held_out import _blocks, training_rows
from humanlike.detectors.shape_only import shape_features
from humanlike.detectors.sources import circles_of_kin, signed_sources, told_sources
from humanlike.games import GAMES

PD, STAG = GAMES["prisoners-dilemma"], GAMES["stag-hunt-2"]
SOURCES = {
    "lab 1": Source.of_people("lab 1", ["first"]),
    "lab 2": Source.of_people("lab 2", ["first"]),
    "lab 3": Source.of_people("lab 3", ["second"]),
    "ewa:fitted": Source.of_machine("ewa:fitted", ["ewa"]),
    "mix": Source.of_machine("mix", ["ewa", "cournot"]),
    "cournot": Source.of_machine("cournot", ["cournot"]),
    "random": Source.of_machine("random", ["random"]),
}


def material(sources=SOURCES) -> tuple[list[Play], list[bool], list[Source]]:
    plays, human, made = [], [], []
    for game in (PD, STAG):
        for name, source in sources.items():
            maker = sticky(0.8) if name.startswith("lab") else best_reply(0.1) if name != "random" else blind
            plays.append(played(game, maker, Streams(8)[game.name][name], n_subjects=4, n_rounds=12))
            human.append(name.startswith("lab"))
            made.append(source)
    return plays, human, made


def spy(seen: list) -> Detector:
    def fit(plays, is_human):
        seen.append({play.provenance["source"] for play in plays})
        return 0.5

    return Detector("spy on kin", lambda model, game, plays: np.full(len(plays), 0.5), fit)


def test_a_study_and_a_family_are_left_out_whole():
    seen: list = []
    for name in ("lab 1", "ewa:fitted", "mix"):
        train_without(spy(seen), *material(), game=None, source=SOURCES[name])
    assert [set(SOURCES) - kept for kept in seen] == [
        {"lab 1", "lab 2"},
        {"ewa:fitted", "mix"},
        {"ewa:fitted", "mix", "cournot"},
    ]


def test_what_is_akin_through_others_is_one_circle():
    assert circles_of_kin(list(SOURCES.values())).tolist() == [0, 0, 1, 2, 2, 2, 3]
    assert circles_of_kin([Source("a"), Source("a"), Source("b")]).tolist() == [0, 0, 1]


def test_calibration_never_scores_a_circle_with_a_model_that_saw_it():
    plays, human, sources = material()
    rows = training_rows(plays, human, shape_features, sources)
    tested_all = np.zeros(len(rows.plays), dtype=bool)
    for tested, trained in _blocks(rows):
        assert not set(rows.circles[tested]) & set(rows.circles[trained])
        assert not set(rows.games[tested]) & set(rows.games[trained])
        tested_all |= tested
    assert tested_all.all()


def test_with_one_study_only_calibration_falls_back_to_its_experiments():
    one = {
        name: Source.of_people(name, ["only"]) if name.startswith("lab") else source
        for name, source in SOURCES.items()
    }
    plays, human, sources = material(one)
    rows = training_rows(plays, human, shape_features, sources)
    for tested, trained in _blocks(rows):
        people = rows.is_human
        assert not set(rows.sources[tested & people]) & set(rows.sources[trained & people])
        assert (trained & people).any()


def test_plays_tell_their_study_and_family_themselves():
    moves = np.zeros((4, 5), dtype=int)
    people = Play(PD, moves, provenance={"dataset": "d"}, studies=["a", "a", "b", "b"])
    machine = Play(PD, moves, models=["gpt-4"] * 4, families=["gpt"] * 4)
    found = told_sources([people, machine, Play(PD, moves)], [True, False, False])
    assert found[0] == Source.of_people("d", ["a", "b"]) and found[1] == Source.of_machine("play 1", ["gpt"])
    assert found[2] == Source("play 2")
    assert signed_sources([found[0].signed(people)]) == [found[0]]


def test_similarity_measures_people_without_their_own_study():
    """Two experiments of one study play alike, the other study differently: a copy next door is no reference."""
    alike, other = (np.tile(pattern, (8, 6)) for pattern in ([0, 1], [0, 0]))
    plays = [Play(PD, each) for each in (alike, alike, other, np.tile([0, 0, 0, 1, 1, 1], (8, 2)))]
    human = np.array([True, True, True, False])
    detector = DETECTORS["similarity-alternation"]

    def slope(studies):
        sources = [Source.of_people(str(k), [study]) for k, study in enumerate(studies)] + [Source("machine")]
        return train_without(detector, plays, human, sources, game=None, source=None).calibration.slope

    assert slope(["s", "s", "t"]) < slope(["s", "r", "t"])
