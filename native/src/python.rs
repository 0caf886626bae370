//! The module as Python sees it; `pipelint/_native.pyi` describes it.

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

use pyo3::exceptions::{PySystemError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::regex::{Outcome, Regex};
use crate::{grammars, matcher, regex};

/// The name that tree-sitter's Python binding asks of a language capsule.
const CAPSULE: &CStr = c"tree_sitter.Language";

fn capsule(py: Python<'_>, table: *const c_void) -> PyResult<Bound<'_, PyCapsule>> {
    let table = NonNull::new(table.cast_mut())
        .ok_or_else(|| PySystemError::new_err("the grammar has no language table"))?;
    // SAFETY: the table is a constant of this library, is never written to, and outlives the capsule.
    unsafe { PyCapsule::new_with_pointer(py, table, CAPSULE) }
}

/// Linear-time regexes, and the tree-sitter grammars of Fluentd and Logstash.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        fluentd_language, logstash_language, regex_check, regex_is_match, regex_parse, regex_run,
    };
}

/// The language of Fluentd's v1 config format, as a capsule for `tree_sitter.Language`.
#[pyfunction]
fn fluentd_language(py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
    capsule(py, grammars::fluentd())
}

/// The language of Logstash's pipeline configs, as a capsule for `tree_sitter.Language`.
#[pyfunction]
fn logstash_language(py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
    capsule(py, grammars::logstash())
}

/// Whether `pattern` matches anywhere in `text`. Raises `ValueError` for a pattern that `regex_check` objects to.
#[pyfunction]
fn regex_is_match(pattern: &str, text: &str) -> PyResult<bool> {
    matcher::is_match(pattern, text).map_err(PyValueError::new_err)
}

/// What is wrong with `pattern`, or None.
#[pyfunction]
fn regex_check(pattern: &str) -> Option<String> {
    matcher::compile(pattern).err()
}

/// The tree of a pattern in Ruby's dialect, its names and facts, as JSON. Raises `ValueError` where Ruby refuses it.
#[pyfunction]
fn regex_parse(pattern: &str) -> PyResult<String> {
    regex::parse(pattern)
        .map(|tree| regex::to_json(&tree))
        .map_err(refused)
}

/// Offsets of the whole match and of each group, in characters; None for a group that took no part.
type Groups = Vec<Option<(usize, usize)>>;

/// Searches `subject`: whether there is a match (None where `limit` steps did not suffice), its groups, and the steps.
#[pyfunction]
fn regex_run(
    py: Python<'_>,
    pattern: &str,
    subject: &str,
    limit: u64,
) -> PyResult<(Option<bool>, Groups, u64)> {
    let regex = Regex::new(pattern).map_err(refused)?;
    let run = py.detach(|| regex.run(subject, limit));
    Ok(match run.outcome {
        Outcome::Matched(found) => (Some(true), found.groups, run.steps),
        Outcome::Missed => (Some(false), Vec::new(), run.steps),
        Outcome::Exhausted => (None, Vec::new(), run.steps),
    })
}

/// Ruby's message, and the bytes of the pattern that are to blame.
fn refused(error: regex::Error) -> PyErr {
    PyValueError::new_err((error.message.into_owned(), error.span.start, error.span.end))
}
