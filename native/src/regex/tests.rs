//! Behaviours that the conformance file does not show: places, bounds, counts of steps, facts. Expected values are hand work.

use serde_json::Value;

use super::{Kind, Node, Outcome, Regex, Span, facts, parse, to_json};

/// The parts of the pattern that nodes of this kind stand for.
fn texts(pattern: &str, wanted: fn(&Kind) -> bool) -> Vec<&str> {
    let tree = parse(pattern).expect("a pattern");
    let nodes = tree.root.descendants();
    let mut spans: Vec<Span> = nodes
        .into_iter()
        .filter(|node| wanted(&node.kind))
        .map(|node| node.span)
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans
        .into_iter()
        .map(|span| &pattern[span.start..span.end])
        .collect()
}

fn steps(pattern: &str, subject: &str) -> u64 {
    Regex::new(pattern)
        .expect("a pattern")
        .run(subject, u64::MAX)
        .steps
}

#[test]
fn a_node_has_the_span_of_its_text() {
    let repeats = texts("é(?:a+?|b{2,3}) [x]*+", |kind| {
        matches!(kind, Kind::Repeat { .. })
    });
    assert_eq!(repeats, ["a+?", "b{2,3}", "[x]*+"]);
    let captures = texts("(?<a>x(y))|(?<b>z)", |kind| {
        matches!(kind, Kind::Capture { .. })
    });
    assert_eq!(
        captures,
        ["(?<a>x(y))", "(?<b>z)"],
        "an unnamed group beside named ones captures nothing"
    );
    let atoms = texts(r"\x41\u{42}[[:alpha:]&&[^c]]", |kind| {
        matches!(kind, Kind::Char { .. } | Kind::Class(_))
    });
    assert_eq!(atoms, [r"\x41", r"\u{42}", "[[:alpha:]&&[^c]]"]);
}

#[test]
fn a_quantifier_behind_several_code_points_belongs_to_the_last() {
    // Ruby 3.1: /\u{61 62}+/ takes all of "abb".
    let run = Regex::new(r"\u{61 62}+")
        .expect("a pattern")
        .run("abb", 100);
    let Outcome::Matched(found) = run.outcome else {
        panic!("no match");
    };
    assert_eq!(found.groups, [Some((0, 3))]);
}

#[test]
fn children_lie_within_their_parent_in_order() {
    fn check(node: &Node) {
        let mut at = node.span.start;
        for child in node.children() {
            assert!(
                at <= child.span.start && child.span.end <= node.span.end,
                "{node:?}"
            );
            at = child.span.end;
            check(child);
        }
    }
    for pattern in [
        "a|b(c(?i)d|e)*f",
        "(?x) a # b\n c+ (?<n>d | e \\g<n>?)",
        "(x)(?(1)yes|no)(?<!p|qr)",
    ] {
        check(&parse(pattern).expect("a pattern").root);
    }
}

#[test]
fn a_refusal_points_at_the_part_to_blame() {
    for (pattern, message, blamed) in [
        ("ab(?<=c*)d", "invalid pattern in look-behind", "c*"),
        ("x[z-a]", "empty range in char class", "a"),
        (
            r"a\p{Foo}",
            "invalid character property name {Foo}",
            r"\p{Foo}",
        ),
        (
            r"(?<n>a)\1",
            "numbered backref/call is not allowed. (use name)",
            r"\1",
        ),
        ("ab)", "unmatched close parenthesis", ")"),
        ("ab(c", "end pattern with unmatched parenthesis", "(c"),
    ] {
        let error = parse(pattern).expect_err(pattern);
        assert_eq!(
            (
                error.message.as_ref(),
                &pattern[error.span.start..error.span.end]
            ),
            (message, blamed)
        );
    }
}

#[test]
fn steps_of_nested_quantifiers_double_with_each_character() {
    let counts: Vec<u64> = (8..12)
        .map(|length| steps("^(a+)+$", &format!("{}b", "a".repeat(length))))
        .collect();
    for pair in counts.windows(2) {
        assert!(
            pair[1] > pair[0] * 19 / 10 && pair[1] < pair[0] * 21 / 10,
            "{counts:?}"
        );
    }
}

