//! What begins with a backslash, in and outside of classes.

use regex_syntax::hir::ClassUnicode;

use super::ast::{Assertion, CallTarget, Kind};
use super::class::fold_set;
use super::error::Error;
use super::name::GroupName;
use super::parser::{Parser, Words};
use super::property;

/// Groups that a backreference may have a number for (Onigmo's `ONIG_MAX_BACKREF_NUM`).
const BACKREF_LIMIT: u32 = 1000;

impl Parser<'_> {
    /// An escape outside of a class; its backslash, at `start`, is read.
    pub(super) fn escape(&mut self, start: usize) -> Result<Kind, Error> {
        let Some(letter) = self.cursor.peek() else {
            return self.fail("too short escape sequence", start);
        };
        if let Some(assertion) = self.assertion(letter) {
            self.cursor.next();
            return Ok(assertion);
        }
        if let Some(set) = self.shorthand(letter) {
            self.cursor.next();
            return Ok(Kind::Class(set));
        }
        match letter {
            'p' | 'P' if self.cursor.rest()[1..].starts_with('{') => {
                let (set, negated) = self.property(start)?;
                // Folding happens inside of the negation.
                let mut set = if self.flags.fold { fold_set(set) } else { set };
                if negated {
                    set.negate();
                }
                Ok(Kind::Class(set))
            }
            'k' | 'g' => self.reference(letter, start),
            '1'..='9' => self.backreference(start),
            'u' => self.unicode_outside(start),
            _ => {
                let value = self.code_point(start)?;
                Ok(self.literal(value))
            }
        }
    }

    fn assertion(&self, letter: char) -> Option<Kind> {
        let ascii = self.flags.words == Words::Ascii;
        Some(match letter {
            'A' => Kind::Assert(Assertion::TextStart),
            'z' => Kind::Assert(Assertion::TextEnd),
            'Z' => Kind::Assert(Assertion::TextEndNewline),
            'G' => Kind::Assert(Assertion::SearchStart),
            'b' => Kind::Assert(Assertion::WordBoundary { ascii }),
            'B' => Kind::Assert(Assertion::NotWordBoundary { ascii }),
            'K' => Kind::Keep,
            'R' => Kind::Linebreak,
            'X' => Kind::Grapheme,
            _ => return None,
        })
    }

    /// The set of `\w`, `\d`, `\s`, `\h` and their negations.
    pub(super) fn shorthand(&self, letter: char) -> Option<ClassUnicode> {
        let name = match letter.to_ascii_lowercase() {
            'w' => "word",
            'd' => "digit",
            's' => "space",
            'h' => "xdigit",
            _ => return None,
        };
        let mut set = property::posix(name, self.flags.words == Words::Unicode)?;
        if letter.is_ascii_uppercase() {
            set.negate();
        }
        Some(set)
    }

    /// `p{...}` or `P{...}`: the set, and whether it is negated.
    pub(super) fn property(&mut self, start: usize) -> Result<(ClassUnicode, bool), Error> {
        let mut negated = self.cursor.next() == Some('P');
        self.cursor.eat("{");
        negated ^= self.cursor.eat("^");
        let name_start = self.cursor.at();
        let Some(length) = self.cursor.rest().find('}') else {
            return self.fail("invalid character property name", start);
        };
        self.cursor.go_to(name_start + length + 1);
        let name = self.cursor.text(name_start, name_start + length);
        match property::named(name) {
            Some(set) => Ok((set, negated)),
            None => self.fail(format!("invalid character property name {{{name}}}"), start),
        }
    }

    /// `\k<...>` and `\g<...>`; the letter alone is a character.
    fn reference(&mut self, letter: char, start: usize) -> Result<Kind, Error> {
        self.cursor.next();
        let close = match self.cursor.peek() {
            Some('<') => '>',
            Some('\'') => '\'',
            _ => return Ok(self.literal(letter)),
        };
        self.cursor.next();
        if letter == 'k' {
            let name_start = self.cursor.at();
            let mut name = self.reference_without_level(close)?;
            if let GroupName::Number(0) = name {
                return self.fail("invalid group name <0>", name_start);
            }
            if let GroupName::Name(text) = &name {
                if let (true, Some(base)) = (self.named(text).is_empty(), level_base(text)) {
                    name = GroupName::Name(base.to_owned());
                }
            }
            let groups = self.referred(&name, start)?;
            return Ok(Kind::Backref {
                groups,
                fold: self.flags.fold,
            });
        }
        let target = match self.reference_name(close)? {
            GroupName::Name(name) => CallTarget::Name(name),
            GroupName::Number(0) => CallTarget::Number(0),
            GroupName::Number(number) => {
                self.numbered.push(self.cursor.since(start));
                CallTarget::Number(number)
            }
            GroupName::Relative(by) => {
                self.numbered.push(self.cursor.since(start));
                match self.relative(by) {
                    0 => return self.fail("undefined group reference", start),
                    number => CallTarget::Number(number),
                }
            }
        };
        Ok(Kind::Call { target })
    }

    /// A reference's group, of which a level behind a number (`1+0`) is dropped.
    fn reference_without_level(&mut self, close: char) -> Result<GroupName, Error> {
        let start = self.cursor.at();
        match self.reference_name(close) {
            Ok(name) => Ok(name),
            Err(error) => {
                let end = self.cursor.at();
                let text = self.cursor.text(start, end).trim_end_matches(close);
                match level_base(text).and_then(|base| base.parse::<usize>().ok()) {
                    Some(number) => Ok(GroupName::Number(number)),
                    None => Err(error),
                }
            }
        }
    }

    /// `\1` and on: a group's number if it is below ten or there are so many groups, else an octal code.
    fn backreference(&mut self, start: usize) -> Result<Kind, Error> {
        let digits = self.cursor.at();
        let (number, _) = self.cursor.digits(10, usize::MAX);
        let index = number as usize;
        if number <= BACKREF_LIMIT && (index <= self.groups.len() || number <= 9) {
            self.numbered.push(self.cursor.since(start));
            return Ok(Kind::Backref {
                groups: vec![index],
                fold: self.flags.fold,
            });
        }
        self.cursor.go_to(digits);
        let value = self.code_point(start)?;
        Ok(self.literal(value))
    }

    /// `\uHHHH` is a character, `\u{H H}` one or several.
    fn unicode_outside(&mut self, start: usize) -> Result<Kind, Error> {
        let values = self.unicode(start)?;
        if let [value] = values[..] {
            return Ok(self.literal(value));
        }
        // Ruby writes the characters out before it parses.
        let span = self.cursor.since(start);
        let nodes = values.into_iter().map(|value| super::ast::Node {
            span,
            kind: self.literal(value),
        });
        Ok(Kind::Concat(nodes.collect()))
    }
}

/// What stands before a recursion level (`+1`, `-1`) at the end of a name.
fn level_base(name: &str) -> Option<&str> {
    let base = name.trim_end_matches(|last: char| last.is_ascii_digit());
    let stripped = base.strip_suffix(['+', '-'])?;
    (base.len() < name.len() && !stripped.is_empty()).then_some(stripped)
}
