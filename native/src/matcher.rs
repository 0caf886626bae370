//! Regex search in linear time, with the compiled patterns of a run kept.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use regex::{Regex, RegexBuilder};
use regex_automata::{meta, nfa::thompson::WhichCaptures, util::syntax};

/// Bytes that one compiled pattern may take; a larger one is refused, so that a hostile page cannot fill the memory.
const SIZE_LIMIT: usize = 512 * 1024;
/// Bytes of automaton states kept while one pattern is matched.
const STATES_LIMIT: usize = 256 * 1024;
/// Levels of groups and repetitions in a pattern.
const NEST_LIMIT: u32 = 100;
/// Patterns kept compiled.
const CAPACITY: usize = 256;
/// Bytes that are searched with a pattern before its automata are made: most patterns of a run see less.
const FEW: usize = 4096;

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(|| Mutex::new(Cache::new(CAPACITY)));

/// Why a pattern cannot be used, as the regex crate says it: for a syntax error the pattern with a caret.
///
/// # Errors
/// The message, for a pattern that is no regex of the crate's syntax, or is too large once compiled.
pub fn compile(pattern: &str) -> Result<Regex, String> {
    RegexBuilder::new(pattern)
        .size_limit(SIZE_LIMIT)
        .dfa_size_limit(STATES_LIMIT)
        .nest_limit(NEST_LIMIT)
        .build()
        .map_err(|error| error.to_string())
}

/// Whether `pattern` matches anywhere in `text`, in time linear in the text.
///
/// # Errors
/// As `compile`; but a pattern that is too large only with all of Unicode is searched for in a short ASCII text.
pub fn is_match(pattern: &str, text: &str) -> Result<bool, String> {
    // The lock is held while compiling, not while matching. A panic while it is held leaves the cache usable.
    let matcher = CACHE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(pattern, text)?;
    Ok(matcher.is_match(text))
}

/// A pattern as it is searched for. It is shared, not cloned: a clone's automata would be made anew at each search.
enum Matcher {
    /// In ASCII texts, where classes and cases mean the same without Unicode: quickly made, slower in a long text.
    Ascii(meta::Regex),
    Full(Regex),
}

impl Matcher {
    fn ascii(pattern: &str) -> Option<Self> {
        let bytes = syntax::Config::new()
            .unicode(false)
            .utf8(false)
            .nest_limit(NEST_LIMIT);
        let states = meta::Config::new()
            .utf8_empty(false)
            .auto_prefilter(false)
            .which_captures(WhichCaptures::None)
            .nfa_size_limit(Some(SIZE_LIMIT))
            .hybrid(false)
            .dfa(false)
            .onepass(false);
        let mut builder = meta::Regex::builder();
        let made = builder.syntax(bytes).configure(states).build(pattern);
        made.ok().map(Self::Ascii)
    }

    fn is_match(&self, text: &str) -> bool {
        match self {
            Self::Ascii(regex) => regex.is_match(text),
            Self::Full(regex) => regex.is_match(text),
        }
    }
}

/// Compiled patterns by their text, with the bytes that were searched; the one that came first goes first when it is full.
struct Cache {
    capacity: usize,
    compiled: HashMap<String, (Arc<Matcher>, usize)>,
    order: VecDeque<String>,
}

