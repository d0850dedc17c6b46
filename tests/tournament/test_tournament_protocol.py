"""What the protocol promises: nothing leaks, nobody disturbs anybody, nobody is trained on what is tested."""

import dataclasses

import numpy as np
import pytest
from small_tournaments import EMULATORS, SMALL_GAMES, bytes_of_results, small_plan

from humanlike.core import MISSING, Game, Play, Streams
from humanlike.detectors import Detector
from humanlike.emulators import EMULATORS as CATALOGUE
from humanlike.emulators.cast import zipper
from humanlike.games import GAMES, game_digest
from humanlike.studies.draw import draw
from humanlike.tournament import run_tournament
from humanlike.tournament.humans import HumanPlay, cut
from humanlike.tournament.material import Material, gather
from humanlike.tournament.showing import STAMP
from humanlike.tournament.training import sources_of, train_all, training_caveats
from humanlike.tournament.trial import run_trial, stripped
from humanlike.work import Effort, Workforce

CHANCE = np.log(0.5)
SINGLE = ("random", "ninety-percent", "coordination")  # untrained, shown one play at a time

quiet = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def silent(*_):
    """No progress bar."""


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    return run_tournament(small_plan(), tmp_path_factory.mktemp("fair"))


def scores_of(result):
    return result.detectors.set_index("name")


# Leaks


def test_random_scores_exactly_log_one_half(fair):
    assert scores_of(fair).loc["random", "score"] == CHANCE
    assert scores_of(fair).loc["random", "balanced_score"] == pytest.approx(-0.693147, abs=5e-7)


def test_dates_earns_nothing_in_a_fair_run(fair):
    dates = fair.table[fair.table["detector"] == "dates"]
    assert (dates["probability"] == 0.5).all()


def test_dates_notices_stamps_that_leak(tmp_path):
    leaky = run_tournament(small_plan(leak="stamps", trials=2), tmp_path)
    assert scores_of(leaky).loc["dates", "balanced_score"] == pytest.approx(np.log(0.8))


@pytest.mark.slow
@quiet
def test_shape_only_earns_nothing_in_a_fair_run_and_notices_shapes_that_leak(tmp_path):
    plan = small_plan(detectors=("random", "shape-only"), games=SMALL_GAMES, trials=2)
    honest = run_tournament(plan, tmp_path / "fair")
    leaky = run_tournament(plan.model_copy(update={"leak": "shape"}), tmp_path / "leaky")
    assert scores_of(honest).loc["shape-only", "balanced_score"] <= CHANCE + 1e-3
    assert scores_of(leaky).loc["shape-only", "balanced_score"] > CHANCE / 2


def test_detectors_see_moves_and_game_and_nothing_else(fair):
    for datasets in fair.first_trial.values():
        for dataset in datasets:
            shown = stripped(fair.material, dataset)
            assert dict(shown.provenance) == {"stamp": STAMP}
            assert shown.subjects == tuple(str(number + 1) for number in range(shown.n_subjects))
            assert set(shown.sessions) == {"1"}
            assert sorted(map(bytes, pairs_of(shown))) == sorted(map(bytes, pairs_of(dataset.play)))


def pairs_of(play):
    return [play.actions[group].tobytes() for group in play.groups()]


# Nobody disturbs anybody


def test_an_added_entrant_changes_nobody_elses_play_or_answers(fair, tmp_path):
    names = (*EMULATORS[:1], "alg1", *EMULATORS[1:])
    wider = run_tournament(small_plan(emulators=names, detectors=(*SINGLE, "dates")), tmp_path)
    keys = ["trial", "game", "source"]
    known = fair.datasets[~fair.datasets["is_human"]]
    moves = known.merge(wider.datasets[[*keys, "moves"]], on=keys, suffixes=("", " now"))
    assert len(moves) == len(known)
    assert (moves["moves"] == moves["moves now"]).all()
    before = fair.table[fair.table["detector"].isin(SINGLE)]
    keys = [*keys, "detector", "is_human"]
    answers = before.merge(wider.table[[*keys, "probability"]], on=keys, suffixes=("", " now"))
    assert len(answers) == len(before)
    assert (answers["probability"] == answers["probability now"]).all()


