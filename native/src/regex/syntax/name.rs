//! Names and numbers of groups, as they are written in definitions and references.

use super::error::Error;
use super::parser::Parser;

/// A group as a reference names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GroupName {
    /// By its name.
    Name(String),
    /// By its number.
    Number(usize),
    /// So many groups on (positive) or back (negative) from here.
    Relative(i64),
}

impl Parser<'_> {
    /// The name of a group that is defined, up to `close`.
    pub(super) fn definition_name(&mut self, close: char) -> Result<String, Error> {
        let start = self.cursor.at();
        let name = self.name_text(close)?;
        if name.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return self.fail(format!("invalid group name <{name}>"), start);
        }
        Ok(name)
    }

    /// The group that a reference means, up to `close`.
    pub(super) fn reference_name(&mut self, close: char) -> Result<GroupName, Error> {
        let start = self.cursor.at();
        let name = self.name_text(close)?;
        let (sign, digits) = match name.as_bytes()[0] {
            b'-' => (-1, &name[1..]),
            b'+' => (1, &name[1..]),
            b'0'..=b'9' => (0, name.as_str()),
            _ => return Ok(GroupName::Name(name)),
        };
        match digits.parse::<u32>() {
            Ok(number) if sign == 0 => Ok(GroupName::Number(number as usize)),
            Ok(number) => Ok(GroupName::Relative(sign * i64::from(number))),
            Err(_) => self.fail(format!("invalid group name <{name}>"), start),
        }
    }

    fn name_text(&mut self, close: char) -> Result<String, Error> {
        let start = self.cursor.at();
        loop {
            let end = self.cursor.at();
            match self.cursor.next() {
                Some(next) if next == close && end == start => {
                    return self.fail("group name is empty", start);
                }
                Some(next) if next == close => return Ok(self.cursor.text(start, end).to_owned()),
                Some(')') | None => {
                    let text = self.cursor.text(start, end);
                    let message = if text.is_empty() {
                        "group name is empty".to_owned()
                    } else {
                        format!("invalid group name <{text}>")
                    };
                    return self.fail(message, start);
                }
                Some(_) => {}
            }
        }
    }

    /// The numbers of the groups of that name that are open or closed by now.
    pub(super) fn named(&self, name: &str) -> Vec<usize> {
        let same = |group: &Option<String>| group.as_deref() == Some(name);
        (1..=self.groups.len())
            .filter(|&number| same(&self.groups[number - 1]))
            .collect()
    }

    /// The number of the group that lies `by` groups on or back from here; 0 where there is none.
    pub(super) fn relative(&self, by: i64) -> usize {
        let opened = i64::try_from(self.groups.len()).unwrap_or(i64::MAX);
        let number = if by < 0 { opened + 1 + by } else { opened + by };
        usize::try_from(number).unwrap_or(0)
    }
}
