//! The compiled grammars: C functions that hand out static language tables.

use std::ffi::c_void;

unsafe extern "C" {
    fn tree_sitter_fluentd() -> *const c_void;
    fn tree_sitter_logstash() -> *const c_void;
}

/// The language table of Fluentd's v1 config format (a `TSLanguage` with static lifetime).
#[must_use]
pub fn fluentd() -> *const c_void {
    // SAFETY: the generated function takes nothing and returns the address of a constant.
    unsafe { tree_sitter_fluentd() }
}

/// The language table of Logstash's pipeline language (a `TSLanguage` with static lifetime).
#[must_use]
pub fn logstash() -> *const c_void {
    // SAFETY: as in `fluentd`.
    unsafe { tree_sitter_logstash() }
}

#[cfg(test)]
mod tests {
    use super::{fluentd, logstash};

    #[test]
    fn every_grammar_is_linked_in_and_is_its_own() {
        assert!(!fluentd().is_null());
        assert!(!logstash().is_null());
        assert_ne!(fluentd(), logstash());
    }

    #[test]
    fn the_tables_are_static() {
        assert_eq!(fluentd(), fluentd());
        assert_eq!(logstash(), logstash());
    }
}
