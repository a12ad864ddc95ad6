//! Records events, facts, assumptions and approximations in the summary, unless the run is on trial.

use crate::context::Context;
use crate::state::{PtrAlt, State, Target};
use crate::{seeded, Access, AccessMode, Event, EventKind, Fact, Invalid, Premises, Strength};
use std::rc::Rc;
use wp_base::{Assumption, Span};
use wp_kir::{ObjectId, Space, Type};
use wp_logic::{Term, TermId};

/// What an access does to the elements that its pointer leads to.
#[derive(Clone, Copy)]
pub(crate) struct Touch {
    pub mode: AccessMode,
    pub ty: Type,
    /// The value that is read or stored, if it has a term.
    pub value: Option<TermId>,
    pub strength: Strength,
    pub span: Span,
}

impl Context<'_> {
    pub(crate) fn event(&mut self, kind: EventKind, guard: TermId, span: Span) {
        if self.trial > 0 || self.silenced || matches!(self.terms.kind(guard), Term::Bool(false)) {
            return;
        }
        self.out.events.push(Event { kind, guard, returned: self.returned, loops: self.loops.clone(), span });
    }

    /// Adds what holds wherever `live` does, for the counters in scope.
    pub(crate) fn fact(&mut self, live: TermId, term: TermId) {
        if self.trial == 0 {
            let term = self.terms.implies(live, term);
            let from = self.out.events.len();
            let rests_on = Premises::NONE;
            self.out.facts.push(Fact { loops: self.loops.clone(), term, from, rests_on });
        }
    }

    /// A fact that rests on invariants, or on what the threads of a block read alike.
    pub(crate) fn claim_known(&mut self, live: TermId, fact: TermId, rests_on: &Premises) {
        if self.trial == 0 {
            let term = self.terms.implies(live, fact);
            let from = self.out.events.len();
            let rests_on = rests_on.clone();
            self.out.claims.push(Fact { loops: self.loops.clone(), term, from, rests_on });
        }
    }

    /// Records the use of a named assumption.
    pub(crate) fn rest_on(&mut self, assumption: Assumption) {
        if self.trial == 0 {
            self.out.assumptions.insert(assumption);
        }
    }

    pub(crate) fn record_approximation(&mut self, what: &str, span: Span) {
        if self.trial == 0 {
            self.out.approximations.insert((what.to_owned(), span));
        }
    }

    /// Records the access of each alternative of the pointer.
    pub(crate) fn accesses(&mut self, st: &State, alts: &Rc<[PtrAlt]>, touch: Touch) {
        let first = seeded!(self.config.fault, FirstPointerTarget);
        for alt in alts.iter().take(if first { 1 } else { usize::MAX }) {
            let guard = self.terms.and(&[st.live, alt.guard]);
            if matches!(self.terms.kind(guard), Term::Bool(false)) {
                continue;
            }
            match alt.target {
                Target::Object(object) => self.access(guard, (object, alt.offset), true, touch),
                Target::Null => {
                    let write = touch.mode != AccessMode::Read;
                    self.event(EventKind::Invalid { fault: Invalid::Null, write }, guard, touch.span);
                }
                Target::Unknown | Target::Number | Target::Opaque(_) => self.unresolved(guard, touch),
            }
        }
    }

    /// Records an access to an object at an offset. `exact`: the offset is known.
    fn access(&mut self, guard: TermId, (object, offset): (ObjectId, TermId), exact: bool, touch: Touch) {
        let Touch { mode, ty, value, strength, span } = touch;
        if mode != AccessMode::Read {
            if self.trial == 0 {
                self.out.memory.written.insert(object);
            }
            if self.kernel.objects[object].space == Space::Constant {
                self.event(EventKind::Invalid { fault: Invalid::ConstantWrite, write: true }, guard, span);
            }
            if self.snapshot_objects.contains(&object) {
                let what = format!("store to `{}`, which stands for other memory", self.kernel.objects[object].name);
                self.event(EventKind::Unsupported(what), guard, span);
            }
        }
        let space = self.kernel.objects[object].space;
        if self.in_copy && (space == Space::Private || mode == AccessMode::Write && space != Space::Shared) {
            let what = "asynchronous copy other than from global to shared memory".to_owned();
            self.event(EventKind::Unsupported(what), guard, span);
        }
        let width = if seeded!(self.config.fault, NarrowAccess) { 1 } else { ty.size() };
        let access = Access { mode, object, offset, width, ty, value, exact, is_copy: self.in_copy, strength };
        self.event(EventKind::Access(access), guard, span);
    }

    /// An access through a pointer that could not be resolved may touch any object the address space allows.
    fn unresolved(&mut self, guard: TermId, touch: Touch) {
        if self.trial > 0 {
            return;
        }
        let Touch { mode, span, .. } = touch;
        self.record_approximation("access through a pointer that could not be resolved", span);
        if mode == AccessMode::Read {
            self.out.memory.unresolved_reads.push(span);
        } else {
            self.out.memory.unresolved_writes.push(span);
        }
        let objects: Vec<ObjectId> = self
            .kernel
            .objects
            .iter()
            .filter(|(id, o)| {
                let only_written = mode != AccessMode::Read || !self.is_read_only(*id);
                matches!(o.space, Space::Global | Space::Image | Space::Shared) && only_written
            })
            .map(|(id, _)| id)
            .collect();
        for object in objects {
            let offset = self.unknown_term("offset of an unresolved pointer", Type::I64);
            self.access(guard, (object, offset), false, touch);
        }
    }
}
