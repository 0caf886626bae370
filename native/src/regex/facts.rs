//! What the tree alone tells: anchors, literals without which nothing matches, lengths, captures.

use std::collections::HashMap;

use regex_syntax::hir::ClassUnicode;

use super::ast::{Assertion, CallTarget, Kind, Node, Tree};
use super::first::first_set;
use super::recursion::{body as group_body, groups};

/// Facts about a pattern.
// Each is a fact of its own: they do not make up a state.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// A match begins at the start of the subject: `\A` or `\G`.
    pub text_start: bool,
    /// A match begins at a start of a line: `^` (or `\A`).
    pub line_start: bool,
    /// The pattern begins with a greedy `.*`: if it fails from a line's start, it fails from within the line.
    pub line_start_implied: bool,
    /// The pattern begins with a greedy `.*` that takes newlines: if it fails from the start, it fails from everywhere.
    pub text_start_implied: bool,
    /// Characters that a match can begin with; None where it may be empty, or where that is not known.
    pub first: Option<ClassUnicode>,
    /// A match ends at the end of the subject, or before a newline there: `\z` or `\Z`.
    pub text_end: bool,
    /// A match ends at the end of a line: `$` (or `\z`).
    pub line_end: bool,
    /// Texts that each match contains, in their order.
    pub required: Vec<String>,
    /// Fewest characters that a match takes.
    pub min_length: usize,
    /// Groups that capture.
    pub captures: usize,
}

/// Reads the facts off a tree.
#[must_use]
pub fn facts(tree: &Tree) -> Facts {
    let groups = groups(tree);
    // A number or name may be called or referred to from elsewhere: then skipping starts could change what it holds.
    let plain = !tree.root.descendants().iter().any(|node| {
        matches!(
            node.kind,
            Kind::Backref { .. }
                | Kind::Call { .. }
                | Kind::Keep
                | Kind::Look(..)
                | Kind::Conditional { .. }
                | Kind::Absent(_)
        )
    });
    let text_start = starts(&tree.root, is_text_start);
    let text_end = ends(&tree.root, |kind| {
        matches!(
            kind,
            Kind::Assert(Assertion::TextEnd | Assertion::TextEndNewline)
        )
    });
    let mut literals = Literals::default();
    literals.read(&tree.root);
    literals.close();
    Facts {
        text_start,
        line_start: starts(&tree.root, |kind| {
            is_text_start(kind) || *kind == Kind::Assert(Assertion::LineStart)
        }),
        line_start_implied: plain && starts(&tree.root, |kind| is_dot_star(kind, false)),
        text_start_implied: plain && starts(&tree.root, |kind| is_dot_star(kind, true)),
        first: first_set(&tree.root),
        text_end,
        line_end: text_end || ends(&tree.root, is_line_end),
        required: literals.found,
        min_length: min_length(&tree.root, &groups),
        captures: tree.captures,
    }
}

fn is_text_start(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Assert(Assertion::TextStart | Assertion::SearchStart)
    )
}

fn is_line_end(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Assert(Assertion::LineEnd | Assertion::TextEnd | Assertion::TextEndNewline)
    )
}

fn is_dot_star(kind: &Kind, newlines: bool) -> bool {
    let Kind::Repeat {
        body,
        min: 0,
        max: None,
        mode: super::ast::Mode::Greedy,
    } = kind
    else {
        return false;
    };
    matches!(body.kind, Kind::Any { newline } if newline == newlines)
}

/// Whether each way through `node` begins with a part that `wanted` accepts.
fn starts(node: &Node, wanted: fn(&Kind) -> bool) -> bool {
    edge(node, wanted, <[Node]>::first)
}

/// Whether each way through `node` ends with such a part.
fn ends(node: &Node, wanted: fn(&Kind) -> bool) -> bool {
    edge(node, wanted, <[Node]>::last)
}

fn edge(node: &Node, wanted: fn(&Kind) -> bool, pick: fn(&[Node]) -> Option<&Node>) -> bool {
    if wanted(&node.kind) {
        return true;
    }
    match &node.kind {
        Kind::Concat(nodes) => pick(nodes).is_some_and(|node| edge(node, wanted, pick)),
        Kind::Alternate(nodes) => nodes.iter().all(|node| edge(node, wanted, pick)),
        Kind::Group(_, body) | Kind::Capture { body, .. } | Kind::Atomic(body) => {
            edge(body, wanted, pick)
        }
        _ => false,
    }
}

/// Fewest characters that `node` takes; calls count as nothing where groups call each other.
pub(super) fn min_length(node: &Node, groups: &HashMap<usize, &Node>) -> usize {
    let mut budget = 10_000;
    least(node, groups, &mut budget)
}

fn least(node: &Node, groups: &HashMap<usize, &Node>, budget: &mut u32) -> usize {
    if *budget == 0 {
        return 0;
    }
    *budget -= 1;
    match &node.kind {
        Kind::Char { .. }
        | Kind::Class(_)
        | Kind::Any { .. }
        | Kind::Linebreak
        | Kind::Grapheme => 1,
        Kind::Concat(nodes) => nodes.iter().fold(0, |sum, node| {
            least(node, groups, budget).saturating_add(sum)
        }),
        Kind::Alternate(nodes) => nodes
            .iter()
            .map(|node| least(node, groups, budget))
            .min()
            .unwrap_or(0),
        Kind::Conditional { yes, no, .. } => {
            least(yes, groups, budget).min(least(no, groups, budget))
        }
        Kind::Repeat { body, min, .. } => least(body, groups, budget).saturating_mul(*min as usize),
        Kind::Group(_, body) | Kind::Atomic(body) | Kind::Capture { body, .. } => {
            least(body, groups, budget)
        }
        Kind::Call {
            target: CallTarget::Number(group),
        } => {
            // Each level of calls costs from one budget, so recursion ends.
            *budget /= 4;
            groups
                .get(group)
                .map_or(0, |&node| least(group_body(node), groups, budget))
        }
        _ => 0,
    }
}

/// Collects runs of characters that every match contains.
#[derive(Default)]
struct Literals {
    run: String,
    found: Vec<String>,
}

impl Literals {
    fn close(&mut self) {
        if !self.run.is_empty() {
            self.found.push(std::mem::take(&mut self.run));
        }
    }

    fn read(&mut self, node: &Node) {
        match &node.kind {
            Kind::Char { value, fold: false } => self.run.push(*value),
            Kind::Concat(nodes) => nodes.iter().for_each(|node| self.read(node)),
            Kind::Group(_, body) | Kind::Capture { body, .. } | Kind::Atomic(body) => {
                self.read(body);
            }
            Kind::Repeat { body, min, max, .. } if *min > 0 => {
                // The first round joins what stands before; what stands behind joins the last alone if there is one round.
                self.read(body);
                if *max != Some(1) {
                    self.close();
                }
            }
            Kind::Look(..) | Kind::Assert(_) | Kind::Empty | Kind::Keep => {}
            _ => self.close(),
        }
    }
}
