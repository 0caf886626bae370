//! Reads off the tree what each part of a pattern says of the matches.

use std::collections::{BTreeSet, HashMap};

use regex_syntax::hir::ClassUnicode;

use super::super::super::ast::{Assertion, CallTarget, Kind, LookKind, Mode, Node, Tree};
use super::super::super::class::fold_class;
use super::super::super::recursion::{body as group_body, groups};
use super::super::Engine;
use super::super::heads::is_word;
use super::anchors::Anchors;
use super::needle::Text;
use super::outlook::Outlook;
use super::reach::{ENDLESS, Reach};

/// Nodes looked at, called groups each time: a bound for patterns whose groups call one another.
const BUDGET: usize = 100_000;
/// Characters of a case-insensitive text that Onigmo writes out as alternatives, before the rest is one text.
const WRITTEN_OUT: usize = 3;

/// What is known of a whole pattern.
pub(super) fn outlook(tree: &Tree, engine: Engine) -> Outlook {
    let mut reader = Reader {
        groups: groups(tree),
        referred: tree.referred(),
        calls: Vec::new(),
        left: BUDGET,
        engine,
    };
    reader.read(&tree.root, Reach::default())
}

struct Reader<'t> {
    groups: HashMap<usize, &'t Node>,
    referred: BTreeSet<usize>,
    calls: Vec<usize>,
    left: usize,
    engine: Engine,
}

impl<'t> Reader<'t> {
    fn read(&mut self, node: &'t Node, at: Reach) -> Outlook {
        if self.left == 0 {
            return Outlook::taking(at, 0, ENDLESS);
        }
        self.left -= 1;
        match &node.kind {
            Kind::Empty | Kind::Keep => Outlook::taking(at, 0, 0),
            Kind::Char { .. } => texts(std::slice::from_ref(node), at),
            Kind::Class(set) => class(set, node, at),
            Kind::Any { .. } => Outlook::taking(at, 1, 1),
            Kind::Linebreak => Outlook::taking(at, 1, 2),
            Kind::Grapheme => Outlook::taking(at, 1, ENDLESS),
            Kind::Assert(assertion) => assertion_edges(*assertion, at),
            Kind::Look(kind, body) => self.look(*kind, body, at),
            Kind::Group(_, body) | Kind::Atomic(body) => self.read(body, at),
            Kind::Capture { index, body, .. } => {
                let mut found = self.read(body, at);
                if self.referred.contains(index) {
                    found.edges.left = found.edges.left.without(Anchors::ANY);
                }
                found
            }
            Kind::Repeat {
                body,
                min,
                max,
                mode,
            } => self.repeat(
                body,
                (*min as usize, max.map(|max| max as usize)),
                *mode,
                at,
            ),
            Kind::Concat(nodes) => self.concat(nodes, at),
            Kind::Alternate(nodes) => {
                let mut nodes = nodes.iter();
                let first = nodes.next().map(|node| self.read(node, at));
                nodes.fold(first.unwrap_or_default(), |found, node| {
                    let next = self.read(node, at);
                    found.or(&next)
                })
            }
            Kind::Conditional { yes, no, .. } => {
                let no = self.read(no, at);
                self.read(yes, at).or(&no)
            }
            Kind::Call {
                target: CallTarget::Number(group),
            } => self.call(*group, at),
            Kind::Call { .. } | Kind::Absent(_) | Kind::Backref { .. } => {
                Outlook::taking(at, 0, ENDLESS)
            }
        }
    }

    fn call(&mut self, group: usize, at: Reach) -> Outlook {
        let (Some(&node), false) = (self.groups.get(&group), self.calls.contains(&group)) else {
            return Outlook::taking(at, 0, ENDLESS);
        };
        self.calls.push(group);
        let found = self.read(group_body(node), at);
        self.calls.pop();
        found
    }

    /// Characters one behind the other are one text.
    fn concat(&mut self, nodes: &'t [Node], at: Reach) -> Outlook {
        let mut parts = Vec::new();
        let mut place = at;
        let mut rest = nodes;
        while let Some(first) = rest.first() {
            let run = match first.kind {
                Kind::Char { fold, .. } => rest
                    .iter()
                    .take_while(
                        |node| matches!(node.kind, Kind::Char { fold: same, .. } if same == fold),
                    )
                    .count(),
                _ => 0,
            };
            let found = if run > 0 {
                texts(&rest[..run], place)
            } else {
                self.read(first, place)
            };
            place = place.then(found.length);
            parts.push(found);
            rest = &rest[run.max(1)..];
        }
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let mut all = Outlook::taking(at, 0, 0);
        for part in parts {
            all.append(part);
        }
        all
    }

