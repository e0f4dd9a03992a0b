"""Fixtures for the real drivers."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin


@pytest.fixture
def mock_pins() -> Iterator[MockFactory]:
    """gpiozero's mock of the header; no process-wide factory is set."""
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()
    factory.close()
