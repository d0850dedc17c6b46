"""The designs behind the page on certainty: small runs tell what holds from what did not."""

from results.studies.coverage_designs import fitting, prediction

from humanlike.core import Streams

STREAM = Streams(7)


def test_intervals_over_persons_hold_where_those_of_the_hessian_do_not():
    now = fitting.persons_differ(STREAM["fits"], 50, n_persons=20)
    before = fitting.persons_taken_as_alike(STREAM["fits"], 50, n_persons=20)
    assert now.n_false <= 7 < before.n_false  # .05 and three standard errors of 50
    assert 0.8 < now.worth < 1.3  # hardly wider than an oracle's


def test_people_who_return_count_once():
    now = prediction.people_who_return(STREAM["people"], 40)
    before = prediction.people_who_return(STREAM["people"], 40, unit="match")
    assert now.n_false <= 6 and now.n_false < before.n_false
    assert now.worth > 0.9


def test_ranks_of_near_ties_hold_at_once():
    found = prediction.all_ranks(STREAM["ties"], 40)
    assert found.n_false <= 6 and found.worth < 1.25
