//! One attempt after the other: carries out instructions on a subject.

use unicode_segmentation::UnicodeSegmentation;

use super::ast::Assertion;
use super::class::fold_class;
use super::frames::{Frame, Memory, Place};
use super::program::{Jump, Op, Program};

/// Entries of the stack, so that a run within its steps has bounded memory too.
const FRAME_LIMIT: usize = 1 << 20;
/// Registers that nested calls may have saved in all.
const CALL_LIMIT: usize = 1 << 14;
/// Absent operators inside one another at run time.
const ABSENT_LIMIT: usize = 40;

/// A bound was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop;

/// The machine on one subject.
pub(super) struct Thread<'a> {
    program: &'a Program,
    text: &'a [char],
    /// As much of the text as may be taken: an absent operator shortens it.
    reach: &'a [char],
    memory: Memory,
    keep: Place,
    steps: u64,
    limit: u64,
    absents: usize,
}

/// Where to go on: an instruction and a position; None is to go back to the newest choice.
type Next = Option<(usize, usize)>;

impl<'a> Thread<'a> {
    pub(super) fn new(program: &'a Program, text: &'a [char], limit: u64) -> Self {
        Self {
            program,
            text,
            reach: text,
            memory: Memory::new(program),
            keep: None,
            steps: 0,
            limit,
            absents: 0,
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Offsets of the whole and of each group, if there is a match at `start`.
    pub(super) fn attempt(&mut self, start: usize) -> Result<Option<Vec<Offsets>>, Stop> {
        self.memory = Memory::new(self.program);
        self.keep = None;
        let Some(end) = self.follow(0, start)? else {
            return Ok(None);
        };
        let whole = Some((self.keep.unwrap_or(start), end));
        let groups = (1..=self.program.captures).map(|group| self.memory.capture(group));
        Ok(Some(std::iter::once(whole).chain(groups).collect()))
    }

    /// Runs to the end of the program or of an absent operator's inside; where that is, or None if all choices fail.
    fn follow(&mut self, op: usize, at: usize) -> Result<Place, Stop> {
        let base = self.memory.frames.len();
        let mut next = Some((op, at));
        loop {
            let Some((op, at)) = next.or_else(|| self.back_to_choice(base)) else {
                return Ok(None);
            };
            if self.steps >= self.limit || self.memory.frames.len() > FRAME_LIMIT {
                return Err(Stop);
            }
            self.steps += 1;
            if matches!(self.program.op(op), Op::Match | Op::AbsentEnd) {
                return Ok(Some(at));
            }
            next = self.step(op, at)?;
        }
    }

    fn back_to_choice(&mut self, base: usize) -> Next {
        while self.memory.frames.len() > base {
            match self.memory.frames.pop()? {
                Frame::Choice { op, at, keep } => {
                    self.keep = keep;
                    return Some((op, at));
                }
                Frame::Undo(undo) => self.memory.undo(undo),
                Frame::Mark { .. } => {}
            }
        }
        None
    }

    fn step(&mut self, op: usize, at: usize) -> Result<Next, Stop> {
        let program = self.program;
        let on = Some((op + 1, at));
        Ok(match program.op(op) {
            Op::Text(text) => {
                let ahead = self.reach.get(at..).unwrap_or_default();
                ahead.starts_with(text).then_some((op + 1, at + text.len()))
            }
            Op::Set(set) => self.take(op, at, |value| program.sets[*set].has(value)),
            Op::Any => self.take(op, at, |value| value != '\n'),
            Op::AnyNewline => self.take(op, at, |_| true),
            Op::AnyStar { newline, peek } => self.any_star(op, at, *newline, *peek)?,
            Op::Assert(assertion) => self.holds(*assertion, at).then_some((op + 1, at)),
            Op::Keep => {
                self.keep = Some(at);
                on
            }
            Op::Linebreak => self.linebreak(at).map(|end| (op + 1, end)),
            Op::Grapheme => (at < self.reach.len()).then(|| (op + 1, self.grapheme(at))),
            Op::Push(jump) => {
                self.push(jumped(op, *jump), at);
                on
            }
            Op::PushIfNext(jump, value) => {
                if self.reach.get(at) == Some(value) {
                    self.push(jumped(op, *jump), at);
                }
                on
            }
            Op::Jump(jump) => Some((jumped(op, *jump), at)),
            Op::Pop => {
                self.memory.frames.pop();
                on
            }
            Op::CaptureStart(group) => {
                self.memory.open_capture(*group, at);
                on
            }
            Op::CaptureEnd(group) => {
                self.memory.close_capture(*group, at);
                on
            }
            Op::EmptyStart(slot) => {
                self.memory.note_empty(*slot, at, &program.empties[*slot]);
                on
            }
            Op::EmptyEnd(slot) => self.empty_end(op, at, *slot),
            Op::RepeatStart { slot, exit } => {
                self.memory.set_count(*slot, 0);
                let range = program.ranges[*slot];
                Some(match (range.min, range.lazy) {
                    (0, false) => self.either(op + 1, jumped(op, *exit), at),
                    (0, true) => self.either(jumped(op, *exit), op + 1, at),
                    _ => (op + 1, at),
                })
            }
            Op::RepeatNext { slot, body } => {
                Some(self.repeat_next(op + 1, jumped(op, *body), *slot, at))
            }
            Op::Mark => {
                self.memory.frames.push(Frame::Mark { at });
                on
            }
            Op::Commit => {
                self.memory.commit();
                on
            }
            Op::CommitAndReturn => self.memory.commit().map(|mark| (op + 1, mark)),
            Op::PushNot(jump) => {
                self.push(jumped(op, *jump), at);
                self.memory.frames.push(Frame::Mark { at });
                on
            }
            Op::FailNot => {
                self.memory.abandon();
                None
            }
            Op::Back(length) => at.checked_sub(*length).map(|at| (op + 1, at)),
            Op::Backref { groups, fold } => {
                self.backref(groups, *fold, at).map(|end| (op + 1, end))
            }
            Op::Call(group) => self.call(op, at, *group)?,
            Op::Return => self.memory.end_call().map(|back| (back, at)),
            Op::IfSet { groups, otherwise } => {
                let set = groups
                    .iter()
                    .any(|&group| self.memory.capture(group).is_some());
                Some((if set { op + 1 } else { jumped(op, *otherwise) }, at))
            }
            Op::Absent(jump) => self.absent(op, jumped(op, *jump), at)?,
            Op::Match | Op::AbsentEnd => None,
        })
    }

    fn push(&mut self, op: usize, at: usize) {
        self.memory.choice(op, at, self.keep);
    }

    /// Goes to the first, leaving a choice for the second.
    fn either(&mut self, first: usize, second: usize, at: usize) -> (usize, usize) {
        self.push(second, at);
        (first, at)
    }

    fn repeat_next(&mut self, on: usize, body: usize, slot: usize, at: usize) -> (usize, usize) {
        let range = self.program.ranges[slot];
        let count = self.memory.count(slot, range);
        if count < range.min {
            (body, at)
        } else if count >= range.max && range.max != u32::MAX {
            (on, at)
        } else if range.lazy {
            self.either(on, body, at)
        } else {
            self.either(body, on, at)
        }
    }

    fn take(&self, op: usize, at: usize, accepts: impl Fn(char) -> bool) -> Next {
        self.reach
            .get(at)
            .is_some_and(|&value| accepts(value))
            .then_some((op + 1, at + 1))
    }

    /// Each character is a step, as each goes round in Onigmo's loop.
    fn any_star(
        &mut self,
        op: usize,
        mut at: usize,
        newline: bool,
        peek: Option<char>,
    ) -> Result<Next, Stop> {
        while let Some(&value) = self
            .reach
            .get(at)
            .filter(|&&value| newline || value != '\n')
        {
            if peek.is_none_or(|peek| peek == value) {
                self.push(op + 1, at);
            }
            self.steps += 1;
            if self.steps >= self.limit || self.memory.frames.len() > FRAME_LIMIT {
                return Err(Stop);
            }
            at += 1;
        }
        Ok(Some((op + 1, at)))
    }

    fn empty_end(&mut self, op: usize, at: usize, slot: usize) -> Next {
        let note = &self.memory.empties[slot];
        if note.at != at {
            return Some((op + 1, at));
        }
        // A round that takes nothing but changes a group counts; one that moves an empty group fails.
        let mut moved = false;
        for (&group, &before) in self.program.empties[slot].iter().zip(&note.captures) {
            let now = (self.memory.starts[group], self.memory.ends[group]);
            if now == before {
                continue;
            }
            match before {
                (Some(start), Some(end)) if start == end => moved |= end != at,
                _ => return Some((op + 1, at)),
            }
        }
        (!moved).then_some((op + 2, at))
    }

    fn call(&mut self, op: usize, at: usize, group: usize) -> Result<Next, Stop> {
        let registers =
            1 + self.memory.counts.len() + self.memory.empties.len() + self.memory.open.len();
        if self.memory.calls.len() > CALL_LIMIT / registers {
            return Err(Stop);
        }
        let Some(entry) = self.program.entries[group] else {
            return Ok(None);
        };
        self.memory.call(op + 1);
        Ok(Some((entry, at)))
    }

    fn backref(&mut self, groups: &[usize], fold: bool, at: usize) -> Place {
        groups.iter().rev().find_map(|&group| {
            let (start, end) = self.memory.capture(group)?;
            // A group that `\K` or a call has left the wrong way round is empty.
            let wanted = self.text.get(start..end).unwrap_or_default();
            let found = self.reach.get(at..at + wanted.len())?;
            self.steps += wanted.len() as u64;
            let same =
                |(&one, &other): (&char, &char)| one == other || (fold && folds_to(one, other));
            wanted
                .iter()
                .zip(found)
                .all(same)
                .then_some(at + wanted.len())
        })
    }

    /// All ends up to which the inside, which begins at `op + 1`, occurs nowhere; the farthest first.
    fn absent(&mut self, op: usize, behind: usize, start: usize) -> Result<Next, Stop> {
        if self.absents >= ABSENT_LIMIT {
            return Err(Stop);
        }
        let whole = self.reach;
        let mut last = whole.len();
        let mut at = start;
        while at <= last {
            let height = self.memory.frames.len();
            let keep = self.keep;
            self.absents += 1;
            self.reach = &self.text[..last];
            let end = self.follow(op + 1, at);
            self.reach = whole;
            self.absents -= 1;
            let end = end?;
            self.memory.unwind(height);
            self.keep = keep;
            if let Some(end) = end {
                if end == start {
                    // Found with nothing taken: no text at all is without it.
                    return Ok(None);
                }
                last = last.min(at.max(end - 1));
            }
            at += 1;
        }
        for end in start..last {
            self.push(behind, end);
        }
        Ok(Some((behind, last)))
    }

    fn holds(&self, assertion: Assertion, at: usize) -> bool {
        let (end, before) = (self.text.len(), at.checked_sub(1).map(|at| self.text[at]));
        match assertion {
            Assertion::LineStart => at == 0 || (before == Some('\n') && at < end),
            Assertion::LineEnd => at == end || self.text[at] == '\n',
            Assertion::TextStart | Assertion::SearchStart => at == 0,
            Assertion::TextEnd => at == end,
            Assertion::TextEndNewline => at == end || (at + 1 == end && self.text[at] == '\n'),
            Assertion::WordBoundary { ascii } => self.word_boundary(at, ascii),
            Assertion::NotWordBoundary { ascii } => !self.word_boundary(at, ascii),
        }
    }

    fn word_boundary(&self, at: usize, ascii: bool) -> bool {
        let word = |at: usize| {
            self.text
                .get(at)
                .is_some_and(|&value| self.program.words.has(value) && (!ascii || value.is_ascii()))
        };
        word(at) != at.checked_sub(1).is_some_and(word)
    }

    fn linebreak(&self, at: usize) -> Place {
        match (self.reach.get(at)?, self.reach.get(at + 1)) {
            ('\r', Some('\n')) => Some(at + 2),
            ('\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}', _) => Some(at + 1),
            _ => None,
        }
    }

    /// The end of the grapheme cluster at `at`.
    fn grapheme(&self, at: usize) -> usize {
        let mut window = 16;
        loop {
            let end = self.reach.len().min(at + window);
            let text: String = self.reach[at..end].iter().collect();
            let length = text
                .graphemes(true)
                .next()
                .map_or(1, |cluster| cluster.chars().count());
            if at + length < end || end == self.reach.len() {
                return at + length;
            }
            window *= 2;
        }
    }
}

/// A group's offsets.
type Offsets = Option<(usize, usize)>;

fn jumped(op: usize, jump: Jump) -> usize {
    op.saturating_add_signed(jump)
}

fn folds_to(one: char, other: char) -> bool {
    fold_class(one)
        .iter()
        .any(|range| range.start() <= other && other <= range.end())
}
