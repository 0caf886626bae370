//! The verdict on a pattern: candidates for an attack, and which of them the machine confirms.

use crate::regex::ast::{Assertion, Kind, Node, Span, Tree};
use crate::regex::{Engine, Error, Facts, Regex, facts};

use super::alphabet::Label;
use super::attack::Attack;
use super::automaton::{START, Search, states};
use super::budget::Budget;
use super::builder::build;
use super::exponential;
use super::growth::{Growth, Purse, measure};
use super::level::{Automaton, Level};
use super::polynomial;
use super::sure;

/// Units of work of the search for candidates, some nanoseconds each.
const WORK: u64 = 600_000;
/// Candidates that are run, of each kind.
const CANDIDATES: usize = 6;
/// Pumps and steps of the runs that choose a suffix.
const TRIAL_PUMPS: u32 = 24;
const TRIAL_STEPS: u64 = 10_000;

/// What is known of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// No text makes a match take more than linear time, apart from bounded loops.
    Safe,
    /// A text does, and was run.
    Vulnerable(Box<Vulnerability>),
    /// Neither was shown; why.
    Unknown(&'static str),
}

/// A confirmed attack.
#[derive(Debug, Clone, PartialEq)]
pub struct Vulnerability {
    /// How steps grow, the search over all positions included.
    pub growth: Growth,
    /// Whether one attempt alone takes linear time, and it is the attempts from each position that add up.
    pub from_each_start: bool,
    /// The quantified part to blame.
    pub span: Span,
    /// Its quantifier.
    pub token: Span,
    /// The text.
    pub attack: Attack,
    /// Pumps, and the steps that the machine took.
    pub points: Vec<(u32, u64)>,
}

/// A candidate for an attack.
struct Candidate {
    state: usize,
    prefix: String,
    pump: String,
    blamed: Option<usize>,
}

/// Analyses `pattern`; the runs that confirm attacks take at most `limit` steps together, and those that tell
/// whether one attempt alone grows as many again.
///
/// # Errors
/// What `Regex::new` refuses.
pub fn analyse(pattern: &str, limit: u64) -> Result<Verdict, Error> {
    let regex = Regex::new(pattern)?;
    let tree = regex.tree();
    Ok(verdict(pattern, tree, &regex, &facts(tree), limit))
}

fn verdict(pattern: &str, tree: &Tree, regex: &Regex, facts: &Facts, limit: u64) -> Verdict {
    let graph = match build(tree) {
        Ok(graph) => graph,
        Err(reason) => return Verdict::Unknown(reason),
    };
    let search = if facts.text_start || facts.text_start_implied {
        Search::Text
    } else if facts.line_start_implied || facts.line_start {
        Search::Lines
    } else {
        Search::Anywhere
    };
    let mut budget = Budget::new(WORK);
    let Ok((mut states, searches)) = states(&graph, search, &mut budget) else {
        return Verdict::Unknown(TOO_MUCH);
    };
    let required = required(facts).chars();
    let only = required.clone().next().filter(|_| required.count() == 1);
    if sure::note(&graph, &mut states, searches, only, &mut budget).is_err() {
        return Verdict::Unknown(TOO_MUCH);
    }
    let automaton = Automaton {
        graph,
        states,
        searches,
    };
    if automaton.sure(START, 0) {
        // Each attempt succeeds, if with nothing taken.
        return Verdict::Safe;
    }
    let Ok(levels) = automaton.levels(&mut budget) else {
        return Verdict::Unknown(TOO_MUCH);
    };
    let first = facts.first.as_ref();
    let first = first.map_or(Label::EMPTY, |set| automaton.graph.alphabet.within(set));
    let mut hunt = Hunt {
        pattern,
        tree,
        regex,
        facts,
        automaton: &automaton,
        first,
        budget,
        purse: Purse::new(limit),
        anchored: Purse::new(limit),
        spent: false,
    };
    let (loops, any) = hunt.exponential(&levels);
    if let Some(found) = loops {
        return Verdict::Vulnerable(Box::new(found));
    }
    let (best, more) = hunt.polynomial(&levels, any);
    if let Some(found) = best {
        return Verdict::Vulnerable(Box::new(found));
    }
    if hunt.spent {
        Verdict::Unknown(TOO_MUCH)
    } else if any || more {
        Verdict::Unknown("it looks ambiguous, but no attack was confirmed")
    } else if let Some(reason) = automaton.graph.lacks {
        Verdict::Unknown(reason)
    } else {
        Verdict::Safe
    }
}

const TOO_MUCH: &str = "its analysis takes too long";

struct Hunt<'a> {
    pattern: &'a str,
    tree: &'a Tree,
    regex: &'a Regex,
    facts: &'a Facts,
    automaton: &'a Automaton,
    /// Characters that a match can begin with; empty where that is not known.
    first: Label,
    budget: Budget,
    purse: Purse,
    /// For runs that tell attempts from starts apart: what the candidates use up does not change that answer.
    anchored: Purse,
    /// Whether the budget ended a search before it was through.
    spent: bool,
}

type Found = (Option<Vulnerability>, bool);

