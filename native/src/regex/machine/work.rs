//! What a run did, by kind: a cost model has the time of each.

/// Kinds of work; see `Kind::NAMES` for what each counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Attempt,
    Text,
    TextChar,
    Set,
    Any,
    StarPush,
    StarSkip,
    Push,
    Peek,
    Jump,
    Back,
    Undo,
    Capture,
    Count,
    Test,
    Boundary,
    Empty,
    Mark,
    Other,
    Skim,
    Probe,
    Byte,
    Choice,
    Fold,
    Register,
    Sweep,
    Word,
    Align,
    Wide,
}

impl Kind {
    /// Their names, in the order of `Kind`.
    pub(super) const NAMES: [&str; Kind::Wide as usize + 1] = [
        // A place from which a match is attempted.
        "attempt",
        // A fixed text compared, and each of its characters that agrees.
        "text",
        "text_char",
        // A character compared with a class, and one taken by a single dot.
        "set",
        "any",
        // A character that `.*` takes and could give back, and one that it could not as another must follow.
        "star_push",
        "star_skip",
        // A choice left behind, one not left as the wrong character follows, a jump of a loop or an alternative.
        "push",
        "peek",
        "jump",
        // A choice taken up again, and an entry of the stack that is passed on the way, most of them a register to set back.
        "back",
        "undo",
        // The start or end of a group; a round of a counted loop; an anchor; a `\b`; a check for empty rounds.
        "capture",
        "count",
        "test",
        "boundary",
        "empty",
        // The edge of an atomic group or lookaround.
        "mark",
        // Any other instruction, and each character of a backreference.
        "other",
        // The search before attempts: each time it sets off, where it compares a text of several characters, and the characters
        // that it passes looking for one character, one of a set, and for a text in any case.
        "skim",
        "probe",
        "byte",
        "choice",
        "fold",
        // A group whose registers are cleared for an attempt; an entry of the stack that leaving an atomic group or lookahead voids.
        "register",
        "sweep",
        // A character compared with `\w`, which has no table.
        "word",
        // A place from which a match may begin, worked out from one found behind it.
        "align",
        // A character whose length is asked for: those of a subject may have any as soon as the pattern has one beyond ASCII.
        "wide",
    ];
}

/// The amounts of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Work([u64; Kind::NAMES.len()]);

impl Work {
    pub(super) fn add(&mut self, kind: Kind, amount: u64) {
        self.0[kind as usize] += amount;
    }

    pub(super) fn count(&mut self, kind: Kind) {
        self.0[kind as usize] += 1;
    }

    /// How often `kind` was done.
    #[must_use]
    pub(super) fn of(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    /// The names of all kinds and the amount of each.
    pub fn amounts(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        Kind::NAMES.into_iter().zip(self.0)
    }
}
