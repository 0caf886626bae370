//! Regex search in linear time, with the compiled patterns of a run kept.

use std::collections::{HashMap, VecDeque};
use std::sync::{LazyLock, Mutex, PoisonError};

use regex::{Regex, RegexBuilder};

/// Bytes that one compiled pattern may take; a larger one is refused, so that a hostile page cannot fill the memory.
const SIZE_LIMIT: usize = 512 * 1024;
/// Bytes of automaton states kept while one pattern is matched.
const STATES_LIMIT: usize = 256 * 1024;
/// Levels of groups and repetitions in a pattern.
const NEST_LIMIT: u32 = 100;
/// Patterns kept compiled.
const CAPACITY: usize = 128;

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
/// As `compile`.
pub fn is_match(pattern: &str, text: &str) -> Result<bool, String> {
    // The lock is held while compiling, not while matching. A panic while it is held leaves the cache usable.
    let regex = CACHE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(pattern)?;
    Ok(regex.is_match(text))
}

/// Compiled patterns by their text; the one that came first goes first when it is full.
struct Cache {
    capacity: usize,
    compiled: HashMap<String, Regex>,
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

    fn get(&mut self, pattern: &str) -> Result<Regex, String> {
        if let Some(regex) = self.compiled.get(pattern) {
            return Ok(regex.clone());
        }
        let regex = compile(pattern)?;
        if self.order.len() == self.capacity
            && let Some(oldest) = self.order.pop_front()
        {
            self.compiled.remove(&oldest);
        }
        self.order.push_back(pattern.to_owned());
        self.compiled.insert(pattern.to_owned(), regex.clone());
        Ok(regex)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Cache, compile, is_match};

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
            cache.get(pattern).unwrap();
        }
        assert_eq!(cache.order, ["b", "c"]);
        assert_eq!(cache.compiled.len(), 2);
        assert!(!cache.compiled.contains_key("a"));
    }

    #[test]
    fn a_pattern_that_is_none_is_not_kept() {
        let mut cache = Cache::new(2);
        assert!(cache.get("(").is_err());
        assert!(cache.order.is_empty() && cache.compiled.is_empty());
    }
}
