"""``Enum`` as the standard library has it, at a fraction of what it costs when a module is loaded: for members of plain values.

Type checkers see the standard library's own. What typer reads, and what is a number or a text itself, is the standard library's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enum import Enum, auto
else:

    class auto:
        """A value of its own: the member's place, from 1 on."""

    class _Type(type):
        """The type of the classes: it makes their members."""

        def __new__(cls, name, bases, names):
            values = {key: value for key, value in names.items() if key[0] != "_" and not hasattr(value, "__get__")}
            made = super().__new__(cls, name, bases, {key: value for key, value in names.items() if key not in values})
            made._of_value, made.__members__ = {}, {}
            for number, (key, value) in enumerate(values.items(), 1):
                if isinstance(value, auto):
                    value = number
                member = made._of_value.get(value)
                if member is None:
                    member = made._of_value[value] = object.__new__(made)
                    member.__dict__.update(name=key, value=value, _name_=key, _value_=value)
                made.__members__[key] = member
                setattr(made, key, member)
            return made

        def __call__(cls, value):
            if value.__class__ is cls:
                return value
            try:
                return cls._of_value[value]
            except (KeyError, TypeError):
                raise ValueError(f"{value!r} is not a valid {cls.__qualname__}") from None

        def __iter__(cls):
            return iter(cls._of_value.values())

        def __len__(cls):
            return len(cls._of_value)

        def __contains__(cls, member):
            return member.__class__ is cls

        def __getitem__(cls, name):
            return cls.__members__[name]

    class Enum(metaclass=_Type):
        """A class whose attributes are its members, each with a name and a value."""

        def __repr__(self):
            return f"<{self.__class__.__name__}.{self.name}: {self.value!r}>"

        def __str__(self):
            return f"{self.__class__.__name__}.{self.name}"

        def __setattr__(self, name, value):
            raise AttributeError(f"a member of {self.__class__.__name__} stays what it is")

        def __reduce__(self):
            return self.__class__, (self.value,)


__all__ = ["Enum", "auto"]
