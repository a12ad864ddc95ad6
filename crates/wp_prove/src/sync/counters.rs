//! Counters: a thread that finds a counter at its final value has seen all additions to it.
//!
//! All threads, or one thread of each block, add one to a counter once. Who reads as many as there are threads (blocks)
//! observes all of these additions, because each continues those before it; an addition that returns one less is the
//! last one. Other writes to the counter set it back, by threads that have found it at its final value: nobody adds
//! any more when the first of these is executed.

use super::readings::Reading;
use super::{Instance, Same, Search};
use crate::known::Place;
use crate::{Pair, PairKind, Proof, View};
use rustc_hash::FxHashMap;
use wp_base::Assumption;
use wp_kir::{MemScope, Space};
use wp_logic::{Class, TermId};
use wp_summary::{AccessMode, Change, Premise};

/// A counter.
struct Counter {
    /// The event that adds one.
    addition: usize,
    /// The events that set it back.
    resets: Vec<usize>,
    /// The operand of `atomicInc`, at which the counter wraps to zero.
    limit: Option<TermId>,
    /// True if the counter is set back only by wrapping to zero at the last addition of a launch.
    must_wrap: bool,
    by: Adders,
}

/// Who adds to a counter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Adders {
    /// At most one thread of each block.
    Blocks,
    /// Each thread at most once.
    Threads,
}

impl Search<'_, '_> {
    /// The proof by a counter that an access happens before an event of another thread, each with the readings in front of
    /// it, or that not both are executed.
    pub(super) fn by_counters(
        &mut self,
        known: &[TermId],
        [(access, others), (event, readings)]: [(&Instance, &[Reading]); 2],
        across_blocks: bool,
    ) -> Option<Proof> {
        readings.iter().find_map(|reading| {
            let ways = if across_blocks { &[Adders::Blocks, Adders::Threads][..] } else { &[Adders::Threads] };
            ways.iter().find_map(|&by| {
                let counter = self.counter(reading.read.event, by)?;
                let ordered = self.proof(&[reading], |search| search.count(known, access, (event, reading), &counter));
                ordered.or_else(|| {
                    // The two additions are those of two threads.
                    let is_own = |r: &Reading, thread: &Instance| across_blocks || r.read.view.is_same(&thread.view);
                    let others = others.iter().filter(|r| r.read.event == reading.read.event && is_own(r, access));
                    let mut others = others.filter(|_| is_own(reading, event));
                    others.find_map(|other| {
                        self.proof(&[reading, other], |search| search.excluded(known, [reading, other], &counter))
                    })
                })
            })
        })
    }

    /// Two additions do not both return the last number.
    fn excluded(&mut self, known: &[TermId], readings: [&Reading; 2], counter: &Counter) -> Option<Proof> {
        if readings[0].read.event != counter.addition {
            return None;
        }
        self.rests_on.add(Premise::Assumption(Assumption::ZeroedFlags));
        self.rests_on.add(Premise::Assumption(Assumption::NoAtomicWrap));
        let facts = [&readings[0].facts[..], &readings[1].facts].concat();
        let known = [known, &facts].concat();
        let threads = readings.map(|r| &r.read.view);
        let mut proof = Proof::of_nothing();
        for reading in readings {
            proof.add(self.at_final_value(&known, reading, counter, &threads)?);
            proof.add(self.show([&known, &[]], reading.made, &threads)?);
        }
        proof.add(self.added_once(counter)?);
        for &reset in &counter.resets {
            proof.add(self.reset_at_the_end(reset, counter)?);
        }
        Some(proof)
    }

    fn count(
        &mut self,
        known: &[TermId],
        access: &Instance,
        (event, reading): (&Instance, &Reading),
        counter: &Counter,
    ) -> Option<Proof> {
        self.rests_on.add(Premise::Assumption(Assumption::ZeroedFlags));
        self.rests_on.add(Premise::Assumption(Assumption::NoAtomicWrap));
        let threads = [&access.view, &event.view, &reading.read.view];
        let mut proof = self.at_final_value(known, reading, counter, &threads)?;
        // Whoever comes behind an addition in the same cell observes it, with or without a fence.
        let ordered = match access.event == counter.addition {
            true => reading.made,
            false => self.seen(access, event, reading),
        };
        proof.add(self.show([known, &reading.facts], ordered, &threads)?);
        proof.add(self.added_once(counter)?);
        let (addition, same, mut more) = match counter.by {
            Adders::Threads => {
                let same = Same { thread: self.terms.tru(), block: self.terms.tru() };
                (self.here(access.view.clone(), counter.addition), same, Vec::new())
            }
            Adders::Blocks => {
                let none = FxHashMap::default();
                let anybody = View::arbitrary(self.terms, self.summary, &none, Some(&access.view));
                let addition = self.here(anybody, counter.addition);
                let same = self.same(&access.view, &addition.view);
                let same = Same { block: self.terms.tru(), ..same };
                let more = self.known_of(&addition);
                (addition, same, more)
            }
        };
        let released = self.released(access, &addition, same, self.other_fences(reading.read.event));
        more.push(self.guard(&addition));
        more.extend(&reading.facts);
        let threads = [&access.view, &event.view, &reading.read.view, &addition.view];
        proof.add(self.show([known, &more], released, &threads)?);
        for &reset in &counter.resets {
            proof.add(self.reset_at_the_end(reset, counter)?);
        }
        Some(proof)
    }

