//! Anchors, aliases, tags and directives.

use super::scanner::Scanner;
use super::token::{Error, Kind, Token};

const TAG: &str = "while scanning a tag";
const DIRECTIVE: &str = "while scanning a directive";
const VERSION: &str = "while scanning a %YAML directive";
const TAG_DIRECTIVE: &str = "while scanning a %TAG directive";

/// What of a tag may stand in it, besides letters and digits.
const URI: &[u8] = b";/?:@&=+$.!~*'()%";
const URI_IN_ANGLES: &[u8] = b",[]";

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

impl Scanner<'_> {
    fn token(&mut self, start: usize, column: usize, kind: Kind) -> Token {
        Token {
            kind,
            start,
            end: self.cursor.at,
            column,
        }
    }

    fn skip_word(&mut self) -> usize {
        let start = self.cursor.at;
        while is_word(self.cursor.byte(0)) {
            self.cursor.at += 1;
        }
        start
    }

    /// `&name` or `*name`.
    pub(super) fn anchor(&mut self) -> Result<Token, Error> {
        let (start, column) = (self.cursor.at, self.cursor.column());
        let alias = self.cursor.byte(0) == b'*';
        self.cursor.at += 1;
        let name = self.skip_word();
        let closed = self.cursor.ends_word(0) || b"?:,]}%@`".contains(&self.cursor.byte(0));
        if self.cursor.at == name || !closed {
            let context = if alias {
                "while scanning an alias"
            } else {
                "while scanning an anchor"
            };
            return Error::new(
                context,
                "did not find expected alphabetic or numeric character",
                self.cursor.at,
            );
        }
        Ok(self.token(
            start,
            column,
            if alias { Kind::Alias } else { Kind::Anchor },
        ))
    }

    /// `!suffix`, `!handle!suffix` or `!<uri>`.
    pub(super) fn tag(&mut self) -> Result<Token, Error> {
        let (start, column) = (self.cursor.at, self.cursor.column());
        let (handle, suffix) = if self.cursor.byte(1) == b'<' {
            self.cursor.at += 2;
            let uri = self.uri(true, false, "")?;
            if self.cursor.byte(0) != b'>' {
                return Error::new(TAG, "did not find the expected '>'", self.cursor.at);
            }
            self.cursor.at += 1;
            (String::new(), uri)
        } else {
            let handle = self.handle(false)?;
            if handle.len() > 1 && handle.ends_with('!') {
                let suffix = self.uri(false, false, "")?;
                (handle, suffix)
            } else {
                let suffix = self.uri(false, false, &handle)?;
                if suffix.is_empty() {
                    (String::new(), "!".to_owned())
                } else {
                    ("!".to_owned(), suffix)
                }
            }
        };
        let closed = self.cursor.ends_word(0) || self.in_flow() && self.cursor.byte(0) == b',';
        if !closed {
            return Error::new(
                TAG,
                "did not find expected whitespace or line break",
                self.cursor.at,
            );
        }
        self.texts.push_back((handle, suffix));
        Ok(self.token(start, column, Kind::Tag))
    }

    fn handle(&mut self, directive: bool) -> Result<String, Error> {
        let start = self.cursor.at;
        if self.cursor.byte(0) != b'!' {
            let context = if directive {
                "while scanning a tag directive"
            } else {
                TAG
            };
            return Error::new(context, "did not find expected '!'", self.cursor.at);
        }
        self.cursor.at += 1;
        self.skip_word();
        if self.cursor.byte(0) == b'!' {
            self.cursor.at += 1;
        } else if directive && self.cursor.at > start + 1 {
            return Error::new(
                "while parsing a tag directive",
                "did not find expected '!'",
                self.cursor.at,
            );
        }
        Ok(self.written(start))
    }

    fn written(&self, start: usize) -> String {
        String::from_utf8_lossy(&self.cursor.text[start..self.cursor.at]).into_owned()
    }

    /// The rest of a tag, after `head`, of which the exclamation mark is no part.
    fn uri(&mut self, angles: bool, directive: bool, head: &str) -> Result<String, Error> {
        let context = if directive {
            "while parsing a %TAG directive"
        } else {
            "while parsing a tag"
        };
        let mut uri = head.as_bytes().get(1..).unwrap_or_default().to_vec();
        let mut empty = head.is_empty();
        loop {
            let byte = self.cursor.byte(0);
            if !(is_word(byte)
                || byte != 0 && (URI.contains(&byte) || angles && URI_IN_ANGLES.contains(&byte)))
            {
                break;
            }
            empty = false;
            if byte == b'%' {
                self.octets(context, &mut uri)?;
            } else {
                uri.push(byte);
                self.cursor.at += 1;
            }
        }
        if empty {
            return Error::new(context, "did not find expected tag URI", self.cursor.at);
        }
        Ok(String::from_utf8_lossy(&uri).into_owned())
    }

    /// The escaped bytes of one character.
    fn octets(&mut self, context: &str, uri: &mut Vec<u8>) -> Result<(), Error> {
        let mut left = 0;
        loop {
            let code = super::scalars::hexadecimal(self.cursor.text, self.cursor.at + 1, 2);
            let Some(octet) = code
                .and_then(|code| u8::try_from(code).ok())
                .filter(|_| self.cursor.byte(0) == b'%')
            else {
                return Error::new(context, "did not find URI escaped octet", self.cursor.at);
            };
            if left == 0 {
                left = match octet {
                    0..=0x7F => 1,
                    0xC0..=0xDF => 2,
                    0xE0..=0xEF => 3,
                    0xF0..=0xF7 => 4,
                    _ => {
                        return Error::new(
                            context,
                            "found an incorrect leading UTF-8 octet",
                            self.cursor.at,
                        );
                    }
                };
            } else if octet & 0xC0 != 0x80 {
                return Error::new(
                    context,
                    "found an incorrect trailing UTF-8 octet",
                    self.cursor.at,
                );
            }
            uri.push(octet);
            self.cursor.at += 3;
            left -= 1;
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// A line that begins with a percent sign.
    pub(super) fn directive(&mut self) -> Result<Token, Error> {
        let (start, column) = (self.cursor.at, self.cursor.column());
        self.cursor.at += 1;
        let name = self.skip_word();
        let name = self.written(name);
        if name.is_empty() {
            return Error::new(
                DIRECTIVE,
                "could not find expected directive name",
                self.cursor.at,
            );
        }
        if !self.cursor.ends_word(0) {
            return Error::new(
                DIRECTIVE,
                "found unexpected non-alphabetical character",
                self.cursor.at,
            );
        }
        let kind = match name.as_str() {
            "YAML" => {
                self.cursor.skip_blanks();
                let major = self.version_number()?;
                if self.cursor.byte(0) != b'.' {
                    return Error::new(
                        VERSION,
                        "did not find expected digit or '.' character",
                        self.cursor.at,
                    );
                }
                self.cursor.at += 1;
                let minor = self.version_number()?;
                Kind::Version(major == 1 && (minor == 1 || minor == 2))
            }
            "TAG" => self.tag_directive()?,
            _ => return Error::new(DIRECTIVE, "found unknown directive name", self.cursor.at),
        };
        let token = self.token(start, column, kind);
        self.cursor.skip_blanks();
        if self.cursor.byte(0) == b'#' {
            self.cursor.skip_line();
        }
        if !self.cursor.skip_break() && !self.cursor.at_end() {
            return Error::new(
                DIRECTIVE,
                "did not find expected comment or line break",
                self.cursor.at,
            );
        }
        Ok(token)
    }

    fn version_number(&mut self) -> Result<u32, Error> {
        let start = self.cursor.at;
        while self.cursor.byte(0).is_ascii_digit() {
            if self.cursor.at - start == 9 {
                return Error::new(
                    VERSION,
                    "found extremely long version number",
                    self.cursor.at,
                );
            }
            self.cursor.at += 1;
        }
        if self.cursor.at == start {
            return Error::new(
                VERSION,
                "did not find expected version number",
                self.cursor.at,
            );
        }
        Ok(self.written(start).parse().unwrap_or(0))
    }

    fn tag_directive(&mut self) -> Result<Kind, Error> {
        self.cursor.skip_blanks();
        let handle = self.handle(true)?;
        if !matches!(self.cursor.byte(0), b' ' | b'\t') {
            return Error::new(
                TAG_DIRECTIVE,
                "did not find expected whitespace",
                self.cursor.at,
            );
        }
        self.cursor.skip_blanks();
        let prefix = self.uri(true, true, "")?;
        if !self.cursor.ends_word(0) {
            return Error::new(
                TAG_DIRECTIVE,
                "did not find expected whitespace or line break",
                self.cursor.at,
            );
        }
        self.texts.push_back((handle, prefix));
        Ok(Kind::TagDirective)
    }
}
