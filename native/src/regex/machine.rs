//! The backtracking machine: it finds what Onigmo finds, in a bounded number of steps, and counts them.

use super::program::{Op, Program, Start};
use super::thread::{Stop, Thread};

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

/// Searches `subject` from left to right for the first match, in at most `limit` steps.
pub(super) fn search(program: &Program, subject: &str, limit: u64) -> Run {
    let text: Vec<char> = subject.chars().collect();
    let mut run = Run {
        outcome: Outcome::Missed,
        steps: 0,
        attempts: 0,
        skipped: 0,
    };
    let Some(last) = text.len().checked_sub(program.min_length) else {
        run.skipped = text.len() as u64 + 1;
        return run;
    };
    let stop = last_required(&text, &program.required);
    let mut thread = Thread::new(program, &text, limit);
    for at in 0..=text.len() {
        let hopeless = at > last || stop.is_none_or(|stop| at > stop);
        if hopeless || !may_start(program, &text, at) {
            run.skipped += 1;
            continue;
        }
        run.attempts += 1;
        let found = thread.attempt(at);
        run.steps = thread.steps();
        match found {
            Ok(Some(groups)) => {
                run.outcome = Outcome::Matched(Match { groups });
                return run;
            }
            Ok(None) => {}
            Err(Stop) => {
                run.outcome = Outcome::Exhausted;
                return run;
            }
        }
    }
    run
}

/// The last position from which the required text lies ahead; None where it is nowhere.
fn last_required(text: &[char], required: &[char]) -> Option<usize> {
    if required.is_empty() {
        return Some(text.len());
    }
    text.windows(required.len())
        .rposition(|window| window == required)
}

fn may_start(program: &Program, text: &[char], at: usize) -> bool {
    match &program.start {
        Start::Anywhere => true,
        Start::Text => at == 0,
        Start::Lines => at == 0 || text[at - 1] == '\n',
        Start::Set(set) => text.get(at).is_some_and(|&value| set.has(value)),
    }
}

impl Program {
    /// The instruction at `at`; programs end with one that stops, so there always is one.
    pub(super) fn op(&self, at: usize) -> &Op {
        &self.ops[at]
    }
}
