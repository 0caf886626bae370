//! How many states an automaton may have, and how many steps one operation, and all of a config, may take.

use std::cell::Cell;

/// States of one automaton, also while it is made.
pub const MAX_STATES: usize = 100_000;
/// Steps of one operation: entries that it writes, of some 8 bytes and 30 to 60 ns each.
pub const MAX_STEPS: u64 = 2_000_000;

/// Which bound was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// One automaton would have too many states, or take too many steps to make.
    TooLarge,
    /// All operations together took more steps than `share_steps` allowed.
    TooMuchWork,
}

thread_local! {
    static SHARED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Sets how many steps all operations of this thread may take from now on (None: any number); what was left before.
#[must_use]
pub fn share_steps(steps: Option<u64>) -> Option<u64> {
    SHARED.replace(steps)
}

/// Counts the steps of one operation.
pub struct Steps(u64);

impl Steps {
    /// For a new operation.
    pub fn new() -> Self {
        Self(MAX_STEPS)
    }

    /// Takes so many.
    ///
    /// # Errors
    /// Where the operation, or all of a config, has none left.
    pub fn spend(&mut self, steps: usize) -> Result<(), Limit> {
        let steps = steps as u64;
        if let Some(left) = SHARED.get() {
            SHARED.set(Some(left.saturating_sub(steps)));
            if left < steps {
                return Err(Limit::TooMuchWork);
            }
        }
        self.0 = self.0.checked_sub(steps).ok_or(Limit::TooLarge)?;
        Ok(())
    }
}
