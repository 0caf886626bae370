//! The ways from one state over empty steps to the states that take the next character.

use std::rc::Rc;

use super::alphabet::Label;
use super::automaton::{Edge, START, State};
use super::budget::{Budget, Spent};
use super::graph::{Graph, Step};

/// Ways through one node of the graph that are told apart, from one state.
const WAYS_LIMIT: u8 = 3;
/// Links of a list that are looked at in the time of one unit of work.
const LINKS_A_UNIT: u64 = 4;

/// What a walk over empty steps has seen so far.
#[derive(Debug, Clone)]
struct Way {
    allowed: Label,
    kept: usize,
    loops: Option<usize>,
    /// Whether it is open at the end of the text.
    end: bool,
    /// Whether it went past another condition than one on the next character.
    conditional: bool,
    /// Loops of which it has begun a round.
    entered: Option<Rc<Entered>>,
    /// The loop whose round it has just ended.
    ended: Option<usize>,
}

/// A list of loops that ways share.
#[derive(Debug)]
struct Entered {
    id: usize,
    before: Option<Rc<Entered>>,
}

impl Way {
    /// The way that has gone nowhere yet.
    fn start(allowed: Label, kept: usize) -> Self {
        Self {
            allowed,
            kept,
            loops: None,
            end: true,
            conditional: false,
            entered: None,
            ended: None,
        }
    }
}

/// How often the walk from one state, the one that came last, has met a node, and the characters allowed then.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    source: usize,
    ways: u8,
    allowed: Label,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            source: START,
            ways: 0,
            allowed: Label::EMPTY,
        }
    }
}

/// What is behind a state: the ways to take the next character, and what ends without one.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) edges: Vec<Edge>,
    pub(super) ends: Vec<(usize, Label)>,
    pub(super) last: bool,
    pub(super) looked: bool,
}

/// A walk from one state over all empty steps behind it.
pub(super) struct Walk<'a> {
    graph: &'a Graph,
    states: &'a [State],
    numbers: &'a [usize],
    source: usize,
    /// For each node what the walk that met it last knows of it.
    seen: &'a mut [Seen],
    budget: &'a mut Budget,
    pub(super) found: Found,
}

impl<'a> Walk<'a> {
    /// A walk from the state `source`; `numbers` has the state that each node leads to, `seen` is shared by all walks.
    pub(super) fn new(
        graph: &'a Graph,
        states: &'a [State],
        numbers: &'a [usize],
        source: usize,
        seen: &'a mut [Seen],
        budget: &'a mut Budget,
    ) -> Self {
        Self {
            graph,
            states,
            numbers,
            source,
            seen,
            budget,
            found: Found::default(),
        }
    }

    /// Walks from `node`, inside of a scope of the depth `kept`.
    ///
    /// # Errors
    /// The budget.
    pub(super) fn go(&mut self, node: usize, kept: usize) -> Result<(), Spent> {
        // An explicit stack: chains of optional parts are long.
        let mut stack = vec![(node, Way::start(self.graph.alphabet.all(), kept))];
        while let Some((node, mut way)) = stack.pop() {
            self.budget.take(1)?;
            // More ways add nothing, unless they allow characters that those before did not.
            let before = match self.seen[node] {
                seen if seen.source == self.source => seen,
                _ => Seen::default(),
            };
            if before.ways >= WAYS_LIMIT && way.allowed.without(before.allowed).is_empty() {
                continue;
            }
            self.seen[node] = Seen {
                source: self.source,
                ways: before.ways.saturating_add(1),
                allowed: before.allowed.or(way.allowed),
            };
            match &self.graph.steps[node] {
                Step::Take { .. } => self.arrive(self.numbers[node], &way),
                Step::Fork(ways) => {
                    for &next in ways.iter().rev() {
                        stack.push((next, way.clone()));
                    }
                }
                Step::Next { label, end, next } => {
                    way.end &= *end;
                    way.allowed = way.allowed.and(*label);
                    stack.push((*next, way));
                }
                Step::Spent { label, next } => {
                    way.allowed = way.allowed.without(*label);
                    stack.push((*next, way));
                }
                Step::Last { label, start, next } => {
                    let taken = self.states[self.source].label;
                    let holds = if self.source == START {
                        *start
                    } else {
                        taken.meets(*label)
                    };
                    if holds {
                        way.conditional |= !taken.without(*label).is_empty();
                        stack.push((*next, way));
                    }
                }
                Step::Word { wanted, next } => {
                    way.conditional = true;
                    let words = self.graph.words;
                    let taken = self.states[self.source].label;
                    // Where some of the state's characters are of words and some are not, nothing is known.
                    if taken.without(words).is_empty() && self.source != START {
                        way.allowed = if *wanted {
                            way.allowed.without(words)
                        } else {
                            way.allowed.and(words)
                        };
                    } else if !taken.meets(words) {
                        way.allowed = if *wanted {
                            way.allowed.and(words)
                        } else {
                            way.allowed.without(words)
                        };
                    }
                    stack.push((*next, way));
                }
                Step::Maybe(next) => {
                    way.conditional = true;
                    stack.push((*next, way));
                }
                Step::Round { id, next } => {
                    if way.ended == Some(*id) {
                        way.loops = Some(outermost(self.graph, way.loops, *id));
                    }
                    way.ended = None;
                    way.entered = Some(Rc::new(Entered {
                        id: *id,
                        before: way.entered,
                    }));
                    stack.push((*next, way));
                }
                Step::Rounded { id, head, exit } => {
                    let (entered, links) = entered(way.entered.as_deref(), *id);
                    self.budget.take(links / LINKS_A_UNIT)?;
                    if entered {
                        // The round took nothing: the loop ends.
                        stack.push((*exit, way));
                    } else {
                        way.ended = Some(*id);
                        stack.push((*head, way));
                    }
                }
                Step::Leave { scope, next } => {
                    way.kept = way.kept.min(self.graph.scopes[*scope].depth - 1);
                    self.end(*scope, &way);
                    stack.push((*next, way));
                }
                Step::End(scope) => {
                    self.found.last |= *scope == 0;
                    self.found.looked |= *scope != 0;
                    self.end(*scope, &way);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, scope: usize, way: &Way) {
        if way.conditional || !way.end {
            return;
        }
        match self
            .found
            .ends
            .iter_mut()
            .find(|(known, _)| *known == scope)
        {
            Some((_, label)) => *label = label.or(way.allowed),
            None => self.found.ends.push((scope, way.allowed)),
        }
    }

    fn arrive(&mut self, to: usize, way: &Way) {
        let label = way.allowed.and(self.states[to].label);
        if !label.is_empty() {
            self.found.edges.push(Edge {
                to,
                label,
                kept: way.kept,
                loops: way.loops,
                free: !way.conditional,
            });
        }
    }
}

/// Whether a loop is on the list, and how many links were looked at.
fn entered(mut list: Option<&Entered>, id: usize) -> (bool, u64) {
    let mut links = 0;
    while let Some(link) = list {
        links += 1;
        if link.id == id {
            return (true, links);
        }
        list = link.before.as_deref();
    }
    (false, links)
}

fn outermost(graph: &Graph, one: Option<usize>, other: usize) -> usize {
    let width = |id: usize| graph.loops[id].end - graph.loops[id].start;
    one.filter(|&one| width(one) >= width(other))
        .unwrap_or(other)
}
