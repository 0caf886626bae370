//! Where scalars end that are no blocks.

use super::cursor::is_blank;
use super::scanner::Scanner;
use super::token::{Error, Kind, Scalar, Style, Token};

const QUOTED: &str = "while scanning a quoted scalar";
const ESCAPE: &str = "while parsing a quoted scalar";
const PLAIN: &str = "while scanning a plain scalar";

/// The bytes at which a word without quotes may end.
const MAY_END_WORD: [bool; 256] = {
    let mut found = [false; 256];
    let bytes = b" \t\n\r:,[]{}\xC2\xE2";
    let mut at = 0;
    while at < bytes.len() {
        found[bytes[at] as usize] = true;
        at += 1;
    }
    found
};

/// The hexadecimal digits of an escape, by the letter after its backslash; none of those that are no such escape.
pub fn escape_digits(letter: u8) -> Option<usize> {
    match letter {
        b'x' => Some(2),
        b'u' => Some(4),
        b'U' => Some(8),
        _ => None,
    }
}

/// The number that `digits` hexadecimal digits at `at` make.
pub fn hexadecimal(text: &[u8], at: usize, digits: usize) -> Option<u32> {
    let written = text.get(at..at + digits)?;
    written.iter().try_fold(0, |sum: u32, &byte| {
        Some(sum << 4 | char::from(byte).to_digit(16)?)
    })
}

/// The half of a character above U+FFFF at `at`, as JSON writes its second one.
pub fn low_half(text: &[u8], at: usize) -> Option<u32> {
    let code = if text.get(at..at + 2) == Some(b"\\u") {
        hexadecimal(text, at + 2, 4)
    } else {
        None
    };
    code.filter(|code| (0xDC00..0xE000).contains(code))
}

impl Scanner<'_> {
    pub(super) fn scalar(start: usize, end: usize, column: usize, scalar: Scalar) -> Token {
        Token {
            kind: Kind::Scalar(scalar),
            start,
            end,
            column,
        }
    }

    /// A scalar without quotes: it goes on as long as it is indented more than the block around it.
    pub(super) fn plain_scalar(&mut self) -> Result<Token, Error> {
        let (start, column, least, flow) = (
            self.cursor.at,
            self.cursor.column(),
            self.indent + 1,
            self.in_flow(),
        );
        let (mut end, mut verbatim, mut broken) = (start, true, false);
        loop {
            if self.cursor.at_document_mark() || self.cursor.byte(0) == b'#' {
                break;
            }
            let from = self.cursor.at;
            self.plain_word(flow)?;
            if self.cursor.at > from {
                verbatim &= !broken;
                broken = false;
                end = self.cursor.at;
            }
            if !is_blank(self.cursor.byte(0)) && !self.cursor.at_break() {
                break;
            }
            loop {
                if self.cursor.skip_break() {
                    broken = true;
                } else if !is_blank(self.cursor.byte(0)) {
                    break;
                } else if broken && self.cursor.byte(0) == b'\t' && self.is_left_of(least) {
                    return Error::new(
                        PLAIN,
                        "found a tab character that violates indentation",
                        self.cursor.at,
                    );
                } else {
                    self.cursor.at += 1;
                }
            }
            if !flow && self.is_left_of(least) {
                break;
            }
        }
        self.key_allowed |= broken;
        Ok(Self::scalar(
            start,
            end,
            column,
            Scalar {
                style: Style::Plain,
                indent: 0,
                verbatim,
            },
        ))
    }

    fn is_left_of(&mut self, column: isize) -> bool {
        isize::try_from(self.cursor.column()).is_ok_and(|here| here < column)
    }

    /// Skips what belongs to a plain scalar up to a blank, a break, or what ends it.
    fn plain_word(&mut self, flow: bool) -> Result<(), Error> {
        loop {
            let rest = &self.cursor.text[self.cursor.at..];
            self.cursor.at += rest
                .iter()
                .position(|&byte| MAY_END_WORD[usize::from(byte)])
                .unwrap_or(rest.len());
            match self.cursor.byte(0) {
                0 | b' ' | b'\t' | b'\n' | b'\r' => return Ok(()),
                b':' if flow
                    && matches!(self.cursor.byte(1), b',' | b'?' | b'[' | b']' | b'{' | b'}') =>
                {
                    return Error::new(PLAIN, "found unexpected ':'", self.cursor.at);
                }
                b':' if self.cursor.ends_word(1) => return Ok(()),
                b',' | b'[' | b']' | b'{' | b'}' if flow => return Ok(()),
                0xC2 | 0xE2 if self.cursor.at_break() => return Ok(()),
                _ => self.cursor.at += 1,
            }
        }
    }

    /// A scalar in quotes.
    pub(super) fn quoted_scalar(&mut self) -> Result<Token, Error> {
        let (start, column, quote) = (self.cursor.at, self.cursor.column(), self.cursor.byte(0));
        let mut verbatim = true;
        self.cursor.at += 1;
        loop {
            if self.cursor.at_document_mark() {
                return Error::new(
                    QUOTED,
                    "found unexpected document indicator",
                    self.cursor.at,
                );
            }
            match self.cursor.byte(0) {
                0 => return Error::new(QUOTED, "found unexpected end of stream", self.cursor.at),
                b'\'' if quote == b'\'' && self.cursor.byte(1) == b'\'' => {
                    self.cursor.at += 2;
                    verbatim = false;
                }
                byte if byte == quote => break,
                b'\\' if quote == b'"' => {
                    verbatim = false;
                    self.escape()?;
                }
                _ if self.cursor.skip_break() => verbatim = false,
                _ => self.cursor.at += 1,
            }
        }
        self.cursor.at += 1;
        let style = if quote == b'"' {
            Style::Double
        } else {
            Style::Single
        };
        Ok(Self::scalar(
            start,
            self.cursor.at,
            column,
            Scalar {
                style,
                indent: 0,
                verbatim,
            },
        ))
    }

    /// Skips the escape at the backslash that is here.
    fn escape(&mut self) -> Result<(), Error> {
        let letter = self.cursor.byte(1);
        let Some(digits) = escape_digits(letter) else {
            if letter != 0 && b"0abt\tnvfre \"/\\N_LP".contains(&letter) {
                self.cursor.at += 2;
                return Ok(());
            }
            self.cursor.at += 1;
            if self.cursor.skip_break() {
                return Ok(());
            }
            return Error::new(ESCAPE, "found unknown escape character", self.cursor.at - 1);
        };
        self.cursor.at += 2;
        let (text, at) = (self.cursor.text, self.cursor.at);
        let Some(code) = hexadecimal(text, at, digits) else {
            return Error::new(ESCAPE, "did not find expected hexdecimal number", at);
        };
        let whole = self.json
            && digits == 4
            && (0xD800..0xDC00).contains(&code)
            && low_half(text, at + 4).is_some();
        if whole {
            self.cursor.at += 10;
        } else if char::from_u32(code).is_none() {
            return Error::new(ESCAPE, "found invalid Unicode character escape code", at);
        } else {
            self.cursor.at += digits;
        }
        Ok(())
    }
}
