//! Sets of texts (tags, say) as deterministic automata: exact under intersection, difference and union.
//!
//! Nothing here recurses; every operation is bounded in states and steps, and beyond that gives `Limit`.

mod bounds;
mod explore;
mod machine;
mod pieces;
mod product;
#[cfg(test)]
mod tests;

pub use bounds::{Limit, share_steps};
pub use machine::{Machine, Move, When};
pub use product::Taken;

use std::collections::VecDeque;

/// Where nothing leads any more.
pub const DEAD: u32 = u32::MAX;

/// Characters for which any would do are shown as the first of these that is not named.
const FREE: &str = "xyzabcdefghijklmnopqrstuvw_\u{10FFFF}";

/// Where each character leads: `on` for those named, `other` for all the rest; `DEAD` is a dead end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The named characters in order; none leads where all the others lead.
    pub on: Vec<(char, u32)>,
    /// Where all other characters lead.
    pub other: u32,
    /// Whether a text may end here.
    pub accepts: bool,
}

impl State {
    /// The state that a character leads to.
    #[must_use]
    pub fn step(&self, char: char) -> u32 {
        match self.on.binary_search_by_key(&char, |&(named, _)| named) {
            Ok(at) => self.on[at].1,
            Err(_) => self.other,
        }
    }

    /// Each way on: a character (None for all that are not named) and where it leads.
    fn ways(&self) -> impl Iterator<Item = (Option<char>, u32)> + '_ {
        let named = self.on.iter().map(|&(char, to)| (Some(char), to));
        std::iter::once((None, self.other))
            .chain(named)
            .filter(|&(_, to)| to != DEAD)
    }

    /// A character that is not named.
    fn free(&self) -> char {
        unnamed(|char| self.on.binary_search_by_key(&char, |&(c, _)| c).is_ok())
    }
}

/// A character of which `names` says no.
fn unnamed(names: impl Fn(char) -> bool) -> char {
    let mut all = FREE.chars().chain('\0'..=char::MAX);
    all.find(|&char| !names(char)).unwrap_or('x')
}

/// A regular language over characters. State 0 is the start, each state leads to an end; without states it is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    states: Vec<State>,
    prefix: String,
    is_prefix: bool,
    is_one: bool,
}

impl Automaton {
    /// The language of some states, of which each leads to an end.
    fn new(states: Vec<State>) -> Self {
        let (prefix, is_prefix, is_one) = prefix(&states);
        Self {
            states,
            prefix,
            is_prefix,
            is_one,
        }
    }

    /// The language without a text.
    #[must_use]
    pub fn empty() -> Self {
        Self::new(Vec::new())
    }

    /// The states, the first of them the start.
    #[must_use]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// What every text starts with.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Whether the prefix is one of the texts: then the shortest.
    #[must_use]
    pub fn is_prefix(&self) -> bool {
        self.is_prefix
    }

    /// Whether the prefix is the only text.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.is_one
    }

    /// Whether it has no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Whether it plainly has every text.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.states.len() == 1 && self.is_everything_from(0)
    }

    /// Whether any text may follow from a state on, as that leads to itself alone.
    fn is_everything_from(&self, at: u32) -> bool {
        let state = &self.states[at as usize];
        state.accepts && state.other == at && state.on.is_empty()
    }

    /// Whether a text is in it.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        self.after_text(text)
            .is_some_and(|at| self.states[at as usize].accepts)
    }

    /// The state that a text leads to.
    fn after_text(&self, text: &str) -> Option<u32> {
        let mut at = if self.is_empty() { DEAD } else { 0 };
        for char in text.chars() {
            if at == DEAD {
                return None;
            }
            at = self.states[at as usize].step(char);
        }
        (at != DEAD).then_some(at)
    }

    /// A shortest text; where any character would do, `x`.
    #[must_use]
    pub fn example(&self) -> Option<String> {
        if self.is_prefix {
            return Some(self.prefix.clone());
        }
        let mut came: Vec<Option<(u32, char)>> = vec![None; self.states.len()];
        let mut todo = VecDeque::from([0]);
        while let Some(at) = todo.pop_front() {
            let state = self.states.get(at as usize)?;
            if state.accepts {
                return Some(spelled(at, |at| came[at as usize]));
            }
            for (char, to) in state.ways() {
                if to != 0 && came[to as usize].is_none() {
                    came[to as usize] = Some((at, char.unwrap_or_else(|| state.free())));
                    todo.push_back(to);
                }
            }
        }
        None
    }

    /// All texts, sorted; None where there are more than `limit` or no end of them.
    #[must_use]
    pub fn words(&self, limit: usize) -> Option<Vec<String>> {
        let mut found = Vec::new();
        let mut todo: Vec<(u32, String)> = Vec::new();
        if !self.is_empty() {
            todo.push((0, String::new()));
        }
        while let Some((at, text)) = todo.pop() {
            let state = &self.states[at as usize];
            // A text as long as there are states has gone through one of them twice.
            let looped =
                text.len() >= self.states.len() && text.chars().count() >= self.states.len();
            if state.other != DEAD || looped || todo.len() > limit {
                return None;
            }
            for (char, to) in state.ways() {
                let mut longer = String::with_capacity(text.len() + 4);
                longer.push_str(&text);
                longer.extend(char);
                todo.push((to, longer));
            }
            if state.accepts {
                found.push(text);
                if found.len() > limit {
                    return None;
                }
            }
        }
        found.sort_unstable();
        Some(found)
    }
}

/// The text that leads to `at`; `came` says of each state from which it was reached first, by which character.
fn spelled(at: u32, came: impl Fn(u32) -> Option<(u32, char)>) -> String {
    let mut text = Vec::new();
    let mut here = at;
    while let Some((before, char)) = came(here) {
        text.push(char);
        here = before;
    }
    text.iter().rev().collect()
}

/// The characters that must come first, one after the other, whether a text may end there, and whether each must.
fn prefix(states: &[State]) -> (String, bool, bool) {
    let mut out = String::new();
    let Some(mut state) = states.first() else {
        return (out, false, false);
    };
    for _ in 0..states.len() {
        let mut ways = state.ways();
        let (Some((Some(char), to)), None) = (ways.next(), ways.next()) else {
            break;
        };
        if state.accepts {
            break;
        }
        out.push(char);
        state = &states[to as usize];
    }
    let ends = state.ways().next().is_none();
    (out, state.accepts, state.accepts && ends)
}
