//! What a search looks for before it attempts a match, chosen as Onigmo and Joni choose it.

mod anchors;
mod needle;
mod outlook;
mod reach;
mod reader;

use super::super::ast::Tree;
use super::Engine;
use super::program::Set;
use anchors::Anchors;
use outlook::Outlook;

pub(super) use reach::ENDLESS;

/// What stands in each match, at a distance from its start.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Needle {
    /// Nothing is known.
    None,
    /// A text.
    Text(Box<[char]>),
    /// A text, in any case.
    Folded(Box<[char]>),
    /// One character of a set.
    Set(Set),
}

/// At which ends of the subject a match must lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// Anywhere.
    None,
    /// It begins at the start.
    Start,
    /// It ends at the end, between so many characters behind its start.
    End { min: usize, max: usize },
    /// The same, or before a newline there.
    EndNewline { min: usize, max: usize },
}

/// What must be true of the place where the needle is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing.
    Anything,
    /// A line begins there.
    LineStart,
    /// A line ends there.
    LineEnd,
}

/// The plan of a search.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    pub(super) needle: Needle,
    /// Characters from the start of a match to the needle, at least.
    pub(super) min: usize,
    /// The same, at most; `ENDLESS`: the needle only has to be there.
    pub(super) max: usize,
    /// Characters that a subject must have.
    pub(super) threshold: usize,
    pub(super) bound: Bound,
    pub(super) beside: Beside,
    /// A failed attempt is only repeated behind the next newline: the pattern begins with a greedy `.*`.
    pub(super) by_line: bool,
}

/// The plan of `engine` for a pattern.
pub(super) fn plan(tree: &Tree, engine: Engine) -> Plan {
    let mut found = reader::outlook(tree, engine);
    let left = found.edges.left;
    let right = found.edges.right;
    let (min, max) = (found.length.min, found.length.max);
    let bound = if left.has(Anchors::TEXT_START) {
        Bound::Start
    } else if right.has(Anchors::TEXT_END) {
        Bound::End { min, max }
    } else if right.has(Anchors::TEXT_END_NEWLINE) {
        Bound::EndNewline { min, max }
    } else if left.has(Anchors::ANY_TEXT) && !left.has(Anchors::LOOK) {
        Bound::Start
    } else {
        Bound::None
    };
    let by_line =
        left.has(Anchors::ANY_LINE) && !left.has(Anchors::LOOK) && !right.has(Anchors::LOOK);
    let (needle, at, threshold, beside) = choose(&mut found);
    Plan {
        needle,
        min: at.min,
        max: at.max,
        threshold,
        bound,
        beside,
        by_line,
    }
}

fn choose(found: &mut Outlook) -> (Needle, reach::Reach, usize, Beside) {
    let beside = |edges: anchors::Edges| {
        if edges.left.has(Anchors::LINE_START) {
            Beside::LineStart
        } else if edges.right.has(Anchors::LINE_END) {
            Beside::LineEnd
        } else {
            Beside::Anything
        }
    };
    let middle = std::mem::take(&mut found.middle);
    found.edge.choose(&middle);
    let text = &found.edge;
    if !text.chars.is_empty() && (found.set.is_empty() || !text.yields_to(&found.set)) {
        let chars = text.chars.clone().into_boxed_slice();
        let threshold = text.at.min.saturating_add(chars.len());
        let needle = if text.fold == Some(true) {
            Needle::Folded(chars)
        } else {
            Needle::Text(chars)
        };
        return (needle, text.at, threshold, beside(text.edges));
    }
    if !found.set.is_empty() {
        let set = Set::of(found.set.chars());
        let threshold = found.set.at.min.saturating_add(1);
        return (
            Needle::Set(set),
            found.set.at,
            threshold,
            beside(found.set.edges),
        );
    }
    (Needle::None, reach::Reach::default(), 0, Beside::Anything)
}
