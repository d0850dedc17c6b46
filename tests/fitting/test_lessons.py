"""Nobody is foretold by what was learned from them: in fits, held out, and in predictions of others."""

import numpy as np
import pytest

from humanlike.core import Play, Streams, parts_of
from humanlike.fitting import held_out
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.players.people import learned_people
from humanlike.players.people.kinds_of_people import Wish
from humanlike.prediction.calibration import calibrated_rules
from humanlike.prediction.splits import predicted_rows, settled, split_of

DILEMMA = GAMES["prisoners-dilemma"]
N_PEOPLE, N_ROUNDS = 24, 8
RULE = RULES["memory-2"]  # nothing is left to fit, so only what was learned can leak


def people(changed: np.ndarray | None = None) -> Play:
    """Conduct by chance; `changed` rows [people] defect throughout."""
    moves = (Streams(8)["people"].generator().random((N_PEOPLE, N_ROUNDS)) < 0.4).astype(int)
    if changed is not None:
        moves[changed] = 1
    return Play(DILEMMA, moves, matches=[str(row // 2) for row in range(N_PEOPLE)])


def same(first: dict, second: dict, part: int = 0) -> bool:
    """Whether the same was learned from all but a part."""
    one, two = (each["2 x 2"] for each in (first, second))
    return all(
        np.array_equal(one[name][:, part], two[name][:, part]) for name in ("shares", "chances", "lifts")
    )


def test_parts_keep_units_whole_and_few_units_are_not_cut():
    (part,) = parts_of([people()])
    assert sorted(set(part.tolist())) == [1, 2, 3]
    np.testing.assert_array_equal(part[::2], part[1::2])  # both of a match
    np.testing.assert_array_equal(np.bincount(part)[1:], [8, 8, 8])
    few = Play(DILEMMA, people().actions[:10], matches=[str(row // 2) for row in range(10)])
    assert not parts_of([few])[0].any()


@pytest.mark.parametrize("part", [1, 2, 3])
def test_what_a_part_is_shown_does_not_depend_on_that_part(part: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(learned_people, "choose_wish", lambda *_: Wish(2, 8.0, 10.0))  # chosen by everybody
    (parts,) = parts_of([people()])
    plain = RULES["kinds"].taught([people()]).learned
    corrupted = RULES["kinds"].taught([people(parts == part)]).learned
    assert same(plain, corrupted, part)
    others = [number for number in range(4) if number != part]
    assert not any(same(plain, corrupted, number) for number in others)


def test_what_is_held_out_teaches_its_own_fold_nothing():
    plain = held_out([people()], RULE, n_folds=3)
    changed = np.arange(N_PEOPLE) < 2  # the first match
    corrupted = held_out([people(changed)], RULE, n_folds=3)
    alike = [same(one, two) for one, two in zip(plain.learned, corrupted.learned, strict=True)]
    assert alike.count(True) == 1  # the fold it is held out in; it teaches both others
    assert not np.isclose(plain.nats_per_choice, corrupted.nats_per_choice)


def test_predictions_learn_from_those_who_are_fitted_alone():
    split = settled(split_of("half", None, 2), [people()], "auto")
    (tested,) = predicted_rows([people()], split)
    fitted = ~tested

    def learned(play: Play):
        (found,) = calibrated_rules([RULE], [play], split).values()
        return found.rule.learned

    plain = learned(people())
    assert same(plain, learned(people(tested)))
    assert not same(plain, learned(people(fitted)))
    assert not same(plain, RULE.taught([people()]).learned)
