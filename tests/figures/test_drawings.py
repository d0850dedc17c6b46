"""What is drawn stands where its numbers say: positions and labels are read back from the axes."""

import re

import numpy as np
import pytest

from humanlike.core import BadRequest
from humanlike.figures import svg_text
from humanlike.figures.comparison import Running, draw_differences
from humanlike.figures.decisions import draw_decisions
from humanlike.figures.delphi import draw_panel
from humanlike.figures.discrimination import draw_discrimination
from humanlike.figures.fitting import draw_confusion, draw_fits, draw_recovery
from humanlike.figures.judgement import draw_passing
from humanlike.figures.market import (
    draw_by_day,
    draw_daily_profit,
    draw_games_needed,
    draw_methods,
    draw_sensitivity,
)
from humanlike.figures.payoffs import PairCloud
from humanlike.figures.play import ChoicePanel, Corners, draw_choices, draw_next, draw_play
from humanlike.figures.power import draw_power
from humanlike.figures.prediction import (
    PathPanel,
    Way,
    draw_fit_per_game,
    draw_horizons,
    draw_paths,
    draw_ranks,
)
from humanlike.figures.scoring import Pooled, Reliability, draw_forecasters, draw_incentive, draw_pools
from humanlike.figures.scoring_systems import draw_systems
from humanlike.figures.similarity import MetricRow, When, Where, draw_profile
from humanlike.figures.social import Panels, draw_panels, enough
from humanlike.figures.style import INK, MACHINES, PEOPLE, SKY, TALLEST, heading_of
from humanlike.figures.tournament import (
    draw_balanced,
    draw_calibration,
    draw_leads,
    draw_machine,
    draw_people,
)


def marks(axis, marker):
    """Places of all marks of one shape, in the order drawn."""
    return [
        (float(x), float(y))
        for line in axis.lines
        if line.get_marker() == marker
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]


def rows(axis):
    return [label.get_text() for label in axis.get_yticklabels()]


def words(axis):
    return [text.get_text() for text in axis.texts]


def test_who_passes_is_sorted_with_people_as_circles_machines_as_squares_and_chance_named():
    names, values = ["ewa", "people", "random"], np.array([0.4, 0.7, np.nan])
    figure = draw_passing(names, [False, True, False], values, values - 0.1, values + 0.1)
    (axis,) = figure.axes
    assert rows(axis) == ["people", "ewa", "random"]
    assert marks(axis, PEOPLE.marker) == [(0.7, 0.0)] and marks(axis, MACHINES.marker) == [(0.4, 1.0)]
    ends = [line.get_xdata() for line in axis.lines if len(line.get_xdata()) == 2]
    assert ends[0] == pytest.approx([0.6, 0.8]) and ends[1] == pytest.approx([0.3, 0.5])
    assert {"chance", "0.70 [0.60, 0.80]", "unknown"} <= set(words(axis))
    assert "0.70" in heading_of(figure) and "ewa with 0.40" in heading_of(figure)


def test_of_very_many_datasets_the_middle_is_left_out_and_said_to_be():
    values = np.linspace(0, 1, 200)
    figure = draw_passing([f"d{each}" for each in range(200)], [False] * 200, values, values, values)
    assert figure.get_size_inches()[1] <= TALLEST and "not drawn" in heading_of(figure)
    assert rows(figure.axes[0])[0] == "d199" and rows(figure.axes[0])[-1] == "d0"


