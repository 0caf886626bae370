//! Regexes in the dialect of Ruby (Onigmo, and Joni with its Ruby syntax): a parser that accepts what Ruby accepts, with a span on
//! every node; a backtracking machine that finds what Ruby finds and counts its steps; facts read off the tree; and whether backtracking can run away.
//!
//! `Regex::new` parses and compiles, `Regex::run` matches within a bound of steps. Nothing here knows configs or Python.
//!
//! Known differences from Ruby: case-insensitive matching folds single characters only (`ß` is not `ss`), a backreference with a
//! recursion level (`\k<n+1>`) takes the newest capture of any level, properties of Unicode blocks (`\p{InGreek}`) are unknown, and
//! a group inside of an absent operator keeps no capture.

mod ambiguity;
#[cfg(test)]
mod conformance;
mod facts;
mod first;
#[cfg(test)]
mod fuzz;
mod json;
mod machine;
mod syntax;
#[cfg(test)]
mod tests;

use syntax::{ast, class, error, lookbehind, parser, property, recursion};

pub use ambiguity::{Attack, Growth, Verdict, Vulnerability, analyse, verdict_to_json};
pub use ast::{Assertion, CallTarget, GroupKind, Kind, LookKind, Mode, Node, Span, Tree};
pub use error::Error;
pub use facts::{Facts, facts};
pub use json::to_json;
pub use machine::{Engine, Match, Outcome, Run, Work};
pub use parser::parse;

/// A regex ready to run.
#[derive(Debug)]
pub struct Regex {
    tree: Tree,
    program: machine::Program,
}

impl Regex {
    /// Parses and compiles `pattern`.
    ///
    /// # Errors
    /// What Ruby would refuse, in Ruby's words, with the place in the pattern; and patterns beyond the bounds of this module.
    pub fn new(pattern: &str) -> Result<Self, Error> {
        Self::of(pattern, Engine::Onigmo)
    }

    /// The same, to be searched with as `engine` searches.
    ///
    /// # Errors
    /// As `new`.
    pub fn of(pattern: &str, engine: Engine) -> Result<Self, Error> {
        Self::from_tree(parse(pattern)?, engine)
    }

    /// Compiles a tree.
    ///
    /// # Errors
    /// A pattern that becomes too large.
    fn from_tree(tree: Tree, engine: Engine) -> Result<Self, Error> {
        let program = machine::compile(&tree, engine)?;
        Ok(Self { tree, program })
    }

    /// The syntax tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Searches `subject` from its start, as Ruby's `Regexp#match` does, in at most `limit` steps (one instruction each).
    #[must_use]
    pub fn run(&self, subject: &str, limit: u64) -> Run {
        machine::search(&self.program, subject, limit)
    }
}
