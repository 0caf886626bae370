//! The values of scalars, piece by piece, so that each decoded byte knows where it stands in the file.

use super::cursor::{break_len, full_lines, is_blank, line_end, only_line_feeds};
use super::scalars::{escape_digits, hexadecimal, low_half};
use super::token::{Scalar, Style};
use super::tree::{Kind, Node};

/// A value and where it is from: pieces without gap, each of them either as the file has it or decoded from a range of it.
#[derive(Debug, Default)]
pub struct Decoded {
    /// The value.
    pub text: Vec<u8>,
    /// Where each piece begins in the text.
    pub starts: Vec<u32>,
    /// Where each piece begins in the file.
    pub places: Vec<u32>,
    /// By their numbers the pieces that the file has otherwise, and where they end in it.
    pub atoms: Vec<(u32, u32)>,
}

/// Puts pieces together.
#[derive(Default)]
struct Decoder {
    out: Decoded,
    /// Where the last piece ends in the file, if it may go on.
    end: Option<usize>,
}

/// The value of the scalar `node` of `file`. None of a node of another kind.
#[must_use]
pub fn decode(file: &[u8], node: &Node) -> Option<Decoded> {
    let Kind::Scalar(scalar) = node.kind else {
        return None;
    };
    let mut out = Decoder::default();
    let (start, end) = (node.link as usize, node.end as usize);
    match scalar.style {
        Style::Literal | Style::Folded => out.block(&file[..end], start, scalar),
        Style::Plain => out.flow(&file[..end], start, 0),
        Style::Single | Style::Double => {
            out.flow(&file[..end.saturating_sub(1)], start + 1, file[start]);
        }
    }
    Some(out.out)
}

/// The value where the file has it as it is: most scalars. None of any other.
#[must_use]
pub fn verbatim<'a>(file: &'a [u8], node: &Node) -> Option<&'a [u8]> {
    let Kind::Scalar(scalar) = node.kind else {
        return None;
    };
    let quote = usize::from(matches!(scalar.style, Style::Single | Style::Double));
    scalar
        .verbatim
        .then(|| &file[node.link as usize + quote..node.end as usize - quote])
}

