//! Loads, stores and atomics: records the accesses and determines the values of loads.
//!
//! A load of an object that the kernel never writes is a function of the address. A load of private memory at a
//! constant offset returns the thread's last store. A load of an object that is written is a function of the address
//! and of the point of execution (position between barriers and stores, iterations of the loops around it), shared by
//! the threads of a block: without races no other thread changes a cell in the interval in which it is read, so two
//! threads that read it at the same point read the same value. Proofs that use this rest on race freedom (up to the
//! first race, the values agree). Every other load is an unknown of the thread (adversarial abstraction). The point of
//! execution contains only what may change the object: barriers, the thread's own stores to it, and loops that contain
//! such (`loops/effects`).

use crate::counters::{AtomicEvent, Change};
use crate::eval::{range_of, sort_of};
use crate::exec::Exec;
use crate::state::{PtrAlt, State, Target, Value};
use crate::{Access, AccessMode, Contents, EventKind, Fact, Fault, Invalid, Memory, Premise, Premises};
use std::rc::Rc;
use wp_base::{Assumption, Span};
use wp_kir::{AtomicOp, BinOp, CastKind, ExprId, ExprKind, Init, ObjectId, Space, Stmt, StmtKind, Type};
use wp_logic::{Class, Sort, Term, TermId};

/// What an access does to the elements that its pointer leads to.
#[derive(Clone, Copy)]
struct Touch {
    mode: AccessMode,
    ty: Type,
    /// The value that is read or stored, if it has a term.
    value: Option<TermId>,
    span: Span,
}

