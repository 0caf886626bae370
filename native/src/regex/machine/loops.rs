//! The instructions of quantifiers: which loops are written out, which are counted, which are made possessive.

use super::super::ast::{Kind, Mode, Node, Span};
use super::super::error::Error;
use super::super::facts::min_length;
use super::compile::{Compiler, around};
use super::heads::{head_char, head_set};
use super::program::{Op, Range, distance};

/// Bytes of Onigmo's code up to which it writes a loop out (`QUANTIFIER_EXPAND_LIMIT_SIZE`).
const EXPAND_LIMIT: usize = 50;

impl Compiler<'_> {
    pub(super) fn repeat(&mut self, node: &Node, next: Option<&Node>) -> Result<Vec<Op>, Error> {
        let Kind::Repeat {
            body,
            min,
            max,
            mode,
        } = &node.kind
        else {
            return Ok(Vec::new());
        };
        let (min, max, lazy) = (
            *min as usize,
            max.map(|max| max as usize),
            *mode == Mode::Lazy,
        );
        if (min, max) == (1, Some(1)) {
            return self.emit(body, next);
        }
        if *mode == Mode::Possessive {
            if is_plain(body) && max.is_none() && min <= 1 {
                return self.possessive(node.span, body, min);
            }
            let inside = self.repeated(node.span, body, (min, max, lazy), None)?;
            return Ok(around(Op::Mark, inside, Op::Commit));
        }
        self.repeated(node.span, body, (min, max, lazy), next)
    }

    /// An atomic group; a loop over single characters alone needs no mark.
    pub(super) fn atomic(&mut self, body: &Node) -> Result<Vec<Op>, Error> {
        if let Kind::Repeat {
            body: inside,
            min: min @ (0 | 1),
            max: None,
            mode: Mode::Greedy,
        } = &body.kind
        {
            if is_plain(inside) {
                return self.possessive(body.span, inside, *min as usize);
            }
        }
        Ok(around(Op::Mark, self.emit(body, None)?, Op::Commit))
    }

    /// A loop over single characters that gives none back.
    fn possessive(&mut self, span: Span, body: &Node, min: usize) -> Result<Vec<Op>, Error> {
        let inside = self.emit(body, None)?;
        let mut ops = self.times(&inside, min, span)?;
        let length = inside.len();
        ops.push(Op::Push(distance(length + 3)));
        ops.extend(inside);
        ops.push(Op::Pop);
        ops.push(Op::Jump(-distance(length + 2)));
        Ok(ops)
    }

    fn repeated(
        &mut self,
        span: Span,
        body: &Node,
        (min, max, lazy): (usize, Option<usize>, bool),
        next: Option<&Node>,
    ) -> Result<Vec<Op>, Error> {
        if max == Some(0) {
            return Ok(Vec::new());
        }
        let choices = usize::from(max != Some(min));
        self.choices += choices;
        let inside = self.emit(body, None)?;
        self.choices -= choices;
        let size: usize = inside.iter().map(Op::size).sum();
        let greedy_endless = max.is_none() && !lazy;
        if let (true, Kind::Any { newline }) = (greedy_endless, &body.kind) {
            let peek = next.and_then(head_char);
            let mut ops = self.times(&inside, min, span)?;
            ops.push(Op::AnyStar {
                newline: *newline,
                peek,
            });
            return Ok(ops);
        }
        if max.is_none() && (min <= 1 || size * min <= EXPAND_LIMIT) {
            if greedy_endless
                && min <= 1
                && matches!(body.kind, Kind::Char { .. } | Kind::Class(_))
                && next.is_some_and(|next| disjoint(body, next))
            {
                return self.possessive(span, body, min);
            }
            let jump_in = min == 1 && size > EXPAND_LIMIT;
            let mut ops = if jump_in {
                Vec::new()
            } else {
                self.times(&inside, min, span)?
            };
            let mut round = self.checked(body, inside);
            let length = round.len();
            if lazy {
                if !jump_in {
                    ops.push(Op::Jump(distance(length + 1)));
                }
                ops.append(&mut round);
                ops.push(Op::Push(-distance(length)));
                return Ok(ops);
            }
            if jump_in {
                ops.push(Op::Jump(2));
            }
            let exit = distance(length + 2);
            ops.push(match next.and_then(head_char) {
                Some(value) => Op::PushIfNext(exit, value),
                None => Op::Push(exit),
            });
            ops.append(&mut round);
            ops.push(Op::Jump(-distance(length + 1)));
            return Ok(ops);
        }
        if let (Some(max), false) = (max, lazy) {
            if max == 1 || (size + Op::Push(0).size()) * max <= EXPAND_LIMIT {
                let mut ops = self.times(&inside, min, span)?;
                for left in (1..=max - min).rev() {
                    ops.push(Op::Push(distance(left * (inside.len() + 1))));
                    ops.extend(inside.iter().cloned());
                }
                return Ok(ops);
            }
        }
        if lazy && (min, max) == (0, Some(1)) {
            let mut ops = vec![Op::Push(2), Op::Jump(distance(inside.len() + 1))];
            ops.extend(inside);
            return Ok(ops);
        }
        let slot = self.ranges.len();
        self.ranges.push(Range {
            min: u32::try_from(min).unwrap_or(u32::MAX),
            max: max
                .and_then(|max| u32::try_from(max).ok())
                .unwrap_or(u32::MAX),
            lazy,
        });
        let round = self.checked(body, inside);
        let length = round.len();
        let exit = distance(length + 2);
        let body = -distance(length);
        Ok(around(
            Op::RepeatStart { slot, exit },
            round,
            Op::RepeatNext { slot, body },
        ))
    }

    /// The body of a loop, with a check against rounds that take nothing where there can be such.
    fn checked(&mut self, body: &Node, inside: Vec<Op>) -> Vec<Op> {
        if min_length(body, &self.groups) > 0 {
            return inside;
        }
        let slot = self.empties.len();
        let captures = body
            .descendants()
            .into_iter()
            .filter_map(|node| match node.kind {
                Kind::Capture { index, .. } => Some(index),
                _ => None,
            });
        self.empties.push(captures.collect());
        around(Op::EmptyStart(slot), inside, Op::EmptyEnd(slot))
    }

    fn times(&mut self, ops: &[Op], times: usize, span: Span) -> Result<Vec<Op>, Error> {
        self.grow(ops.len().saturating_mul(times), span)?;
        Ok(std::iter::repeat_n(ops, times).flatten().cloned().collect())
    }
}

/// Whether it takes a single character.
fn is_plain(body: &Node) -> bool {
    matches!(
        body.kind,
        Kind::Char { .. } | Kind::Class(_) | Kind::Any { .. }
    )
}

/// Whether nothing can begin `next` that `body` takes, so that giving back is of no use.
fn disjoint(body: &Node, next: &Node) -> bool {
    let (Some(mut taken), Some(wanted)) = (head_set(body), head_set(next)) else {
        return false;
    };
    taken.intersect(&wanted);
    taken.ranges().is_empty()
}