def test_paired_differences_show_every_pair_their_mean_and_the_band_of_all_looks():
    values = np.array([1.0, 2.0, 3.0, 2.0])
    band = Running(np.array([1.0, 1.5, 2.0, 2.0]), np.full(4, 0.5), np.full(4, 3.5))
    figure = draw_differences(
        values, (0.7, 3.3), names=("a", "b"), measure="payoff", running=band, decided_after=3
    )
    left, right = figure.axes
    assert sorted(x for x, _ in marks(left, "o")) == pytest.approx([1.0, 2.0, 2.0, 3.0], abs=0.05)
    assert len({y for x, y in marks(left, "o") if abs(x - 2) < 0.1}) == 2, "equal values stand on each other"
    assert marks(left, "s") == [(2.0, -1.0)] and "no difference" in words(left)
    assert right.lines[0].get_ydata().tolist() == band.mean.tolist()
    assert "decided after 3" in right.get_title("right") and "a lies above b, by 2" in heading_of(figure)


def test_differences_far_from_zero_are_whole_and_no_word_lies_on_the_line():
    values = np.array([-1.71, -1.70, -1.69])
    band = Running(values, np.full(3, np.nan), np.full(3, np.nan))
    figure = draw_differences(values, (-1.72, -1.68), names=("a", "b"), measure="payoff", running=band)
    left, right = figure.axes
    inside = left.transData + left.transAxes.inverted()
    assert min(inside.transform(mark)[0] for mark in marks(left, "o")) > 0.04, "cut at the edge"
    share = (right.transData + right.transAxes.inverted()).transform((1, band.mean.min()))[1]
    assert share > 0.1, "the name of who is ahead stands below the line"
    assert all(tick == round(tick) for tick in right.get_xticks())


def test_marks_without_an_interval_are_said_to_be_hollow_and_one_play_is_named():
    unknown = np.array([np.nan])
    figure = draw_passing(["x"], [None], np.array([0.4]), unknown, unknown, measure="P(human) of a match")
    assert heading_of(figure).startswith("x: P(human) of a match 0.40")
    assert "hollow: too little for an interval" in heading_of(figure)
    assert "95 % intervals" not in heading_of(figure)
    two = draw_passing(
        ["x", "y"], [None] * 2, np.array([0.4, 0.5]), np.array([0.3, np.nan]), np.array([0.5, np.nan])
    )
    assert "95 % intervals; hollow: none" in heading_of(two)


def test_differences_around_zero_claim_nothing():
    figure = draw_differences(np.array([-1.0, 1.0]), (-2.0, 2.0), names=("a", "b"), measure="payoff")
    assert "a and b are not told apart" in heading_of(figure) and len(figure.axes) == 1


def test_power_curves_are_named_and_the_solved_points_marked_on_them():
    counts = np.array([10.0, 34.0, 64.0, 100.0])
    curves = {"independent": np.array([0.2, 0.5, 0.8, 0.9]), "paired": np.array([0.3, 0.8, 0.95, 1.0])}
    solved = {"independent": (64, 0.8), "paired": (34, 0.8)}
    same = {"independent": 0.5, "paired": 0.5}
    figure = draw_power(counts, curves, solved, effect=same, alpha=same, wanted=0.8)
    (axis,) = figure.axes
    assert marks(axis, "s") == [(64.0, 0.8)] and marks(axis, "D") == [(34.0, 0.8)]
    assert {"independent", "paired", "wanted: 0.80", "34 pairs: 0.80"} <= set(words(axis))
    assert "64 in each group, 34 pairs" in heading_of(figure), "128 games are no 64"


def test_recovery_draws_intervals_that_miss_in_dark_and_those_that_hold_in_light():
    estimates, reach = np.array([[0.5], [0.9], [0.6]]), np.array([[0.196], [0.196], [np.nan]])
    figure = draw_recovery(["rate"], np.array([0.5]), estimates, reach, np.array([1 / 3]), rule="ewa")
    (axis,) = figure.axes
    held, missed = (
        [each.vertices for each in lines.get_paths()] for lines in axis.collections if len(lines.get_paths())
    )
    assert [axis.collections[place].get_color()[0].tolist()[:3] for place in (0, 1)] == [
        pytest.approx([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]) for colour in (SKY, INK)
    ]
    assert held[0][:, 0] == pytest.approx([0.304, 0.696]) and missed[0][:, 0] == pytest.approx([0.704, 1.096])
    assert marks(axis, "s") == [(0.5, 0.0), (0.6, 1.0), (0.9, 2.0)]
    assert axis.get_title("left") == "rate: 33 % covered" and "truth 0.5" in axis.get_xlabel()


