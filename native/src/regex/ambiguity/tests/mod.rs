//! Verdicts on patterns that are known to run away, and on their twins that cannot; degrees are hand work: loops over one text
//! that follow each other, and one more where the search begins anywhere.

mod corpora;

use super::{Growth, Verdict, Vulnerability, analyse};
use crate::regex::{Outcome, Regex};

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
fn steep_powers_are_found_with_few_steps_and_not_taken_for_more() {
    for groups in 2..=14_u32 {
        let pattern = format!("^{}$", vec!["([^\"]*)"; groups as usize].join(" "));
        let degree = match analyse(&pattern, 300_000).expect(&pattern) {
            Verdict::Vulnerable(found) => found.growth,
            other => panic!("{pattern}: {other:?}"),
        };
        let Growth::Polynomial(degree) = degree else {
            panic!("{pattern}: {degree:?}");
        };
        assert!(
            degree >= groups.min(3) && degree <= groups,
            "{pattern}: {degree}"
        );
        assert!(groups > 7 || degree == groups, "{pattern}: {degree}");
    }
}
