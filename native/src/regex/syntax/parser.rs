//! The parser: alternatives, sequences and single characters. Quantifiers, groups, classes and escapes have files of their own.

use super::ast::{Assertion, GroupKind, Kind, Node, Span, Tree};
use super::class::fold_class;
use super::cursor::Cursor;
use super::error::Error;
use super::{lookbehind, recursion, resolve};

/// Bytes of pattern that are read; far above any real one, so that no input takes long.
const PATTERN_LIMIT: usize = 1 << 16;
/// Levels of groups and classes, so that no input exhausts the stack.
pub(super) const NEST_LIMIT: usize = 100;
/// Levels of nodes: quantifiers behind quantifiers are levels too.
const DEPTH_LIMIT: usize = 300;
/// Ranges of all its classes together: `\p{Alpha}` has 730, and each is built, compared and handed on.
const RANGE_LIMIT: usize = 100_000;

/// Parses `pattern` in Ruby's dialect.
///
/// # Errors
/// Ruby's refusals, and patterns that are longer or nested deeper than the bounds here.
pub fn parse(pattern: &str) -> Result<Tree, Error> {
    if pattern.len() > PATTERN_LIMIT {
        return Err(Error::new("too long pattern", Span::new(0, pattern.len())));
    }
    let mut parser = Parser::new(pattern);
    let root = parser.alternatives()?;
    if parser.cursor.peek().is_some() {
        let at = parser.cursor.at();
        return Err(Error::new(
            "unmatched close parenthesis",
            Span::new(at, at + 1),
        ));
    }
    if root.depth() > DEPTH_LIMIT {
        return Err(Error::new("too deep nest level", root.span));
    }
    if root.ranges() > RANGE_LIMIT {
        return Err(Error::new("too large program", root.span));
    }
    let tree = resolve::resolve(root, parser.groups, &parser.numbered, pattern.is_ascii())?;
    recursion::check(&tree)?;
    lookbehind::check(&tree)?;
    Ok(tree)
}

/// The flags in force.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    /// `i`
    pub(super) fold: bool,
    /// `m`: the dot takes newlines.
    pub(super) newline: bool,
    /// `x`
    pub(super) extended: bool,
    /// `d` (also where none is given), `a` or `u`
    pub(super) words: Words,
}

/// Which characters `\w`, `\d`, `\s`, POSIX brackets and `\b` know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// Escapes are ASCII, brackets and `\b` Unicode: without a flag.
    Mixed,
    /// All ASCII: `(?a)`.
    Ascii,
    /// All Unicode: `(?u)`.
    Unicode,
}

/// The state of a parse.
pub(super) struct Parser<'p> {
    pub(super) cursor: Cursor<'p>,
    pub(super) flags: Flags,
    pub(super) depth: usize,
    /// The name of each group opened so far, None for unnamed ones; group 1 first.
    pub(super) groups: Vec<Option<String>>,
    /// References by number: they are refused where a group has a name.
    pub(super) numbered: Vec<Span>,
}

impl<'p> Parser<'p> {
    fn new(pattern: &'p str) -> Self {
        Self {
            cursor: Cursor::new(pattern),
            flags: Flags {
                fold: false,
                newline: false,
                extended: false,
                words: Words::Mixed,
            },
            depth: 0,
            groups: Vec::new(),
            numbered: Vec::new(),
        }
    }

    pub(super) fn fail<T>(
        &self,
        message: impl Into<std::borrow::Cow<'static, str>>,
        start: usize,
    ) -> Result<T, Error> {
        Err(Error::new(message, self.cursor.since(start)))
    }

    /// Alternatives up to the end of the group around them or of the pattern.
    pub(super) fn alternatives(&mut self) -> Result<Node, Error> {
        let start = self.cursor.at();
        if self.depth > NEST_LIMIT {
            return self.fail("too deep nest level", start);
        }
        self.depth += 1;
        let mut nodes = vec![self.sequence()?];
        while self.cursor.eat("|") {
            nodes.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(match (nodes.len(), nodes.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                nodes.extend(last);
                Node {
                    span: self.cursor.since(start),
                    kind: Kind::Alternate(nodes),
                }
            }
        })
    }

    fn sequence(&mut self) -> Result<Node, Error> {
        let start = self.cursor.at();
        let mut nodes = Vec::new();
        loop {
            self.skip_ignored()?;
            match self.cursor.peek() {
                None | Some('|' | ')') => break,
                Some(_) => {}
            }
            let mut atom = self.atom()?;
            // `\u{61 62}` is several characters, the last of which a quantifier belongs to.
            if let Kind::Concat(mut characters) = atom.kind {
                let Some(last) = characters.pop() else {
                    continue;
                };
                nodes.append(&mut characters);
                atom = last;
            }
            // `(?i)` has taken all up to the end of its group: no quantifier can follow.
            let node = match self.cursor.peek() {
                None | Some('|' | ')') => atom,
                Some(_) => self.quantified(atom)?,
            };
            nodes.push(node);
        }
        let span = self.cursor.since(start);
        Ok(match (nodes.len(), nodes.pop()) {
            (1, Some(only)) => only,
            (_, None) => Node {
                span,
                kind: Kind::Empty,
            },
            (_, Some(last)) => {
                nodes.push(last);
                Node {
                    span,
                    kind: Kind::Concat(nodes),
                }
            }
        })
    }

    /// Skips comments, and in extended mode white space.
    pub(super) fn skip_ignored(&mut self) -> Result<(), Error> {
        loop {
            let start = self.cursor.at();
            if self.cursor.eat("(?#") {
                loop {
                    match self.cursor.next() {
                        None => return self.fail("end pattern in group", start),
                        Some('\\') => {
                            self.cursor.next();
                        }
                        Some(')') => break,
                        Some(_) => {}
                    }
                }
                continue;
            }
            match self.cursor.peek() {
                Some('\t'..='\r' | ' ') if self.flags.extended => {
                    self.cursor.next();
                }
                Some('#') if self.flags.extended => {
                    while self.cursor.next().is_some_and(|next| next != '\n') {}
                }
                _ => return Ok(()),
            }
        }
    }

    fn atom(&mut self) -> Result<Node, Error> {
        let start = self.cursor.at();
        if self.quantifier()?.is_some() {
            return self.fail("target of repeat operator is not specified", start);
        }
        let kind = match self.cursor.next() {
            Some('[') => self.bracket(start)?,
            Some('(') => self.group(start)?,
            Some('.') => Kind::Any {
                newline: self.flags.newline,
            },
            Some('^') => Kind::Assert(Assertion::LineStart),
            Some('$') => Kind::Assert(Assertion::LineEnd),
            Some('\\') => self.escape(start)?,
            Some(value) => self.literal(value),
            None => Kind::Empty,
        };
        Ok(Node {
            span: self.cursor.since(start),
            kind,
        })
    }

    /// A character that stands for itself.
    pub(super) fn literal(&self, value: char) -> Kind {
        Kind::Char {
            value,
            fold: self.flags.fold
                && fold_class(value)
                    .ranges()
                    .iter()
                    .any(|range| range.start() != value || range.end() != value),
        }
    }

    /// A node around `body` that has its span.
    pub(super) fn wrap(body: Node, kind: GroupKind) -> Kind {
        Kind::Group(kind, Box::new(body))
    }
}
