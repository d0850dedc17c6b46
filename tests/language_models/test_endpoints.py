"""Endpoints that misbehave: bounded, reported, nothing lost. Against a real server on this machine."""

import json
import threading

import numpy as np
import pytest
from loopback import QUICK, Said, described, in_chances, in_words, serving

from humanlike.core import Streams
from humanlike.games import GAMES
from humanlike.language_models import WAYS, Interview, ModelFailed, ModelTrouble, asked_model, play_matches
from humanlike.language_models.description import Allowance, Prices
from humanlike.language_models.labels import LETTERS
from humanlike.language_models.pace import take_turn

PD = GAMES["prisoners-dilemma"]
EVEN = in_chances(J=0.5, F=0.4, I=0.1)


def played(about, *, lengths=(3, 3), stored=False, seed=1, way="plain"):
    interview = Interview(asked_model(about), WAYS[way], stored=stored)
    return play_matches(Streams(seed)["play"], interview, PD, lengths).tolist()


def lines(book):
    return [json.loads(line) for line in book.read_text().splitlines()]


@pytest.fixture
def book(tmp_path):
    return tmp_path / "book.jsonl"


TROUBLES = {
    "too many requests": Said({"error": "slow down"}, 429, headers={"Retry-After": "0"}),
    "an error of the server": Said({"error": "oops"}, 500),
    "an overloaded gateway": Said(content=b"<html>bad gateway</html>", status=502),
    "no JSON": Said(content=b"{half an ans"),
    "JSON that is no answer": Said({"choices": []}),
    "nesting without end": Said(content=b"[" * 100_000),
    "a body without end": Said(content=b"x" * (2**20 + 5)),
    "half an answer": Said({"choices": [{"text": "J"}]}, headers={"Content-Length": "5000"}),
    "bytes that are no text": Said(content=b"\xff\xfe\x00"),
    "a body that cannot be unpacked": Said(content=b"plain", headers={"Content-Encoding": "gzip"}),
}


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
def test_a_trouble_that_passes_is_waited_out_and_changes_no_move(trouble, book, tmp_path):
    with serving(lambda body, count: trouble if count < 2 else EVEN) as server:
        troubled = played(described(server.url, book))
    with serving(lambda body, count: EVEN) as server:
        assert troubled == played(described(server.url, tmp_path / "other.jsonl"))
    assert sum(line["status"] != 200 for line in lines(book)) == 2


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
def test_a_trouble_that_stays_ends_in_a_sentence_after_a_bounded_number_of_tries(trouble, book):
    with serving(lambda body, count: trouble) as server:
        with pytest.raises(ModelTrouble, match=r"3 times\. What was answered is kept in"):
            played(described(server.url, book))
        assert len(server.requests) <= QUICK.tries * QUICK.at_once


@pytest.mark.parametrize(
    "said", [Said(EVEN.document, drip=30), Said(content=b"", drip=30)], ids=["drips", "is silent"]
)
def test_a_server_that_does_not_come_to_an_end_is_left(said, book):
    rate = QUICK.model_copy(update={"seconds": 0.2, "tries": 2})
    with serving(lambda body, count: said) as server, pytest.raises(ModelTrouble):
        played(described(server.url, book, rate=rate))


def test_nobody_at_the_address_is_a_sentence(book):
    with serving(lambda body, count: EVEN) as server:
        url = server.url
    with pytest.raises(ModelTrouble, match="cannot be reached"):
        played(described(url, book))


@pytest.mark.parametrize("status", [301, 401, 403, 404])
def test_what_trying_again_cannot_mend_is_tried_once(status, book):
    said = Said({"error": "no"}, status, headers={"Location": "http://127.0.0.1:9/"})
    with serving(lambda body, count: said) as server:
        with pytest.raises(ModelTrouble, match=f"status {status}"):
            played(described(server.url, book, rate=QUICK.model_copy(update={"at_once": 1})))
        assert len(server.requests) == 1


def test_a_server_cannot_move_the_cursor_or_flood_the_terminal(book):
    with serving(lambda body, count: Said(content=b"\x1b[2J\x07" + b"A" * 10**5, status=403)) as server:
        with pytest.raises(ModelTrouble) as told:
            played(described(server.url, book))
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 700


def test_a_key_goes_to_the_server_and_nowhere_else(book, monkeypatch, capfd):
    monkeypatch.setenv("MY_SECRET", "sk-very-secret")
    with serving(lambda body, count: Said({"error": "bad key sk-very-secret"}, 401)) as server:
        with pytest.raises(ModelTrouble) as told:
            played(described(server.url, book, key="MY_SECRET"))
    assert set(server.keys) == {"Bearer sk-very-secret"}
    assert "sk-very" not in f"{told.value}{book.read_text()}{capfd.readouterr()}"


def test_a_missing_key_is_named_and_what_is_kept_plays_without_it(book, monkeypatch):
    monkeypatch.setenv("MY_SECRET", "sk-1")
    with serving(lambda body, count: EVEN) as server:
        about = described(server.url, book, key="MY_SECRET")
        moves = played(about)
    monkeypatch.delenv("MY_SECRET")
    assert played(about) == moves
    with pytest.raises(ModelTrouble, match="set the environment variable MY_SECRET"):
        played(about, seed=2)


def test_a_budget_ends_the_run_exactly_and_raised_it_goes_on(book):
    """Two matches of three rounds have twelve choices; labels differ by match, so few requests are equal."""
    with serving(lambda body, count: EVEN) as server:
        about = described(server.url, book, budget=Allowance(requests=5))
        with pytest.raises(ModelTrouble, match="requests = 5 is reached"):
            played(about)
        assert len(server.requests) == 5
        moves = played(described(server.url, book))
        asked = len(server.requests)
        assert asked == len(lines(book)) <= 12
        assert played(described(server.url, book), stored=True) == moves
        assert len(server.requests) == asked


