"""The table's code: wrong guesses are counted, and a browser that gave it once is not locked out."""

from firmware.scoreboard.access import GUESSES, GUESSES_OF_ALL, WINDOW_SECONDS, Access, Verdict


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_code_is_six_digits_and_another_each_time() -> None:
    codes = {Access(Hands()).code for _ in range(20)}
    assert len(codes) > 15
    assert all(len(code) == 6 and code.isdecimal() for code in codes)


def test_nobody_steers_without_the_code() -> None:
    access = Access(Hands(), "123456")
    assert access.judge("here", None, None) is Verdict.MISSING
    assert access.judge("here", "123450", None) is Verdict.WRONG
    assert access.judge("here", "", None) is Verdict.WRONG
    assert access.judge("here", "١٢٣٤٥٦", None) is Verdict.WRONG
    assert access.judge("here", "123456", None) is Verdict.ALLOWED


def test_a_guesser_must_wait_and_nobody_else() -> None:
    clock = Hands()
    access = Access(clock, "123456")
    for _ in range(GUESSES):
        assert access.judge("there", "000000", None) is Verdict.WRONG
    assert access.judge("there", "123456", None) is Verdict.TOO_MANY
    assert access.judge("here", "123456", None) is Verdict.ALLOWED
    clock.now += WINDOW_SECONDS + 1
    assert access.judge("there", "123456", None) is Verdict.ALLOWED


def test_many_guessers_together_must_wait() -> None:
    access = Access(Hands(), "123456")
    for guess in range(GUESSES_OF_ALL):
        access.judge(f"machine {guess}", "000000", None)
    assert access.judge("here", "123456", None) is Verdict.TOO_MANY


def test_a_token_stands_for_the_code_also_while_others_guess() -> None:
    access = Access(Hands(), "123456")
    token = access.new_token()
    for _ in range(GUESSES):
        access.judge("here", "000000", None)
    assert access.judge("here", None, token) is Verdict.ALLOWED
    assert access.judge("here", None, token + "x") is Verdict.WRONG
