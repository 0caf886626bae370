//! Verdicts on all patterns of the conformance file, and on the expansions of grok patterns where they are there.

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use super::{LIMIT, ratio};
use crate::regex::ambiguity::{Growth, Verdict, analyse};
use crate::regex::{Outcome, Regex};

/// Patterns of a file beside the checkout or in it; none where it is absent.
fn patterns(path: &str, read: fn(&Value) -> Vec<String>) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let Ok(text) = fs::read_to_string(path) else {
        return Vec::new();
    };
    read(&serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn verdicts_on_the_conformance_file_hold_and_come_quickly() {
    let all = patterns("../tests/data/regex.json", |data| {
        let cases = data["cases"].as_array().expect("cases").iter();
        cases
            .filter_map(|case| Some(case["pattern"].as_str()?.to_owned()))
            .collect()
    });
    assert!(all.len() > 1_000);
    let (mut safe, mut vulnerable, mut unknown) = (0, 0, 0);
    let mut times = Vec::new();
    for pattern in &all {
        let begin = Instant::now();
        let Ok(verdict) = analyse(pattern, LIMIT) else {
            continue;
        };
        times.push((begin.elapsed(), pattern));
        match verdict {
            Verdict::Safe => safe += 1,
            Verdict::Unknown(_) => unknown += 1,
            Verdict::Vulnerable(found) => {
                vulnerable += 1;
                assert!(
                    pattern.get(found.token.start..found.token.end).is_some(),
                    "{pattern}"
                );
                // Twice the pumps are far more than twice the steps, counted from where the pumps prevail.
                let regex = Regex::new(pattern).expect("a pattern");
                let most = found.points.last().expect("runs").0.max(16);
                let counts = [most / 4, most / 2, most]
                    .map(|pumps| regex.run(&found.attack.text(pumps), 3_000_000).steps);
                let (first, second) = (counts[1] - counts[0], counts[2] - counts[1]);
                assert!(
                    ratio(second, first) > 2.5 || counts[2] >= 3_000_000,
                    "{pattern} {found:?} {counts:?}"
                );
            }
        }
    }
    times.sort_unstable();
    println!("safe {safe}, vulnerable {vulnerable}, unknown {unknown}");
    println!(
        "all: {:?}",
        times.iter().map(|time| time.0).sum::<std::time::Duration>()
    );
    for (time, pattern) in times.iter().rev().take(5) {
        println!("{time:?} {pattern}");
    }
}

#[test]
fn grok_expansions_are_exponential_only_where_it_is_shown() {
    let all = patterns(
        "../../shared/measurements/regex_joni_expansions.json",
        |data| {
            let known = data.as_object().expect("patterns").values();
            known
                .filter_map(|of| Some(of["re"].as_str()?.to_owned()))
                .collect()
        },
    );
    for pattern in all {
        let begin = Instant::now();
        let Ok(verdict) = analyse(&pattern, LIMIT) else {
            continue;
        };
        println!("{:?} {:.60}", begin.elapsed(), pattern);
        let Verdict::Vulnerable(found) = verdict else {
            println!("  {verdict:?}");
            continue;
        };
        println!(
            "  {:?} from each start: {}",
            found.growth, found.from_each_start
        );
        if found.growth == Growth::Exponential {
            let regex = Regex::new(&pattern).expect("a pattern");
            let run = regex.run(&found.attack.text(200), 5_000_000);
            assert_eq!(run.outcome, Outcome::Exhausted, "{pattern}");
        }
    }
}
