//! The hunt for an attack: candidates in the order of what they promise, until the machine confirms one.

use crate::regex::ast::{Kind, Node, Tree};
use crate::regex::{Facts, Regex};

use super::alphabet::Label;
use super::budget::Budget;
use super::exponential;
use super::growth::{Growth, Purse};
use super::level::{Automaton, Level};
use super::polynomial;
use super::verdict::Vulnerability;

/// Candidates that are run, of each kind.
const CANDIDATES: usize = 6;

/// A candidate for an attack.
pub(super) struct Candidate {
    pub(super) state: usize,
    pub(super) prefix: String,
    pub(super) pump: String,
    pub(super) blamed: Option<usize>,
}

/// The hunt in one pattern.
pub(super) struct Hunt<'a> {
    pub(super) pattern: &'a str,
    pub(super) tree: &'a Tree,
    pub(super) regex: &'a Regex,
    pub(super) facts: &'a Facts,
    pub(super) automaton: &'a Automaton,
    /// Characters that a match can begin with; empty where that is not known.
    pub(super) first: Label,
    pub(super) budget: Budget,
    pub(super) purse: Purse,
    /// For runs that tell attempts from starts apart: what the candidates use up does not change that answer.
    pub(super) anchored: Purse,
    /// Whether the budget ended a search before it was through.
    pub(super) spent: bool,
}

type Found = (Option<Vulnerability>, bool);

impl Hunt<'_> {
    /// The first exponential attack that is confirmed, else the best polynomial one; and whether there was any candidate.
    pub(super) fn exponential(&mut self, levels: &[Level]) -> Found {
        let (twofolds, through) = exponential::find(levels, &mut self.budget);
        self.spent |= !through;
        let any = !twofolds.is_empty();
        let mut candidates = Vec::new();
        for twofold in twofolds {
            let candidate = self.candidate(twofold.state, &twofold.word, twofold.blamed);
            candidates.extend(candidate);
        }
        for candidate in candidates.into_iter().take(CANDIDATES) {
            if let Some(found) = self.confirm(&candidate, false) {
                if found.growth == Growth::Exponential {
                    return (Some(found), true);
                }
            }
        }
        (None, any)
    }

    /// The polynomial attack of the highest degree that is confirmed; and whether there was any candidate.
    pub(super) fn polynomial(&mut self, levels: &[Level], twofold: bool) -> Found {
        let doubtful = twofold || self.spent;
        let (handovers, through) = polynomial::find(levels, &mut self.budget);
        self.spent |= !through;
        let any = !handovers.is_empty();
        let mut candidates: Vec<(usize, bool, Candidate)> = Vec::new();
        for handover in handovers {
            let from_search = self.automaton.searching(handover.first);
            let Some(candidate) = self.candidate(handover.first, &handover.word, handover.blamed)
            else {
                continue;
            };
            let known = candidates.iter_mut().find(|(_, _, known)| {
                known.prefix == candidate.prefix && known.pump == candidate.pump
            });
            match known {
                Some((count, search, known)) => {
                    *count += 1;
                    if *search && !from_search {
                        // The loop that repeats within one attempt is rather to blame than the search.
                        (*search, *known) = (false, candidate);
                    }
                }
                None => candidates.push((1, from_search, candidate)),
            }
        }
        candidates.sort_by_key(|(count, search, candidate)| {
            (
                *search,
                std::cmp::Reverse(*count),
                candidate.prefix.len() + candidate.pump.len(),
            )
        });
        // The machine carries out nested quantifiers that Onigmo makes one of: what multiplies then is not a growth of the engine's.
        let power = !doubtful && !nests(self.tree);
        let mut best: Option<Vulnerability> = None;
        for (_, _, candidate) in candidates.into_iter().take(CANDIDATES) {
            let Some(found) = self.confirm(&candidate, power) else {
                continue;
            };
            if found.growth == Growth::Exponential && !doubtful {
                continue;
            }
            if best.as_ref().is_none_or(|best| rank(best) < rank(&found)) {
                best = Some(found);
            }
        }
        (best, any)
    }

    fn candidate(
        &mut self,
        state: usize,
        word: &[Label],
        blamed: Option<usize>,
    ) -> Option<Candidate> {
        let Ok(prefix) = self.automaton.prefix(state, &mut self.budget) else {
            self.spent = true;
            return None;
        };
        // The search attempts a match only where a match can begin.
        let liked = if self.automaton.searching(state) {
            self.first
        } else {
            Label::EMPTY
        };
        Some(Candidate {
            state,
            prefix: self.automaton.spell(&prefix?, Label::EMPTY),
            pump: self.automaton.spell(word, liked),
            blamed,
        })
    }
}

/// Whether something is repeated in what is repeated.
fn nests(tree: &Tree) -> bool {
    let all = tree.root.descendants();
    let mut loops = all.into_iter().filter(|node| is_loop(node));
    loops.any(|node| node.descendants().into_iter().skip(1).any(is_loop))
}

fn is_loop(node: &Node) -> bool {
    matches!(node.kind, Kind::Repeat { max, .. } if max.is_none_or(|max| max > 1))
}

/// The higher, the worse; an attack on a single line is worse than one that needs many.
fn rank(found: &Vulnerability) -> (bool, bool, u32, bool) {
    let one_line = !found.attack.pump.contains('\n');
    match found.growth {
        Growth::Exponential => (true, one_line, 0, true),
        Growth::Polynomial(degree) => (false, one_line, degree, !found.from_each_start),
    }
}
