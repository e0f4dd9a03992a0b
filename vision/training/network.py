"""The network: a small pyramid of convolutions down to one place a cell, then one look over the whole board.

It sees one straightened board, shape (n, 3, 96, 112), and answers with scores, shape (n, 4, 6, 7): empty, red, yellow,
hidden; top row first.
"""

import torch
from torch import nn

from vision.lattice import COLUMNS, ROWS

STATES = 4
WIDTH = 56


def _convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class CellNetwork(nn.Module):
    """About 93 000 weights."""

    def __init__(self) -> None:
        """Lay the layers out; the weights are random."""
        super().__init__()
        self.pyramid = nn.Sequential(
            _convolution(3, 16, stride=2),
            _convolution(16, 24, stride=2),
            _convolution(24, 24),
            _convolution(24, 40, stride=2),
            _convolution(40, 40),
            _convolution(40, WIDTH, stride=2),
        )
        self.neighbours = _convolution(WIDTH, WIDTH)
        # One kernel that spans the board from every cell: colours that lie elsewhere, gravity, a common light.
        reach = (2 * ROWS - 1, 2 * COLUMNS - 1)
        self.board = nn.Sequential(
            nn.Conv2d(WIDTH, WIDTH, reach, padding=(ROWS - 1, COLUMNS - 1), groups=WIDTH, bias=False),
            nn.BatchNorm2d(WIDTH),
            nn.ReLU(),
            nn.Conv2d(WIDTH, WIDTH, 1, bias=False),
            nn.BatchNorm2d(WIDTH),
        )
        self.scores = nn.Conv2d(WIDTH, STATES, 1)

    def forward(self, boards: torch.Tensor) -> torch.Tensor:
        """Give the scores of all cells."""
        cells = self.pyramid(boards)
        cells = cells + self.neighbours(cells)
        answer: torch.Tensor = self.scores(torch.relu(cells + self.board(cells)))
        return answer
