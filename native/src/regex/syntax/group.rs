//! What begins with a parenthesis: groups, lookarounds, flags, conditions, absent operators.

use super::ast::{GroupKind, Kind, LookKind, Node, Span};
use super::error::Error;
use super::name::GroupName;
use super::parser::{Flags, Parser, Words};

impl Parser<'_> {
    /// A group; its opening parenthesis, at `start`, is read.
    pub(super) fn group(&mut self, start: usize) -> Result<Kind, Error> {
        if !self.cursor.eat("?") {
            return self.capture(None, start);
        }
        let Some(sign) = self.cursor.next() else {
            return self.fail("end pattern in group", start);
        };
        match sign {
            ':' => Ok(Self::wrap(self.body(start)?, GroupKind::Plain)),
            '>' => Ok(Kind::Atomic(Box::new(self.body(start)?))),
            '~' => Ok(Kind::Absent(Box::new(self.body(start)?))),
            '=' => self.look(LookKind::Ahead, start),
            '!' => self.look(LookKind::NotAhead, start),
            '<' if self.cursor.peek().is_none() => {
                self.fail("end pattern with unmatched parenthesis", start)
            }
            '<' if self.cursor.eat("=") => self.look(LookKind::Behind, start),
            '<' if self.cursor.eat("!") => self.look(LookKind::NotBehind, start),
            '<' | '\'' => {
                let close = if sign == '<' { '>' } else { '\'' };
                let name = self.definition_name(close)?;
                self.capture(Some(name), start)
            }
            '(' => self.conditional(start),
            first => self.flag_group(first, start),
        }
    }

    fn capture(&mut self, name: Option<String>, start: usize) -> Result<Kind, Error> {
        self.groups.push(name.clone());
        let index = self.groups.len();
        let body = Box::new(self.body(start)?);
        Ok(Kind::Capture { index, name, body })
    }

    fn look(&mut self, kind: LookKind, start: usize) -> Result<Kind, Error> {
        Ok(Kind::Look(kind, Box::new(self.body(start)?)))
    }

    /// The alternatives of the group that began at `start`, and its closing parenthesis. Flags set inside end with it.
    fn body(&mut self, start: usize) -> Result<Node, Error> {
        let flags = self.flags;
        let body = self.alternatives()?;
        self.flags = flags;
        if self.cursor.eat(")") {
            Ok(body)
        } else {
            self.fail("end pattern with unmatched parenthesis", start)
        }
    }

    /// `(?im-x)` and `(?im-x:...)`, from the first letter on.
    fn flag_group(&mut self, first: char, start: usize) -> Result<Kind, Error> {
        let outer = self.flags;
        let mut flags = outer;
        let mut on = true;
        let mut letter = first;
        // `(?)` is no group of flags, though `(?-)` is.
        if letter == ')' {
            return self.fail("undefined group option", start);
        }
        loop {
            match letter {
                ')' | ':' => break,
                '-' => on = false,
                letter if set_flag(&mut flags, letter, on) => {}
                _ => return self.fail("undefined group option", start),
            }
            match self.cursor.next() {
                Some(next) => letter = next,
                None => return self.fail("end pattern in group", start),
            }
        }
        self.flags = flags;
        let body = if letter == ':' {
            self.body(start)
        } else {
            // Up to the end of the group around it, further alternatives included.
            self.alternatives()
        };
        self.flags = outer;
        Ok(Self::wrap(body?, GroupKind::Flags))
    }

    /// `(?(group)yes|no)`, from behind the second parenthesis on.
    fn conditional(&mut self, start: usize) -> Result<Kind, Error> {
        let close = match self.cursor.peek() {
            Some('<') => Some('>'),
            Some('\'') => Some('\''),
            Some('0'..='9') => None,
            _ => return self.fail("invalid conditional pattern", start),
        };
        let name = match close {
            Some(close) => {
                self.cursor.next();
                let name = self.reference_name(close)?;
                if !self.cursor.eat(")") {
                    return self.fail("invalid conditional pattern", start);
                }
                name
            }
            None => self.reference_name(')')?,
        };
        let groups = self.referred(&name, start)?;
        let body = self.body(start)?;
        let (yes, no) =
            split(body).map_err(|span| Error::new("invalid conditional pattern", span))?;
        Ok(Kind::Conditional {
            groups,
            yes: Box::new(yes),
            no: Box::new(no),
        })
    }

    /// The numbers of the groups that a backreference or condition means.
    pub(super) fn referred(&mut self, name: &GroupName, start: usize) -> Result<Vec<usize>, Error> {
        let number = match name {
            GroupName::Name(name) => {
                let groups = self.named(name);
                if groups.is_empty() {
                    return self.fail(format!("undefined name <{name}> reference"), start);
                }
                return Ok(groups);
            }
            GroupName::Number(number) => *number,
            GroupName::Relative(by) => self.relative(*by),
        };
        if number == 0 {
            return self.fail("invalid backref number/name", start);
        }
        self.numbered.push(self.cursor.since(start));
        Ok(vec![number])
    }
}

/// Sets the flag of `letter`; false where there is no such flag, or it cannot be switched off.
fn set_flag(flags: &mut Flags, letter: char, on: bool) -> bool {
    match letter {
        'i' => flags.fold = on,
        'm' => flags.newline = on,
        'x' => flags.extended = on,
        'a' if on => flags.words = Words::Ascii,
        'u' if on => flags.words = Words::Unicode,
        'd' if on => flags.words = Words::Mixed,
        _ => return false,
    }
    true
}

/// The two branches of a condition; the second is empty where it is left out.
fn split(body: Node) -> Result<(Node, Node), Span> {
    let span = body.span;
    let Kind::Alternate(mut branches) = body.kind else {
        let end = Span::new(span.end, span.end);
        return Ok((
            body,
            Node {
                span: end,
                kind: Kind::Empty,
            },
        ));
    };
    match (branches.pop(), branches.pop()) {
        (Some(no), Some(yes)) if branches.is_empty() => Ok((yes, no)),
        _ => Err(span),
    }
}
