"""A trained detector of any kind: judged with, saved, read back bit for bit; hostile files are refused."""

import json
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from simulated_sources import best_reply, blind, played, sticky

from humanlike.core import BadFile, BadRequest, HumanlikeError, Play, Streams, UnknownName, UnsuitableGame
from humanlike.detectors import DETECTORS, Detector, Source, TrainedDetector, shipped_detector, train
from humanlike.detectors.judging import judge_plays, seat_probabilities
from humanlike.detectors.likelihood_ratio import _values
from humanlike.detectors.ninety_percent import Convergence, ninety_percent
from humanlike.detectors.program import DetectorProgram, detector_from_entry
from humanlike.detectors.trained import FIRST_FORMAT, parse_trained
from humanlike.games import GAMES

HELD_OUT = Path(__file__).resolve().parents[2] / "docs" / "results" / "judge_held_out.json"
PD, STAG = GAMES["prisoners-dilemma"], GAMES["stag-hunt-2"]


def material() -> tuple[list[Play], list[bool], list[str]]:
    """Two games, two sources of people (sticky) and two of machines (best reply, blind)."""
    makers = {"lab 1": sticky(0.7), "lab 2": sticky(0.85), "reply": best_reply(0.2), "blind": blind}
    plays, human, sources = [], [], []
    for game in (PD, STAG):
        for source, maker in makers.items():
            plays.append(played(game, maker, Streams(3)[game.name][source], n_subjects=8))
            human.append(source.startswith("lab"))
            sources.append(source)
    return plays, human, sources


def strangers() -> list[Play]:
    """Play nobody was trained on: two of each game, with different time stamps."""
    return [
        replace(played(game, maker, Streams(9)["strange"]), provenance={"stamp": stamp})
        for game in (PD, STAG)
        for maker, stamp in ((sticky(0.6), "2001-01-01"), (blind, "2001-01-01"), (blind, "2020-01-01"))
    ]


EVERY_NAME = [
    pytest.param(name, marks=[pytest.mark.slow] if name == "likelihood-ratio" else []) for name in DETECTORS
]


@pytest.mark.parametrize("name", EVERY_NAME)
def test_every_detector_of_the_catalogue_is_saved_and_answers_as_before(name, tmp_path):
    trained = train(DETECTORS[name], *material())
    before = trained.judge(strangers())
    trained.save(tmp_path / "detector.json")
    _values.clear()  # what the likelihood ratio remembers of the plays it has judged
    again = TrainedDetector.load(tmp_path / "detector.json")
    assert again.name == name and again.trained_on == trained.trained_on
    assert np.array_equal(again.judge(strangers()), before)
    assert np.array_equal(
        seat_probabilities(again, strangers()[0]), seat_probabilities(trained, strangers()[0])
    )


def test_the_shipped_file_reads_and_answers_as_its_numbers_say(tmp_path):
    shipped = shipped_detector()
    assert (shipped.trained_on.n_human_plays, shipped.trained_on.n_machine_plays) == (197, 1134)
    assert shipped.trained_on.machines[:2] == ("adjusted-reinforcement", "alg1")
    shipped.save(tmp_path / "again.json")
    play = played(PD, sticky(0.7), Streams(2)["x"])
    again = TrainedDetector.load(tmp_path / "again.json")
    assert np.array_equal(again.judge(play), shipped.judge(play))
    assert again.trained_on == shipped.trained_on


class Spread(NamedTuple):
    mean: float
    deviation: np.float64


@dataclass(frozen=True)
class RateModel:
    by_kind: dict[str, Spread]
    edges: npt.NDArray[np.float64]
    words: tuple[str, ...]
    sizes: dict[tuple[int, int], list[float]]


def switch_rate(play: Play) -> float:
    return float((play.actions[:, 1:] != play.actions[:, :-1]).mean())


def fit_rates(plays, is_human) -> RateModel:
    rates = np.array([switch_rate(play) for play in plays])
    kinds = {"people": rates[is_human], "machines": rates[~np.asarray(is_human)]}
    spreads = {kind: Spread(float(part.mean()), part.std()) for kind, part in kinds.items()}
    return RateModel(spreads, np.array([[0.1, np.nan], [-np.inf, 1 / 3]]), ("a", "ü"), {(1, 2): [np.inf]})


def judge_rates(model, game, plays):
    distance = {
        kind: np.array([abs(switch_rate(play) - each.mean) for play in plays]) / each.deviation
        for kind, each in model.by_kind.items()
    }
    return 1 / (1 + np.exp(distance["people"] - distance["machines"]))


RATES = Detector("rates", judge_rates, fit_rates, author="a user")


