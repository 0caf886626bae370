"""``cached_property`` without the lock that the standard library's had before Python 3.12: facts are asked for by one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:
        """An attribute that is made when it is first asked for, and from then on stands in the object's own ``__dict__``."""

        def __init__(self, make):
            self.func = make
            self.__doc__ = make.__doc__

        def __set_name__(self, owner, name):
            self.attrname = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value


__all__ = ["cached_property"]
