//! Messages: a thread writes a flag, another one reads a value that only this write can have left.
//!
//! Proves for each write to the flag, by any thread: if the read observes it, then either the write releases the access, or
//! its thread has acquired the access by an earlier message. A write whose value cannot be the one that was read is not
//! observed. Atomics that leave the value unchanged are skipped: they pass on the write that they observe.

use super::readings::Reading;
use super::{Instance, Search, MAX_HOPS};
use crate::{Proof, View};
use rustc_hash::FxHashMap;
use wp_base::Assumption;
use wp_kir::Space;
use wp_logic::{Sort, TermId};
use wp_summary::{Access, AccessMode, Change, Premise};

impl Search<'_, '_> {
    /// The proof by a message that an access happens before an event of another thread with these readings.
    pub(super) fn by_messages(
        &mut self,
        known: &[TermId],
        access: &Instance,
        (event, readings): (&Instance, &[Reading]),
        hops: usize,
    ) -> Option<Proof> {
        readings
            .iter()
            .find_map(|reading| self.proof(&[reading], |search| search.message(known, access, (event, reading), hops)))
    }

    fn message(
        &mut self,
        known: &[TermId],
        access: &Instance,
        (event, reading): (&Instance, &Reading),
        hops: usize,
    ) -> Option<Proof> {
        let flag = self.access(reading.read.event)?;
        let object = &self.kernel.objects[flag.object];
        // What shared memory holds at first is not known. Flags that an earlier launch set are still set.
        if object.space != Space::Global || object.is_reused || !self.may_start_at_zero(flag.object) {
            return None;
        }
        let threads = [&access.view, &event.view, &reading.read.view];
        let was_written = match self.terms.sort(reading.value) {
            Sort::Bool => reading.value,
            Sort::Int => {
                let zero = self.terms.int(0);
                self.terms.ne(reading.value, zero)
            }
            Sort::Float(_) => return None,
        };
        self.rests_on.add(Premise::Assumption(Assumption::ZeroedFlags));
        let mut proof = self.show([known, &reading.facts], was_written, &threads)?;
        let seen = self.seen(access, event, reading);
        proof.add(self.show([known, &reading.facts], seen, &threads)?);
        for write in 0..self.summary.events.len() {
            let writes = self.access(write).filter(|a| a.object == flag.object && a.mode != AccessMode::Read);
            let Some(by) = writes.filter(|_| !self.leaves_the_value(write)) else { continue };
            let anybody = View::arbitrary(self.terms, self.summary, &FxHashMap::default(), None);
            let write = self.here(anybody, write);
            let mut there = reading.facts.clone();
            there.extend(self.known_of(&write));
            there.extend(self.observed(&write, by, flag, (reading.value, reading.offset)));
            let threads = [&access.view, &event.view, &reading.read.view, &write.view];
            let is_strong = self.is_strong(by, self.needed(flag.object)) && by.ty == flag.ty;
            let released = match is_strong {
                true => {
                    let same = self.same(&access.view, &write.view);
                    self.released(access, &write, same, self.other_fences(reading.read.event))
                }
                false => self.terms.fls(),
            };
            let direct = self.show([known, &there], released, &threads);
            proof.add(match direct {
                Some(direct) => direct,
                None if is_strong && hops < MAX_HOPS.get() => {
                    there.push(self.terms.not(released));
                    let here = [known, &there].concat();
                    let mut readings = self.readings(&write);
                    for earlier in &mut readings {
                        // What the earlier read acquires, the write has to release.
                        let same = self.same(&earlier.read.view, &write.view);
                        let other_fences = self.other_fences(reading.read.event);
                        let passed_on = self.released(&earlier.read, &write, same, other_fences);
                        earlier.made = self.terms.and(&[earlier.made, passed_on]);
                        earlier.acquired = self.terms.and(&[earlier.acquired, passed_on]);
                    }
                    self.by_messages(&here, access, (&write, &readings), hops + 1)?
                }
                None => return None,
            });
        }
        Some(proof)
    }

    /// True for an atomic that writes what it has read.
    pub(super) fn leaves_the_value(&self, event: usize) -> bool {
        match self.summary.updates.get(&event).map(|u| u.change) {
            Some(Change::None) => true,
            Some(Change::Add(by)) => self.terms.as_int(by) == Some(0),
            _ => false,
        }
    }

    /// What holds if the read of a value at an offset observes a write.
    fn observed(&mut self, write: &Instance, by: &Access, flag: &Access, (value, at): (TermId, TermId)) -> Vec<TermId> {
        let offset = self.value(write, by.offset);
        let [own, other] = [flag.width, by.width].map(|width| self.terms.int(i128::from(width)));
        let (end, other_end) = (self.terms.add(at, own), self.terms.add(offset, other));
        let mut observed = vec![self.terms.lt(at, other_end), self.terms.lt(offset, end)];
        if by.ty != flag.ty {
            return observed;
        }
        let written = match (by.mode, self.summary.updates.get(&write.event).map(|u| u.change)) {
            (AccessMode::Write, _) => by.value,
            (_, Some(Change::Exchange(new) | Change::CompareAndSwap { new, .. })) => Some(new),
            _ => None,
        };
        if let Some(written) = written {
            let written = self.value(write, written);
            // If the write covers only some of the bytes, the value read is unconstrained.
            let same_place = self.terms.eq(at, offset);
            let same_value = self.equal(value, written);
            observed.push(self.terms.implies(same_place, same_value));
        }
        observed
    }
}
