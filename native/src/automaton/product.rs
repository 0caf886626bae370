//! Several automata followed side by side: intersection, difference, union, inclusion, and a text as a witness.

use std::collections::HashMap;
use std::rc::Rc;

use super::bounds::{Limit, MAX_STATES, Steps};
use super::explore::{Row, explore};
use super::{Automaton, DEAD, spelled, unnamed};

/// A part of a product by its number, and the state that it is in; parts that nothing leads on in are left out.
type Live = [(u32, u32)];

/// What is in all of the first `needed` parts and in none of the rest; without `needed` parts, what is in some part.
struct Product<'a> {
    parts: Vec<&'a Automaton>,
    needed: usize,
}

/// The result of an operation; `Same` where that is the left operand, and `Other` where it is the right one, as they were.
pub enum Taken {
    /// The left operand.
    Same,
    /// The right operand.
    Other,
    /// A new automaton.
    New(Automaton),
}

impl Product<'_> {
    fn start(&self) -> Option<Rc<Live>> {
        let alive = (0..)
            .zip(&self.parts)
            .filter(|(_, part)| !part.is_empty())
            .map(|(number, _)| (number, 0));
        self.kept(alive.collect())
    }

    /// A state of the product; None where it leads nowhere.
    fn kept(&self, live: Vec<(u32, u32)>) -> Option<Rc<Live>> {
        let everything =
            |&(number, at): &(u32, u32)| self.parts[number as usize].is_everything_from(at);
        if self.needed == 0 {
            let all = live.iter().copied().find(everything);
            let live = all.map_or(live, |one| vec![one]);
            return (!live.is_empty()).then(|| Rc::from(live));
        }
        let needed = live.get(self.needed - 1);
        if needed.is_none_or(|&(number, _)| number as usize + 1 != self.needed) {
            return None;
        }
        let all_taken = live[self.needed..].iter().any(everything);
        (!all_taken).then(|| Rc::from(live))
    }

    fn accepts(&self, live: &Live) -> bool {
        let ends =
            |&(number, at): &(u32, u32)| self.parts[number as usize].states[at as usize].accepts;
        if self.needed == 0 {
            return live.iter().any(ends);
        }
        let (needed, rest) = live.split_at(self.needed);
        needed.iter().all(ends) && !rest.iter().any(ends)
    }

    fn expand(&self, live: &Live, steps: &mut Steps) -> Result<Row<Live>, Limit> {
        let state = |&(number, at): &(u32, u32)| &self.parts[number as usize].states[at as usize];
        // Where a part that is needed takes certain characters alone, no others matter.
        let closed = live[..self.needed]
            .iter()
            .map(state)
            .filter(|state| state.other == DEAD)
            .min_by_key(|state| state.on.len());
        if let Some(closed) = closed {
            let mut on = Vec::with_capacity(closed.on.len());
            for &(char, _) in &closed.on {
                steps.spend(1 + live.len())?;
                let to = live.iter().map(|part| (part.0, state(part).step(char)));
                on.push((char, self.kept(to.filter(|&(_, to)| to != DEAD).collect())));
            }
            return Ok(Row {
                on,
                other: None,
                accepts: self.accepts(live),
            });
        }
        let mut named: Vec<(char, u32, u32)> = Vec::new();
        let mut others: Vec<(u32, u32)> = Vec::new();
        for part in live {
            let state = state(part);
            named.extend(state.on.iter().map(|&(char, to)| (char, part.0, to)));
            if state.other != DEAD {
                others.push((part.0, state.other));
            }
        }
        steps.spend(1 + named.len() + others.len())?;
        named.sort_unstable();
        let mut on = Vec::new();
        for same in named.chunk_by(|one, next| one.0 == next.0) {
            steps.spend(1 + same.len() + others.len())?;
            on.push((same[0].0, self.kept(merged(same, &others))));
        }
        Ok(Row {
            on,
            other: self.kept(others),
            accepts: self.accepts(live),
        })
    }

    fn build(&self) -> Result<Automaton, Limit> {
        match self.start() {
            Some(start) => explore(start, |live, steps| self.expand(live, steps)),
            None => Ok(Automaton::empty()),
        }
    }

    /// A shortest text of the product, which is followed to the first one and not built.
    fn find(&self) -> Result<Option<String>, Limit> {
        let Some(start) = self.start() else {
            return Ok(None);
        };
        let mut steps = Steps::new();
        let mut came: Vec<Option<(u32, char)>> = vec![None];
        let mut numbers: HashMap<Rc<Live>, u32> = HashMap::from([(Rc::clone(&start), 0)]);
        let mut todo = vec![start];
        let mut at = 0;
        while let Some(here) = todo.get(at as usize).map(Rc::clone) {
            if self.accepts(&here) {
                return Ok(Some(spelled(at, |at| came[at as usize])));
            }
            let row = self.expand(&here, &mut steps)?;
            let names = |char| row.on.binary_search_by_key(&char, |&(c, _)| c).is_ok();
            let other = row.other.map(|to| (unnamed(names), to));
            let ways = row
                .on
                .iter()
                .filter_map(|(char, to)| Some((*char, Rc::clone(to.as_ref()?))));
            for (char, to) in other.into_iter().chain(ways) {
                if numbers.contains_key(&to) {
                    continue;
                }
                if todo.len() >= MAX_STATES {
                    return Err(Limit::TooLarge);
                }
                let new = u32::try_from(todo.len()).map_err(|_| Limit::TooLarge)?;
                numbers.insert(Rc::clone(&to), new);
                came.push(Some((at, char)));
                todo.push(to);
            }
            at += 1;
        }
        Ok(None)
    }
}