impl Exec<'_> {
    /// Executes a load; other statements have no such effect.
    pub(crate) fn load(&mut self, st: &mut State, stmt: &Stmt) {
        let StmtKind::Load { var, ty, ptr, volatile } = stmt.kind else { return };
        let alts = self.eval_ptr(st, ptr);
        let value = if volatile { self.unknown("volatile load", ty) } else { self.load_value(st, &alts, ty) };
        let term = self.number_of(&value);
        self.note_address(st, ptr);
        if self.config.fault != Some(Fault::DropReads) {
            self.accesses(st, &alts, Touch { mode: AccessMode::Read, ty, value: term, span: stmt.span });
        }
        self.note_read(st.live, &alts, ty, term);
        st.set(var, value);
    }

    pub(crate) fn store(&mut self, st: &mut State, ptr: ExprId, value: ExprId, ty: Type, span: Span) {
        let value = self.eval(st, value);
        let alts = self.eval_ptr(st, ptr);
        let term = self.number_of(&value);
        self.note_address(st, ptr);
        self.accesses(st, &alts, Touch { mode: AccessMode::Write, ty, value: term, span });
        self.note_change_through(&alts);
        self.note_store(st.live, &alts, ty, term);
        self.update_cells(st, &alts, ty, Some(value));
    }

    /// Notes that an index which is a signed number fits its type (`no-signed-overflow`), where values matter: another
    /// kernel may compute the same one without a sign.
    fn note_address(&mut self, st: &mut State, ptr: ExprId) {
        if self.config.contents != Contents::All || self.trial > 0 {
            return;
        }
        let mut open = vec![ptr];
        while let Some(e) = open.pop() {
            let expr = &self.kernel.exprs[e];
            match &expr.kind {
                ExprKind::PtrAdd(a, b) => open.extend([*a, *b]),
                ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) if expr.ty == Type::I64 => {
                    open.extend([*a, *b])
                }
                ExprKind::Cast(CastKind::IntToInt, a) => {
                    let Type::Int { bits, signed: true } = self.kernel.ty(*a) else { continue };
                    let index = self.eval_term(st, *a);
                    if self.terms.range(index).within(bits, true) {
                        continue;
                    }
                    self.rest_on(Assumption::NoSignedOverflow);
                    let limit = 1i128 << (bits - 1);
                    let (least, most) = (self.terms.int(-limit), self.terms.int(limit - 1));
                    let fits = [self.terms.le(least, index), self.terms.le(index, most)];
                    let fits = self.terms.and(&fits);
                    let (term, from) = (self.terms.implies(st.live, fits), self.out.events.len());
                    let rests_on = Premises::NONE;
                    self.out.indices.push(Fact { loops: self.loops.clone(), term, from, rests_on });
                }
                _ => {}
            }
        }
    }

    /// Executes an atomic; other statements have no such effect.
    pub(crate) fn atomic(&mut self, st: &mut State, stmt: &Stmt) {
        let StmtKind::Atomic { result, op, ty, ptr, operands, scope } = &stmt.kind else { return };
        let (&result, &op, &ty, &ptr, &scope) = (result, op, ty, ptr, scope);
        let alts = self.eval_ptr(st, ptr);
        let change = self.change(st, op, operands, ty);
        let first = self.out.events.len();
        if self.config.fault != Some(Fault::DropAtomics) {
            let touch = Touch { mode: AccessMode::Atomic(scope), ty, value: None, span: stmt.span };
            self.accesses(st, &alts, touch);
        }
        self.note_change_through(&alts);
        if op != AtomicOp::Load {
            self.forget_stores_of(&alts);
            self.update_cells(st, &alts, ty, None);
        }
        let mut symbol = None;
        if let Some(var) = result {
            let value = self.unknown("result of an atomic", ty);
            if let Value::Term(t) = &value {
                symbol = match self.terms.kind(*t) {
                    Term::App(f, _) => Some(*f),
                    _ => None,
                };
            }
            st.set(var, value);
        }
        if self.trial == 0 {
            // One unknown for several places says nothing of any of them.
            let result = symbol.filter(|_| alts.len() == 1);
            let added = self.added(st, op, operands, ty);
            for event in first..self.out.events.len() {
                self.atomics.insert(event, AtomicEvent { change, result });
                match added {
                    Some(added) => self.out.added.insert(event, added),
                    None => self.out.added.remove(&event),
                };
            }
        }
    }

    /// The effect of an atomic on its cell.
    fn change(&mut self, st: &mut State, op: AtomicOp, operands: &[ExprId], ty: Type) -> Change {
        let sign = match op {
            AtomicOp::Load => return Change::None,
            AtomicOp::Add => 1,
            AtomicOp::Sub => -1,
            _ => return Change::Other,
        };
        let (Some(&operand), Type::Int { bits, .. }) = (operands.first(), ty) else { return Change::Other };
        let by = self.eval_term(st, operand);
        let Term::Int(by) = *self.terms.kind(by) else { return Change::Other };
        // In an unsigned type a great addend is a negative one.
        let by = if by >= 1 << (bits - 1) { by - (1 << bits) } else { by };
        Change::Add(sign * by)
    }

    /// The summand of an atomic addition, `None` for other atomics.
    fn added(&mut self, st: &mut State, op: AtomicOp, operands: &[ExprId], ty: Type) -> Option<TermId> {
        let (Type::Int { bits, .. }, AtomicOp::Add | AtomicOp::Sub, &[operand]) = (ty, op, operands) else {
            return None;
        };
        let by = self.eval_term(st, operand);
        // In an unsigned type a great addend is a negative one.
        let by = match *self.terms.kind(by) {
            Term::Int(c) if c >= 1 << (bits - 1) => self.terms.int(c - (1 << bits)),
            _ => by,
        };
        Some(if op == AtomicOp::Sub { self.terms.neg(by) } else { by })
    }

    /// Records the access of each alternative of the pointer.
    fn accesses(&mut self, st: &State, alts: &Rc<[PtrAlt]>, touch: Touch) {
        let first = self.config.fault == Some(Fault::FirstPointerTarget);
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
        let Touch { mode, ty, value, span } = touch;
        if mode != AccessMode::Read {
            if self.trial == 0 {
                self.out.written.insert(object);
            }
            if self.kernel.objects[object].space == Space::Constant {
                self.event(EventKind::Invalid { fault: Invalid::ConstantWrite, write: true }, guard, span);
            }
            if self.snapshot_objects.contains(&object) {
                let what = format!("store to `{}`, which stands for other memory", self.kernel.objects[object].name);
                self.event(EventKind::Unsupported(what), guard, span);
            }
        }
        let width = if self.config.fault == Some(Fault::NarrowAccess) { 1 } else { ty.size() };
        let access = Access { mode, object, offset, width, ty, value, exact };
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
            self.out.unresolved_reads.push(span);
        } else {
            self.out.unresolved_writes.push(span);
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

    /// The value that a load through the pointer sees.
    pub(crate) fn load_value(&mut self, st: &mut State, alts: &Rc<[PtrAlt]>, ty: Type) -> Value {
        if let [alt] = &alts[..] {
            return self.load_alternative(st, alt, ty);
        }
        if ty == Type::Ptr {
            return self.unknown("pointer read from memory", ty);
        }
        let mut result: Option<TermId> = None;
        for alt in alts.iter().rev() {
            let Value::Term(v) = self.load_alternative(st, alt, ty) else { continue };
            result = Some(match result {
                None => v,
                Some(rest) => self.terms.ite(alt.guard, v, rest),
            });
        }
        match result {
            Some(t) => Value::Term(t),
            None => self.unknown("load", ty),
        }
    }

    fn load_alternative(&mut self, st: &State, alt: &PtrAlt, ty: Type) -> Value {
        let Target::Object(object) = alt.target else {
            return self.unknown("load through an unresolved pointer", ty);
        };
        let o = &self.kernel.objects[object];
        if o.space == Space::Private {
            if let Some(value) = self.load_private(st, object, alt.offset, ty) {
                return value;
            }
            if !self.is_read_only(object) {
                return self.unknown(&format!("value in {}", o.name), ty);
            }
        }
        if ty == Type::Ptr {
            return match self.contents_at(alt.offset, object, ty) {
                Value::Term(offset) => {
                    let guard = self.terms.tru();
                    Value::Ptr(Rc::from([PtrAlt { guard, target: Target::Number, offset }]))
                }
                unknown => unknown,
            };
        }
        self.contents_at(alt.offset, object, ty)
    }

    /// The contents at an offset of an object that threads share, or that is never written; a pointer as its number.
    fn contents_at(&mut self, offset: TermId, object: ObjectId, ty: Type) -> Value {
        let o = &self.kernel.objects[object];
        if let (Init::Bytes(bytes), Term::Int(offset)) = (&o.init, self.terms.kind(offset)) {
            if self.is_read_only(object) {
                if let Some(t) = self.constant_load(bytes, *offset, ty) {
                    return Value::Term(t);
                }
            }
        }
        if self.is_fixed(object) {
            let f = self.contents_function(object, ty);
            return Value::Term(self.terms.app(f, &[offset]));
        }
        if !self.is_followed(object) {
            return self.unknown(&format!("value in {}", o.name), ty);
        }
        self.infer_from_read(object, ty, offset);
        self.note_condition_read(object, ty, offset);
        Value::Term(self.shared_read(object, ty, offset))
    }

    /// True if the contents of an object are those at the launch throughout.
    fn is_fixed(&self, object: ObjectId) -> bool {
        self.is_read_only(object)
            || self.config.fault == Some(Fault::SharedUnknown)
            || self.kernel.objects[object].space == Space::Constant
    }

    /// True if the contents of a written object are a function that the threads of the block share.
    fn is_followed(&self, object: ObjectId) -> bool {
        let shared = match self.kernel.objects[object].space {
            Space::Shared => true,
            Space::Global | Space::Image => self.config.blocks_checked,
            Space::Constant | Space::Private => false,
        };
        shared && !self.config.atomics_tolerated && !self.config.unchecked.contains(&object)
    }

    /// The current contents of a cell of an object that threads share, if they are a function of the cell.
    pub(crate) fn contents_now(&mut self, object: ObjectId, ty: Type, cell: TermId) -> Option<TermId> {
        if self.is_fixed(object) && self.kernel.objects[object].space != Space::Private {
            let f = self.contents_function(object, ty);
            return Some(self.terms.app(f, &[cell]));
        }
        self.is_followed(object).then(|| self.shared_read(object, ty, cell))
    }

    /// The contents of a written object at this point of execution, as a function of the offset and the loop counters.
    fn shared_read(&mut self, object: ObjectId, ty: Type, offset: TermId) -> TermId {
        let opaque = self.takes_loops_as_opaque();
        let depth = if opaque { self.loops.len() } else { self.loops_that_change(object) };
        let key = (object, ty, self.moment_of(object), self.loops[..depth].to_vec());
        let f = match self.moments.get(&key) {
            Some(&f) => f,
            None => {
                let name = format!("value in {}", self.kernel.objects[object].name);
                let args = vec![Sort::Int; depth + 1];
                let f = self.terms.func(&name, &args, sort_of(ty), Class::Block, range_of(ty));
                self.moments.insert(key, f);
                let race_free = Premises::of([Premise::RaceFree(Memory::Object(object))]);
                self.out.shared_reads.insert(f, race_free);
                if let Some(axiom) = self.own_store_axiom(f, object, ty, depth) {
                    self.out.own_stores.insert(f, axiom);
                }
                f
            }
        };
        if depth == 0 {
            self.know_scan(f, object, ty);
        }
        let mut args = vec![offset];
        args.extend(&self.counters[..depth]);
        self.terms.app(f, &args)
    }

    /// Something is stored through a pointer.
    fn note_change_through(&mut self, alts: &[PtrAlt]) {
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

    pub(crate) fn constant_load(&mut self, bytes: &[u8], offset: i128, ty: Type) -> Option<TermId> {
        let start = usize::try_from(offset).ok()?;
        let slice = bytes.get(start..start.checked_add(ty.size() as usize)?)?;
        let mut raw = [0u8; 8];
        raw.get_mut(..slice.len())?.copy_from_slice(slice);
        let raw = u64::from_le_bytes(raw);
        Some(match ty {
            Type::Bool => self.terms.bool(raw != 0),
            Type::Int { bits, signed } => {
                let t = self.terms.int(i128::from(raw));
                self.terms.wrap(bits, signed, t)
            }
            Type::Float { bits } => self.terms.float(bits, raw),
            Type::Ptr => return None,
        })
    }

    /// Keeps track of private memory at constant offsets; `None` as value forgets.
    fn update_cells(&mut self, st: &mut State, alts: &Rc<[PtrAlt]>, ty: Type, value: Option<Value>) {
        let certain = alts.len() == 1;
        for alt in alts.iter() {
            match alt.target {
                Target::Object(object) if self.kernel.objects[object].space == Space::Private => {
                    let Term::Int(offset) = *self.terms.kind(alt.offset) else {
                        st.cells.retain(|(o, _), _| *o != object);
                        continue;
                    };
                    let end = offset + ty.size() as i128;
                    st.cells.retain(|(o, at), (cell_ty, _)| {
                        *o != object || *at >= end || *at + cell_ty.size() as i128 <= offset
                    });
                    if let (true, Some(value)) = (certain, &value) {
                        st.cells.insert((object, offset), (ty, value.clone()));
                    }
                }
                Target::Unknown | Target::Number | Target::Opaque(_) => st.cells.clear(),
                Target::Object(_) | Target::Null => {}
            }
        }
    }
}
