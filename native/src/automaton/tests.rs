use super::bounds::MAX_STATES;
use super::{Automaton, DEAD, Limit, Machine, Move, Taken, When, share_steps};

/// The texts of a pattern of letters, `*` for any text and `?` for any character.
fn texts(pattern: &str) -> Automaton {
    machine(pattern).build().unwrap()
}

fn machine(pattern: &str) -> Machine {
    let mut machine = Machine {
        moves: vec![Vec::new()],
        free: vec![Vec::new()],
        end: 0,
    };
    for char in pattern.chars() {
        let here = machine.end as usize;
        machine.moves.push(Vec::new());
        machine.free.push(Vec::new());
        machine.end += 1;
        let any = Move {
            chars: Vec::new(),
            these: false,
            to: if char == '*' {
                machine.end - 1
            } else {
                machine.end
            },
        };
        match char {
            '*' => {
                machine.moves[here].push(any);
                machine.free[here].push((When::Always, machine.end));
            }
            '?' => machine.moves[here].push(any),
            _ => machine.moves[here].push(Move {
                chars: vec![char],
                these: true,
                to: machine.end,
            }),
        }
    }
    machine
}

fn new(taken: Taken) -> Automaton {
    match taken {
        Taken::New(new) => new,
        Taken::Same | Taken::Other => panic!("one of the operands"),
    }
}

#[test]
fn a_machine_has_the_texts_that_lead_to_its_end() {
    let some = texts("a*b?");
    assert!(some.contains("abx") && some.contains("a..bb") && !some.contains("ab"));
    assert_eq!(some.prefix(), "a");
    assert_eq!(some.example().as_deref(), Some("abx"));
    let one = texts("app.log");
    assert!(one.is_one() && one.is_prefix());
    assert_eq!(one.words(1), Some(vec!["app.log".to_owned()]));
    assert!(texts("*").is_everything());
    assert_eq!(texts("*").words(9), None);
}

#[test]
fn empty_moves_are_open_at_their_place_alone() {
    let mut dotted = machine("ab");
    dotted.free[0].push((When::AtStart, 1));
    dotted.free[1].push((When::BeforeDot, 0));
    dotted.moves[0].push(Move {
        chars: vec!['.'],
        these: true,
        to: 2,
    });
    let found = dotted.build().unwrap();
    assert!(
        found.contains("ab") && found.contains("b") && found.contains("a.") && found.contains(".")
    );
    assert!(!found.contains("aab"));
    let mut ended = machine("ab");
    ended.free[1].push((When::AtEnd, 2));
    assert_eq!(
        ended.build().unwrap().words(9),
        Some(vec!["a".to_owned(), "ab".to_owned()])
    );
}

#[test]
fn a_machine_whose_moves_lead_nowhere_is_not_sound() {
    let mut broken = machine("a");
    assert!(broken.is_sound());
    broken.free[0].push((When::Always, 2));
    assert!(!broken.is_sound());
}

#[test]
fn operations_are_those_of_sets() {
    let (a, b) = (texts("a*"), texts("*b"));
    let both = new(a.and(&b).unwrap());
    let rest = new(a.without(&[&b]).unwrap());
    let either = new(a.or(&b).unwrap());
    for text in ["", "a", "b", "ab", "ba", "axb", "bxa"] {
        let (one, two) = (a.contains(text), b.contains(text));
        assert_eq!(both.contains(text), one && two, "{text}");
        assert_eq!(rest.contains(text), one && !two, "{text}");
        assert_eq!(either.contains(text), one || two, "{text}");
    }
    assert_eq!(a.witness(&[&b], None).unwrap().as_deref(), Some("a"));
    assert_eq!(a.witness(&[&a], None).unwrap(), None);
    assert_eq!(
        a.witness(&[&texts("a")], Some(&b)).unwrap().as_deref(),
        Some("ab")
    );
    assert!(a.meets(&b).unwrap() && !a.meets(&texts("b*")).unwrap());
}

#[test]
fn what_changes_nothing_is_said() {
    let (a, all, none) = (texts("a"), texts("*"), Automaton::empty());
    assert!(matches!(a.and(&all), Ok(Taken::Same)));
    assert!(matches!(all.and(&a), Ok(Taken::Other)));
    assert!(matches!(a.without(&[&texts("b"), &none]), Ok(Taken::Same)));
    assert!(matches!(none.or(&a), Ok(Taken::Other)));
    assert!(new(a.and_without(&texts("*a"), &[&texts("a*")]).unwrap()).is_empty());
}

#[test]
fn where_any_text_may_follow_there_is_one_state() {
    let found = texts("*a*");
    assert_eq!(found.states().len(), 2);
    let mut all = texts("*t0*");
    for number in 1..30 {
        all = match all.or(&texts(&format!("*t{number}*"))).unwrap() {
            Taken::New(new) => new,
            Taken::Same => all,
            Taken::Other => panic!("the right operand alone"),
        };
    }
    assert!(all.states().len() < 5, "{}", all.states().len());
}

/// The steps that something takes.
fn steps(work: impl FnOnce()) -> u64 {
    const MANY: u64 = 1 << 40;
    assert_eq!(share_steps(Some(MANY)), None);
    work();
    MANY - share_steps(None).unwrap()
}

#[test]
fn many_sets_that_begin_alike_are_taken_off_in_linear_time() {
    let taken = |count: u32| {
        let taken: Vec<Automaton> = (0..count)
            .map(|number| texts(&format!("app.t{number:06}.*")))
            .collect();
        steps(|| {
            let left = new(texts("*")
                .without(&taken.iter().collect::<Vec<_>>())
                .unwrap());
            assert!(left.contains("app.t1.x") && !left.contains("app.t000001.x"));
        })
    };
    assert!(taken(2_000) < 11 * taken(200));
}

#[test]
fn pieces_are_what_stands_between_dots() {
    let found = texts("app.*.log").segment(0).unwrap();
    assert_eq!(found.words(3), Some(vec!["app".to_owned()]));
    assert_eq!(
        texts("app").segment(1).unwrap().words(3),
        Some(vec![String::new()])
    );
    assert!(Automaton::empty().segment(0).unwrap().is_empty());
    assert_eq!(texts("app.log").after("app.").unwrap().prefix(), "log");
    assert!(texts("app.log").after("b").unwrap().is_empty());
    assert_eq!(
        texts("log").before("app.").unwrap().words(1),
        Some(vec!["app.log".to_owned()])
    );
}

#[test]
fn what_grows_too_large_is_given_up() {
    let far = machine(&format!("*a{}", "?".repeat(30)));
    assert_eq!(far.build().err(), Some(Limit::TooLarge));
    assert_eq!(
        texts("a").before(&"x".repeat(MAX_STATES)).err(),
        Some(Limit::TooLarge)
    );
}

#[test]
fn all_operations_share_what_is_left() {
    assert_eq!(share_steps(Some(5)), None);
    assert_eq!(machine("*abc").build().err(), Some(Limit::TooMuchWork));
    assert_eq!(share_steps(None), Some(0));
    assert!(machine("*abc").build().is_ok());
}

#[test]
fn a_state_has_its_named_characters_in_order() {
    for state in texts("*ba*c").states() {
        assert!(state.on.is_sorted() && state.on.iter().all(|&(_, to)| to != state.other));
        assert!(state.other != DEAD || !state.on.is_empty() || state.accepts);
    }
}
