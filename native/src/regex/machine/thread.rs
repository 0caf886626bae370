//! One attempt after the other: carries out instructions on a subject.

use super::frames::{Frame, Place};
use super::memory::Memory;
use super::program::{Jump, Op, Program, Set};
use super::work::{Kind, Work};

/// Entries of the stack, so that a run within its steps has bounded memory too.
const FRAME_LIMIT: usize = 1 << 20;
/// Registers that nested calls may have saved in all.
const CALL_LIMIT: usize = 1 << 14;

/// A bound was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop;

/// The machine on one subject.
pub(super) struct Thread<'a> {
    pub(super) program: &'a Program,
    pub(super) text: &'a [char],
    /// As much of the text as may be taken: an absent operator shortens it.
    pub(super) reach: &'a [char],
    pub(super) memory: Memory,
    pub(super) keep: Place,
    pub(super) steps: u64,
    limit: u64,
    pub(super) absents: usize,
    pub(super) work: Work,
    /// Where the newest attempt began.
    pub(super) start: usize,
}

/// Where to go on: an instruction and a position; None is to go back to the newest choice.
pub(super) type Next = Option<(usize, usize)>;

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
            work: Work::default(),
            start: 0,
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Offsets of the whole and of each group, if there is a match at `start`.
    pub(super) fn attempt(&mut self, start: usize) -> Result<Option<Vec<Offsets>>, Stop> {
        self.memory.reset();
        self.keep = None;
        self.start = start;
        self.work.count(Kind::Attempt);
        self.work.add(Kind::Register, self.program.captures as u64);
        self.ask_length(1);
        let Some(end) = self.follow(0, start)? else {
            self.memory.is_unwound();
            return Ok(None);
        };
        let whole = Some((self.keep.unwrap_or(start), end));
        let groups = (1..=self.program.captures).map(|group| self.memory.capture(group));
        Ok(Some(std::iter::once(whole).chain(groups).collect()))
    }

    /// Runs to the end of the program or of an absent operator's inside; where that is, or None if all choices fail.
    pub(super) fn follow(&mut self, op: usize, at: usize) -> Result<Place, Stop> {
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
            let instruction = self.program.op(op);
            if matches!(instruction, Op::Match | Op::AbsentEnd) {
                return Ok(Some(at));
            }
            self.work.count(self.program.kinds[op]);
            next = self.step(instruction, op, at)?;
        }
    }

    fn back_to_choice(&mut self, base: usize) -> Next {
        while self.memory.frames.len() > base {
            match self.memory.frames.pop()? {
                Frame::Choice { op, at, keep } => {
                    self.keep = keep.place();
                    self.work.count(Kind::Back);
                    return Some((op as usize, at as usize));
                }
                frame => {
                    self.work.add(Kind::Undo, frame.entries());
                    self.memory.undo(frame);
                }
            }
        }
        None
    }

    fn step(&mut self, instruction: &Op, op: usize, at: usize) -> Result<Next, Stop> {
        let program = self.program;
        let on = Some((op + 1, at));
        Ok(match instruction {
            Op::Text(text) => {
                let ahead = self.reach.get(at..).unwrap_or_default();
                let pairs = ahead.iter().zip(text);
                let same = pairs.take_while(|(one, other)| one == other).count();
                self.work.add(Kind::TextChar, same as u64);
                (same == text.len()).then_some((op + 1, at + same))
            }
            Op::Set(set) | Op::Word(set) => self.one_of(op, at, &program.sets[*set]),
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
                    self.work.count(Kind::Push);
                }
                on
            }
            Op::Jump(jump) => Some((jumped(op, *jump), at)),
            Op::Pop => {
                self.memory.frames.pop();
                on
            }
            Op::CaptureStart(group) => {
                self.memory.open_capture(*group, at, program.saved[*group]);
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
                self.memory.mark(at);
                on
            }
            Op::Commit => {
                self.commit();
                on
            }
            Op::CommitAndReturn => self.commit().map(|mark| (op + 1, mark)),
            Op::PushNot(jump) => {
                self.push(jumped(op, *jump), at);
                self.memory.mark(at);
                on
            }
            Op::FailNot => {
                let passed = self.memory.abandon();
                self.work.add(Kind::Undo, passed);
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

    /// Leaves an atomic group or lookahead: its position.
    fn commit(&mut self) -> Place {
        let (at, swept) = self.memory.commit()?;
        self.work.add(Kind::Sweep, swept);
        Some(at)
    }

    pub(super) fn push(&mut self, op: usize, at: usize) {
        self.memory.choice(op, at, self.keep);
    }

    /// Goes to the first, leaving a choice for the second.
    pub(super) fn either(&mut self, first: usize, second: usize, at: usize) -> (usize, usize) {
        self.push(second, at);
        (first, at)
    }

    pub(super) fn ask_length(&mut self, characters: u64) {
        if self.program.wide {
            self.work.add(Kind::Wide, characters);
        }
    }

    /// One character of the set; whether it is a longer one is asked before those beyond ASCII are looked up.
    fn one_of(&mut self, op: usize, at: usize, set: &Set) -> Next {
        self.ask_length(u64::from(set.mixed));
        self.take(op, at, |value| set.has(value))
    }

    fn take(&mut self, op: usize, at: usize, accepts: impl Fn(char) -> bool) -> Next {
        self.ask_length(1);
        self.reach
            .get(at)
            .is_some_and(|&value| accepts(value))
            .then_some((op + 1, at + 1))
    }

    /// Each character is a step, as each goes round in Onigmo's loop.
    fn any_star(
        &mut self,
        op: usize,
        from: usize,
        newline: bool,
        peek: Option<char>,
    ) -> Result<Next, Stop> {
        let mut at = from;
        while let Some(&value) = self
            .reach
            .get(at)
            .filter(|&&value| newline || value != '\n')
        {
            if peek.is_none_or(|peek| peek == value) {
                self.push(op + 1, at);
                self.work.count(Kind::StarPush);
            } else {
                self.work.count(Kind::StarSkip);
            }
            self.steps += 1;
            if self.steps >= self.limit || self.memory.frames.len() > FRAME_LIMIT {
                return Err(Stop);
            }
            at += 1;
        }
        self.ask_length((at - from) as u64);
        Ok(Some((op + 1, at)))
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
}

/// A group's offsets.
type Offsets = Option<(usize, usize)>;

fn jumped(op: usize, jump: Jump) -> usize {
    op.saturating_add_signed(jump)
}
