//! The machine's memory: registers, and the stack of choices with what must be undone when one is taken up again.

use super::program::{Program, Range};

/// A position, or none.
pub(super) type Place = Option<usize>;

/// An entry of the stack.
#[derive(Debug)]
pub(super) enum Frame {
    /// Another way to go on from here.
    Choice { op: usize, at: usize, keep: Place },
    /// Where an atomic group or lookaround began.
    Mark { at: usize },
    /// A register before it was written.
    Undo(Undo),
    /// So many entries that nothing is left of.
    Void(u64),
}

impl Frame {
    /// Entries of Onigmo's stack.
    pub(super) fn entries(&self) -> u64 {
        match self {
            Frame::Undo(undo) => undo.entries(),
            Frame::Void(entries) => *entries,
            _ => 1,
        }
    }
}

/// An old value of a register.
#[derive(Debug)]
pub(super) enum Undo {
    Capture {
        group: usize,
        start: Place,
        end: Place,
        open: Place,
        /// Whether Onigmo keeps it on its stack.
        saved: bool,
    },
    Count {
        slot: usize,
        value: u32,
    },
    Empty {
        slot: usize,
        value: EmptyNote,
    },
    Called,
    Returned(Box<Call>),
}

impl Undo {
    /// Entries of Onigmo's stack.
    pub(super) fn entries(&self) -> u64 {
        match self {
            Undo::Capture { saved, .. } => u64::from(*saved),
            _ => 1,
        }
    }
}

/// What an empty check remembers of the start of a round.
#[derive(Debug, Clone, Default)]
pub(super) struct EmptyNote {
    pub(super) at: usize,
    pub(super) captures: Vec<(Place, Place)>,
}

/// The registers that a called expression has for itself, as they were before the call.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) back: usize,
    pub(super) counts: Vec<u32>,
    pub(super) empties: Vec<EmptyNote>,
    pub(super) open: Vec<Place>,
}

/// All registers and the stack.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) frames: Vec<Frame>,
    pub(super) starts: Vec<Place>,
    pub(super) ends: Vec<Place>,
    /// Where a group that is not yet closed began, on this level of calls.
    pub(super) open: Vec<Place>,
    pub(super) counts: Vec<u32>,
    pub(super) empties: Vec<EmptyNote>,
    pub(super) calls: Vec<Call>,
}

impl Memory {
    pub(super) fn new(program: &Program) -> Self {
        let groups = program.captures + 1;
        Self {
            frames: Vec::new(),
            starts: vec![None; groups],
            ends: vec![None; groups],
            open: vec![None; groups],
            counts: vec![0; program.ranges.len()],
            empties: vec![EmptyNote::default(); program.empties.len()],
            calls: Vec::new(),
        }
    }

    /// As new, for the next attempt. A failed attempt has already set back what it wrote.
    pub(super) fn reset(&mut self) {
        self.frames.clear();
        self.calls.clear();
        self.starts.fill(None);
        self.ends.fill(None);
        self.open.fill(None);
        self.counts.fill(0);
        self.empties.fill(EmptyNote::default());
    }

    pub(super) fn choice(&mut self, op: usize, at: usize, keep: Place) {
        self.frames.push(Frame::Choice { op, at, keep });
    }

    /// Notes the registers of a group before they change.
    fn save_capture(&mut self, group: usize, saved: bool) {
        self.frames.push(Frame::Undo(Undo::Capture {
            group,
            start: self.starts[group],
            end: self.ends[group],
            open: self.open[group],
            saved,
        }));
    }

    pub(super) fn open_capture(&mut self, group: usize, at: usize, saved: bool) {
        self.save_capture(group, saved);
        self.starts[group] = Some(at);
        self.open[group] = Some(at);
        // Onigmo forgets the old end here: a reference to an open group fails.
        self.ends[group] = None;
    }

    pub(super) fn close_capture(&mut self, group: usize, at: usize) {
        self.save_capture(group, false);
        self.starts[group] = self.open[group];
        self.ends[group] = Some(at);
    }

    pub(super) fn capture(&self, group: usize) -> Option<(usize, usize)> {
        Some((self.starts[group]?, self.ends[group]?))
    }

