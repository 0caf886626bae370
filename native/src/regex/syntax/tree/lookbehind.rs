//! What Onigmo allows inside of a look-behind: parts of fixed length, and no look-ahead, atomic group or backreference.

use super::ast::{Assertion, CallTarget, Kind, LookKind, Node, Tree};
use crate::regex::error::Error;
use super::recursion::{body, groups};
use std::collections::HashMap;

/// Checks all look-behinds of a pattern.
///
/// # Errors
/// "invalid pattern in look-behind" at the part that is to blame.
pub(in crate::regex::syntax) fn check(tree: &Tree) -> Result<(), Error> {
    let nodes = tree.root.descendants();
    if !nodes.iter().any(|node| {
        matches!(
            node.kind,
            Kind::Look(LookKind::Behind | LookKind::NotBehind, _)
        )
    }) {
        return Ok(());
    }
    let groups = groups(tree);
    for node in nodes {
        let Kind::Look(kind @ (LookKind::Behind | LookKind::NotBehind), inside) = &node.kind else {
            continue;
        };
        if let Some(culprit) = forbidden(inside, *kind) {
            return Err(Error::new("invalid pattern in look-behind", culprit.span));
        }
        for branch in branches(inside) {
            let mut budget = 100_000;
            if length(branch, &groups, &mut budget).is_none() {
                return Err(Error::new("invalid pattern in look-behind", branch.span));
            }
        }
    }
    Ok(())
}

/// The alternatives of a look-behind, which may differ in length; those further inside may not.
pub(in crate::regex) fn branches(inside: &Node) -> Vec<&Node> {
    match &inside.kind {
        Kind::Alternate(nodes) => nodes.iter().collect(),
        Kind::Group(super::ast::GroupKind::Plain, body) => branches(body),
        _ => vec![inside],
    }
}

/// The first part that may not stand in a look-behind.
fn forbidden(node: &Node, kind: LookKind) -> Option<&Node> {
    let bad = match &node.kind {
        Kind::Assert(Assertion::TextEnd | Assertion::TextEndNewline)
        | Kind::Look(LookKind::Ahead | LookKind::NotAhead, _)
        | Kind::Atomic(_)
        | Kind::Absent(_)
        | Kind::Backref { .. }
        | Kind::Conditional { .. }
        | Kind::Linebreak
        | Kind::Grapheme
        | Kind::Repeat {
            mode: super::ast::Mode::Possessive,
            ..
        } => true,
        Kind::Capture { .. } => kind == LookKind::NotBehind,
        _ => false,
    };
    if bad {
        return Some(node);
    }
    node.children()
        .into_iter()
        .find_map(|child| forbidden(child, kind))
}

/// The number of characters that `node` always takes; None where it varies.
pub(in crate::regex) fn length(
    node: &Node,
    groups: &HashMap<usize, &Node>,
    budget: &mut u32,
) -> Option<usize> {
    *budget = budget.checked_sub(1)?;
    match &node.kind {
        Kind::Char { .. } | Kind::Class(_) | Kind::Any { .. } => Some(1),
        Kind::Empty | Kind::Assert(_) | Kind::Keep | Kind::Look(..) => Some(0),
        Kind::Group(_, body) | Kind::Capture { body, .. } => length(body, groups, budget),
        Kind::Concat(nodes) => nodes.iter().try_fold(0_usize, |sum, node| {
            Some(sum.saturating_add(length(node, groups, budget)?))
        }),
        Kind::Alternate(nodes) => {
            let mut lengths = nodes.iter().map(|node| length(node, groups, budget));
            let first = lengths.next()??;
            lengths.all(|other| other == Some(first)).then_some(first)
        }
        Kind::Repeat { body, min, max, .. } if *max == Some(*min) => {
            Some(length(body, groups, budget)?.saturating_mul(*min as usize))
        }
        Kind::Call {
            target: CallTarget::Number(number),
        } => length(body(groups.get(number)?), groups, budget),
        _ => None,
    }
}
