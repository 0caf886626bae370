//! The search for the first match: where attempts are made, and what it passes over, as in Onigmo and Joni.

use super::super::class::fold_class;
use super::frames::Spot;
use super::program::{Program, Set};
use super::skip::{Beside, Bound, ENDLESS, Needle};
use super::thread::{Stop, Thread};
use super::work::Kind;
use super::{Match, Outcome, Run};

/// Searches `subject` from left to right for the first match, in at most `limit` steps.
pub(in crate::regex) fn search(program: &Program, subject: &str, limit: u64) -> Run {
    let text: Vec<char> = subject.chars().collect();
    let limit = if text.len() > Spot::MOST { 0 } else { limit };
    let thread = Thread::new(program, &text, limit);
    let mut search = Search {
        program,
        text: &text,
        thread,
    };
    let outcome = match search.run() {
        Ok(Some(groups)) => Outcome::Matched(Match { groups }),
        Ok(None) => Outcome::Missed,
        Err(Stop) => Outcome::Exhausted,
    };
    let attempts = search.thread.work.of(Kind::Attempt);
    let seen = match outcome {
        Outcome::Missed => text.len() + 1,
        _ => search.thread.start + 1,
    };
    Run {
        outcome,
        steps: search.thread.steps(),
        attempts,
        skipped: (seen as u64).saturating_sub(attempts),
        work: search.thread.work,
    }
}

struct Search<'a> {
    program: &'a Program,
    text: &'a [char],
    thread: Thread<'a>,
}

type Groups = Option<Vec<Option<(usize, usize)>>>;

