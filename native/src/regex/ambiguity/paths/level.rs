//! The automaton as it is seen within one scope: what can fail and be tried again there, and what inner scopes settle at once.

use super::components::cycles;
use crate::regex::ambiguity::alphabet::Label;
use crate::regex::ambiguity::automaton::{Edge, START, State};
use crate::regex::ambiguity::budget::{Budget, Spent};
use crate::regex::ambiguity::graph::{Graph, Scope};

/// Characters after which a match counts as soon, and sets of states that are followed to see it.
const SOON: usize = 4;
const SETS_LIMIT: usize = 40;
/// Edges that are only looked at in the time of one unit of work.
const EDGES_A_UNIT: u64 = 8;

/// All that the searches for ambiguity read.
#[derive(Debug)]
pub(in crate::regex::ambiguity) struct Automaton {
    pub(in crate::regex::ambiguity) graph: Graph,
    pub(in crate::regex::ambiguity) states: Vec<State>,
    /// How many states, behind the first, are the search's.
    pub(in crate::regex::ambiguity) searches: usize,
}

impl Automaton {
    /// Whether a state is one of the search, before an attempt.
    pub(in crate::regex::ambiguity) fn searching(&self, state: usize) -> bool {
        (1..=self.searches).contains(&state)
    }

    /// Whether a state lies in a scope, or in one inside of it.
    pub(in crate::regex::ambiguity) fn inside(&self, state: usize, scope: usize) -> bool {
        let depth = self.graph.scopes[scope].depth;
        self.ancestor(self.states[state].scope, depth) == Some(scope)
    }

    /// The scope of this depth around another; None where that is not as deep.
    fn ancestor(&self, mut scope: usize, depth: usize) -> Option<usize> {
        let of = |scope: usize| -> Scope { self.graph.scopes[scope] };
        if of(scope).depth < depth {
            return None;
        }
        while of(scope).depth > depth {
            scope = of(scope).parent;
        }
        Some(scope)
    }

    /// Whether a visit of the state always ends in success of the scope, so that nothing is tried again after it.
    pub(in crate::regex::ambiguity) fn sure(&self, state: usize, scope: usize) -> bool {
        let sure = &self.states[state].sure;
        sure.contains(&0) || sure.contains(&scope)
    }

    /// Whether an attempt on any text of a few characters that these states take has matched: then no other start is attempted.
    ///
    /// # Errors
    /// The budget.
    pub(in crate::regex::ambiguity) fn matches_soon(
        &self,
        states: &[usize],
        budget: &mut Budget,
    ) -> Result<bool, Spent> {
        let taken = states.iter().fold(Label::EMPTY, |label, &state| {
            label.or(self.states[state].label)
        });
        let kinds: Vec<usize> = self
            .graph
            .alphabet
            .kinds()
            .filter(|&kind| taken.has(kind))
            .collect();
        let starts = self.states.iter().take(self.searches + 1);
        let mut sets: Vec<Vec<usize>> = starts
            .enumerate()
            .filter(|(start, state)| *start == START || !state.edges.is_empty())
            .map(|(start, _)| vec![start])
            .collect();
        for _ in 0..SOON {
            let mut next: Vec<Vec<usize>> = Vec::new();
            for set in &sets {
                for &kind in &kinds {
                    let after = self.after(set, kind, |edge| edge.free, budget)?;
                    if !after.iter().any(|&state| self.sure(state, 0)) && !next.contains(&after) {
                        next.push(after);
                    }
                }
                if next.len() > SETS_LIMIT {
                    return Ok(false);
                }
            }
            sets = next;
        }
        Ok(sets.is_empty())
    }

