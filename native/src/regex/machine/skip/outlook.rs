//! What a part of a pattern says of the matches: its length, its edges, and what stands where in it.

use super::anchors::Edges;
use super::needle::{Choice, Text};
use super::reach::Reach;

/// What is known of a part.
#[derive(Debug, Clone, Default)]
pub(super) struct Outlook {
    pub(super) length: Reach,
    pub(super) edges: Edges,
    /// A text at the part's start.
    pub(super) edge: Text,
    /// A text somewhere in it.
    pub(super) middle: Text,
    /// A text that a lookahead asks for.
    pub(super) ahead: Text,
    /// Characters of which one must be there.
    pub(super) set: Choice,
}

impl Outlook {
    /// A part of which only the length is known.
    pub(super) fn taking(at: Reach, min: usize, max: usize) -> Self {
        let text = Text {
            at,
            ..Text::default()
        };
        Self {
            length: Reach::new(min, max),
            edges: Edges::default(),
            edge: text.clone(),
            middle: Text::default(),
            ahead: text,
            set: Choice::at(at),
        }
    }

    /// Adds what stands behind it.
    pub(super) fn append(&mut self, mut next: Self) {
        self.edges = self
            .edges
            .then(next.edges, self.length.max, next.length.max);
        if self.length.max == 0 {
            next.edge.edges = self.edges.then(next.edge.edges, 0, next.length.max);
            if next.set.at.max == 0 {
                next.set.edges.left = next.set.edges.left | self.edges.left;
            }
        }
        let (edge_whole, middle_whole) = (self.edge.whole, self.middle.whole);
        if next.length.max != 0 {
            self.edge.whole = false;
            self.middle.whole = false;
        }
        if !next.edge.chars.is_empty() {
            if edge_whole {
                self.edge.extend(&next.edge);
                next.edge = Text::default();
            } else if middle_whole {
                self.middle.extend(&next.edge);
                next.edge = Text::default();
            }
        }
        self.middle.choose(&next.edge);
        self.middle.choose(&next.middle);
        if self.ahead.chars.is_empty() {
            self.ahead = next.ahead;
        } else if next.length.max > 0 {
            self.ahead.chars.truncate(next.length.max);
            if self.ahead.at.max == 0 {
                self.edge.choose(&self.ahead);
            } else {
                self.middle.choose(&self.ahead);
            }
        }
        self.set.choose(&next.set);
        self.length = self.length.then(next.length);
    }

    /// What is true of both of two alternatives.
    pub(super) fn or(self, other: &Self) -> Self {
        Self {
            length: self.length.or(other.length),
            edges: self.edges.or(other.edges),
            edge: self.edge.or(&other.edge),
            middle: self.middle.or(&other.middle),
            ahead: self.ahead.or(&other.ahead),
            set: self.set.or(&other.set),
        }
    }
}