impl Search<'_> {
    fn run(&mut self) -> Result<Groups, Stop> {
        let plan = &self.program.plan;
        let length = self.text.len();
        if length == 0 {
            return if plan.threshold == 0 {
                self.thread.attempt(0)
            } else {
                Ok(None)
            };
        }
        let Some((start, end)) = self.bounds() else {
            return Ok(None);
        };
        if plan.needle == Needle::None {
            return self.each(start, end);
        }
        if length - start < plan.threshold {
            return Ok(None);
        }
        if plan.max != ENDLESS {
            return self.near(start, end);
        }
        if self.find(start, length).is_none() {
            return Ok(None);
        }
        if plan.by_line {
            return self.lines(start, end);
        }
        self.each(start, end)
    }

    /// Where attempts may begin: from the first position to before the second, and there if an empty match is there.
    fn bounds(&self) -> Option<(usize, usize)> {
        let length = self.text.len();
        let (last, min, max) = match self.program.plan.bound {
            Bound::None => return Some((0, length)),
            Bound::Start => return Some((0, 1)),
            Bound::EndNewline { min, max } if self.text[length - 1] == '\n' => {
                if length == 1 {
                    return Some((0, length));
                }
                (length - 1, min, max)
            }
            Bound::End { min, max } | Bound::EndNewline { min, max } => (length, min, max),
        };
        let start = last.saturating_sub(max);
        // Behind the last place at which the shortest match still fits.
        let end = (length + 1).checked_sub(min)?.min(length);
        (start <= end).then_some((start, end))
    }

    /// An attempt at each position.
    fn each(&mut self, start: usize, end: usize) -> Result<Groups, Stop> {
        for at in start..=end {
            if let Some(groups) = self.thread.attempt(at)? {
                return Ok(Some(groups));
            }
        }
        Ok(None)
    }

    /// An attempt at the start of each line.
    fn lines(&mut self, start: usize, end: usize) -> Result<Groups, Stop> {
        let mut at = start;
        loop {
            if let Some(groups) = self.thread.attempt(at)? {
                return Ok(Some(groups));
            }
            let newline = self.text[at..end].iter().position(|&value| value == '\n');
            match newline {
                Some(ahead) if at + ahead + 1 < end => at += ahead + 1,
                _ => return Ok(None),
            }
        }
    }

    /// Attempts around each place where the needle stands.
    fn near(&mut self, start: usize, end: usize) -> Result<Groups, Stop> {
        let plan = &self.program.plan;
        let behind = end.saturating_add(plan.max).min(self.text.len());
        let mut at = start;
        while at < end {
            let Some(found) = self.find(at, behind) else {
                return Ok(None);
            };
            if plan.max > 0 {
                self.thread.work.count(Kind::Align);
            }
            at = at.max(found.saturating_sub(plan.max));
            while at <= found - plan.min {
                if let Some(groups) = self.thread.attempt(at)? {
                    return Ok(Some(groups));
                }
                at += 1;
            }
        }
        Ok(None)
    }

    /// The first place of the needle for a match that begins at `from` or later; it begins before `behind`.
    fn find(&mut self, from: usize, behind: usize) -> Option<usize> {
        let plan = &self.program.plan;
        let mut at = from.checked_add(plan.min)?;
        loop {
            self.thread.work.count(Kind::Skim);
            at = match &plan.needle {
                Needle::None => return Some(at),
                Needle::Text(text) => self.find_text(text, at, behind)?,
                Needle::Folded(text) => self.find_folded(text, at, behind)?,
                Needle::Set(set) => self.find_set(set, at, behind)?,
            };
            let fits = match plan.beside {
                Beside::Anything => true,
                Beside::LineStart => at == 0 || self.text[at - 1] == '\n',
                Beside::LineEnd => self.text.get(at).is_none_or(|&value| value == '\n'),
            };
            if fits {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Sunday's search; a text of one character is compared one by one.
    fn find_text(&mut self, wanted: &[char], from: usize, behind: usize) -> Option<usize> {
        let text = self.text;
        if let [one] = wanted {
            let within = text.get(from..behind)?;
            let found = within.iter().position(|value| value == one);
            let passed = found.unwrap_or(within.len());
            self.thread.work.add(Kind::Byte, passed as u64);
            self.thread.ask_length(passed as u64);
            return found.map(|ahead| from + ahead);
        }
        let end = behind.min((text.len() + 1).saturating_sub(wanted.len()));
        let mut at = from;
        while at < end {
            self.thread.work.count(Kind::Probe);
            if text[at..].starts_with(wanted) {
                return Some(at);
            }
            let next = text.get(at + wanted.len())?;
            let last = wanted.iter().rposition(|value| value == next);
            at += last.map_or(wanted.len() + 1, |last| wanted.len() - last);
        }
        None
    }

    fn find_folded(&mut self, wanted: &[char], from: usize, behind: usize) -> Option<usize> {
        let text = self.text;
        let end = behind.min((text.len() + 1).saturating_sub(wanted.len()));
        let same = |one: char, other: char| {
            one == other
                || one.eq_ignore_ascii_case(&other)
                || (!one.is_ascii() || !other.is_ascii())
                    && fold_class(one)
                        .iter()
                        .any(|range| range.start() <= other && other <= range.end())
        };
        let mut at = from;
        while at < end {
            self.thread.work.count(Kind::Probe);
            self.thread.work.count(Kind::Fold);
            let pairs = wanted.iter().zip(&text[at..]);
            if pairs.into_iter().all(|(&one, &other)| same(one, other)) {
                return Some(at);
            }
            let next = *text.get(at + wanted.len())?;
            let last = wanted.iter().rposition(|&value| same(value, next));
            at += last.map_or(wanted.len() + 1, |last| wanted.len() - last);
        }
        None
    }

    fn find_set(&mut self, set: &Set, from: usize, behind: usize) -> Option<usize> {
        let within = self.text.get(from..behind)?;
        let found = within.iter().position(|&value| set.has(value));
        let passed = found.unwrap_or(within.len());
        self.thread.work.add(Kind::Choice, passed as u64);
        self.thread.ask_length(passed as u64);
        found.map(|ahead| from + ahead)
    }
}
