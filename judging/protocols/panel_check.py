"""Whether a panel can judge at all, before the first call: sentences for the person who starts a run."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from judging.protocols.eligible import plain_family
from judging.protocols.pieces import excluded
from judging.protocols.terms import Author, Judge, Settings, Stage
from rubrics.protocols import Exclude
from rubrics.schema import Audited, Benchmark, SecondReading


def unsound(panel: Sequence[Judge], stages: Sequence[Stage]) -> Iterator[str]:
    """Say what is wrong with the panel whoever the authors are."""
    if not panel:
        yield "the panel has no judge; at least one is needed"
    for id, times in Counter(judge.id for judge in panel).items():
        if times > 1:
            yield f"{times} judges of the panel have the id {id!r}; each needs its own"
    for judge in panel:
        if judge.roles and not judge.roles & set(stages):
            roles, has = ", ".join(sorted(judge.roles)), ", ".join(stages)
            yield f"judge {judge.id!r} would never be asked: its roles are {roles}; this protocol has {has}"


def makers_not_known(panel: Sequence[Judge], authors: Sequence[Author], settings: Settings) -> Iterator[str]:
    """Say whose maker is missing, where the protocol goes by makers."""
    by_family, apart = excluded(settings) == "family", _wants_other_makers(settings.benchmark, authors)
    why = "the protocol keeps a maker's own judges away" if by_family else "the protocol wants judges of other makers"
    if by_family or apart:
        judges = [judge.id for judge in panel if not judge.family.strip()]
        if judges:
            yield f"the maker (family) of {_named('judge', judges)} is not known; {why}"
    if by_family or isinstance(settings.benchmark.protocol, Audited):
        systems = [author.system for author in authors if not author.family.strip()]
        if systems:
            yield f"the maker (family) of {_named('system', systems)} is not known; {why}"


def _wants_other_makers(benchmark: Benchmark, authors: Sequence[Author]) -> bool:
    protocol = benchmark.protocol
    if isinstance(protocol, SecondReading):
        twice = protocol.second_judge.systems == "all" or any(author.own for author in authors)
        return protocol.second_judge.other_family and twice
    return isinstance(protocol, Audited)


def short(
    panel: Sequence[Judge],
    authors: Sequence[Author],
    settings: Settings,
    empty_seats: Callable[[Author, Sequence[Judge], Settings], list[str]],
) -> Iterator[str]:
    """Say for which authors judges are missing, and how many makers there are and must be."""
    if not panel:
        return
    needed = needed_families(settings.benchmark, excluded(settings))
    for author in authors:
        for said in empty_seats(author, panel, settings):
            makers = _makers_beside(author, panel)
            of = f"{needed} maker{'' if needed == 1 else 's'}"
            count = f"; judges of {of} beside the author's are needed, the panel has {len(makers)}"
            found = f" ({', '.join(makers)})" if makers else ""
            yield f"system {author.system!r}: {said}" + (count + found if len(makers) < needed else "")


def needed_families(benchmark: Benchmark, exclude: Exclude | None = None) -> int:
    """Return of how many makers, beside the author's, the judges of one response must be."""
    protocol = benchmark.protocol
    least = 1 if (exclude or protocol.exclude) == "family" else 0
    if isinstance(protocol, SecondReading):
        # By "model" one of the two judges may be of the author's own maker.
        return least + 1 if protocol.second_judge.other_family else least
    if isinstance(protocol, Audited):
        if protocol.adjudicator_family == "other_than_author_and_both":
            return 3 if protocol.audit_family == "other_than_author_and_primary" and least else 2
        return 2 if protocol.audit_family == "other_than_author_and_primary" and least else 1
    return least


def _makers_beside(author: Author, panel: Sequence[Judge]) -> list[str]:
    makers = {plain_family(judge.family): judge.family.strip() for judge in panel if judge.family.strip()}
    makers.pop(plain_family(author.family), None)
    return sorted(makers.values())


def _named(what: str, names: Sequence[str]) -> str:
    listed = ", ".join(repr(name) for name in names)
    return f"{what} {listed}" if len(names) == 1 else f"{what}s {listed}"
