//! A place in a YAML text, with its column; what YAML 1.1 takes for breaks, blanks and characters.

/// How many bytes the line break at `at` has: CR LF, LF, CR, NEL, LS or PS. Zero where there is none.
pub fn break_len(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(b'\n') => 1,
        Some(b'\r') => 1 + usize::from(text.get(at + 1) == Some(&b'\n')),
        Some(0xC2) if text.get(at + 1) == Some(&0x85) => 2,
        Some(0xE2) if text.get(at + 1) == Some(&0x80) => match text.get(at + 2) {
            Some(0xA8 | 0xA9) => 3,
            _ => 0,
        },
        _ => 0,
    }
}

/// Whether a byte is a blank or a tab.
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Where the line ends that the byte at `at` is on: its break, or the end of the text.
pub fn line_end(text: &[u8], at: usize) -> usize {
    let stop = memchr::memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |found| at + found);
    let mut from = at;
    while let Some(found) = memchr::memchr2(0xC2, 0xE2, &text[from..stop]) {
        if break_len(text, from + found) > 0 {
            return from + found;
        }
        from += found + 1;
    }
    stop
}

/// Whether a byte is, or may begin, a character that YAML 1.1 does not allow.
const fn is_suspect(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t') || matches!(byte, 0x7F | 0xC2 | 0xEF)
}

/// The first character that YAML 1.1 (5.1) does not allow in a text: its offset and what it is.
pub fn not_allowed(text: &str) -> Option<(usize, char)> {
    let mut parts = (0..).step_by(PART).zip(text.as_bytes().chunks(PART));
    parts.find_map(|(from, part)| {
        // Of most parts this is all there is to do, many bytes at once.
        if !part.iter().fold(false, |found, &byte| found | is_suspect(byte)) {
            return None;
        }
        let suspects = part.iter().enumerate().filter(|(_, byte)| is_suspect(**byte));
        let mut chars = suspects.filter_map(|(at, _)| Some((from + at, text[from + at..].chars().next()?)));
        chars.find(|(_, char)| {
            !matches!(char, '\u{85}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
        })
    })
}

const PART: usize = 256;

/// Whether all line breaks of a text are line feeds.
pub fn only_line_feeds(text: &[u8]) -> bool {
    memchr::memchr(b'\r', text).is_none()
        && [&b"\xC2\x85"[..], b"\xE2\x80\xA8", b"\xE2\x80\xA9"]
            .iter()
            .all(|each| memchr::memmem::find(text, each).is_none())
}

/// Where the last of the lines ends, from the one whose text begins at `at` on, that are indented by so many blanks and have text,
/// one after the other: the offset after its line feed. All line breaks are line feeds. `at` where there is no such line.
pub fn full_lines(
    text: &[u8],
    at: usize,
    indent: usize,
    mut each: impl FnMut(usize, usize),
) -> usize {
    let mut start = at;
    for found in memchr::memchr_iter(b'\n', &text[at..]) {
        let next = at + found + 1;
        let body = next + indent;
        let full = text
            .get(next..body)
            .is_some_and(|blanks| blanks.iter().all(|&byte| byte == b' '));
        if !full || matches!(text.get(body), None | Some(b'\n')) {
            break;
        }
        each(start, next);
        start = body;
    }
    start
}

/// Goes through a text. Columns count characters, and each byte is counted at most once.
pub struct Cursor<'a> {
    /// All of the text.
    pub text: &'a [u8],
    /// The offset of the next byte.
    pub at: usize,
    /// Where its line begins.
    pub line: usize,
    /// Whether all line breaks are line feeds.
    pub line_feeds: bool,
    ascii: bool,
    counted: usize,
    chars: usize,
    line_chars: usize,
}

impl<'a> Cursor<'a> {
    /// At the beginning.
    pub fn new(text: &'a [u8]) -> Self {
        let (ascii, line_feeds) = (text.is_ascii(), only_line_feeds(text));
        Self {
            text,
            at: 0,
            line: 0,
            line_feeds,
            ascii,
            counted: 0,
            chars: 0,
            line_chars: 0,
        }
    }

    /// The byte so many further on, 0 after the end: no YAML text has one in it.
    pub fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Whether there is nothing more.
    pub fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// How many characters stand before this one.
    pub fn index(&mut self) -> usize {
        if self.ascii {
            return self.at;
        }
        let passed = &self.text[self.counted..self.at];
        self.chars += passed.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.counted = self.at;
        self.chars
    }

    /// How many characters stand before this one on its line.
    pub fn column(&mut self) -> usize {
        if self.ascii {
            self.at - self.line
        } else {
            self.index() - self.line_chars
        }
    }

    fn break_len(&self, ahead: usize) -> usize {
        if self.line_feeds {
            usize::from(self.byte(ahead) == b'\n')
        } else {
            break_len(self.text, self.at + ahead)
        }
    }

    /// Whether here is a line break.
    pub fn at_break(&self) -> bool {
        self.break_len(0) > 0
    }

    /// Whether a blank, a tab, a line break or the end is so many bytes further on.
    pub fn ends_word(&self, ahead: usize) -> bool {
        let byte = self.byte(ahead);
        byte == 0 || is_blank(byte) || self.break_len(ahead) > 0
    }

    /// Skips blanks and tabs.
    pub fn skip_blanks(&mut self) {
        while is_blank(self.byte(0)) {
            self.at += 1;
        }
    }

    /// Skips to the end of the line.
    pub fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at = match memchr::memchr(b'\n', rest) {
            _ if !self.line_feeds => line_end(self.text, self.at),
            found => self.at + found.unwrap_or(rest.len()),
        };
    }

    /// Skips the line break that is here, if there is one, and says so.
    pub fn skip_break(&mut self) -> bool {
        let len = self.break_len(0);
        if len > 0 {
            self.at += len;
            self.begin_line();
        }
        len > 0
    }

    /// A line begins here, as after the end of a text.
    pub fn begin_line(&mut self) {
        self.line = self.at;
        self.line_chars = self.index();
    }

    /// Whether a line begins here with `---` or `...` as a word.
    pub fn at_document_mark(&self) -> bool {
        self.at == self.line
            && matches!(self.text.get(self.at..self.at + 3), Some(b"---" | b"..."))
            && self.ends_word(3)
    }
}
