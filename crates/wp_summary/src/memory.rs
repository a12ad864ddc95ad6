//! The values of loads, and what the generic thread knows of memory.
//!
//! A load of an object that the kernel never writes is a function of the address. A load of private memory at a
//! constant offset returns the thread's last store. A load of an object that is written is a function of the address
//! and of the point of execution (position between barriers and stores, iterations of the loops around it), shared by
//! the threads of a block: without races no other thread changes a cell in the interval in which it is read, so two
//! threads that read it at the same point read the same value. Proofs that use this rest on race freedom (up to the
//! first race, the values agree). Every other load is an unknown of the thread (adversarial abstraction). The point of
//! execution contains only what may change the object: barriers, the thread's own stores to it, and loops that contain
//! such (`loops/effects`).

pub(crate) mod heads;
pub(crate) mod instances;
pub(crate) mod interval;
pub(crate) mod scans;
pub(crate) mod versions;

use crate::context::Context;
use crate::memory::heads::{Head, HeadFunction};
use crate::memory::instances::Instances;
use crate::memory::interval::{Interval, OwnRead, OwnStore};
use crate::memory::scans::Scans;
use crate::memory::versions::{Effects, Versions};
use crate::state::{range_of, sort_of, PtrAlt, State, Target, Value};
use crate::{Axiom, Premise, Premises};
use std::rc::Rc;
use wp_base::Assumption;
use wp_kir::{Init, ObjectId, Space, Type};
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId};

/// What is known of memory at the current point, beside private cells (`State`).
#[derive(Default)]
pub(crate) struct MemoryState {
    pub versions: Versions,
    /// The accesses of the thread since the last barrier.
    pub interval: Interval,
    /// The starts of the iterations around the current point.
    pub heads: Vec<Head>,
    pub instances: Instances,
    pub scans: Scans,
}

impl MemoryState {
    /// The value that a load through the pointer sees.
    pub(crate) fn load_value(&mut self, cx: &mut Context, st: &mut State, alts: &Rc<[PtrAlt]>, ty: Type) -> Value {
        if let [alt] = &alts[..] {
            return self.load_alternative(cx, st, alt, ty);
        }
        if ty == Type::Ptr {
            return cx.unknown("pointer read from memory", ty);
        }
        let mut result: Option<TermId> = None;
        for alt in alts.iter().rev() {
            let Value::Term(v) = self.load_alternative(cx, st, alt, ty) else { continue };
            result = Some(match result {
                None => v,
                Some(rest) => cx.terms.ite(alt.guard, v, rest),
            });
        }
        match result {
            Some(t) => Value::Term(t),
            None => cx.unknown("load", ty),
        }
    }

    fn load_alternative(&mut self, cx: &mut Context, st: &State, alt: &PtrAlt, ty: Type) -> Value {
        let Target::Object(object) = alt.target else {
            return cx.unknown("load through an unresolved pointer", ty);
        };
        let o = &cx.kernel.objects[object];
        if o.space == Space::Private {
            if let Some(value) = cx.load_private(st, object, alt.offset, ty) {
                return value;
            }
            if !cx.is_read_only(object) {
                return cx.unknown(&format!("value in {}", o.name), ty);
            }
        }
        if ty == Type::Ptr {
            return match self.contents_at(cx, alt.offset, object, ty) {
                Value::Term(offset) => {
                    let guard = cx.terms.tru();
                    Value::Ptr(Rc::from([PtrAlt { guard, target: Target::Number, offset }]))
                }
                unknown => unknown,
            };
        }
        self.contents_at(cx, alt.offset, object, ty)
    }

    /// The contents at an offset of an object that threads share, or that is never written; a pointer as its number.
    fn contents_at(&mut self, cx: &mut Context, offset: TermId, object: ObjectId, ty: Type) -> Value {
        let o = &cx.kernel.objects[object];
        if let (Init::Bytes(bytes), Term::Int(offset)) = (&o.init, cx.terms.kind(offset)) {
            if cx.is_read_only(object) {
                if let Some(t) = cx.constant_load(bytes, *offset, ty) {
                    return Value::Term(t);
                }
            }
        }
        if cx.is_fixed(object) {
            let f = cx.contents_function(object, ty);
            return Value::Term(cx.terms.app(f, &[offset]));
        }
        if !cx.is_followed(object) {
            return cx.unknown(&format!("value in {}", o.name), ty);
        }
        self.instances.read(cx, object, ty, offset);
        Value::Term(self.shared_read(cx, object, ty, offset))
    }

