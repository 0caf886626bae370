//! The kinds of characters that a pattern tells apart: within one kind all characters behave alike, so sets become small bit sets.

use std::collections::{BTreeMap, HashMap};

use regex_syntax::hir::ClassUnicode;

/// Words of a label; patterns that tell more than 256 kinds apart are not analysed.
const WORDS: usize = 4;
const LAST: u32 = char::MAX as u32;

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::regex::ambiguity) struct Label([u64; WORDS]);

impl Label {
    pub(in crate::regex::ambiguity) const EMPTY: Self = Self([0; WORDS]);

    pub(in crate::regex::ambiguity) fn one(kind: usize) -> Self {
        let mut label = Self::EMPTY;
        label.0[kind / 64] |= 1 << (kind % 64);
        label
    }

    pub(in crate::regex::ambiguity) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(in crate::regex::ambiguity) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(in crate::regex::ambiguity) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(in crate::regex::ambiguity) fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(in crate::regex::ambiguity) fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    pub(in crate::regex::ambiguity) fn has(self, kind: usize) -> bool {
        self.0[kind / 64] >> (kind % 64) & 1 == 1
    }
}

/// The kinds, and which characters are of which.
#[derive(Debug)]
pub(in crate::regex::ambiguity) struct Alphabet {
    /// Where each stretch of code points begins, and its kind.
    stretches: Vec<(u32, usize)>,
    /// A character of each kind: the one that is best to read.
    faces: Vec<char>,
    /// Kinds, those with the most readable face first.
    order: Vec<usize>,
    known: HashMap<Vec<(char, char)>, Label>,
}

impl Alphabet {
    /// Kinds that all of `sets` are unions of; None if there are too many.
    pub(in crate::regex::ambiguity) fn new(sets: &[ClassUnicode]) -> Option<Self> {
        let mut distinct: BTreeMap<Vec<(char, char)>, usize> = BTreeMap::new();
        for set in sets {
            let next = distinct.len();
            distinct.entry(ranges(set)).or_insert(next);
        }
        let mut borders = vec![0];
        for &(low, high) in distinct.keys().flatten() {
            borders.extend([low as u32, high as u32 + 1]);
        }
        borders.sort_unstable();
        borders.dedup();
        borders.retain(|&border| border <= LAST);
        let words = distinct.len().div_ceil(64);
        let mut signatures = vec![vec![0_u64; words]; borders.len()];
        for (set, &index) in &distinct {
            for &(low, high) in set {
                let first = borders.partition_point(|&border| border < low as u32);
                let behind = borders.partition_point(|&border| border <= high as u32);
                for signature in &mut signatures[first..behind] {
                    signature[index / 64] |= 1 << (index % 64);
                }
            }
        }
        let mut kinds: HashMap<&[u64], usize> = HashMap::new();
        let mut stretches = Vec::with_capacity(borders.len());
        for (&border, signature) in borders.iter().zip(&signatures) {
            let next = kinds.len();
            let kind = *kinds.entry(signature.as_slice()).or_insert(next);
            stretches.push((border, kind));
        }
        if kinds.len() > WORDS * 64 {
            return None;
        }
        let mut faces: Vec<Option<char>> = vec![None; kinds.len()];
        for (index, &(low, kind)) in stretches.iter().enumerate() {
            let high = stretches.get(index + 1).map_or(LAST, |&(next, _)| next - 1);
            for value in (low..=high.min(low.max(127))).filter_map(char::from_u32) {
                let best = faces[kind].get_or_insert(value);
                if dullness(value) < dullness(*best) {
                    *best = value;
                }
            }
        }
        let faces: Vec<char> = faces
            .into_iter()
            .map(|face| face.unwrap_or('\u{fffd}'))
            .collect();
        let mut order: Vec<usize> = (0..faces.len()).collect();
        order.sort_by_key(|&kind| dullness(faces[kind]));
        let mut alphabet = Self {
            stretches,
            faces,
            order,
            known: HashMap::new(),
        };
        for set in distinct.into_keys() {
            let label = alphabet.read(&set);
            alphabet.known.insert(set, label);
        }
        Some(alphabet)
    }

    /// The kinds that `set`, one of those that the alphabet was made of, consists of.
    pub(in crate::regex::ambiguity) fn label(&self, set: &ClassUnicode) -> Label {
        let ranges = ranges(set);
        self.known
            .get(&ranges)
            .copied()
            .unwrap_or_else(|| self.read(&ranges))
    }

    /// The kinds whose face is in `set`.
    pub(in crate::regex::ambiguity) fn within(&self, set: &ClassUnicode) -> Label {
        let has = |value: char| {
            set.iter()
                .any(|range| range.start() <= value && value <= range.end())
        };
        let kinds = (0..self.faces.len()).filter(|&kind| has(self.faces[kind]));
        kinds.fold(Label::EMPTY, |label, kind| label.or(Label::one(kind)))
    }

    fn read(&self, set: &[(char, char)]) -> Label {
        let mut label = Label::EMPTY;
        for &(low, high) in set {
            let first = self
                .stretches
                .partition_point(|&(start, _)| start < low as u32);
            let behind = self
                .stretches
                .partition_point(|&(start, _)| start <= high as u32);
            for &(_, kind) in &self.stretches[first..behind] {
                label = label.or(Label::one(kind));
            }
        }
        label
    }

    /// The kind of one character.
    pub(in crate::regex::ambiguity) fn kind(&self, value: char) -> usize {
        let behind = self
            .stretches
            .partition_point(|&(start, _)| start <= value as u32);
        self.stretches[behind - 1].1
    }

    /// Whether a character is the only one of its kind.
    pub(in crate::regex::ambiguity) fn alone(&self, value: char) -> bool {
        let kind = self.kind(value);
        let mut stretches =
            (0..self.stretches.len()).filter(|&index| self.stretches[index].1 == kind);
        let only = stretches.next().filter(|_| stretches.next().is_none());
        only.is_some_and(|index| {
            let next = self
                .stretches
                .get(index + 1)
                .map_or(LAST + 1, |&(start, _)| start);
            next - self.stretches[index].0 == 1
        })
    }

    /// All kinds.
    pub(in crate::regex::ambiguity) fn all(&self) -> Label {
        (0..self.faces.len()).fold(Label::EMPTY, |all, kind| all.or(Label::one(kind)))
    }

    /// Kinds, those that are best to read first.
    pub(in crate::regex::ambiguity) fn kinds(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied()
    }

    /// A character of the kind.
    pub(in crate::regex::ambiguity) fn face(&self, kind: usize) -> char {
        self.faces[kind]
    }

    /// The most readable character of a label that is not empty.
    pub(in crate::regex::ambiguity) fn choose(&self, label: Label) -> Option<char> {
        self.kinds()
            .find(|&kind| label.has(kind))
            .map(|kind| self.faces[kind])
    }
}

fn ranges(set: &ClassUnicode) -> Vec<(char, char)> {
    set.iter()
        .map(|range| (range.start(), range.end()))
        .collect()
}

/// The smaller, the better to read.
fn dullness(value: char) -> u32 {
    match value {
        'a'..='z' => 0,
        '0'..='9' => 100,
        'A'..='Z' => 200,
        '!'..='~' => 300,
        ' ' => 400,
        '\t' | '\n' => 500,
        value if value.is_ascii() => 600,
        value if value.is_alphanumeric() => 700,
        _ => 800,
    }
}
