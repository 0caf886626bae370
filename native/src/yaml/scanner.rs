//! Tokens of a YAML text as libyaml has them: what Kubernetes reads manifests with is a port of it.
//!
//! Whether a word is a key is known when its colon comes, on the same line and within 1,024 characters; tokens wait until then.

use std::collections::VecDeque;

use super::cursor::Cursor;
use super::keys::MaybeKey;
use super::token::{Error, Kind, Token};

/// Makes tokens.
pub struct Scanner<'a> {
    pub(super) cursor: Cursor<'a>,
    /// Handles and what follows them, of the tags and `%TAG`s that wait, in their order.
    pub texts: VecDeque<(String, String)>,
    /// Whether the text is JSON, whose two halves of a character are read as one.
    pub(super) json: bool,
    pub(super) waiting: VecDeque<Token>,
    /// Whether the first of them is known to be the next one.
    ready: bool,
    pub(super) taken: usize,
    pub(super) keys: Vec<MaybeKey>,
    /// How many of the keys, from the first on, are known to be none.
    pub(super) settled: usize,
    /// The column of the innermost block, -1 outside of all.
    pub(super) indent: isize,
    pub(super) indents: Vec<isize>,
    pub(super) key_allowed: bool,
}

impl<'a> Scanner<'a> {
    /// Of a text without control characters.
    pub fn new(text: &'a str) -> Self {
        Self {
            cursor: Cursor::new(text.as_bytes()),
            texts: VecDeque::new(),
            json: text.trim_start().starts_with('{'),
            waiting: VecDeque::new(),
            ready: false,
            taken: 0,
            keys: vec![MaybeKey::default()],
            settled: 0,
            indent: -1,
            indents: Vec::new(),
            key_allowed: true,
        }
    }

    /// The next token, which stays the next one.
    pub fn peek(&mut self) -> Result<Token, Error> {
        loop {
            if let Some(&token) = self.waiting.front() {
                if self.ready {
                    return Ok(token);
                }
                self.forget_keys()?;
                self.ready = !self.keys[self.settled..]
                    .iter()
                    .any(|key| key.possible && key.number == self.taken);
                if self.ready {
                    continue;
                }
            }
            self.fetch()?;
        }
    }

    /// Takes the token that was peeked at.
    pub fn take(&mut self) {
        self.waiting.pop_front();
        self.ready = false;
        self.taken += 1;
    }

    /// Whether the scanner is inside brackets.
    pub(super) fn in_flow(&self) -> bool {
        self.keys.len() > 1
    }

    fn fetch(&mut self) -> Result<(), Error> {
        self.skip_to_token();
        self.forget_keys()?;
        let column = self.cursor.column();
        self.close_blocks(isize::try_from(column).unwrap_or(isize::MAX));
        let flow = self.in_flow();
        match self.cursor.byte(0) {
            0 => self.stream_end(),
            b'%' if column == 0 => {
                self.leave_blocks()?;
                let token = self.directive()?;
                self.waiting.push_back(token);
                Ok(())
            }
            byte @ (b'-' | b'.') if column == 0 && self.cursor.at_document_mark() => {
                self.leave_blocks()?;
                self.push(
                    if byte == b'-' {
                        Kind::DocumentStart
                    } else {
                        Kind::DocumentEnd
                    },
                    3,
                );
                Ok(())
            }
            b'[' => self.open(Kind::FlowSequence),
            b'{' => self.open(Kind::FlowMapping),
            b']' => self.close(Kind::FlowSequenceEnd),
            b'}' => self.close(Kind::FlowMappingEnd),
            b',' => {
                self.drop_key()?;
                self.key_allowed = true;
                self.push(Kind::FlowEntry, 1);
                Ok(())
            }
            b'-' if self.cursor.ends_word(1) => self.entry(),
            b'?' if flow || self.cursor.ends_word(1) => self.key(),
            b':' if flow || self.cursor.ends_word(1) => self.value(),
            b'*' | b'&' => self.word(Self::anchor),
            b'!' => self.word(Self::tag),
            b'|' | b'>' if !flow => {
                self.drop_key()?;
                self.key_allowed = true;
                let token = self.block_scalar()?;
                self.waiting.push_back(token);
                Ok(())
            }
            b'\'' | b'"' => self.word(Self::quoted_scalar),
            b'\t' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => Error::new(
                "while scanning for the next token",
                "found character that cannot start any token",
                self.cursor.at,
            ),
            _ => self.word(Self::plain_scalar),
        }
    }

