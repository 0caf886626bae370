//! Where the search attempts a match. Expected values are hand work on what Onigmo and Joni do.

use super::super::Regex;
use super::Engine;

fn amount(pattern: &str, engine: Engine, subject: &str, kind: &str) -> u64 {
    let run = Regex::of(pattern, engine)
        .expect("a pattern")
        .run(subject, u64::MAX);
    let found = run.work.amounts().find(|&(name, _)| name == kind);
    found.expect("a kind of work").1
}

fn attempts(pattern: &str, subject: &str) -> u64 {
    amount(pattern, Engine::Onigmo, subject, "attempt")
}

#[test]
fn without_a_text_that_each_match_has_there_is_no_attempt() {
    for pattern in [
        "^.*ERROR",
        r"\d+ ERROR",
        "(?<a>.*) (?<b>ERROR)$",
        "(?=.*ERROR).*",
    ] {
        assert_eq!(attempts(pattern, "all is well 1 2 3"), 0, "{pattern}");
    }
}

#[test]
fn a_leading_dot_star_is_attempted_once_a_line() {
    let lines = "one x\ntwo x\nthree x";
    assert_eq!(attempts(".*x[yz]", lines), 3);
    assert_eq!(
        attempts("(?m).*x[yz]", lines),
        2,
        "at the start, and behind it as Onigmo does"
    );
    assert_eq!(attempts(".*?x[yz]", lines), lines.len() as u64 + 1);
}

#[test]
fn attempts_are_made_where_the_needle_stands() {
    // The dash stands one to three characters behind the start.
    assert_eq!(attempts(r"\w{1,3}-[xy]", "zzzz aaa-b"), 3);
    assert_eq!(attempts("^ab", "ab\nab"), 1);
    assert_eq!(attempts("^ac", "ab\nab"), 0);
    assert_eq!(attempts(r"a\z", "banana"), 1);
    assert_eq!(
        attempts(r"\Aab", "xxab"),
        0,
        "the text does not stand at the start"
    );
}

#[test]
fn onigmo_alone_forgets_what_an_endless_loop_begins_with() {
    let count = |engine| amount("[A-Z]+", engine, "abcdef", "attempt");
    assert_eq!((count(Engine::Onigmo), count(Engine::Joni)), (7, 0));
}

#[test]
fn a_search_for_a_text_leaps() {
    // Behind each place compared: none of these is in the text, so it goes on behind that.
    assert_eq!(
        amount("needle", Engine::Onigmo, &"-".repeat(70), "probe"),
        10
    );
    assert_eq!(
        amount("(?i)xyzneedle", Engine::Joni, &"-".repeat(70), "fold"),
        9
    );
}

#[test]
fn a_character_beyond_ascii_in_the_pattern_makes_the_length_of_each_in_the_subject_a_question() {
    let wide = |pattern| amount(pattern, Engine::Onigmo, "abcd", "wide");
    assert_eq!(wide(r"\A.*\z"), 0);
    // The attempt, and each of the four characters; `[^x]` has longer ones, so that it asks twice.
    assert_eq!(wide(r"\A.*\z(?:ä|)"), 5);
    assert_eq!(wide(r"\A[^x]{4}\z(?:ä|)"), 9);
}

#[test]
fn what_an_atomic_group_leaves_is_gone_over_but_for_single_characters() {
    let swept = |pattern| amount(pattern, Engine::Onigmo, "aaab", "sweep");
    // Three choices and the mark.
    assert_eq!(swept(r"\A(?>(?:a)+|c)b"), 4);
    assert_eq!((swept(r"\A(?>a+)b"), swept(r"\Aa++b")), (0, 0));
}

#[test]
fn a_group_that_no_choice_can_undo_is_not_kept() {
    let undone = |pattern| amount(pattern, Engine::Onigmo, "aaabc", "undo");
    assert_eq!(undone(r"\Aa*(a)c"), 0);
    // Each of the four rounds has one to undo; the last finds no `a`.
    assert_eq!(undone(r"\A(?:(a)|d)*c"), 4);
}
