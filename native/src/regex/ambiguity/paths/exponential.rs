//! Exponential ambiguity: a state to which two different ways lead back over one and the same text.

use std::collections::{HashMap, VecDeque};

use super::components::components;
use super::level::{Level, mark};
use crate::regex::ambiguity::alphabet::Label;
use crate::regex::ambiguity::automaton::Edge;
use crate::regex::ambiguity::budget::{Budget, Spent};

/// Units of work for one component of the automaton, and for the text of one ambiguity.
const CYCLE_WORK: u64 = 100_000;
const WITNESS_WORK: u64 = 20_000;
/// Ambiguities of one component that are followed.
const WITNESSES: usize = 4;

/// A text that leads from a state back to it in two ways.
#[derive(Debug, Clone)]
pub(in crate::regex::ambiguity) struct Twofold {
    pub(in crate::regex::ambiguity) state: usize,
    /// The characters of the text, each any of a label.
    pub(in crate::regex::ambiguity) word: Vec<Label>,
    /// The outermost loop that the ways go round.
    pub(in crate::regex::ambiguity) blamed: Option<usize>,
}

type Pair = (usize, usize);

/// Finds one for each part of the automaton, in each scope; and whether the budget sufficed for all.
pub(in crate::regex::ambiguity) fn find(
    levels: &[Level],
    budget: &mut Budget,
) -> (Vec<Twofold>, bool) {
    let mut all: Vec<Twofold> = Vec::new();
    let mut through = true;
    for level in levels {
        for cycle in &level.cycles {
            let mut inside = vec![false; level.edges.len()];
            mark(&mut inside, cycle);
            let product = Product { level, inside };
            let mut share = budget.share(CYCLE_WORK);
            through &= product.search(cycle, &mut share, &mut all).is_ok();
            budget.give_back(&share);
        }
    }
    (all, through)
}

struct Product<'a> {
    level: &'a Level<'a>,
    inside: Vec<bool>,
}

impl Product<'_> {
    /// The pairs that a pair leads to: by which edges, and over which characters. Pairs have no order.
    fn moves(&self, pair: Pair) -> Vec<(Pair, (&Edge, &Edge), Label)> {
        let edges = |state: usize| {
            self.level.edges[state]
                .iter()
                .filter(|edge| self.inside[edge.to])
        };
        let mut moves = Vec::new();
        for (index, one) in edges(pair.0).enumerate() {
            // From one state, the pair of two edges is met once.
            let skipped = if pair.0 == pair.1 { index } else { 0 };
            for other in edges(pair.1).skip(skipped) {
                let label = one.label.and(other.label);
                if !label.is_empty() && self.level.together(pair, (one, other)) {
                    moves.push((ordered(one.to, other.to), (one, other), label));
                }
            }
        }
        moves
    }

    /// One for each component of the pairs.
    fn search(
        &self,
        cycle: &[usize],
        budget: &mut Budget,
        found: &mut Vec<Twofold>,
    ) -> Result<(), Spent> {
        // All pairs that are met from one state twice, and the moves that make two ways of one.
        let mut numbers: HashMap<Pair, usize> = HashMap::new();
        let mut pairs: Vec<Pair> = Vec::new();
        let mut edges: Vec<Vec<usize>> = Vec::new();
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for &state in cycle {
            numbers.insert((state, state), pairs.len());
            pairs.push((state, state));
        }
        let mut through = Ok(());
        while let Some(&pair) = pairs.get(edges.len()) {
            let mut to = Vec::new();
            let moves = self.moves(pair);
            through = budget.take(1 + moves.len() as u64);
            if through.is_err() {
                break;
            }
            for (target, by, _) in moves {
                let number = *numbers.entry(target).or_insert_with(|| {
                    pairs.push(target);
                    pairs.len() - 1
                });
                if pair.0 == pair.1 && !std::ptr::eq(by.0, by.1) {
                    parts.push((edges.len(), number));
                }
                to.push(number);
            }
            edges.push(to);
        }
        // Where the budget ended the search, cycles among the pairs that it met are cycles all the same.
        edges.resize(pairs.len(), Vec::new());
        let component = components(&edges);
        let mut met: Vec<usize> = Vec::new();
        for (from, to) in parts {
            if component[from] != component[to] || met.contains(&component[from]) {
                continue;
            }
            met.push(component[from]);
            let mut share = Budget::new(WITNESS_WORK);
            match self.witness(pairs[from].0, &mut share) {
                Ok(witness) => found.extend(witness),
                Err(spent) => through = Err(spent),
            }
            if met.len() >= WITNESSES {
                break;
            }
        }
        through
    }

    /// The shortest text that leads from `state` back to it in two ways.
    fn witness(&self, state: usize, budget: &mut Budget) -> Result<Option<Twofold>, Spent> {
        // A pair, and whether the ways have parted.
        type Key = (Pair, bool);
        let start: Key = ((state, state), false);
        let mut came: HashMap<Key, (Key, Label, Option<usize>)> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(key) = queue.pop_front() {
            let moves = self.moves(key.0);
            budget.take(1 + moves.len() as u64)?;
            for (pair, by, label) in moves {
                let parted = key.1 || !std::ptr::eq(by.0, by.1);
                let target = (pair, parted);
                if target == start || came.contains_key(&target) {
                    continue;
                }
                came.insert(target, (key, label, self.outer(by.0.loops, by.1.loops)));
                if target == ((state, state), true) {
                    return Ok(Some(self.read(state, &came, start, target)));
                }
                queue.push_back(target);
            }
        }
        Ok(None)
    }

    fn read<K: Copy + Eq + std::hash::Hash>(
        &self,
        state: usize,
        came: &HashMap<K, (K, Label, Option<usize>)>,
        start: K,
        end: K,
    ) -> Twofold {
        let (mut word, mut blamed, mut at) = (Vec::new(), None, end);
        while at != start {
            let (before, label, loops) = came[&at];
            word.push(label);
            blamed = self.outer(blamed, loops);
            at = before;
        }
        word.reverse();
        Twofold {
            state,
            word,
            blamed,
        }
    }

    fn outer(&self, one: Option<usize>, other: Option<usize>) -> Option<usize> {
        let width = |id: &usize| {
            let span = self.level.automaton.graph.loops[*id];
            span.end - span.start
        };
        one.into_iter().chain(other).max_by_key(width)
    }
}

fn ordered(one: usize, other: usize) -> Pair {
    (one.min(other), one.max(other))
}
