//! Ambiguity in the automaton: loops that one text goes through in more than one way.

mod components;
pub(super) mod exponential;
pub(super) mod level;
pub(super) mod polynomial;
