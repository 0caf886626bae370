//! What a part of a pattern must begin with: it makes loops possessive, lets them peek, and lets the search skip.

use regex_syntax::hir::ClassUnicode;

use super::ast::{Kind, LookKind, Node};
use super::class::fold_class;

/// The set of characters that `node` begins with, where it always takes one that a single part decides.
pub(super) fn head_set(node: &Node) -> Option<ClassUnicode> {
    let head = head(node)?;
    match &head.kind {
        Kind::Char { value, fold: true } => Some(fold_class(*value)),
        Kind::Char { value, fold: false } => {
            let range = regex_syntax::hir::ClassUnicodeRange::new(*value, *value);
            Some(ClassUnicode::new([range]))
        }
        Kind::Class(set) => Some(set.clone()),
        _ => None,
    }
}

/// The one character that `node` begins with.
pub(super) fn head_char(node: &Node) -> Option<char> {
    match head(node)?.kind {
        Kind::Char { value, fold: false } => Some(value),
        _ => None,
    }
}

fn head(node: &Node) -> Option<&Node> {
    match &node.kind {
        Kind::Char { .. } | Kind::Class(_) => Some(node),
        Kind::Concat(nodes) => head(nodes.first()?),
        Kind::Repeat { body, min, .. } if *min > 0 => head(body),
        Kind::Group(_, body)
        | Kind::Capture { body, .. }
        | Kind::Atomic(body)
        | Kind::Look(LookKind::Ahead, body) => head(body),
        _ => None,
    }
}

/// All characters that a match of `node` can begin with; None where it may be empty or that is not known.
pub(super) fn first_set(node: &Node) -> Option<ClassUnicode> {
    match &node.kind {
        Kind::Char { .. } | Kind::Class(_) => head_set(node),
        Kind::Concat(nodes) => {
            // Tests of a position may stand before the first character.
            let mut behind = nodes.iter().skip_while(|node| takes_nothing(node));
            let mut set = ClassUnicode::empty();
            loop {
                let node = behind.next()?;
                if let Kind::Repeat {
                    body, min: 0, max, ..
                } = &node.kind
                {
                    if *max == Some(0) {
                        return None;
                    }
                    set.union(&first_set(body)?);
                    continue;
                }
                set.union(&first_set(node)?);
                return Some(set);
            }
        }
        Kind::Alternate(nodes) => {
            let mut set = ClassUnicode::empty();
            for node in nodes {
                set.union(&first_set(node)?);
            }
            Some(set)
        }
        Kind::Repeat { body, min, .. } if *min > 0 => first_set(body),
        Kind::Group(_, body) | Kind::Capture { body, .. } | Kind::Atomic(body) => first_set(body),
        _ => None,
    }
}

fn takes_nothing(node: &Node) -> bool {
    matches!(
        node.kind,
        Kind::Assert(_) | Kind::Keep | Kind::Look(..) | Kind::Empty
    )
}