def test_money_and_tokens_have_limits_too(book):
    """A request is counted as 100 + 1 tokens by the server: .0002 at these prices."""
    with serving(lambda body, count: EVEN) as server:
        prices = Prices(prompt=1.98, answer=2.0)
        about = described(server.url, book, budget=Allowance(money=0.001), prices=prices)
        with pytest.raises(ModelTrouble, match=r"money = 0\.001"):
            played(about, lengths=(20,))
        assert 1 <= len(server.requests) <= 5
        with pytest.raises(ModelTrouble, match="tokens = 600"):
            played(described(server.url, book, budget=Allowance(tokens=600)), lengths=(20,))


def test_refusals_are_asked_again_counted_and_never_made_into_moves(book):
    """Every first ask is refused; the second says J."""

    def behave(body, count):
        return in_words(
            "J" if "nothing but one of these" in body["messages"][1]["content"] else "I'd rather not."
        )

    with serving(behave) as server:
        about = described(server.url, book, logprobs=False)
        moves = played(about)
        assert all(len(set(row)) == 1 for row in moves)  # always the letter J
        assert asked_model(about).conduct["plain"].refusals == 12
        assert asked_model(about).conduct["plain"].written == 12


def test_a_seat_that_never_chooses_fails_the_play_and_is_named(book):
    with serving(lambda body, count: in_words("As an AI \x1b[31m I cannot")) as server:
        with pytest.raises(
            ModelFailed, match=r"round 1, 4 of 4 seats .* asked 3 times.*'As an AI \[31m I cannot'"
        ) as told:
            played(described(server.url, book, logprobs=False))
        assert len(server.requests) == 12  # four seats, three times
    assert str(told.value).isprintable()


def test_labels_without_mass_are_a_refusal(book):
    with serving(lambda body, count: in_chances(The=0.97, J=0.001)) as server, pytest.raises(ModelFailed):
        played(described(server.url, book))


@pytest.mark.parametrize(
    "without", [in_words("F"), Said({"error": "logprobs are not supported"}, 400)], ids=["silent", "refusing"]
)
def test_without_chances_what_is_written_is_read_and_the_result_says_so(without, book):
    with serving(lambda body, count: without if "logprobs" in body else in_words("F")) as server:
        about = described(server.url, book)
        moves = played(about)
    conduct = asked_model(about).conduct["plain"]
    assert conduct.written == 12
    assert any("tells no chances" in sentence for sentence in conduct.told("mine"))
    fresh = about.model_copy(
        update={"rate": QUICK.model_copy(update={"tries": 1})}
    )  # another process, nobody there
    assert played(fresh) == moves == played(fresh, stored=True)


def test_written_answers_are_separate_draws_for_separate_choices(book):
    """The server answers J, F, J, F: draws of one question differ, and repeat from the book."""
    with serving(lambda body, count: in_words("JF"[count % 2])) as server:
        about = described(server.url, book, logprobs=False, rate=QUICK.model_copy(update={"at_once": 1}))
        first, other = played(about, lengths=(1,) * 4), played(about, lengths=(1,) * 4, seed=2)
        assert len(server.requests) == 16
        assert played(about, lengths=(1,) * 4) == first
        assert played(about, lengths=(1,) * 4, seed=2) == other
        assert len(server.requests) == 16
        cold = described(server.url, book, logprobs=False, temperature=0.0)
        played(cold, lengths=(1,) * 4)
        assert len(server.requests) < 32  # without temperature the same question has one answer


def test_a_killed_run_goes_on_where_it_was_and_ends_like_an_unbroken_one(book, tmp_path):
    def dying(body, count):
        return EVEN if count < 7 else Said({"error": "gone"}, 403)

    with serving(dying) as server:
        with pytest.raises(ModelTrouble):
            played(described(server.url, book))
        url = server.url
    with book.open("a") as file:
        file.write('{"digest": "half a li')  # somebody was killed while writing
    with serving(lambda body, count: EVEN) as server:
        unbroken = played(described(server.url, tmp_path / "other.jsonl"))
        moved = [line | {"endpoint": url} for line in lines(tmp_path / "other.jsonl")]
    assert len(moved) > 7
    with serving(lambda body, count: EVEN) as server:
        text = book.read_text().replace(url, server.url)
        book.write_text(text)
        assert played(described(server.url, book)) == unbroken


def test_all_seats_of_a_round_are_asked_together(book):
    """The server answers nobody until four have asked: one after the other would never end."""
    meeting = threading.Barrier(4)

    def behave(body, count):
        meeting.wait(timeout=5)
        return in_chances(**dict.fromkeys(LETTERS, 1 / len(LETTERS)))

    with serving(behave) as server:
        about = described(server.url, book, labels="letters", rate=QUICK.model_copy(update={"seconds": 10.0}))
        assert len(played(about, lengths=(1, 1), seed=3)) == 4


def test_turns_are_handed_out_a_fixed_time_apart_whatever_the_file_says(tmp_path):
    place = tmp_path / "book.pace"
    turns = [take_turn(place, 10.0) for _ in range(4)]
    assert np.diff(turns) == pytest.approx([10.0] * 3, abs=1e-3)
    for rubbish in ("soon", "1e300", "nan", ""):
        place.write_text(rubbish)
        assert take_turn(place, 10.0) < turns[3]


def test_every_request_takes_a_turn(book):
    with serving(lambda body, count: EVEN) as server:
        about = described(server.url, book, rate=QUICK.model_copy(update={"per_minute": 6000.0}))
        played(about, lengths=(2, 2))
        assert float(book.with_name("book.jsonl.pace").read_text()) > 0
