//! `pipelint._native`: the tree-sitter grammars as language capsules, linear-time regex matching, sets of texts as automata.
//!
//! The Python border stands behind the feature `extension-module`; the rest is plain Rust and is tested without Python.

pub mod automaton;
pub mod grammars;
pub mod grok;
pub mod matcher;
#[cfg(feature = "extension-module")]
mod python;
pub mod regex;
pub mod toml;
pub mod yaml;