def test_confusion_writes_every_share_in_its_cell():
    figure = draw_confusion(["a", "b"], np.array([[0.9, 0.1], [0.3, 0.7]]))
    cells = {(text.get_position(), text.get_text()) for text in figure.axes[0].texts}
    assert cells == {((0, 0), "0.90"), ((1, 0), "0.10"), ((0, 1), "0.30"), ((1, 1), "0.70")}
    assert "80 %" in heading_of(figure)


def test_fits_start_at_a_perfect_fit_and_a_hopeless_rule_is_an_arrow():
    groups = {"ewa": np.array([1e-16, 1.0]), "bad": np.array([13.0, 13.4])}
    figure = draw_fits(groups, {"ewa": 0.5, "bad": 13.2}, chance=0.69)
    (axis,) = figure.axes
    assert axis.get_xscale() == "linear" and axis.get_xlim()[0] == 0 and axis.get_xlim()[1] < 2
    assert rows(axis) == ["ewa", "bad"] and marks(axis, "s") == [(0.5, 0.0)]
    assert {"13.2 ▸", "blind guessing"} <= set(words(axis)) and "ewa fits best" in heading_of(figure)


def test_fits_are_ordered_by_choices_held_out_where_there_are_any():
    groups = {"many": np.array([0.3]), "few": np.array([0.4])}
    held_out = {"many": (0.6, 0.05), "few": (0.45, 0.02)}
    figure = draw_fits(groups, {"many": 0.3, "few": 0.4}, held_out=held_out)
    (axis,) = figure.axes
    assert rows(axis) == ["few", "many"] and marks(axis, "D") == [(0.45, 0.0), (0.6, 1.0)]
    assert marks(axis, "s") == [(0.4, 0.0), (0.3, 1.0)]
    assert heading_of(figure).startswith("few fits best: 0.450 nats per choice, held out")


def test_exact_chances_are_points_never_joined_and_the_asked_one_is_told():
    counts = np.arange(1, 5)
    leads, ties = np.array([0.5, 0.25, 0.5, 0.3]), np.array([0.0, 0.5, 0.0, 0.2])
    figure = draw_discrimination(
        counts, leads, ties, np.full(4, 0.3), alpha=0.05, needed=None, asked=2, system="quadratic"
    )
    (axis,) = figure.axes
    exact = next(line for line in axis.lines if line.get_marker() == "o")
    assert exact.get_linestyle() == "None" and exact.get_ydata().tolist() == leads.tolist()
    strokes = [path.vertices[:, 1].tolist() for path in axis.collections[0].get_paths()]
    assert strokes[1] == [0.25, 0.75]
    assert "2 questions: worse leads 0.2500, tie 0.5000" in words(axis)
    told = next(text for text in axis.texts if text.get_text().startswith("2 questions"))
    assert told.xy == (2, 0.25) and (2.0, 0.25) in marks(axis, "o"), "the words point at the number they name"


def test_a_proper_system_shows_honesty_and_an_improper_one_the_best_lie():
    reports = np.array([0.0, 0.5, 1.0])
    honest = draw_incentive("Q", reports, reports, {0.5: np.array([0.0, 1.0, 0.0])}, {0.5: 1.0})
    assert "honesty pays" in heading_of(honest) and marks(honest.axes[1], "o") == [(0.5, 1.0)]
    lying = draw_incentive("L", reports, None, {0.5: np.array([0.0, 1.0, 2.0])}, {0.5: 1.0})
    assert "a lie pays" in heading_of(lying) and marks(lying.axes[0], "^") == [(1.0, 2.0)]


