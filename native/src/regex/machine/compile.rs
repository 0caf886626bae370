//! From the tree to instructions, as Onigmo compiles: which loops it writes out, which it counts, which it makes possessive.

use std::collections::{BTreeSet, HashMap};

use regex_syntax::hir::ClassUnicode;

use super::super::ast::{CallTarget, Kind, LookKind, Node, Span, Tree};
use super::super::class::fold_class;
use super::super::error::Error;
use super::super::lookbehind;
use super::super::recursion::{body as group_body, groups};
use super::Engine;
use super::heads::is_word;
use super::program::{Op, Program, Range, Set, WORDS, distance};
use super::skip;

/// Instructions of a program.
const PROGRAM_LIMIT: usize = 500_000;

/// Compiles a tree for the machine, which searches as `engine` does.
///
/// # Errors
/// A pattern that becomes too large.
pub(in crate::regex) fn compile(tree: &Tree, engine: Engine) -> Result<Program, Error> {
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
        saved: tree.referred(),
        choices: 0,
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
    Ok(Program {
        kinds: ops.iter().map(Op::kind).collect(),
        ops,
        sets: compiler.sets,
        ranges: compiler.ranges,
        empties: compiler.empties,
        entries,
        captures: tree.captures,
        wide: engine == Engine::Onigmo && !tree.ascii,
        saved: (0..=tree.captures)
            .map(|group| compiler.saved.contains(&group))
            .collect(),
        plan: skip::plan(tree, engine),
        words: &WORDS,
    })
}

pub(super) struct Compiler<'t> {
    pub(super) groups: HashMap<usize, &'t Node>,
    called: BTreeSet<usize>,
    sets: Vec<Set>,
    pub(super) ranges: Vec<Range>,
    pub(super) empties: Vec<Vec<usize>>,
    /// Of which groups a choice may undo the start, or something asks for it.
    saved: BTreeSet<usize>,
    /// Parts around what is being read that may be left out or tried again.
    pub(super) choices: usize,
    size: usize,
}

impl Compiler<'_> {
    /// The instructions of `node`, with `next` directly behind it.
    pub(super) fn emit(&mut self, node: &Node, next: Option<&Node>) -> Result<Vec<Op>, Error> {
        let ops = match &node.kind {
            Kind::Empty
            | Kind::Call {
                target: CallTarget::Name(_),
            } => Vec::new(),
            Kind::Char { value, fold: false } => vec![Op::Text(Box::new([*value]))],
            Kind::Char { value, fold: true } => vec![self.set(&fold_class(*value))],
            Kind::Class(set) => match self.set(set) {
                Op::Set(index) if is_word(set, node.span) => vec![Op::Word(index)],
                op => vec![op],
            },
            Kind::Any { newline: false } => vec![Op::Any],
            Kind::Any { newline: true } => vec![Op::AnyNewline],
            Kind::Assert(assertion) => vec![Op::Assert(*assertion)],
            Kind::Keep => vec![Op::Keep],
            Kind::Linebreak => vec![Op::Linebreak],
            Kind::Grapheme => vec![Op::Grapheme],
            Kind::Group(_, body) => self.emit(body, next)?,
            Kind::Capture { index, .. } if self.called.contains(index) => vec![Op::Call(*index)],
            Kind::Capture { index, body, .. } => self.captured(*index, body, next)?,
            Kind::Atomic(body) => self.atomic(body)?,
            Kind::Look(kind, body) => self.look(*kind, body)?,
            Kind::Absent(body) => {
                let inside = self.emit(body, None)?;
                let behind = distance(inside.len() + 2);
                around(Op::Absent(behind), inside, Op::AbsentEnd)
            }
            Kind::Repeat { .. } => self.repeat(node, next)?,
            Kind::Concat(nodes) => self.concat(nodes)?,
            Kind::Alternate(nodes) => {
                self.choices += 1;
                let branches = nodes.iter().map(|node| self.emit(node, None));
                let branches = branches.collect::<Result<_, _>>();
                self.choices -= 1;
                alternate(branches?)
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

    pub(super) fn grow(&mut self, by: usize, span: Span) -> Result<(), Error> {
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
        if self.choices > 0 {
            self.saved.insert(index);
        }
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
        let choices = self.choices;
        self.choices += usize::from(matches!(kind, LookKind::NotAhead | LookKind::NotBehind));
        let ops = match kind {
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
        };
        self.choices = choices;
        ops
    }
}

pub(super) fn around(before: Op, mut inside: Vec<Op>, behind: Op) -> Vec<Op> {
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
