//! A position in a pattern, and reading on from it.

use super::ast::Span;

/// Reads a pattern character by character.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'p> {
    text: &'p str,
    at: usize,
}

impl<'p> Cursor<'p> {
    pub(super) fn new(text: &'p str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte that is read next.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes to a position that `at` gave before.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// What is not yet read.
    pub(super) fn rest(&self) -> &'p str {
        &self.text[self.at..]
    }

    /// The pattern between two bytes.
    pub(super) fn text(&self, start: usize, end: usize) -> &'p str {
        &self.text[start..end]
    }

    /// What was read since `start`.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes `text` if it stands here.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes up to `most` digits of `radix`; their value (`u32::MAX` if it is too large) and how many they were.
    pub(super) fn digits(&mut self, radix: u32, most: usize) -> (u32, usize) {
        let mut value = 0_u32;
        let mut count = 0;
        while count < most {
            let Some(digit) = self.peek().and_then(|next| next.to_digit(radix)) else {
                break;
            };
            value = value.saturating_mul(radix).saturating_add(digit);
            count += 1;
            self.next();
        }
        (value, count)
    }
}
