"""The rules of Pop 10 as a pure machine: boards in, rulings out. Standard library only, no clock, no I/O."""

from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button, Control, DeclareTurn, Resign, SetScore
from referee.errors import RefereeError
from referee.position import Action, Drop, Phase, Pop, Position, Redrop, Score
from referee.referee import Referee, Standing
from referee.rules import POP10, Rules
from referee.ruling import Ruling, as_json

__all__ = [
    "POP10",
    "Action",
    "AgreeDraw",
    "Board",
    "Button",
    "Control",
    "DeclareTurn",
    "Disc",
    "Drop",
    "Phase",
    "Pop",
    "Position",
    "Redrop",
    "Referee",
    "RefereeError",
    "Resign",
    "Rules",
    "Ruling",
    "Score",
    "SetScore",
    "Standing",
    "as_json",
]
