//! What a pattern asks of the text around: anchors, word boundaries, lookarounds.

use crate::regex::ast::{Assertion, LookKind, Node};

use super::Step;
use super::alphabet::Label;
use super::builder::{Builder, Built};

impl Builder<'_> {
    /// An anchor or a word boundary before `next`.
    pub(in crate::regex::ambiguity) fn assertion(
        &mut self,
        assertion: Assertion,
        next: usize,
    ) -> Built {
        let newline = self.graph.newline;
        let step = match assertion {
            Assertion::LineStart => Step::Last {
                label: newline,
                start: true,
                next,
            },
            Assertion::TextStart | Assertion::SearchStart => Step::Last {
                label: Label::EMPTY,
                start: true,
                next,
            },
            Assertion::LineEnd => Step::Next {
                label: newline,
                end: true,
                next,
            },
            // Whether the newline is the last character is not known.
            Assertion::TextEndNewline => {
                let next = self.add(Step::Maybe(next))?;
                Step::Next {
                    label: newline,
                    end: true,
                    next,
                }
            }
            Assertion::TextEnd => Step::Next {
                label: Label::EMPTY,
                end: true,
                next,
            },
            Assertion::WordBoundary { ascii: false } => Step::Word { wanted: true, next },
            Assertion::NotWordBoundary { ascii: false } => Step::Word {
                wanted: false,
                next,
            },
            Assertion::WordBoundary { ascii: true }
            | Assertion::NotWordBoundary { ascii: true } => Step::Maybe(next),
        };
        self.add(step)
    }

    /// A lookaround before `next`: of a single character a condition, of more a scope of its own.
    pub(in crate::regex::ambiguity) fn look(
        &mut self,
        kind: LookKind,
        body: &Node,
        next: usize,
        scope: usize,
    ) -> Built {
        let label = self.label(body);
        let all = self.graph.alphabet.all();
        match (kind, label) {
            (LookKind::Ahead, Some(label)) => self.add(Step::Next {
                label,
                end: false,
                next,
            }),
            (LookKind::NotAhead, Some(label)) => self.add(Step::Next {
                label: all.without(label),
                end: true,
                next,
            }),
            (LookKind::Behind, Some(label)) => self.add(Step::Last {
                label,
                start: false,
                next,
            }),
            (LookKind::NotBehind, Some(label)) => self.add(Step::Last {
                label: all.without(label),
                start: true,
                next,
            }),
            // What stands behind has a fixed length: it costs little.
            (LookKind::Behind | LookKind::NotBehind, None) => self.add(Step::Maybe(next)),
            (LookKind::Ahead | LookKind::NotAhead, None) => {
                let inner = self.scope(scope);
                let end = self.add(Step::End(inner))?;
                let inside = self.build(body, end, inner)?;
                let on = self.add(Step::Maybe(next))?;
                self.add(Step::Fork(vec![inside, on]))
            }
        }
    }
}
