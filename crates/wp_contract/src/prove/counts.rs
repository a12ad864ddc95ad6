//! Elements that only atomic additions of integers change: the initial value plus the sum of the summands of all
//! threads.
//!
//! Additions commute, so their order does not matter, and every instance of an addition counts once. Therefore guard,
//! address and addend may depend only on the thread, its loop counters and the inputs: unknowns of single threads could
//! not be summed. The proof assumes that the cell does not wrap around (`no-atomic-wrap`).

use super::questions::{too_great, unknown, Stop};
use super::real::{Atom, Poly};
use super::session::Session;
use super::values::{At, Trail};
use wp_base::Assumption;
use wp_kir::{ObjectId, Type};
use wp_logic::{Class, Ratio, Sort, Term, TermId};
use wp_summary::{AccessMode, EventKind};

impl Session<'_> {
    /// True if atomics change an object.
    pub fn is_counted(&self, object: ObjectId) -> bool {
        self.summary.events.iter().any(|event| {
            matches!(&event.kind, EventKind::Access(a) if a.object == object && matches!(a.mode, AccessMode::Atomic(_)))
        })
    }

    /// The final value of such an element.
    pub fn counted(&mut self, object: ObjectId, ty: Type, offset: TermId) -> Result<Poly, Stop> {
        let summary = self.summary;
        let name = self.kernel.objects[object].name.clone();
        let mut sum = self.initial_value(object, ty, offset)?;
        for (at, event) in summary.events.iter().enumerate() {
            let EventKind::Access(access) = &event.kind else { continue };
            if access.object != object {
                continue;
            }
            let width = self.terms.int(i128::from(access.width));
            let rest = self.terms.modulo(access.offset, width);
            if access.ty != ty || !access.exact || self.terms.as_int(rest) != Some(0) {
                return unknown(format!("`{name}` is accessed in elements of several kinds"));
            }
            let (AccessMode::Atomic(_), Some(added)) = (access.mode, summary.added(at)) else {
                return unknown(format!("`{name}` is changed by more than atomic additions"));
            };
            if !event.loops.is_empty() {
                return unknown(format!("atomic additions to `{name}` in a loop"));
            }
            if !self.of_inputs(&[event.guard, access.offset, added]) {
                return unknown(format!("what is added to `{name}` depends on more than the inputs"));
            }
            self.assumptions.insert(Assumption::NoAtomicWrap);
            let all = self.all_additions(at, access.offset, added, offset)?;
            sum = sum.plus(Ratio::int(1), &all).ok_or_else(too_great)?;
        }
        Ok(sum)
    }

    /// The sum that all threads add to an element by one addition.
    fn all_additions(&mut self, at: usize, address: TermId, added: TermId, offset: TermId) -> Result<Poly, Stop> {
        let summary = self.summary;
        let mut anybody = self.anybody(None);
        let extents = [summary.launch.bdim, summary.launch.gdim].concat();
        let mut open: Vec<(TermId, TermId)> = Vec::new();
        for (&own, extent) in anybody.coordinates.as_flattened().iter().zip(extents) {
            if matches!(self.terms.kind(own), Term::App(..)) {
                open.push((own, extent));
            } else if self.terms.as_int(extent) != Some(1) {
                return unknown("dimensions that are given in part");
            }
        }
        let mut facts = anybody.exists(self.terms, self.summary);
        let address = anybody.at(self.terms, address);
        let (guard, hit) = (anybody.at(self.terms, summary.events[at].guard), self.terms.eq(address, offset));
        let mut condition = self.terms.and(&[guard, hit]);
        // One point: only the coordinate that the condition equates with something adds.
        while let Some((own, value)) = self.equated(condition, &open) {
            let map = [(own, value)].into_iter().collect();
            open.retain(|(other, _)| *other != own);
            let exists = self.terms.and(&facts);
            condition = self.terms.and(&[condition, exists]);
            condition = self.terms.substitute(condition, &map);
            facts = facts.into_iter().map(|f| self.terms.substitute(f, &map)).collect();
            for coordinate in anybody.coordinates.as_flattened_mut() {
                *coordinate = self.terms.substitute(*coordinate, &map);
            }
            let [tid, bid] = anybody.coordinates;
            anybody = anybody.at_coordinates(self.terms, self.summary, [tid, bid]);
        }
        facts.push(condition);
        self.summed.extend(open.iter().map(|(own, _)| *own));
        let added = self.expand(added, At { thread: &anybody, known: &facts, trail: &Trail::new() });
        self.summed.truncate(self.summed.len() - open.len());
        let mut all = added?.times(&Poly::atom(Atom::Cond(condition))).ok_or_else(too_great)?;
        let zero = self.terms.int(0);
        for (own, extent) in open {
            all = self.sum(zero, extent, own, &all)?;
        }
        Ok(all)
    }

    /// A coordinate that a condition equates with something that no other one of them occurs in.
    fn equated(&mut self, condition: TermId, open: &[(TermId, TermId)]) -> Option<(TermId, TermId)> {
        let conjuncts = match self.terms.kind(condition) {
            Term::And(items) => items.to_vec(),
            _ => vec![condition],
        };
        for conjunct in conjuncts {
            let Term::Eq(sum, c) = *self.terms.kind(conjunct) else { continue };
            if self.terms.sort(sum) != Sort::Int {
                continue;
            }
            let apps = self.terms.apps(&[sum]);
            let mut inside = open.iter().filter(|(own, _)| apps.contains(own));
            let (Some(&(own, _)), None) = (inside.next(), inside.next()) else { continue };
            let linear = self.terms.linear(sum);
            let Some(&(coefficient, _)) = linear.items.iter().find(|(_, t)| *t == own) else { continue };
            if coefficient.abs() != 1 {
                continue;
            }
            // `coefficient * own + rest == c`
            let part = self.terms.scale(coefficient, own);
            let rest = self.terms.sub(sum, part);
            let value = self.terms.sub(c, rest);
            let value = self.terms.scale(coefficient, value);
            if !self.terms.apps(&[value]).contains(&own) {
                return Some((own, value));
            }
        }
        None
    }

    /// True if terms depend on the thread and the inputs alone.
    fn of_inputs(&self, roots: &[TermId]) -> bool {
        let l = self.summary.launch;
        let coordinates = [l.tid, l.bid].concat();
        self.terms.apps(roots).into_iter().all(|app| match self.terms.kind(app) {
            Term::App(f, _) => {
                let inputs = self.terms.func_info(*f).class == Class::Launch
                    && !self.summary.functions.shared_reads.contains_key(f);
                inputs && self.head_of(*f).is_none() || coordinates.contains(&app)
            }
            _ => true,
        })
    }
}