def test_every_forecaster_has_a_panel_and_the_race_its_verdict():
    diagram = Reliability(np.array([0.2, 0.8]), np.array([0.1, 0.9]), np.array([4, 4]))
    band = Running(np.array([0.1, 0.2]), np.full(2, np.nan), np.full(2, np.nan))
    figure = draw_forecasters({"ann": diagram, "bob": diagram}, band, system="q", leader="ann", second="bob")
    assert [axis.get_title("left") for axis in figure.axes] == ["ann", "bob", ""]
    assert figure.axes[0].collections[0].get_offsets().tolist() == [[0.2, 0.1], [0.8, 0.9]]
    assert figure.axes[2].get_title("right") == "too few pairs for a band"
    assert "not established" in heading_of(figure)


def test_a_page_holds_fifteen_forecasters_and_says_how_many_there_are():
    diagram = Reliability(np.array([0.2]), np.array([0.1]), np.array([4]))
    figure = draw_forecasters({f"f{each}": diagram for each in range(16)}, None, system="q")
    assert len(figure.axes) == 15 and "the first 15 of 16 forecasters" in heading_of(figure)
    with pytest.raises(BadRequest, match="nothing to draw"):
        draw_forecasters({}, None, system="q")


def test_sixty_questions_fit_on_a_page_most_disputed_first():
    pools = [
        Pooled(f"q{each}", ["yes", "no"], np.array([0.5, 0.5]), np.array([[0.5 - s, 0.5 + s], [0.5 + s, 0.5 - s]]), s)
        for each, s in enumerate(np.linspace(0, 0.4, 60))
    ]  # fmt: skip
    figure = draw_pools(pools, "average")
    assert figure.get_size_inches()[1] <= TALLEST
    assert len(rows(figure.axes[0])) == 60 and rows(figure.axes[0])[0] == "q59: yes"
    assert [x for x, y in marks(figure.axes[0], "o") if y == 0] == pytest.approx([0.1, 0.9])


def test_a_panel_shows_disagreement_by_round_and_ranks_with_intervals():
    figure = draw_panel({"q": ([1, 2], [0.3, 0.1])}, ["ann"], np.array([1.0]), np.array([[1.0, 2.0]]))
    left, right = figure.axes
    assert list(left.lines[0].get_ydata()) == [0.3, 0.1] and words(left) == ["q"]
    assert marks(right, "s") == [(1.0, 0.0)] and rows(right) == ["ann"]
    assert "ann ranks first of 1, but may rank 2" in heading_of(figure)
    tied = draw_panel({}, ["ann", "bob", "cyd"], np.array([1.5, 1.5, 3.0]))
    assert "ann, bob share the first place of 3" in heading_of(tied)
    with pytest.raises(BadRequest, match="nothing to draw"):
        draw_panel({})


def test_methods_are_sorted_by_spread_with_the_games_they_need():
    figure = draw_methods(
        ["independent", "paired"], np.array([3.0, 1.0]), np.array([2.0, 0.5]), np.array([4.0, 1.5]), [90, 12]
    )
    (axis,) = figure.axes
    assert rows(axis) == ["paired", "independent"] and marks(axis, "s") == [(1.0, 0.0), (3.0, 1.0)]
    assert "1.00 [0.50, 1.50]: 12 games" in words(axis) and "Paired" in heading_of(figure)


def test_games_needed_are_lines_named_at_their_ends_on_plain_logarithmic_axes():
    figure = draw_games_needed(np.array([0.5, 1.0, 2.0]), {"paired": [8, 4, 2]}, alpha=0.05, power=0.8)
    (axis,) = figure.axes
    assert axis.get_xscale() == axis.get_yscale() == "log" and words(axis) == ["paired"]
    differences = np.array([0.5, 1.0])
    for needs, said in (
        ({"paired": [8, 4], "independent": [9, 5]}, "Paired needs the fewest games for any difference"),
        ({"paired": [8, 4], "independent": [9, 4]}, "Paired never needs more games than another method"),
        ({"paired": [8, 4], "independent": [9, 3]}, "Paired needs the fewest games for small differences"),
    ):
        assert said in heading_of(draw_games_needed(differences, needs, alpha=0.05, power=0.8))
    figure.draw_without_rendering()
    assert [label.get_text() for label in axis.get_xticklabels()] == ["0.5", "1", "2"]


