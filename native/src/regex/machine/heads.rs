//! What a part of a pattern must begin with: it makes loops possessive, and lets them peek.

use regex_syntax::hir::ClassUnicode;

use super::super::ast::{Kind, LookKind, Node, Span};
use super::super::class::fold_class;

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

/// Whether the set that stands at `span` is `\w` by itself, which has no table of characters in Onigmo.
pub(super) fn is_word(set: &ClassUnicode, span: Span) -> bool {
    let alone =
        |range: &regex_syntax::hir::ClassUnicodeRange| range.start() == '_' && range.end() == '_';
    span.end - span.start == 2 && set.iter().any(alone)
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
