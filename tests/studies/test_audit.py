"""An audit of an experiment of which everything is known: what is claimed, what is withheld, what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from audit_material import DILEMMA, SUSPECT, people, polluted

import humanlike as hl
from humanlike.core import BadParameters, BadRequest, Play, UnknownName
from humanlike.detectors.cross_evidence import PersonsPlay
from humanlike.studies.audit_reading import read_experiment


@pytest.fixture(scope="module")
def matched():
    """Twelve machines among eighty participants, forty verified people, the right suspect."""
    play, verified, machines = polluted()
    return hl.audit(play, suspects=SUSPECT, verified=verified, flags="mixture", workers=1), machines


@pytest.fixture(scope="module")
def unmatched():
    """The same without verified people, beside two other studies."""
    play, _, machines = polluted()
    others = [people(30, 2, "second"), people(30, 3, "third")]
    return hl.audit(play, suspects=SUSPECT, people=others, workers=1), machines


def test_the_share_is_found_and_flags_are_right(matched):
    result, machines = matched
    share, lower, upper = result.document()["share"]
    assert lower <= 12 / 80 <= upper < 0.3
    assert abs(share - 0.15) < 0.06
    assert len(machines & set(result.flagged)) >= 6
    assert len(set(result.flagged) - machines) <= 2


def test_flags_by_ranks_among_few_verified_people_are_fewer_and_right():
    play, verified, machines = polluted(n_pairs=100, n_machines=30, n_verified=100)
    result = hl.audit(play, suspects=SUSPECT, verified=verified, workers=1)
    assert set(result.flagged) <= machines
    assert len(result.flagged) >= 10
    assert result.verdict.accused.upper < 0.06


def test_machines_come_first_and_say_what_gave_them_away(matched):
    result, machines = matched
    first = [result.persons[person] for person in result.asked[:8]]
    assert len(set(first) & machines) >= 7
    told = result.document()["participants"][0]
    assert told["resembles"] == SUSPECT
    assert told["rounds"] == 12
    assert told["reasons"][0].startswith("prisoners-dilemma: ")
    assert "as suspects do in" in told["reasons"][0]
    value, lower, upper = told["probability"]
    assert 0 <= lower <= value <= upper <= 1


def test_without_verified_people_nobody_is_flagged_and_no_share_is_told(unmatched):
    result, machines = unmatched
    document = result.document()
    assert (document["share"], document["flagged"], document["matched"]) == (None, [], False)
    assert "need 20" in document["cannot_tell"][0]
    assert document["falsely_accused"] is None
    first = [each["person"] for each in document["participants"][:8]]
    assert len(set(first) & machines) >= 7  # ranked all the same
    assert max(each["probability"][0] for each in document["participants"]) <= 0.95


def test_an_experiment_without_machines_has_none():
    play, verified, _ = polluted(n_machines=0)
    result = hl.audit(play, suspects=SUSPECT, verified=verified, workers=1)
    assert result.document()["share"][1] == 0.0
    assert result.flagged == []


def test_a_suspect_that_plays_like_people_is_said_to_pass():
    play, verified, _ = polluted(n_machines=0)
    result = hl.audit(play, suspects=["memory-one:fitted"], verified=verified, workers=1)
    assert result.verdict.would_pass == ("memory-one:fitted",)
    assert not result.verdict.is_matched
    told = " ".join(result.cannot_tell)
    assert "Such machines would pass here" in told
    assert "looking for them finds nothing" in told


def test_machines_on_record_are_suspects_in_the_places_of_those_they_met():
    play, verified, _ = polluted(n_machines=24)
    kinds = np.array(["human"] * play.n_subjects, dtype=object)
    kinds[:24:2] = "program"  # twelve of the machines are known
    known = replace(play, kinds=kinds.tolist(), studied=np.array([]), persons=())
    result = hl.audit(known, suspects="recorded", verified=verified, workers=1)
    assert result.on_record == ("recorded program",)
    assert len(result.asked) == 68
    experiment = read_experiment([known], verified)
    met = [experiment.persons[place] for place in experiment.recorded["recorded program"].whose[0]]
    assert result.document()["share"][1] > 0.0
    assert met == [f"lab-{row}" for row in range(1, 24, 2)]


def test_one_participant_is_ranked_and_nothing_more():
    play = people(1, 4, "single").rows([0])
    others = people(30, 2, "second")
    result = hl.audit(play, suspects=SUSPECT, people=others, workers=1)
    assert len(result.document()["participants"]) == 1
    assert any("a share is one of at least 10" in sentence for sentence in result.cannot_tell)


def test_the_same_call_with_out_goes_on_where_it_was_and_finds_the_same(tmp_path):
    play, verified, _ = polluted(n_pairs=30, n_machines=4, n_verified=24)
    asked = {"suspects": [SUSPECT, "random"], "verified": verified, "workers": 1}
    first = hl.audit(play, **asked, out=tmp_path / "run")
    pieces = sorted((tmp_path / "run" / "pieces").rglob("*.json"))
    assert len(pieces) == 2
    kept = pieces[0].read_bytes()
    pieces[1].unlink()
    (tmp_path / "run" / "result.json").unlink()
    again = hl.audit(play, **asked, out=tmp_path / "run")
    assert pieces[0].read_bytes() == kept
    np.testing.assert_array_equal(first.evidence.score, again.evidence.score)


def test_nobody_to_compare_with_is_refused():
    with pytest.raises(BadRequest, match="What do people do in this game"):
        hl.audit(people(10), suspects=SUSPECT, workers=1)


def test_the_audited_study_is_not_its_own_comparison():
    with pytest.raises(BadRequest, match="'lab' is the study that is audited"):
        hl.audit(people(10), suspects=SUSPECT, people=people(10), workers=1)


def test_a_game_that_every_suspect_refuses_is_refused_with_others_named():
    play = hl.play("rock-paper-scissors", "random", pairs=30, rounds=5).plays[0]
    rps = replace(play, subjects=[f"s{row}" for row in range(60)])
    names = [f"s{row}" for row in range(20)]
    with pytest.raises(
        BadRequest, match=r"No suspect can play this game\. grim is defined for 2 actions.*Others can"
    ):
        hl.audit(rps, suspects="grim", verified=names, workers=1)


def test_an_unknown_suspect_is_refused_before_anything_is_played():
    with pytest.raises(UnknownName, match="tit-for-tta"):
        hl.audit(people(10), suspects="tit-for-tta", people=people(10, 2, "other"), workers=1)


def test_play_without_opponents_is_refused():
    alone = Play(
        DILEMMA,
        np.zeros((4, 5), dtype=int),
        roles=np.zeros(4, dtype=np.int64),
        situations=np.full((4, 5), -1),
    )
    with pytest.raises(BadRequest, match="does not say what anybody's opponents did"):
        hl.audit(alone, suspects=SUSPECT, people=people(10), workers=1)


def test_labels_that_tell_are_told_and_not_looked_at():
    play = people(10)
    names = [f"bot-{row}" if row < 2 else f"ann{row}" for row in range(20)]
    extra = {"is_bot": np.full(play.actions.shape, "0", dtype=object)}
    remarks = read_experiment([replace(play, subjects=names, extra=extra)], names[5:]).remarks
    assert "2 participants say what they are (bot-0, bot-1)" in remarks[0]
    assert "is_bot may say who is a machine" in remarks[1]


def test_a_label_that_merely_holds_such_letters_tells_nothing():
    play = replace(people(10), subjects=[f"maid{row}-robotham" for row in range(20)])
    assert read_experiment([play], ["maid0-robotham"]).remarks == ()


def test_verified_people_are_named_by_a_column_a_file_or_labels(tmp_path):
    play = people(10)
    yes = np.where(np.arange(20)[:, None] < 5, "yes", "no").astype(object) * np.ones((1, 12), dtype=int)
    known = replace(play, extra={"interviewed": yes})
    file = tmp_path / "known.txt"
    file.write_text("\n".join(f"lab-{row}" for row in range(5)) + "\n")
    for said in ("interviewed", "interviewed=YES", str(file), [f"lab-{row}" for row in range(5)]):
        assert read_experiment([known], said).verified.tolist() == [row < 5 for row in range(20)]


@pytest.mark.parametrize(
    ("said", "error", "sentence"),
    [
        (["nobody"], BadRequest, "Nobody who took part is called nobody"),
        ("interviewed=yes", UnknownName, "interviewed"),
        ("session=other", BadRequest, "Nobody is verified by 'session=other'"),
        ([f"lab-{row}" for row in range(20)], BadRequest, "nobody to audit"),
    ],
)
def test_a_wrong_word_for_verified_people_is_explained(said, error, sentence):
    with pytest.raises(error, match=sentence):
        read_experiment([people(10)], said)


def test_a_rate_is_a_rate():
    with pytest.raises(BadParameters, match="between 0 and 1"):
        hl.audit(people(10), people=people(10, 2, "other"), fdr=10, workers=1)


def test_a_body_keeps_strangers_whoever_is_wanted():
    play = people(2)
    body = PersonsPlay([play, play], [np.array([0, 1, 2, 3]), np.full(4, -1)])
    kept = body.where(np.array([False, True, False, False]))
    assert [len(whose) for whose in kept.whose] == [1, 4]
    assert kept.whose[0].tolist() == [1]
