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

/// The nodes of a text up to its first error. Byte order marks before it are no part of it, but count for offsets.
#[must_use]
pub fn read(text: &str) -> Tree {
    let bare = text.trim_start_matches('\u{feff}');
    let skipped = text.len() - bare.len();
    let odd = cursor::not_allowed(bare);
    let cut = odd.map_or(bare, |(at, _)| &bare[..at]);
    let mut tree = parser::Parser::new(cut, skipped).tree();
    if let Some((at, char)) = odd {
        // What comes before the character may be wrong, too; that its line goes on no more is not.
        if tree
            .error
            .as_ref()
            .is_none_or(|error| error.at >= at + skipped)
        {
            let message = format!(
                "YAML error: control character U+{:04X} is not allowed",
                u32::from(char)
            );
            tree.error = Some(Error {
                message,
                at: at + skipped,
            });
        }
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::decode::{decode, verbatim};
    use super::read;
    use super::tree::Kind;

    /// Parts of YAML, of which a counter makes texts.
    const PARTS: [&str; 24] = [
        "a", "é", " ", "\n", "\r\n", "\t", "- ", "? ", ": ", ":", ",", "[", "]", "{", "}", "#", "&a ",
        "*a", "!t ", "|\n", ">-\n ", "'", "\"", "---\n",
    ];

    #[test]
    fn values_have_their_places() {
        let text = "a: |\n  x\n  y\n\"b\\n\": 'it''s'\n";
        let tree = read(text);
        assert_eq!(tree.error, None);
        let values = tree.nodes.iter().filter_map(|node| decode(text.as_bytes(), node));
        let values: Vec<_> = values.collect();
        let texts: Vec<&[u8]> = values.iter().map(|value| &value.text[..]).collect();
        assert_eq!(texts, [&b"a"[..], b"x\ny\n", b"b\n", b"it's"]);
        assert_eq!((&values[1].starts[..], &values[1].places[..]), (&[0, 2][..], &[7, 11][..]));
        assert_eq!(values[2].atoms, [(1, 17)]);
    }

    #[test]
    fn no_text_is_too_odd() {
        let mut state: u32 = 1;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(PARTS[(state >> 16) as usize % PARTS.len()]);
            }
            let tree = read(&text);
            for (number, node) in (0..).zip(&tree.nodes) {
                let decoded = decode(text.as_bytes(), node);
                assert_eq!(decoded.is_some(), matches!(node.kind, Kind::Scalar(_)));
                if let Some(bytes) = verbatim(text.as_bytes(), node) {
                    assert_eq!(bytes, decoded.unwrap_or_default().text, "{text:?}");
                }
                if matches!(node.kind, Kind::Sequence(_) | Kind::Mapping(_)) {
                    assert!(tree.inside(number).all(|inner| inner < tree.after(number)));
                }
            }
        }
    }
}
