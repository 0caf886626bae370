//! The well-known grok patterns, as the `grok` crate ships them; `build.rs` wrote them into a table.

/// Name and definition of each, sorted by name: Logstash's legacy set in an older revision, and a few names of ECS.
#[must_use]
pub fn definitions() -> &'static [(&'static str, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/grok_table.rs"))
}

#[cfg(test)]
mod tests {
    use super::definitions;

    #[test]
    fn names_are_unique_and_sorted() {
        assert!(definitions().windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(definitions().len() > 300);
    }
}
