//! How far from the start of a match something stands, and how much that is worth to a search.

use std::cmp::Ordering;

/// No bound.
pub(in crate::regex::machine) const ENDLESS: usize = usize::MAX;

/// Fewest and most characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::regex::machine) struct Reach {
    pub(in crate::regex::machine) min: usize,
    /// `ENDLESS` is no bound.
    pub(in crate::regex::machine) max: usize,
}

impl Reach {
    pub(super) fn new(min: usize, max: usize) -> Self {
        Self { min, max }
    }

    pub(super) fn then(self, next: Self) -> Self {
        Self::new(
            self.min.saturating_add(next.min),
            self.max.saturating_add(next.max),
        )
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// The better known the distance, the more it is worth: a thousandth for each character of doubt, none without a bound.
    fn worth(self) -> usize {
        if self.max == ENDLESS {
            return 0;
        }
        let doubt = self.max - self.min;
        if doubt < 100 {
            (1000 + doubt / 2) / (doubt + 1)
        } else {
            1
        }
    }
}

/// Whether a search for something of value `other` at the distance `there` beats one of value `own` at `here`.
pub(super) fn beats(own: usize, here: Reach, other: usize, there: Reach) -> bool {
    if other == 0 || own == 0 {
        return other > 0;
    }
    match (other * there.worth()).cmp(&(own * here.worth())) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => there.min < here.min,
    }
}
