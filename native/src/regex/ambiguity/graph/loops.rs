//! Loops in a graph: written-out rounds, endless ones, and nested quantifiers that Onigmo makes one of.

use crate::regex::ast::{GroupKind, Kind, Mode, Node, Span};

use super::Step;
use super::builder::{Builder, Built};

/// Nodes that the rounds of one bounded loop are written out to; beyond, the loop counts as endless, which only adds ways.
const ROUNDS_LIMIT: usize = 600;

impl Builder<'_> {
    pub(in crate::regex::ambiguity) fn repeat(
        &mut self,
        node: &Node,
        next: usize,
        scope: usize,
    ) -> Built {
        let Some(Quantified { body, min, max, .. }) = reduced(node) else {
            return Ok(next);
        };
        let before = self.graph.steps.len();
        let mut first = next;
        if let Some(max) = max {
            if max == 0 {
                return Ok(next);
            }
            for round in (0..max).rev() {
                if self.graph.steps.len() - before > ROUNDS_LIMIT {
                    // The written rounds are too many: an endless loop instead has all their ways and more.
                    self.graph.steps.truncate(before);
                    return self.endless_body(node.span, body, min, next, scope);
                }
                let inside = self.build(body, first, scope)?;
                first = if round < min {
                    inside
                } else {
                    self.add(Step::Fork(vec![inside, next]))?
                };
            }
            return Ok(first);
        }
        self.endless_body(node.span, body, min, next, scope)
    }

    fn endless_body(
        &mut self,
        span: Span,
        body: &Node,
        min: u32,
        next: usize,
        scope: usize,
    ) -> Built {
        let optional = min == 0;
        let head = self.endless(span, scope, next, |builder, end| {
            builder.build(body, end, scope)
        })?;
        let mut first = match (&self.graph.steps[head], optional) {
            // At least one round: into the loop's body, past its head.
            (Step::Fork(ways), false) => ways[0],
            _ => head,
        };
        let before = self.graph.steps.len();
        for _ in 1..min {
            if self.graph.steps.len() - before > ROUNDS_LIMIT {
                break;
            }
            first = self.build(body, first, scope)?;
        }
        Ok(first)
    }

    /// A loop of any number of rounds; its head.
    pub(in crate::regex::ambiguity) fn endless(
        &mut self,
        span: Span,
        scope: usize,
        exit: usize,
        body: impl FnOnce(&mut Self, usize) -> Built,
    ) -> Built {
        let id = self.graph.loops.len();
        self.graph.loops.push(span);
        self.graph.loop_scopes.push(scope);
        let head = self.add(Step::Fork(Vec::new()))?;
        let end = self.add(Step::Rounded { id, head, exit })?;
        let inside = body(self, end)?;
        let round = self.add(Step::Round { id, next: inside })?;
        self.graph.steps[head] = Step::Fork(vec![round, exit]);
        Ok(head)
    }
}

/// What a quantifier repeats, and how often.
#[derive(Clone, Copy)]
struct Quantified<'t> {
    body: &'t Node,
    min: u32,
    max: Option<u32>,
    mode: Mode,
}

impl Quantified<'_> {
    /// The number that Onigmo gives to `?`, `*`, `+` and their lazy kin; None for other quantifiers.
    fn simple(self) -> Option<usize> {
        let number = match (self.min, self.max) {
            (0, Some(1)) => 0,
            (0, None) => 1,
            (1, None) => 2,
            _ => return None,
        };
        match self.mode {
            Mode::Greedy => Some(number),
            Mode::Lazy => Some(number + 3),
            Mode::Possessive => None,
        }
    }
}

/// What Onigmo makes of a simple quantifier directly in another one.
#[derive(Clone, Copy)]
enum Merged {
    /// Both stay.
    Both,
    /// The inner one alone.
    Inner,
    /// Any number of rounds.
    Star,
    /// One round or none.
    Once,
}

/// Onigmo's `ReduceTypeTable`; rows are the inner quantifier, columns the outer: `?`, `*`, `+`, `??`, `*?`, `+?`.
const MERGED: [[Merged; 6]; 6] = {
    use Merged::{Both, Inner, Once, Star};
    [
        [Inner, Star, Star, Once, Star, Both],
        [Inner, Inner, Inner, Star, Star, Inner],
        [Star, Star, Inner, Both, Star, Inner],
        [Inner, Star, Star, Inner, Star, Star],
        [Inner, Inner, Inner, Inner, Inner, Inner],
        [Both, Both, Both, Star, Star, Inner],
    ]
};

/// A quantified node, with quantifiers directly inside one another made one, as Onigmo does: `(?:a+)+` is `a+` to it.
fn reduced(node: &Node) -> Option<Quantified<'_>> {
    let Kind::Repeat {
        body,
        min,
        max,
        mode,
    } = &node.kind
    else {
        return None;
    };
    let outer = Quantified {
        body,
        min: *min,
        max: *max,
        mode: *mode,
    };
    let Some(inner) = reduced(within(body)) else {
        return Some(outer);
    };
    let Some(inside) = inner.simple() else {
        return Some(outer);
    };
    let Some(own) = outer.simple() else {
        // A second round of `a*` or `a+` can take nothing that the first could not.
        let one_is_enough = matches!(inside, 1 | 2)
            && outer.mode == Mode::Greedy
            && outer.max.is_some_and(|max| max > 1);
        let max = if one_is_enough {
            Some(outer.min.max(1))
        } else {
            outer.max
        };
        return Some(Quantified { max, ..outer });
    };
    let rounds = |min, max| Quantified {
        min,
        max,
        mode: outer.mode,
        ..inner
    };
    Some(match MERGED[inside][own] {
        Merged::Both => outer,
        Merged::Inner => inner,
        Merged::Star => rounds(0, None),
        Merged::Once => rounds(0, Some(1)),
    })
}

/// What is in groups that do nothing.
fn within(node: &Node) -> &Node {
    match &node.kind {
        Kind::Group(GroupKind::Plain, body) => within(body),
        _ => node,
    }
}
