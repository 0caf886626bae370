//! Regexes in the dialect of Ruby (Onigmo, and Joni with its Ruby syntax): a parser that accepts what Ruby accepts, with a span on
//! every node; a backtracking machine that finds what Ruby finds and counts its steps; and facts read off the tree.
//!
//! `Regex::new` parses and compiles, `Regex::run` matches within a bound of steps. Nothing here knows configs or Python.
//!
//! Known differences from Ruby: case-insensitive matching folds single characters only (`ß` is not `ss`), a backreference with a
//! recursion level (`\k<n+1>`) takes the newest capture of any level, properties of Unicode blocks (`\p{InGreek}`) are unknown, and
//! a group inside of an absent operator keeps no capture.

mod ast;
mod class;
mod codes;
mod compile;
#[cfg(test)]
mod conformance;
mod cursor;
mod error;
mod escape;
mod facts;
mod frames;
mod group;
mod heads;
mod json;
mod lookbehind;
mod machine;
mod name;
mod parser;
mod program;
mod property;
mod recursion;
mod resolve;
#[cfg(test)]
mod tests;
mod thread;

pub use ast::{Assertion, GroupKind, Kind, LookKind, Mode, Node, Span, Tree};
pub use error::Error;
pub use facts::{Facts, facts};
pub use json::to_json;
pub use machine::{Match, Outcome, Run};
pub use parser::parse;

/// A regex ready to run.
#[derive(Debug)]
pub struct Regex {
    tree: Tree,
    program: program::Program,
}

impl Regex {
    /// Parses and compiles `pattern`.
    ///
    /// # Errors
    /// What Ruby would refuse, in Ruby's words, with the place in the pattern; and patterns beyond the bounds of this module.
    pub fn new(pattern: &str) -> Result<Self, Error> {
        let tree = parse(pattern)?;
        let program = compile::compile(&tree)?;
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