fn small(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// Line breaks in a row: where each of them begins, and where the text after them does.
struct Breaks {
    found: Vec<usize>,
    after: usize,
}

impl Decoder {
    /// The bytes of the file from `start` to `end` as they are.
    fn keep(&mut self, file: &[u8], start: usize, end: usize) {
        if start == end {
            return;
        }
        if self.end != Some(start) {
            self.out.starts.push(small(self.out.text.len()));
            self.out.places.push(small(start));
        }
        self.out.text.extend_from_slice(&file[start..end]);
        self.end = Some(end);
    }

    /// What is decoded from `start` to `end` of the file.
    fn put(&mut self, decoded: &[u8], start: usize, end: usize) {
        self.out
            .atoms
            .push((small(self.out.starts.len()), small(end)));
        self.out.starts.push(small(self.out.text.len()));
        self.out.places.push(small(start));
        self.out.text.extend_from_slice(decoded);
        self.end = None;
    }

    /// A line break that counts: LS and PS stay, all others are line feeds.
    fn line_break(&mut self, file: &[u8], at: usize) {
        match (break_len(file, at), file[at]) {
            (len, b'\n' | 0xE2) => self.keep(file, at, at + len),
            (len, _) => self.put(b"\n", at, at + len),
        }
    }

    /// Folding: one break is a blank, of more the first is dropped.
    fn fold(&mut self, file: &[u8], breaks: &[usize]) {
        let Some((&first, rest)) = breaks.split_first() else {
            return;
        };
        if file[first] == 0xE2 {
            self.line_break(file, first);
        } else if rest.is_empty() {
            self.put(b" ", first, first + break_len(file, first));
        }
        for &each in rest {
            self.line_break(file, each);
        }
    }

    /// A plain scalar, or one in quotes: what is between them up to the end of `file`.
    fn flow(&mut self, file: &[u8], mut at: usize, quote: u8) {
        while at < file.len() {
            let run = at
                + file[at..]
                    .iter()
                    .position(|&byte| ends_run(byte, quote))
                    .unwrap_or(file.len() - at);
            self.keep(file, at, run);
            at = run;
            match file.get(at) {
                None => break,
                Some(b'\\') if quote == b'"' => at = self.escape(file, at),
                Some(b'\'') if quote == b'\'' => {
                    self.put(b"'", at, at + 2);
                    at += 2;
                }
                Some(_) => {
                    let breaks = breaks_from(file, at);
                    self.fold(file, &breaks.found);
                    if breaks.found.is_empty() {
                        let end = breaks.after.max(at + 1);
                        self.keep(file, at, end);
                        at = end;
                    } else {
                        at = breaks.after;
                    }
                }
            }
        }
    }

    /// The escape at the backslash at `at`; the offset after it.
    fn escape(&mut self, file: &[u8], at: usize) -> usize {
        if break_len(file, at + 1) > 0 {
            // The break is nothing, and so is the indentation after it; empty lines count.
            let breaks = breaks_from(file, at + 1);
            for &each in &breaks.found[1..] {
                self.line_break(file, each);
            }
            return breaks.after;
        }
        let letter = file.get(at + 1).copied().unwrap_or(b'\\');
        let mut end = at + 2;
        let char = match letter {
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\u{b}',
            b'f' => '\u{c}',
            b'r' => '\r',
            b'e' => '\u{1b}',
            b'N' => '\u{85}',
            b'_' => '\u{a0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            _ => match escape_digits(letter) {
                None => char::from(letter),
                Some(digits) => {
                    let code = hexadecimal(file, end, digits).unwrap_or(0);
                    end += digits;
                    let low = if (0xD800..0xDC00).contains(&code) {
                        low_half(file, end)
                    } else {
                        None
                    };
                    end += if low.is_some() { 6 } else { 0 };
                    let whole = low.map_or(code, |low| {
                        0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                    });
                    char::from_u32(whole).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
            },
        };
        self.put(char.encode_utf8(&mut [0; 4]).as_bytes(), at, end);
        end
    }

    /// A block scalar, whose header begins at `start`.
    fn block(&mut self, file: &[u8], start: usize, scalar: Scalar) {
        let head = line_end(file, start);
        let indicators = file[start + 1..head]
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || b"+-".contains(byte));
        let chomping = indicators.copied().find(|byte| !byte.is_ascii_digit());
        let indent = scalar.indent as usize;
        let folded = scalar.style == Style::Folded;
        let quick = !folded && only_line_feeds(&file[start..]);
        let mut breaks = empty_lines(file, head + break_len(file, head), indent);
        let mut last = None;
        let mut blank_before = false;
        while let Some(mut at) = breaks.text {
            let blank = is_blank(file[at]);
            // A break folds between two lines that both begin at the indentation.
            let folds = folded && !blank_before && !blank;
            if let Some(end) = last.filter(|&end| !folds || file[end] == 0xE2) {
                self.line_break(file, end);
            } else if let Some(end) = last.filter(|_| breaks.found.is_empty()) {
                self.put(b" ", end, end + break_len(file, end));
            }
            for &each in &breaks.found {
                self.line_break(file, each);
            }
            if quick {
                // Most configs are literals whose lines all have text.
                at = full_lines(file, at, indent, |start, end| self.keep(file, start, end));
            }
            let end = line_end(file, at);
            self.keep(file, at, end);
            if end == file.len() {
                return;
            }
            (last, blank_before) = (Some(end), blank);
            breaks = empty_lines(file, end + break_len(file, end), indent);
        }
        if let Some(end) = last.filter(|_| chomping != Some(b'-')) {
            self.line_break(file, end);
        }
        if chomping == Some(b'+') {
            for &each in &breaks.found {
                self.line_break(file, each);
            }
        }
    }
}

/// Whether a byte is not simply text in a scalar with this quote.
const fn ends_run(byte: u8, quote: u8) -> bool {
    match byte {
        b' ' | b'\t' | b'\r' | b'\n' | 0xC2 | 0xE2 => true,
        b'\\' => quote == b'"',
        b'\'' => quote == b'\'',
        _ => false,
    }
}

/// The line breaks from `at` on, blanks around them skipped. Blanks in front of text are text unless they are a line's indentation.
fn breaks_from(file: &[u8], mut at: usize) -> Breaks {
    let mut found = Vec::new();
    loop {
        let blanks = file[at.min(file.len())..]
            .iter()
            .take_while(|&&byte| is_blank(byte))
            .count();
        let len = break_len(file, at + blanks);
        if len == 0 {
            return Breaks {
                found,
                after: at + blanks,
            };
        }
        found.push(at + blanks);
        at += blanks + len;
    }
}

/// The breaks of empty lines, and where the text of the next line begins; none where the scalar ends.
struct EmptyLines {
    found: Vec<usize>,
    text: Option<usize>,
}

fn empty_lines(file: &[u8], mut at: usize, indent: usize) -> EmptyLines {
    let mut found = Vec::new();
    loop {
        let blanks = file[at.min(file.len())..]
            .iter()
            .take(indent)
            .take_while(|&&byte| byte == b' ')
            .count();
        let text = at + blanks;
        let len = break_len(file, text);
        if len == 0 {
            return EmptyLines {
                found,
                text: (blanks == indent && text < file.len()).then_some(text),
            };
        }
        found.push(text);
        at = text + len;
    }
}
