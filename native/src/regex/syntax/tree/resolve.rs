//! Behind the parser: which groups capture under which number, and whether all references lead somewhere.

use super::ast::{CallTarget, GroupKind, Kind, Node, Span, Tree};
use crate::regex::error::Error;

/// The tree of `root`, whose groups have these names in order, with unnamed groups beside named ones no longer capturing.
///
/// # Errors
/// References by number beside names, references to groups that do not exist, calls of a name that several groups have.
pub(in crate::regex::syntax) fn resolve(
    mut root: Node,
    groups: Vec<Option<String>>,
    numbered: &[Span],
    ascii: bool,
) -> Result<Tree, Error> {
    let any_named = groups.iter().any(Option::is_some);
    if let (true, Some(span)) = (any_named, numbered.first()) {
        return Err(Error::new(
            "numbered backref/call is not allowed. (use name)",
            *span,
        ));
    }
    // The new number of each group, None for those that lose theirs.
    let mut captures = 0;
    let mut numbers = vec![None];
    for name in &groups {
        let captures_text = name.is_some() || !any_named;
        captures += usize::from(captures_text);
        numbers.push(captures_text.then_some(captures));
    }
    let mut names: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, name) in groups.into_iter().enumerate() {
        let (Some(name), Some(number)) = (name, numbers[index + 1]) else {
            continue;
        };
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, same)) => same.push(number),
            None => names.push((name, vec![number])),
        }
    }
    let scope = Scope {
        numbers,
        names: &names,
        captures,
    };
    scope.visit(&mut root)?;
    Ok(Tree {
        root,
        captures,
        names,
        ascii,
    })
}

struct Scope<'a> {
    numbers: Vec<Option<usize>>,
    names: &'a [(String, Vec<usize>)],
    captures: usize,
}

impl Scope<'_> {
    fn visit(&self, node: &mut Node) -> Result<(), Error> {
        let span = node.span;
        match &mut node.kind {
            Kind::Capture { index, body, .. } => {
                if let Some(number) = self.numbers[*index] {
                    *index = number;
                } else {
                    let kind = Kind::Empty;
                    let body = std::mem::replace(body, Box::new(Node { span, kind }));
                    node.kind = Kind::Group(GroupKind::Plain, body);
                }
            }
            Kind::Backref { groups, .. } | Kind::Conditional { groups, .. } => {
                self.renumber(groups, span)?;
            }
            Kind::Call { target } => *target = CallTarget::Number(self.called(target, span)?),
            _ => {}
        }
        node.children_mut()
            .into_iter()
            .try_for_each(|child| self.visit(child))
    }

    fn renumber(&self, groups: &mut [usize], span: Span) -> Result<(), Error> {
        for group in groups {
            match self.numbers.get(*group) {
                Some(Some(number)) => *group = *number,
                _ => return Err(Error::new("invalid backref number/name", span)),
            }
        }
        Ok(())
    }

    fn called(&self, target: &CallTarget, span: Span) -> Result<usize, Error> {
        match target {
            CallTarget::Number(number) if *number <= self.captures => Ok(*number),
            CallTarget::Number(number) => Err(Error::new(
                format!("undefined group <{number}> reference"),
                span,
            )),
            CallTarget::Name(name) => match self.names.iter().find(|(known, _)| known == name) {
                None => Err(Error::new(
                    format!("undefined name <{name}> reference"),
                    span,
                )),
                Some((_, groups)) if groups.len() == 1 => Ok(groups[0]),
                Some(_) => Err(Error::new(
                    format!("multiplex definition name <{name}> call"),
                    span,
                )),
            },
        }
    }
}