/// The parts that `same` character leads on, and those of the `others` that do not name it, in the order of their numbers.
fn merged(same: &[(char, u32, u32)], others: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut out = Vec::with_capacity(same.len() + others.len());
    let mut named = same.iter().map(|&(_, part, to)| (part, to)).peekable();
    for &(number, other) in others {
        while let Some(before) = named.next_if(|one| one.0 < number) {
            out.push(before);
        }
        let own = named.next_if(|one| one.0 == number);
        out.push(own.unwrap_or((number, other)));
    }
    out.extend(named);
    out.retain(|&(_, to)| to != DEAD);
    out
}

impl Automaton {
    /// Whether both have some text.
    ///
    /// # Errors
    /// Where that is too much to tell.
    pub fn meets(&self, other: &Self) -> Result<bool, Limit> {
        if !self.may_meet(other) {
            return Ok(false);
        }
        if self.is_one || other.is_one {
            return Ok(if self.is_one {
                other.contains(&self.prefix)
            } else {
                self.contains(&other.prefix)
            });
        }
        Ok(product(&[self, other], &[]).find()?.is_some())
    }

    /// Whether the prefixes allow that both have some text: tags differ in their first words.
    fn may_meet(&self, other: &Self) -> bool {
        let (one, two) = (self.prefix.as_str(), other.prefix.as_str());
        let alike = one.starts_with(two) || two.starts_with(one);
        alike && !self.is_empty() && !other.is_empty()
    }

    /// The texts of both.
    ///
    /// # Errors
    /// Where they are too many to say.
    pub fn and(&self, other: &Self) -> Result<Taken, Limit> {
        Ok(if self.is_everything() {
            Taken::Other
        } else if other.is_everything() {
            Taken::Same
        } else {
            Taken::New(product(&[self, other], &[]).build()?)
        })
    }

    /// The texts that none of the `others` has.
    ///
    /// # Errors
    /// Where they are too many to say.
    pub fn without(&self, others: &[&Self]) -> Result<Taken, Limit> {
        let others = self.near(others);
        if others.is_empty() || (others.len() == 1 && !self.meets(others[0])?) {
            return Ok(Taken::Same);
        }
        Ok(Taken::New(product(&[self], &others).build()?))
    }

    /// The texts of both that none of `gone` has.
    ///
    /// # Errors
    /// Where they are too many to say.
    pub fn and_without(&self, other: &Self, gone: &[&Self]) -> Result<Taken, Limit> {
        if !self.may_meet(other) {
            return Ok(Taken::New(Self::empty()));
        }
        if other.is_everything() {
            return self.without(gone);
        }
        let gone = self.longer(other).near(gone);
        if gone.is_empty() {
            return self.and(other);
        }
        Ok(Taken::New(product(&[self, other], &gone).build()?))
    }

    /// A shortest text that `within` has, too, and none of `gone`; None where there is none.
    ///
    /// # Errors
    /// Where that is too much to tell.
    pub fn witness(&self, gone: &[&Self], within: Option<&Self>) -> Result<Option<String>, Limit> {
        match within {
            Some(other) if !self.may_meet(other) => Ok(None),
            Some(other) => product(&[self, other], &self.longer(other).near(gone)).find(),
            None => product(&[self], &self.near(gone)).find(),
        }
    }

    /// The texts of either.
    ///
    /// # Errors
    /// Where they are too many to say.
    pub fn or(&self, other: &Self) -> Result<Taken, Limit> {
        Ok(if self.is_empty() || other.is_everything() {
            Taken::Other
        } else if other.is_empty() || self.is_everything() {
            Taken::Same
        } else {
            let parts = vec![self, other];
            Taken::New(Product { parts, needed: 0 }.build()?)
        })
    }

    /// The one that says more of how the texts of both start.
    fn longer<'a>(&'a self, other: &'a Self) -> &'a Self {
        if self.prefix.len() < other.prefix.len() {
            other
        } else {
            self
        }
    }

    /// Those whose prefix allows that they have a text of this one.
    fn near<'a>(&self, others: &[&'a Self]) -> Vec<&'a Self> {
        others
            .iter()
            .copied()
            .filter(|other| self.may_meet(other))
            .collect()
    }
}

fn product<'a>(needed: &[&'a Automaton], gone: &[&'a Automaton]) -> Product<'a> {
    Product {
        parts: [needed, gone].concat(),
        needed: needed.len(),
    }
}
