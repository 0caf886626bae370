//! The machine's memory: registers, and the stack that says what they were.

use super::frames::{Bounds, Call, EmptyNote, Frame, Place, Spot, narrow};
use super::program::{Program, Range};

/// All registers and the stack.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) frames: Vec<Frame>,
    pub(super) groups: Vec<Bounds>,
    /// Where a group that is not yet closed began, on this level of calls.
    pub(super) open: Vec<Spot>,
    pub(super) counts: Vec<u32>,
    pub(super) empties: Vec<EmptyNote>,
    /// What empty checks were, oldest first: one for each `Frame::Empty`.
    noted: Vec<EmptyNote>,
    pub(super) calls: Vec<Call>,
    /// Whether a register may hold something.
    written: bool,
}

impl Memory {
    pub(super) fn new(program: &Program) -> Self {
        let groups = program.captures + 1;
        Self {
            frames: Vec::new(),
            groups: vec![(Spot::NONE, Spot::NONE); groups],
            open: vec![Spot::NONE; groups],
            counts: vec![0; program.ranges.len()],
            empties: vec![EmptyNote::default(); program.empties.len()],
            noted: Vec::new(),
            calls: Vec::new(),
            written: false,
        }
    }

    /// As new, for the next attempt. One that failed has already set back what it wrote.
    pub(super) fn reset(&mut self) {
        if std::mem::replace(&mut self.written, true) {
            self.frames.clear();
            self.noted.clear();
            self.calls.clear();
            self.groups.fill((Spot::NONE, Spot::NONE));
            self.open.fill(Spot::NONE);
            self.counts.fill(0);
            self.empties.fill(EmptyNote::default());
        }
    }

    /// After an attempt that failed.
    pub(super) fn is_unwound(&mut self) {
        self.written = false;
    }

    pub(super) fn choice(&mut self, op: usize, at: usize, keep: Place) {
        self.frames.push(Frame::Choice {
            op: narrow(op),
            at: narrow(at),
            keep: Spot::of(keep),
        });
    }

    pub(super) fn mark(&mut self, at: usize) {
        self.frames.push(Frame::Mark { at: narrow(at) });
    }

    /// Notes the registers of a group before they change.
    fn save_capture(&mut self, group: usize, saved: bool) {
        self.frames.push(Frame::Capture {
            saved,
            // A pattern of 64 KiB has fewer groups.
            group: u16::try_from(group).unwrap_or(u16::MAX),
            bounds: self.groups[group],
            open: self.open[group],
        });
    }

    pub(super) fn open_capture(&mut self, group: usize, at: usize, saved: bool) {
        self.save_capture(group, saved);
        // Onigmo forgets the old end here: a reference to an open group fails.
        self.groups[group] = (Spot::at(at), Spot::NONE);
        self.open[group] = Spot::at(at);
    }

    pub(super) fn close_capture(&mut self, group: usize, at: usize) {
        self.save_capture(group, false);
        self.groups[group] = (self.open[group], Spot::at(at));
    }

    pub(super) fn capture(&self, group: usize) -> Option<(usize, usize)> {
        let (start, end) = self.groups[group];
        Some((start.place()?, end.place()?))
    }

    pub(super) fn set_count(&mut self, slot: usize, value: u32) {
        let old = std::mem::replace(&mut self.counts[slot], value);
        self.frames.push(Frame::Count {
            slot: narrow(slot),
            value: old,
        });
    }

    /// Counts a round; the new count is at least `range.min` where the loop may end.
    pub(super) fn count(&mut self, slot: usize, range: Range) -> u32 {
        let count = self.counts[slot].saturating_add(1).min(range.max);
        self.set_count(slot, count);
        count
    }

    pub(super) fn note_empty(&mut self, slot: usize, at: usize, groups: &[usize]) {
        let captures = groups.iter().map(|&group| self.groups[group]).collect();
        let note = EmptyNote { at, captures };
        self.noted
            .push(std::mem::replace(&mut self.empties[slot], note));
        self.frames.push(Frame::Empty { slot: narrow(slot) });
    }

    pub(super) fn call(&mut self, back: usize) {
        self.calls.push(Call {
            back,
            counts: self.counts.clone(),
            empties: self.empties.clone(),
            open: self.open.clone(),
        });
        self.frames.push(Frame::Called);
    }

    /// Where the newest call goes on.
    pub(super) fn end_call(&mut self) -> Option<usize> {
        let mut call = self.calls.pop()?;
        let back = call.back;
        self.swap_registers(&mut call);
        self.frames.push(Frame::Returned(Box::new(call)));
        Some(back)
    }

    fn swap_registers(&mut self, call: &mut Call) {
        std::mem::swap(&mut self.counts, &mut call.counts);
        std::mem::swap(&mut self.empties, &mut call.empties);
        std::mem::swap(&mut self.open, &mut call.open);
    }

    /// Takes back what a frame says.
    pub(super) fn undo(&mut self, frame: Frame) {
        match frame {
            Frame::Capture {
                group,
                bounds,
                open,
                ..
            } => {
                self.groups[usize::from(group)] = bounds;
                self.open[usize::from(group)] = open;
            }
            Frame::Count { slot, value } => self.counts[slot as usize] = value,
            Frame::Empty { slot } => {
                if let Some(note) = self.noted.pop() {
                    self.empties[slot as usize] = note;
                }
            }
            Frame::Called => {
                self.calls.pop();
            }
            Frame::Returned(mut call) => {
                self.swap_registers(&mut call);
                self.calls.push(*call);
            }
            Frame::Choice { .. } | Frame::Mark { .. } | Frame::Void(_) => {}
        }
    }

    /// Removes the choices since the newest mark, and the mark: its position, and how many entries are looked at. What must be
    /// undone stays, and so does the room of the others, as in Onigmo.
    pub(super) fn commit(&mut self) -> Option<(usize, u64)> {
        let is_mark = |frame: &Frame| matches!(frame, Frame::Mark { .. });
        let mark = self.frames.iter().rposition(is_mark)?;
        let Frame::Mark { at } = self.frames[mark] else {
            return None;
        };
        let (mut swept, mut void, mut kept) = (1, 1, mark + 1);
        for at in mark + 1..self.frames.len() {
            let entries = self.frames[at].entries();
            swept += entries;
            if self.frames[at].is_undo() {
                self.frames.swap(kept, at);
                kept += 1;
            } else {
                void += entries;
            }
        }
        self.frames.truncate(kept);
        match mark.checked_sub(1).map(|below| &mut self.frames[below]) {
            Some(Frame::Void(entries)) => {
                *entries += void;
                self.frames.remove(mark);
            }
            _ => self.frames[mark] = Frame::Void(void),
        }
        Some((at as usize, swept))
    }

    /// Undoes everything down to the newest mark, and removes it and the choice under it. How many entries that were.
    pub(super) fn abandon(&mut self) -> u64 {
        let mut passed = 0;
        while let Some(frame) = self.frames.pop() {
            passed += frame.entries();
            if matches!(frame, Frame::Mark { .. }) {
                self.frames.pop();
                break;
            }
            self.undo(frame);
        }
        passed
    }

    /// Undoes everything down to a height of the stack.
    pub(super) fn unwind(&mut self, height: usize) {
        while self.frames.len() > height {
            if let Some(frame) = self.frames.pop() {
                self.undo(frame);
            }
        }
    }
}