def test_every_agent_has_a_panel_with_its_games_and_their_mean():
    games = [np.array([[0.0, 1.0], [0.0, 4.0]]), np.array([[0.0, 3.0], [0.0, 6.0]])]
    figure = draw_daily_profit(games, ["a", "b"])
    assert [axis.get_title("left") for axis in figure.axes] == ["a: 2.0", "b: 5.0"]
    assert figure.axes[1].lines[2].get_ydata().tolist() == [0.0, 5.0] and "b ends" in heading_of(figure)


def test_sensitivity_by_day_gives_every_factor_its_own_band():
    total = np.stack([np.full(20, 0.2), np.full(20, 0.6)])
    figure = draw_by_day(total, total - 0.1, total + 0.1, ["supply", "demand"], output="price")
    first, second = figure.axes
    assert (first.get_title("left"), second.get_title("left")) == ("demand: mean 0.60", "supply: mean 0.20")
    assert len(first.collections) == len(second.collections) == 1, "one band a panel"
    assert first.lines[-1].get_ydata() == pytest.approx(np.full(20, 0.6))


def test_sensitivity_names_the_group_of_each_factor_largest_first():
    figure = draw_sensitivity(
        np.array([0.1, 0.5]), np.array([0.0, 0.4]), np.array([0.2, 0.6]), ["a", "demand"], ["supply", "demand"],
        output="profit",
    )  # fmt: skip
    (axis,) = figure.axes
    assert rows(axis) == ["demand", "a (supply)"] and marks(axis, "D") == [(0.1, 1.0)]
    assert heading_of(figure).startswith("Demand matters most for profit: 0.50"), "half is not most of it"
    unknown = np.full(2, np.nan)
    bare = draw_sensitivity(np.array([0.0, 0.5]), unknown, unknown, ["a", "b"], ["a", "b"], output="x")
    assert "hollow: too little for an interval" in heading_of(bare)
    assert bare.axes[0].get_xlim()[0] < 0, "a mark at 0 is whole"


def test_similarity_claims_no_more_than_the_resamples_can_show():
    metrics = [
        MetricRow("cells", False, 0.5, (0.4, 0.6), 0.3, "p ≤ 0.004", "told apart", "KL"),
        MetricRow("runs", True, 0.0, (0.0, 0.2), 0.1, "p = 0.3", "not told apart", "JS"),
    ]
    where, when = Where("runs", ["x", "y"], [0.1, 0.4]), When("learning", {"row": ([5, 15], [0.1, 0.2])})
    figure = draw_profile(metrics, where, when, bodies=("a", "b"), least_p=2 / 501, n_resamples=500)
    top, left, right = figure.axes
    assert rows(top) == ["cells, KL", "runs, JS"] and {"p ≤ 0.004", "p = 0.3"} <= set(words(top))
    assert "differ in 1 of 2" in heading_of(figure)
    assert rows(left) == ["y", "x"] and right.lines[0].get_ydata().tolist() == [0.1, 0.2]
    few = draw_profile(metrics, None, None, bodies=("a", "b"), least_p=2 / 31, n_resamples=30)
    assert "too few to tell" in heading_of(few) and len(few.axes) == 1