    /// Skips blanks, comments and line breaks. A tab may stand where no block can begin.
    fn skip_to_token(&mut self) {
        loop {
            if self.cursor.at == self.cursor.line
                && self.cursor.text[self.cursor.at..].starts_with("\u{feff}".as_bytes())
            {
                self.cursor.at += 3;
            }
            let tabs = self.in_flow() || !self.key_allowed;
            while self.cursor.byte(0) == b' ' || tabs && self.cursor.byte(0) == b'\t' {
                self.cursor.at += 1;
            }
            if self.cursor.byte(0) == b'#' {
                self.cursor.skip_line();
            }
            if !self.cursor.skip_break() {
                return;
            }
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    fn stream_end(&mut self) -> Result<(), Error> {
        self.cursor.begin_line();
        self.leave_blocks()?;
        self.push(Kind::StreamEnd, 0);
        Ok(())
    }

    /// A token of so many bytes, which are skipped.
    pub(super) fn push(&mut self, kind: Kind, len: usize) {
        let column = self.cursor.column();
        let start = self.cursor.at;
        self.cursor.at += len;
        self.waiting.push_back(Token {
            kind,
            start,
            end: self.cursor.at,
            column,
        });
    }

    fn open(&mut self, kind: Kind) -> Result<(), Error> {
        self.save_key()?;
        self.keys.push(MaybeKey::default());
        self.key_allowed = true;
        self.push(kind, 1);
        Ok(())
    }

    fn close(&mut self, kind: Kind) -> Result<(), Error> {
        self.drop_key()?;
        if self.in_flow() {
            self.keys.pop();
            self.settled = self.settled.min(self.keys.len() - 1);
        }
        self.key_allowed = false;
        self.push(kind, 1);
        Ok(())
    }

    /// A dash, a question mark or a colon may begin a block here; else it is an error.
    fn begins_block(&mut self, kind: Kind, problem: &str) -> Result<(), Error> {
        if self.in_flow() {
            return Ok(());
        }
        if !self.key_allowed {
            return Error::new("", problem, self.cursor.at);
        }
        let column = self.cursor.column();
        self.open_block(column, None, kind, self.cursor.at);
        Ok(())
    }

    fn entry(&mut self) -> Result<(), Error> {
        self.begins_block(
            Kind::BlockSequence,
            "block sequence entries are not allowed in this context",
        )?;
        self.drop_key()?;
        self.key_allowed = true;
        self.push(Kind::BlockEntry, 1);
        Ok(())
    }

    fn key(&mut self) -> Result<(), Error> {
        self.begins_block(
            Kind::BlockMapping,
            "mapping keys are not allowed in this context",
        )?;
        self.drop_key()?;
        self.key_allowed = !self.in_flow();
        self.push(Kind::Key, 1);
        Ok(())
    }

    fn value(&mut self) -> Result<(), Error> {
        let level = self.keys.len() - 1;
        let key = self.keys[level];
        if key.possible {
            let before = key.number - self.taken;
            let token = Token {
                kind: Kind::Key,
                start: key.at,
                end: key.at,
                column: key.column,
            };
            self.waiting.insert(before, token);
            self.open_block(key.column, Some(before), Kind::BlockMapping, key.at);
            self.keys[level].possible = false;
            self.key_allowed = false;
        } else {
            self.begins_block(
                Kind::BlockMapping,
                "mapping values are not allowed in this context",
            )?;
            self.key_allowed = !self.in_flow();
        }
        self.push(Kind::Value, 1);
        Ok(())
    }

    /// A word that may be a key, read by `scan`.
    fn word(&mut self, scan: fn(&mut Self) -> Result<Token, Error>) -> Result<(), Error> {
        self.save_key()?;
        self.key_allowed = false;
        let token = scan(self)?;
        self.waiting.push_back(token);
        Ok(())
    }
}
