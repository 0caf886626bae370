//! From the tree to instructions, as Onigmo compiles: which loops it writes out, which it counts, which it makes possessive.

use std::collections::{BTreeSet, HashMap};

use regex_syntax::hir::ClassUnicode;

use super::ast::{CallTarget, Kind, LookKind, Mode, Node, Span, Tree};
use super::class::fold_class;
use super::error::Error;
use super::facts::{self, min_length};
use super::heads::{first_set, head_char, head_set};
use super::lookbehind;
use super::program::{Jump, Op, Program, Range, Set, Start};
use super::property;
use super::recursion::{body as group_body, groups};

/// Bytes of Onigmo's code up to which it writes a loop out (`QUANTIFIER_EXPAND_LIMIT_SIZE`).
const EXPAND_LIMIT: usize = 50;
/// Instructions of a program.
const PROGRAM_LIMIT: usize = 500_000;

/// Compiles a tree.
///
/// # Errors
/// A pattern that becomes too large.
pub(super) fn compile(tree: &Tree) -> Result<Program, Error> {
    let groups = groups(tree);
    let called: BTreeSet<usize> = tree
        .root
        .descendants()
        .into_iter()
        .filter_map(|node| match node.kind {
            Kind::Call {
                target: CallTarget::Number(group),
            } => Some(group),
            _ => None,
        })
        .collect();
    let mut compiler = Compiler {
        groups,
        called,
        sets: Vec::new(),
        ranges: Vec::new(),
        empties: Vec::new(),
        size: 0,
    };
    let mut ops = compiler.emit(&tree.root, None)?;
    ops.push(Op::Match);
    let mut entries = vec![None; tree.captures + 1];
    for group in compiler.called.clone() {
        let Some(&node) = compiler.groups.get(&group) else {
            continue;
        };
        entries[group] = Some(ops.len());
        let body = if group == 0 {
            compiler.emit(node, None)?
        } else {
            compiler.captured(group, group_body(node), None)?
        };
        ops.extend(body);
        ops.push(Op::Return);
    }
    let facts = facts::facts(tree);
    let start = if facts.text_start {
        Start::Text
    } else if facts.line_start_implied {
        Start::Lines
    } else {
        first_set(&tree.root).map_or(Start::Anywhere, |set| Start::Set(Set::new(&set)))
    };
    let words = property::posix("word", true).unwrap_or_else(ClassUnicode::empty);
    Ok(Program {
        ops,
        sets: compiler.sets,
        ranges: compiler.ranges,
        empties: compiler.empties,
        entries,
        captures: tree.captures,
        start,
        required: facts
            .required
            .iter()
            .max_by_key(|text| text.len())
            .map(|text| text.chars().collect())
            .unwrap_or_default(),
        min_length: facts.min_length,
        words: Set::new(&words),
    })
}

struct Compiler<'t> {
    groups: HashMap<usize, &'t Node>,
    called: BTreeSet<usize>,
    sets: Vec<Set>,
    ranges: Vec<Range>,
    empties: Vec<Vec<usize>>,
    size: usize,
}