    /// The states, without those of the search, that the set leads to over one character and by such edges.
    ///
    /// # Errors
    /// The budget.
    pub(in crate::regex::ambiguity) fn after(
        &self,
        set: &[usize],
        kind: usize,
        by: impl Fn(&Edge) -> bool,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, Spent> {
        let all = set
            .iter()
            .map(|&state| self.states[state].edges.len() as u64);
        budget.take(1 + all.sum::<u64>() / EDGES_A_UNIT)?;
        let edges = set.iter().flat_map(|&state| &self.states[state].edges);
        let taking =
            edges.filter(|edge| edge.label.has(kind) && !self.searching(edge.to) && by(edge));
        let mut after: Vec<usize> = taking.map(|edge| edge.to).collect();
        after.sort_unstable();
        after.dedup();
        Ok(after)
    }

    /// The scopes that have loops, each as a level.
    pub(in crate::regex::ambiguity) fn levels(
        &self,
        budget: &mut Budget,
    ) -> Result<Vec<Level<'_>>, Spent> {
        let mut scopes = self.graph.loop_scopes.clone();
        scopes.push(0);
        scopes.sort_unstable();
        scopes.dedup();
        scopes
            .into_iter()
            .map(|scope| Level::new(self, scope, budget))
            .collect()
    }
}

/// The automaton within one scope.
#[derive(Debug)]
pub(in crate::regex::ambiguity) struct Level<'a> {
    pub(in crate::regex::ambiguity) automaton: &'a Automaton,
    pub(in crate::regex::ambiguity) scope: usize,
    depth: usize,
    /// For each state those of its edges that stay within the scope and lead to a state from which it can fail.
    pub(in crate::regex::ambiguity) edges: Vec<Vec<Edge>>,
    /// Components that have cycles.
    pub(in crate::regex::ambiguity) cycles: Vec<Vec<usize>>,
}

impl<'a> Level<'a> {
    fn new(automaton: &'a Automaton, scope: usize, budget: &mut Budget) -> Result<Self, Spent> {
        let depth = automaton.graph.scopes[scope].depth;
        let size: usize = automaton.states.iter().map(|state| state.edges.len()).sum();
        budget.take((automaton.states.len() + size) as u64 / 8)?;
        let member: Vec<bool> = (0..automaton.states.len())
            .map(|state| automaton.inside(state, scope) && !automaton.sure(state, scope))
            .collect();
        let edges: Vec<Vec<Edge>> = automaton
            .states
            .iter()
            .zip(&member)
            .map(|(state, &is)| {
                let edges = state
                    .edges
                    .iter()
                    .filter(|edge| is && edge.kept >= depth && member[edge.to]);
                edges.copied().collect()
            })
            .collect();
        let targets: Vec<Vec<usize>> = edges
            .iter()
            .map(|edges| edges.iter().map(|edge| edge.to).collect())
            .collect();
        Ok(Self {
            automaton,
            scope,
            depth,
            edges,
            cycles: cycles(&targets),
        })
    }

    /// Whether two attempts that stand in states `from` and have read the same text can go on by these edges, both of them.
    ///
    /// What an inner scope makes of a text is settled where it is entered: who stands in it at the same place leaves it alike.
    pub(in crate::regex::ambiguity) fn together(
        &self,
        from: (usize, usize),
        by: (&Edge, &Edge),
    ) -> bool {
        let same_edge = std::ptr::eq(by.0, by.1);
        if from.0 == from.1
            && self.automaton.graph.scopes[self.automaton.states[from.0].scope].depth > self.depth
        {
            let both_leave = by.0.kept <= self.depth && by.1.kept <= self.depth;
            if !both_leave && !same_edge {
                return false;
            }
        }
        if by.0.kept <= self.depth && by.1.kept <= self.depth && by.0.to != by.1.to {
            let inner = |edge: &Edge| {
                self.automaton
                    .ancestor(self.automaton.states[edge.to].scope, self.depth + 1)
            };
            if let (Some(one), Some(other)) = (inner(by.0), inner(by.1)) {
                return one != other;
            }
        }
        true
    }
}

/// Sets the flags of these states.
pub(in crate::regex::ambiguity) fn mark(flags: &mut [bool], states: &[usize]) {
    for &state in states {
        flags[state] = true;
    }
}