    /// The current contents of a cell of an object that threads share, if they are a function of the cell.
    pub(crate) fn contents_now(
        &mut self,
        cx: &mut Context,
        object: ObjectId,
        ty: Type,
        cell: TermId,
    ) -> Option<TermId> {
        if cx.is_fixed(object) && cx.kernel.objects[object].space != Space::Private {
            let f = cx.contents_function(object, ty);
            return Some(cx.terms.app(f, &[cell]));
        }
        cx.is_followed(object).then(|| self.shared_read(cx, object, ty, cell))
    }

    /// The contents of a written object at this point of execution, as a function of the offset and the loop counters.
    fn shared_read(&mut self, cx: &mut Context, object: ObjectId, ty: Type, offset: TermId) -> TermId {
        let opaque = cx.takes_loops_as_opaque();
        let depth = if opaque { cx.loops.len() } else { self.versions.loops_that_change(object) };
        let key = (
            object,
            ty,
            if opaque { self.versions.moment } else { self.versions.of(object) },
            cx.loops[..depth].to_vec(),
        );
        let f = match self.versions.functions.get(&key) {
            Some(&f) => f,
            None => {
                let name = format!("value in {}", cx.kernel.objects[object].name);
                let args = vec![Sort::Int; depth + 1];
                let f = cx.terms.func(&name, &args, sort_of(ty), Class::Block, range_of(ty));
                self.versions.functions.insert(key, f);
                let race_free = Premises::of([Premise::RaceFree(crate::Memory::Object(object))]);
                cx.out.functions.shared_reads.insert(f, race_free);
                if let Some(axiom) = self.own_store_axiom(cx, f, object, ty, depth) {
                    cx.out.axioms.own_stores.insert(f, axiom);
                }
                f
            }
        };
        if depth == 0 {
            self.scans.know(cx, f, object, ty);
        }
        let mut args = vec![offset];
        args.extend(&cx.counters[..depth]);
        cx.terms.app(f, &args)
    }

    /// The facts about the function of loads of an object that follow at this point from the thread's own stores and
    /// loads.
    ///
    /// The function is one of the cell and of the counters of the outer `loops`.
    pub(crate) fn own_store_axiom(
        &mut self,
        cx: &mut Context,
        f: FuncId,
        object: ObjectId,
        ty: Type,
        loops: usize,
    ) -> Option<Axiom> {
        let cell = cx.terms.sym("cell", Sort::Int, Class::Launch, Range::ALL);
        let mut formals = vec![cell];
        formals.extend(&cx.counters[..loops]);
        let read = HeadFunction { function: f, formals: formals.clone(), object, ty, unchanged: Vec::new() };
        self.note_head_function(cx, read);
        let value = cx.terms.app(f, &formals);
        let mut facts = Vec::new();
        for (premise, stored) in self.interval.known_cells(cx, cell, object, ty) {
            let same = cx.same_value(value, stored);
            facts.push(cx.terms.implies(premise, same));
        }
        let fact = cx.terms.and(&facts);
        (!matches!(cx.terms.kind(fact), Term::Bool(true))).then_some(Axiom { formals, fact })
    }

    /// Notes a function of loads, if an iteration of the innermost of the loops that it counts is at its start.
    fn note_head_function(&mut self, cx: &mut Context, read: HeadFunction) {
        let depth = read.formals.len() - 1;
        let head = self.heads.iter_mut().rfind(|h| h.depth <= depth);
        let Some(head) = head.filter(|h| !h.closed && !h.changed.contains(&read.object)) else { return };
        if cx.trial == 0 || depth <= cx.recorded_loops {
            head.note(cx, &self.interval, read);
        }
    }

    /// Something is stored through a pointer.
    pub(crate) fn note_change_through(&mut self, alts: &[PtrAlt]) {
        let mut objects = Vec::new();
        for alt in alts {
            match alt.target {
                Target::Object(object) => objects.push(object),
                Target::Null => {}
                Target::Unknown | Target::Number | Target::Opaque(_) => return self.note_change(None),
            }
        }
        self.note_change(Some(&objects));
    }

    /// Notes that the contents of these objects change here, or of all.
    pub(crate) fn note_change(&mut self, objects: Option<&[ObjectId]>) {
        self.versions.change(objects);
        self.scans.laws.retain(|o, _| objects.is_some_and(|objects| !objects.contains(o)));
    }

