//! Random patterns and subjects for the parser, the analysis and the machine: nothing panics, hangs or grows without bound.
//!
//! `PIPELINT_FUZZ_SECONDS` says how long (5 where it is not set), `PIPELINT_FUZZ_SEED` repeats a run.

use std::env;
use std::time::{Duration, Instant};

use super::{Regex, Verdict, analyse};

/// Far beyond what any one pattern should take in a build without optimisation, on a busy machine.
const SLOWEST: Duration = Duration::from_secs(10);

const SEEDS: [&str; 13] = [
    r"(?: +(?:\s*{3,100}?\K){3,100}? b*)\d",
    r#"^(?<host>[^ ]*) [^ ]* \[(?<time>[^\]]*)\] "(?<method>\S+)(?: +(?<path>(?:[^\"]|\\.)*?)(?: +\S*)?)?"$"#,
    r"(?<a>x)?(?(<a>)y|z)\k<a>",
    r"(?<n>\((?:[^()]|\g<n>)*\))",
    r"(?i:stra\u00dfe|K)+[[:alpha:]&&[^a-f]]\p{Greek}",
    r"(?~abc)\X\R\h\H\K\G",
    r"(?<=ab|c)(?<!d)e(?=f)(?!g)",
    r"(a{2,5}){3,}+(b{,4}?)*?",
    "(?x) a # note\n b+ (?#x) c",
    r"((a*)*)*$|\b\B\A\z\Z",
    r"(?>a|ab)(?:c|d)++\1\2",
    r"\x41\101\cA\M-a\u{61 62}\xC3\xA9",
    r"%{IP:client}|(?m-i:.*?)(?a)\w(?u)\d",
];

const PIECES: [&str; 60] = [
    "a",
    "b",
    "é",
    "日",
    " ",
    "\n",
    ".",
    "\\d",
    "\\w+",
    "\\s*",
    "[ab]",
    "[^a]",
    "[a-z&&[^b]]",
    "[[:digit:]]",
    "\\p{Alpha}",
    "(",
    ")",
    "(?:",
    "(?>",
    "(?=",
    "(?!",
    "(?<=",
    "(?<!",
    "(?<n>",
    "(?<m>",
    "(?~",
    "(?i)",
    "(?m:",
    "(?x)",
    "(?(1)",
    "(?(<n>)",
    "|",
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "*+",
    "++",
    "?+",
    "{2}",
    "{1,3}",
    "{0,}",
    "{,2}",
    "{1,50}",
    "{3,100}?",
    "^",
    "$",
    "\\A",
    "\\z",
    "\\b",
    "\\G",
    "\\K",
    "\\1",
    "\\k<n>",
    "\\g<n>",
    "\\R",
    "\\X",
    "#",
];

/// A generator of pseudorandom numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let value = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(value).unwrap_or(0) % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// A pattern that mostly parses: parts in groups, with quantifiers.
    fn grammar(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(4) {
            match self.below(if depth == 0 { 3 } else { 5 }) {
                0 | 1 => text += self.pick(&PIECES[..15]),
                2 => text += self.pick(&PIECES[47..]),
                3 => {
                    text += self.pick(&PIECES[17..25]);
                    text += &self.grammar(depth - 1);
                    text.push(')');
                }
                _ => {
                    let (one, other) = (self.grammar(depth - 1), self.grammar(depth - 1));
                    text.extend(["(?:", &one, "|", &other, ")"]);
                }
            }
            if self.below(2) == 0 {
                text += self.pick(&PIECES[32..47]);
            }
        }
        text
    }

    /// A seed with parts dropped, doubled and put in.
    fn mutation(&mut self) -> String {
        let mut letters: Vec<char> = self.pick(&SEEDS).chars().collect();
        for _ in 0..=self.below(6) {
            let at = self.below(letters.len().max(1)).min(letters.len());
            match self.below(4) {
                0 => letters.truncate(letters.len().saturating_sub(1)),
                1 if at < letters.len() => drop(letters.remove(at)),
                2 => drop(letters.splice(at..at, self.pick(&PIECES).chars())),
                _ => {
                    let end = (at + self.below(8)).min(letters.len());
                    let part = letters[at..end].to_vec();
                    let other = self.below(letters.len() + 1);
                    drop(letters.splice(other..other, part));
                }
            }
        }
        letters.into_iter().collect()
    }

    fn pattern(&mut self) -> String {
        match self.below(4) {
            0 => self.mutation(),
            1 => (0..=self.below(12)).map(|_| self.pick(&PIECES)).collect(),
            _ => self.grammar(3),
        }
    }

    fn subject(&mut self) -> String {
        let pieces = [
            "a", "b", "aaaaaaaa", "ab", "é", "日", " ", "\n", "\r\n", "1", "x", "(", ")", "\u{301}",
        ];
        (0..self.below(30)).map(|_| self.pick(&pieces)).collect()
    }
}

#[test]
fn nothing_panics_hangs_or_grows() {
    let number = |name: &str| {
        env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    let seconds = number("PIPELINT_FUZZ_SECONDS").unwrap_or(5);
    let seed = number("PIPELINT_FUZZ_SEED").unwrap_or(0x9E37_79B9_7F4A_7C15);
    println!("PIPELINT_FUZZ_SEED={seed}");
    let mut random = Random(seed.max(1));
    let (mut patterns, mut accepted, mut vulnerable) = (0_u64, 0_u64, 0_u64);
    let mut slowest = (Duration::ZERO, String::new());
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        let pattern = random.pattern();
        let begin = Instant::now();
        patterns += 1;
        let Ok(regex) = Regex::new(&pattern) else {
            assert!(analyse(&pattern, 1_000).is_err(), "{pattern:?}");
            continue;
        };
        accepted += 1;
        for _ in 0..2 {
            let run = regex.run(&random.subject(), 50_000);
            assert!(run.steps < 200_000, "{pattern:?} {run:?}");
        }
        let verdict = analyse(&pattern, 200_000).expect("what compiles");
        if let Verdict::Vulnerable(found) = verdict {
            vulnerable += 1;
            assert!(
                pattern.get(found.span.start..found.span.end).is_some(),
                "{pattern:?} {found:?}"
            );
            assert!(found.points.len() > 2, "{pattern:?} {found:?}");
        }
        let took = begin.elapsed();
        assert!(took < SLOWEST, "{pattern:?} took {took:?}");
        if took > slowest.0 {
            slowest = (took, pattern);
        }
    }
    println!("{patterns} patterns, {accepted} accepted, {vulnerable} vulnerable");
    println!("the slowest took {:?}: {:?}", slowest.0, slowest.1);
    assert!(accepted > 0);
}
