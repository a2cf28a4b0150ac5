"""What a file of responses says of its prompts and systems: each fact once, or the same each time."""

from collections.abc import Iterable, Mapping, Sequence

from files.cells import YES
from files.problems import shown
from files.prompts import with_line_feeds
from files.tables import Row, Table
from store.responses import NewPrompt, NewResponse, NewSystem

MOST_NAMED = 10
YES_OR_NO = "true or false (also yes, no, 1, 0; empty is false)"


class _Facts:
    """What is said of one kind of thing (prompt texts, categories, makers), each said once or the same each time."""

    def __init__(self, table: Table, column: str, of: str, known: Mapping[str, str]) -> None:
        self.table = table
        self.column = column
        self.of = of
        self.known = known
        self.said: dict[str, tuple[str, int]] = {}

    def take(self, row: Row) -> None:
        """Note what the row says; report it when something else was said before."""
        if self.column not in row.cells:
            return
        key, text = row.text(self.of), with_line_feeds(row.text(self.column))
        if not key or not text:
            return
        before, at = self.said.setdefault(key, (text, row.number))
        if before != text:
            found, allowed = f"{shown(text)} for '{key}'", f"the same as in {self.table.at(at)}: {shown(before)}"
            self.table.report.add(row.number, self.column, found, allowed)
        elif self.known.get(key, text) != text:
            found, allowed = f"{shown(text)} for '{key}'", f"what is known already: {shown(self.known[key])}"
            self.table.report.add(row.number, self.column, found, allowed)

    def of_new(self, key: str) -> str:
        """Return what the file says of a key, empty when nothing."""
        return self.said.get(key, ("", 0))[0]


class Described:
    """The prompts and systems that are known, and those that the file describes."""

    def __init__(self, table: Table, prompts: Sequence[NewPrompt], systems: Sequence[NewSystem]) -> None:
        self.table = table
        self.prompts = {prompt.key for prompt in prompts}
        self.systems = {system.name for system in systems}
        references = {one.key: one.reference_answer or "" for one in prompts}
        self.texts = _Facts(table, "prompt_text", "prompt", {one.key: one.text for one in prompts})
        self.categories = _Facts(table, "category", "prompt", {one.key: one.category for one in prompts})
        self.references = _Facts(table, "reference_answer", "prompt", references)
        self.families = _Facts(table, "family", "system", {one.name: one.family for one in systems})
        self.grounded = _Facts(table, "grounded", "system", {})
        self.own = _Facts(table, "own", "system", {})
        self.facts = (self.texts, self.categories, self.references, self.families, self.grounded, self.own)
        self.with_family: dict[str, None] = {}
        self.every_prompt = self.every_system = False

    def take_all(self, *, new_prompts: bool, new_systems: bool) -> None:
        """Take every prompt, or system, that nothing describes for a new one."""
        self.every_prompt, self.every_system = new_prompts, new_systems

    def take(self, row: Row) -> None:
        """Note what a row says of its prompt and its system."""
        for facts in self.facts:
            facts.take(row)
        for column in ("grounded", "own"):
            text = row.cells.get(column, "").strip()
            if text and text.lower() not in YES:
                self.table.report.add(row.number, column, shown(text), YES_OR_NO)
        if "family" in row.cells:
            self.with_family[row.text("system")] = None

    def refuse_unknown(self, rows: Mapping[tuple[str, str, int], int]) -> None:
        """Report each row whose prompt or system nothing describes."""
        for (prompt, system, _), number in rows.items():
            known = prompt in self.prompts or prompt in self.texts.said or self.every_prompt
            if prompt and not known:
                hint = "or give its text in column prompt_text or in a file of prompts"
                hint += ", or say that such prompts are new"
                self._unknown(number, "prompt", prompt, _named(self.prompts, hint))
            known = system in self.systems or system in self.with_family or self.every_system
            if system and not known:
                hint = "or give its maker in column family or in a file of systems, or say that such systems are new"
                self._unknown(number, "system", system, _named(self.systems, hint))

    def _unknown(self, number: int, column: str, text: str, allowed: str) -> None:
        self.table.report.add(number, column, f"{shown(text)}, which is unknown", allowed)

    def new_prompts(self, responses: Sequence[NewResponse]) -> list[NewPrompt]:
        """The prompts that only this file describes."""
        keys = dict.fromkeys([*self.texts.said, *(one.prompt for one in responses)])
        return [
            NewPrompt(
                key, self.texts.of_new(key) or key, self.categories.of_new(key), self.references.of_new(key) or None
            )
            for key in keys
            if key not in self.prompts
        ]

    def new_systems(self, responses: Sequence[NewResponse]) -> list[NewSystem]:
        """The systems that only this file describes."""
        names = dict.fromkeys([*self.with_family, *(one.system for one in responses)])
        return [
            NewSystem(name, self.families.of_new(name), self._yes(self.grounded, name), self._yes(self.own, name))
            for name in names
            if name and name not in self.systems
        ]

    def _yes(self, facts: _Facts, name: str) -> bool:
        return YES.get(facts.of_new(name).lower(), False)


def _named(known: Iterable[str], hint: str) -> str:
    names = sorted(known)
    if not names:
        return hint.removeprefix("or ")
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}; {hint}"
