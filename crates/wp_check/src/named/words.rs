//! The operations on named barriers that the warps of a block execute, as words: a beginning, and a part that is
//! repeated by the iterations of a loop.
//!
//! Input: the words of all warps that take part, in [`Role`]s of those with the same word; a generation of a barrier
//! needs as many arrivals as there are warps whose word holds the barrier. Two questions about them, for any number of
//! iterations:
//!
//! - *Generations* ([`hold_each_once`]): does each generation hold each warp once? A warp that waits arrives once in a
//!   generation. One that only arrives may arrive again, unless the generation is complete by then, because of a chain:
//!   the warp has waited for a generation of another barrier, in which another warp has arrived that had waited before
//!   for that generation of this barrier. By induction over the time of the execution: the chain lies before the
//!   arrival. Then the n-th operations of all warps on a barrier are one generation (Sharma, Bauer and Aiken,
//!   "Verification of producer-consumer synchronization in GPU programs", PLDI 2015, call such barriers
//!   well-synchronised).
//! - *Progress* ([`make_progress`]): does every thread that waits go on, if the operations that its generation needs
//!   are executed at all?
//!
//! Both are decided on words of finitely many iterations. Chains that lie in repeated parts are found again an
//! iteration later, since the words of all warps have equally many operations on a barrier in an iteration, which is
//! demanded. What an operation waits for depends on finitely many others, so cycles show in words that are long enough.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// An operation of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Its event.
    pub event: usize,
    /// The number of its barrier.
    pub barrier: i128,
    /// True if the thread waits.
    pub waits: bool,
}

/// Operations in the order in which a thread executes them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Word {
    /// Outside of loops.
    pub first: Vec<Step>,
    /// In each iteration of a loop behind these.
    pub again: Vec<Step>,
    /// Behind the loop: each stands for the operation of `again` at this position, in one more iteration in which the
    /// others are left out.
    pub last: Vec<(Step, usize)>,
}

/// The warps of one word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Role {
    /// The warps.
    pub warps: Vec<u32>,
    /// What their threads execute.
    pub word: Word,
}

/// The operation of a word that is the n-th on its barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The operation.
    pub step: Step,
    /// The number of operations on its barrier before it; in a loop, before it in iteration zero.
    pub before: i128,
    /// The number of operations on its barrier in an iteration; zero in front of the loop.
    pub each: i128,
    /// True behind the loop: it is in the iteration whose number is that of all complete iterations.
    pub is_last: bool,
}

/// The iterations in which an arrival needs a chain of its own; in the last of them, one that repeats.
const SETTLED: usize = 4;

wp_base::limits! {
    /// The greatest number of operations of all words.
    const MOST_STEPS: usize = 64;
}

/// An operation at a position of a word that is written out.
#[derive(Clone, Copy)]
struct Written {
    step: Step,
    number: i128,
    is_repeated: bool,
}

impl Word {
    fn count(steps: &[Step], barrier: i128) -> i128 {
        steps.iter().filter(|s| s.barrier == barrier).count() as i128
    }

    /// True if it has an operation on the barrier.
    pub fn uses(&self, barrier: i128) -> bool {
        self.first.iter().chain(&self.again).any(|s| s.barrier == barrier)
    }

    /// All operations with their numbers.
    pub fn places(&self) -> Vec<Place> {
        let outside = self.first.iter().enumerate().map(|(i, &step)| {
            let before = Self::count(&self.first[..i], step.barrier);
            Place { step, before, each: 0, is_last: false }
        });
        let repeated = |i: usize, step: Step, is_last: bool| {
            let before = Self::count(&self.first, step.barrier) + Self::count(&self.again[..i], step.barrier);
            Place { step, before, each: Self::count(&self.again, step.barrier), is_last }
        };
        let inside = self.again.iter().enumerate().map(|(i, &step)| repeated(i, step, false));
        let behind = self.last.iter().map(|&(step, i)| repeated(i, step, true));
        outside.chain(inside).chain(behind).collect()
    }

    /// The word with this number of iterations.
    fn written(&self, iterations: usize) -> Vec<Written> {
        let mut numbers: BTreeMap<i128, i128> = BTreeMap::new();
        let repeated = (0..iterations).flat_map(|_| self.again.iter().map(|&step| (step, true)));
        let all = self.first.iter().map(|&step| (step, false)).chain(repeated);
        all.map(|(step, is_repeated)| {
            let next = numbers.entry(step.barrier).or_default();
            let number = *next;
            *next += 1;
            Written { step, number, is_repeated }
        })
        .collect()
    }
}

/// True if the words of all warps have equally many operations on each barrier in an iteration.
fn are_in_step(roles: &[Role]) -> bool {
    let barriers = roles.iter().flat_map(|r| r.word.first.iter().chain(&r.word.again)).map(|s| s.barrier);
    barriers.into_iter().all(|b| {
        let mut each = roles.iter().filter(|r| r.word.uses(b)).map(|r| Word::count(&r.word.again, b));
        let first = each.next();
        each.all(|count| Some(count) == first)
    })
}

/// True if each generation of each barrier holds each warp of the barrier once.
pub(crate) fn hold_each_once(roles: &[Role]) -> bool {
    let written: Vec<Vec<Written>> = roles.iter().map(|r| r.word.written(2 * SETTLED + 2)).collect();
    are_in_step(roles)
        && roles.iter().zip(&written).all(|(role, word)| {
            let settled = role.word.first.len() + SETTLED * role.word.again.len();
            (0..settled.min(word.len())).all(|at| {
                let last = at >= settled - role.word.again.len();
                arrives_once(&written, word, at, last && word[at].is_repeated)
            })
        })
}

