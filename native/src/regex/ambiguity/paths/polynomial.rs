//! Polynomial ambiguity: a text that one loop takes, that a later loop takes, and over which one can pass from the first to the second.

use std::collections::{HashMap, VecDeque};

use super::level::{Level, mark};
use crate::regex::ambiguity::alphabet::Label;
use crate::regex::ambiguity::budget::{Budget, Spent};

/// Units of work for two loops.
const PAIR_WORK: u64 = 30_000;

/// Such a text and the state it leads on from.
#[derive(Debug, Clone)]
pub(in crate::regex::ambiguity) struct Handover {
    pub(in crate::regex::ambiguity) first: usize,
    /// The characters of the text, each any of a label.
    pub(in crate::regex::ambiguity) word: Vec<Label>,
    /// The outermost loop that the second state goes round.
    pub(in crate::regex::ambiguity) blamed: Option<usize>,
}

/// Finds one for each two loops, in each scope; and whether the budget sufficed for all.
pub(in crate::regex::ambiguity) fn find(
    levels: &[Level],
    budget: &mut Budget,
) -> (Vec<Handover>, bool) {
    let mut all = Vec::new();
    let mut through = true;
    for level in levels {
        let automaton = level.automaton;
        for (index, firsts) in level.cycles.iter().enumerate() {
            // Only states of the scope itself: what is further inside is asked about there.
            let firsts: Vec<usize> = firsts
                .iter()
                .copied()
                .filter(|&state| automaton.states[state].scope == level.scope)
                .collect();
            for (other, seconds) in level.cycles.iter().enumerate() {
                if index == other || automaton.searching(seconds[0]) || firsts.is_empty() {
                    continue;
                }
                if automaton.searching(firsts[0]) {
                    let mut share = budget.share(PAIR_WORK);
                    let soon = automaton.matches_soon(seconds, &mut share);
                    budget.give_back(&share);
                    // Where that takes too long the runs will tell.
                    if soon == Ok(true) {
                        continue;
                    }
                }
                let mut share = budget.share(PAIR_WORK);
                let found = Hunt::new(level, &firsts, seconds, &mut share)
                    .and_then(|hunt| hunt.search(&mut all, &mut share));
                through &= found.is_ok();
                budget.give_back(&share);
            }
        }
    }
    (all, through)
}

/// Two loops of one scope.
struct Hunt<'a> {
    level: &'a Level<'a>,
    firsts: &'a [usize],
    seconds: &'a [usize],
    is_first: Vec<bool>,
    is_second: Vec<bool>,
    /// States on a way from the first loop to the second over characters that both take.
    between: Vec<bool>,
}

type Triple = (usize, usize, usize);

impl<'a> Hunt<'a> {
    fn new(
        level: &'a Level<'a>,
        firsts: &'a [usize],
        seconds: &'a [usize],
        budget: &mut Budget,
    ) -> Result<Self, Spent> {
        let states = &level.automaton.states;
        budget.take(states.len() as u64 / 16)?;
        let members = |of: &[usize]| {
            let mut is = vec![false; states.len()];
            mark(&mut is, of);
            is
        };
        let takes = |of: &[usize]| {
            of.iter()
                .fold(Label::EMPTY, |label, &state| label.or(states[state].label))
        };
        let shared = takes(firsts).and(takes(seconds));
        let (is_first, is_second) = (members(firsts), members(seconds));
        let between = between(level, shared, firsts, &is_second, budget)?;
        Ok(Self {
            level,
            firsts,
            seconds,
            is_first,
            is_second,
            between,
        })
    }

    /// One for the two loops; for the search, one for each kind of place that it stands at.
    fn search(&self, all: &mut Vec<Handover>, budget: &mut Budget) -> Result<(), Spent> {
        for &first in self.firsts.iter().filter(|&&first| self.between[first]) {
            for &second in self.seconds.iter().filter(|&&second| self.between[second]) {
                if let Some(found) = self.word(first, second, budget)? {
                    all.push(found);
                    if !self.level.automaton.searching(first) {
                        return Ok(());
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    /// The shortest text from (first, first, second) to (first, second, second), each in its loop.
    fn word(
        &self,
        first: usize,
        second: usize,
        budget: &mut Budget,
    ) -> Result<Option<Handover>, Spent> {
        let edges = &self.level.edges;
        let (start, end): (Triple, Triple) = ((first, first, second), (first, second, second));
        let mut came: HashMap<Triple, (Triple, Label, Option<usize>)> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for one in edges[at.0].iter().filter(|edge| self.is_first[edge.to]) {
                for three in edges[at.2].iter().filter(|edge| self.is_second[edge.to]) {
                    let label = one.label.and(three.label);
                    budget.take(1)?;
                    if label.is_empty() {
                        continue;
                    }
                    for two in edges[at.1].iter().filter(|edge| self.between[edge.to]) {
                        budget.take(1)?;
                        let label = label.and(two.label);
                        let to = (one.to, two.to, three.to);
                        if label.is_empty() || came.contains_key(&to) {
                            continue;
                        }
                        came.insert(to, (at, label, three.loops));
                        if to == end {
                            return Ok(Some(self.read(&came, start, end)));
                        }
                        queue.push_back(to);
                    }
                }
            }
        }
        Ok(None)
    }

    fn read(
        &self,
        came: &HashMap<Triple, (Triple, Label, Option<usize>)>,
        start: Triple,
        end: Triple,
    ) -> Handover {
        let (mut word, mut blamed, mut at) = (Vec::new(), None, end);
        let width = |id: &usize| {
            let span = self.level.automaton.graph.loops[*id];
            span.end - span.start
        };
        while at != start {
            let (before, label, loops) = came[&at];
            word.push(label);
            blamed = loops.into_iter().chain(blamed).max_by_key(width);
            at = before;
        }
        word.reverse();
        Handover {
            first: end.0,
            word,
            blamed,
        }
    }
}

/// The states on a way from one of `firsts` to the second loop over `shared` characters.
fn between(
    level: &Level,
    shared: Label,
    firsts: &[usize],
    is_second: &[bool],
    budget: &mut Budget,
) -> Result<Vec<bool>, Spent> {
    let mut between = vec![false; level.edges.len()];
    if shared.is_empty() {
        return Ok(between);
    }
    let mut seen = between.clone();
    let mut before: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut open = firsts.to_vec();
    mark(&mut seen, &open);
    while let Some(state) = open.pop() {
        budget.take(1 + level.edges[state].len() as u64 / 4)?;
        for edge in level.edges[state]
            .iter()
            .filter(|edge| edge.label.meets(shared))
        {
            before.entry(edge.to).or_default().push(state);
            if !seen[edge.to] {
                seen[edge.to] = true;
                open.push(edge.to);
            }
        }
    }
    open.extend((0..seen.len()).filter(|&state| seen[state] && is_second[state]));
    mark(&mut between, &open);
    while let Some(state) = open.pop() {
        for &from in before.get(&state).into_iter().flatten() {
            if !between[from] {
                between[from] = true;
                open.push(from);
            }
        }
    }
    Ok(between)
}