    fn look(&mut self, kind: LookKind, body: &'t Node, at: Reach) -> Outlook {
        let mut found = Outlook::taking(at, 0, 0);
        match kind {
            LookKind::Ahead => {
                let inside = self.read(body, at);
                found.ahead = if inside.edge.chars.is_empty() {
                    inside.middle
                } else {
                    inside.edge
                };
                found.ahead.whole = false;
                found.set = inside.set;
            }
            LookKind::NotAhead => found.edges.right = Anchors::LOOK,
            LookKind::Behind => found.edges.left = Anchors::LOOK,
            LookKind::NotBehind => {}
        }
        found
    }

    fn repeat(
        &mut self,
        body: &'t Node,
        (min, max): (usize, Option<usize>),
        mode: Mode,
        at: Reach,
    ) -> Outlook {
        let once = self.read(body, at);
        let length = Reach::new(
            once.length.min.saturating_mul(min),
            match max {
                Some(max) => once.length.max.saturating_mul(max),
                None if once.length.max == 0 => 0,
                None => ENDLESS,
            },
        );
        let mut found = Outlook::taking(at, 0, 0);
        // The Onigmo of Ruby takes nothing over from inside of an endless loop.
        let open = max.is_none() && self.engine == Engine::Onigmo;
        if min > 0 && !open {
            found = once.clone();
            if found.edge.whole && !found.edge.chars.is_empty() {
                let mut rounds = 1;
                while rounds < min && !found.edge.is_full() {
                    found.edge.extend(&once.edge);
                    rounds += 1;
                }
                found.edge.whole &= rounds == min;
            }
            if Some(min) != max {
                found.edge.whole = false;
                found.middle.whole = false;
            }
            if min > 1 {
                found.middle.whole = false;
            }
        }
        let endless = (at.max, max, mode) == (0, None, Mode::Greedy);
        if let (true, Kind::Any { newline }) = (endless, &body.kind) {
            found.edges.left = if *newline {
                Anchors::ANY_TEXT
            } else {
                Anchors::ANY_LINE
            };
        }
        found.length = length;
        found
    }
}

/// A run of characters, all with or all without case.
fn texts(nodes: &[Node], at: Reach) -> Outlook {
    let chars: Vec<char> = nodes
        .iter()
        .filter_map(|node| match node.kind {
            Kind::Char { value, .. } => Some(value),
            _ => None,
        })
        .collect();
    let fold = matches!(
        nodes.first().map(|node| &node.kind),
        Some(Kind::Char { fold: true, .. })
    );
    let mut found = Outlook::taking(at, chars.len(), chars.len());
    if !fold {
        found.edge = Text::new(at, &chars, false);
        chars
            .first()
            .iter()
            .for_each(|&&value| found.set.add(value));
        return found;
    }
    let written = chars.len().min(WRITTEN_OUT);
    if written < chars.len() {
        let place = at.then(Reach::new(written, written));
        found.middle = Text::new(place, &chars[written..], true);
    }
    if let Some(&first) = chars.first() {
        members(&fold_class(first)).for_each(|value| found.set.add(value));
    }
    found
}

/// Sets of ASCII alone are looked for, but for `\w`.
fn class(set: &ClassUnicode, node: &Node, at: Reach) -> Outlook {
    let mut found = Outlook::taking(at, 1, 1);
    let ascii = set.iter().all(|range| range.end().is_ascii());
    if ascii && !is_word(set, node.span) {
        members(set).for_each(|value| found.set.add(value));
    }
    found
}

fn members(set: &ClassUnicode) -> impl Iterator<Item = char> + '_ {
    set.iter().flat_map(|range| range.start()..=range.end())
}

fn assertion_edges(assertion: Assertion, at: Reach) -> Outlook {
    let mut found = Outlook::taking(at, 0, 0);
    match assertion {
        Assertion::TextStart | Assertion::SearchStart => found.edges.left = Anchors::TEXT_START,
        Assertion::LineStart => found.edges.left = Anchors::LINE_START,
        Assertion::TextEnd => found.edges.right = Anchors::TEXT_END,
        Assertion::TextEndNewline => found.edges.right = Anchors::TEXT_END_NEWLINE,
        Assertion::LineEnd => found.edges.right = Anchors::LINE_END,
        Assertion::WordBoundary { .. } | Assertion::NotWordBoundary { .. } => {}
    }
    found
}
