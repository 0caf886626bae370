from types import FunctionType

# By the shape of records what constructs them: a wheel has it (pipelint/joined/make.py), a checkout has not.
SHAPES: dict[tuple[str, bool], FunctionType]
