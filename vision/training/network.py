"""The network: a small pyramid of convolutions down to one place a cell, then two looks over the whole board.

It sees one straightened board, shape (n, 3, 96, 112), and answers with scores, shape (n, 4, 6, 7): empty, red, yellow,
hidden; top row first.
"""

import torch
from torch import nn

from vision.lattice import COLUMNS, ROWS

STATES = 4
WIDTH = 88


def _convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class _Refined(nn.Module):
    """Adds what a convolution finds to what came in (residual learning, He et al. 2015)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.found = _convolution(width, width)

    def forward(self, places: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.found(places)
        return places + found


class _FromEveryCell(nn.Conv2d):
    """A depthwise convolution whose kernel spans the board from every cell.

    While it learns it is computed as one matrix a channel: the same sums, several times as fast to differentiate.
    """

    def __init__(self, width: int) -> None:
        reach = (2 * ROWS - 1, 2 * COLUMNS - 1)
        super().__init__(width, width, reach, padding=(ROWS - 1, COLUMNS - 1), groups=width, bias=False)
        row, column = (
            axis.flatten() for axis in torch.meshgrid(torch.arange(ROWS), torch.arange(COLUMNS), indexing="ij")
        )
        down, right = row[None] - row[:, None] + ROWS - 1, column[None] - column[:, None] + COLUMNS - 1
        self._place = down * reach[1] + right
        """Where in the kernel the weight for each cell (first axis) of each cell (second axis) is, shape (42, 42)."""

    def forward(self, cells: torch.Tensor) -> torch.Tensor:
        if not self.training:
            return super().forward(cells)
        weights = self.weight.flatten(1)[:, self._place]
        heard = cells.flatten(2).transpose(0, 1) @ weights.transpose(1, 2)
        return heard.transpose(0, 1).reshape(cells.shape)


class _Board(nn.Module):
    """Every cell hears of all others: one kernel a channel that spans the board from every cell, then a mixture.

    So colours that lie elsewhere, gravity and a common light have their say.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.heard = nn.Sequential(
            _FromEveryCell(width),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, cells: torch.Tensor) -> torch.Tensor:
        return torch.relu(cells + self.heard(cells))


class CellNetwork(nn.Module):
    """About 225 000 weights."""

    def __init__(self) -> None:
        """Lay the layers out; the weights are random."""
        super().__init__()
        self.pyramid = nn.Sequential(
            _convolution(3, 20, stride=2),
            _convolution(20, 32, stride=2),
            _Refined(32),
            _convolution(32, 60, stride=2),
            _Refined(60),
            _convolution(60, WIDTH, stride=2),
        )
        self.neighbours = _Refined(WIDTH)
        self.board = nn.Sequential(_Board(WIDTH), _Board(WIDTH))
        self.scores = nn.Conv2d(WIDTH, STATES, 1)

    def forward(self, boards: torch.Tensor) -> torch.Tensor:
        """Give the scores of all cells."""
        answer: torch.Tensor = self.scores(self.board(self.neighbours(self.pyramid(boards))))
        return answer
