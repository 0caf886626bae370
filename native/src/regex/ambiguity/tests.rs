//! Verdicts on patterns that are known to run away, on their twins that cannot, and on all of the conformance file; degrees are
//! hand work: loops over one text that follow each other, and one more where the search begins anywhere.

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use super::{Growth, Verdict, Vulnerability, analyse};
use crate::regex::{Outcome, Regex, parse, to_json};

const LIMIT: u64 = 1_000_000;

fn vulnerability(pattern: &str) -> Vulnerability {
    match analyse(pattern, LIMIT).expect(pattern) {
        Verdict::Vulnerable(found) => *found,
        other => panic!("{pattern}: {other:?}"),
    }
}

/// Steps on the attack with so many pumps.
fn steps(regex: &Regex, found: &Vulnerability, pumps: u32) -> u64 {
    let run = regex.run(&found.attack.text(pumps), 60_000_000);
    assert_ne!(run.outcome, Outcome::Exhausted);
    run.steps
}

#[allow(clippy::cast_precision_loss)]
fn ratio(more: u64, less: u64) -> f64 {
    more as f64 / less.max(1) as f64
}

/// Pattern, and the quantified part to blame with its quantifier marked.
const EXPONENTIAL: [(&str, &str, &str); 26] = [
    ("^(a+)+$", "(a+)+", "+"),
    ("(a+)+b", "(a+)+", "+"),
    ("^(a*)*$", "(a*)*", "*"),
    ("^(?:a+?)+$", "(?:a+?)+", "+"),
    ("^(?i:a+)+$", "(?i:a+)+", "+"),
    ("(?:a|a)*b", "(?:a|a)*", "*"),
    ("^(a|aa)+$", "(a|aa)+", "+"),
    ("(x+x+)+y", "(x+x+)+", "+"),
    ("^(([a-z])+.)+[A-Z]([a-z])+$", "(([a-z])+.)+", "+"),
    (r"^(?<w>\w+\s?)*$", r"(?<w>\w+\s?)*", "*"),
    (r"^(?:\d|\w|x)+$", r"(?:\d|\w|x)+", "+"),
    (
        r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
        r"(([\-.]|[_]+)?([a-zA-Z0-9]+))*",
        "*",
    ),
    (
        r#"^"(?<path>(?:[^\"]|\\.)*)" (\d+)$"#,
        r#"(?:[^\"]|\\.)*"#,
        "*",
    ),
    (r"^(\s*\w+\s*)*;$", r"(\s*\w+\s*)*", "*"),
    (r"^(?:[a-z]+[0-9]*)+:$", "(?:[a-z]+[0-9]*)+", "+"),
    (
        r"[A-Za-z]([A-Za-z0-9+\-.]+)+://",
        r"([A-Za-z0-9+\-.]+)+",
        "+",
    ),
    (r"^(?:a?b?)*c$", "(?:a?b?)*", "*"),
    (r"^(?:.*,)*x$", "(?:.*,)*", "*"),
    (r"^(\d+,?)+;$", r"(\d+,?)+", "+"),
    ("^(?:(?:|a)*b)*$", "(?:(?:|a)*b)*", "*"),
    (r"^(?i:(?:k|\u212A|x)+)$", r"(?:k|\u212A|x)+", "+"),
    ("^a{1,2}+$", "a{1,2}+", "+"),
    ("^(?:ab|a|b)*?c", "(?:ab|a|b)*?", "*?"),
    (r"^(?<n>[^=]+)=(?<v>(?:\w+ ?)*)$", r"(?:\w+ ?)*", "*"),
    ("^(?>(?:a|a)*b)*$", "(?:a|a)*", "*"),
    (r"^(?=(y+)+z)\w", "(y+)+", "+"),
];

