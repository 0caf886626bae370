//! States from which a scope cannot fail any more: whatever follows, some way leads to its end. Backtracking ends there.

use super::alphabet::Label;
use super::automaton::{START, State};
use super::budget::{Budget, Spent};
use super::graph::Graph;

/// Notes them in the states. `required` is a character without which the search attempts nothing.
///
/// # Errors
/// The budget.
pub(super) fn note(
    graph: &Graph,
    states: &mut [State],
    searches: usize,
    required: Option<char>,
    budget: &mut Budget,
) -> Result<(), Spent> {
    let mut scopes: Vec<usize> = graph.loop_scopes.iter().copied().chain([0]).collect();
    scopes.sort_unstable();
    scopes.dedup();
    for scope in scopes {
        for state in lasting(graph, states, scope, budget)? {
            states[state].sure.push(scope);
        }
    }
    if let Some(required) = required {
        let kind = Label::one(graph.alphabet.kind(required));
        // A kind may have more characters than the one.
        if graph.alphabet.alone(required) {
            for state in awaiting(graph, states, searches, kind, budget)? {
                states[state].sure.push(0);
            }
        }
    }
    Ok(())
}

/// The largest set of states that each reach the end of the scope, or lead to one of the set, over each character.
fn lasting(
    graph: &Graph,
    states: &[State],
    scope: usize,
    budget: &mut Budget,
) -> Result<Vec<usize>, Spent> {
    let depth = graph.scopes[scope].depth;
    let all = graph.alphabet.all();
    let end = |state: &State| {
        state
            .ends
            .iter()
            .find(|(of, _)| *of == scope)
            .map(|&(_, label)| label)
    };
    let ends: Vec<Option<Label>> = states.iter().map(end).collect();
    let start = ends.iter().map(Option::is_some).collect();
    shrink(states, start, budget, |state, is| {
        // What an inner scope settles may not be the way that leads on.
        let (Some(end), true) = (ends[state], plain(graph, states[state].scope, scope)) else {
            return false;
        };
        let edges = states[state].edges.iter();
        let open = edges.filter(|edge| edge.free && edge.kept >= depth && is[edge.to]);
        all.without(open.fold(end, |label, edge| label.or(edge.label)))
            .is_empty()
    })
}

/// States that an attempt is in before it has met the required character, which is known to come, and that match then.
fn awaiting(
    graph: &Graph,
    states: &[State],
    searches: usize,
    required: Label,
    budget: &mut Budget,
) -> Result<Vec<usize>, Spent> {
    let all = graph.alphabet.all();
    // States that are reached before the character alone.
    let mut behind = vec![false; states.len()];
    let mut open: Vec<usize> = Vec::new();
    for state in 0..states.len() {
        let searching = (1..=searches).contains(&state);
        if !searching && state != START && states[state].label.meets(required) {
            behind[state] = true;
            open.push(state);
        }
    }
    while let Some(state) = open.pop() {
        for edge in &states[state].edges {
            if !behind[edge.to] {
                behind[edge.to] = true;
                open.push(edge.to);
            }
        }
    }
    let start = behind.iter().map(|&behind| !behind).collect();
    shrink(states, start, budget, |state, is| {
        if behind[state] || (1..=searches).contains(&state) || !plain(graph, states[state].scope, 0)
        {
            return false;
        }
        let mut covered = Label::EMPTY;
        for edge in states[state].edges.iter().filter(|edge| edge.free) {
            if is[edge.to] {
                covered = covered.or(edge.label.without(required));
            }
            if states[edge.to].sure.contains(&0) {
                covered = covered.or(edge.label);
            }
        }
        all.without(covered).is_empty()
    })
}

/// Whether `inner` is the scope or lies in it, with nothing but plain scopes between.
fn plain(graph: &Graph, mut inner: usize, scope: usize) -> bool {
    while inner != scope {
        if inner == 0 || !graph.scopes[inner].plain {
            return false;
        }
        inner = graph.scopes[inner].parent;
    }
    true
}

/// The largest part of a set of which each member still belongs to it, given the part.
fn shrink(
    states: &[State],
    mut is: Vec<bool>,
    budget: &mut Budget,
    belongs: impl Fn(usize, &[bool]) -> bool,
) -> Result<Vec<usize>, Spent> {
    loop {
        budget.take(states.len() as u64 / 16)?;
        let mut changed = false;
        for state in 0..states.len() {
            if !is[state] {
                continue;
            }
            budget.take(1 + states[state].edges.len() as u64 / 8)?;
            if !belongs(state, &is) {
                is[state] = false;
                changed = true;
            }
        }
        if !changed {
            return Ok((0..is.len()).filter(|&state| is[state]).collect());
        }
    }
}
