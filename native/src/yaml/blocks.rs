//! Where block scalars end.

use super::cursor::full_lines;
use super::scanner::Scanner;
use super::token::{Error, Scalar, Style, Token};

const BLOCK: &str = "while scanning a block scalar";

impl Scanner<'_> {
    /// A block scalar, from its `|` or `>` on.
    pub(super) fn block_scalar(&mut self) -> Result<Token, Error> {
        let (start, column) = (self.cursor.at, self.cursor.column());
        let style = if self.cursor.byte(0) == b'|' {
            Style::Literal
        } else {
            Style::Folded
        };
        self.cursor.at += 1;
        let increment = self.block_header()?;
        let mut end = self.cursor.at;
        let mut indent =
            increment.map(|increment| usize::try_from(self.indent).unwrap_or(0) + increment);
        self.empty_lines(&mut indent, &mut end)?;
        let column_of_lines = indent.unwrap_or(0);
        while !self.cursor.at_end() && self.cursor.at - self.cursor.line == column_of_lines {
            if self.cursor.line_feeds {
                self.cursor.at =
                    full_lines(self.cursor.text, self.cursor.at, column_of_lines, |_, _| ());
            }
            self.cursor.skip_line();
            self.cursor.skip_break();
            end = self.cursor.at;
            self.empty_lines(&mut indent, &mut end)?;
        }
        let scalar = Scalar {
            style,
            indent: u32::try_from(column_of_lines).unwrap_or(u32::MAX),
            verbatim: false,
        };
        Ok(Self::scalar(start, end, column, scalar))
    }

    /// Skips the rest of a block's first line; the indentation that it states.
    fn block_header(&mut self) -> Result<Option<usize>, Error> {
        let mut increment = None;
        if matches!(self.cursor.byte(0), b'+' | b'-') {
            self.cursor.at += 1;
            increment = self.indentation()?;
        } else if let Some(found) = self.indentation()? {
            increment = Some(found);
            if matches!(self.cursor.byte(0), b'+' | b'-') {
                self.cursor.at += 1;
            }
        }
        self.cursor.skip_blanks();
        if self.cursor.byte(0) == b'#' {
            self.cursor.skip_line();
        }
        if !self.cursor.skip_break() && !self.cursor.at_end() {
            return Error::new(
                BLOCK,
                "did not find expected comment or line break",
                self.cursor.at,
            );
        }
        Ok(increment)
    }

    fn indentation(&mut self) -> Result<Option<usize>, Error> {
        match self.cursor.byte(0) {
            b'0' => Error::new(
                BLOCK,
                "found an indentation indicator equal to 0",
                self.cursor.at,
            ),
            digit @ b'1'..=b'9' => {
                self.cursor.at += 1;
                Ok(Some(usize::from(digit - b'0')))
            }
            _ => Ok(None),
        }
    }

    /// Skips empty lines and the blanks before the next one; what the indentation is where nothing has said so yet.
    fn empty_lines(&mut self, indent: &mut Option<usize>, end: &mut usize) -> Result<(), Error> {
        let mut most = 0;
        loop {
            let fits = |column: usize| indent.is_none_or(|indent| column < indent);
            while self.cursor.byte(0) == b' ' && fits(self.cursor.at - self.cursor.line) {
                self.cursor.at += 1;
            }
            let column = self.cursor.at - self.cursor.line;
            most = most.max(column);
            if self.cursor.byte(0) == b'\t' && fits(column) {
                return Error::new(
                    BLOCK,
                    "found a tab character where an indentation space is expected",
                    self.cursor.at,
                );
            }
            if !self.cursor.skip_break() {
                break;
            }
            *end = self.cursor.at;
        }
        if indent.is_none() {
            let least = usize::try_from(self.indent + 1).unwrap_or(0).max(1);
            *indent = Some(most.max(least));
        }
        Ok(())
    }
}