def test_social_panels_draw_people_in_their_colour_and_leave_out_thin_cases():
    half = np.array([0.5, 0.5])
    thin = enough(half, [9, 2])
    players = {name: Panels(np.array([0.0, 1.0]), half, thin, half, half) for name in ("traces", "DBA")}
    figure = draw_panels("traces", players)
    people = [line for line in figure.axes[1].lines if line.get_color() == PEOPLE.colour]
    assert len(people) == 1 and np.isnan(people[0].get_ydata()[1]) and people[0].get_ydata()[0] == 0.5
    assert "DBA offers most like traces" in heading_of(figure)


def test_a_play_shows_cells_over_rounds_and_pairs_in_the_payoff_polygon():
    cloud = PairCloud(np.array([[1.0, 2.0], [3.0, 2.0]]), np.array([2.0, 2.0]), 1.0)
    corners = Corners(
        np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]]), np.array([[4.0, 0.0]]), ("row", "column")
    )
    shares = np.array([[0.75, 0.75], [0.25, 0.25]])
    figure = draw_play("ewa in chicken", ["U/L", "D/R"], shares, pairs=cloud, corners=corners)
    left, right = figure.axes
    assert left.lines[0].get_ydata().tolist() == [0.75, 0.75] and words(left) == ["U/L", "D/R"]
    assert marks(right, "s") == [(1.0, 2.0), (3.0, 2.0), (2.0, 2.0)] and marks(right, "o") == [(4.0, 0.0)]
    polygon, ring = right.patches
    assert polygon.get_xy()[1].tolist() == [4.0, 0.0] and (ring.width, ring.height) == (2.0, 2.0)
    assert "U/L is played in 75 %" in heading_of(figure)


def test_nine_cells_become_rows_of_colour():
    figure = draw_play("a", [f"c{each}" for each in range(9)], np.full((9, 4), 1 / 9))
    assert rows(figure.axes[0]) == [f"c{each}" for each in range(9)] and not figure.axes[0].lines


def test_choices_name_what_changes_most_and_smooth_long_play_only():
    rising = np.linspace(0.0, 1.0, 40)
    figure = draw_choices([ChoicePanel("g", 7, {"U": rising, "L": np.full(40, 0.5)})])
    (axis,) = figure.axes
    assert axis.get_title("left") == "g, 7 groups" and len(axis.lines) == 4
    assert "U in g changes most: 0.12 in the first quarter of rounds, 0.88 in the last" in heading_of(figure)
    assert "mean of 5 rounds" in heading_of(figure)
    short = draw_choices([ChoicePanel("g", 7, {"U": rising[:10]})])
    assert (
        short.axes[0].lines[0].get_ydata().tolist() == rising[:10].tolist() and len(short.axes[0].lines) == 1
    )


def test_the_coming_choice_is_marked_with_its_probability():
    chances = np.array([[0.5, 0.5], [0.2, 0.8]])
    figure = draw_next("ewa", [("row", ["U", "D"], chances), ("column", ["L", "R"], chances)])
    left, right = figure.axes
    assert words(left) == ["U 0.20", "D 0.80"] and words(right) == ["L 0.20", "R 0.80"]
    assert left.lines[2].get_ydata().tolist() == [0.5, 0.8] and marks(left, "D")[-1] == (2.0, 0.8)
    assert "ewa would next choose D with 0.80 as row" in heading_of(figure)


def test_ranks_are_written_in_their_cells_best_rule_first():
    ranks = np.array([[2.0, 1.0], [2.0, 1.0], [np.nan, 1.0]])
    figure = draw_ranks(["ewa", "random"], [Way("LOG", "one"), Way("MSD", "one"), Way("CR", "two")], ranks)
    axis = figure.axes[0]
    assert [label.get_text() for label in axis.get_xticklabels()] == ["random", "ewa"]
    assert rows(axis) == ["LOG", "MSD", "CR"] and words(axis)[:6] == ["1", "2", "1", "2", "1", "–"]
    assert words(axis)[6:] == ["one", "two"] and "random predicts best by every way" in heading_of(figure)


