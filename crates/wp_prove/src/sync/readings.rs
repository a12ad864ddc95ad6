//! The strong reads that precede an event: by its own thread, or by thread (0, 0, 0) of its block with a barrier
//! between; and whether their order, or a fence behind them, acquires what they observe. Incomplete: reads by other
//! threads are not found.

use super::{Instance, Search};
use crate::View;
use rustc_hash::FxHashMap;
use wp_kir::{MemOrder, Space};
use wp_logic::{Term, TermId};
use wp_summary::{AccessMode, Change, Event, EventKind, Memory, Premise, Premises};

/// A strong read that a thread made before an event.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub read: Instance,
    /// The value that was read.
    pub value: TermId,
    /// Its byte offset.
    pub offset: TermId,
    /// What is known of its thread beside what is known of the event.
    pub facts: Vec<TermId>,
    /// The read was made before the event, by its thread or with a barrier in between.
    pub made: TermId,
    /// It acquires by its own order, or there is a fence between the two as well.
    pub acquired: TermId,
    /// What these rest on.
    pub rests_on: Premises,
}

impl Search<'_, '_> {
    /// The strong reads before an event, by its own thread or by the first thread of its block.
    pub(super) fn readings(&mut self, of: &Instance) -> Vec<Reading> {
        let mut found = Vec::new();
        for event in 0..self.summary.events.len() {
            let Some(access) = self.access(event) else { continue };
            let result = match access.mode {
                AccessMode::Atomic(_) => self.summary.updates.get(&event).and_then(|u| u.result),
                AccessMode::Read => access.value,
                AccessMode::Write => None,
            };
            let scope = self.needed(access.object);
            let Some(result) = result.filter(|_| access.exact) else { continue };
            let is_unknown = matches!(self.terms.kind(result), Term::App(..));
            let (is_strong, strength) = self.with_premises(|search| search.is_strong(access, scope));
            if !is_unknown || !is_strong || !self.may_synchronise(access.object) {
                continue;
            }
            let own = self.with_premises(|search| search.own_reading(of, event, result));
            let of_first = self.with_premises(|search| search.reading_of_first_thread(of, event, result));
            for (reading, rests_on) in [own, of_first] {
                found.extend(reading.map(|reading| Reading { rests_on: rests_on.and(&strength), ..reading }));
            }
        }
        found
    }

    /// The counters of an event that a thread has executed when it is at another one: those around both, and further in
    /// the last iterations.
    fn last_before(&mut self, event: usize, of: &Instance, view: &View) -> Option<Vec<TermId>> {
        let (loops, around) = (self.loops(event), self.loops(of.event));
        let common = loops.iter().zip(around).take_while(|(a, b)| a == b).count();
        let mut counters = of.counters[..common].to_vec();
        for (depth, &l) in loops.iter().enumerate().skip(common) {
            let exit = view.at(self.terms, self.summary.loops[l].exit?);
            let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
            for (outer, &counter) in loops[..depth].iter().zip(&counters) {
                map.insert(view.at(self.terms, self.summary.loops[*outer].counter), counter);
            }
            counters.push(self.terms.substitute(exit, &map));
        }
        Some(counters)
    }

    fn own_reading(&mut self, of: &Instance, event: usize, result: TermId) -> Option<Reading> {
        if event == of.event {
            return None;
        }
        let view = of.view.clone();
        let counters = self.last_before(event, of, &view)?;
        let read = Instance { view, event, counters };
        let made = self.precedes(&read, of);
        let executed = self.guard(&read);
        let made = self.terms.and(&[made, executed]);
        if self.terms.as_bool(made) == Some(false) {
            return None;
        }
        let scope = self.needed(self.access(event)?.object);
        let mut fenced = vec![self.acquires(&read, result)];
        for fence in self.fences(scope, MemOrder::acquires) {
            let near = [self.around(fence, of), self.around(fence, &read)];
            for fence in near.into_iter().flatten() {
                let between = [self.precedes(&read, &fence), self.precedes(&fence, of), self.guard(&fence)];
                fenced.push(self.terms.and(&between));
            }
        }
        let fenced = self.terms.or(&fenced);
        self.reading(read, result, (made, fenced), Vec::new())
    }

    /// A read by thread (0, 0, 0) of the block of an event, with a barrier between the two.
    fn reading_of_first_thread(&mut self, of: &Instance, event: usize, result: TermId) -> Option<Reading> {
        let zero = self.terms.int(0);
        let none = FxHashMap::default();
        let coordinates = [[zero; 3], of.view.coordinates[1]];
        let view = View::arbitrary(self.terms, self.summary, &none, Some(&of.view));
        let view = view.at_coordinates(self.terms, self.summary, coordinates);
        let (mut met, mut fenced, mut facts) = (Vec::new(), Vec::new(), Vec::new());
        let other_fences = self.other_fences(event);
        let mut found: Option<Instance> = None;
        let scope = self.needed(self.access(event)?.object);
        for barrier in self.barriers() {
            let Some(of_thread) = self.around(barrier, of) else { continue };
            let there = Instance { view: view.clone(), ..of_thread.clone() };
            let counters = self.last_before(event, &there, &view)?;
            if found.as_ref().is_some_and(|other| other.counters != counters) {
                continue;
            }
            let read = Instance { view: view.clone(), event, counters };
            let passed = [
                self.precedes(&read, &there),
                self.guard(&read),
                self.guard(&there),
                self.precedes(&of_thread, of),
                self.guard(&of_thread),
            ];
            let passed = self.terms.and(&passed);
            if self.terms.as_bool(passed) == Some(false) {
                continue;
            }
            met.push(passed);
            let by_itself = self.acquires(&read, result);
            fenced.push(self.terms.and(&[passed, by_itself]));
            for fence in self.fences(scope, MemOrder::acquires) {
                for fence in [self.around(fence, &there), self.around(fence, &read)].into_iter().flatten() {
                    let between = [self.precedes(&read, &fence), self.precedes(&fence, &there), self.guard(&fence)];
                    let between = self.terms.and(&between);
                    fenced.push(self.terms.and(&[passed, between]));
                }
            }
            // Where fences are sequentially consistent, that of another thread, behind the barrier, does as well.
            for fence in self.fences(scope, MemOrder::acquires).filter(|_| other_fences) {
                let Some(fence) = self.around(fence, of) else { continue };
                let between = [self.precedes(&of_thread, &fence), self.precedes(&fence, of), self.guard(&fence)];
                let between = self.terms.and(&between);
                fenced.push(self.terms.and(&[passed, between]));
            }
            // All threads of the block come to a barrier that one of them has passed, or have returned.
            let passed = self.guard(&of_thread);
            let returned = self.value(&there, self.summary.events[barrier].returned);
            for fact in self.known_of(&there) {
                let fact = self.terms.or(&[fact, returned]);
                facts.push(self.terms.implies(passed, fact));
            }
            facts.extend(self.stored_by(&view, &there, of));
            found = Some(read);
        }
        self.rests_on.add(Premise::NoDivergence);
        let (made, fenced) = (self.terms.or(&met), self.terms.or(&fenced));
        self.reading(found?, result, (made, fenced), facts)
    }

