//! A graph of what a match can do next: takes, forks, guards, rounds of loops, and scopes that keep no choices.

pub(in crate::regex::ambiguity) mod alphabet;
pub(in crate::regex::ambiguity) mod builder;
mod guards;
mod loops;

use crate::regex::ast::Span;

use alphabet::{Alphabet, Label};

/// One thing that happens; `usize` is the node that follows.
#[derive(Debug, Clone)]
pub(in crate::regex::ambiguity) enum Step {
    /// Takes a character.
    Take {
        label: Label,
        scope: usize,
        next: usize,
    },
    /// Goes on in any of these ways.
    Fork(Vec<usize>),
    /// Goes on where the next character is one of these; with `end` also where there is none.
    Next {
        label: Label,
        end: bool,
        next: usize,
    },
    /// Leaves a possessive loop: it goes on behind it where the next character is none that the loop takes.
    Spent { label: Label, next: usize },
    /// Goes on where the last character was one of these; with `start` also where there was none.
    Last {
        label: Label,
        start: bool,
        next: usize,
    },
    /// `\b` or `\B`.
    Word { wanted: bool, next: usize },
    /// A condition that the graph does not know.
    Maybe(usize),
    /// A round of the loop begins.
    Round { id: usize, next: usize },
    /// A round of the loop ends: to the loop's head, or behind it if the round took nothing.
    Rounded { id: usize, head: usize, exit: usize },
    /// Out of a scope.
    Leave { scope: usize, next: usize },
    /// The end of the pattern, or of a lookaround.
    End(usize),
}

/// A part that keeps no choices once it has matched: an atomic group, a lookaround. Scope 0 is the whole pattern.
#[derive(Debug, Clone, Copy)]
pub(in crate::regex::ambiguity) struct Scope {
    pub(in crate::regex::ambiguity) parent: usize,
    pub(in crate::regex::ambiguity) depth: usize,
    /// Whether at each character there is one way alone in it or out of it, as in `[a-z]++`.
    pub(in crate::regex::ambiguity) plain: bool,
}

/// The graph of a pattern.
#[derive(Debug)]
pub(in crate::regex::ambiguity) struct Graph {
    pub(in crate::regex::ambiguity) steps: Vec<Step>,
    pub(in crate::regex::ambiguity) start: usize,
    pub(in crate::regex::ambiguity) alphabet: Alphabet,
    pub(in crate::regex::ambiguity) newline: Label,
    pub(in crate::regex::ambiguity) words: Label,
    /// The quantified node of each loop.
    pub(in crate::regex::ambiguity) loops: Vec<Span>,
    /// The scope of each loop.
    pub(in crate::regex::ambiguity) loop_scopes: Vec<usize>,
    pub(in crate::regex::ambiguity) scopes: Vec<Scope>,
    /// Why the graph may lack ways that the pattern has; None where it has them all.
    pub(in crate::regex::ambiguity) lacks: Option<&'static str>,
}
