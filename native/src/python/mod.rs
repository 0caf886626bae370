//! The module as Python sees it; `pipelint/_native.pyi` describes it.

mod automaton;

use std::collections::BTreeMap;
use std::ffi::{CStr, c_void};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PySystemError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::regex::{Engine, Outcome, Regex};
use crate::{grammars, grok, matcher, regex, toml};

mod ignored;
mod regex_tree;
mod yaml;

/// The name that tree-sitter's Python binding asks of a language capsule.
const CAPSULE: &CStr = c"tree_sitter.Language";

fn capsule(py: Python<'_>, table: *const c_void) -> PyResult<Bound<'_, PyCapsule>> {
    let table = NonNull::new(table.cast_mut())
        .ok_or_else(|| PySystemError::new_err("the grammar has no language table"))?;
    // SAFETY: the table is a constant of this library, is never written to, and outlives the capsule.
    unsafe { PyCapsule::new_with_pointer(py, table, CAPSULE) }
}

/// Linear-time regexes, sets of texts, and the tree-sitter grammars of Fluentd and Logstash.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::automaton::{Automaton, share_automaton_steps};
    #[pymodule_export]
    use super::ignored::IgnoreRules;
    #[pymodule_export]
    use super::regex_tree::{RegexNode, regex_tree};
    #[pymodule_export]
    use super::yaml::{
        YamlMapping, YamlNode, YamlPair, YamlResources, YamlScalar, YamlSequence, yaml_read,
        yaml_scalars,
    };
    #[pymodule_export]
    use super::{
        fluentd_language, grok_definitions, logstash_language, regex_analyse, regex_check,
        regex_is_match, regex_parse, regex_run, regex_work, toml_parse,
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

/// The grok patterns that are known by name: (name, definition), sorted by name.
#[pyfunction]
fn grok_definitions() -> Vec<(&'static str, &'static str)> {
    grok::definitions().to_vec()
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

/// The groups, names and facts of a pattern in Ruby's dialect, as JSON. Raises `ValueError` where Ruby refuses it.
#[pyfunction]
fn regex_parse(pattern: &str) -> PyResult<String> {
    regex::parse(pattern)
        .map(|tree| regex::to_json(&tree))
        .map_err(refused)
}

/// Compiled regexes that are kept: a pattern is mostly run on several lines, one call after the other.
const KEPT: usize = 64;

static COMPILED: Mutex<BTreeMap<(Engine, String), Arc<Regex>>> = Mutex::new(BTreeMap::new());

fn compiled(pattern: &str, engine: Engine) -> PyResult<Arc<Regex>> {
    let key = (engine, pattern.to_owned());
    let mut kept = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(&key) {
        return Ok(Arc::clone(known));
    }
    let regex = Arc::new(Regex::of(pattern, engine).map_err(refused)?);
    if kept.len() >= KEPT {
        kept.clear();
    }
    kept.insert(key, Arc::clone(&regex));
    Ok(regex)
}

/// Whether backtracking can run away, with a confirmed attack, as JSON. Raises `ValueError` where Ruby refuses the pattern.
#[pyfunction]
fn regex_analyse(py: Python<'_>, pattern: &str, limit: u64) -> PyResult<String> {
    py.detach(|| regex::analyse(pattern, limit))
        .map(|verdict| regex::verdict_to_json(&verdict))
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
    let regex = compiled(pattern, Engine::Onigmo)?;
    let run = py.detach(|| regex.run(subject, limit));
    Ok(match run.outcome {
        Outcome::Matched(found) => (Some(true), found.groups, run.steps),
        Outcome::Missed => (Some(false), Vec::new(), run.steps),
        Outcome::Exhausted => (None, Vec::new(), run.steps),
    })
}

/// Whether a subject matches (None where the steps did not suffice), and the amount of each kind of work that this took.
type Worked<'py> = (Option<bool>, u64, Bound<'py, PyDict>);

/// Searches each subject, in at most `limit` steps each; amounts of zero are left out.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)]
fn regex_work<'py>(
    py: Python<'py>,
    pattern: &str,
    subjects: Vec<String>,
    limit: u64,
    engine: &str,
) -> PyResult<Vec<Worked<'py>>> {
    let engine = match engine {
        "onigmo" => Engine::Onigmo,
        "joni" => Engine::Joni,
        _ => return Err(PyValueError::new_err("an engine is onigmo or joni")),
    };
    let regex = compiled(pattern, engine)?;
    let mut all = Vec::with_capacity(subjects.len());
    for subject in &subjects {
        let run = py.detach(|| regex.run(subject, limit));
        let work = PyDict::new(py);
        for (name, amount) in run.work.amounts().filter(|&(_, amount)| amount > 0) {
            work.set_item(name, amount)?;
        }
        let verdict = match run.outcome {
            Outcome::Matched(_) => Some(true),
            Outcome::Missed => Some(false),
            Outcome::Exhausted => None,
        };
        all.push((verdict, run.steps, work));
    }
    Ok(all)
}

/// Ruby's message, and the bytes of the pattern that are to blame.
fn refused(error: regex::Error) -> PyErr {
    PyValueError::new_err((error.message.into_owned(), error.span.start, error.span.end))
}

/// A TOML document as JSON, with a span on every key and value. Raises `ValueError` with message, start and end.
#[pyfunction]
fn toml_parse(text: &str) -> PyResult<String> {
    toml::to_json(text)
        .map_err(|error| PyValueError::new_err((error.message, error.span.0, error.span.1)))
}
