//! What depends on more of the subject than the next character: anchors, line breaks, clusters, backreferences.

use unicode_segmentation::UnicodeSegmentation;

use super::super::ast::Assertion;
use super::super::class::fold_class;
use super::frames::Place;
use super::thread::Thread;
use super::work::Kind;

impl Thread<'_> {
    pub(super) fn backref(&mut self, groups: &[usize], fold: bool, at: usize) -> Place {
        groups.iter().rev().find_map(|&group| {
            let (start, end) = self.memory.capture(group)?;
            // A group that `\K` or a call has left the wrong way round is empty.
            let wanted = self.text.get(start..end).unwrap_or_default();
            let found = self.reach.get(at..at + wanted.len())?;
            self.steps += wanted.len() as u64;
            self.work.add(Kind::Other, wanted.len() as u64);
            let same =
                |(&one, &other): (&char, &char)| one == other || (fold && folds_to(one, other));
            wanted
                .iter()
                .zip(found)
                .all(same)
                .then_some(at + wanted.len())
        })
    }

    pub(super) fn holds(&self, assertion: Assertion, at: usize) -> bool {
        let (end, before) = (self.text.len(), at.checked_sub(1).map(|at| self.text[at]));
        match assertion {
            Assertion::LineStart => at == 0 || (before == Some('\n') && at < end),
            Assertion::LineEnd => at == end || self.text[at] == '\n',
            Assertion::TextStart | Assertion::SearchStart => at == 0,
            Assertion::TextEnd => at == end,
            Assertion::TextEndNewline => at == end || (at + 1 == end && self.text[at] == '\n'),
            Assertion::WordBoundary { ascii } => self.word_boundary(at, ascii),
            Assertion::NotWordBoundary { ascii } => !self.word_boundary(at, ascii),
        }
    }

    fn word_boundary(&self, at: usize, ascii: bool) -> bool {
        let word = |at: usize| {
            self.text
                .get(at)
                .is_some_and(|&value| self.program.words.has(value) && (!ascii || value.is_ascii()))
        };
        word(at) != at.checked_sub(1).is_some_and(word)
    }

    pub(super) fn linebreak(&self, at: usize) -> Place {
        match (self.reach.get(at)?, self.reach.get(at + 1)) {
            ('\r', Some('\n')) => Some(at + 2),
            ('\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}', _) => Some(at + 1),
            _ => None,
        }
    }

    /// The end of the grapheme cluster at `at`.
    pub(super) fn grapheme(&self, at: usize) -> usize {
        let mut window = 16;
        loop {
            let end = self.reach.len().min(at + window);
            let text: String = self.reach[at..end].iter().collect();
            let length = text
                .graphemes(true)
                .next()
                .map_or(1, |cluster| cluster.chars().count());
            if at + length < end || end == self.reach.len() {
                return at + length;
            }
            window *= 2;
        }
    }
}

fn folds_to(one: char, other: char) -> bool {
    fold_class(one)
        .iter()
        .any(|range| range.start() <= other && other <= range.end())
}