def test_a_users_detector_with_a_model_of_records_and_arrays_is_saved_too(tmp_path):
    trained = train(RATES, *material())
    trained.save(tmp_path / "rates.json")
    again = TrainedDetector.load(tmp_path / "rates.json", RATES)
    assert again.model.by_kind == trained.model.by_kind
    assert type(again.model.by_kind["people"].deviation) is np.float64
    assert again.model.edges.tobytes() == trained.model.edges.tobytes() and again.model.edges.shape == (2, 2)
    assert (again.model.words, again.model.sizes) == (("a", "ü"), {(1, 2): [np.inf]})
    assert np.array_equal(again.judge(strangers()), trained.judge(strangers()))
    with pytest.raises(BadRequest, match="somebody's own detector, 'rates'"):
        TrainedDetector.load(tmp_path / "rates.json")
    with pytest.raises(BadRequest, match="saved by detector 'rates', not by 'random'"):
        TrainedDetector.load(tmp_path / "rates.json", DETECTORS["random"])


def test_a_detector_that_only_borrows_a_name_of_the_catalogue_is_not_taken_for_it(tmp_path):
    strict = ninety_percent(Convergence(if_converged=0.9))
    TrainedDetector(strict).save(tmp_path / "strict.json")
    with pytest.raises(BadRequest, match="somebody's own detector, 'ninety-percent'"):
        TrainedDetector.load(tmp_path / "strict.json")
    assert TrainedDetector.load(tmp_path / "strict.json", strict).name == "ninety-percent"


def test_what_is_no_plain_structure_is_not_saved(tmp_path):
    vague = Detector("vague", judge_rates, lambda plays, is_human: fit_rates(plays, is_human))
    with pytest.raises(BadRequest, match="holds a RateModel, to which"):
        train(vague, *material()).save(tmp_path / "vague.json")
    odd = Detector("odd", judge_rates, lambda plays, is_human: {"what": {1, 2}})
    with pytest.raises(BadRequest, match="holds a set"):
        train(odd, *material()).save(tmp_path / "odd.json")
    assert not list(tmp_path.iterdir())


def test_a_detector_may_write_its_model_in_its_own_way(tmp_path):
    """A model no plain form would do for: a function."""

    def fit(plays, is_human):
        return partial(round, 0.25, 1)

    own = Detector(
        "own",
        lambda model, game, plays: np.full(len(plays), model()),
        fit,
        document_of=lambda model: {"digits": model.args[1]},
        model_of=lambda document: partial(round, 0.25, document["digits"]),
    )
    train(own, *material()).save(tmp_path / "own.json")
    again = TrainedDetector.load(tmp_path / "own.json", own)
    assert again.judge(strangers()[0]) == [0.2]


def test_a_program_judges_but_is_not_saved(tmp_path):
    (tmp_path / "entry.toml").write_text(
        'name = "half"\nauthor = "x"\nkind = "detector"\ncommand = ["python3", "half.py"]\n'
    )
    (tmp_path / "half.py").write_text("print(0.5)\n")
    program = detector_from_entry(tmp_path, trust=True)
    assert isinstance(program.judge, DetectorProgram)
    with pytest.raises(BadRequest, match="'half' is a program: it can judge but not be saved"):
        TrainedDetector(program).save(tmp_path / "half.json")


def saved_text(name: str) -> str:
    return json.dumps(train(DETECTORS[name], *material()).document())


@pytest.fixture(scope="module")
def documents():
    return {name: saved_text(name) for name in ("shape-only", "logistic", "similarity-runs")}


def changed(text: str, change) -> str:
    document = json.loads(text)
    change(document)
    return json.dumps(document)


