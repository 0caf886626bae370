//! What `.gitignore` and the like leave out of a search, by the rules of ripgrep.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ignore::{IncrementalIgnore, WalkBuilder};
use pyo3::prelude::*;

/// Files with rules, as they are called in the folders that they hold for.
const RULES: [&str; 3] = [".gitignore", ".ignore", ".git/info/exclude"];

/// What a search below one folder passes over.
#[pyclass(module = "pipelint._native")]
pub struct IgnoreRules {
    folder: PathBuf,
    rules: Option<IncrementalIgnore>,
    known: HashSet<PathBuf>,
}

#[pymethods]
impl IgnoreRules {
    #[new]
    fn new(folder: PathBuf) -> Self {
        let whole = std::path::absolute(&folder).unwrap_or_else(|_| folder.clone());
        let plain = whole.ancestors().all(has_plain_rules);
        let rules = WalkBuilder::new(&folder)
            .hidden(false)
            .build_matchers()
            .pop()
            .filter(|_| plain);
        Self {
            folder,
            rules,
            known: HashSet::new(),
        }
    }

    #[allow(clippy::needless_pass_by_value)]
    fn ignores(&mut self, path: PathBuf, folder: bool) -> bool {
        let holder = path.parent().unwrap_or(Path::new(""));
        if !self.known.contains(holder) {
            if !has_plain_rules(&self.folder.join(holder)) {
                self.rules = None;
            }
            self.known.insert(holder.to_owned());
        }
        self.rules
            .as_mut()
            .is_some_and(|rules| rules.matched(&path, folder).is_ignore())
    }
}

/// Whether all rules in a folder can be read without waiting: a pipe in their place would be waited for.
fn has_plain_rules(folder: &Path) -> bool {
    RULES.iter().all(|name| {
        folder
            .join(name)
            .metadata()
            .is_ok_and(|found| found.is_file())
            || !folder.join(name).exists()
    })
}
