//! Clauses about the state at a place in the kernel: asserts and loop invariants with real arithmetic, quantifiers or
//! sums.
//!
//! Scalars have the values that the kernel records there ([`wp_spec::Observation`]). Memory is that of lock-step
//! execution: it holds the stores of all threads that precede the place in program order, in the same or in earlier
//! iterations of common loops. Kojima et al. state loop invariants about this state (section 3); in a kernel without
//! races some schedule reaches it, and the values that a thread itself computes are the same in every schedule. Sound,
//! incomplete: contents of shared memory and of arrays of a thread, and results of atomics, are not followed.

use super::goal::Bound;
use super::questions::{unknown, Stop};
use super::real::Poly;
use super::session::{Here, Session, Store};
use super::values::{At, Trail};
use std::collections::BTreeMap;
use wp_kir::{ExprId, ObjectId, Space, Special};
use wp_logic::TermId;
use wp_prove::View;
use wp_spec::{Observation, Threads};
use wp_summary::{Access, AccessMode, EventKind};

impl Session<'_> {
    /// Shows a clause wherever its record is made.
    pub fn show_inside(&mut self, observation: &Observation, known: &[TermId]) -> Result<(), Stop> {
        let summary = self.summary;
        let mut writes = summary.events.iter().enumerate().filter_map(|(at, event)| match &event.kind {
            EventKind::Access(a) if a.object == observation.record && a.mode == AccessMode::Write => Some((at, a)),
            _ => None,
        });
        while let Some(first) = writes.next() {
            let mut record = vec![first];
            while record.len() < observation.values.len() {
                let Some(next) = writes.next() else { return unknown("a record that is not whole") };
                record.push(next);
            }
            self.show_at(observation, &record, known)?;
        }
        Ok(())
    }

    fn show_at(
        &mut self,
        observation: &Observation,
        record: &[(usize, &Access)],
        known: &[TermId],
    ) -> Result<(), Stop> {
        let thread = self.anybody(None);
        let event = record[0].0;
        let loops = &self.summary.events[event].loops;
        let mut known = known.to_vec();
        let mut values = BTreeMap::new();
        for (at, (&(number, access), &value)) in record.iter().zip(&observation.values).enumerate() {
            let offset = self.terms.as_int(access.offset);
            let own = offset == Some(i128::from(at as u64 * Observation::STRIDE));
            let Some(term) = access.value.filter(|_| own && self.summary.events[number].loops == *loops) else {
                return unknown("a record that is not followed");
            };
            values.insert(value, term);
            known.extend(self.facts(&thread, number));
        }
        let counters = loops.iter().map(|&l| (l, self.counter(&thread, l))).collect();
        let before = self.here.replace(Here { event, thread, counters, values });
        let shown = self.show(&observation.clause.condition, &Bound::new(), &known);
        self.here = before;
        shown
    }

    /// The value of an expression of the kernel at the place.
    pub fn recorded(&mut self, e: ExprId, known: &[TermId]) -> Result<Poly, Stop> {
        let Some((value, thread)) = self.record_of(e) else { return unknown("a value that is not recorded") };
        self.expand(value, At { thread: &thread, known, trail: &Trail::new() })
    }

    /// The same as a term, where nothing of it is to be followed.
    pub fn plainly_recorded(&mut self, e: ExprId) -> Option<TermId> {
        let (value, thread) = self.record_of(e)?;
        self.settled(value).ok()?;
        Some(thread.at(self.terms, value))
    }

    fn record_of(&self, e: ExprId) -> Option<(TermId, View)> {
        let here = self.here.as_ref()?;
        Some((*here.values.get(&e)?, here.thread.clone()))
    }

    /// An index of the thread that is there.
    pub fn index_here(&self, special: Special) -> Option<TermId> {
        let [thread, block] = self.here.as_ref()?.thread.coordinates;
        match special {
            Special::ThreadIdx(axis) => Some(thread[axis.index()]),
            Special::BlockIdx(axis) => Some(block[axis.index()]),
            _ => None,
        }
    }

    /// Shows a condition on which threads of the block are at the place, in the same iterations.
    pub fn show_of_threads(&mut self, threads: &Threads, known: &[TermId]) -> Result<(), Stop> {
        let Some(here) = self.here.as_ref().filter(|_| threads.is_about_activity()) else {
            return unknown("a condition on threads");
        };
        let (event, block, counters) = (here.event, here.thread.clone(), here.counters.clone());
        let other = self.anybody(Some(&block));
        let other = other.at_counters(self.terms, self.summary, &counters);
        let summary = self.summary;
        let facts = [known, &other.exists(self.terms, self.summary)].concat();
        let guard = other.at(self.terms, summary.events[event].guard);
        let mut conditions = self.counters_in_range(&other, &summary.events[event].loops);
        conditions.push(guard);
        self.activity = Some(self.terms.and(&conditions));
        let condition = self.condition(&threads.body, &Bound::new());
        self.activity = None;
        match condition {
            Some(condition) if self.holds(&facts, condition)? => Ok(()),
            _ => unknown("which threads are there is not shown"),
        }
    }

    /// The condition that a store comes before the place; no condition for clauses about the end.
    pub fn precedes(&mut self, thread: &View, store: &Store) -> Option<TermId> {
        let here = self.here.as_ref()?;
        let (event, counters) = (here.event, here.counters.clone());
        let mut cases = Vec::new();
        let mut same = Vec::new();
        for (&l, (_, now)) in
            self.summary.events[store.at].loops.iter().zip(&counters).take_while(|(l, (m, _))| *l == m)
        {
            let k = self.counter(thread, l);
            let mut case = same.clone();
            case.push(self.terms.lt(k, *now));
            cases.push(self.terms.and(&case));
            same.push(self.terms.eq(k, *now));
        }
        if store.at < event {
            cases.push(self.terms.and(&same));
        }
        Some(self.terms.or(&cases))
    }

    /// Stops at objects whose contents a clause cannot name.
    pub fn is_followed(&self, object: ObjectId) -> Result<(), Stop> {
        let object = &self.kernel.objects[object];
        match object.space {
            Space::Global | Space::Constant => Ok(()),
            Space::Shared | Space::Private | Space::Image => {
                unknown(format!("what `{}` holds inside of the kernel", object.name))
            }
        }
    }
}
