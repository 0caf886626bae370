//! Trees of YAML as Python sees them: objects are made of nodes when somebody asks for them.

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyString};

pub use collections::{YamlMapping, YamlPair, YamlSequence};
pub use resources::YamlResources;

use crate::yaml;
use crate::yaml::decode::{Decoded, decode, verbatim};
use crate::yaml::token::Style;
use crate::yaml::tree::{Kind, Node, Tree};

mod collections;
mod resources;

/// A tree and the file that it was read from.
struct Source {
    tree: Tree,
    file: Option<PyBackedBytes>,
}

impl Source {
    fn file(&self) -> &[u8] {
        self.file.as_deref().unwrap_or_default()
    }

    /// The value of a scalar, or of the one that an alias stands for; None of any other node.
    fn text(&self, number: u32) -> Option<Cow<'_, [u8]>> {
        let node = &self.tree.nodes[self.tree.meant(number) as usize];
        match verbatim(self.file(), node) {
            Some(bytes) => Some(bytes.into()),
            None => decode(self.file(), node).map(|decoded| decoded.text.into()),
        }
    }
}

/// A list, a mapping or a scalar in its tree. Equal to another object of the same node: aliases lead to one.
#[pyclass(frozen, subclass, module = "pipelint._native")]
pub struct YamlNode {
    source: Arc<Source>,
    number: u32,
}

impl YamlNode {
    /// The only node of a tree of its own.
    fn alone(kind: Kind, start: u32) -> Self {
        let node = Node {
            kind,
            anchored: false,
            start,
            end: 0,
            link: 1,
            column: -1,
            tag: 0,
        };
        let tree = Tree {
            nodes: vec![node],
            tags: vec![String::new()],
            ..Tree::default()
        };
        Self {
            source: Arc::new(Source { tree, file: None }),
            number: 0,
        }
    }

    fn node(&self) -> &Node {
        &self.source.tree.nodes[self.number as usize]
    }

    /// The node of this number of the same tree, or what the alias there stands for.
    fn other<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let number = self.source.tree.meant(number);
        let base = PyClassInitializer::from(Self {
            source: Arc::clone(&self.source),
            number,
        });
        Ok(match self.source.tree.nodes[number as usize].kind {
            Kind::Scalar(_) => Bound::new(py, base.add_subclass(YamlScalar))?.into_any(),
            Kind::Sequence(_) => {
                Bound::new(py, base.add_subclass(YamlSequence::empty()))?.into_any()
            }
            Kind::Mapping(_) | Kind::Alias => {
                Bound::new(py, base.add_subclass(YamlMapping::empty()))?.into_any()
            }
        })
    }

    fn string<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyString> {
        PyString::new(
            py,
            &String::from_utf8_lossy(&self.source.text(number).unwrap_or_default()),
        )
    }

    /// Where the alias of this number stands, None where there is none.
    fn alias(&self, number: u32) -> Option<(u32, u32)> {
        let node = &self.source.tree.nodes[number as usize];
        (node.kind == Kind::Alias).then_some((node.start, node.end))
    }
}

#[pymethods]
impl YamlNode {
    #[getter]
    fn start(&self) -> u32 {
        self.node().start
    }

    #[getter]
    fn end(&self) -> u32 {
        self.node().end
    }

    #[getter]
    fn tag(&self) -> &str {
        &self.source.tree.tags[self.node().tag as usize]
    }

    #[getter]
    fn anchored(&self) -> bool {
        self.node().anchored
    }

    #[getter]
    fn style(&self) -> &'static str {
        match self.node().kind {
            Kind::Sequence(true) | Kind::Mapping(true) => "{",
            Kind::Sequence(false) | Kind::Mapping(false) | Kind::Alias => "",
            Kind::Scalar(scalar) => match scalar.style {
                Style::Plain => "",
                Style::Single => "'",
                Style::Double => "\"",
                Style::Literal => "|",
                Style::Folded => ">",
            },
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| {
            self.number == other.number && Arc::ptr_eq(&self.source, &other.source)
        })
    }

    fn __hash__(&self) -> usize {
        (Arc::as_ptr(&self.source).addr() >> 4).wrapping_add(self.number as usize)
    }
}

/// A scalar.
#[pyclass(frozen, extends = YamlNode, module = "pipelint._native")]
pub struct YamlScalar;

/// A value, where each piece of it begins in it and in the file, and the ends of pieces that the file has otherwise.
type Mapped<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyDict>,
);

#[pymethods]
impl YamlScalar {
    #[getter]
    fn value<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyString> {
        let node = slf.as_super().get();
        node.string(slf.py(), node.number)
    }

    #[getter]
    fn encoded<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyBytes> {
        let node = slf.as_super().get();
        PyBytes::new(slf.py(), &node.source.text(node.number).unwrap_or_default())
    }

    #[getter]
    fn content(slf: &Bound<'_, Self>) -> u32 {
        slf.as_super().get().node().link
    }

    #[getter]
    fn parent_indent(slf: &Bound<'_, Self>) -> i32 {
        slf.as_super().get().node().column
    }

    fn mapped<'py>(slf: &Bound<'py, Self>) -> PyResult<Mapped<'py>> {
        let (py, node) = (slf.py(), slf.as_super().get());
        let Decoded {
            text,
            starts,
            places,
            atoms,
        } = decode(node.source.file(), node.node()).unwrap_or_default();
        let ends = PyDict::new(py);
        for (number, end) in atoms {
            ends.set_item(number, end)?;
        }
        let numbers = |all: Vec<u32>| {
            let bytes: Vec<u8> = all.into_iter().flat_map(u32::to_ne_bytes).collect();
            PyBytes::new(py, &bytes)
        };
        Ok((
            PyBytes::new(py, &text),
            numbers(starts),
            numbers(places),
            ends,
        ))
    }
}

type Roots<'py> = Vec<Bound<'py, PyAny>>;

/// The roots of a YAML text, and where reading stopped: what is wrong, and the offset. Raises `ValueError` for what is no
/// UTF-8.
#[pyfunction]
pub fn yaml_read<'py>(
    py: Python<'py>,
    data: Bound<'py, PyBytes>,
) -> PyResult<(Roots<'py>, Option<(String, usize)>)> {
    let file = PyBackedBytes::from(data);
    let text =
        std::str::from_utf8(&file).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let tree = py.detach(|| yaml::read(text));
    let error = tree.error.clone().map(|error| (error.message, error.at));
    let node = YamlNode {
        source: Arc::new(Source {
            tree,
            file: Some(file),
        }),
        number: 0,
    };
    let roots: PyResult<Vec<_>> = node
        .source
        .tree
        .roots
        .iter()
        .map(|&root| node.other(py, root))
        .collect();
    Ok((roots?, error))
}

/// All scalars of the text that a node is in, in their order.
#[pyfunction]
pub fn yaml_scalars<'py>(
    py: Python<'py>,
    node: &Bound<'py, YamlNode>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let node = node.get();
    let scalars = (0u32..)
        .zip(&node.source.tree.nodes)
        .filter(|(_, each)| matches!(each.kind, Kind::Scalar(_)));
    scalars.map(|(number, _)| node.other(py, number)).collect()
}