#[test]
fn atomic_groups_and_possessive_quantifiers_make_it_linear() {
    for pattern in ["^(?>a+)+$", "^(a++)++$"] {
        let (short, long) = (
            steps(pattern, &("a".repeat(50) + "b")),
            steps(pattern, &("a".repeat(100) + "b")),
        );
        assert!(long < 3 * short, "{pattern}: {short} {long}");
    }
}

#[test]
fn a_loop_that_nothing_behind_it_can_continue_keeps_no_choices() {
    // A run that fails behind the digits does not try shorter runs, as their end cannot be the colon.
    let lines = ["1".repeat(50), "1".repeat(100)];
    let [short, long] = lines.map(|line| steps(r"^\d+:", &(line + "x:")));
    assert!(long < 3 * short, "{short} {long}");
}

#[test]
fn a_run_ends_at_its_limit() {
    let run = Regex::new("^(a+)+$")
        .expect("a pattern")
        .run(&("a".repeat(60) + "b"), 100_000);
    assert_eq!(run.outcome, Outcome::Exhausted);
    assert!(run.steps <= 100_001, "{}", run.steps);
}

#[test]
fn the_search_skips_where_no_match_can_begin() {
    let regex = Regex::new(r"[xy]\d").expect("a pattern");
    let run = regex.run("aaaa x aaa y1", u64::MAX);
    assert_eq!((run.attempts, run.skipped), (2, 10));
    let missing = Regex::new(".*needle")
        .expect("a pattern")
        .run(&"hay ".repeat(1000), u64::MAX);
    assert_eq!(
        (missing.attempts, missing.steps),
        (0, 0),
        "the literal is looked for first"
    );
}

#[test]
fn patterns_nested_beyond_the_bounds_are_refused_quickly() {
    for pattern in [
        "(".repeat(60_000),
        "[".repeat(60_000),
        "(?:a".repeat(200) + &")".repeat(200),
        format!("a{}", "*".repeat(60_000)),
    ] {
        assert!(Regex::new(&pattern).is_err());
    }
    let nested = |levels: usize, quantifiers: usize| {
        let close = format!("){}", "*".repeat(quantifiers));
        format!("{}a{}", "(".repeat(levels), close.repeat(levels))
    };
    assert!(Regex::new(&nested(90, 20)).is_err());
    assert!(Regex::new(&nested(90, 2)).is_ok());
    let calls: Vec<String> = (2..8_000).map(|group| format!(r"(a\g<{group}>)")).collect();
    assert!(Regex::new(&(calls.concat() + "(b)")).is_err());
    let wide = vec!["a"; 30_000].join("|");
    assert!(Regex::new(&wide).is_ok());
    assert!(Regex::new("((a{90}){90}){90}b{1000}").is_ok());
    let run = Regex::new(r"(?<n>a|b\g<n>c)")
        .expect("a pattern")
        .run(&"b".repeat(50_000), 1_000_000);
    assert_ne!(run.outcome, Outcome::Missed, "a bound of calls is no miss");
}

#[test]
fn facts_are_read_off_the_tree() {
    let of = |pattern: &str| facts(&parse(pattern).expect("a pattern"));
    let anchored = of(r"\A(?:GET|PUT) /(\w+)/id=(\d{2,})\z");
    assert!(anchored.text_start && anchored.line_start && anchored.text_end && anchored.line_end);
    assert_eq!(
        (anchored.required, anchored.min_length, anchored.captures),
        (vec![" /".to_owned(), "/id=".to_owned()], 12, 2)
    );
    let open = of(r"(?:^a|b)c+d?");
    assert!(!open.line_start && !open.line_end);
    assert_eq!((open.required, open.min_length), (vec!["c".to_owned()], 2));
    assert!(
        of(".*x").line_start_implied
            && !of("(?m).*x").line_start_implied
            && !of(".*?x").line_start_implied
    );
    assert_eq!(of("(?i)abc").required, Vec::<String>::new());
}

#[test]
fn the_json_of_facts_tells_the_first_characters() {
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
