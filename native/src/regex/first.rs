//! The characters that a match can begin with.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use crate::regex::ast::{Kind, Node};
use crate::regex::class::fold_class;

/// All characters that a match of `node` can begin with; None where it may be empty or that is not known.
pub(super) fn first_set(node: &Node) -> Option<ClassUnicode> {
    match &node.kind {
        Kind::Char { value, fold: true } => Some(fold_class(*value)),
        Kind::Char { value, fold: false } => {
            Some(ClassUnicode::new([ClassUnicodeRange::new(*value, *value)]))
        }
        Kind::Class(set) => Some(set.clone()),
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
