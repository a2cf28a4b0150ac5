"""What a scorer or a judge is given of a response. There is no place for the author, so nothing can show
it."""

from dataclasses import dataclass

from blinding.labels import is_label


@dataclass(frozen=True, slots=True)
class Card:
    """One response to be scored.

    Attributes
    ----------
    label : str
        The response's opaque label, see `blinding.labels`.
    prompt : str
        What was asked.
    response : str
        The answer, with the owner's redactions already made.
    position, total : int
        This is card number `position` of `total` in the reader's own order, counted from 1.
    standpoint : str or None
        The module from whose standpoint the response is to be scored; None where a benchmark has only one.
    """

    label: str
    prompt: str
    response: str
    position: int
    total: int
    standpoint: str | None = None

    def __post_init__(self) -> None:
        """Refuse a label that could say something, and a position outside the queue.

        Raises
        ------
        ValueError
            If `label` is not a response's label or `position` is not within 1 to `total`.
        """
        if not is_label(self.label):
            raise ValueError(f"'{self.label}' is not the label of a response: 'R-' and ten characters")
        if not 1 <= self.position <= self.total:
            raise ValueError(f"position {self.position} is outside 1 to {self.total}")
