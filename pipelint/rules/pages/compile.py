"""From a rule page to a Rule: reads its front matter, checks its expressions against the schema of facts."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.finding import Severity
from pipelint.base.text.document import SourceFile
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.schema import Schema
from pipelint.predicate.types import Variable
from pipelint.rules.conjuncts import params_of_element, params_of_truth, params_of_value, plugins_of
from pipelint.rules.errors import RulePageError
from pipelint.rules.pages.expressions import Expressions
from pipelint.rules.pages.front import Fields, Text, read_front
from pipelint.rules.pages.operations import read_operation
from pipelint.rules.pages.page import read_page
from pipelint.rules.pages.reader import Reader
from pipelint.rules.rule import Asks, Mention, Rule, Says
from pipelint.rules.select import GROUPS

ANY = "any"
"""What a rule for all engines has for its engine."""

# In the order of the first digit of a code: FD1xx is about performance.
CATEGORIES = ("performance", "reliability", "correctness", "security", "deprecation", "style")
# Where a hundred codes are not enough.
SECOND = {"performance": "7", "reliability": "8", "correctness": "9"}
# What a page says whose fix no estimate knows of.
NO_GAIN = ("none",)
SEVERITIES = {severity.word: severity for severity in Severity}
REQUIRED = ("code", "name", "engine", "category", "severity", "on", "when", "at", "message", "reason")
FIELDS = (*REQUIRED, "group", "gain", "each", "let", "severity_when", "related", "fix", "since", "measured", "catalogue")


def compile_page(file: SourceFile, schemas: Mapping[str, Schema], path: str) -> Rule:
    """The rule on the page ``file``; ``path`` is where the index finds the page again, ``schemas`` has the facts by engine.

    Raises RulePageError with all errors of the page: those of its fields, and one for each expression.
    """
    return compile_with_uses(file, schemas, path)[0]


def compile_with_uses(file: SourceFile, schemas: Mapping[str, Schema], path: str) -> tuple[Rule, dict[tuple[str, str], str]]:
    """The same, and by class and field of facts an expression of the page that asks for it."""
    page = read_page(file)
    front = read_front(file, page.front)
    if not isinstance(front, Fields):
        raise RulePageError(file, front.span, "the front matter must be a mapping: code: ..., name: ...")
    reader = Reader(file, front, [])
    reader.known(FIELDS)
    category = reader.word("category", CATEGORIES)
    engine = reader.word("engine", tuple(schemas))
    schema = schemas[engine or next(iter(schemas))]
    head = {
        "code": _code(reader, category),
        "name": _name(reader),
        "engine": engine,
        "category": category,
        "on": reader.word("on", schema.targets),
        "title": page.title,
        "since": getattr(reader.optional("since"), "value", ""),
        "group": reader.word("group", GROUPS) if "group" in front.values else "",
    }
    gains = not ("gain" in front.values and reader.word("gain", NO_GAIN)) and category == "performance"
    severity = reader.word("severity", tuple(SEVERITIES))
    if not head["on"]:
        reader.stop()
    variables = schema.variables(head["on"])
    expressions = Expressions(schema, {name: Variable(kind) for name, kind in variables.items()})
    each = reader.optional("each")
    over: tuple[str, Code] | None = None
    if each is not None:
        nothing: tuple[str, Code] = ("", [])
        over = reader.attempt(lambda: expressions.each(each), nothing)
    lets = _lets(reader, expressions)
    subject = next(iter(variables))
    when = reader.code("when", lambda text: expressions.condition(text, "when"))
    asks = Asks(when, reader.code("at", lambda text: _place(expressions, text)), over, lets)
    says = Says(
        message=reader.code("message", expressions.template),
        reason=reader.code("reason", expressions.template),
        severities=tuple(_severity(entry, expressions) for entry in reader.readers("severity_when")),
        related=tuple(_related(entry, expressions) for entry in reader.readers("related")),
        fix=tuple(read_operation(entry, expressions, variables[subject]) for entry in reader.readers("fix")),
    )
    reader.list_of_texts("measured")
    reader.stop()
    plugins, params, among = needs_of(asks, subject)
    rule = Rule(
        **head,
        gains=gains,
        severity=SEVERITIES.get(severity, Severity.INFO),
        page=path,
        subject=subject,
        steps=expressions.steps,
        plugins=plugins,
        params=params,
        among=among,
        asked=asks,
        said=says,
    )
    return rule, expressions.selected


def needs_of(asks: Asks, subject: str) -> tuple[frozenset[str] | None, frozenset[str], frozenset[str]]:
    """The plugins (None: any), the parameters and those with one of which alone a rule finds something at a stage."""
    if subject != "stage":
        return None, frozenset(), frozenset()
    lets = dict(asks.lets)
    params = params_of_truth(asks.when, lets) | params_of_value(asks.at, lets)
    if asks.each is None:
        return plugins_of(asks.when, lets), params, frozenset()
    among = params_of_element(asks.each[1])
    return plugins_of(asks.when, lets), params | params_of_value(asks.each[1], lets), among or frozenset()


def _code(reader: Reader, category: str) -> str:
    """``FD101``: two to six capital letters and three digits, the first of them one of the category's (``SECOND``)."""
    text = reader.text("code")
    if text is None:
        return ""
    letters, digits = text.value[:-3], text.value[-3:]
    if not (letters.isascii() and letters.isalpha() and letters.isupper() and 2 <= len(letters) <= 6) or not (
        digits.isascii() and digits.isdecimal() and len(digits) == 3
    ):
        reader.error(text, "a code must be two to six capital letters and three digits, as in FD101")
    elif category:
        hundreds = [str(CATEGORIES.index(category) + 1), *SECOND.get(category, ())]
        if digits[0] not in hundreds:
            reader.error(text, f"the codes of category {category} are {' and '.join(f'{letters}{each}xx' for each in hundreds)}")
    return text.value