/// True if the warp's last generation of the barrier is complete when it executes the operation at a position of its
/// word.
fn arrives_once(written: &[Vec<Written>], word: &[Written], at: usize, repeats: bool) -> bool {
    let Written { step, number, .. } = word[at];
    let Some(previous) = word[..at].iter().rfind(|w| w.step.barrier == step.barrier) else { return true };
    if previous.step.waits {
        return true;
    }
    let counts = |w: &Written| !repeats || w.is_repeated;
    let waited = word[..at].iter().filter(|w| w.step.waits && counts(w));
    waited.clone().any(|s| {
        written.iter().any(|other| {
            let arrival = other.iter().position(|c| c.step.barrier == s.step.barrier && c.number == s.number);
            arrival.filter(|&c| counts(&other[c])).is_some_and(|c| {
                other[..c]
                    .iter()
                    .any(|d| d.step.barrier == step.barrier && d.step.waits && d.number >= number - 1 && counts(d))
            })
        })
    })
}

/// True if no warp waits for ever, where each generation holds each warp once and every operation that a generation
/// needs stands in its warp's program.
pub(crate) fn make_progress(roles: &[Role]) -> bool {
    let length: usize = roles.iter().map(|r| r.word.first.len() + r.word.again.len()).sum();
    if length > MOST_STEPS.get() {
        return false;
    }
    // The operations of a cycle are in no more iterations than these.
    let needed = length * length + 2;
    let written: Vec<Vec<Written>> = roles.iter().map(|r| r.word.written(2 * needed)).collect();
    let position = |word: &Vec<Written>| -> FxHashMap<(i128, i128), usize> {
        word.iter().enumerate().map(|(at, w)| ((w.step.barrier, w.number), at)).collect()
    };
    let positions: Vec<_> = written.iter().map(position).collect();
    let mut at = vec![0; roles.len()];
    // A warp that waits at an operation has arrived there.
    let arrived = |role: usize, at: usize, operation: &(i128, i128)| {
        positions[role].get(operation).is_some_and(|&position| position <= at)
    };
    loop {
        let mut moved = false;
        for role in 0..roles.len() {
            while let Some(&Written { step, number, .. }) = written[role].get(at[role]) {
                let others = (0..roles.len()).filter(|&r| roles[r].word.uses(step.barrier));
                let complete = others.into_iter().all(|r| arrived(r, at[r], &(step.barrier, number)));
                if step.waits && !complete {
                    break;
                }
                at[role] += 1;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    roles.iter().zip(at).all(|(role, at)| at >= role.word.first.len() + needed * role.word.again.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `s1 a2` waits at barrier 1 and arrives at barrier 2.
    fn steps(text: &str) -> Vec<Step> {
        let step =
            |word: &str| Step { event: 0, barrier: word[1..].parse().expect("a number"), waits: word.starts_with('s') };
        text.split_whitespace().map(step).collect()
    }

    fn roles(words: &[(&str, &str)]) -> Vec<Role> {
        let role = |(warp, &(first, again)): (usize, &(&str, &str))| Role {
            warps: vec![warp as u32],
            word: Word { first: steps(first), again: steps(again), last: Vec::new() },
        };
        words.iter().enumerate().map(role).collect()
    }

    #[track_caller]
    fn check(words: &[(&str, &str)], once: bool, progress: bool) {
        let roles = roles(words);
        assert_eq!((hold_each_once(&roles), make_progress(&roles)), (once, progress));
    }

    #[test]
    fn a_message_and_its_reply() {
        check(&[("a1", ""), ("s1", "")], true, true);
        check(&[("a1 s2", ""), ("s1 a2", "")], true, true);
        check(&[("s2 a1", ""), ("s1 a2", "")], true, false);
    }

    #[test]
    fn a_buffer_that_is_filled_and_emptied() {
        check(&[("", "s1 a2"), ("", "a1 s2")], true, true);
        check(&[("", "s1 a2"), ("", "s2 a1")], true, false);
        check(&[("", "s1 a2"), ("a1", "s2 a1")], true, true);
        // The producer does not wait for the buffer.
        check(&[("", "a2"), ("", "s2")], false, true);
        // Nothing tells the producer that the first generation is complete.
        check(&[("a2", "s1 a2"), ("a1", "s2 a1")], false, true);
    }

    #[test]
    fn two_buffers() {
        check(&[("", "s1 a2 s3 a4"), ("a1 a3", "s2 a1 s4 a3")], true, true);
        check(&[("", "s1 a2 s3 a4"), ("a1", "s2 a3 s4 a1")], true, true);
        check(&[("", "s1 a2 s3 a4"), ("", "s2 a3 s4 a1")], true, false);
        check(&[("", "s1 a2 s3 a4"), ("a1 a3", "s2 a1 s4 a3"), ("a1 a3", "s4 a3 s2 a1")], true, false);
    }

    #[test]
    fn all_wait() {
        check(&[("", "s1 s2"), ("", "s1 s2"), ("", "s1 s2")], true, true);
        check(&[("s1 s2", ""), ("s2 s1", "")], true, false);
        // An iteration of one is two of the other.
        check(&[("", "s1 s1"), ("", "s1")], false, true);
    }

    #[test]
    fn numbers_of_operations() {
        let last = vec![(steps("s1")[0], 2)];
        let word = Word { first: steps("a1 s2 a1"), again: steps("s1 a2 s1"), last };
        let numbers: Vec<(i128, i128)> = word.places().iter().map(|p| (p.before, p.each)).collect();
        assert_eq!(numbers, [(0, 0), (0, 0), (1, 0), (2, 2), (1, 1), (3, 2), (3, 2)]);
    }
}
