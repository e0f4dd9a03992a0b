"""How a driver's own thread hands over a press without being harmed by whoever takes it."""

import logging

from hardware.ports import ButtonPressed, Deliver

log = logging.getLogger(__name__)


def guarded(deliver: Deliver) -> Deliver:
    """The same, but an error in it loses that one press and is logged.

    An exception in a callback of lgpio ends its only callback thread: no button would work any more.
    """

    def deliver_or_log(pressed: ButtonPressed) -> None:
        try:
            deliver(pressed)
        except Exception:
            log.exception("the press of button %s could not be delivered", pressed.name)

    return deliver_or_log
