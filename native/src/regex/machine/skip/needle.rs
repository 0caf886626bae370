//! A text, or one of several characters, that stands in each match at a known distance from its start.

use super::anchors::{Anchors, Edges};
use super::reach::{Reach, beats};

/// Longer texts are cut.
const LONGEST: usize = 24;
/// Values of a comparison between texts and sets.
const SCALE: usize = 20;

/// A text.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Text {
    pub(super) at: Reach,
    pub(super) edges: Edges,
    /// Whether it is the whole of the part, so that what follows may lengthen it.
    pub(super) whole: bool,
    /// Whether case counts for nothing; None as long as it is empty.
    pub(super) fold: Option<bool>,
    pub(super) chars: Vec<char>,
}

impl Text {
    pub(super) fn new(at: Reach, chars: &[char], fold: bool) -> Self {
        Self {
            at,
            edges: Edges::default(),
            whole: chars.len() <= LONGEST,
            fold: Some(fold),
            chars: chars.iter().copied().take(LONGEST).collect(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.chars.len() >= LONGEST
    }

    /// Lengthened by what stands directly behind it.
    pub(super) fn extend(&mut self, next: &Self) {
        if self.fold.is_some_and(|fold| Some(fold) != next.fold) {
            return;
        }
        self.fold = next.fold;
        let room = LONGEST - self.chars.len();
        self.chars.extend(next.chars.iter().take(room));
        self.whole = next.whole && next.chars.len() <= room;
        self.edges = self.edges.then(next.edges, 1, 1);
        if !self.whole {
            self.edges.right = Anchors::default();
        }
    }

    /// What two alternatives begin with alike.
    pub(super) fn or(self, other: &Self) -> Self {
        if self.chars.is_empty() || other.chars.is_empty() || self.at != other.at {
            return Self::default();
        }
        let pairs = self.chars.iter().zip(&other.chars);
        let same = pairs.take_while(|(one, other)| one == other).count();
        let whole =
            self.whole && other.whole && same == self.chars.len() && same == other.chars.len();
        let mut edges = self.edges.or(other.edges);
        if !whole {
            edges.right = Anchors::default();
        }
        Self {
            at: self.at,
            edges,
            whole,
            fold: Some(self.fold == Some(true) || other.fold == Some(true)),
            chars: self.chars[..same].to_vec(),
        }
    }

    /// Becomes `other` if a search for that is the better one.
    pub(super) fn choose(&mut self, other: &Self) {
        let (mut own, mut there) = (self.chars.len(), other.chars.len());
        if there == 0 {
            return;
        }
        if own == 0 {
            self.clone_from(other);
            return;
        }
        if own <= 2 && there <= 2 {
            // A character that is frequent in texts is a bad thing to look for: the other's price is the value.
            there = price(self.chars[0]) + 5 * usize::from(there > 1);
            own = price(other.chars[0]) + 5 * usize::from(own > 1);
        }
        own *= self.weight();
        there *= other.weight();
        if beats(own, self.at, there, other.at) {
            self.clone_from(other);
        }
    }

    fn weight(&self) -> usize {
        if self.fold == Some(true) { 1 } else { 2 }
    }

    /// Whether a search for one of `set` is better.
    pub(super) fn yields_to(&self, set: &Choice) -> bool {
        let own = SCALE * self.chars.len() * self.weight();
        beats(own, self.at, SCALE * 5 * 2 / set.value().max(1), set.at)
    }
}

/// One of several characters.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Choice {
    pub(super) at: Reach,
    pub(super) edges: Edges,
    ascii: u128,
    others: Vec<char>,
}

impl Choice {
    pub(super) fn at(at: Reach) -> Self {
        Self {
            at,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, value: char) {
        match u32::from(value) {
            code @ 0..128 => self.ascii |= 1 << code,
            _ if self.others.contains(&value) => {}
            _ => self.others.push(value),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ascii == 0 && self.others.is_empty()
    }

    /// The characters.
    pub(super) fn chars(&self) -> impl Iterator<Item = char> + '_ {
        let ascii = (0..128_u8).filter(|code| self.ascii >> code & 1 == 1);
        ascii.map(char::from).chain(self.others.iter().copied())
    }

    /// The sum of their prices: the less the better.
    fn value(&self) -> usize {
        self.chars().map(price).sum()
    }

    pub(super) fn choose(&mut self, other: &Self) {
        if other.is_empty() {
            return;
        }
        let value = |set: &Self| (1 << 15) / set.value();
        if self.is_empty() || beats(value(self), self.at, value(other), other.at) {
            self.clone_from(other);
        }
    }

    pub(super) fn or(mut self, other: &Self) -> Self {
        if self.is_empty() || other.is_empty() || self.at.max < other.at.min {
            return Self::default();
        }
        self.at = self.at.or(other.at);
        self.edges = self.edges.or(other.edges);
        other.chars().for_each(|value| self.add(value));
        self
    }
}

/// How frequent Onigmo holds a character to be: the prices that it chooses by.
fn price(value: char) -> usize {
    match value {
        ' ' => 12,
        '\t' | '\n' | '\r' => 10,
        '"' | 'e' | 'E' => 7,
        '0'..='9' | 'a'..='z' | 'A'..='Z' | '\\' => 6,
        '!' | '#'..='(' | '\u{80}'.. => 4,
        '\0' | ')'..='~' => 5,
        _ => 1,
    }
}
