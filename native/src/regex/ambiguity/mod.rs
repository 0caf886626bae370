//! Runaway backtracking: whether a text exists on which a match takes steps that grow faster than the text, and that text.
//!
//! The tree becomes an automaton (`graph`, `automaton`); ambiguity in it (`paths`, after Weber and Seidl, and
//! Allauzen, Mohri and Rastogi) gives candidates for an attack; each is run on the step machine, and only one whose steps grow
//! counts. What a backtracking matcher adds: a state from which the match cannot fail any more stops all backtracking, so such
//! states are left out; atomic groups, possessive loops and lookarounds are scopes that keep no choices; and the search, which
//! begins at each position, is a loop before the pattern. The verdict is for engines without memoization (Onigmo of Ruby before
//! 3.2, and Joni).

mod attack;
mod automaton;
mod budget;
mod confirm;
mod graph;
mod growth;
mod hunt;
mod json;
mod paths;
mod sure;
#[cfg(test)]
mod tests;
mod verdict;
mod walk;

use graph::{alphabet, builder};
use paths::{exponential, level, polynomial};

pub use attack::Attack;
pub use growth::Growth;
pub use json::verdict_to_json;
pub use verdict::{Verdict, Vulnerability, analyse};
