//! Quantifiers: `*`, `+`, `?` and intervals, greedy, lazy and possessive, also one behind the other.

use super::ast::{Kind, Mode, Node};
use super::error::Error;
use super::parser::Parser;

/// Quantifiers one behind the other.
const QUANTIFIER_LIMIT: usize = 20;
/// The largest number that a repeat range may have (Onigmo's `ONIG_MAX_REPEAT_NUM`).
const REPEAT_LIMIT: u32 = 100_000;

impl Parser<'_> {
    /// `node` with the quantifiers behind it.
    pub(super) fn quantified(&mut self, mut node: Node) -> Result<Node, Error> {
        let mut levels = 0;
        loop {
            self.skip_ignored()?;
            let start = self.cursor.at();
            let Some((min, max, mode)) = self.quantifier()? else {
                return Ok(node);
            };
            levels += 1;
            if levels > QUANTIFIER_LIMIT {
                return self.fail("too deep nest level", start);
            }
            node = Node {
                span: self.cursor.since(node.span.start),
                kind: Kind::Repeat {
                    body: Box::new(node),
                    min,
                    max,
                    mode,
                },
            };
        }
    }

    /// A quantifier, if one stands here.
    pub(super) fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>, Mode)>, Error> {
        let (min, max) = match self.cursor.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.interval(),
            _ => return Ok(None),
        };
        self.cursor.next();
        let mode = if self.cursor.eat("?") {
            Mode::Lazy
        } else if self.cursor.eat("+") {
            Mode::Possessive
        } else {
            Mode::Greedy
        };
        Ok(Some((min, max, mode)))
    }

    /// `{n}`, `{n,}`, `{,n}` or `{n,m}`; anything else behind a brace makes it a character. No `+` belongs to it, and no `?` to `{n}`.
    fn interval(&mut self) -> Result<Option<(u32, Option<u32>, Mode)>, Error> {
        let start = self.cursor.at();
        self.cursor.next();
        let (low, low_digits) = self.cursor.digits(10, usize::MAX);
        let comma = self.cursor.eat(",");
        let (high, high_digits) = if comma {
            self.cursor.digits(10, usize::MAX)
        } else {
            (low, low_digits)
        };
        if low > REPEAT_LIMIT || high > REPEAT_LIMIT {
            return self.fail("too big number for repeat range", start);
        }
        if (low_digits == 0 && high_digits == 0) || !self.cursor.eat("}") {
            self.cursor.go_to(start);
            return Ok(None);
        }
        let max = (high_digits > 0).then_some(high);
        if max.is_some_and(|high| high < low) {
            return self.fail("upper is smaller than lower in repeat range", start);
        }
        let mode = if comma && self.cursor.eat("?") {
            Mode::Lazy
        } else {
            Mode::Greedy
        };
        Ok(Some((low, max, mode)))
    }
}
