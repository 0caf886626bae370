//! The parser and the machine against what Ruby itself says of some 1,900 patterns; prints the figures.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Engine, Outcome, Regex};

/// Far above what a pattern of the file takes on its short subjects.
const LIMIT: u64 = 2_000_000;

fn cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/regex.json");
    let data: Value =
        serde_json::from_str(&fs::read_to_string(path).expect("tests/data/regex.json"))
            .expect("JSON");
    data["cases"].as_array().expect("cases").clone()
}

/// Offsets as the file writes them.
fn found(regex: &Regex, subject: &str) -> Value {
    match regex.run(subject, LIMIT).outcome {
        Outcome::Matched(found) => found
            .groups
            .iter()
            .map(|group| group.map_or(Value::Null, |(start, end)| serde_json::json!([start, end])))
            .collect(),
        Outcome::Missed => Value::Null,
        Outcome::Exhausted => "exhausted".into(),
    }
}

#[test]
fn verdicts_and_messages_are_rubys() {
    let cases = cases();
    let (mut same, mut same_message, mut refused) = (0_usize, 0_usize, 0_usize);
    for case in &cases {
        let pattern = case["pattern"].as_str().expect("pattern");
        let verdict = Regex::new(pattern);
        if verdict.is_ok() == (case["ok"] == true) {
            same += 1;
        } else {
            println!(
                "verdict differs: {pattern:?} here {:?} in Ruby {}",
                verdict.as_ref().err(),
                case["error"]
            );
        }
        if let (Err(error), Some(message)) = (verdict, case["error"].as_str()) {
            refused += 1;
            same_message += usize::from(error.message == message);
        }
    }
    println!(
        "verdicts: {same} of {} patterns, {same_message} of {refused} messages",
        cases.len()
    );
    assert!(
        same * 1000 >= cases.len() * 998,
        "{same} of {}",
        cases.len()
    );
}

#[test]
fn matches_and_groups_are_rubys() {
    let (mut patterns, mut same_patterns, mut runs, mut same_runs, mut steps) =
        (0_usize, 0_usize, 0_usize, 0_usize, 0_u64);
    for case in cases() {
        let pattern = case["pattern"].as_str().expect("pattern");
        let (Ok(regex), Ok(joni), Some(subjects)) = (
            Regex::new(pattern),
            Regex::of(pattern, Engine::Joni),
            case["cases"].as_array(),
        ) else {
            continue;
        };
        let mut all = true;
        for subject in subjects {
            let text = subject["s"].as_str().expect("subject");
            let offsets = found(&regex, text);
            runs += 1;
            steps += regex.run(text, LIMIT).steps;
            if offsets == subject["m"] && found(&joni, text) == offsets {
                same_runs += 1;
            } else {
                println!(
                    "match differs: {pattern:?} on {text:?}: here {offsets} in Ruby {}",
                    subject["m"]
                );
                all = false;
            }
        }
        patterns += 1;
        same_patterns += usize::from(all);
    }
    println!(
        "matches: {same_runs} of {runs} runs, {same_patterns} of {patterns} patterns; {steps} steps"
    );
    assert!(
        same_patterns * 1000 >= patterns * 998,
        "{same_patterns} of {patterns}"
    );
}
