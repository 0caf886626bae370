//! The graph without its empty steps: states that have taken a character, and every different way from one to the next.

use std::rc::Rc;

use super::alphabet::Label;
use super::budget::{Budget, Spent};
use super::graph::{Graph, Step};

/// Ways through one node of the graph that are told apart, from one state.
const WAYS_LIMIT: u8 = 3;

/// Before any character was taken.
pub(super) const START: usize = 0;
/// Sets that the search tells the last character apart by; beyond, it tells newlines alone.
const APART_LIMIT: usize = 4;

/// A state: this character was just taken.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) label: Label,
    pub(super) scope: usize,
    /// Scopes whose end is reached if the next character is one of these or there is none.
    pub(super) ends: Vec<(usize, Label)>,
    /// Whether a match may end here.
    pub(super) last: bool,
    /// Whether what a lookaround looks for may end here.
    pub(super) looked: bool,
    /// Scopes that cannot fail any more.
    pub(super) sure: Vec<usize>,
    pub(super) edges: Vec<Edge>,
}

/// A way to take the next character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) to: usize,
    pub(super) label: Label,
    /// The depth of the deepest scope that is not left on the way.
    pub(super) kept: usize,
    /// The outermost loop of which a round ends and another begins on the way.
    pub(super) loops: Option<usize>,
    /// Whether an attempt can take it on each of the characters, with no other condition.
    pub(super) free: bool,
}

/// Where the search begins attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// At the start of the text alone.
    Text,
    /// At starts of lines.
    Lines,
    /// Anywhere.
    Anywhere,
}

/// What the search tells the last character apart by: all kinds, cut by what guards ask of a last character.
fn parts(graph: &Graph) -> Vec<Label> {
    let mut asked = vec![graph.newline];
    for step in &graph.steps {
        let label = match step {
            Step::Last { label, .. } => *label,
            Step::Word { .. } => graph.words,
            _ => continue,
        };
        if !asked.contains(&label) {
            asked.push(label);
        }
    }
    if asked.len() > APART_LIMIT {
        asked.truncate(1);
    }
    let mut parts = vec![graph.alphabet.all()];
    for label in asked {
        parts = parts
            .iter()
            .flat_map(|part| [part.without(label), part.and(label)])
            .collect();
        parts.retain(|part| !part.is_empty());
    }
    parts
}

/// All states of a graph, and how many of them, behind the first, are the search's.
///
/// # Errors
/// The budget.
pub(super) fn states(
    graph: &Graph,
    search: Search,
    budget: &mut Budget,
) -> Result<(Vec<State>, usize), Spent> {
    // The number of the state that a node of the graph leads to.
    let mut numbers = vec![0; graph.steps.len()];
    let all = graph.alphabet.all();
    let state = |label, scope| State {
        label,
        scope,
        ends: Vec::new(),
        last: false,
        looked: false,
        sure: Vec::new(),
        edges: Vec::new(),
    };
    let mut states = vec![state(Label::EMPTY, 0)];
    states.extend(parts(graph).into_iter().map(|part| state(part, 0)));
    let searches = states.len() - 1;
    let search_labels: Vec<Label> = states[1..].iter().map(|state| state.label).collect();
    let mut entries = vec![graph.start; states.len()];
    let mut seen = vec![(0, 0, Label::EMPTY); graph.steps.len()];
    for (node, step) in graph.steps.iter().enumerate() {
        if let Step::Take { label, scope, next } = *step {
            numbers[node] = states.len();
            states.push(state(label, scope));
            entries.push(next);
        }
    }
    for source in 0..states.len() {
        let idle = (1..=searches).contains(&source)
            && match search {
                Search::Text => true,
                Search::Lines => states[source].label != graph.newline,
                Search::Anywhere => false,
            };
        let mut walk = Walk {
            graph,
            states: &states,
            numbers: &numbers,
            source,
            seen: &mut seen,
            edges: Vec::new(),
            ends: Vec::new(),
            last: false,
            looked: false,
            budget,
        };
        if !idle {
            let kept = graph.scopes[states[source].scope].depth;
            walk.go(
                entries[source],
                Way {
                    allowed: all,
                    kept,
                    end: true,
                    ..Way::default()
                },
            )?;
        }
        let (last, looked) = (walk.last, walk.looked);
        let (mut edges, ends) = (walk.edges, walk.ends);
        if source <= searches && search != Search::Text {
            for (index, &label) in search_labels.iter().enumerate() {
                edges.push(Edge {
                    to: index + 1,
                    label,
                    kept: 0,
                    loops: None,
                    free: false,
                });
            }
        }
        states[source].edges = edges;
        states[source].ends = ends;
        states[source].last = last;
        states[source].looked = looked;
    }
    Ok((states, searches))
}

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

impl Default for Way {
    fn default() -> Self {
        Self {
            allowed: Label::EMPTY,
            kept: 0,
            loops: None,
            end: false,
            conditional: false,
            entered: None,
            ended: None,
        }
    }
}

struct Walk<'a> {
    graph: &'a Graph,
    states: &'a [State],
    numbers: &'a [usize],
    source: usize,
    /// For each node the source that met it last, how often, and the characters allowed then.
    seen: &'a mut [(usize, u8, Label)],
    edges: Vec<Edge>,
    ends: Vec<(usize, Label)>,
    last: bool,
    looked: bool,
    budget: &'a mut Budget,
}

impl Walk<'_> {
    fn go(&mut self, node: usize, way: Way) -> Result<(), Spent> {
        // An explicit stack: chains of optional parts are long.
        let mut stack = vec![(node, way)];
        while let Some((node, mut way)) = stack.pop() {
            self.budget.take(1)?;
            // More ways add nothing, unless they allow characters that those before did not.
            let (ways, allowed) = match self.seen[node] {
                (source, ways, allowed) if source == self.source => (ways, allowed),
                _ => (0, Label::EMPTY),
            };
            if ways >= WAYS_LIMIT && way.allowed.without(allowed).is_empty() {
                continue;
            }
            self.seen[node] = (self.source, ways.saturating_add(1), allowed.or(way.allowed));
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
                    if entered(way.entered.as_deref(), *id) {
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
                    self.last |= *scope == 0;
                    self.looked |= *scope != 0;
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
        match self.ends.iter_mut().find(|(known, _)| *known == scope) {
            Some((_, label)) => *label = label.or(way.allowed),
            None => self.ends.push((scope, way.allowed)),
        }
    }

    fn arrive(&mut self, to: usize, way: &Way) {
        let label = way.allowed.and(self.states[to].label);
        if !label.is_empty() {
            self.edges.push(Edge {
                to,
                label,
                kept: way.kept,
                loops: way.loops,
                free: !way.conditional,
            });
        }
    }
}

fn entered(mut list: Option<&Entered>, id: usize) -> bool {
    while let Some(link) = list {
        if link.id == id {
            return true;
        }
        list = link.before.as_deref();
    }
    false
}

fn outermost(graph: &Graph, one: Option<usize>, other: usize) -> usize {
    let width = |id: usize| graph.loops[id].end - graph.loops[id].start;
    one.filter(|&one| width(one) >= width(other))
        .unwrap_or(other)
}
