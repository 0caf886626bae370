//! From an ambiguity in the automaton to a text: how to get there, what to repeat, and what makes the match fail behind it.

use std::collections::VecDeque;

use super::alphabet::Label;
use super::automaton::START;
use super::budget::{Budget, Spent};
use super::level::Automaton;

/// Characters that are tried as the one behind the pumps.
const KILLERS: usize = 3;

/// A text that makes a match take long: the prefix, the pump as often as one likes, the suffix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attack {
    /// Before the pumps.
    pub prefix: String,
    /// What is repeated.
    pub pump: String,
    /// Behind the pumps: it makes the match fail.
    pub suffix: String,
}

impl Attack {
    /// The text with so many pumps.
    #[must_use]
    pub fn text(&self, pumps: u32) -> String {
        let mut text = self.prefix.clone();
        text.extend(std::iter::repeat_n(self.pump.as_str(), pumps as usize));
        text + &self.suffix
    }
}

impl Automaton {
    /// A text for a word of labels, of the most readable characters, those in `liked` first.
    pub(super) fn spell(&self, word: &[Label], liked: Label) -> String {
        let choose = |label: &Label| {
            let both = label.and(liked);
            self.graph
                .alphabet
                .choose(if both.is_empty() { *label } else { both })
        };
        word.iter().filter_map(choose).collect()
    }

    /// The shortest word from the start of an attempt to a state that is `wanted`; None where none is reached.
    fn shortest(
        &self,
        wanted: impl Fn(usize) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Label>>, Spent> {
        let mut came: Vec<Option<(usize, Label)>> = vec![None; self.states.len()];
        let mut queue = VecDeque::from([START]);
        while let Some(at) = queue.pop_front() {
            if wanted(at) {
                return Ok(Some(read(&came, at)));
            }
            for edge in &self.states[at].edges {
                budget.take(1)?;
                let known = came[edge.to].is_some() || self.searching(edge.to) || edge.to == START;
                if !known && (wanted(edge.to) || !self.sure(edge.to, 0)) {
                    came[edge.to] = Some((at, edge.label));
                    queue.push_back(edge.to);
                }
            }
        }
        Ok(None)
    }

    /// The shortest word from the start of an attempt to a state; the empty one for the search.
    pub(super) fn prefix(
        &self,
        state: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Label>>, Spent> {
        if self.searching(state) {
            return Ok(Some(Vec::new()));
        }
        self.shortest(|other| other == state, budget)
    }

    /// A shortest match, and what a lookaround looks for: all that the search may look for before it attempts anything.
    pub(super) fn examples(&self, budget: &mut Budget) -> Result<Vec<String>, Spent> {
        let matched = self.shortest(|state| self.states[state].last, budget)?;
        let looked = self.shortest(|state| self.states[state].looked, budget)?;
        let words = matched.into_iter().chain(looked);
        Ok(words.map(|word| self.spell(&word, Label::EMPTY)).collect())
    }

    /// Endings that may make the match fail behind `state` and two pumps, which `before` leads to and holds; the search may attempt
    /// nothing where no part of one of `texts` is in the subject.
    pub(super) fn suffixes(
        &self,
        state: usize,
        before: &str,
        pump: &str,
        texts: &[String],
        budget: &mut Budget,
    ) -> Result<Vec<String>, Spent> {
        let mut set = vec![state];
        for value in pump.chars().chain(pump.chars()) {
            set = self.after(&set, self.graph.alphabet.kind(value), |_| true, budget)?;
        }
        let mut ranked = Vec::new();
        for kind in self.graph.alphabet.kinds() {
            let after = self.after(&set, kind, |_| true, budget)?;
            let matched = after.iter().any(|&state| self.sure(state, 0));
            ranked.push(((matched, after.len()), kind));
        }
        // Stable: among equals the more readable come first.
        ranked.sort_by_key(|&(rank, _)| rank);
        let newline = self.graph.alphabet.kind('\n');
        let killers = ranked.iter().take(KILLERS).map(|&(_, kind)| kind);
        let newlines = ranked
            .iter()
            .filter(|&&((matched, _), kind)| kind == newline && !matched)
            .map(|&(_, kind)| kind);
        let mut ends = vec![String::new()];
        for kind in killers.chain(newlines) {
            let value = self.graph.alphabet.face(kind);
            ends.push(value.to_string());
            ends.push(format!("{value}{value}"));
        }
        ends.dedup();
        let mut with: Vec<String> = Vec::new();
        for end in &ends {
            for text in texts {
                with.push(format!("{end}{text}"));
                with.push(format!("{text}{end}"));
                with.push(format!("{end}{text}{end}"));
            }
        }
        with.retain(|end| !ends.contains(end));
        with.sort_by_key(String::len);
        with.dedup();
        // Where all their characters are in the text anyway, they are rather not repeated.
        let kind = |value: char| self.graph.alphabet.kind(value);
        let mut wanted = texts.iter().flat_map(|text| text.chars());
        let missing = wanted.any(|value| !before.chars().any(|other| kind(other) == kind(value)));
        Ok(if missing {
            with.into_iter().chain(ends).collect()
        } else {
            ends.into_iter().chain(with).collect()
        })
    }
}

fn read(came: &[Option<(usize, Label)>], mut at: usize) -> Vec<Label> {
    let mut word = Vec::new();
    while let Some((before, label)) = came[at] {
        word.push(label);
        at = before;
    }
    word.reverse();
    word
}