impl Cache {
    fn new(capacity: usize) -> Self {
        Self {
            capacity,
            compiled: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    fn get(&mut self, pattern: &str, text: &str) -> Result<Arc<Matcher>, String> {
        let Some((matcher, searched)) = self.compiled.get_mut(pattern) else {
            let light = is_light(text, 0).then(|| Matcher::ascii(pattern));
            let matcher = Arc::new(match light.flatten() {
                Some(matcher) => matcher,
                None => Matcher::Full(compile(pattern)?),
            });
            self.keep(pattern, Arc::clone(&matcher), text.len());
            return Ok(matcher);
        };
        if matches!(**matcher, Matcher::Ascii(_)) && !is_light(text, *searched) {
            *matcher = Arc::new(Matcher::Full(compile(pattern)?));
        }
        *searched = searched.saturating_add(text.len());
        Ok(Arc::clone(matcher))
    }

    fn keep(&mut self, pattern: &str, matcher: Arc<Matcher>, searched: usize) {
        if self.order.len() == self.capacity
            && let Some(oldest) = self.order.pop_front()
        {
            self.compiled.remove(&oldest);
        }
        self.order.push_back(pattern.to_owned());
        self.compiled
            .insert(pattern.to_owned(), (matcher, searched));
    }
}

/// Whether `text` is ASCII and, with what was `searched` before, short.
fn is_light(text: &str, searched: usize) -> bool {
    searched.saturating_add(text.len()) <= FEW && text.is_ascii()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Cache, FEW, Matcher, compile, is_match};

    #[test]
    fn matches_anywhere_in_the_text() {
        assert_eq!(is_match("b+", "abbc"), Ok(true));
        assert_eq!(is_match("^b", "abbc"), Ok(false));
        assert_eq!(is_match("", ""), Ok(true));
        assert_eq!(is_match(r"^\p{Greek}+$", "λόγος"), Ok(true));
    }

    #[test]
    fn a_pattern_that_is_none_says_why() {
        let message = is_match("a(b", "ab").unwrap_err();
        assert!(message.contains("unclosed group"), "{message}");
        assert!(compile(r"(a)\1").unwrap_err().contains("backreferences"));
        assert!(compile("(?=a)").unwrap_err().contains("look-around"));
    }

    #[test]
    fn a_pattern_that_grows_too_large_is_refused() {
        let message = compile(r"(?:\w{100}){100}{100}").unwrap_err();
        assert!(message.contains("size limit"), "{message}");
        assert!(compile(&"(".repeat(10_000)).is_err());
        assert!(compile(&format!("{}a{}", "(".repeat(10_000), ")".repeat(10_000))).is_err());
    }

    #[test]
    fn a_runaway_pattern_takes_linear_time() {
        let text = "a".repeat(100_000);
        let start = Instant::now();
        assert_eq!(is_match("^(a+)+$", &format!("{text}!")), Ok(false));
        assert!(start.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn the_cache_is_bounded_and_drops_the_oldest() {
        let mut cache = Cache::new(2);
        for pattern in ["a", "b", "a", "c"] {
            cache.get(pattern, "").unwrap();
        }
        assert_eq!(cache.order, ["b", "c"]);
        assert_eq!(cache.compiled.len(), 2);
        assert!(!cache.compiled.contains_key("a"));
    }

    #[test]
    fn automata_are_made_for_long_texts_and_other_letters() {
        let mut cache = Cache::new(2);
        let kind = |cache: &mut Cache, text: &str| match *cache.get(r"(?i)\bk\w+", text).unwrap() {
            Matcher::Ascii(_) => "ascii",
            Matcher::Full(_) => "full",
        };
        assert_eq!(kind(&mut cache, "a kelvin"), "ascii");
        assert_eq!(kind(&mut cache, "a \u{212a}elvin"), "full");
        assert_eq!(kind(&mut cache, "a kelvin"), "full");
        let mut cache = Cache::new(2);
        assert_eq!(kind(&mut cache, &"a".repeat(FEW)), "ascii");
        assert_eq!(kind(&mut cache, "a"), "full");
        assert_eq!(cache.order.len(), 1);
    }

    #[test]
    fn both_kinds_say_the_same_of_ascii() {
        let patterns = [
            r"\w+é|x",
            r"[^é]b",
            r"\p{Greek}|a",
            r"(?i)straße|K",
            r"\bab\B",
            r"^$",
            r"\s\S\d\D",
            r"(?-u:\w)b$",
            ".",
            "(?s).a",
        ];
        let texts = [
            "", "a", "ab", "b\n", "x y", "K", "k1 a", "\u{b} 1a", "ab ab_", "\r\na",
        ];
        for pattern in patterns {
            let full = compile(pattern).unwrap();
            for text in texts {
                assert_eq!(
                    is_match(pattern, text),
                    Ok(full.is_match(text)),
                    "{pattern} {text:?}"
                );
            }
        }
    }

    #[test]
    fn a_pattern_that_is_none_is_not_kept() {
        let mut cache = Cache::new(2);
        assert!(cache.get("(", "").is_err());
        assert!(cache.order.is_empty() && cache.compiled.is_empty());
    }
}
