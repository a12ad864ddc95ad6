//! Alignment by barrier intervals: two parts of a kernel that work on their own shared arrays in the same number of
//! steps.
//!
//! If both parts have the same number of barriers, the shared arrays of one part are paired with those of the other,
//! and the proof goes interval by interval: if the pairs are equal at one barrier, in every element and every block,
//! they are equal at the next barrier. A value that is read in an interval without an earlier store in the interval is
//! then one unknown function of block and address for both parts. So values need not be followed through their whole
//! history, and an unrolled loop over barriers costs as much as its iterations, not as much as the tree of values that
//! they build (Li and Gopalakrishnan, section IV-E, align loops; Chong et al. check invariants barrier by barrier).
//!
//! Memory that was never written has no value in either part: the proof shows that every read of the paired arrays
//! follows a store to its element. Arrays are paired in the order of their declarations. Sound. Incomplete: all threads
//! must execute all barriers, outside of loops that are not unrolled.

use super::arrays::Window;
use super::questions::{unknown, Stop};
use super::real::{Atom, Poly};
use super::session::{Cuts, Session};
use wp_kir::{BarrierScope, ObjectId, Space, Type};
use wp_logic::{Class, Sort, TermId};
use wp_prove::View;
use wp_summary::{Access, AccessMode, Event, EventKind};

impl Session<'_> {
    /// Finds the intervals of two parts, of which the second one begins behind the barrier of the grid; `None` where
    /// they are not aligned.
    pub fn find_cuts(&self) -> Option<Cuts> {
        let events = &self.summary.events;
        // A part with such a barrier of its own is none that is understood here.
        let of_grid = |e: &Event| matches!(e.kind, EventKind::Barrier { scope: BarrierScope::Grid, .. });
        let mut middles = events.iter().enumerate().filter(|(_, e)| of_grid(e));
        let (Some((middle, event)), None) = (middles.next(), middles.next()) else { return None };
        if !event.loops.is_empty() {
            return None;
        }
        let mut cuts = Cuts::default();
        for (side, (from, to)) in [(0, middle), (middle + 1, events.len())].into_iter().enumerate() {
            cuts.bounds[side].push(from);
            for (at, event) in events.iter().enumerate().take(to).skip(from) {
                if let EventKind::NamedBarrier(_) = event.kind {
                    return None;
                }
                let EventKind::Barrier { scope, fence, .. } = &event.kind else { continue };
                let of_all = self.terms.as_bool(event.guard) == Some(true) && event.loops.is_empty();
                if !of_all || *scope != BarrierScope::Block || !fence.shared {
                    return None;
                }
                cuts.bounds[side].push(at + 1);
            }
            cuts.bounds[side].push(to);
        }
        let shared = |from: usize, to: usize| {
            let mut found: Vec<ObjectId> = Vec::new();
            for event in &events[from..to] {
                if let EventKind::Access(a) = &event.kind {
                    if self.kernel.objects[a.object].space == Space::Shared && !found.contains(&a.object) {
                        found.push(a.object);
                    }
                }
            }
            found.sort();
            found
        };
        let (first, second) = (shared(0, middle), shared(middle + 1, events.len()));
        let aligned = cuts.bounds[0].len() == cuts.bounds[1].len() && cuts.count() > 1;
        let alike = |(x, y): (&ObjectId, &ObjectId)| self.kernel.objects[*x].elem == self.kernel.objects[*y].elem;
        if !aligned || first.is_empty() || first.len() != second.len() || !first.iter().zip(&second).all(alike) {
            return None;
        }
        cuts.firsts = first.iter().map(|&o| (o, o)).collect();
        cuts.twins = second.into_iter().zip(first).collect();
        Some(cuts)
    }

    /// Shows that paired arrays are equal at every barrier, and takes this for granted from here on.
    pub fn align(&mut self, cuts: Cuts, known: &[TermId]) -> Result<(), Stop> {
        let pairs: Vec<[ObjectId; 2]> = cuts.twins.iter().map(|(&second, &first)| [first, second]).collect();
        let count = cuts.count();
        self.cuts = Some(cuts);
        for &arrays in pairs.iter() {
            self.show_written_before_read(arrays)?;
        }
        // No thread reads the contents that the last interval leaves in shared memory.
        for number in 0..count - 1 {
            for &arrays in &pairs {
                let Some(cuts) = &self.cuts else { return unknown("no alignment") };
                let window = Window { events: [0, 1].map(|side: usize| cuts.interval(side, number)) };
                self.show_same(arrays, Some(window), known)?;
            }
        }
        Ok(())
    }

    /// Where a read of an aligned array is, if it is one: the first event of its interval.
    pub fn interval_start(&self, object: ObjectId, event: usize) -> Option<usize> {
        self.cuts.as_ref()?.place(object, event).map(|(_, start, _)| start)
    }

    /// The contents of an aligned array at an address when the interval of an event begins, in the block of a thread.
    pub fn at_cut(
        &mut self,
        object: ObjectId,
        ty: Type,
        event: usize,
        thread: &View,
        offset: TermId,
    ) -> Result<Poly, Stop> {
        let place = self.cuts.as_ref().and_then(|c| c.place(object, event));
        let Some((common, _, number)) = place else { return unknown("an array that is not aligned") };
        let key = (common, ty, number);
        let f = match self.cuts.as_ref().and_then(|c| c.contents.get(&key).copied()) {
            Some(f) => f,
            None => {
                let (sort, range) = wp_summary::value_sort(ty);
                let name = format!("{} at barrier {number}", self.kernel.objects[common].name);
                let f = self.terms.func(&name, &[Sort::Int; 4], sort, Class::Launch, range);
                if let Some(cuts) = &mut self.cuts {
                    cuts.contents.insert(key, f);
                }
                f
            }
        };
        let [x, y, z] = thread.coordinates[1];
        Ok(Poly::atom(Atom::Term(self.terms.app(f, &[x, y, z, offset]))))
    }

    /// Shows of every read of two arrays that a store to its element comes before it.
    fn show_written_before_read(&mut self, arrays: [ObjectId; 2]) -> Result<(), Stop> {
        let summary = self.summary;
        for (at, event) in summary.events.iter().enumerate() {
            let EventKind::Access(access) = &event.kind else { continue };
            if access.mode != AccessMode::Read || !arrays.contains(&access.object) {
                continue;
            }
            self.questions.start_part();
            let reader = self.anybody(None);
            let known = self.facts(&reader, at);
            let offset = reader.at(self.terms, access.offset);
            if self.refuted(&known)? || self.is_written_before(access, at, (&reader, offset), &known)? {
                continue;
            }
            return unknown("shared memory may be read before it is written");
        }
        Ok(())
    }

    fn is_written_before(
        &mut self,
        access: &Access,
        event: usize,
        (reader, offset): (&View, TermId),
        known: &[TermId],
    ) -> Result<bool, Stop> {
        for store in self.stores(access.object, access.ty)?.iter().filter(|s| s.at < event) {
            // In loops the store may come after the read.
            if !self.summary.events[store.at].loops.is_empty() {
                continue;
            }
            for guess in self.writers(store, offset, &[], Some(reader), Some(reader))? {
                let Some(digits) = self.digit_facts(&guess.digits, known)? else { continue };
                let facts = [known, &digits].concat();
                let mut hits = true;
                for condition in self.hit(&guess.thread, store, offset) {
                    hits = hits && self.holds(&facts, condition)?;
                }
                if hits {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
