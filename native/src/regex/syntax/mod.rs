//! Ruby's regex syntax: from the pattern's text to a tree with a span on every node, and what Ruby refuses.

pub(super) mod class;
mod codes;
mod cursor;
pub(super) mod error;
mod escape;
mod group;
mod name;
pub(super) mod parser;
pub(super) mod property;
mod quantifier;
mod tree;

pub(super) use tree::{ast, lookbehind, recursion};
use tree::resolve;
