//! The verdict on a pattern: what the search for an attack has to go by, and what its outcome means.

use crate::regex::ast::{Span, Tree};
use crate::regex::{Error, Facts, Regex, facts};

use super::alphabet::Label;
use super::attack::Attack;
use super::automaton::{START, Search, states};
use super::budget::Budget;
use super::builder::build;
use super::growth::{Growth, Purse};
use super::hunt::Hunt;
use super::level::Automaton;
use super::sure;

/// Units of work of the search for candidates, some nanoseconds each.
const WORK: u64 = 600_000;
const TOO_MUCH: &str = "its analysis takes too long";

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

/// The text that the search looks for before it attempts anything; empty where there is none.
pub(super) fn required(facts: &Facts) -> &str {
    facts
        .required
        .iter()
        .max_by_key(|text| text.len())
        .map_or("", String::as_str)
}
