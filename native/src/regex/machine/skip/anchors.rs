//! Tests of a position that stand at the left or right edge of a part, as far as the search makes use of them.

use std::ops::{BitAnd, BitOr};

/// A set of such tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::regex::machine) struct Anchors(u8);

impl Anchors {
    pub(super) const TEXT_START: Self = Self(1);
    pub(super) const LINE_START: Self = Self(2);
    pub(super) const TEXT_END: Self = Self(4);
    pub(super) const TEXT_END_NEWLINE: Self = Self(8);
    pub(super) const LINE_END: Self = Self(16);
    /// A leading greedy `.*`.
    pub(super) const ANY_LINE: Self = Self(32);
    /// The same where the dot takes newlines.
    pub(super) const ANY_TEXT: Self = Self(64);
    /// A lookbehind, or a lookahead that must fail, beside which a leading `.*` says less.
    pub(super) const LOOK: Self = Self(128);
    pub(super) const ANY: Self = Self(32 | 64);

    pub(in crate::regex::machine) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Anchors {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Anchors {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Those at both edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Edges {
    pub(super) left: Anchors,
    pub(super) right: Anchors,
}

impl Edges {
    /// Those of two parts, one behind the other, whose greatest lengths are given.
    pub(super) fn then(self, next: Self, length: usize, next_length: usize) -> Self {
        let mut both = Self {
            left: self.left,
            right: next.right,
        };
        if length == 0 {
            both.left = both.left | next.left;
        }
        both.right = both.right
            | if next_length == 0 {
                self.right
            } else {
                self.right & Anchors::LOOK
            };
        both
    }

    /// Those that both of two alternatives have.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            left: self.left & other.left,
            right: self.right & other.right,
        }
    }
}