def test_fit_per_game_names_blind_guessing_and_puts_hopeless_rules_at_the_edge():
    values = np.array([[-0.5, -9.0, -0.7]])
    figure = draw_fit_per_game(
        ["g"], ["ewa", "bad", "dull"], values, values - 0.1, values + 0.1, np.array([-0.69])
    )
    (axis,) = figure.axes
    assert rows(axis) == ["ewa", "dull", "bad"] and {"blind guessing", "◂ −9"} <= set(words(axis))
    assert marks(axis, "s") == [(-0.5, 0.0), (-0.7, 1.0)]
    assert [line.get_color() for line in axis.lines if line.get_marker() == "s"][1] != MACHINES.colour


def test_paths_show_people_in_vermilion_over_the_band_of_the_rule():
    flat = np.full(5, 0.5)
    panels = [PathPanel(name, flat, flat, flat - 0.1, flat + 0.1, p) for name, p in (("a", 0.01), ("b", 0.5))]
    figure = draw_paths("ewa", panels)
    assert [axis.get_title("left") for axis in figure.axes] == ["a (p=0.01)", "b (p=0.5)"]
    assert figure.axes[0].lines[-1].get_color() == PEOPLE.colour and len(figure.axes[0].collections) == 1
    assert "ewa misses 1 of 2 recorded paths" in heading_of(figure)


def test_horizons_name_every_rule_at_its_last_rank_with_the_best_on_top():
    values = np.array([[-0.5, -0.7], [-0.6, -0.6]])
    figure = draw_horizons(["1", "T"], ["a", "b"], values, np.array([[1.0, 2.0], [2.0, 1.0]]), measure="LOG")
    left, right = figure.axes
    assert words(right) == ["a", "b"] and right.get_ylim()[0] > right.get_ylim()[1]
    assert left.lines[0].get_ydata().tolist() == [-0.5, -0.7]
    assert "a is first at horizon 1, b at T" in heading_of(figure)


def test_leads_say_on_which_side_of_zero_the_leader_is_ahead():
    means, half = np.array([-1.284, -0.1]), np.array([0.2, 0.3])
    figure = draw_leads("alg1", ["ewa", "cournot"], means, means - half, means + half, higher_wins=False)
    (axis,) = figure.axes
    assert rows(axis) == ["cournot", "ewa"] and marks(axis, "s") == [(-0.1, 0.0), (-1.284, 1.0)]
    assert "left of 0: alg1 is ahead" in axis.get_xlabel() and "no difference" in words(axis)
    assert "alg1 is shown to be ahead of 1 of 2 rivals" in heading_of(figure)
    unknown = draw_leads(
        "a", ["b"], np.array([0.5]), np.array([-np.inf]), np.array([np.inf]), higher_wins=True
    )
    dot = next(line for line in unknown.axes[0].lines if line.get_marker() == "s")
    assert dot.get_markerfacecolor() != dot.get_color() and "shown to be ahead of 0 of 1" in heading_of(
        unknown
    )


def test_balanced_scores_stand_beside_knowing_nothing_only():
    scores = np.array([-0.7, -0.5])
    figure = draw_balanced(["a", "b"], scores, scores - 0.1, scores + 0.1, chance=-0.69)
    (axis,) = figure.axes
    assert rows(axis) == ["b", "a"] and "knowing nothing" in words(axis)
    assert [line.get_xdata()[0] for line in axis.lines if line.get_linestyle() == "--"] == [-0.69]
    assert "1 of 2 detectors are shown" in heading_of(figure)


