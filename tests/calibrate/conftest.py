"""The rows of the engine that a module of tests names as ``ENGINE``, and the fit to them: once for the module."""

from __future__ import annotations

import pytest

from pipelint.calibrate import rows, store, validate, whole
from pipelint.calibrate.rows import Row
from pipelint.calibrate.subject import Subject, read_subject


@pytest.fixture(scope="module")
def subject(request: pytest.FixtureRequest) -> Subject:
    return read_subject(rows.measurements(), request.module.ENGINE)


@pytest.fixture(scope="module")
def measured(subject: Subject) -> list[Row]:
    return rows.read_rows(rows.measurements(), subject)


@pytest.fixture(scope="module")
def without_width(measured: list[Row], subject: Subject) -> tuple[store.Stored, validate.Validation]:
    return store.fitted(measured, rows.fingerprint(rows.measurements(), subject), subject)


@pytest.fixture(scope="module")
def pipelines(measured: list[Row], subject: Subject, without_width: tuple[store.Stored, validate.Validation]) -> whole.Found:
    return whole.find(measured, subject, without_width[0])


@pytest.fixture(scope="module")
def fitted(
    without_width: tuple[store.Stored, validate.Validation], pipelines: whole.Found
) -> tuple[store.Stored, validate.Validation]:
    return whole.widened(without_width[0], pipelines), without_width[1]
