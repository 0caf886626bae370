//! YAML with the place of every node and of every decoded byte, as libyaml reads it.

mod blocks;
mod collections;
mod cursor;
pub mod decode;
mod keys;
mod parser;
mod scalars;
mod scanner;
pub mod token;
pub mod tree;
mod words;

use token::Error;
use tree::Tree;

/// The nodes of a text up to its first error. A byte order mark is no part of the text, but counts for offsets.
#[must_use]
pub fn read(text: &str) -> Tree {
    let (bare, base) = text.strip_prefix('\u{feff}').map_or((text, 0), |bare| (bare, 3));
    let odd = cursor::not_allowed(bare);
    let cut = odd.map_or(bare, |(at, _)| &bare[..at]);
    let mut tree = parser::Parser::new(cut, base).tree();
    if let Some((at, char)) = odd {
        // What comes before the character may be wrong, too; that its line goes on no more is not.
        if tree.error.as_ref().is_none_or(|error| error.at >= at + base) {
            let message = format!("YAML error: control character U+{:04X} is not allowed", u32::from(char));
            tree.error = Some(Error { message, at: at + base });
        }
    }
    tree
}
