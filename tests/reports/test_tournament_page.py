"""The tournament's report: whole, alone, the same each time, and deaf to what strangers write into their names."""

import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from rendered import BROWSER, laid_out

import humanlike as hl
from humanlike.core import BadRequest, Streams
from humanlike.reports.page import interval, number, signed, templates
from humanlike.reports.tournament_page import beside_chance, write_report
from humanlike.tournament import Plan, insights, provenance, run_tournament, tournament_findings
from humanlike.tournament.checks import Favour
from humanlike.tournament.copies import RepeatedPlay
from humanlike.tournament.crown import crown
from humanlike.tournament.failures import Scored
from humanlike.tournament.insights import CHANCE
from humanlike.tournament.redrawing import redraw
from humanlike.tournament.stopping import Leadership

NASTY = "<script>alert('x')</script>\"&$\\frac$"
SECTIONS = "standings sure chance giveaways scores figures calibration published checks provenance".split()
PARTS = templates().get_template("parts.html.jinja").module
PLAN = Plan(
    emulators=("random", "cournot", "fictitious-play"),
    detectors=("random", "dates", "high-payoffs", "payoff-change"),
    games=("chicken", "battle-of-the-sexes"),
    trials=12,
    until="fixed",
)


class Reader(HTMLParser):
    """Every tag with its attributes, and whether tags are closed in their order."""

    def __init__(self):
        super().__init__()
        self.tags, self.open = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def read(text):
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return reader.tags


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def result(run):
    return run_tournament(PLAN, run)