def test_people_by_experiment_and_a_machine_over_them_are_drawn_to_one_scale():
    square = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])
    cloud = PairCloud(np.array([[1.0, 1.0]]), np.array([1.5, 1.0]), 0.5)
    experiments = [np.array([[1.0, 1.0]]), np.array([[2.0, 1.0]]), np.array([[1.0, 2.0]])]
    people = draw_people("chicken: people", square, np.array([[0.0, 4.0]]), experiments, cloud)
    machine = draw_machine("chicken: people and ewa", square, cloud)
    below, above = people.axes[0], machine.axes[0]
    assert marks(below, "o") == [(0.0, 4.0), (1.0, 1.0), (1.5, 1.0)], (
        "equilibrium, first experiment, centre of all"
    )
    assert marks(below, "^") == [(2.0, 1.0)] and marks(below, "v") == [(1.0, 2.0)]
    colours = [line.get_color() for line in below.lines[1:4]]
    assert len(set(colours)) == 3 and colours[0] == PEOPLE.colour and MACHINES.colour not in colours
    assert marks(above, "s") == [(1.0, 1.0), (1.5, 1.0)] and above.patches[0].width == 1.0
    assert below.get_xlim() == above.get_xlim() and below.get_ylim() == above.get_ylim()
    assert people.get_size_inches().tolist() == machine.get_size_inches().tolist() and below.get_aspect() == 1
    text = svg_text(machine, over="scene")
    assert "aria-label='chicken: people and ewa'" in text and "<use href='#scene'/>" in text
    assert "<g id='scene'>" in svg_text(people, name="scene")


def test_lengths_on_a_page_are_short_and_numbers_in_words_are_whole():
    figure = draw_balanced(
        ["a"], np.array([-0.51234]), np.array([-0.6]), np.array([-0.41111]), chance=-0.69315
    )
    text = svg_text(figure)
    assert "−0.512 [−0.600, −0.411]" in text
    assert not re.search(r'[ "]\d+\.\d{3,}', "".join(re.findall(r'(?: d| x| y)="[^"]*"', text)))


def test_calibration_has_filled_dots_at_even_odds_and_hollow_ones_as_it_was():
    figure = draw_calibration("d", np.array([0.5]), np.array([1.0]), np.array([0.0]), np.array([4]))
    hollow, filled = figure.axes[0].collections
    assert hollow.get_offsets().tolist() == [[0.5, 0.0]] and filled.get_offsets().tolist() == [[0.5, 1.0]]
    assert len(hollow.get_facecolor()) == 0 and len(filled.get_facecolor()) == 1


def test_systems_side_by_side_are_joined_and_infinity_leaves_the_axes():
    means = np.array([[0.8, 0.5], [0.7, -np.inf]])
    figure = draw_systems(["quadratic", "logarithmic"], ["ann", "bob"], means, [True, True])
    (axis,) = figure.axes
    drawn = [
        line.get_ydata() for line in axis.lines if len(line.get_xdata()) == 2 and line.get_marker() != "None"
    ]
    assert drawn[0] == pytest.approx([0.8, 0.5]) and drawn[1][0] == pytest.approx(0.7)
    assert drawn[1][1] < axis.get_ylim()[0] < axis.get_ylim()[1]
    assert "2 of 2 forecasters change places" in heading_of(figure) and {"ann", "bob"} <= set(words(axis))


def test_the_value_of_decisions_and_the_weights_of_systems_share_their_ratios():
    ratios = np.linspace(0.01, 0.99, 99)
    weights = {"quadratic": np.full(99, 4.0), "logarithmic": 1 / (ratios * (1 - ratios))}
    figure = draw_decisions(ratios, {"ann": 1 - ratios}, weights, thresholds=[0.25], title="T")
    value, weight = figure.axes
    assert value.lines[-1].get_ydata() == pytest.approx(1 - ratios)
    assert weight.lines[0].get_ydata() == pytest.approx(1.0)
    assert weight.lines[1].get_ydata()[0] == pytest.approx(0.25 / (0.01 * 0.99))
    assert "yours: 0.25" in words(value) and {"quadratic", "logarithmic"} <= set(words(weight))
    assert len(draw_decisions(ratios, {}, weights).axes) == 1
