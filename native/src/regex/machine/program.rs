//! The instructions of the backtracking machine, after those of Onigmo.

use std::sync::LazyLock;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::super::ast::Assertion;
use super::super::property;
use super::skip::Plan;
use super::work::Kind;

/// A distance from the instruction that holds it, in instructions.
pub(super) type Jump = isize;

pub(super) fn distance(instructions: usize) -> Jump {
    // Programs are far below the largest distance.
    Jump::try_from(instructions).unwrap_or(Jump::MAX)
}

/// One instruction, which counts as one step.
#[derive(Debug, Clone)]
pub(super) enum Op {
    /// Takes these characters.
    Text(Box<[char]>),
    /// Takes one character of the set.
    Set(usize),
    /// The same, of `\w`.
    Word(usize),
    /// Takes a character other than a newline.
    Any,
    /// Takes a character.
    AnyNewline,
    /// Takes as many characters as it can, leaving a choice before each, or before those alone that `peek` stands before.
    AnyStar {
        newline: bool,
        peek: Option<char>,
    },
    Assert(Assertion),
    Keep,
    Linebreak,
    Grapheme,
    /// Goes on, and if that fails, from there.
    Push(Jump),
    /// `Push` where the subject goes on with the character, else nothing.
    PushIfNext(Jump, char),
    Jump(Jump),
    /// Removes the newest choice.
    Pop,
    CaptureStart(usize),
    CaptureEnd(usize),
    /// Notes the position, and the captures of the groups, before a loop's body.
    EmptyStart(usize),
    /// Leaves the loop (over the next instruction) if the body took nothing.
    EmptyEnd(usize),
    RepeatStart {
        slot: usize,
        exit: Jump,
    },
    /// Back to the body, behind `RepeatStart`, or on.
    RepeatNext {
        slot: usize,
        body: Jump,
    },
    /// Marks where the choices of an atomic group or lookahead begin.
    Mark,
    /// Removes the choices since the mark.
    Commit,
    /// The same, and returns to the mark's position.
    CommitAndReturn,
    /// A lookaround that must fail: it then goes on there.
    PushNot(Jump),
    /// The inside of such a lookaround has matched.
    FailNot,
    /// Goes back so many characters.
    Back(usize),
    Backref {
        groups: Box<[usize]>,
        fold: bool,
    },
    /// Calls the group's expression.
    Call(usize),
    Return,
    /// Goes on if one of the groups is set, else from there.
    IfSet {
        groups: Box<[usize]>,
        otherwise: Jump,
    },
    /// All lengths in which the body, up to `AbsentEnd`, is not contained, the longest first; then on behind it.
    Absent(Jump),
    AbsentEnd,
    Match,
}

/// A counted loop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) min: u32,
    /// `u32::MAX` is no bound.
    pub(super) max: u32,
    pub(super) lazy: bool,
}

/// A compiled pattern.
#[derive(Debug)]
pub(in crate::regex) struct Program {
    pub(super) ops: Vec<Op>,
    /// What kind of work each instruction is.
    pub(super) kinds: Box<[Kind]>,
    pub(super) sets: Vec<Set>,
    pub(super) ranges: Vec<Range>,
    /// For each empty check, the groups whose change makes an empty round count.
    pub(super) empties: Vec<Vec<usize>>,
    /// Where each called group begins; 0 is the whole pattern.
    pub(super) entries: Vec<Option<usize>>,
    pub(super) captures: usize,
    /// Whether the length of each character of the subject is asked for.
    pub(super) wide: bool,
    /// Of which groups the start is kept on the stack.
    pub(super) saved: Vec<bool>,
    pub(super) plan: Plan,
    /// Unicode word characters, for `\b`.
    pub(super) words: &'static Set,
}

/// A set of characters that is quick to ask.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Set {
    ascii: [u64; 2],
    ranges: Box<[(char, char)]>,
    /// Whether characters beyond ASCII are in it.
    pub(super) mixed: bool,
}

impl Set {
    pub(super) fn new(set: &ClassUnicode) -> Self {
        let ranges: Box<[_]> = set
            .iter()
            .map(|range| (range.start(), range.end()))
            .collect();
        let mut ascii = [0; 2];
        for code in 0..128_u8 {
            let value = char::from(code);
            if ranges
                .iter()
                .any(|&(low, high)| low <= value && value <= high)
            {
                ascii[usize::from(code >> 6)] |= 1 << (code & 63);
            }
        }
        let mixed = ranges.last().is_some_and(|&(_, high)| !high.is_ascii());
        Self {
            ascii,
            ranges,
            mixed,
        }
    }

    pub(super) fn of(chars: impl Iterator<Item = char>) -> Self {
        let ranges = chars.map(|value| ClassUnicodeRange::new(value, value));
        Self::new(&ClassUnicode::new(ranges))
    }

    pub(super) fn has(&self, value: char) -> bool {
        let code = u32::from(value);
        if code < 128 {
            return self.ascii[(code >> 6) as usize] >> (code & 63) & 1 == 1;
        }
        let behind = self.ranges.partition_point(|&(_, high)| high < value);
        self.ranges
            .get(behind)
            .is_some_and(|&(low, _)| low <= value)
    }
}

/// Unicode word characters.
pub(super) static WORDS: LazyLock<Set> = LazyLock::new(|| {
    let words = property::posix("word", true).unwrap_or_else(ClassUnicode::empty);
    Set::new(&words)
});

impl Op {
    /// What kind of work it is.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Op::Text(_) => Kind::Text,
            Op::Set(_) => Kind::Set,
            Op::Word(_) => Kind::Word,
            Op::Any | Op::AnyNewline => Kind::Any,
            Op::Push(_) => Kind::Push,
            Op::PushIfNext(..) => Kind::Peek,
            Op::Jump(_) | Op::Pop => Kind::Jump,
            Op::CaptureStart(_) | Op::CaptureEnd(_) => Kind::Capture,
            Op::RepeatStart { .. } | Op::RepeatNext { .. } => Kind::Count,
            Op::Assert(Assertion::WordBoundary { .. } | Assertion::NotWordBoundary { .. }) => {
                Kind::Boundary
            }
            Op::Assert(_) => Kind::Test,
            Op::EmptyStart(_) | Op::EmptyEnd(_) => Kind::Empty,
            Op::Mark | Op::Commit | Op::CommitAndReturn | Op::PushNot(_) | Op::FailNot => {
                Kind::Mark
            }
            _ => Kind::Other,
        }
    }

    /// The size in Onigmo's byte code, roughly: it decides whether a loop is written out or counted.
    pub(super) fn size(&self) -> usize {
        match self {
            Op::Text(text) => text.len() + 1,
            Op::Set(_) => 33,
            Op::Push(_)
            | Op::Jump(_)
            | Op::IfSet { .. }
            | Op::Call(_)
            | Op::Absent(_)
            | Op::PushNot(_) => 5,
            Op::PushIfNext(..) => 6,
            Op::RepeatStart { .. } => 7,
            Op::CaptureStart(_)
            | Op::CaptureEnd(_)
            | Op::EmptyStart(_)
            | Op::EmptyEnd(_)
            | Op::RepeatNext { .. } => 3,
            _ => 1,
        }
    }
}

impl Program {
    /// The instruction at `at`; programs end with one that stops, so there always is one.
    pub(super) fn op(&self, at: usize) -> &Op {
        &self.ops[at]
    }
}
