//! The graph without its empty steps: states that have taken a character, and every different way from one to the next.

use super::alphabet::Label;
use super::budget::{Budget, Spent};
use super::graph::{Graph, Step};
use super::walk::{Seen, Walk};

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
    let mut seen = vec![Seen::default(); graph.steps.len()];
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
        let mut walk = Walk::new(graph, &states, &numbers, source, &mut seen, budget);
        if !idle {
            let kept = graph.scopes[states[source].scope].depth;
            walk.go(entries[source], kept)?;
        }
        let mut found = walk.found;
        if source <= searches && search != Search::Text {
            for (index, &label) in search_labels.iter().enumerate() {
                found.edges.push(Edge {
                    to: index + 1,
                    label,
                    kept: 0,
                    loops: None,
                    free: false,
                });
            }
        }
        let state = &mut states[source];
        (state.edges, state.ends) = (found.edges, found.ends);
        (state.last, state.looked) = (found.last, found.looked);
    }
    Ok((states, searches))
}
