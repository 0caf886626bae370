//! The tree of a regex, and what Ruby says of a whole one: calls of groups, endless recursion, lookbehinds.

pub(in crate::regex) mod ast;
pub(in crate::regex) mod lookbehind;
pub(in crate::regex) mod recursion;
pub(super) mod resolve;