def test_plays_differ_between_trials_games_and_emulators(fair):
    machines = fair.datasets[~fair.datasets["is_human"] & fair.datasets["source"].eq("random")]
    assert machines["moves"].is_unique
    people = fair.datasets[fair.datasets["is_human"]]
    assert (people.groupby(["game", "source"])["moves"].nunique() == 1).all()  # the same people every time


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path):
    plan = small_plan(trials=2, emulators=EMULATORS[:2])
    for name in ("once", "twice"):
        run_tournament(plan, tmp_path / name)
    run_tournament(plan.model_copy(update={"seed": 2}), tmp_path / "other")
    once, twice, other = (bytes_of_results(tmp_path / name) for name in ("once", "twice", "other"))
    assert once == twice
    assert once["results/answers.parquet"] != other["results/answers.parquet"]


@pytest.mark.slow
@quiet
def test_the_number_of_workers_changes_no_byte(tmp_path):
    plan = small_plan(detectors=("random", "ninety-percent", "shape-only"), games=SMALL_GAMES, trials=9)
    for workers in (1, 2):
        run_tournament(plan, tmp_path / str(workers), effort=Effort(Workforce(workers)))
    assert bytes_of_results(tmp_path / "1") == bytes_of_results(tmp_path / "2")


@pytest.mark.slow
def test_stopping_early_ends_at_the_same_trial_for_any_number_of_workers(tmp_path):
    """Two workers play eight trials at a time and must drop those beyond the last that counts."""
    names = ("cournot", "fictitious-play")
    plan = small_plan(
        detectors=("random", "high-payoffs"), emulators=names, until="separated", trials=30, confidence=0.6
    )
    results = [
        run_tournament(plan, tmp_path / str(workers), effort=Effort(Workforce(workers))) for workers in (1, 2)
    ]
    assert results[0].separated and results[0].trials < 30
    assert bytes_of_results(tmp_path / "1") == bytes_of_results(tmp_path / "2")


# Shapes


