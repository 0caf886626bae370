//! Pieces of the texts of a set: between two dots, after a prefix; and a prefix put before them.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::bounds::{Limit, MAX_STATES, Steps};
use super::explore::{Row, explore};
use super::product::Taken;
use super::{Automaton, DEAD, State};

/// States that a piece may be in.
type Several = [u32];

impl Automaton {
    /// What piece `index` of its texts may be, counted from 0; the empty text where a text has no such piece.
    ///
    /// # Errors
    /// Where they are too many to say.
    pub fn segment(&self, index: usize) -> Result<Self, Limit> {
        let mut starts: BTreeSet<u32> = (0..).take(self.states.len().min(1)).collect();
        let mut short = false;
        for _ in 0..index {
            let (reached, ended) = self.within_segment(&starts);
            short |= ended;
            starts = self.stepped(reached.iter().copied(), '.');
        }
        let found = if starts.is_empty() {
            Self::empty()
        } else {
            let start: Rc<Several> = starts.into_iter().collect();
            explore(start, |here, steps| self.expand_segment(here, steps))?
        };
        if !short {
            return Ok(found);
        }
        let nothing = Self::new(vec![State {
            on: Vec::new(),
            other: DEAD,
            accepts: true,
        }]);
        Ok(match found.or(&nothing)? {
            Taken::Same => found,
            Taken::Other => nothing,
            Taken::New(both) => both,
        })
    }

    fn expand_segment(&self, here: &Several, steps: &mut Steps) -> Result<Row<Several>, Limit> {
        let states = || here.iter().map(|&at| &self.states[at as usize]);
        let mut named: BTreeSet<char> = states()
            .flat_map(|state| &state.on)
            .map(|&(char, _)| char)
            .collect();
        named.insert('.');
        steps.spend((1 + named.len()) * here.len())?;
        let some = |set: BTreeSet<u32>| (!set.is_empty()).then(|| set.into_iter().collect());
        let dotted = self.stepped(here.iter().copied(), '.');
        let others = states()
            .map(|state| state.other)
            .filter(|&to| to != DEAD)
            .collect();
        let on = named.iter().map(|&char| {
            let to = if char == '.' {
                None
            } else {
                some(self.stepped(here.iter().copied(), char))
            };
            (char, to)
        });
        Ok(Row {
            on: on.collect(),
            other: some(others),
            accepts: !dotted.is_empty() || states().any(|state| state.accepts),
        })
    }

    fn stepped(&self, states: impl Iterator<Item = u32>, char: char) -> BTreeSet<u32> {
        states
            .map(|at| self.states[at as usize].step(char))
            .filter(|&to| to != DEAD)
            .collect()
    }

    /// The states that characters other than dots lead to, and whether a text may end in one of them.
    fn within_segment(&self, starts: &BTreeSet<u32>) -> (BTreeSet<u32>, bool) {
        let mut seen = starts.clone();
        let mut todo: Vec<u32> = starts.iter().copied().collect();
        while let Some(at) = todo.pop() {
            for (char, to) in self.states[at as usize].ways() {
                if char != Some('.') && seen.insert(to) {
                    todo.push(to);
                }
            }
        }
        let ended = seen.iter().any(|&at| self.states[at as usize].accepts);
        (seen, ended)
    }

    /// What may follow `prefix` in its texts.
    ///
    /// # Errors
    /// Where it is too much to say.
    pub fn after(&self, prefix: &str) -> Result<Self, Limit> {
        let Some(start) = self.after_text(prefix) else {
            return Ok(Self::empty());
        };
        explore(Rc::new(start), |&at, steps| {
            let state = &self.states[at as usize];
            steps.spend(1 + state.on.len())?;
            let target = |to: u32| (to != DEAD).then(|| Rc::new(to));
            Ok(Row {
                on: state
                    .on
                    .iter()
                    .map(|&(char, to)| (char, target(to)))
                    .collect(),
                other: target(state.other),
                accepts: state.accepts,
            })
        })
    }

    /// Each of its texts with `prefix` before it.
    ///
    /// # Errors
    /// Where the prefix is too long.
    pub fn before(&self, prefix: &str) -> Result<Self, Limit> {
        let mut states = Vec::new();
        let count = prefix.chars().count() + self.states.len();
        if count > MAX_STATES {
            return Err(Limit::TooLarge);
        }
        if self.is_empty() {
            return Ok(Self::empty());
        }
        Steps::new().spend(count)?;
        for (next, char) in (1..).zip(prefix.chars()) {
            states.push(State {
                on: vec![(char, next)],
                other: DEAD,
                accepts: false,
            });
        }
        let shift = u32::try_from(states.len()).map_err(|_| Limit::TooLarge)?;
        let moved = |to: u32| if to == DEAD { DEAD } else { to + shift };
        states.extend(self.states.iter().map(|state| {
            State {
                on: state
                    .on
                    .iter()
                    .map(|&(char, to)| (char, moved(to)))
                    .collect(),
                other: moved(state.other),
                accepts: state.accepts,
            }
        }));
        Ok(Self::new(states))
    }
}
