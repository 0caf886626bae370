//! What is said of a whole pattern, as JSON.

use regex_syntax::hir::ClassUnicode;
use serde_json::{Map, Value, json};

use super::ast::Tree;
use super::facts::facts;

/// `{"captures", "names", "facts"}` of a parsed pattern.
#[must_use]
pub fn to_json(tree: &Tree) -> String {
    let facts = facts(tree);
    let names: Map<String, Value> = tree
        .names
        .iter()
        .map(|(name, groups)| (name.clone(), json!(groups)))
        .collect();
    json!({
        "captures": tree.captures,
        "names": names,
        "facts": {
            "text_start": facts.text_start,
            "line_start": facts.line_start,
            "line_start_implied": facts.line_start_implied,
            "text_start_implied": facts.text_start_implied,
            "first": facts.first.as_ref().map(ranges),
            "text_end": facts.text_end,
            "line_end": facts.line_end,
            "required": facts.required,
            "min_length": facts.min_length,
        },
    })
    .to_string()
}

/// First and last character of each range.
fn ranges(set: &ClassUnicode) -> Vec<[char; 2]> {
    set.iter()
        .map(|range| [range.start(), range.end()])
        .collect()
}