@pytest.fixture(scope="module")
def page(result, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    write_report(tournament_findings(result), path)
    return path.read_text(encoding="utf-8")


def written(result, tmp_path):
    write_report(tournament_findings(result), tmp_path / "again.html")
    return (tmp_path / "again.html").read_text(encoding="utf-8")


def test_page_loads_nothing_and_runs_nothing(page):
    tags = read(page)
    assert not {tag for tag, _ in tags} & {"script", "link", "iframe", "img", "object", "embed"}
    for _, attributes in tags:
        assert not any(name.startswith("on") for name in attributes)
        for name in ("src", "href", "xlink:href", "action"):
            assert attributes.get(name, "#").startswith("#")
    assert not re.search(r"url\((?!#)", page) and "@import" not in page


def test_every_link_and_every_shared_drawing_exists(page):
    tags = read(page)
    places = {attributes["id"] for _, attributes in tags if "id" in attributes}
    wanted = {attributes["href"][1:] for _, attributes in tags if "href" in attributes}
    assert wanted and wanted <= places


def test_every_section_is_there_except_the_comparison_that_needs_the_whole_design(page):
    found = [attributes["id"] for tag, attributes in read(page) if tag == "section"]
    assert found == [name for name in SECTIONS if name != "published"]


def test_one_panel_for_every_game_and_emulator_with_people_labelled(page):
    for game in PLAN.games:
        for emulator in PLAN.emulators:
            assert page.count(f"aria-label='{game}: people and {emulator}'") == 1
    assert "people (reconstruction)" in page
    assert not re.search(r"<td class=\"word\">(CIT|PCC1|PCC2)</td>", page)


def test_equal_results_give_equal_bytes_and_no_dates(result, page, tmp_path):
    assert written(result, tmp_path) == page
    assert not re.search(r"\b20[2-9]\d-\d\d-\d\d\b", page)


def test_reference_bars_plan_and_hashes_are_told(result, page):
    assert "−0.693" in page and number(result.best_constant) in page
    assert "trials = 12" in page
    for item in (*provenance.human_items(result), *provenance.other_items(result)):
        assert item.digest in page


def test_strangers_names_and_marks_do_not_inject(result, tmp_path):
    def rename(frame):
        return frame.replace({"random": NASTY})

    def entrants(group):
        return tuple(
            replace(each, name=NASTY, author=NASTY, description=NASTY) if each.name == "random" else each
            for each in group
        )

    answers = rename(result.table)
    conduct = {
        side: {NASTY if name == "random" else name: each for name, each in own.items()}
        for side, own in result.scores.conduct.items()
    }
    scores = Scored(answers, rename(result.scores.games), conduct)
    answers.loc[answers["detector"] == NASTY, "mark"] = NASTY
    material = replace(
        result.material,
        emulators=entrants(result.material.emulators),
        detectors=entrants(result.material.detectors),
    )
    first = {
        game: [each._replace(source=NASTY) if each.source == "random" else each for each in datasets]
        for game, datasets in result.first_trial.items()
    }
    nasty = replace(
        result,
        scores=scores,
        datasets=rename(result.datasets),
        detectors=rename(result.detectors),
        emulators=rename(result.emulators),
        material=material,
        first_trial=first,
        crowning=crown(scores, result.plan.crown, result.terms),
        redrawing=redraw(Streams(1), scores, judges=("payoff-change",), emulator=NASTY, confidence=0.95),
        favours=[Favour(NASTY, NASTY, NASTY, 0.1, 0.5)],
        overlaps=[RepeatedPlay("chicken", NASTY, NASTY, 2, 1, 1)],
        notes=[NASTY],
    )
    text = written(nasty, tmp_path)
    assert "<script" not in text
    assert "script" not in {tag for tag, _ in read(text)}
    assert "&lt;script&gt;" in text


def led_by(result, leadership):
    """The same result, had the published rule found another leader of the detectors."""
    sides = {**result.leaderships, "detectors": leadership}
    return replace(result, crowning=result.crowning._replace(rule="published", leaderships=sides))


def test_not_separated_is_said(result, tmp_path):
    equal = Leadership("high-payoffs", -1, ("random", "dates"), (-0.1, -np.inf), (0.2, np.inf))
    text = written(led_by(result, equal), tmp_path)
    assert "not separated from random, dates" in text and "none yet" in text


def test_an_established_winner_is_said_with_the_trials_it_took(result, tmp_path):
    sure = Leadership("high-payoffs", 11, ("random", "dates", "payoff-change"), (0.1,) * 3, (0.2,) * 3)
    text = written(led_by(result, sure), tmp_path)
    assert "Winning detector: high-payoffs" in text and "established after 11 of 12 trials" in text


def test_where_nobody_is_sound_nobody_is_crowned(result, tmp_path):
    ignorant = tuple(each._replace(sound_after=-1, may_be=False) for each in result.crowning.soundness)
    nobody = result.crowning._replace(rule="sound", soundness=ignorant, judges=())
    text = written(replace(result, crowning=nobody), tmp_path)
    assert "nobody is crowned" in text and "Winning detector" not in text
    assert "are not ranked by detectors that are not shown to know anything" in text


def test_population_and_other_people_are_told(result, page):
    assert (
        "wins on these people and these games: 3 experiments" in page and "other people, other games" in page
    )
    assert (
        result.redrawing.caveat() in page and "Crowned as published (the highest score wins) instead:" in page
    )


def test_failures_are_listed_and_the_rest_is_reported(result, tmp_path):
    failed = pd.DataFrame(
        [
            {
                "trial": 1,
                "game": "chicken",
                "source": "cournot",
                "is_human": False,
                "subjects": 0,
                "mark": "timed out",
            }
        ]
    )
    gone = (result.datasets["source"] == "cournot") & (result.datasets["game"] == "chicken")
    answers = result.table[
        ~((result.table["source"] == "cournot") & (result.table["game"] == "chicken"))
    ].copy()
    answers.loc[answers.index[0], "mark"] = "bad output: NaN"
    first = dict(result.first_trial)
    first["chicken"] = [each for each in first["chicken"] if each.source != "cournot"]
    broken = replace(
        result,
        scores=result.scores._replace(answers=answers),
        datasets=pd.concat([result.datasets[~gone], failed], ignore_index=True),
        first_trial=first,
    )
    text = written(broken, tmp_path)
    assert "timed out" in text and "bad output: NaN" in text
    assert "aria-label='chicken: people and cournot'" not in text
    assert "aria-label='battle-of-the-sexes: people and cournot'" in text


def test_one_trial_is_enough_for_a_page(tmp_path):
    plan = PLAN.model_copy(update={"trials": 1, "games": ("chicken",), "system": "quadratic"})
    text = written(run_tournament(plan, tmp_path / "run"), tmp_path)
    assert "One trial allows no comparison." in text and "the score of one half" in text


@pytest.mark.parametrize(("leak", "words"), [("none", "nothing earned"), ("stamps", "something leaks")])
def test_leak_tests_speak_up_only_when_something_leaks(leak, words, tmp_path):
    four = (*PLAN.emulators, "ewa")  # as many machines as people would hide the smaller group
    plan = PLAN.model_copy(update={"trials": 2, "leak": leak, "emulators": four})
    text = written(run_tournament(plan, tmp_path / "run"), tmp_path)
    assert f"{words}." in text and ("unfair on purpose" in text) == (leak != "none")


def test_other_files_than_html_are_refused(result, tmp_path):
    with pytest.raises(BadRequest, match=r"\.html"):
        write_report(tournament_findings(result), tmp_path / "report.pdf")


def test_numbers_are_written_for_readers():
    assert [number(value, 2) for value in (-0.5, -0.001, float("nan"), -np.inf)] == [
        "−0.50",
        "0.00",
        "–",
        "−∞",
    ]
    assert interval(-1.0, 2.0, 1) == "[−1.0, 2.0]" and interval(-np.inf, np.inf) == "none yet"
    assert [signed(value) for value in (0.25, -0.25, 0.0)] == ["+0.2", "−0.2", "0.0"]


def test_cells_and_heads_of_tables_are_escaped():
    assert "<b>" not in PARTS.table(["<b>"], [["<b>"]]) and "&lt;b&gt;" in PARTS.table(["<b>"], [["<b>"]])
    assert "<b>" not in PARTS.heat_table("<b>", ["<b>"], [("<b>", [1.0])], middle=0, reach=1)


def test_heat_says_which_side_of_the_middle():
    text = PARTS.heat_table("", ["a", "b", "c"], [("row", [1.0, -1.0, 0.0])], middle=0.0, reach=1.0)
    assert re.findall(r'style="(.*?)"', text) == [
        "background:rgba(var(--good),0.60)",
        "background:rgba(var(--bad),0.60)",
        "",
    ]


def test_every_table_scrolls_in_a_box_of_its_own(page):
    tags = read(page)
    for place, (tag, _) in enumerate(tags):
        if tag == "table":
            assert "scroll" in tags[place - 1][1]["class"].split()


def test_a_lead_of_emulators_is_below_zero_as_their_scores_are(result, page):
    """The lowest score wins, so leader minus rival is negative; its interval has the same sign."""
    assert "below 0 the leader is ahead" in page
    scores = result.emulators.set_index("name")["score"]
    leader = result.leaderships["emulators"].leader
    for each in insights.differences(result, "emulators"):
        assert each.mean == pytest.approx(scores[leader] - scores[each.rival]) and each.mean < 0
        assert each.lower <= each.mean <= each.upper and each.apart == (each.upper < 0)
        assert f">{signed(each.mean, 3)}</td>" in page


def test_who_passes_for_human_comes_first(result, page):
    picture = page.index("<figure")
    assert picture < page.index("<section") and page.count("<p", 0, picture) <= 4
    people, *machines = insights.beliefs(result)
    leading = result.table[result.table["detector"] == result.leaderships["detectors"].leader]
    assert people.probability == pytest.approx(
        leading[leading["is_human"]].groupby("game")["probability"].mean().mean()
    )
    assert {each.source for each in machines} == set(PLAN.emulators)
    assert all(each.lower <= each.probability <= each.upper for each in (people, *machines))


def test_chance_and_the_best_constant_are_two_questions(result, page):
    found = {each.name: each for each in insights.estimates(result)}
    above = [name for name, each in found.items() if each.above_chance]
    assert (f"Better than knowing nothing: {', '.join(above)}" if above else "No detector is shown") in page
    assert f"would score {result.best_constant:.3f}".replace("0.", ".") in page and "beats chance" not in page
    section = page[page.index('id="chance"') : page.index('id="scores"')]
    heads = re.findall(r"<th[^>]*>(.*?)</th>", section)
    assert heads[2:4] == ["interval valid at any stopping", "which lies, beside log ½,"], (
        "the verdict is of this one"
    )


def test_a_verdict_is_of_the_interval_beside_it():
    known = insights.DetectorEstimate("d", -0.4, -0.4, -0.41, -0.39, -0.5, -0.3, -0.8, -0.2, True, True)
    assert beside_chance(known, CHANCE) == "above"
    assert beside_chance(known._replace(anytime_lower=-0.9, above_chance=False), CHANCE) == "not told apart"
    below = known._replace(anytime_lower=-0.9, anytime_upper=-0.8, above_chance=False)
    assert beside_chance(below, CHANCE) == "below"
    few = known._replace(anytime_lower=-np.inf, anytime_upper=np.inf, above_chance=False)
    assert beside_chance(few, CHANCE) == "no interval yet", (
        "the bootstrap interval lies above, and decides nothing"
    )


# What a reader sees


@pytest.mark.skipif(BROWSER is None, reason="no Chromium to lay the page out")
@pytest.mark.parametrize("width", [1280, 700, 400])
def test_nothing_is_cut_off_and_what_scrolls_says_so(page, width, tmp_path):
    found = laid_out(page, width, tmp_path)
    assert found["width"] == width and found["page"] <= width
    assert found["outside"] == found["clipped"] == []
    assert found["silent"] == [], "a table that scrolls has a hint below it"
    assert found["loose"] == [], "names stay where they are"
    assert found["narrowest"] > (500 if width == 1280 else 0.85 * width), "pictures of pairs are large"
    assert found["smallest"] >= 12, "and their words can be read"


@pytest.mark.skipif(BROWSER is None, reason="no Chromium to lay the page out")
def test_a_cell_that_is_cut_and_a_table_that_scrolls_in_silence_are_noticed(page, tmp_path):
    """The eye of the test above: without the styles for phones, and with cells that hide what they hold, it objects."""
    bad = page.replace("@media screen and (max-width: 1000px)", "@media print")
    bad = bad.replace("</style>", "td { max-width: 3em; overflow: hidden; } h2 { width: 200vw; }</style>")
    found = laid_out(bad, 400, tmp_path)
    assert found["clipped"] and found["silent"] and found["outside"]


def test_what_the_crown_goes_by_stands_first_and_failures_beside_it(result, page):
    heads = [
        re.findall(r"<th(?: [^>]*)?>(.*?)</th>", table)
        for table in re.findall(r"<thead>.*?</thead>", page[page.index('id="standings"') :])[:2]
    ]
    assert heads[0][:4] == ["name", "mean", "ranks possible", "failures"]
    assert heads[1][:4] == ["name", result.crowning.scheme, "ranks possible", "failures"]


def test_weights_with_their_warning_and_hits_stand_with_the_standings(result, page):
    told = result.weights.sentences()
    assert told and all(escape(sentence) in page for sentence in told)
    standings = page.partition('id="standings"')[2].partition("<h3>Emulators")[0]
    assert "<th>hits</th>" in re.sub(r"<th [^>]*>", "<th>", standings)
    for name, share in result.detectors.set_index("name")["hits"].items():
        row = standings.partition(f">{name}</td>")[2].partition("</tr>")[0]
        assert f">{number(share)}<" in row


def test_dots_have_a_colour_for_each_experiment_and_the_legend_says_which(page):
    section = page[page.index('id="figures"') : page.index('id="calibration"')]
    for experiment, colour in (("CIT", "human"), ("PCC1", "third"), ("PCC2", "ink")):
        legend = rf'<b style="color:var\(--{colour}\)">.</b> {experiment} \(reconstruction\)'
        assert len(re.findall(legend, section)) == len(PLAN.games)
    people = section[section.index("<g id='scene-0'>") : section.index("</figure>")]
    assert all(f"fill: var(--{colour}" in people for colour in ("human", "third", "ink"))
    assert "fill: var(--machine" not in people
    assert section.count("<use href='#scene-0'/>") == len(PLAN.emulators), "people are written once"


def test_every_emulator_and_game_has_a_command_that_plays_the_judged_moves_again(result, page, run):
    commands = re.findall(r"<code>humanlike play (\S+) (\S+) --like \. --trial (\d+)</code>", page)
    assert {(game, name) for game, name, _ in commands} == {
        (game, name) for game in PLAN.games for name in PLAN.emulators
    }
    for game, name, trial in commands[:2]:
        (again,) = hl.play(game, name, like=run, trial=int(trial)).plays
        (first,) = [each.play for each in result.first_trial[game] if each.source == name]
        assert np.array_equal(again.actions, first.actions)


def test_a_score_leads_to_its_matches(page):
    section = page[page.index('id="scores"') : page.index('id="figures"')]
    links = re.findall(r'<a href="#(play-\d+-\d+)">', section)
    assert len(set(links)) == len(PLAN.games) * len(PLAN.emulators)


def test_a_capped_difference_is_only_called_larger(result, tmp_path):
    findings = tournament_findings(result)
    (first, *rest) = findings.giveaways
    huge = tuple(trait._replace(difference=insights.MOST_DEVIATIONS) for trait in first.traits)
    path = tmp_path / "page.html"
    write_report(replace(findings, giveaways=(first._replace(traits=huge), *rest)), path)
    assert path.read_text(encoding="utf-8").count("more than 10 SD above") == len(huge)


def test_limits_of_strangers_programs_are_told(page):
    assert '<td class="word">memory, all processes together, MB</td><td>1024</td>' in page
