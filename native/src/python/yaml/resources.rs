//! The resources of Kubernetes in a YAML text.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pyo3::prelude::*;

use super::{Source, YamlNode};
use crate::yaml::tree::Kind;

impl Source {
    /// Values by key, of a repeated key the last; what has a key that is no scalar is left out.
    fn values(&self, number: u32) -> Vec<(u32, u32)> {
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut known = HashMap::new();
        for (key, value) in self.tree.pairs(number) {
            let Some(text) = self.text(key) else { continue };
            let at = *known.entry(text).or_insert(found.len());
            match found.get_mut(at) {
                Some(pair) => *pair = (key, value),
                None => found.push((key, value)),
            }
        }
        found
    }
}

/// The mappings of some documents that are resources of some kinds, one by one, each once however many aliases lead to it.
#[pyclass(module = "pipelint._native")]
pub struct YamlResources {
    source: Option<Arc<Source>>,
    kinds: Vec<String>,
    todo: Vec<(u32, Option<usize>)>,
    seen: HashSet<u32>,
    last: Option<(u32, Option<usize>)>,
}

impl YamlResources {
    /// What is in a mapping comes next. The items of a typed list are of its kind where they name none.
    fn go_inside(&mut self, source: &Source, number: u32) {
        let mut values = source.values(number);
        let of_items = self.named(source, &values, "List", None);
        values.reverse();
        for (key, value) in values {
            let items =
                of_items.is_some() && source.text(key).is_some_and(|text| *text == *b"items");
            self.todo.push((value, of_items.filter(|_| items)));
        }
    }

    /// The number of the kind that a mapping names before `suffix`, of those that are sought; `otherwise` where it names none.
    fn named(
        &self,
        source: &Source,
        values: &[(u32, u32)],
        suffix: &str,
        otherwise: Option<usize>,
    ) -> Option<usize> {
        let is_kind = |key| source.text(key).is_some_and(|text| *text == *b"kind");
        let Some((_, value)) = values.iter().find(|(key, _)| is_kind(*key)) else {
            return otherwise;
        };
        let text = source.text(*value).unwrap_or_default();
        let bare = text.strip_suffix(suffix.as_bytes());
        self.kinds
            .iter()
            .position(|kind| bare == Some(kind.as_bytes()))
    }
}

#[pymethods]
impl YamlResources {
    #[new]
    #[allow(clippy::needless_pass_by_value)]
    fn new(roots: Vec<Bound<'_, YamlNode>>, kinds: Vec<String>) -> Self {
        let source = roots.first().map(|root| Arc::clone(&root.get().source));
        let todo = roots
            .iter()
            .rev()
            .map(|root| (root.get().number, None))
            .collect();
        Self {
            source,
            kinds,
            todo,
            seen: HashSet::new(),
            last: None,
        }
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, String)>> {
        let Some(source) = self.source.clone() else {
            return Ok(None);
        };
        while let Some((number, inherited)) = self.todo.pop() {
            let number = source.tree.meant(number);
            let kind = source.tree.nodes[number as usize].kind;
            if matches!(kind, Kind::Scalar(_)) || !self.seen.insert(number) {
                continue;
            }
            if matches!(kind, Kind::Sequence(_)) {
                let from = self.todo.len();
                self.todo
                    .extend(source.tree.inside(number).map(|each| (each, inherited)));
                self.todo[from..].reverse();
                continue;
            }
            let named = self.named(&source, &source.values(number), "", inherited);
            if let Some(at) = named {
                self.last = Some((number, named));
                let node = YamlNode { source, number };
                return Ok(Some((node.other(py, number)?, self.kinds[at].clone())));
            }
            self.go_inside(&source, number);
        }
        Ok(None)
    }

    /// Goes on inside of the mapping that came last.
    fn enter(&mut self) {
        if let (Some(source), Some((number, _))) = (self.source.clone(), self.last.take()) {
            self.go_inside(&source, number);
        }
    }
}
