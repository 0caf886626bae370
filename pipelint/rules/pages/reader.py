"""Reader: takes the fields of a mapping in a rule page's front matter, and gathers what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pipelint.base.text.document import SourceFile
from pipelint.predicate.errors import did_you_mean
from pipelint.predicate.evaluate.code import Code
from pipelint.rules.errors import RulePageError
from pipelint.rules.pages.front import Fields, Front, Items, Text

T = TypeVar("T")


class Reader:
    """Gives each field, or records why not: the author of a page sees all its errors at once.

    What a method returns after an error only fills a place: ``stop`` raises before anything is made of it.
    """

    def __init__(self, file: SourceFile, fields: Fields, errors: list[RulePageError]) -> None:
        self.file = file
        self.fields = fields
        self.errors = errors

    def known(self, names: Sequence[str]) -> None:
        """Records the fields that are none of ``names``."""
        for name, key in self.fields.keys.items():
            if name not in names:
                self.error(key, f'unknown field "{name}"{did_you_mean(name, names)}')

    def error(self, at: Front, message: str) -> None:
        """Records an error."""
        self.errors.append(RulePageError(self.file, at.span, message))

    def attempt(self, make: Callable[[], T], otherwise: T) -> T:
        """What ``make`` returns; ``otherwise`` after a RulePageError."""
        try:
            return make()
        except RulePageError as error:
            self.errors.extend(error.all)
            return otherwise

    def stop(self) -> None:
        """Raises RulePageError when there were errors."""
        if self.errors:
            first, *rest = sorted(self.errors, key=lambda error: error.span)
            raise RulePageError(first.file, first.span, first.message, tuple(rest))

    def optional(self, name: str) -> Text | None:
        """A text that may be missing."""
        found = self.fields.values.get(name)
        if found is None or (isinstance(found, Text) and found.value.strip()):
            return found
        self.error(found, f'"{name}" must be a string')
        return None

    def text(self, name: str) -> Text | None:
        """A text that must be there."""
        if name not in self.fields.values:
            self.error(self.fields, f'the field "{name}" is missing')
        return self.optional(name)

    def word(self, name: str, allowed: Sequence[str]) -> str:
        """A text that is one of ``allowed``."""
        found = self.text(name)
        if found is None or found.value in allowed:
            return "" if found is None else found.value
        hint = did_you_mean(found.value, allowed) or f", expected one of {', '.join(allowed)}"
        self.error(found, f'"{found.value}" is not a valid value for {name}{hint}')
        return ""

    def code(self, name: str, make: Callable[[Text], Code]) -> Code:
        """What ``make`` compiles of a text that must be there."""
        found = self.text(name)
        return [] if found is None else self.attempt(lambda: make(found), [])

    def optional_code(self, name: str, make: Callable[[Text], Code]) -> Code | None:
        """What ``make`` compiles of a text that may be missing."""
        return self.code(name, make) if name in self.fields.values else None

    def mapping(self, name: str) -> Fields:
        """A mapping from names to texts; empty where it is missing."""
        found = self.fields.values.get(name)
        if isinstance(found, Fields):
            return found
        if found is not None:
            self.error(found, f'"{name}" must be a mapping')
        return Fields({}, {}, self.fields.span)

    def list_of_texts(self, name: str) -> None:
        """Records an error where a field is there and is not a list of texts."""
        found = self.fields.values.get(name)
        if found is not None and not (isinstance(found, Items) and all(isinstance(item, Text) for item in found.items)):
            self.error(found, f'"{name}" must be a list of strings')

    def readers(self, name: str) -> list[Reader]:
        """Readers for a mapping, or for each mapping of a list; none where the field is missing."""
        found = self.fields.values.get(name)
        entries = found.items if isinstance(found, Items) else () if found is None else (found,)
        for entry in entries:
            if not isinstance(entry, Fields):
                self.error(entry, f'"{name}" must be a mapping, or a list of mappings')
        return [Reader(self.file, entry, self.errors) for entry in entries if isinstance(entry, Fields)]
