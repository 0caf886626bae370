//! `Automaton` as Python sees it: an operation gives its operand back where nothing changes, so that `is` tells it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::automaton::{self, DEAD, Limit, Machine, Move, Taken, When};

pyo3::import_exception!(pipelint.graph.bounds, TooLargeError);
pyo3::import_exception!(pipelint.graph.bounds, TooMuchWorkError);

impl From<Limit> for PyErr {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::TooLarge => TooLargeError::new_err(()),
            Limit::TooMuchWork => TooMuchWorkError::new_err(()),
        }
    }
}

/// A set of texts.
#[pyclass(frozen, module = "pipelint._native")]
pub struct Automaton(automaton::Automaton);

/// A node's moves: characters, whether these or all others, the node that they lead to.
type Moves<'py> = Vec<(Bound<'py, PyString>, bool, u32)>;

/// A state: where named characters lead, where all others do, whether a text may end; None is a dead end.
type State<'py> = (Bound<'py, PyDict>, Option<u32>, bool);

#[pymethods]
impl Automaton {
    /// The texts of a machine: for each node the moves of a character, and those of none, each with when it is open.
    #[new]
    #[allow(clippy::needless_pass_by_value)]
    fn new(moves: Vec<Moves<'_>>, free: Vec<Vec<(String, u32)>>, end: u32) -> PyResult<Self> {
        let when = |word: &str| match word {
            "" => Some(When::Always),
            "^" => Some(When::AtStart),
            "." => Some(When::BeforeDot),
            "$" => Some(When::AtEnd),
            _ => None,
        };
        let read = |(chars, these, to): &(Bound<'_, PyString>, bool, u32)| {
            let mut chars: Vec<char> = chars.to_string_lossy().chars().collect();
            chars.sort_unstable();
            Move {
                chars,
                these: *these,
                to: *to,
            }
        };
        let open = |(word, to): &(String, u32)| Some((when(word)?, *to));
        let free: Option<Vec<Vec<_>>> = free
            .iter()
            .map(|of| of.iter().map(open).collect())
            .collect();
        let machine = Machine {
            moves: moves
                .iter()
                .map(|of| of.iter().map(read).collect())
                .collect(),
            free: free.ok_or_else(|| PyValueError::new_err("a move is \"\", ^, . or $"))?,
            end,
        };
        if machine.moves.is_empty() {
            return Ok(Self(automaton::Automaton::empty()));
        }
        if !machine.is_sound() {
            return Err(PyValueError::new_err("a move leads to no node"));
        }
        Ok(Self(machine.build()?))
    }

    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Vec<State<'py>>> {
        let target = |to: u32| (to != DEAD).then_some(to);
        let mut all = Vec::with_capacity(self.0.states().len());
        for state in self.0.states() {
            let on = PyDict::new(py);
            for &(char, to) in &state.on {
                on.set_item(char, target(to))?;
            }
            all.push((on, target(state.other), state.accepts));
        }
        Ok(all)
    }

    /// By identity: a comparison leaves a class without a hash.
    fn __hash__(slf: &Bound<'_, Self>) -> usize {
        slf.as_ptr() as usize >> 4
    }

    fn __len__(&self) -> usize {
        self.0.states().len()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    #[getter]
    fn prefix(&self) -> &str {
        self.0.prefix()
    }

    #[getter]
    fn is_prefix(&self) -> bool {
        self.0.is_prefix()
    }

    #[getter]
    fn is_one(&self) -> bool {
        self.0.is_one()
    }

    #[getter]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[getter]
    fn is_everything(&self) -> bool {
        self.0.is_everything()
    }

    fn __contains__(&self, text: &Bound<'_, PyString>) -> bool {
        self.0.contains(&text.to_string_lossy())
    }

    fn example(&self) -> Option<String> {
        self.0.example()
    }

    fn words(&self, limit: usize) -> Option<Vec<String>> {
        self.0.words(limit)
    }

    fn meets(&self, other: &Self) -> PyResult<bool> {
        Ok(self.0.meets(&other.0)?)
    }

    fn __le__(&self, other: &Self) -> PyResult<bool> {
        Ok(self.0.witness(&[&other.0], None)?.is_none())
    }

    fn __and__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, Self>,
    ) -> PyResult<Bound<'py, Self>> {
        Self::and_without(slf, other, Vec::new())
    }

    fn __sub__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, Self>,
    ) -> PyResult<Bound<'py, Self>> {
        Self::without(slf, vec![other.clone()])
    }

    fn __or__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        taken(slf.get().0.or(&other.get().0)?, slf, other)
    }

    /// The texts that none of the others has.
    #[allow(clippy::needless_pass_by_value)]
    fn without<'py>(
        slf: &Bound<'py, Self>,
        others: Vec<Bound<'py, Self>>,
    ) -> PyResult<Bound<'py, Self>> {
        taken(slf.get().0.without(&plain(&others))?, slf, slf)
    }

    /// The texts of both that none of `gone` has.
    #[allow(clippy::needless_pass_by_value)]
    fn and_without<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, Self>,
        gone: Vec<Bound<'py, Self>>,
    ) -> PyResult<Bound<'py, Self>> {
        let found = slf.get().0.and_without(&other.get().0, &plain(&gone))?;
        taken(found, slf, other)
    }

    /// A shortest text that `within` has, too, and none of `gone`, or None.
    #[pyo3(signature = (gone, within=None))]
    #[allow(clippy::needless_pass_by_value)]
    fn witness(
        &self,
        gone: Vec<Bound<'_, Self>>,
        within: Option<&Bound<'_, Self>>,
    ) -> PyResult<Option<String>> {
        Ok(self
            .0
            .witness(&plain(&gone), within.map(|other| &other.get().0))?)
    }

    fn segment(&self, index: usize) -> PyResult<Self> {
        Ok(Self(self.0.segment(index)?))
    }

    fn after(&self, prefix: &Bound<'_, PyString>) -> PyResult<Self> {
        Ok(Self(self.0.after(&prefix.to_string_lossy())?))
    }

    fn before(&self, prefix: &Bound<'_, PyString>) -> PyResult<Self> {
        Ok(Self(self.0.before(&prefix.to_string_lossy())?))
    }
}

fn plain<'a>(others: &'a [Bound<'_, Automaton>]) -> Vec<&'a automaton::Automaton> {
    others.iter().map(|other| &other.get().0).collect()
}

fn taken<'py>(
    found: Taken,
    left: &Bound<'py, Automaton>,
    right: &Bound<'py, Automaton>,
) -> PyResult<Bound<'py, Automaton>> {
    match found {
        Taken::Same => Ok(left.clone()),
        Taken::Other => Ok(right.clone()),
        Taken::New(new) => Bound::new(left.py(), Automaton(new)),
    }
}

/// Sets how many steps all automata of this thread may take from now on, None for any number; what was left before.
#[pyfunction]
pub fn share_automaton_steps(steps: Option<u64>) -> Option<u64> {
    automaton::share_steps(steps)
}
