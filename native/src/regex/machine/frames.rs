//! The entries of the machine's stack: choices, with what must be undone when one is taken up again.

/// A position, or none.
pub(super) type Place = Option<usize>;

/// The same in a quarter of the room: the stack is what a run writes most. Subjects of 4 GiB are not searched (`Spot::MOST`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot(u32);

impl Spot {
    pub(super) const NONE: Spot = Spot(u32::MAX);
    /// Characters of a subject.
    pub(super) const MOST: usize = u32::MAX as usize - 1;

    pub(super) fn at(place: usize) -> Self {
        Self(u32::try_from(place).unwrap_or(u32::MAX))
    }

    pub(super) fn of(place: Place) -> Self {
        place.map_or(Self::NONE, Self::at)
    }

    pub(super) fn place(self) -> Place {
        (self != Self::NONE).then_some(self.0 as usize)
    }
}

/// An entry of the stack.
#[derive(Debug)]
pub(super) enum Frame {
    /// Another way to go on from here.
    Choice {
        op: u32,
        at: u32,
        keep: Spot,
    },
    /// Where an atomic group or lookaround began.
    Mark {
        at: u32,
    },
    /// So many entries that nothing is left of.
    Void(u64),
    /// The registers of a group before one was written; whether Onigmo keeps them on its stack.
    Capture {
        saved: bool,
        group: u16,
        bounds: Bounds,
        open: Spot,
    },
    /// A counter before it was written.
    Count {
        slot: u32,
        value: u32,
    },
    /// An empty check before it was written: what it was is the newest of `Memory::noted`.
    Empty {
        slot: u32,
    },
    Called,
    Returned(Box<Call>),
}

impl Frame {
    /// Entries of Onigmo's stack.
    pub(super) fn entries(&self) -> u64 {
        match self {
            Frame::Capture { saved, .. } => u64::from(*saved),
            Frame::Void(entries) => *entries,
            _ => 1,
        }
    }

    /// Whether it says what a register was.
    pub(super) fn is_undo(&self) -> bool {
        !matches!(
            self,
            Frame::Choice { .. } | Frame::Mark { .. } | Frame::Void(_)
        )
    }
}

/// Where a group begins and ends.
pub(super) type Bounds = (Spot, Spot);

/// What an empty check remembers of the start of a round.
#[derive(Debug, Clone, Default)]
pub(super) struct EmptyNote {
    pub(super) at: usize,
    pub(super) captures: Vec<Bounds>,
}

/// The registers that a called expression has for itself, as they were before the call.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) back: usize,
    pub(super) counts: Vec<u32>,
    pub(super) empties: Vec<EmptyNote>,
    pub(super) open: Vec<Spot>,
}

/// An instruction, a position or a number of a register: all far below 4 G.
pub(super) fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
