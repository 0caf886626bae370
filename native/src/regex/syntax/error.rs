//! Why a pattern is refused.

use std::borrow::Cow;
use std::fmt;

use super::ast::Span;

/// A refusal, in the words that Ruby uses for it, and the part of the pattern that is to blame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Ruby's message, without the pattern that Ruby repeats behind it.
    pub message: Cow<'static, str>,
    /// The bytes of the pattern to blame.
    pub span: Span,
}

impl Error {
    /// A refusal for `span`.
    pub(in crate::regex) fn new(message: impl Into<Cow<'static, str>>, span: Span) -> Self {
        Self {
            message: message.into(),
            span,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