impl Compiler<'_> {
    /// The instructions of `node`, with `next` directly behind it.
    fn emit(&mut self, node: &Node, next: Option<&Node>) -> Result<Vec<Op>, Error> {
        let ops = match &node.kind {
            Kind::Empty
            | Kind::Call {
                target: CallTarget::Name(_),
            } => Vec::new(),
            Kind::Char { value, fold: false } => vec![Op::Text(Box::new([*value]))],
            Kind::Char { value, fold: true } => vec![self.set(&fold_class(*value))],
            Kind::Class(set) => vec![self.set(set)],
            Kind::Any { newline: false } => vec![Op::Any],
            Kind::Any { newline: true } => vec![Op::AnyNewline],
            Kind::Assert(assertion) => vec![Op::Assert(*assertion)],
            Kind::Keep => vec![Op::Keep],
            Kind::Linebreak => vec![Op::Linebreak],
            Kind::Grapheme => vec![Op::Grapheme],
            Kind::Group(_, body) => self.emit(body, next)?,
            Kind::Capture { index, .. } if self.called.contains(index) => vec![Op::Call(*index)],
            Kind::Capture { index, body, .. } => self.captured(*index, body, next)?,
            Kind::Atomic(body) => around(Op::Mark, self.emit(body, None)?, Op::Commit),
            Kind::Look(kind, body) => self.look(*kind, body)?,
            Kind::Absent(body) => {
                let inside = self.emit(body, None)?;
                let behind = distance(inside.len() + 2);
                around(Op::Absent(behind), inside, Op::AbsentEnd)
            }
            Kind::Repeat { .. } => self.repeat(node, next)?,
            Kind::Concat(nodes) => self.concat(nodes)?,
            Kind::Alternate(nodes) => {
                let branches = nodes
                    .iter()
                    .map(|node| self.emit(node, None))
                    .collect::<Result<_, _>>()?;
                alternate(branches)
            }
            Kind::Backref { groups, fold, .. } => vec![Op::Backref {
                groups: groups.clone().into(),
                fold: *fold,
            }],
            Kind::Call {
                target: CallTarget::Number(group),
            } => vec![Op::Call(*group)],
            Kind::Conditional {
                groups, yes, no, ..
            } => {
                let mut yes = self.emit(yes, None)?;
                let no = self.emit(no, None)?;
                yes.push(Op::Jump(distance(no.len() + 1)));
                let otherwise = distance(yes.len() + 1);
                let groups = groups.clone().into();
                yes.insert(0, Op::IfSet { groups, otherwise });
                yes.extend(no);
                yes
            }
        };
        self.grow(ops.len(), node.span)?;
        Ok(ops)
    }

    fn grow(&mut self, by: usize, span: Span) -> Result<(), Error> {
        self.size += by;
        if self.size > PROGRAM_LIMIT {
            return Err(Error::new("too large program", span));
        }
        Ok(())
    }

    fn set(&mut self, set: &ClassUnicode) -> Op {
        let set = Set::new(set);
        let index = self
            .sets
            .iter()
            .position(|known| *known == set)
            .unwrap_or_else(|| {
                self.sets.push(set);
                self.sets.len() - 1
            });
        Op::Set(index)
    }

    fn captured(
        &mut self,
        index: usize,
        body: &Node,
        next: Option<&Node>,
    ) -> Result<Vec<Op>, Error> {
        let inside = self.emit(body, next)?;
        Ok(around(
            Op::CaptureStart(index),
            inside,
            Op::CaptureEnd(index),
        ))
    }

    /// A sequence; characters one behind the other are one instruction.
    fn concat(&mut self, nodes: &[Node]) -> Result<Vec<Op>, Error> {
        let mut ops: Vec<Op> = Vec::new();
        let mut text: Vec<char> = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            if let Kind::Char { value, fold: false } = node.kind {
                text.push(value);
                continue;
            }
            flush(&mut text, &mut ops);
            ops.extend(self.emit(node, nodes.get(index + 1))?);
        }
        flush(&mut text, &mut ops);
        Ok(ops)
    }

    fn look(&mut self, kind: LookKind, body: &Node) -> Result<Vec<Op>, Error> {
        match kind {
            LookKind::Ahead => Ok(around(
                Op::Mark,
                self.emit(body, None)?,
                Op::CommitAndReturn,
            )),
            LookKind::NotAhead => {
                let inside = self.emit(body, None)?;
                Ok(not(inside))
            }
            LookKind::Behind | LookKind::NotBehind => {
                let parts = lookbehind::branches(body);
                let mut lengths = Vec::new();
                for part in &parts {
                    let mut budget = u32::MAX;
                    lengths.push(lookbehind::length(part, &self.groups, &mut budget).unwrap_or(0));
                }
                // Alternatives of one length are looked at together, others one after the other.
                let wholes: Vec<(&Node, usize)> =
                    if lengths.windows(2).all(|pair| pair[0] == pair[1]) {
                        vec![(body, lengths[0])]
                    } else {
                        parts.into_iter().zip(lengths).collect()
                    };
                let mut branches = Vec::new();
                for (part, length) in wholes {
                    let mut inside = vec![Op::Back(length)];
                    inside.extend(self.emit(part, None)?);
                    branches.push(if kind == LookKind::Behind {
                        inside
                    } else {
                        not(inside)
                    });
                }
                Ok(if kind == LookKind::Behind {
                    alternate(branches)
                } else {
                    branches.concat()
                })
            }
        }
    }

    fn repeat(&mut self, node: &Node, next: Option<&Node>) -> Result<Vec<Op>, Error> {
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
            let inside = self.repeated(node.span, body, (min, max, lazy), None)?;
            return Ok(around(Op::Mark, inside, Op::Commit));
        }
        self.repeated(node.span, body, (min, max, lazy), next)
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
        let inside = self.emit(body, None)?;
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
            let simple = matches!(body.kind, Kind::Char { .. } | Kind::Class(_));
            let possessive = greedy_endless
                && min <= 1
                && simple
                && next.is_some_and(|next| disjoint(body, next));
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
            if possessive {
                ops.push(Op::Push(distance(length + 3)));
                ops.append(&mut round);
                ops.push(Op::Pop);
                ops.push(Op::Jump(-distance(length + 2)));
                return Ok(ops);
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

/// Whether nothing can begin `next` that `body` takes, so that giving back is of no use.
fn disjoint(body: &Node, next: &Node) -> bool {
    let (Some(mut taken), Some(wanted)) = (head_set(body), head_set(next)) else {
        return false;
    };
    taken.intersect(&wanted);
    taken.ranges().is_empty()
}

fn around(before: Op, mut inside: Vec<Op>, behind: Op) -> Vec<Op> {
    inside.insert(0, before);
    inside.push(behind);
    inside
}

fn not(inside: Vec<Op>) -> Vec<Op> {
    let behind = distance(inside.len() + 2);
    around(Op::PushNot(behind), inside, Op::FailNot)
}

fn alternate(branches: Vec<Vec<Op>>) -> Vec<Op> {
    // Each branch but the last has a choice before it and a jump to the end behind it.
    let mut left: usize = branches
        .iter()
        .map(|branch| branch.len() + 2)
        .sum::<usize>()
        .saturating_sub(2);
    let mut others = branches.len();
    let mut ops = Vec::with_capacity(left);
    for branch in branches {
        others -= 1;
        if others == 0 {
            ops.extend(branch);
            break;
        }
        left -= branch.len() + 2;
        ops.push(Op::Push(distance(branch.len() + 2)));
        ops.extend(branch);
        ops.push(Op::Jump(distance(left + 1)));
    }
    ops
}

fn flush(text: &mut Vec<char>, ops: &mut Vec<Op>) {
    if !text.is_empty() {
        ops.push(Op::Text(std::mem::take(text).into()));
    }
}

fn distance(instructions: usize) -> Jump {
    // Programs are far below the largest distance.
    Jump::try_from(instructions).unwrap_or(Jump::MAX)
}
