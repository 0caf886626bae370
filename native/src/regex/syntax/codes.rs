//! Escapes that stand for one character: `\n`, `\x41`, `\101`, `\cA`, `\u0041`.

use super::error::Error;
use super::parser::Parser;

impl Parser<'_> {
    /// The character of an escape; its backslash, at `start`, is read. A letter without a meaning stands for itself.
    pub(super) fn code_point(&mut self, start: usize) -> Result<char, Error> {
        let byte = match self.cursor.peek() {
            None => return self.fail("too short escape sequence", start),
            Some('x' | '0'..='7' | 'c' | 'C' | 'M') => self.byte(start)?,
            Some(letter) => {
                self.cursor.next();
                return Ok(match letter {
                    't' => '\t',
                    'n' => '\n',
                    'r' => '\r',
                    'f' => '\x0c',
                    'v' => '\x0b',
                    'a' => '\x07',
                    'e' => '\x1b',
                    other => other,
                });
            }
        };
        if byte < 0x80 {
            return Ok(char::from(byte));
        }
        self.multibyte(byte, start)
    }

    /// The rest of a character in UTF-8 whose bytes are all escaped, as in `\xC3\xA9`.
    fn multibyte(&mut self, first: u8, start: usize) -> Result<char, Error> {
        let length = match first {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return self.fail("invalid multibyte escape", start),
        };
        let mut bytes = vec![first];
        while bytes.len() < length {
            if !self.cursor.eat("\\") {
                return self.fail("too short escaped multibyte character", start);
            }
            bytes.push(self.byte(start)?);
        }
        match std::str::from_utf8(&bytes)
            .ok()
            .and_then(|text| text.chars().next())
        {
            Some(value) => Ok(value),
            None => self.fail("invalid multibyte escape", start),
        }
    }

    /// A byte written as `xHH`, up to three octal digits, or with control and meta.
    fn byte(&mut self, start: usize) -> Result<u8, Error> {
        if matches!(self.cursor.peek(), Some('0'..='7')) {
            let (value, _) = self.cursor.digits(8, 3);
            return u8::try_from(value).or_else(|_| self.fail("invalid escape code", start));
        }
        if self.cursor.eat("x") {
            let (value, digits) = self.cursor.digits(16, 2);
            return match u8::try_from(value) {
                Ok(byte) if digits > 0 => Ok(byte),
                _ => self.fail("invalid hex escape", start),
            };
        }
        if self.cursor.eat("M-") {
            if self.cursor.rest().starts_with("\\M") {
                return self.fail("duplicate meta escape", start);
            }
            let byte = self.plain_or_escaped(start, "too short meta escape")?;
            return Ok(byte | 0x80);
        }
        if self.cursor.eat("C-") || self.cursor.eat("c") {
            if self.cursor.rest().starts_with(['\\'])
                && self.cursor.rest()[1..].starts_with(['c', 'C'])
            {
                return self.fail("duplicate control escape", start);
            }
            let byte = self.plain_or_escaped(start, "too short control escape")?;
            return Ok(byte & 0x9f);
        }
        let message = match self.cursor.next() {
            Some('M') => "too short meta escape",
            Some('C') => "too short control escape",
            _ => "unexpected escape sequence",
        };
        self.fail(message, start)
    }

    fn plain_or_escaped(&mut self, start: usize, message: &'static str) -> Result<u8, Error> {
        match self.cursor.next() {
            Some('\\') if matches!(self.cursor.peek(), Some('x' | '0'..='7' | 'c' | 'C' | 'M')) => {
                self.byte(start)
            }
            Some(value) if value.is_ascii() && value != '\\' => Ok(value as u8),
            _ => self.fail(message, start),
        }
    }

    /// The characters of `uHHHH` or `u{H H}`.
    pub(super) fn unicode(&mut self, start: usize) -> Result<Vec<char>, Error> {
        self.cursor.eat("u");
        if !self.cursor.eat("{") {
            let (value, digits) = self.cursor.digits(16, 4);
            if digits < 4 {
                return self.fail("invalid Unicode escape", start);
            }
            return Ok(vec![self.scalar(value, start)?]);
        }
        let mut values = Vec::new();
        loop {
            while self.cursor.eat(" ") || self.cursor.eat("\t") {}
            if self.cursor.eat("}") && !values.is_empty() {
                return Ok(values);
            }
            let (value, digits) = self.cursor.digits(16, 7);
            if digits == 0 {
                return self.fail("invalid Unicode list", start);
            }
            values.push(self.scalar(value, start)?);
        }
    }

    fn scalar(&self, value: u32, start: usize) -> Result<char, Error> {
        match char::from_u32(value) {
            Some(value) => Ok(value),
            None => self.fail("invalid Unicode range", start),
        }
    }
}