def linear_of(document):
    return document["model"]["fields"]["linear"]["fields"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d.update(format="pickle"), "no trained detector; its format should be"),
        (lambda d: d.update(more=1), "'more' is missing or does not belong there"),
        (lambda d: d.pop("model"), "'model' is missing"),
        (lambda d: d.update(detector="os.system"), "is called 'os.system'"),
        (lambda d: d.update(detector=["shape-only"]), "does not say which detector"),
        (lambda d: d.update(detector="logistic"), "holds no model of detector 'logistic'"),
        (lambda d: d["trained_on"].update({"code": "x"}), "'code' is nothing a detector is trained on"),
        (lambda d: d["trained_on"].update({"matches": {"human a": "eHl6"}}), "do not have 7 bytes each"),
        (lambda d: d["trained_on"].update({"matches": {"somebody": ""}}), "do not say whose they are"),
        (lambda d: d["trained_on"].update({"reliability": {"seats": 1}}), "its reliability has other parts"),
        (lambda d: d["trained_on"].update({"people": 3}), "holds no model"),
        (lambda d: d.update(model=None), "must be trained"),
        (lambda d: d["model"].update(record="Popen"), "'Popen' is none of its records: CalibratedRegression"),
        (lambda d: d["model"]["fields"].update(more=1), "a CalibratedRegression has the fields"),
        (lambda d: d["model"].update(__reduce__="os"), "is no array, record, tuple or mapping"),
        (lambda d: linear_of(d)["centre"].update(dtype="object"), "'object' is no type of array"),
        (lambda d: linear_of(d)["centre"].update(shape=[10**12]), "do not fill an array of shape"),
        (lambda d: linear_of(d)["centre"].update(shape=[-5]), "is no shape"),
        (lambda d: linear_of(d)["centre"].update(array=["a"] * 5), "'a' stands in an array of float64"),
        (lambda d: linear_of(d)["centre"].update(array=[0.0] * 3, shape=[3]), "holds no model"),
        (lambda d: linear_of(d).update(intercept="many"), "holds no model"),
        (lambda d: linear_of(d).update(intercept={"number": "nan"}), "a probability from 0 to 1"),
        (lambda d: linear_of(d).update(intercept={"number": "1"}), "'1' is no number"),
    ],
)
def test_hostile_and_broken_files_are_refused_in_a_sentence(documents, change, sentence):
    with pytest.raises((BadFile, UnknownName), match=sentence):
        parse_trained(changed(documents["shape-only"], change), "x.json")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "no JSON document"),
        ("[]", "no trained detector"),
        ("[" * 200_000, "no JSON document"),
        ('{"format": NaN}', "NaN is no number"),
        ('{"format": ' + "1" * 5000 + "}", "no JSON document"),
        (json.dumps({"format": FIRST_FORMAT}), "holds no model of detector 'logistic'"),
    ],
)
def test_texts_that_are_no_detector_are_refused(text, sentence):
    with pytest.raises(BadFile, match=sentence):
        parse_trained(text, "x.json")


def test_a_logistic_file_with_other_features_is_refused(documents):
    text = changed(documents["logistic"], lambda d: d["model"]["seats"]["centre"].pop("stay"))
    with pytest.raises(BadFile, match="other features than this version computes"):
        parse_trained(text, "x.json")
    text = changed(documents["logistic"], lambda d: d["model"]["lowest"].update(stay="0.1"))
    with pytest.raises(BadFile, match="stands where a number should"):
        parse_trained(text, "x.json")


def test_files_that_cannot_be_read_or_written_are_named(tmp_path):
    with pytest.raises(BadFile, match="Cannot read the detector file"):
        TrainedDetector.load(tmp_path / "none.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot be written"):
        TrainedDetector(DETECTORS["random"]).save(tmp_path / "file" / "detector.json")


def test_a_similarity_file_holds_counts_and_no_play(documents):
    fields = json.loads(documents["similarity-runs"])["model"]["fields"]
    assert set(fields) == {"people", "calibration"} and fields["people"]["dtype"] == "float64"


def test_what_needs_training_and_has_none_says_so():
    with pytest.raises(BadRequest, match="'logistic' must be trained before it can judge"):
        TrainedDetector(DETECTORS["logistic"])


def test_a_trained_detector_says_what_it_was_trained_on():
    trained = train(DETECTORS["shape-only"], *material())
    assert (trained.trained_on.people, trained.trained_on.machines) == (
        ("lab 1", "lab 2"),
        ("blind", "reply"),
    )
    assert (trained.trained_on.n_human_plays, trained.trained_on.n_machine_plays) == (4, 4)
    assert repr(trained).startswith(
        "<TrainedDetector shape-only: trained on 4 plays of people (lab 1, lab 2)"
    )
    other = train(DETECTORS["shape-only"], *material()[:2], ["a", "b", "c", "d"] * 2)
    assert other.trained_on.digest != trained.trained_on.digest


def test_matches_met_in_training_are_recognised_in_any_order_and_company():
    plays, human, sources = material()
    trained = train(DETECTORS["shape-only"], plays, human, sources)
    known, fresh = plays[0], played(PD, blind, Streams(77)["x"], n_subjects=8)
    rows = np.array([4, 5, 0, 1])
    padded = np.pad(known.actions[rows], ((0, 0), (0, 3)), constant_values=-1)
    mixed = Play(PD, np.concatenate([padded, np.pad(fresh.actions, ((0, 0), (0, 3)), constant_values=-1)]))
    (judged,), _ = judge_plays(trained, [mixed])
    assert judged.in_training.n_known == 2 and judged.in_training.n_recognisable == 6
    assert judged.in_training.sources == ("lab 1",)
    assert "2 of the 6 matches that can be recognised (33%" in judged.in_training.sentence
    assert "not out of sample" in judged.in_training.sentence
    (judged,), _ = judge_plays(trained, [fresh])
    assert judged.in_training.n_known == 0 and judged.in_training.sentence == ""


