//! Whether a candidate is an attack: runs of the machine with more and more pumps, and what of the pattern is to blame.

use crate::regex::ast::{Assertion, Kind, Node, Span, Tree};
use crate::regex::{Engine, Regex};

use super::attack::Attack;
use super::growth::{Growth, measure};
use super::hunt::{Candidate, Hunt};
use super::verdict::{Vulnerability, required};

/// Pumps and steps of the runs that choose a suffix.
const TRIAL_PUMPS: u32 = 24;
const TRIAL_STEPS: u64 = 10_000;

impl Hunt<'_> {
    /// Runs a candidate with the suffix that makes it longest; None where its steps grow no faster than its text.
    ///
    /// `power`: the steps are known not to multiply with each pump.
    pub(super) fn confirm(&mut self, candidate: &Candidate, power: bool) -> Option<Vulnerability> {
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
        let (growth, points) = measure(self.regex, &attack, &mut self.purse, power);
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
            ascii: self.tree.ascii,
        };
        let Ok(anchored) = Regex::from_tree(tree, Engine::Onigmo) else {
            return false;
        };
        let (growth, _) = measure(&anchored, attack, &mut self.anchored, false);
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
