"""How narrow will intervals be with more responses, or with more people for each response? From a pilot's figures.

Expected widths take the pilot's figures as true; the pilot's own intervals say how far that can be trusted.
"""

import math

from scipy import special

from analysis.planning import fisher_interval


def r_half_width(r: float, n: int, *, level: float = 0.95) -> float:
    """Return half the width of Fisher's interval that a correlation of r will have with n responses.

    Parameters
    ----------
    r : float in (-1, 1)
    n : int, at least 4
    """
    low, high = fisher_interval(r, n, level=level)
    return (high - low) / 2


def reliability_of_mean(single: float, people: float) -> float:
    """Return how reliable the mean of several people is, from one person's (Spearman 1910; Brown 1910).

    k ICC / (1 + (k - 1) ICC).

    Parameters
    ----------
    single : float in [0, 1]
        ICC(C,1).
    people : float, at least 1
        A mean number need not be whole.
    """
    if not 0 <= single <= 1 or people < 1:
        raise ValueError(f"reliability is {single}, people {people}; it lies from 0 to 1, people are at least 1")
    return people * single / (1 + (people - 1) * single)


def r_with_people(r: float, single: float, now: float, then: float) -> float:
    """Return the r that judges will have with the mean of another number of people, if people are like those found.

    A mean of more people has less chance in it: r grows with the root of its reliability (Spearman 1904).

    Parameters
    ----------
    r : float
        With the mean of `now` people.
    single : float in (0, 1]
        ICC(C,1) of the people.
    now, then : float, at least 1
        People who score each response.

    Returns
    -------
    float
        At most 1 in size.

    Raises
    ------
    ValueError
        If people have no reliability at all, which leaves nothing to grow.
    """
    if not single > 0:
        raise ValueError(f"reliability is {single}; it must be above 0")
    grown = r * math.sqrt(reliability_of_mean(single, then) / reliability_of_mean(single, now))
    return max(-1.0, min(1.0, grown))


def icc_half_width(icc: float, people: float, n: int, *, level: float = 0.95) -> float:
    """Return half the width that the interval of an intraclass correlation of single scores will have, about.

    z sqrt(2 (1 - icc)^2 (1 + (k - 1) icc)^2 / (k (k - 1) (n - 1))), from Bonett 2002, Statist. Med. 21:1331-1335, of
    which `planning.icc_n` is the other way round.

    Parameters
    ----------
    icc : float in [0, 1)
    people : float, at least 2
        Who score each response, on average.
    n : int, at least 2
        Responses.
    """
    if not 0 <= icc < 1 or people < 2 or n < 2:
        raise ValueError(f"icc is {icc}, people {people}, n {n}; icc lies from 0 to below 1, the others are at least 2")
    spread = (1 - icc) * (1 + (people - 1) * icc)
    z = float(special.ndtri((1 + level) / 2))
    return z * spread * math.sqrt(2 / (people * (people - 1) * (n - 1)))
