//! The absent operator `(?~...)`: all lengths in which something is not contained.

use super::thread::{Next, Stop, Thread};

/// Absent operators inside one another at run time.
const ABSENT_LIMIT: usize = 40;

impl Thread<'_> {
    /// All ends up to which the inside, which begins at `op + 1`, occurs nowhere; the farthest first.
    pub(super) fn absent(&mut self, op: usize, behind: usize, start: usize) -> Result<Next, Stop> {
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
}