/// Pattern, degree, whether only the attempts from each start add up, and the quantified part to blame.
const POLYNOMIAL: [(&str, u32, bool, &str); 17] = [
    (r"\s+$", 2, true, r"\s+"),
    (r"\s*,\s*$", 2, true, r"\s*"),
    (r"\d+:", 2, true, r"\d+"),
    (r"(\w+) \1", 2, true, r"\w+"),
    ("(?=.*a)b", 2, true, ".*"),
    (r"^\s*x", 2, true, r"\s*"),
    ("^a*a*$", 2, false, "a*"),
    (r"^\d+\w*;", 2, false, r"\w*"),
    (r"^(?<a>.*) - (?<b>.*)=", 2, false, ".*"),
    (r"^(.*?),(.*?);$", 2, false, ".*?"),
    (r"^\s*(.*)\s*;$", 3, false, r"\s*"),
    ("a*a*$", 3, false, "a*"),
    ("^a*a*a*$", 3, false, "a*"),
    (".*a.*b.*c$", 3, false, ".*"),
    ("^.*;.*;.*=$", 3, false, ".*"),
    ("^a*a*a*a*$", 4, false, "a*"),
    ("^a*a*a*a*a*$", 5, false, "a*"),
];

const SAFE: [&str; 53] = [
    // Nothing can fail behind the loops.
    "(a*)*",
    "(a+)+",
    "(?:a|a)*",
    "^(.*)*",
    "a*a*",
    r"^(?<time>.+) (?<log>.*)$",
    ".*x",
    "(?m).*x",
    // Atomic and possessive twins.
    "^(?>a+)+$",
    "^(?>(a+)+)$",
    "^(a++)+$",
    "^(a++)++$",
    "^(?:a*+)*$",
    "^(?:(?:a|a)*+)b",
    "^(?>a|a)*b",
    "^(?>(?:a|a)*)b",
    "^(?>x+)(?>x+)y",
    r"\A(?>\w+\s?)*+$",
    r"\A(?<w>\w++\s?)*$",
    r"^(?:\d++,?+)+;$",
    r#"^"(?<path>(?>[^"\\]|\\.)*)"$"#,
    "^(?>a*)a*$",
    "^(?>.*?,)x",
    r"^(?=(?>(y+)+)z)\w",
    r"\A\s++$",
    // Loops that tell their texts apart.
    "^(?:ab|cd)*$",
    "^(?:a|b)*c",
    r"\A[^ ]* [^ ]* \[[^\]]*\]",
    r"^\d+ \w+$",
    r"^(?:\w+ )*\w+$",
    r#"^"(?:[^"\\]|\\.)*"$"#,
    "^a*b*c*$",
    r"^(?:\d+,)*\d+$",
    r"^(?:(?!END).)*END",
    r"^\w+\b\w+$",
    r"\b\w+\b$",
    "^(?:a(?!b)|b)*$",
    // Onigmo makes one quantifier of them.
    "^(?:a+)+$",
    "^(?:a*)*$",
    "^(?:(?:a+)?)+$",
    "^(?:a*){,1}$",
    "^(?:a??)+$",
    // Bounded.
    "^(?:a{1,3}){1,3}$",
    "^a?a?a?aaa$",
    r"(?:\d{1,3}\.){3}\d{1,3}",
    r"^(?:\w{1,20}) (?:\w{1,20})$",
    // The search stops at its first attempt, or begins at one place.
    r"[^=]+=",
    r"^[^\]]*\]",
    r"c+c",
    r"\?.*$",
    r"\A\d+:",
    r"\G\s+$",
    "^(\\w+)\\s\\1$",
];

#[test]
fn runaway_patterns_have_an_attack_whose_steps_multiply() {
    for (pattern, span, token) in EXPONENTIAL {
        let found = vulnerability(pattern);
        assert_eq!(found.growth, Growth::Exponential, "{pattern} {found:?}");
        let blamed = &pattern[found.span.start..found.span.end];
        assert_eq!(
            (blamed, &pattern[found.token.start..found.token.end]),
            (span, token),
            "{pattern}"
        );
        assert!(!found.from_each_start);
        // Each further pump multiplies the steps by the same factor.
        let regex = Regex::new(pattern).expect(pattern);
        let most = found.points.last().expect("runs").0;
        let [first, second] = [most - 2, most - 1].map(|pumps| {
            ratio(
                steps(&regex, &found, pumps + 1),
                steps(&regex, &found, pumps),
            )
        });
        assert!(
            first > 1.3 && second > 1.3 && second > 0.8 * first,
            "{pattern} {found:?}"
        );
    }
}