def test_play_that_is_soon_alike_by_chance_is_not_called_known():
    """Always cooperating, and taking turns: everybody's, nobody's."""
    steady, turns = np.zeros((4, 40), dtype=int), np.tile([0, 1], (4, 20))
    plays = [*(Play(PD, actions) for actions in (steady, turns)), *material()[0][:2]]
    trained = train(DETECTORS["shape-only"], plays, [True, False, True, False])
    for actions in (steady, turns):
        (judged,), _ = judge_plays(trained, [Play(PD, actions)])
        assert judged.in_training.n_recognisable == 0 and judged.in_training.sentence == ""


def test_the_shipped_detector_knows_its_own_people_by_name_where_moves_tell_nothing():
    short = Play(PD, np.zeros((8, 4), dtype=int), provenance={"dataset": "ipd-lab"})
    shipped = shipped_detector().trained_on
    assert "A data set of this name" in shipped.overlap(short).sentence
    assert shipped.overlap(replace(short, provenance={"dataset": "ipd"})).sentence == ""
    fresh = played(
        PD, blind, Streams(2)["x"], n_subjects=8
    )  # a namesake that can be recognised, and is another
    assert shipped.overlap(replace(fresh, provenance={"dataset": "ipd-lab"})).sentence == ""


def test_the_shipped_detector_tells_what_was_held_out_and_how_it_did():
    trained_on = shipped_detector().trained_on
    assert (
        len(trained_on.studies) == 8
        and "ewa" in trained_on.families
        and "mixed-ewa" not in trained_on.families
    )
    assert trained_on.matches is not None and {label.split()[0] for label in trained_on.matches} == {
        "human",
        "machine",
    }
    found = trained_on.reliability
    assert found is not None and found.plays_family.balanced < found.plays_sibling.balanced
    assert f"{found.plays_family.balanced:.3f}" in found.sentence


@pytest.mark.skipif(not HELD_OUT.exists(), reason="the result 'judge_held_out' was not made")
def test_the_shipped_figures_are_those_of_the_committed_result():
    parts = json.loads(HELD_OUT.read_text(encoding="utf-8"))
    reliability = shipped_detector().trained_on.reliability
    for kind in ("seats", "plays"):
        for way in ("sibling", "family"):
            figures = parts[kind]["document"]["figures"][way]
            assert getattr(reliability, f"{kind}_{way}")._asdict() == pytest.approx(figures, abs=1e-3)


def test_training_on_one_study_or_family_is_said():
    plays, human, _ = material()
    one = [
        Source.of_people("a", ["s"]) if own else Source.of_machine(f"m{k}", ["ewa"])
        for k, own in enumerate(human)
    ]
    trained = train(DETECTORS["shape-only"], plays, human, one)
    assert "people of one study and machines of one family only" in trained.trained_on.caveat
    assert train(DETECTORS["shape-only"], *material()).trained_on.caveat == ""


def test_plays_of_several_games_are_judged_game_by_game():
    payoffs = TrainedDetector(DETECTORS["high-payoffs"])
    rich, poor = (np.full((2, 6), action) for action in (0, 1))
    plays = [Play(PD, poor), Play(STAG, rich), Play(PD, rich), Play(STAG, poor)]
    answers = payoffs.judge(plays)
    assert answers[2] > answers[0] and sorted(answers[[1, 3]]) == [0.01, 0.99]
    assert payoffs.judge(plays[0]) == [0.5]


def test_a_detector_that_knows_its_games_refuses_strange_ones():
    trained = train(DETECTORS["logistic"], *material())
    with pytest.raises(UnsuitableGame, match="unlike the games"):
        trained.judge(played(GAMES["rock-paper-scissors"], blind, Streams(1)["x"]))


def test_models_of_two_detectors_of_one_name_are_not_mixed_up():
    first, second = (
        Detector(
            "same", lambda model, game, plays: np.full(len(plays), model), lambda p, h, value=value: value
        )
        for value in (0.25, 0.75)
    )
    answers = [train(each, *material()).judge(strangers()[0])[0] for each in (first, second)]
    assert answers == [0.25, 0.75]


def test_labels_and_sources_must_match_the_plays():
    plays, human, sources = material()
    with pytest.raises(HumanlikeError, match="do not match"):
        train(DETECTORS["logistic"], plays, human[:-1], sources)
