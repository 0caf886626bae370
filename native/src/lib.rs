//! `pipelint._native`: the tree-sitter grammars as language capsules, and linear-time regex matching.
//!
//! The Python border stands behind the feature `extension-module`; the rest is plain Rust and is tested without Python.

pub mod grammars;
pub mod grok;
pub mod matcher;
#[cfg(feature = "extension-module")]
mod python;
pub mod regex;
pub mod toml;
pub mod yaml;
