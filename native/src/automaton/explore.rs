//! An automaton from what its states are: all that are found from a first one, without those that lead nowhere.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use super::bounds::{Limit, MAX_STATES, Steps};
use super::{Automaton, DEAD, State};

/// Where the characters lead from a state: those named, in order, and all others; None is a dead end.
pub struct Row<K: ?Sized> {
    pub on: Vec<(char, Option<Rc<K>>)>,
    pub other: Option<Rc<K>>,
    pub accepts: bool,
}

/// The automaton of all states found from `start`; `expand` gives the ways from a state, and counts its steps.
pub fn explore<K: Hash + Eq + ?Sized>(
    start: Rc<K>,
    mut expand: impl FnMut(&K, &mut Steps) -> Result<Row<K>, Limit>,
) -> Result<Automaton, Limit> {
    let mut steps = Steps::new();
    let mut numbers: HashMap<Rc<K>, u32> = HashMap::from([(Rc::clone(&start), 0)]);
    let mut todo = vec![start];
    let mut found: Vec<State> = Vec::new();
    while let Some(here) = todo.get(found.len()).map(Rc::clone) {
        let row = expand(&here, &mut steps)?;
        let mut number = |to: Option<Rc<K>>| -> Result<u32, Limit> {
            let Some(to) = to else { return Ok(DEAD) };
            if let Some(&known) = numbers.get(&to) {
                return Ok(known);
            }
            if todo.len() >= MAX_STATES {
                return Err(Limit::TooLarge);
            }
            let new = u32::try_from(todo.len()).map_err(|_| Limit::TooLarge)?;
            numbers.insert(Rc::clone(&to), new);
            todo.push(to);
            Ok(new)
        };
        let mut on = Vec::with_capacity(row.on.len());
        for (char, to) in row.on {
            on.push((char, number(to)?));
        }
        let other = number(row.other)?;
        found.push(State {
            on,
            other,
            accepts: row.accepts,
        });
    }
    Ok(Automaton::new(trimmed(merged(found))))
}

/// Where any text may follow, several states are made one: what is taken off elsewhere then ends there.
fn merged(mut states: Vec<State>) -> Vec<State> {
    let refuses = |state: &State| {
        let dead = state.other == DEAD || state.on.iter().any(|&(_, to)| to == DEAD);
        dead || !state.accepts
    };
    let partial = backward(&states, states.iter().map(refuses).collect());
    let everything = (0..).zip(&partial).find(|&(_, &some)| !some);
    let Some((one, _)) = everything else {
        return states;
    };
    let target = |to: u32| match partial.get(to as usize) {
        Some(false) => one,
        _ => to,
    };
    for state in &mut states {
        state.other = target(state.other);
        for (_, to) in &mut state.on {
            *to = target(*to);
        }
    }
    states
}

/// Which states are marked, or lead to one that is.
fn backward(states: &[State], mut marked: Vec<bool>) -> Vec<bool> {
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); states.len()];
    for (index, state) in (0..).zip(states) {
        for (_, to) in state.ways() {
            back[to as usize].push(index);
        }
    }
    let mut todo: Vec<usize> = (0..marked.len()).filter(|&index| marked[index]).collect();
    while let Some(index) = todo.pop() {
        for &before in &back[index] {
            if !std::mem::replace(&mut marked[before as usize], true) {
                todo.push(before as usize);
            }
        }
    }
    marked
}

/// Leaves out states that are not reached, or from which nothing is accepted, and characters that lead where all others lead.
fn trimmed(mut states: Vec<State>) -> Vec<State> {
    let mut live = backward(&states, states.iter().map(|state| state.accepts).collect());
    for (lives, reached) in live.iter_mut().zip(forward(&states)) {
        *lives &= reached;
    }
    if live.first() != Some(&true) {
        return Vec::new();
    }
    let mut count = 0;
    let numbers: Vec<u32> = live
        .iter()
        .map(|&lives| {
            count += u32::from(lives);
            if lives { count - 1 } else { DEAD }
        })
        .collect();
    let target = |to: u32| numbers.get(to as usize).copied().unwrap_or(DEAD);
    for state in &mut states {
        state.other = target(state.other);
        for (_, to) in &mut state.on {
            *to = target(*to);
        }
        let rest = state.other;
        state.on.retain(|&(_, to)| to != rest);
    }
    let mut lives = live.iter();
    states.retain(|_| *lives.next().unwrap_or(&false));
    states
}

/// Which states the first one leads to.
fn forward(states: &[State]) -> Vec<bool> {
    let mut reached = vec![false; states.len()];
    let mut todo = vec![0];
    while let Some(at) = todo.pop() {
        let Some(state) = states.get(at as usize) else {
            break;
        };
        if !std::mem::replace(&mut reached[at as usize], true) {
            todo.extend(state.ways().map(|(_, to)| to));
        }
    }
    reached
}
