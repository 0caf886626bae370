//! From the tree to its graph; loops and what looks around have files of their own.

use std::collections::HashMap;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use crate::regex::ast::{Assertion, CallTarget, Kind, LookKind, Mode, Node, Tree};
use crate::regex::class::fold_class;
use crate::regex::{property, recursion};

use super::alphabet::{Alphabet, Label};
use super::{Graph, Scope, Step};

/// Nodes of a graph.
const NODE_LIMIT: usize = 20_000;
/// Nodes ever added, those that were dropped again included.
const BUILD_LIMIT: usize = 60_000;
/// Levels of groups that are called, or referred to, inside one another.
const CALL_LIMIT: usize = 8;

/// Builds the graph.
///
/// # Errors
/// Why the pattern is beyond the bounds.
pub(in crate::regex::ambiguity) fn build(tree: &Tree) -> Result<Graph, &'static str> {
    let mut sets = vec![single('\n'), single('\r'), breaks()];
    let words = property::posix("word", true).unwrap_or_else(ClassUnicode::empty);
    let nodes = tree.root.descendants();
    let has_boundary = nodes.iter().any(|node| {
        matches!(
            node.kind,
            Kind::Assert(Assertion::WordBoundary { .. } | Assertion::NotWordBoundary { .. })
        )
    });
    if has_boundary {
        sets.push(words.clone());
    }
    sets.extend(nodes.into_iter().filter_map(set));
    let alphabet = Alphabet::new(&sets).ok_or("it tells too many kinds of characters apart")?;
    let mut builder = Builder {
        graph: Graph {
            steps: Vec::new(),
            start: 0,
            newline: alphabet.label(&single('\n')),
            words: if has_boundary {
                alphabet.label(&words)
            } else {
                Label::EMPTY
            },
            alphabet,
            loops: Vec::new(),
            loop_scopes: Vec::new(),
            scopes: vec![Scope {
                parent: 0,
                depth: 0,
                plain: true,
            }],
            lacks: None,
        },
        groups: recursion::groups(tree),
        open: vec![0],
        added: 0,
    };
    let end = builder.add(Step::End(0))?;
    builder.graph.start = builder.build(&tree.root, end, 0)?;
    Ok(builder.graph)
}

/// The characters that a node takes one of.
fn set(node: &Node) -> Option<ClassUnicode> {
    match &node.kind {
        Kind::Char { value, fold: true } => Some(fold_class(*value)),
        Kind::Char { value, fold: false } => Some(single(*value)),
        Kind::Class(set) => Some(set.clone()),
        _ => None,
    }
}

fn single(value: char) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(value, value)])
}

