//! Words that may be keys, and the blocks that keys and dashes open.

use super::scanner::Scanner;
use super::token::{Error, Kind, Token};

/// Characters that a key without a question mark may have.
const KEY_CHARS: usize = 1024;

/// A word that may turn out to be a key, on one level of brackets.
#[derive(Clone, Copy, Default)]
pub struct MaybeKey {
    pub(super) possible: bool,
    required: bool,
    pub(super) number: usize,
    pub(super) at: usize,
    index: usize,
    line: usize,
    pub(super) column: usize,
}

impl Scanner<'_> {
    /// Words that are too far back are no keys. An error where there must be one.
    pub(super) fn forget_keys(&mut self) -> Result<(), Error> {
        while self.settled < self.keys.len() && !self.keys[self.settled].possible {
            self.settled += 1;
        }
        if self.settled == self.keys.len() {
            return Ok(());
        }
        let (line, index) = (self.cursor.line, self.cursor.index());
        for key in &mut self.keys[self.settled..] {
            if key.possible && (key.line < line || key.index + KEY_CHARS < index) {
                if key.required {
                    return no_colon(self.cursor.at);
                }
                key.possible = false;
            }
        }
        Ok(())
    }

    /// The word that comes next may be a key.
    pub(super) fn save_key(&mut self) -> Result<(), Error> {
        if !self.key_allowed {
            return Ok(());
        }
        self.drop_key()?;
        let column = self.cursor.column();
        let required = !self.in_flow() && usize::try_from(self.indent) == Ok(column);
        let level = self.keys.len() - 1;
        self.keys[level] = MaybeKey {
            possible: true,
            required,
            number: self.taken + self.waiting.len(),
            at: self.cursor.at,
            index: self.cursor.index(),
            line: self.cursor.line,
            column,
        };
        self.settled = self.settled.min(level);
        Ok(())
    }

    /// The last word on this level is no key.
    pub(super) fn drop_key(&mut self) -> Result<(), Error> {
        let level = self.keys.len() - 1;
        if self.keys[level].possible && self.keys[level].required {
            return no_colon(self.cursor.at);
        }
        self.keys[level].possible = false;
        Ok(())
    }

    pub(super) fn open_block(
        &mut self,
        column: usize,
        before: Option<usize>,
        kind: Kind,
        at: usize,
    ) {
        let column_ = isize::try_from(column).unwrap_or(isize::MAX);
        if self.in_flow() || self.indent >= column_ {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column_;
        let token = Token {
            kind,
            start: at,
            end: at,
            column,
        };
        self.waiting
            .insert(before.unwrap_or(self.waiting.len()), token);
    }

    pub(super) fn close_blocks(&mut self, column: isize) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.push(Kind::BlockEnd, 0);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    /// What stands here is outside of all blocks.
    pub(super) fn leave_blocks(&mut self) -> Result<(), Error> {
        self.close_blocks(-1);
        self.drop_key()?;
        self.key_allowed = false;
        Ok(())
    }
}

fn no_colon(at: usize) -> Result<(), Error> {
    Error::new(
        "while scanning a simple key",
        "could not find expected ':'",
        at,
    )
}
