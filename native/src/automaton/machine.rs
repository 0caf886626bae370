//! An automaton from a nondeterministic machine: a node for each border between two pieces of a pattern.

use std::rc::Rc;

use super::Automaton;
use super::bounds::{Limit, Steps};
use super::explore::{Row, explore};

/// A character out of some, or none out of them, leads on to a node.
pub struct Move {
    /// The characters, sorted.
    pub chars: Vec<char>,
    /// Whether these lead on, or all others.
    pub these: bool,
    /// The node.
    pub to: u32,
}

/// When an empty move is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// At the start of the text.
    AtStart,
    /// Where a dot or the end comes next.
    BeforeDot,
    /// At the end of the text.
    AtEnd,
}

/// Nodes with their moves; 0 is the start. Every `to`, and `end`, is the number of a node.
pub struct Machine {
    /// Moves of a character.
    pub moves: Vec<Vec<Move>>,
    /// Moves of none.
    pub free: Vec<Vec<(When, u32)>>,
    /// Where a text may end.
    pub end: u32,
}

/// What may follow at a node: anything, a dot or the end, the end alone.
const FREE: u8 = 0;
const DOT_NEXT: u8 = 1;
const END_NEXT: u8 = 2;

type Positions = [(u32, u8)];

impl Machine {
    /// Whether every number is that of a node.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let count = self.moves.len();
        let known = |to: u32| (to as usize) < count;
        let moves = self.moves.iter().flatten().all(|one| known(one.to));
        let free = self.free.iter().flatten().all(|&(_, to)| known(to));
        self.free.len() == count && known(self.end) && moves && free
    }

    /// The texts that lead from the start to the end.
    ///
    /// # Errors
    /// Where they are too many to say.
    pub fn build(&self) -> Result<Automaton, Limit> {
        let start = self.closed(vec![(0, FREE)], true);
        explore(start, |here, steps| self.expand(here, steps))
    }

    fn expand(&self, here: &Positions, steps: &mut Steps) -> Result<Row<Positions>, Limit> {
        let mut named = vec!['.'];
        for &(node, _) in here {
            let moves = &self.moves[node as usize];
            named.extend(moves.iter().flat_map(|one| &one.chars));
        }
        steps.spend(named.len())?;
        named.sort_unstable();
        named.dedup();
        let mut on = Vec::with_capacity(named.len());
        for &char in &named {
            on.push((char, self.moved(here, Some(char), steps)?));
        }
        Ok(Row {
            on,
            other: self.moved(here, None, steps)?,
            accepts: here.iter().any(|&(node, _)| node == self.end),
        })
    }

    /// Where a character leads; None stands for one that no move names.
    fn moved(
        &self,
        here: &Positions,
        char: Option<char>,
        steps: &mut Steps,
    ) -> Result<Option<Rc<Positions>>, Limit> {
        let mut reached = Vec::new();
        steps.spend(here.len())?;
        for &(node, held) in here {
            if held != FREE && (held != DOT_NEXT || char != Some('.')) {
                continue;
            }
            for one in &self.moves[node as usize] {
                let named = char.is_some_and(|char| one.chars.binary_search(&char).is_ok());
                if named == one.these {
                    reached.push((one.to, FREE));
                }
            }
        }
        if reached.is_empty() {
            return Ok(None);
        }
        let closed = self.closed(reached, false);
        // A position takes several times as long as an entry of a product.
        steps.spend(4 * closed.len())?;
        Ok(Some(closed))
    }

    /// All positions that empty moves lead to, and these themselves.
    fn closed(&self, positions: Vec<(u32, u8)>, at_start: bool) -> Rc<Positions> {
        let mut seen: std::collections::BTreeSet<(u32, u8)> = positions.iter().copied().collect();
        let mut todo = positions;
        while let Some((node, held)) = todo.pop() {
            for &(when, to) in &self.free[node as usize] {
                let next = match when {
                    When::AtStart if !at_start => continue,
                    When::Always | When::AtStart => FREE,
                    When::BeforeDot => DOT_NEXT,
                    When::AtEnd => END_NEXT,
                };
                let position = (to, held.max(next));
                if seen.insert(position) {
                    todo.push(position);
                }
            }
        }
        seen.into_iter().collect()
    }
}