/// What `\R` takes, but for its two characters together.
fn breaks() -> ClassUnicode {
    let ranges = [('\n', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')];
    ClassUnicode::new(ranges.map(|(low, high)| ClassUnicodeRange::new(low, high)))
}

pub(in crate::regex::ambiguity) struct Builder<'t> {
    pub(in crate::regex::ambiguity) graph: Graph,
    groups: HashMap<usize, &'t Node>,
    /// Groups whose expression is being written out.
    open: Vec<usize>,
    added: usize,
}

/// The number of a node, or why there is none.
pub(in crate::regex::ambiguity) type Built = Result<usize, &'static str>;

impl Builder<'_> {
    /// Adds a node; its number.
    pub(in crate::regex::ambiguity) fn add(&mut self, step: Step) -> Built {
        self.added += 1;
        if self.graph.steps.len() >= NODE_LIMIT || self.added > BUILD_LIMIT {
            return Err("it is too large to be analysed");
        }
        self.graph.steps.push(step);
        Ok(self.graph.steps.len() - 1)
    }

    /// Adds a scope inside of `parent`; its number.
    pub(in crate::regex::ambiguity) fn scope(&mut self, parent: usize) -> usize {
        let depth = self.graph.scopes[parent].depth + 1;
        self.graph.scopes.push(Scope {
            parent,
            depth,
            plain: false,
        });
        self.graph.scopes.len() - 1
    }

    fn lacks(&mut self, reason: &'static str) {
        self.graph.lacks.get_or_insert(reason);
    }

    /// The label of a node that takes exactly one character.
    pub(in crate::regex::ambiguity) fn label(&self, node: &Node) -> Option<Label> {
        match &node.kind {
            Kind::Any { newline: true } => Some(self.graph.alphabet.all()),
            Kind::Any { newline: false } => {
                Some(self.graph.alphabet.all().without(self.graph.newline))
            }
            Kind::Group(_, body) | Kind::Capture { body, .. } => self.label(body),
            Kind::Alternate(nodes) => nodes.iter().try_fold(Label::EMPTY, |label, node| {
                Some(label.or(self.label(node)?))
            }),
            _ => set(node).map(|set| self.graph.alphabet.label(&set)),
        }
    }

    /// The first node of what `node` does in `scope` before `next`.
    pub(in crate::regex::ambiguity) fn build(
        &mut self,
        node: &Node,
        next: usize,
        scope: usize,
    ) -> Built {
        match &node.kind {
            Kind::Empty
            | Kind::Keep
            | Kind::Call {
                target: CallTarget::Name(_),
            } => Ok(next),
            Kind::Char { .. } | Kind::Class(_) | Kind::Any { .. } => {
                let label = self.label(node).unwrap_or(Label::EMPTY);
                self.add(Step::Take { label, scope, next })
            }
            Kind::Assert(assertion) => self.assertion(*assertion, next),
            Kind::Linebreak => self.linebreak(next, scope),
            Kind::Grapheme => {
                self.lacks("it takes grapheme clusters");
                let label = self.graph.alphabet.all();
                self.add(Step::Take { label, scope, next })
            }
            Kind::Group(_, body) => self.build(body, next, scope),
            Kind::Capture { index, body, .. } => self.open(*index, body, next, scope),
            Kind::Atomic(body) => self.atomic(body, next, scope),
            Kind::Look(kind, body) => self.look(*kind, body, next, scope),
            Kind::Absent(body) => {
                self.lacks("it uses the absent operator");
                let inside = self.look(LookKind::NotAhead, body, next, scope)?;
                let any = self.graph.alphabet.all();
                let exit = self.add(Step::Maybe(inside))?;
                self.endless(node.span, scope, exit, |builder, end| {
                    builder.add(Step::Take {
                        label: any,
                        scope,
                        next: end,
                    })
                })
            }
            Kind::Repeat {
                body,
                mode: Mode::Possessive,
                ..
            } => {
                let spent = matches!(node.kind, Kind::Repeat { max: None, .. })
                    .then(|| self.label(body))
                    .flatten();
                let inner = self.scope(scope);
                let mut leave = self.add(Step::Leave { scope: inner, next })?;
                if let Some(label) = spent {
                    self.graph.scopes[inner].plain = true;
                    leave = self.add(Step::Spent { label, next: leave })?;
                }
                self.repeat(node, leave, inner)
            }
            Kind::Repeat { .. } => self.repeat(node, next, scope),
            Kind::Concat(nodes) => nodes
                .iter()
                .rev()
                .try_fold(next, |next, node| self.build(node, next, scope)),
            Kind::Alternate(nodes) => {
                let ways = nodes
                    .iter()
                    .map(|node| self.build(node, next, scope))
                    .collect::<Result<_, _>>()?;
                self.add(Step::Fork(ways))
            }
            Kind::Backref { groups, fold } => {
                if *fold {
                    self.lacks("it refers back without regard to case");
                }
                let ways = groups
                    .iter()
                    .map(|&group| self.again(group, next, scope, "it refers back to an open group"))
                    .collect::<Result<_, _>>()?;
                let ways = self.add(Step::Fork(ways))?;
                self.add(Step::Maybe(ways))
            }
            Kind::Call {
                target: CallTarget::Number(group),
            } => self.again(*group, next, scope, "its groups call one another"),
            Kind::Conditional { yes, no, .. } => {
                let yes = self.build(yes, next, scope)?;
                let no = self.build(no, next, scope)?;
                let ways = self.add(Step::Fork(vec![yes, no]))?;
                self.add(Step::Maybe(ways))
            }
        }
    }

    /// The expression of a group once more; a text that it captured is one that it can match.
    fn again(&mut self, group: usize, next: usize, scope: usize, open: &'static str) -> Built {
        let Some(&node) = self.groups.get(&group) else {
            return Ok(next);
        };
        if self.open.contains(&group) || self.open.len() > CALL_LIMIT {
            self.lacks(open);
            return self.add(Step::Maybe(next));
        }
        self.open(group, recursion::body(node), next, scope)
    }

    fn open(&mut self, group: usize, body: &Node, next: usize, scope: usize) -> Built {
        self.open.push(group);
        let built = self.build(body, next, scope);
        self.open.pop();
        built
    }

    fn linebreak(&mut self, next: usize, scope: usize) -> Built {
        let alphabet = &self.graph.alphabet;
        let (cr, any) = (alphabet.label(&single('\r')), alphabet.label(&breaks()));
        let second = self.add(Step::Take {
            label: self.graph.newline,
            scope,
            next,
        })?;
        let first = self.add(Step::Take {
            label: cr,
            scope,
            next: second,
        })?;
        let alone = self.add(Step::Take {
            label: any,
            scope,
            next,
        })?;
        self.add(Step::Fork(vec![first, alone]))
    }

    fn atomic(&mut self, body: &Node, next: usize, scope: usize) -> Built {
        let inner = self.scope(scope);
        let mut leave = self.add(Step::Leave { scope: inner, next })?;
        if let Kind::Repeat {
            body: inside,
            max: None,
            mode: Mode::Greedy,
            ..
        } = &last(body).kind
        {
            if let Some(label) = self.label(inside) {
                self.graph.scopes[inner].plain = matches!(body.kind, Kind::Repeat { .. });
                leave = self.add(Step::Spent { label, next: leave })?;
            }
        }
        self.build(body, leave, inner)
    }
}

/// The part that a match of `node` ends with.
fn last(node: &Node) -> &Node {
    match &node.kind {
        Kind::Group(_, body) | Kind::Capture { body, .. } => last(body),
        Kind::Concat(nodes) => nodes.last().map_or(node, last),
        _ => node,
    }
}