#[test]
fn slower_patterns_have_an_attack_of_their_degree() {
    for (pattern, degree, from_each_start, span) in POLYNOMIAL {
        let found = vulnerability(pattern);
        assert_eq!(
            (
                found.growth,
                found.from_each_start,
                &pattern[found.span.start..found.span.end]
            ),
            (Growth::Polynomial(degree), from_each_start, span),
            "{pattern} {:?}",
            found.attack
        );
        let regex = Regex::new(pattern).expect(pattern);
        let size = if degree < 4 { 60 } else { 24 };
        let slope = ratio(steps(&regex, &found, 2 * size), steps(&regex, &found, size)).log2();
        assert!((slope - f64::from(degree)).abs() < 0.6, "{pattern} {slope}");
    }
}

#[test]
fn what_keeps_no_choices_or_cannot_fail_is_safe() {
    for pattern in SAFE {
        assert_eq!(
            analyse(pattern, LIMIT).expect(pattern),
            Verdict::Safe,
            "{pattern}"
        );
    }
}

#[test]
fn what_the_automaton_lacks_is_unknown_rather_than_safe() {
    for pattern in [r"^(?<n>\((?:[^()]|\g<n>)*\))$", r"^a\Xb$", "^a(?~bc)$"] {
        let verdict = analyse(pattern, LIMIT).expect(pattern);
        assert!(
            matches!(verdict, Verdict::Unknown(_)),
            "{pattern} {verdict:?}"
        );
    }
}

#[test]
fn an_interval_with_a_plus_is_no_possessive_quantifier() {
    // Ruby: a{1,2}+ is (?:a{1,2})+.
    assert_eq!(vulnerability("^a{1,2}+$").growth, Growth::Exponential);
    assert_eq!(analyse("^(?>a{1,2})+$", LIMIT), Ok(Verdict::Safe));
}

#[test]
fn a_token_is_the_quantifier_without_what_stands_before_it() {
    let pattern = "(?x) ^ (a+ ) (?#twice) + $";
    let found = vulnerability(pattern);
    assert_eq!(&pattern[found.token.start..found.token.end], "+");
}

#[test]
fn nested_quantifiers_that_onigmo_makes_one_of_are_not_called_exponential() {
    for pattern in ["(?:a*)*b", "(?:a+)+b"] {
        let verdict = analyse(pattern, LIMIT).expect(pattern);
        let growth = match &verdict {
            Verdict::Vulnerable(found) => Some(found.growth),
            _ => None,
        };
        assert_ne!(growth, Some(Growth::Exponential), "{pattern}");
        assert_ne!(
            verdict,
            Verdict::Safe,
            "{pattern}: quadratic from each start"
        );
    }
}

#[test]
fn without_steps_nothing_is_confirmed() {
    assert!(matches!(analyse("^(a+)+$", 10), Ok(Verdict::Unknown(_))));
}

#[test]
fn facts_tell_the_first_characters() {
    let facts = |pattern: &str| -> Value {
        let tree = parse(pattern).expect(pattern);
        let value: Value = serde_json::from_str(&to_json(&tree)).expect("JSON");
        value["facts"].clone()
    };
    assert_eq!(
        facts("[a-c]x|9")["first"],
        serde_json::json!([["9", "9"], ["a", "c"]])
    );
    assert_eq!(facts("a*")["first"], Value::Null);
    assert_eq!(facts("(?m).*x")["text_start_implied"], true);
    assert_eq!(facts(".*x")["text_start_implied"], false);
}

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
