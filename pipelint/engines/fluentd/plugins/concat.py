"""What concat does: its parameters by what they do, and what it makes of the keys of a record (fluent-plugin-concat 2.6)."""

from __future__ import annotations

from pipelint.base.text.document import Place
from pipelint.engines.fluentd.records.settings import Settings
from pipelint.engines.fluentd.records.shape import KeyStatus, Shape

START, GOES_ON, END = "multiline_start_regexp", "continuous_line_regexp", "multiline_end_regexp"
"""What begins an event, what goes on with it, what ends it."""

# The columns of partial messages that concat takes away once it has joined them.
_PARTIAL_COLUMNS = ("message", "id", "ordinal", "last")


def concat_shape(settings: Settings, shape: Shape) -> Shape:
    """Joined records have the keys of the first and the last; the columns that say what is a part may be taken away."""
    shape = shape.perhaps_without(_perhaps_taken(settings))
    taken = _part_columns(settings)
    if shape.get(settings.text("key")).status is KeyStatus.PRESENT:
        return shape.without(taken)
    # A record without the key passes as it came.
    return shape.perhaps_without(taken)


def _part_columns(settings: Settings) -> dict[str, Place | None]:
    """The columns that concat removes from what it has joined, with what in the config says so."""

    def place(name: str) -> Place:
        param = settings.block.param(name)
        return settings.block.head_place if param is None else param.place

    if settings.flag("use_partial_cri_logtag"):
        tag, stream = settings.text("partial_cri_logtag_key"), settings.text("partial_cri_stream_key", "stream")
        kept = settings.flag("keep_partial_key")
        columns: dict[str, Place | None] = {stream: place("partial_cri_stream_key")}
        return columns if kept or not tag else {tag: place("partial_cri_logtag_key"), **columns}
    return {}


def _perhaps_taken(settings: Settings) -> list[str]:
    """The columns that concat removes from some records: those of Docker's metadata, and the key that marks parts."""
    if settings.flag("use_partial_metadata") and not settings.flag("keep_partial_metadata"):
        layout = settings.text("partial_metadata_format", "docker-fluentd")
        names = [f"partial_{column}" for column in _PARTIAL_COLUMNS]
        return {
            "docker-fluentd": names,
            "docker-journald": [f"CONTAINER_{name.upper()}" for name in names],
            "docker-journald-lowercase": [f"container_{name}" for name in names],
        }.get(layout, [])
    partial = settings.text("partial_key")
    return [partial] if partial and not settings.flag("keep_partial_key") else []
