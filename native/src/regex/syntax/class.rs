//! Classes in brackets: ranges, nested classes, intersections, POSIX brackets; and case folding of sets.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::ast::Kind;
use super::error::Error;
use super::parser::{NEST_LIMIT, Parser, Words};
use super::property;

/// Characters of an unknown POSIX bracket's name after which it is taken for a nested class (Onigmo's bound).
const POSIX_NAME_LIMIT: usize = 20;

/// What was read last in a class: it decides what a dash means.
#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    Start,
    Value(char),
    Set,
    RangeFrom(char),
    Complete,
}

enum Item {
    Close,
    Open,
    And,
    Dash,
    Set(ClassUnicode),
    Values(Vec<char>),
}

impl Parser<'_> {
    /// A class; its opening bracket, at `start`, is read.
    pub(super) fn bracket(&mut self, start: usize) -> Result<Kind, Error> {
        let (set, negated) = self.class(start)?;
        let mut set = if self.flags.fold { fold_set(set) } else { set };
        if negated {
            set.negate();
        }
        Ok(Kind::Class(set))
    }

    /// The set between the brackets, and whether a circumflex negates it.
    fn class(&mut self, start: usize) -> Result<(ClassUnicode, bool), Error> {
        if self.depth > NEST_LIMIT {
            return self.fail("too deep nest level", start);
        }
        let negated = self.cursor.eat("^");
        let mut set = ClassUnicode::empty();
        let mut before_and: Option<ClassUnicode> = None;
        let mut state = State::Start;
        if self.cursor.peek() == Some(']') {
            if !closes_later(&self.cursor.rest()[1..]) {
                return self.fail("empty char-class", start);
            }
            self.cursor.next();
            add(&mut set, ']', ']');
            state = State::Value(']');
        }
        loop {
            let item_start = self.cursor.at();
            match self.class_item(start)? {
                Item::Close => break,
                Item::Values(values) => {
                    for value in values {
                        state = self.add_value(&mut set, state, value, item_start)?;
                    }
                }
                Item::Set(items) => {
                    if let State::RangeFrom(_) = state {
                        return self.fail("char-class value at end of range", item_start);
                    }
                    set.union(&items);
                    state = State::Set;
                }
                Item::Dash => {
                    let ends =
                        self.cursor.peek() == Some(']') || self.cursor.rest().starts_with("&&");
                    state = match state {
                        State::Value(low) if !ends => State::RangeFrom(low),
                        State::Set if !ends => {
                            return self
                                .fail("unmatched range specifier in char-class", item_start);
                        }
                        _ => self.add_value(&mut set, state, '-', item_start)?,
                    };
                }
                Item::Open => {
                    self.depth += 1;
                    let (mut inner, inner_negated) = self.class(item_start)?;
                    self.depth -= 1;
                    if inner_negated {
                        inner.negate();
                    }
                    if let State::RangeFrom(low) = state {
                        // Onigmo forgets the range's start.
                        set.difference(&ClassUnicode::new([ClassUnicodeRange::new(low, low)]));
                    }
                    set.union(&inner);
                    state = State::Complete;
                }
                Item::And => {
                    before_and = Some(intersection(before_and, set));
                    set = ClassUnicode::empty();
                    state = State::Start;
                }
            }
        }
        if before_and.is_some() {
            set = intersection(before_and, set);
        }
        Ok((set, negated))
    }

    /// Adds a character, which may end a range.
    fn add_value(
        &self,
        set: &mut ClassUnicode,
        state: State,
        value: char,
        start: usize,
    ) -> Result<State, Error> {
        match state {
            State::RangeFrom(low) if low > value => self.fail("empty range in char class", start),
            State::RangeFrom(low) => {
                add(set, low, value);
                Ok(State::Complete)
            }
            _ => {
                add(set, value, value);
                Ok(State::Value(value))
            }
        }
    }

    fn class_item(&mut self, start: usize) -> Result<Item, Error> {
        let item_start = self.cursor.at();
        if self.cursor.eat("&&") {
            return Ok(Item::And);
        }
        match self.cursor.next() {
            None => self.fail("premature end of char-class", start),
            Some(']') => Ok(Item::Close),
            Some('-') => Ok(Item::Dash),
            Some('[') => Ok(self
                .posix_bracket(item_start)?
                .map_or(Item::Open, Item::Set)),
            Some('\\') => self.class_escape(item_start),
            Some(value) => Ok(Item::Values(vec![value])),
        }
    }

    fn class_escape(&mut self, start: usize) -> Result<Item, Error> {
        let Some(letter) = self.cursor.peek() else {
            return self.fail("end pattern at escape", start);
        };
        if let Some(set) = self.shorthand(letter) {
            self.cursor.next();
            return Ok(Item::Set(set));
        }
        match letter {
            'p' | 'P' if self.cursor.rest()[1..].starts_with('{') => {
                let (mut set, negated) = self.property(start)?;
                if negated {
                    set.negate();
                }
                Ok(Item::Set(set))
            }
            'b' => {
                self.cursor.next();
                Ok(Item::Values(vec!['\x08']))
            }
            'u' => Ok(Item::Values(self.unicode(start)?)),
            _ => Ok(Item::Values(vec![self.code_point(start)?])),
        }
    }

    /// `[:name:]`, whose first bracket, at `start`, is read; None where it is a nested class.
    fn posix_bracket(&mut self, start: usize) -> Result<Option<ClassUnicode>, Error> {
        let rest = self.cursor.rest();
        let Some(inside) = rest.strip_prefix(':') else {
            return Ok(None);
        };
        let (negated, inside) = inside
            .strip_prefix('^')
            .map_or((false, inside), |inside| (true, inside));
        let Some(length) = inside.find([':', ']']) else {
            return Ok(None);
        };
        if !inside[length..].starts_with(":]") {
            return Ok(None);
        }
        let name = &inside[..length];
        let end = self.cursor.at() + (rest.len() - inside.len()) + length + 2;
        let Some(mut set) = property::posix(name, self.flags.words != Words::Ascii) else {
            if name.chars().count() > POSIX_NAME_LIMIT {
                return Ok(None);
            }
            self.cursor.go_to(end);
            return self.fail("invalid POSIX bracket type", start);
        };
        self.cursor.go_to(end);
        if negated {
            set.negate();
        }
        Ok(Some(set))
    }
}

/// Whether an unescaped `]` follows.
fn closes_later(rest: &str) -> bool {
    let mut escaped = false;
    for next in rest.chars() {
        match next {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => return true,
            _ => {}
        }
    }
    false
}

fn add(set: &mut ClassUnicode, low: char, high: char) {
    set.push(ClassUnicodeRange::new(low, high));
}

fn intersection(before: Option<ClassUnicode>, mut set: ClassUnicode) -> ClassUnicode {
    if let Some(before) = before {
        set.intersect(&before);
    }
    set
}

/// `set` and all that simple case folding makes equal to a member.
pub(super) fn fold_set(mut set: ClassUnicode) -> ClassUnicode {
    set.case_fold_simple();
    set
}

/// All characters that simple case folding makes equal to `value`.
pub(in crate::regex) fn fold_class(value: char) -> ClassUnicode {
    fold_set(ClassUnicode::new([ClassUnicodeRange::new(value, value)]))
}
