"""What systems are called: by name once they are unblinded, until then "System A" and so on, in an order by chance."""

from collections.abc import Iterable, Mapping
from itertools import count, product
from string import ascii_uppercase

from analysis.ties import Tie
from blinding.draws import shuffled


def shown_names(systems: Iterable[str], *, seed: str, named: bool) -> dict[str, str]:
    """Return what each system is called on screen.

    Parameters
    ----------
    systems
        Their names.
    seed
        Of the study, for the order of the letters.
    named
        Whether they may be called by name.
    """
    names = sorted(set(systems))
    if named:
        return {name: name for name in names}
    letters = ("".join(one) for length in count(1) for one in product(ascii_uppercase, repeat=length))
    in_any_order = shuffled(names, seed=seed, purpose="letters of systems")
    return {name: f"System {letter}" for name, letter in zip(in_any_order, letters, strict=False)}


def undecided(tie: Tie, names: Mapping[str, str]) -> str:
    """Say why a tie could not be decided, in the words of the page."""
    why = tie.why_undecided or ""
    for name in sorted((tie.first, tie.second), key=len, reverse=True):
        if why.startswith(f"{name} has "):
            return f"{names[name]}{why.removeprefix(name)}"
    return why
