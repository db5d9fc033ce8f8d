"""Fine-tuning, as it is done with every model: AdamW, a rate that rises and falls straight, gradients of bounded length, an order drawn anew each epoch.

Checked in tests/tuning/test_encoder.py and test_fragmenter.py, where PyTorch is installed.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from thoughtbank.errors import InputError


@dataclass(frozen=True, slots=True)
class Training:
    """How it is trained. The defaults are the customary ones for fine-tuning BERT (Devlin et al. 2019: 2 to 4 epochs, 2e-5 to 5e-5, 16 or 32);
    `window`, tokens read at most, is chosen: half of what such encoders take.
    """

    epochs: int = 4
    rate: float = 3e-5
    batch: int = 16
    decay: float = 0.01
    warm: float = 0.1
    """Share of the steps in which the rate rises; then it falls to 0, both straight."""
    norm: float = 1.0
    """Longest gradient."""
    window: int = 256
    seed: int = 0


Advance = Callable[[int, int], None]
"""Is told how many steps are done, and of how many."""


def descend(
    torch: Any,
    model: Any,
    count: int,
    loss_of: Callable[[Sequence[int]], Any],
    training: Training,
    advance: Advance = lambda done, total: None,
) -> None:
    """Trains on examples 0 to count - 1; `loss_of` takes a batch of them. Raises InputError."""
    steps, done = training.epochs * math.ceil(count / training.batch), 0
    warm = max(1, round(training.warm * steps))
    optimiser = torch.optim.AdamW(model.parameters(), lr=training.rate, weight_decay=training.decay)
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, (steps - step) / max(1, steps - warm))
    )
    model.train()
    for _ in range(training.epochs):
        order = torch.randperm(count).tolist()
        for start in range(0, count, training.batch):
            loss = loss_of(order[start : start + training.batch])
            if not bool(torch.isfinite(loss)):
                raise InputError("the training went astray: the error is no number any more; try another model to begin with")
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), training.norm)
            optimiser.step()
            rate.step()
            done += 1
            advance(done, steps)
    model.to("cpu").eval()
