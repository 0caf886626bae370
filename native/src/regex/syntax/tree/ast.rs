//! The syntax tree of a regex.

use std::collections::BTreeSet;

use regex_syntax::hir::ClassUnicode;

/// A byte range in the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One behind the last byte.
    pub end: usize,
}

impl Span {
    /// The range from `start` to `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

/// A part of the pattern and what it means.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where it stands in the pattern.
    pub span: Span,
    /// What it means.
    pub kind: Kind,
}

/// What a node means. Flags (`i`, `m`, `x`, `a`/`u`) are resolved: each node holds what they make of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Matches the empty text.
    Empty,
    /// One character, or all that fold to it.
    Char {
        /// The character as it is written.
        value: char,
        /// Whether those that fold to it do as well; false where there are none.
        fold: bool,
    },
    /// One character of a set, case folding and negation already in it.
    Class(ClassUnicode),
    /// `.`; with `newline` under `(?m)`.
    Any {
        /// Whether it takes newlines.
        newline: bool,
    },
    /// A condition on a position.
    Assert(Assertion),
    /// `\K`: the match begins here.
    Keep,
    /// `\R`.
    Linebreak,
    /// `\X`.
    Grapheme,
    /// A group that captures nothing.
    Group(GroupKind, Box<Node>),
    /// A group that captures; numbers start at 1.
    Capture {
        /// The group's number.
        index: usize,
        /// Its name, if it has one.
        name: Option<String>,
        /// What it captures.
        body: Box<Node>,
    },
    /// `(?>...)`.
    Atomic(Box<Node>),
    /// `(?=...)` and its kin.
    Look(LookKind, Box<Node>),
    /// `(?~...)`.
    Absent(Box<Node>),
    /// A quantifier.
    Repeat {
        /// What is repeated.
        body: Box<Node>,
        /// Fewest rounds.
        min: u32,
        /// Most rounds.
        max: Option<u32>,
        /// Which number of rounds it tries first.
        mode: Mode,
    },
    /// One after the other.
    Concat(Vec<Node>),
    /// The first that leads to a match.
    Alternate(Vec<Node>),
    /// The text of the last set one of the groups.
    Backref {
        /// Several where groups share the name that the reference uses.
        groups: Vec<usize>,
        /// Whether case counts for nothing.
        fold: bool,
    },
    /// `\g<...>`: the group's expression again. Group 0 is the whole pattern.
    Call {
        /// The group.
        target: CallTarget,
    },
    /// `(?(1)yes|no)`.
    Conditional {
        /// Any of them being set is enough.
        groups: Vec<usize>,
        /// Where one is set.
        yes: Box<Node>,
        /// Where none is; empty if it is left out.
        no: Box<Node>,
    },
}

/// Whom a subexpression call calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallTarget {
    /// The group of that name; gone once the tree is resolved.
    Name(String),
    /// The group of that number.
    Number(usize),
}

/// Zero-width tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assertion {
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// `\A`
    TextStart,
    /// `\z`
    TextEnd,
    /// `\Z`
    TextEndNewline,
    /// `\G`
    SearchStart,
    /// `\b`, on ASCII words only or on Unicode ones.
    WordBoundary {
        /// `(?a)`
        ascii: bool,
    },
    /// `\B`
    NotWordBoundary {
        /// `(?a)`
        ascii: bool,
    },
}

/// Groups that do not capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKind {
    /// `(?:...)`, and unnamed groups beside named ones
    Plain,
    /// `(?i:...)`, and `(?i)` up to the end of the group around it
    Flags,
}

/// The four lookarounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookKind {
    /// `(?=`
    Ahead,
    /// `(?!`
    NotAhead,
    /// `(?<=`
    Behind,
    /// `(?<!`
    NotBehind,
}

/// How a quantifier takes and gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// As much as possible.
    Greedy,
    /// As little as possible.
    Lazy,
    /// As much as possible, and never gives back.
    Possessive,
}

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// The whole pattern.
    pub root: Node,
    /// Number of groups that capture.
    pub captures: usize,
    /// Names with their groups, in the order of first appearance.
    pub names: Vec<(String, Vec<usize>)>,
    /// Whether it is written in ASCII alone.
    pub ascii: bool,
}

impl Tree {
    /// The groups that a back reference or a condition asks for.
    #[must_use]
    pub fn referred(&self) -> BTreeSet<usize> {
        let nodes = self.root.descendants().into_iter();
        let asked = nodes.filter_map(|node| match &node.kind {
            Kind::Backref { groups, .. } | Kind::Conditional { groups, .. } => Some(groups),
            _ => None,
        });
        asked.flatten().copied().collect()
    }
}

impl Node {
    /// The nodes directly inside, in the order of the pattern.
    #[must_use]
    pub fn children(&self) -> Vec<&Node> {
        match &self.kind {
            Kind::Group(_, body)
            | Kind::Capture { body, .. }
            | Kind::Atomic(body)
            | Kind::Look(_, body)
            | Kind::Absent(body)
            | Kind::Repeat { body, .. } => vec![body],
            Kind::Concat(nodes) | Kind::Alternate(nodes) => nodes.iter().collect(),
            Kind::Conditional { yes, no, .. } => vec![yes, no],
            _ => Vec::new(),
        }
    }

    /// The same, to change them.
    pub(in crate::regex::syntax) fn children_mut(&mut self) -> Vec<&mut Node> {
        match &mut self.kind {
            Kind::Group(_, body)
            | Kind::Capture { body, .. }
            | Kind::Atomic(body)
            | Kind::Look(_, body)
            | Kind::Absent(body)
            | Kind::Repeat { body, .. } => vec![body],
            Kind::Concat(nodes) | Kind::Alternate(nodes) => nodes.iter_mut().collect(),
            Kind::Conditional { yes, no, .. } => vec![yes, no],
            _ => Vec::new(),
        }
    }

    /// Levels of nodes, this one included.
    pub(in crate::regex::syntax) fn depth(&self) -> usize {
        let mut levels = 0;
        let mut level = vec![self];
        while !level.is_empty() {
            levels += 1;
            level = level.into_iter().flat_map(Node::children).collect();
        }
        levels
    }

    /// Ranges of all classes in it.
    pub(in crate::regex::syntax) fn ranges(&self) -> usize {
        self.descendants()
            .into_iter()
            .map(|node| match &node.kind {
                Kind::Class(set) => set.ranges().len(),
                _ => 0,
            })
            .sum()
    }

    /// This node and all below it, a parent before its children.
    #[must_use]
    pub fn descendants(&self) -> Vec<&Node> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(node) = all.get(next) {
            let children = node.children();
            all.extend(children);
            next += 1;
        }
        all
    }
}
