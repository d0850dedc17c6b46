"""Hierarchical Bayes as a command: what converged is used, what did not is never a quiet number."""

import importlib.util
import sys
import warnings

import numpy as np
import pytest
from scipy.special import ndtri
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadRequest, HumanlikeError, MissingExtra, Streams
from humanlike.engine import replay, seated, simulate
from humanlike.fitting.bayes import population_values
from humanlike.fitting.differing import persons_around, played
from humanlike.fitting.pointwise import laid_out, pointwise, single_values
from humanlike.games import GAMES
from humanlike.naming.rules import find_rule
from humanlike.players import RULES

GAME, RULE = GAMES["matching-pennies"], RULES["cross"]
present = importlib.util.find_spec("numpyro") is not None and importlib.util.find_spec("arviz") is not None
needs_extra = pytest.mark.skipif(not present, reason="numpyro and arviz are not installed (extra bayes)")
SMALL = {"chains": 2, "warmup": 30, "draws": 30}


def _play(n_pairs=3, n_rounds=8):
    population = seated(GAME, [(RULE, RULE.default)] * 2 * n_pairs)
    return simulate(Streams(3)["play"], GAME, population, n_rounds=n_rounds)


@pytest.fixture(scope="module")
def play():
    return _play()


@pytest.fixture(scope="module")
def kept(play, tmp_path_factory):
    return tmp_path_factory.mktemp("bayes") / "run"


@pytest.fixture(scope="module")
def result(play, kept):
    return hl.bayes(play, RULE, out=kept, workers=1, **SMALL)


@needs_extra
def test_few_draws_are_flagged_in_the_first_sentence_and_never_quiet(result):
    said, document = result.headline(), result.document()
    assert "NOT converged, not to be used" in said and "ESS" in said
    assert not document["converged"] and document["bulk_ess"]["value"] < 400
    assert document["failures"] and all(each in said for each in document["failures"])
    assert "NOT converged" in result.plot().texts[0].get_text()
    assert str(result).startswith(said)


@needs_extra
def test_what_is_stored_is_what_arviz_reads_and_leaves_out(result, kept, play):
    import arviz

    stored = arviz.from_netcdf(str(kept / "posterior.nc"), engine="h5netcdf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # so few draws: large Pareto k
        found = arviz.loo(stored)
    assert float(found.elpd_loo) == pytest.approx(result.document()["loo"]["elpd"])
    nats = stored.log_likelihood["choices"]
    assert nats.shape == (2, 30, play.actions.size)
    assert list(stored.posterior["alpha"].coords["group"].values) == list(result.sample.groups.labels)
    rounds = stored.constant_data["round_of_value"].values
    assert sorted(set(rounds.tolist())) == list(range(play.n_rounds))


@needs_extra
def test_single_log_likelihoods_are_those_of_the_rule_with_the_drawn_parameters(result, play):
    """The first person's choices, summed, are what the engine's replay of that person alone gives."""
    data = result.posterior
    mine = data.constant_data["group_of_value"].values == result.sample.groups.labels[0]
    nats = data.log_likelihood["choices"].values[0, 0][mine].sum()
    drawn = [float(data.posterior[name].values[0, 0, 0]) for name in RULE.parameter_names]
    logs = replay(play, RULE, RULE.parameters(*drawn)).log_probabilities[0]
    assert nats == pytest.approx(sum(logs[n, action] for n, action in enumerate(play.actions[0])))


@needs_extra
def test_a_resumed_study_says_the_same_and_the_file_is_the_same(result, kept):
    before = (kept / "posterior.nc").read_bytes()
    again = CliRunner().invoke(app, ["bayes", "--resume", str(kept), "--workers", "1", "--json"])
    assert isinstance(again.exception, BadRequest)  # begun with an object: its directory does not hold it
    assert hl.bayes(_play(), RULE, out=kept, workers=1, **SMALL).document() == result.document()
    assert (kept / "posterior.nc").read_bytes() == before


@pytest.mark.slow
@needs_extra
def test_the_population_that_made_the_play_lies_within_its_interval():
    """Sixteen persons who lapse, .5 probits apart: converged, mean and spread covered, and most persons."""
    rule = find_rule("cournot+lapse")
    given = rule.parameters(0.4)
    people = persons_around(Streams(8)["people"], rule, given, GAMES["chicken"], 0.5, 16)
    play = played(Streams(8), rule, people[None], GAMES["chicken"], 4, 10)
    result = hl.bayes(play, rule, chains=4, warmup=250, draws=600, workers=1)
    document = result.document()
    assert document["converged"], result.headline()
    assert "converged (R-hat at most 1.0" in result.headline() and "no divergences" in result.headline()
    found = document["parameters"]["lapse"]
    mean, spread = population_values(ndtri(0.4), 0.5, 0.0, 1.0)
    assert found["mean"]["lower"] <= mean <= found["mean"]["upper"]
    assert found["spread"]["lower"] <= spread <= found["spread"]["upper"]
    assert found["probit_spread"]["lower"] <= 0.5 <= found["probit_spread"]["upper"]
    table = result.frame()
    truth = people[table["group"].astype(int).to_numpy(), 0]
    assert ((table["lower"] <= truth) & (truth <= table["upper"])).mean() >= 0.85  # of 95 %
    assert document["loo"]["unreliable"] == 0 and "all Pareto k" in str(result)
    assert document["loo"]["nats_per_choice"] < np.log(2)


@needs_extra
@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"rule": "cournot"}, "no parameters to learn"),
        ({"rule": "cross", "by": "pooled"}, "at least two groups"),
        ({"rule": "cross", "by": "weather"}, "grouped by"),
        ({"rule": "cross", "loo": "person"}, "choice or match"),
        ({"rule": "cross", "draws": 2}, "four draws"),
        ({"rule": "cross", "role": 0}, "Roles count from 1"),
    ],
)
def test_what_cannot_be_sampled_is_told_so(play, how, sentence):
    with pytest.raises(HumanlikeError, match=sentence):
        hl.bayes(play, **how)


@needs_extra
def test_one_value_for_a_match_is_the_sum_of_its_choices(result, play):
    parts = laid_out(result.sample.seats, result.sample.groups)
    draw = np.stack([result.posterior.posterior[name].values[0, :2] for name in RULE.parameter_names], axis=1)
    by_match = single_values(RULE, parts, pointwise(parts, "match"), draw, 1e-10)
    by_choice = single_values(RULE, parts, pointwise(parts, "choice"), draw, 1e-10)
    sums = np.zeros((2, play.n_subjects))
    np.add.at(sums.T, pointwise(parts, "choice").seat, by_choice.T)
    np.testing.assert_allclose(by_match, sums[:, pointwise(parts, "match").seat])


def test_without_the_extra_the_command_names_it(play, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpyro", None)
    with pytest.raises(MissingExtra, match=r"humanlike\[bayes\]"):
        hl.bayes(play, RULE)
