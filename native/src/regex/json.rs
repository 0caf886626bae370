//! The syntax tree as JSON: `{"kind", "span": [start, end], ..., "children"}`, spans in bytes of the pattern.

use regex_syntax::hir::ClassUnicode;
use serde_json::{Map, Value, json};

use super::ast::{CallTarget, Kind, Node, Tree};
use super::facts::facts;

/// `{"captures", "names", "facts", "root"}` of a parsed pattern.
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
        "root": node(&tree.root),
    })
    .to_string()
}

fn node(of: &Node) -> Value {
    let mut value = details(&of.kind);
    value["span"] = json!([of.span.start, of.span.end]);
    let children = of.children();
    if !children.is_empty() {
        value["children"] = children.into_iter().map(node).collect();
    }
    value
}

/// First and last character of each range.
fn ranges(set: &ClassUnicode) -> Vec<[char; 2]> {
    set.iter()
        .map(|range| [range.start(), range.end()])
        .collect()
}

fn details(kind: &Kind) -> Value {
    match kind {
        Kind::Empty => json!({"kind": "empty"}),
        Kind::Char { value, fold } => json!({"kind": "char", "value": value, "fold": fold}),
        Kind::Class(set) => {
            json!({"kind": "class", "ranges": ranges(set)})
        }
        Kind::Any { newline } => json!({"kind": "any", "newline": newline}),
        Kind::Assert(assertion) => json!({"kind": "assert", "what": format!("{assertion:?}")}),
        Kind::Keep => json!({"kind": "keep"}),
        Kind::Linebreak => json!({"kind": "linebreak"}),
        Kind::Grapheme => json!({"kind": "grapheme"}),
        Kind::Group(group, _) => json!({"kind": "group", "what": format!("{group:?}")}),
        Kind::Capture { index, name, .. } => {
            json!({"kind": "capture", "index": index, "name": name})
        }
        Kind::Atomic(_) => json!({"kind": "atomic"}),
        Kind::Look(look, _) => json!({"kind": "look", "what": format!("{look:?}")}),
        Kind::Absent(_) => json!({"kind": "absent"}),
        Kind::Repeat { min, max, mode, .. } => {
            json!({"kind": "repeat", "min": min, "max": max, "what": format!("{mode:?}")})
        }
        Kind::Concat(_) => json!({"kind": "concat"}),
        Kind::Alternate(_) => json!({"kind": "alternate"}),
        Kind::Backref { groups, fold, .. } => {
            json!({"kind": "backref", "groups": groups, "fold": fold})
        }
        Kind::Call { target } => match target {
            CallTarget::Number(group) => json!({"kind": "call", "groups": [group]}),
            CallTarget::Name(name) => json!({"kind": "call", "name": name}),
        },
        Kind::Conditional { groups, .. } => json!({"kind": "conditional", "groups": groups}),
    }
}
