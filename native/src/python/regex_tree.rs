//! The tree of a regex, made of Python's objects.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::regex::{CallTarget, Kind, Node, parse};

use super::refused;

/// The root of a pattern's tree: `node(kind, start, end, children, details)` makes each part, its children first.
///
/// Raises `ValueError` where Ruby refuses the pattern.
#[pyfunction]
pub(super) fn regex_tree<'py>(
    py: Python<'py>,
    pattern: &str,
    node: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let tree = parse(pattern).map_err(refused)?;
    Maker { py, node }.make(&tree.root)
}

struct Maker<'a, 'py> {
    py: Python<'py>,
    node: &'a Bound<'py, PyAny>,
}

impl<'py> Maker<'_, 'py> {
    /// The parser bounds how deep a tree is.
    fn make(&self, of: &Node) -> PyResult<Bound<'py, PyAny>> {
        let children: Vec<_> = of
            .children()
            .into_iter()
            .map(|child| self.make(child))
            .collect::<PyResult<_>>()?;
        let details = PyDict::new(self.py);
        let kind = self.describe(&of.kind, &details)?;
        let children = PyTuple::new(self.py, children)?;
        self.node
            .call1((kind, of.span.start, of.span.end, children, details))
    }

    /// The name of a kind; what else it says goes into `details`.
    fn describe(
        &self,
        kind: &Kind,
        details: &Bound<'py, PyDict>,
    ) -> PyResult<&Bound<'py, PyString>> {
        let py = self.py;
        let what =
            |of: &dyn std::fmt::Debug| details.set_item(intern!(py, "what"), format!("{of:?}"));
        Ok(match kind {
            Kind::Empty => intern!(py, "empty"),
            Kind::Char { value, fold } => {
                details.set_item(intern!(py, "value"), value)?;
                details.set_item(intern!(py, "fold"), fold)?;
                intern!(py, "char")
            }
            Kind::Class(set) => {
                let pairs = set.iter().map(|range| [range.start(), range.end()]);
                let pairs = pairs.map(|pair| PyList::new(py, pair));
                let pairs = pairs.collect::<PyResult<Vec<_>>>()?;
                details.set_item(intern!(py, "ranges"), pairs)?;
                intern!(py, "class")
            }
            Kind::Any { newline } => {
                details.set_item(intern!(py, "newline"), newline)?;
                intern!(py, "any")
            }
            Kind::Assert(assertion) => {
                what(assertion)?;
                intern!(py, "assert")
            }
            Kind::Keep => intern!(py, "keep"),
            Kind::Linebreak => intern!(py, "linebreak"),
            Kind::Grapheme => intern!(py, "grapheme"),
            Kind::Group(group, _) => {
                what(group)?;
                intern!(py, "group")
            }
            Kind::Capture { index, name, .. } => {
                details.set_item(intern!(py, "index"), index)?;
                details.set_item(intern!(py, "name"), name.as_deref())?;
                intern!(py, "capture")
            }
            Kind::Atomic(_) => intern!(py, "atomic"),
            Kind::Look(look, _) => {
                what(look)?;
                intern!(py, "look")
            }
            Kind::Absent(_) => intern!(py, "absent"),
            Kind::Repeat { min, max, mode, .. } => {
                details.set_item(intern!(py, "min"), min)?;
                details.set_item(intern!(py, "max"), max)?;
                what(mode)?;
                intern!(py, "repeat")
            }
            Kind::Concat(_) => intern!(py, "concat"),
            Kind::Alternate(_) => intern!(py, "alternate"),
            Kind::Backref { groups, fold, .. } => {
                details.set_item(intern!(py, "groups"), groups)?;
                details.set_item(intern!(py, "fold"), fold)?;
                intern!(py, "backref")
            }
            Kind::Call { target } => {
                match target {
                    CallTarget::Number(group) => {
                        details.set_item(intern!(py, "groups"), [group])?
                    }
                    CallTarget::Name(name) => details.set_item(intern!(py, "name"), name)?,
                }
                intern!(py, "call")
            }
            Kind::Conditional { groups, .. } => {
                details.set_item(intern!(py, "groups"), groups)?;
                intern!(py, "conditional")
            }
        })
    }
}
