"""Train the cell model: `python -m vision.training.train --out vision/cell_model.onnx --data FOLDER`.

Boards are rendered once into the folder (seeds 0, 1, 2, ...) and kept there; then the network learns them. The same
arguments give the same boards and, on one thread of one kind of machine, the same network. Needs the extra `train`.
"""

import argparse
import logging
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from onnx import load, numpy_helper, save
from torch.nn import functional

from vision.cell_model import HIDDEN, standardised
from vision.cells import BOARD_HEIGHT, BOARD_WIDTH
from vision.decode import EMPTY, RED, YELLOW
from vision.lattice import COLUMNS, ROWS
from vision.picture import Image
from vision.training.arrangement import Labels
from vision.training.network import CellNetwork
from vision.training.straightened import UNLABELLED, render_straightened

BOARDS_A_FILE = 500
BATCH = 64
PEAK_RATE = 4e-3
WEIGHT_DECAY = 1e-2
WARM_UP = 0.15
"""Share of the steps in which the learning rate rises."""

SHAPE_BOUND, COLOUR_BOUND = 6.0, 3.0
"""Costs of a whole board, in nats, at which what is in its holes, and which discs they are, pull half as much."""

log = logging.getLogger(__name__)


def rendered(folder: Path, files: int) -> tuple[Image, Labels]:
    """Render what is not there yet, and load all of it.

    Args:
        folder: Where the boards are kept, in files of 500.
        files: How many files.
    Returns: Boards, shape (n, 96, 112, 3), and labels, shape (n, 6, 7).
    """
    folder.mkdir(parents=True, exist_ok=True)
    boards = np.empty((files * BOARDS_A_FILE, BOARD_HEIGHT, BOARD_WIDTH, 3), np.uint8)
    labels = np.empty((files * BOARDS_A_FILE, ROWS, COLUMNS), np.uint8)
    for number in range(files):
        path = folder / f"{number:03d}.npz"
        part = slice(number * BOARDS_A_FILE, (number + 1) * BOARDS_A_FILE)
        if not path.exists():
            for seed in range(part.start, part.stop):
                boards[seed], labels[seed] = render_straightened(seed)
            np.savez(path, x=boards[part], y=labels[part])
        with np.load(path) as kept:
            boards[part], labels[part] = kept["x"], kept["y"]
    return boards, labels


def _batch(boards: Image, labels: Labels, mirrored: bool) -> tuple[torch.Tensor, torch.Tensor]:
    inputs = torch.from_numpy(np.concatenate([standardised(board) for board in boards]))
    wanted = torch.from_numpy(labels.astype(np.int64))
    if mirrored:
        inputs, wanted = inputs.flip(3), wanted.flip(2)
    return inputs.contiguous(memory_format=torch.channels_last), wanted


def _bounded(costs: torch.Tensor, bound: float) -> torch.Tensor:
    """Costs of boards, those on which all is lost held down: below the bound as they are, above it by their logarithms.

    As the Cauchy loss does with squared distances (Barron, "A General and Adaptive Robust Loss Function", 2019).
    """
    return bound * torch.log1p(costs / bound)


def board_loss(scores: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Give the mean cost of boards, a cell.

    What is in a hole and which of two discs it is are weighed apart, board by board. One board in twenty has its
    colours named the other way round by whoever has not seen the set: forty cells are wrong for one fact, which the
    discs of the board at hand decide later (`vision.colours`). Such boards, and those of which noise or darkness left
    nothing, were most of the plain cross entropy, and what can be learned was learned less well for it.

    Args:
        scores: As the network gives them, shape (n, 4, 6, 7).
        wanted: The states, shape (n, 6, 7); `UNLABELLED` where none is.
    """
    logs = functional.log_softmax(scores, 1)
    is_disc = (wanted == RED) | (wanted == YELLOW)
    is_labelled = wanted != UNLABELLED
    disc = torch.logaddexp(logs[:, RED], logs[:, YELLOW])
    shape = torch.where(is_disc, disc, torch.where(wanted == EMPTY, logs[:, EMPTY], logs[:, HIDDEN]))
    colour = torch.where(wanted == RED, logs[:, RED], logs[:, YELLOW]) - disc
    shapes = -(shape * is_labelled).sum((1, 2))
    colours = -(colour * is_disc).sum((1, 2))
    return (_bounded(shapes, SHAPE_BOUND) + _bounded(colours, COLOUR_BOUND)).mean() / (ROWS * COLUMNS)


def _loss(network: CellNetwork, inputs: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    return board_loss(network(inputs), wanted)


def learn(boards: Image, labels: Labels, epochs: int, seed: int) -> CellNetwork:
    """Train a network; the last file of boards is kept aside, to tell how it goes."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    order: NDArray[np.int64]
    network = CellNetwork().to(memory_format=torch.channels_last)
    count = len(boards) - BOARDS_A_FILE
    steps = epochs * (count // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, total_steps=steps, pct_start=WARM_UP)
    generator = np.random.default_rng(seed)
    for epoch in range(epochs):
        network.train()
        order = generator.permutation(count)
        total = 0.0
        for start in range(0, count - BATCH + 1, BATCH):
            chosen = np.sort(order[start : start + BATCH])
            loss = _loss(network, *_batch(boards[chosen], labels[chosen], bool(generator.random() < 0.5)))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        network.eval()
        with torch.no_grad():
            aside = _loss(network, *_batch(boards[count:], labels[count:], False)).item()
        mean = total / (count // BATCH)
        log.info("epoch %d of %d: loss %.4f, on boards kept aside %.4f", epoch + 1, epochs, mean, aside)
    return network


def export(network: CellNetwork, path: Path) -> None:
    """Write the network as ONNX, batch normalisation folded into the convolutions, weights of half precision.

    OpenCV takes them to single precision as it reads them; the file is half as large.
    """
    network.eval()
    example = torch.zeros(1, 3, BOARD_HEIGHT, BOARD_WIDTH)
    torch.onnx.export(
        network, (example,), str(path), input_names=["board"], output_names=["cells"], opset_version=13, dynamo=False
    )
    model = load(path)
    for weights in model.graph.initializer:
        weights.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(weights).astype(np.float16), weights.name))
    save(model, path)


def main() -> None:
    """Render, train, write."""
    parser = argparse.ArgumentParser(description="Train the cell model from rendered boards.")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file to write")
    parser.add_argument("--data", type=Path, required=True, help="folder that keeps the rendered boards")
    parser.add_argument("--files", type=int, default=200, help="files of 500 boards (default 200)")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the boards (default 10)")
    parser.add_argument("--seed", type=int, default=1, help="of the first weights and the order (default 1)")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cv2.setNumThreads(1)
    boards, labels = rendered(arguments.data, arguments.files)
    network = learn(boards, labels, arguments.epochs, arguments.seed)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    export(network, arguments.out)


if __name__ == "__main__":
    main()
