//! The backtracking machine: it finds what Onigmo finds, in a bounded number of steps, and counts them by kind.

mod absent;
mod compile;
mod frames;
mod heads;
mod loops;
mod memory;
mod places;
mod program;
mod rounds;
mod search;
mod skip;
#[cfg(test)]
mod tests;
mod thread;
mod work;

pub(super) use compile::compile;
pub(super) use program::Program;
pub(super) use search::search;
pub use work::Work;

/// Whose search is followed: both find the same, and pass over different places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// That of Ruby 3.1, and so of Fluentd.
    Onigmo,
    /// That of `JRuby` 9.4, and so of Logstash.
    Joni,
}

/// What a run cost, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// Instructions carried out.
    pub steps: u64,
    /// Positions at which a match was attempted.
    pub attempts: u64,
    /// Positions that the search could pass over without an attempt.
    pub skipped: u64,
    /// All that was done, by kind.
    pub work: Work,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A match.
    Matched(Match),
    /// There is none.
    Missed,
    /// The limit of steps, or of memory for choices, was reached.
    Exhausted,
}

/// Offsets of a match, in characters (code points) from the start of the subject, the end exclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The whole, then each group that captures; None for a group that took no part.
    pub groups: Vec<Option<(usize, usize)>>,
}