    /// The counter that an event reads, if exactly one event adds to it, adds 1, and addresses the same cell in all threads.
    fn counter(&mut self, read: usize, by: Adders) -> Option<Counter> {
        let cell = self.access(read)?;
        // What shared memory holds at first is not known, and each block has its own.
        if self.kernel.objects[cell.object].space != Space::Global || !self.may_start_at_zero(cell.object) {
            return None;
        }
        let (mut addition, mut resets, mut limit) = (None, Vec::new(), None);
        for e in 0..self.summary.events.len() {
            let Some(write) = self.access(e).filter(|a| a.object == cell.object && a.mode != AccessMode::Read) else {
                continue;
            };
            match self.summary.updates.get(&e).map(|u| u.change) {
                _ if self.leaves_the_value(e) => continue,
                Some(Change::Add(by)) if self.terms.as_int(by) == Some(1) => {}
                Some(Change::Increment(most)) => limit = Some(most),
                change => {
                    let value = match change {
                        None => write.value,
                        Some(Change::Exchange(value)) => Some(value),
                        Some(_) => None,
                    };
                    // Any other value might be taken for the final one.
                    if value.and_then(|value| self.terms.as_int(value)) != Some(0) {
                        return None;
                    }
                    resets.push(e);
                    continue;
                }
            }
            let fits = write.exact && write.ty == cell.ty && write.offset == cell.offset;
            let is_of_all = matches!(write.mode, AccessMode::Atomic(scope) if scope != MemScope::Block);
            if addition.is_some() || !fits || !is_of_all || !self.loops(e).is_empty() {
                return None;
            }
            addition = Some(e);
        }
        let of_launch = [Some(cell.offset), limit].into_iter().flatten().collect::<Vec<_>>();
        let is_same = self.summary.class_of(self.terms, &of_launch) == Class::Launch;
        // A counter that this launch does not set back was not set back by the launch before either.
        let must_wrap = self.kernel.objects[cell.object].is_reused && resets.is_empty();
        if must_wrap && limit.is_none() {
            return None;
        }
        Some(Counter { addition: addition.filter(|_| is_same)?, resets, limit, must_wrap, by })
    }

    /// The greatest number of additions: blocks or threads of the launch.
    fn additions(&mut self, by: Adders) -> TermId {
        let launch = self.summary.launch;
        let extents = match by {
            Adders::Blocks => launch.gdim.to_vec(),
            Adders::Threads => [launch.gdim, launch.bdim].concat(),
        };
        let one = self.terms.int(1);
        extents.into_iter().fold(one, |product, extent| self.terms.mul(product, extent))
    }

    /// Proof that the read returned the final value, and that `atomicInc` does not wrap before it.
    fn at_final_value(
        &mut self,
        known: &[TermId],
        reading: &Reading,
        counter: &Counter,
        threads: &[&View],
    ) -> Option<Proof> {
        let one = self.terms.int(1);
        let all = self.additions(counter.by);
        let last = self.terms.sub(all, one);
        let least = if reading.read.event == counter.addition { last } else { all };
        let reached = self.terms.le(least, reading.value);
        let mut proof = self.show([known, &reading.facts], reached, threads)?;
        if let Some(limit) = counter.limit {
            let enough = match counter.must_wrap {
                true => self.terms.eq(last, limit),
                false => self.terms.le(last, limit),
            };
            proof.add(self.show([known, &[]], enough, threads)?);
        }
        Some(proof)
    }

    /// No block (no thread) adds twice. The addition is outside of loops.
    fn added_once(&mut self, counter: &Counter) -> Option<Proof> {
        if counter.by == Adders::Threads {
            return Some(Proof::of_nothing());
        }
        let guard = self.summary.events[counter.addition].guard;
        let mut pair = Pair::new(self.terms, self.summary, PairKind::SameBlock, &[]);
        let both = vec![guard, pair.second(self.terms, guard), pair.distinct(self.terms)];
        let places = [Some(Place::Event(counter.addition)); 2];
        let known = pair.know(self.terms, both, places);
        self.rests_on.join(&known.rests_on);
        (self.prove)(self.terms, known.conjuncts)
    }

    /// Whoever sets the counter back has found it at its final value.
    fn reset_at_the_end(&mut self, reset: usize, counter: &Counter) -> Option<Proof> {
        let reset = self.here(View::generic(self.summary), reset);
        let known = self.known_of(&reset);
        let readings = self.readings(&reset);
        readings.iter().find_map(|reading| {
            let cells = [reading.read.event, counter.addition].map(|e| self.access(e).map(|a| (a.object, a.offset)));
            if cells[0] != cells[1] {
                return None;
            }
            self.proof(&[reading], |search| {
                let threads = [&reset.view, &reading.read.view];
                let mut proof = search.at_final_value(&known, reading, counter, &threads)?;
                proof.add(search.show([&known, &reading.facts], reading.made, &threads)?);
                Some(proof)
            })
        })
    }
}
