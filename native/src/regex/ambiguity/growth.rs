//! How the steps of the machine grow with the length of an attack: it is run on texts of more and more pumps.

use std::collections::BTreeMap;

use crate::regex::{Outcome, Regex};

use super::attack::Attack;

/// Numbers of pumps that are tried, as long as the steps suffice.
const SIZES: [u32; 21] = [
    1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 28, 32, 48, 64, 80, 96,
];
/// How many of them are short.
const SHORT: usize = 17;
/// Points that are taken at equal distances to find a degree.
const POINTS: u32 = 11;
/// Pumps of the first of them, and between them; the nearer ones are for high degrees.
const EVEN: [(u32, u32); 3] = [(8, 2), (5, 1), (1, 1)];
/// Differences of the highest order that tell of growth have as many points at least.
const TELLING: usize = 3;

/// Steps that all runs may still take together, and that one may take.
#[derive(Debug)]
pub(super) struct Purse {
    pub(super) left: u64,
    pub(super) each: u64,
}

impl Purse {
    pub(super) fn new(limit: u64) -> Self {
        Self {
            left: limit,
            each: (limit / 20).max(1),
        }
    }

    /// The steps of a run, or None if it was stopped.
    pub(super) fn run(&mut self, regex: &Regex, subject: &str, most: u64) -> Option<u64> {
        let limit = self.left.min(self.each).min(most);
        let run = regex.run(subject, limit);
        self.left = self.left.saturating_sub(run.steps);
        (run.outcome != Outcome::Exhausted).then_some(run.steps)
    }
}

/// How steps grow with the number of pumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// As its power of this degree; 1 is linear. Where few pumps take all steps it is at least that.
    Polynomial(u32),
    /// They multiply with each pump.
    Exponential,
}

/// Runs `regex` on the attack with more and more pumps: how the steps grow (None where that is not clear), and (pumps, steps).
///
/// `power`: they are known not to multiply with each pump, however it looks at first.
pub(super) fn measure(
    regex: &Regex,
    attack: &Attack,
    purse: &mut Purse,
    power: bool,
) -> (Option<Growth>, Vec<(u32, u64)>) {
    let mut runs = Runs {
        regex,
        attack,
        purse,
        known: BTreeMap::new(),
    };
    let mut points = Vec::new();
    let stopped = !runs.all(&SIZES[..SHORT], &mut points);
    if stopped && !power && multiplies(&points) {
        return (Some(Growth::Exponential), points);
    }
    for (first, apart) in EVEN {
        let even: Vec<i128> = (0..POINTS)
            .map_while(|point| runs.steps(first + apart * point))
            .map(i128::from)
            .collect();
        if let Some(degree) = differences(&even) {
            return (Some(Growth::Polynomial(degree)), points);
        }
        if stopped && power && first == 1 {
            return (at_least(even).map(Growth::Polynomial), points);
        }
    }
    // Long texts take most of the steps: they are for what the short ones leave open.
    if !stopped && !runs.all(&SIZES[SHORT..], &mut points) && multiplies(&points) {
        return (Some(Growth::Exponential), points);
    }
    (slope(&points).map(Growth::Polynomial), points)
}

/// Runs of a regex on an attack, each number of pumps once.
struct Runs<'a> {
    regex: &'a Regex,
    attack: &'a Attack,
    purse: &'a mut Purse,
    known: BTreeMap<u32, Option<u64>>,
}

impl Runs<'_> {
    /// The steps with so many pumps, or None if the run was stopped.
    fn steps(&mut self, size: u32) -> Option<u64> {
        *self.known.entry(size).or_insert_with(|| {
            self.purse
                .run(self.regex, &self.attack.text(size), u64::MAX)
        })
    }

    /// Runs with so many pumps each, until one is stopped; whether none was.
    fn all(&mut self, sizes: &[u32], points: &mut Vec<(u32, u64)>) -> bool {
        sizes.iter().all(|&size| {
            let steps = self.steps(size);
            points.extend(steps.map(|steps| (size, steps)));
            steps.is_some()
        })
    }
}

/// Whether a quarter more pumps multiplies the steps by as much as the quarter before: of a power, the factor becomes smaller.
fn multiplies(points: &[(u32, u64)]) -> bool {
    let steps = |size: u32| {
        points
            .iter()
            .find(|point| point.0 == size)
            .map(|point| as_float(point.1))
    };
    let last = points.iter().rev().find_map(|&(size, most)| {
        let (before, half) = (steps(size / 4 * 3)?, steps(size / 2)?);
        (size % 4 == 0 && half > 0.0).then_some([half, before, as_float(most)])
    });
    let Some([half, before, most]) = last else {
        return false;
    };
    most >= 1_000.0 && most / before > 1.2 && most / before > 0.93 * (before / half)
}

/// The degree of the polynomial that steps at equal distances are of: its differences of the next order are nought.
fn differences(steps: &[i128]) -> Option<u32> {
    let mut degree = 0;
    let mut steps = next_differences(steps);
    while steps.len() >= 2 {
        if steps.iter().all(|&step| step == 0) {
            return Some(degree);
        }
        steps = next_differences(&steps);
        degree += 1;
    }
    None
}

/// The degree that steps grow with at least: their differences of this order are above nought, and there are enough of them.
fn at_least(mut steps: Vec<i128>) -> Option<u32> {
    let mut degree = 0;
    loop {
        steps = next_differences(&steps);
        if steps.len() < TELLING || steps.iter().any(|&step| step <= 0) {
            return (degree > 1).then_some(degree);
        }
        degree += 1;
    }
}

fn next_differences(steps: &[i128]) -> Vec<i128> {
    steps.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// The degree that the longest runs suggest; None where it is not clear.
fn slope(points: &[(u32, u64)]) -> Option<u32> {
    let steps = |size: u32| {
        points
            .iter()
            .find(|point| point.0 * 2 == size)
            .map(|point| point.1)
    };
    let (size, most, half) = points
        .iter()
        .rev()
        .find_map(|&(size, most)| Some((size, most, steps(size)?)))?;
    let slope = (as_float(most) / as_float(half.max(1))).log2();
    let degree = slope.round();
    // Below the next whole number: the linear part is still felt.
    if size < 16 || !(1.0..=8.0).contains(&degree) || slope - degree > 0.3 || degree - slope > 0.4 {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Some(degree as u32)
}

#[allow(clippy::cast_precision_loss)]
fn as_float(steps: u64) -> f64 {
    steps as f64
}
