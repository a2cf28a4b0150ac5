"""What may be told of an error that nobody foresaw: its kind and its places, never its words.

The words of an error may repeat a prompt, a reply or the parameters of a statement.
"""

import traceback
from pathlib import Path

MOST_PLACES = 12


def place_of(error: BaseException) -> str:
    """Say what kind of error it is and where it came from, innermost place last."""
    frames = traceback.extract_tb(error.__traceback__)[-MOST_PLACES:]
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return f"{type(error).__name__} at {' > '.join(places)}"
