//! Lists and mappings.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};

use super::YamlNode;
use crate::yaml::tree::Kind;

/// A list.
#[pyclass(frozen, extends = YamlNode, module = "pipelint._native")]
pub struct YamlSequence {
    items: PyOnceLock<Py<PyList>>,
}

impl YamlSequence {
    pub(super) const fn empty() -> Self {
        Self {
            items: PyOnceLock::new(),
        }
    }
}

#[pymethods]
impl YamlSequence {
    #[classattr]
    #[allow(non_upper_case_globals)]
    const __match_args__: (&'static str,) = ("items",);

    #[new]
    #[pyo3(signature = (items, start = 0))]
    fn new(py: Python<'_>, items: Bound<'_, PyList>, start: u32) -> PyClassInitializer<Self> {
        let made = Self::empty();
        let _ = made.items.set(py, items.unbind());
        PyClassInitializer::from(YamlNode::alone(Kind::Sequence(false), start)).add_subclass(made)
    }

    #[getter]
    fn items<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let (py, node) = (slf.py(), slf.as_super().get());
        let made = slf.get().items.get_or_try_init(py, || {
            let items = node
                .source
                .tree
                .inside(node.number)
                .map(|each| node.other(py, each));
            Ok::<_, PyErr>(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    fn without_last<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let items = Self::items(slf)?;
        let first = items.get_slice(0, items.len().saturating_sub(1));
        Bound::new(slf.py(), Self::new(slf.py(), first, 0))
    }

    #[getter]
    fn aliases(slf: &Bound<'_, Self>) -> HashMap<usize, (u32, u32)> {
        let node = slf.as_super().get();
        let inside = node.source.tree.inside(node.number).enumerate();
        inside
            .filter_map(|(at, each)| Some((at, node.alias(each)?)))
            .collect()
    }
}

/// A key and its value as they stand in a mapping.
#[pyclass(frozen, get_all, module = "pipelint._native")]
pub struct YamlPair {
    key: Py<PyAny>,
    value: Py<PyAny>,
    alias: Option<(u32, u32)>,
}

/// Keys and values.
#[pyclass(frozen, extends = YamlNode, module = "pipelint._native")]
pub struct YamlMapping {
    values: PyOnceLock<Py<PyDict>>,
    keys: PyOnceLock<Py<PyDict>>,
    pairs: PyOnceLock<Py<PyList>>,
}

impl YamlMapping {
    pub(super) const fn empty() -> Self {
        Self {
            values: PyOnceLock::new(),
            keys: PyOnceLock::new(),
            pairs: PyOnceLock::new(),
        }
    }

    /// By key the objects that `chosen` of each pair makes.
    fn by_key<'py>(
        slf: &Bound<'py, Self>,
        made: &PyOnceLock<Py<PyDict>>,
        chosen: fn((u32, u32)) -> u32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (py, node) = (slf.py(), slf.as_super().get());
        let found = made.get_or_try_init(py, || {
            let dict = PyDict::new(py);
            for (key, value) in node.source.tree.pairs(node.number) {
                if matches!(
                    node.source.tree.nodes[node.source.tree.meant(key) as usize].kind,
                    Kind::Scalar(_)
                ) {
                    dict.set_item(node.string(py, key), node.other(py, chosen((key, value)))?)?;
                }
            }
            Ok::<_, PyErr>(dict.unbind())
        })?;
        Ok(found.bind(py).clone())
    }
}

#[pymethods]
impl YamlMapping {
    #[classattr]
    #[allow(non_upper_case_globals)]
    const __match_args__: (&'static str, &'static str) = ("values", "keys");

    #[new]
    fn new() -> PyClassInitializer<Self> {
        PyClassInitializer::from(YamlNode::alone(Kind::Mapping(false), 0))
            .add_subclass(Self::empty())
    }

    #[getter]
    fn values<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        Self::by_key(slf, &slf.get().values, |(_, value)| value)
    }

    #[getter]
    fn keys<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        Self::by_key(slf, &slf.get().keys, |(key, _)| key)
    }

    #[getter]
    fn pairs<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let (py, node) = (slf.py(), slf.as_super().get());
        let made = slf.get().pairs.get_or_try_init(py, || {
            let pairs = node.source.tree.pairs(node.number).map(|(key, value)| {
                let alias = node.alias(value);
                Ok(YamlPair {
                    key: node.other(py, key)?.unbind(),
                    value: node.other(py, value)?.unbind(),
                    alias,
                })
            });
            Ok::<_, PyErr>(PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    fn text<'py>(slf: &Bound<'py, Self>, key: &str) -> Bound<'py, PyString> {
        let node = slf.as_super().get();
        let wanted = |(found, _): &(u32, u32)| {
            node.source
                .text(*found)
                .is_some_and(|text| *text == *key.as_bytes())
        };
        match node.source.tree.pairs(node.number).filter(wanted).last() {
            Some((_, value)) => node.string(slf.py(), value),
            None => PyString::new(slf.py(), ""),
        }
    }
}
