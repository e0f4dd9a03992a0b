"""Trying drivers in a process of their own, and choosing one."""

import pytest

from hardware import probe
from hardware.errors import DeviceMissingError
from hardware.probe import ProbeResult, StripDriver, choose
from hardware.strip_wiring import ColourOrder, StripWiring


def test_a_driver_that_cannot_work_here_is_one_sentence() -> None:
    result = probe.probe(StripDriver.WS281X, StripWiring(), 10)
    if result.works:
        pytest.skip("this is a Pi with a strip")
    assert result.sentence.startswith("strip: ")
    assert "\n" not in result.sentence


def test_the_other_process_is_told_the_whole_wiring() -> None:
    wiring = StripWiring(
        length=9,
        colour_order=ColourOrder.BRG,
        first_led=2,
        order=(3, 2, 1, 0, 4, 5, 6, 7, 8),
        is_reversed=True,
        brightness_percent=11,
        budget_milliamps=77,
    )
    assert probe._from_text(probe._to_text(wiring)) == wiring


def test_a_wiring_that_cannot_be_sent_is_refused_by_the_other_process() -> None:
    result = probe.probe(StripDriver.SPI, StripWiring(length=5000, budget_milliamps=9000), 10)
    assert not result.works
    assert "strip: 5000 LEDs need frames of 45091 bytes" in result.sentence


def test_a_crash_is_survived_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "_to_text", lambda _wiring: "not json")
    assert (
        "strip: the driver spi failed: json.decoder.JSONDecodeError"
        in probe.probe(StripDriver.SPI, StripWiring(), 10).sentence
    )


@pytest.mark.parametrize(("driver", "status"), [(StripDriver.SPI, "SIGSEGV"), (StripDriver.WS281X, "SIGKILL")])
def test_a_signal_that_ended_the_other_process_is_named(
    monkeypatch: pytest.MonkeyPatch, driver: StripDriver, status: str
) -> None:
    import signal
    import subprocess

    def ended(*_args: object, **_kwargs: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], -signal.Signals[status], "", "")

    monkeypatch.setattr(subprocess, "run", ended)
    assert probe.probe(driver, StripWiring(), 10).sentence == f"strip: the driver {driver.value} crashed with {status}"


def results(**works: bool) -> probe.Probe:
    return lambda driver, _wiring, _pin: ProbeResult(
        works[driver.value], f"strip: {driver.value} {works[driver.value]}"
    )


def test_spi_is_taken_when_it_works() -> None:
    choice = choose(StripWiring(), probe=results(spi=True, ws281x=True))
    assert (choice.driver, choice.reason) == (StripDriver.SPI, "strip: spi True")


def test_ws281x_is_taken_when_spi_does_not_work_and_the_reason_says_why() -> None:
    choice = choose(StripWiring(), probe=results(spi=False, ws281x=True))
    assert (choice.driver, choice.reason) == (StripDriver.WS281X, "strip: ws281x True (spi False)")


def test_no_driver_is_one_sentence_with_every_reason() -> None:
    with pytest.raises(DeviceMissingError, match="strip: no driver fits: spi False; ws281x False"):
        choose(StripWiring(), probe=results(spi=False, ws281x=False))


def test_another_pin_is_not_for_spi() -> None:
    assert probe.probe(StripDriver.SPI, StripWiring(), 18).sentence == (
        "strip: the driver spi sends on GPIO10 only, got GPIO18"
    )