impl Hunt<'_> {
    /// The first exponential attack that is confirmed, else the best polynomial one; and whether there was any candidate.
    fn exponential(&mut self, levels: &[Level]) -> Found {
        let (twofolds, through) = exponential::find(levels, &mut self.budget);
        self.spent |= !through;
        let any = !twofolds.is_empty();
        let mut candidates = Vec::new();
        for twofold in twofolds {
            let candidate = self.candidate(twofold.state, &twofold.word, twofold.blamed);
            candidates.extend(candidate);
        }
        for candidate in candidates.into_iter().take(CANDIDATES) {
            if let Some(found) = self.confirm(&candidate) {
                if found.growth == Growth::Exponential {
                    return (Some(found), true);
                }
            }
        }
        (None, any)
    }

    /// The polynomial attack of the highest degree that is confirmed; and whether there was any candidate.
    fn polynomial(&mut self, levels: &[Level], twofold: bool) -> Found {
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
        let mut best: Option<Vulnerability> = None;
        for (_, _, candidate) in candidates.into_iter().take(CANDIDATES) {
            let Some(found) = self.confirm(&candidate) else {
                continue;
            };
            if found.growth == Growth::Exponential && !doubtful {
                // The machine carries out nested quantifiers that Onigmo makes one of: not a growth of the engine's.
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

    /// Runs a candidate with the suffix that makes it longest; None where its steps grow no faster than its text.
    fn confirm(&mut self, candidate: &Candidate) -> Option<Vulnerability> {
        let before = format!("{}{}", candidate.prefix, candidate.pump);
        let suffixes = self
            .automaton
            .examples(&mut self.budget)
            .and_then(|mut texts| {
                // Behind a lookaround or a reference the shortest word need not be a match, and it may be one too early.
                texts.push(required(self.facts).to_owned());
                texts.sort();
                texts.dedup();
                let (state, pump) = (candidate.state, &candidate.pump);
                self.automaton
                    .suffixes(state, &before, pump, &texts, &mut self.budget)
            });
        let Ok(suffixes) = suffixes else {
            self.spent = true;
            return None;
        };
        let attack = |suffix: String| Attack {
            prefix: candidate.prefix.clone(),
            pump: candidate.pump.clone(),
            suffix,
        };
        let mut worst: Option<(u64, Attack)> = None;
        for suffix in suffixes {
            let attack = attack(suffix);
            let steps = self
                .purse
                .run(self.regex, &attack.text(TRIAL_PUMPS), TRIAL_STEPS);
            let steps = steps.unwrap_or(u64::MAX);
            // Shorter ones come first: a longer one has to be clearly worse.
            if worst
                .as_ref()
                .is_none_or(|(most, _)| most.saturating_add(most / 8) < steps)
            {
                worst = Some((steps, attack));
            }
            if steps == u64::MAX {
                break;
            }
        }
        let (_, attack) = worst?;
        let (growth, points) = measure(self.regex, &attack, &mut self.purse);
        // Where a few pumps take too many steps there is nothing to show.
        let growth = growth.filter(|_| points.len() > 2)?;
        if let Growth::Polynomial(0 | 1) = growth {
            return None;
        }
        let from_each_start =
            growth != Growth::Exponential && self.grows_from_starts_alone(&attack);
        let span = self.automaton.graph.loops.get(candidate.blamed?).copied()?;
        Some(Vulnerability {
            growth,
            from_each_start,
            span,
            token: self.token(span),
            attack,
            points,
        })
    }

    /// Whether the attempt at the start of the text alone takes linear time.
    fn grows_from_starts_alone(&mut self, attack: &Attack) -> bool {
        let lines = self.facts.line_start && !attack.text(1).contains('\n');
        if self.facts.text_start || lines {
            return false;
        }
        let root = Node {
            span: self.tree.root.span,
            kind: Kind::Concat(vec![
                Node {
                    span: self.tree.root.span,
                    kind: Kind::Assert(Assertion::TextStart),
                },
                self.tree.root.clone(),
            ]),
        };
        let tree = Tree {
            root,
            captures: self.tree.captures,
            names: self.tree.names.clone(),
        };
        let Ok(anchored) = Regex::from_tree(tree, Engine::Onigmo) else {
            return false;
        };
        let (growth, _) = measure(&anchored, attack, &mut self.anchored);
        matches!(growth, Some(Growth::Polynomial(0 | 1)))
    }

    /// The quantifier of the quantified part at `span`: what is behind the part inside.
    fn token(&self, span: Span) -> Span {
        let nodes = self.tree.root.descendants();
        let body = nodes.into_iter().find_map(|node| match &node.kind {
            Kind::Repeat { body, .. } if node.span == span => Some(body.span),
            _ => None,
        });
        let Some(body) = body else {
            return span;
        };
        let mut start = body.end;
        loop {
            // Comments and, in extended mode, white space may stand before a quantifier.
            let rest = &self.pattern[start..span.end];
            let skipped = match rest.chars().next() {
                Some('(') => rest.find(')'),
                Some('#') => rest.find('\n'),
                Some(blank) if blank.is_whitespace() => Some(0),
                _ => return Span::new(start, span.end),
            };
            match skipped {
                Some(skipped) => start += skipped + 1,
                None => return Span::new(start, span.end),
            }
        }
    }
}

/// The text that the search looks for before it attempts anything; empty where there is none.
fn required(facts: &Facts) -> &str {
    facts
        .required
        .iter()
        .max_by_key(|text| text.len())
        .map_or("", String::as_str)
}

/// The higher, the worse; an attack on a single line is worse than one that needs many.
fn rank(found: &Vulnerability) -> (bool, bool, u32, bool) {
    let one_line = !found.attack.pump.contains('\n');
    match found.growth {
        Growth::Exponential => (true, one_line, 0, true),
        Growth::Polynomial(degree) => (false, one_line, degree, !found.from_each_start),
    }
}
