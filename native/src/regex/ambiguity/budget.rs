//! A bound of the work that an analysis may do.

/// The budget is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spent;

/// Units of work that are left.
#[derive(Debug)]
pub(super) struct Budget(u64);

impl Budget {
    pub(super) fn new(units: u64) -> Self {
        Self(units)
    }

    /// A budget of its own for a part of the work, out of this one.
    pub(super) fn share(&mut self, most: u64) -> Self {
        let units = self.0.min(most);
        self.0 -= units;
        Self(units)
    }

    /// What is left of a share.
    pub(super) fn give_back(&mut self, share: &Self) {
        self.0 += share.0;
    }

    /// Takes some.
    ///
    /// # Errors
    /// There are too few.
    pub(super) fn take(&mut self, units: u64) -> Result<(), Spent> {
        self.0 = self.0.checked_sub(units).ok_or(Spent)?;
        Ok(())
    }
}