    /// The condition that a read, whose result is given, acquires by its own order. A compare-and-swap that fails may
    /// have a weaker order than one that succeeds.
    fn acquires(&mut self, read: &Instance, result: TermId) -> TermId {
        let order = self.access(read.event).map(|access| access.strength.order());
        if !order.is_some_and(MemOrder::acquires) {
            return self.terms.fls();
        }
        match self.summary.updates.get(&read.event).map(|update| update.change) {
            Some(Change::CompareAndSwap { expected, .. }) => {
                let (old, expected) = (self.value(read, result), self.value(read, expected));
                self.equal(old, expected)
            }
            _ => self.terms.tru(),
        }
    }

    /// True if fences of other threads count, with barriers between: all order is by sequentially consistent fences,
    /// and the read is an update, or no update of the object can stand between the write that it observes and itself.
    pub(super) fn other_fences(&self, read: usize) -> bool {
        let by_order = |event: &Event| match &event.kind {
            EventKind::Fence { order, .. } => *order != MemOrder::SeqCst,
            EventKind::Access(access) => access.strength.order().orders(),
            _ => false,
        };
        if self.summary.events.iter().any(by_order) {
            return false;
        }
        let is_update = |e: usize| {
            let update = self.summary.updates.get(&e);
            update.is_some_and(|update| update.change != Change::None)
        };
        let object = self.access(read).map(|a| a.object);
        let mut updates = (0..self.summary.events.len()).filter(|&e| is_update(e));
        is_update(read) || !updates.any(|e| self.access(e).map(|a| a.object) == object)
    }

    fn reading(
        &mut self,
        read: Instance,
        result: TermId,
        (made, fenced): (TermId, TermId),
        facts: Vec<TermId>,
    ) -> Option<Reading> {
        let offset = self.access(read.event)?.offset;
        let (value, offset) = (self.value(&read, result), self.value(&read, offset));
        let acquired = self.terms.and(&[made, fenced]);
        Some(Reading { read, value, offset, facts, made, acquired, rests_on: Premises::NONE })
    }

    /// What the thread has stored to shared variables before a barrier is what the event's thread reads behind it:
    /// where a single store of the kernel writes the variable, outside of loops, any other store to the cell would be a
    /// race.
    fn stored_by(&mut self, view: &View, barrier: &Instance, of: &Instance) -> Vec<TermId> {
        let mut facts = Vec::new();
        for (e, event) in self.summary.events.iter().enumerate() {
            let EventKind::Access(read) = &event.kind else { continue };
            let (AccessMode::Read, Some(value)) = (read.mode, read.value) else { continue };
            let Term::App(f, _) = *self.terms.kind(value) else { continue };
            let is_shared = self.kernel.objects[read.object].space == Space::Shared;
            if !is_shared || !read.exact || !self.summary.functions.shared_reads.contains_key(&f) {
                continue;
            }
            let mut writes = (0..self.summary.events.len())
                .filter(|&w| self.access(w).is_some_and(|a| a.object == read.object && a.mode != AccessMode::Read));
            let (Some(store), None) = (writes.next(), writes.next()) else { continue };
            let Some(written) = self.access(store) else { continue };
            let (Some(stored), true) = (written.value, self.loops(store).is_empty()) else { continue };
            let plain = written.mode == AccessMode::Write && written.exact && !written.is_copy && written.ty == read.ty;
            let Some(read_at) = self.around(e, of).filter(|_| plain) else { continue };
            let store = Instance { view: view.clone(), event: store, counters: Vec::new() };
            let of_reader = Instance { view: of.view.clone(), ..barrier.clone() };
            let (from, to) = (self.value(&store, written.offset), self.value(&read_at, read.offset));
            let premise = [
                self.guard(&store),
                self.precedes(&store, barrier),
                self.precedes(&of_reader, &read_at),
                self.guard(&of_reader),
                self.guard(&read_at),
                self.terms.eq(from, to),
            ];
            let premise = self.terms.and(&premise);
            let (stored, seen) = (self.value(&store, stored), self.value(&read_at, value));
            let equal = self.equal(seen, stored);
            facts.push(self.terms.implies(premise, equal));
            self.rests_on.add(Premise::RaceFree(Memory::Object(read.object)));
        }
        facts
    }
}