    pub(super) fn set_count(&mut self, slot: usize, value: u32) {
        let old = std::mem::replace(&mut self.counts[slot], value);
        self.frames
            .push(Frame::Undo(Undo::Count { slot, value: old }));
    }

    /// Counts a round; the new count is at least `range.min` where the loop may end.
    pub(super) fn count(&mut self, slot: usize, range: Range) -> u32 {
        let count = self.counts[slot].saturating_add(1).min(range.max);
        self.set_count(slot, count);
        count
    }

    pub(super) fn note_empty(&mut self, slot: usize, at: usize, groups: &[usize]) {
        let captures = groups
            .iter()
            .map(|&group| (self.starts[group], self.ends[group]))
            .collect();
        let note = EmptyNote { at, captures };
        let value = std::mem::replace(&mut self.empties[slot], note);
        self.frames.push(Frame::Undo(Undo::Empty { slot, value }));
    }

    pub(super) fn call(&mut self, back: usize) {
        self.calls.push(Call {
            back,
            counts: self.counts.clone(),
            empties: self.empties.clone(),
            open: self.open.clone(),
        });
        self.frames.push(Frame::Undo(Undo::Called));
    }

    /// Where the newest call goes on.
    pub(super) fn end_call(&mut self) -> Option<usize> {
        let mut call = self.calls.pop()?;
        let back = call.back;
        self.swap_registers(&mut call);
        self.frames
            .push(Frame::Undo(Undo::Returned(Box::new(call))));
        Some(back)
    }

    fn swap_registers(&mut self, call: &mut Call) {
        std::mem::swap(&mut self.counts, &mut call.counts);
        std::mem::swap(&mut self.empties, &mut call.empties);
        std::mem::swap(&mut self.open, &mut call.open);
    }

    /// Takes back what a frame says.
    pub(super) fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Capture {
                group,
                start,
                end,
                open,
                ..
            } => {
                self.starts[group] = start;
                self.ends[group] = end;
                self.open[group] = open;
            }
            Undo::Count { slot, value } => self.counts[slot] = value,
            Undo::Empty { slot, value } => self.empties[slot] = value,
            Undo::Called => {
                self.calls.pop();
            }
            Undo::Returned(mut call) => {
                self.swap_registers(&mut call);
                self.calls.push(*call);
            }
        }
    }

    /// Removes the choices since the newest mark, and the mark: its position, and how many entries are looked at. What must be
    /// undone stays, and so does the room of the others, as in Onigmo.
    pub(super) fn commit(&mut self) -> Option<(usize, u64)> {
        let mark = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame, Frame::Mark { .. }))?;
        let mut position = None;
        let above = self.frames.split_off(mark);
        let swept: u64 = above.iter().map(Frame::entries).sum();
        let kept = above.iter().filter(|frame| matches!(frame, Frame::Undo(_)));
        let void = swept - kept.map(Frame::entries).sum::<u64>();
        match self.frames.last_mut() {
            Some(Frame::Void(entries)) => *entries += void,
            _ => self.frames.push(Frame::Void(void)),
        }
        for frame in above {
            match frame {
                Frame::Undo(_) => self.frames.push(frame),
                Frame::Mark { at } => position = position.or(Some(at)),
                Frame::Choice { .. } | Frame::Void(_) => {}
            }
        }
        Some((position?, swept))
    }

    /// Undoes everything down to the newest mark, and removes it and the choice under it. How many entries that were.
    pub(super) fn abandon(&mut self) -> u64 {
        let mut passed = 0;
        while let Some(frame) = self.frames.pop() {
            passed += frame.entries();
            match frame {
                Frame::Undo(undo) => self.undo(undo),
                Frame::Mark { .. } => {
                    self.frames.pop();
                    break;
                }
                Frame::Choice { .. } | Frame::Void(_) => {}
            }
        }
        passed
    }

    /// Undoes everything down to a height of the stack.
    pub(super) fn unwind(&mut self, height: usize) {
        while self.frames.len() > height {
            if let Some(Frame::Undo(undo)) = self.frames.pop() {
                self.undo(undo);
            }
        }
    }
}
