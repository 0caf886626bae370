//! Subexpression calls that could never end, and which groups are called at all.

use std::collections::HashMap;

use super::ast::{CallTarget, Kind, Node, Tree};
use crate::regex::error::Error;

/// What an expression does about the group in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Returns {
    /// It can match without coming back to it.
    Never,
    /// It always comes back, behind some text.
    Always,
    /// It can come back where it began: endless.
    AtOnce,
}

/// The node of each group, the whole pattern under 0.
pub(in crate::regex) fn groups(tree: &Tree) -> HashMap<usize, &Node> {
    let captures = tree
        .root
        .descendants()
        .into_iter()
        .filter_map(|node| match &node.kind {
            Kind::Capture { index, .. } => Some((*index, node)),
            _ => None,
        });
    std::iter::once((0, &tree.root)).chain(captures).collect()
}

/// Refuses groups that call themselves always, or before they take any text, as Onigmo does.
///
/// # Errors
/// "never ending recursion" at the group.
pub(in crate::regex::syntax) fn check(tree: &Tree) -> Result<(), Error> {
    let nodes = tree.root.descendants();
    if !nodes
        .iter()
        .any(|node| matches!(node.kind, Kind::Call { .. }))
    {
        return Ok(());
    }
    let groups = groups(tree);
    for (&group, &node) in &groups {
        let mut search = Search {
            groups: &groups,
            wanted: group,
            visiting: vec![group],
            budget: SEARCH_LIMIT,
        };
        if search.returns(body(node), true) != Returns::Never {
            return Err(Error::new("never ending recursion", node.span));
        }
        if search.budget == 0 {
            return Err(Error::new("too many calls to follow", node.span));
        }
    }
    Ok(())
}

/// Nodes visited for one group: calls of calls could be followed for ever so long.
const SEARCH_LIMIT: u32 = 100_000;
/// Calls inside one another that are followed.
const DEPTH_LIMIT: usize = 30;

struct Search<'a> {
    groups: &'a HashMap<usize, &'a Node>,
    wanted: usize,
    visiting: Vec<usize>,
    budget: u32,
}

impl Search<'_> {
    /// Follows `node`; `head` while nothing can have been taken before it.
    fn returns(&mut self, node: &Node, head: bool) -> Returns {
        if self.budget == 0 {
            return Returns::Never;
        }
        self.budget -= 1;
        match &node.kind {
            Kind::Concat(nodes) => {
                let mut head = head;
                let mut found = Returns::Never;
                for node in nodes {
                    found = found.max(self.returns(node, head));
                    if found == Returns::AtOnce {
                        break;
                    }
                    head = head && self.min_length(node, 0) == 0;
                }
                found
            }
            Kind::Alternate(nodes) => self.branches(nodes.iter(), head),
            Kind::Conditional { yes, no, .. } => {
                self.branches([yes.as_ref(), no.as_ref()].into_iter(), head)
            }
            Kind::Repeat { body, min, .. } => match self.returns(body, head) {
                Returns::Always if *min == 0 => Returns::Never,
                found => found,
            },
            Kind::Look(_, body)
            | Kind::Group(_, body)
            | Kind::Atomic(body)
            | Kind::Absent(body) => self.returns(body, head),
            Kind::Capture { index, body, .. } => self.enter(*index, body, head),
            Kind::Call {
                target: CallTarget::Number(number),
            } => match self.groups.get(number) {
                Some(&node) => self.enter(*number, body(node), head),
                None => Returns::Never,
            },
            _ => Returns::Never,
        }
    }

    fn enter(&mut self, group: usize, body: &Node, head: bool) -> Returns {
        if group == self.wanted {
            return if head {
                Returns::AtOnce
            } else {
                Returns::Always
            };
        }
        if self.visiting.contains(&group) {
            return Returns::Never;
        }
        if self.visiting.len() > DEPTH_LIMIT {
            self.budget = 0;
            return Returns::Never;
        }
        self.visiting.push(group);
        let found = self.returns(body, head);
        self.visiting.pop();
        found
    }

    fn branches<'n>(&mut self, nodes: impl Iterator<Item = &'n Node>, head: bool) -> Returns {
        let mut least = Returns::AtOnce;
        for node in nodes {
            match self.returns(node, head) {
                Returns::AtOnce => return Returns::AtOnce,
                found => least = least.min(found),
            }
        }
        least
    }

    /// Fewest characters that `node` takes, counting calls of groups up to a depth.
    fn min_length(&mut self, node: &Node, depth: usize) -> u32 {
        if self.budget == 0 || depth > self.groups.len().min(DEPTH_LIMIT) {
            return 0;
        }
        self.budget -= 1;
        match &node.kind {
            Kind::Char { .. }
            | Kind::Class(_)
            | Kind::Any { .. }
            | Kind::Linebreak
            | Kind::Grapheme => 1,
            Kind::Concat(nodes) => {
                let lengths = nodes.iter().map(|node| self.min_length(node, depth));
                lengths.fold(0, u32::saturating_add)
            }
            Kind::Alternate(nodes) => nodes
                .iter()
                .map(|node| self.min_length(node, depth))
                .min()
                .unwrap_or(0),
            Kind::Conditional { yes, no, .. } => {
                self.min_length(yes, depth).min(self.min_length(no, depth))
            }
            Kind::Repeat { body, min, .. } => self.min_length(body, depth).saturating_mul(*min),
            Kind::Group(_, body) | Kind::Atomic(body) | Kind::Capture { body, .. } => {
                self.min_length(body, depth)
            }
            Kind::Call {
                target: CallTarget::Number(number),
            } => self
                .groups
                .get(number)
                .map_or(0, |&node| self.min_length(body(node), depth + 1)),
            // A reference from inside its own group counts as nothing.
            Kind::Backref { groups, .. } => {
                let outside = groups.iter().filter(|group| !self.visiting.contains(group));
                let referred: Vec<_> = outside
                    .filter_map(|group| self.groups.get(group).copied())
                    .collect();
                let lengths = referred
                    .into_iter()
                    .map(|node| self.min_length(body(node), depth + 1));
                lengths.min().unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// What is inside of a group; the whole pattern is its own inside.
pub(in crate::regex) fn body(node: &Node) -> &Node {
    match &node.kind {
        Kind::Capture { body, .. } => body,
        _ => node,
    }
}