def _name(reader: Reader) -> str:
    text = reader.text("name")
    if text is None:
        return ""
    words = text.value.split("-")
    if not all(word.isascii() and word.isalnum() and word == word.lower() for word in words):
        reader.error(text, "a name must be lower-case words joined with -, as in slow-time-format")
    return text.value


def _lets(reader: Reader, expressions: Expressions) -> tuple[tuple[str, Code], ...]:
    """The named expressions; each sees those before it. Raises RulePageError: what follows would not see them either."""
    fields = reader.mapping("let")
    found: list[tuple[str, Code]] = []
    for name, text in fields.values.items():
        if not isinstance(text, Text):
            reader.error(text, "a named expression must be a string")
            continue
        key = fields.keys[name]

        def read(name: str = name, text: Text = text, key: Text = key) -> Code:
            typed = expressions.typed(text)
            expressions.name(name, Variable(typed.type, "let"), key, key.span)
            return typed.code

        found.append((name, reader.attempt(read, [])))
    reader.stop()
    return tuple(found)


def _place(expressions: Expressions, text: Text) -> Code:
    return expressions.fact(text, "a finding must point at a fact with a place", lambda fact: fact.placed)


def _severity(reader: Reader, expressions: Expressions) -> tuple[Code, Severity]:
    reader.known(("when", "severity"))
    test = reader.code("when", lambda text: expressions.condition(text, "when"))
    return test, SEVERITIES.get(reader.word("severity", tuple(SEVERITIES)), Severity.INFO)


def _related(reader: Reader, expressions: Expressions) -> Mention:
    reader.known(("each", "at", "message"))
    each = reader.optional("each")
    before = dict(expressions.scope)
    over: tuple[str, Code] | None = None
    if each is not None:
        nothing: tuple[str, Code] = ("", [])
        over = reader.attempt(lambda: expressions.each(each), nothing)
    at = reader.code("at", lambda text: _place(expressions, text))
    message = reader.code("message", expressions.template)
    # The element has its name here alone.
    expressions.scope = before
    return Mention(at, message, over)