def odd_material(emulators=("random", "cournot"), detectors=()):
    """People whose matches have unequal lengths and gaps."""
    humans = {}
    for seed, name in enumerate(("chicken", "stag-hunt-2")):
        generator = np.random.default_rng(seed)
        plays = []
        for experiment, n_subjects in (("one", 6), ("two", 10), ("three", 8)):
            actions = generator.integers(0, 2, size=(n_subjects, 24))
            for pair, length in enumerate(generator.integers(5, 25, size=n_subjects // 2)):
                actions[2 * pair : 2 * pair + 2, length:] = MISSING
            actions[0, 3] = actions[3, 1] = MISSING
            plays.append(HumanPlay(experiment, Play(GAMES[name], actions)))
        humans[name] = plays
    found = tuple(CATALOGUE[name] for name in emulators)
    return Material(small_plan(), (GAMES["chicken"], GAMES["stag-hunt-2"]), humans, found, detectors)


def test_machine_plays_copy_lengths_and_gaps_of_a_human_play():
    material = odd_material()
    copied = set()
    for number in range(1, 5):
        for game, datasets in run_trial(material, number, {}).datasets.items():
            people = {each.source: each.play.actions >= 0 for each in datasets if each.is_human}
            for machine in (each for each in datasets if not each.is_human):
                np.testing.assert_array_equal(machine.play.actions >= 0, people[machine.shape_of])
                copied.add((game, machine.shape_of))
    assert len(copied) > 3  # different ones get their turn


def test_shuffled_pairs_keep_their_gaps():
    material = odd_material()
    dataset = run_trial(material, 1, {}).datasets["chicken"][1]
    shown = stripped(material, dataset)
    assert sorted((shown.actions >= 0).sum(axis=1)) == sorted((dataset.play.actions >= 0).sum(axis=1))


# Training


def spy_detector():
    """Its model is the list of what it was trained on; it refuses to have seen the game it judges."""

    def fit(plays, is_human):
        return [(play.game, play.provenance["source"], play.n_subjects) for play in plays]

    def judge(model, game, plays):
        assert game_digest(game) not in {game_digest(seen) for seen, *_ in model}
        return np.full(len(plays), 0.5)

    return Detector("spy", judge, fit)


def test_no_detector_is_trained_on_the_game_or_source_it_judges():
    material = odd_material(detectors=(spy_detector(),))
    chicken = material.games[0]
    twin = dataclasses.replace(chicken, name="dove")  # the same payoffs under another name
    doubled = {
        "dove": [each._replace(play=Play(twin, each.play.actions)) for each in material.humans["chicken"]]
    }
    material = dataclasses.replace(
        material, games=(*material.games, twin), humans={**material.humans, **doubled}
    )
    models = train_all(material, Effort())
    assert set(models) == {
        ("spy", game.name, source)
        for game in material.games
        for source in ("one", "two", "three", "random", "cournot")
    }
    subjects = {human.experiment: human.play.n_subjects for human in material.humans["chicken"]}
    for (_, game, source), seen in models.items():
        tested = next(each for each in material.games if each.name == game)
        assert game_digest(tested) not in {game_digest(each) for each, *_ in seen}
        assert source not in {name for _, name, _ in seen}
        assert {name for _, name, _ in seen} & {"one", "two", "three"}
        if source in subjects:  # nor on machines that copied the experiment's shape
            assert subjects[source] not in {count for *_, count in seen}
    answers = run_trial(material, 1, models).answers
    assert {answer.probability for answer in answers} == {0.5}


def told(material, studies):
    """The same people, each experiment of the study that is said."""
    humans = {
        game: [
            each._replace(
                play=dataclasses.replace(each.play, studies=[studies[each.experiment]] * each.play.n_subjects)
            )
            for each in plays
        ]
        for game, plays in material.humans.items()
    }
    return dataclasses.replace(material, humans=humans)


def in_games(material, *names):
    """The same people in these games."""
    games = tuple(GAMES[name] for name in names)
    humans = {
        game.name: [
            each._replace(play=dataclasses.replace(each.play, game=game))
            for each in material.humans["chicken"]
        ]
        for game in games
    }
    return dataclasses.replace(material, games=games, humans=humans)


def test_whole_studies_and_families_are_held_out():
    emulators = ("random", "cournot", "mixed-ewa-cournot", "fictitious-play")
    material = told(odd_material(emulators, (spy_detector(),)), {"one": "s", "two": "s", "three": "t"})
    material = in_games(material, "chicken", "stag-hunt-2", "prisoners-dilemma")
    assert training_caveats(material) == []
    models = train_all(material, Effort())
    for source in ("one", "two"):
        assert not {name for _, name, _ in models["spy", "chicken", source]} & {"one", "two"}
    for source in ("cournot", "mixed-ewa-cournot"):
        seen = {name for _, name, _ in models["spy", "chicken", source]}
        assert not seen & {"cournot", "mixed-ewa-cournot"} and {"random", "fictitious-play"} <= seen


def test_with_one_study_or_one_family_only_the_source_itself_is_held_out_and_it_is_said():
    material = odd_material(("cournot", "mixed-ewa-cournot"), (spy_detector(),))
    material = told(material, dict.fromkeys(("one", "two", "three"), "s"))
    material = in_games(material, *SMALL_GAMES)
    people, machines = training_caveats(material)
    assert "judged one, two, three with others of the same study in training" in people
    assert "cournot, mixed-ewa-cournot with others of the same family" in machines
    seen = {name for _, name, _ in train_all(material, Effort())["spy", "chicken", "one"]}
    assert "one" not in seen and "two" in seen
    assert training_caveats(dataclasses.replace(material, detectors=())) == []


def test_the_three_published_experiments_are_one_study():
    material = gather(small_plan())
    sources = sources_of(material)
    assert len({sources[f"{name} (reconstruction)"].kin for name in ("CIT", "PCC1", "PCC2")}) == 1


def test_training_plays_are_none_of_the_plays_to_be_judged():
    material = odd_material(detectors=(spy_detector(),))
    from humanlike.tournament.training import training_material

    trained = {each.play.actions.tobytes() for each in training_material(material) if not each.is_human}
    for number in range(1, 4):
        for datasets in run_trial(
            material, number, {("spy", g, s): [] for g, s in keys(material)}
        ).datasets.values():
            for each in datasets:
                assert each.is_human or each.play.actions.tobytes() not in trained


def keys(material):
    sources = ["one", "two", "three", *(each.name for each in material.emulators)]
    return [(game.name, source) for game in material.games for source in sources]


# Seats and people


def test_no_two_robots_meet_twice_within_eight_sessions():
    met = set()
    for session in range(8):
        order = zipper(16, 2, session).reshape(-1, 2)
        assert sorted(order.reshape(-1)) == list(range(16))
        pairs = {frozenset(pair) for pair in order.tolist()}
        assert not pairs & met
        met |= pairs


def coded(play: Play) -> Play:
    """The same people in the same matches, each row's moves spelling its own number."""
    digits = (np.arange(play.n_subjects)[:, None] >> np.arange(16)) & 1
    return dataclasses.replace(play, actions=digits, situations=np.empty(0, dtype=np.int64), extra={})


def rows_in(human: HumanPlay) -> list[int]:
    width = human.play.n_rounds
    return (human.play.actions.astype(np.int64) << np.arange(width)).sum(axis=1).tolist()


def check_cut(play: Play, n_matches: int) -> int:
    """Disjoint plays of whole matches, nobody in two of them; how many there are."""
    bundles = [rows_in(human) for human in cut(Streams(1)["cut"], coded(play), n_matches)]
    everybody = [row for rows in bundles for row in rows]
    assert len(set(everybody)) == len(everybody)
    people = [{play.subjects[row] for row in rows} for rows in bundles]
    assert sum(map(len, people)) == len(set().union(*people))
    for rows in bundles:
        assert len(rows) == n_matches * play.game.n_players
        assert len({play.sessions[row] for row in rows}) == 1
        assert [play.partners[row].tolist() for row in rows[::2]] == [[row] for row in rows[1::2]]
    return len(bundles)


def test_people_who_play_many_matches_stay_in_one_play():
    """Sixty matches among sixteen people of two sessions; some matches would tie two plays and are left out."""
    generator = np.random.default_rng(5)
    pairs = [generator.choice(8, 2, replace=False) + 8 * (number % 2) for number in range(60)]
    rows = np.concatenate(pairs)
    play = Play(
        GAMES["chicken"],
        generator.integers(0, 2, size=(120, 16)),
        subjects=tuple(f"person {row}" for row in rows),
        sessions=tuple(f"session {row // 8}" for row in rows),
    )
    assert check_cut(play, 3) >= 2


@pytest.mark.human_data
@pytest.mark.parametrize(("name", "fewest"), [("bos-conventions", 6), ("df2011", 1), ("ipd-lab", 2)])
def test_real_data_are_cut_into_disjoint_plays(name, fewest):
    from humanlike.core import HumanlikeError
    from humanlike.datasets import read_plays

    try:
        plays = read_plays(name)
    except HumanlikeError as error:
        pytest.skip(str(error))
    counts = [check_cut(play, 8) for play in plays if play.partners.ndim == 2]
    assert counts and max(counts) >= fewest


def test_games_drawn_after_entry_follow_from_the_seed():
    first, again = (draw("random:4").games for _ in range(2))
    assert [game.n_actions for game in first] == [(2, 2), (3, 3), (2, 2), (3, 3)]
    assert all(game_digest(a) == game_digest(b) for a, b in zip(first, again, strict=True))
    other = draw("random:4", seed=2).games
    assert game_digest(other[0]) != game_digest(first[0])
    assert draw(seed=1, salt="0f" * 16).commitment != draw(seed=2, salt="0f" * 16).commitment


def test_gathering_finds_the_published_seventeen_machines_and_eight_games():
    material = gather(small_plan(emulators=("published",), games=("all",)))
    assert (len(material.emulators), len(material.games)) == (17, 8)
    assert isinstance(material.games[0], Game)
