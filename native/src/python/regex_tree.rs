//! The tree of a regex, made of Python's objects.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::regex::{CallTarget, Kind, Node, parse};

use super::refused;

/// One part of a regex: its kind, its bytes, the parts that it is made of; `details` is what else its kind says.
#[pyclass(frozen, get_all, module = "pipelint._native")]
pub(super) struct RegexNode {
    kind: Py<PyString>,
    start: usize,
    end: usize,
    children: Py<PyTuple>,
    details: Py<PyDict>,
}

#[pymethods]
impl RegexNode {
    /// This part and all in it, outermost first.
    fn walk<'py>(of: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, Self>>> {
        let mut found = Vec::new();
        let mut todo = vec![of.clone()];
        while let Some(node) = todo.pop() {
            for child in node.get().children.bind(of.py()).iter().rev() {
                todo.push(child.cast_into()?);
            }
            found.push(node);
        }
        Ok(found)
    }
}

/// The root of a pattern's tree. Raises `ValueError` where Ruby refuses the pattern.
#[pyfunction]
pub(super) fn regex_tree<'py>(py: Python<'py>, pattern: &str) -> PyResult<Bound<'py, RegexNode>> {
    let tree = parse(pattern).map_err(refused)?;
    Maker { py }.make(&tree.root)
}

struct Maker<'py> {
    py: Python<'py>,
}

impl<'py> Maker<'py> {
    /// The parser bounds how deep a tree is.
    fn make(&self, of: &Node) -> PyResult<Bound<'py, RegexNode>> {
        let children = of.children();
        let children = children.into_iter().map(|child| self.make(child));
        let children = children.collect::<PyResult<Vec<_>>>()?;
        let details = PyDict::new(self.py);
        let node = RegexNode {
            kind: self.describe(&of.kind, &details)?.clone().unbind(),
            start: of.span.start,
            end: of.span.end,
            children: PyTuple::new(self.py, children)?.unbind(),
            details: details.unbind(),
        };
        Bound::new(self.py, node)
    }

    /// The name of a kind; what else it says goes into `details`, by the names' order.
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
                details.set_item(intern!(py, "fold"), fold)?;
                details.set_item(intern!(py, "value"), value)?;
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
                details.set_item(intern!(py, "max"), max)?;
                details.set_item(intern!(py, "min"), min)?;
                what(mode)?;
                intern!(py, "repeat")
            }
            Kind::Concat(_) => intern!(py, "concat"),
            Kind::Alternate(_) => intern!(py, "alternate"),
            Kind::Backref { groups, fold, .. } => {
                details.set_item(intern!(py, "fold"), fold)?;
                details.set_item(intern!(py, "groups"), groups)?;
                intern!(py, "backref")
            }
            Kind::Call { target } => {
                match target {
                    CallTarget::Number(group) => {
                        details.set_item(intern!(py, "groups"), [group])?;
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
