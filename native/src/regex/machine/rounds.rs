//! Where a round of a loop goes on: by its count, and by whether it took anything.

use super::thread::{Next, Thread};

impl Thread<'_> {
    /// Behind a counted round: to `on`, the way out, or back to `body`.
    pub(super) fn repeat_next(
        &mut self,
        on: usize,
        body: usize,
        slot: usize,
        at: usize,
    ) -> (usize, usize) {
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

    /// Behind a round: one that took something goes on with the next instruction, which goes round again; an empty one passes it
    /// over and ends the loop.
    pub(super) fn empty_end(&mut self, op: usize, at: usize, slot: usize) -> Next {
        let note = &self.memory.empties[slot];
        if note.at != at {
            return Some((op + 1, at));
        }
        // A round that takes nothing but changes a group counts; one that moves an empty group fails.
        let mut moved = false;
        for (&group, &before) in self.program.empties[slot].iter().zip(&note.captures) {
            let now = self.memory.groups[group];
            if now == before {
                continue;
            }
            match (before.0.place(), before.1.place()) {
                (Some(start), Some(end)) if start == end => moved |= end != at,
                _ => return Some((op + 1, at)),
            }
        }
        (!moved).then_some((op + 2, at))
    }
}