    /// Keeps a store in mind.
    pub(crate) fn note_store(
        &mut self,
        cx: &mut Context,
        live: TermId,
        alts: &[PtrAlt],
        ty: Type,
        value: Option<TermId>,
    ) {
        if cx.trial > 0 || cx.config.lock_step {
            return;
        }
        for alt in alts {
            match alt.target {
                Target::Object(object) if cx.kernel.objects[object].space != Space::Private => {
                    let guard = cx.terms.and(&[live, alt.guard]);
                    self.interval.stores.push(OwnStore { object, offset: alt.offset, ty, value, guard });
                }
                Target::Object(_) | Target::Null => {}
                Target::Unknown | Target::Number | Target::Opaque(_) => self.forget_interval(),
            }
        }
    }

    /// Keeps a load in mind: until the next barrier no other thread changes the cell. If the thread itself has not
    /// stored to it, it holds what it held at the last barrier.
    pub(crate) fn note_read(
        &mut self,
        cx: &mut Context,
        live: TermId,
        alts: &[PtrAlt],
        ty: Type,
        value: Option<TermId>,
    ) {
        if !cx.watches_reads || cx.trial > 0 || cx.config.lock_step {
            return;
        }
        let ([PtrAlt { guard, target: Target::Object(object), offset }], Some(value)) = (alts, value) else { return };
        let (object, offset) = (*object, *offset);
        // Other values may change under the thread's hands.
        let shared = matches!(cx.terms.kind(value), Term::App(f, _) if cx.out.functions.shared_reads.contains_key(f));
        if cx.kernel.objects[object].space == Space::Private || !shared {
            return;
        }
        let guard = cx.terms.and(&[live, *guard]);
        if let Some(fact) = self.interval.as_at_the_barrier(cx, object, offset, ty, value) {
            cx.claim_known(guard, fact, &Premises::of([Premise::RaceFree(crate::Memory::Object(object))]));
        }
        self.interval.reads.push(OwnRead { object, offset, ty, value, guard, stores: self.interval.stores.len() });
    }

    /// The cells that a claim reads: where unaccessed cells are taken to be unchanged, it is what the last barrier left
    /// unless the thread stored there.
    pub(crate) fn note_claimed(&mut self, cx: &mut Context, live: TermId, alts: &[PtrAlt], ty: Type, value: &Value) {
        let ([PtrAlt { guard, target: Target::Object(object), offset }], Value::Term(value)) = (alts, value) else {
            return;
        };
        if !cx.config.unaccessed_kept {
            return;
        }
        if let Some(fact) = self.interval.as_at_the_barrier(cx, *object, *offset, ty, *value) {
            let guard = cx.terms.and(&[live, *guard]);
            let kept = Premise::Assumption(Assumption::BarrierAccess);
            cx.claim_known(guard, fact, &Premises::of([kept, Premise::RaceFree(crate::Memory::Object(*object))]));
        }
    }

    /// An atomic may change what the thread has stored.
    pub(crate) fn forget_stores_of(&mut self, alts: &[PtrAlt]) {
        self.forget_reads();
        if alts.iter().any(|a| matches!(a.target, Target::Unknown | Target::Number | Target::Opaque(_))) {
            self.interval.stores.clear();
        }
        self.interval.stores.retain(|s| alts.iter().all(|a| a.target != Target::Object(s.object)));
    }

    /// Forgets what the thread knows of cells that it accessed since the last barrier.
    pub(crate) fn forget_interval(&mut self) {
        self.interval.stores.clear();
        self.forget_reads();
    }

    /// Forgets loads, and that all stores since the last barrier are known.
    pub(crate) fn forget_reads(&mut self) {
        self.interval.reads.clear();
        self.interval.base = None;
        self.heads.iter_mut().for_each(|head| head.closed = true);
    }

    /// Forgets what the thread knows of memory that may have been changed.
    pub(crate) fn forget_changed(&mut self, effects: &Effects) {
        if effects.everything {
            return self.forget_interval();
        }
        self.interval.stores.retain(|store| !effects.objects.contains(&store.object));
        for head in &mut self.heads {
            head.changed.extend(&effects.objects);
        }
    }

    /// The knowledge of the interval, which is forgotten.
    pub(crate) fn take_interval(&mut self) -> Interval {
        let interval = std::mem::take(&mut self.interval);
        self.forget_interval();
        interval
    }
}
