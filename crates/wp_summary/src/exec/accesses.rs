//! Loads, stores and atomics.

use crate::context::record::Touch;
use crate::counters::{AtomicEvent, Change};
use crate::exec::Exec;
use crate::state::{State, Value};
use crate::{seeded, AccessMode, Contents, EventKind, Fact, Premises};
use wp_base::{Assumption, Span};
use wp_kir::{AtomicOp, BinOp, CastKind, CopyStep, ExprId, ExprKind, Stmt, StmtKind, Type};
use wp_logic::{Term, TermId};

impl Exec<'_> {
    /// Executes a load; other statements have no such effect.
    pub(crate) fn load(&mut self, st: &mut State, stmt: &Stmt) {
        let StmtKind::Load { var, ty, ptr, volatile } = stmt.kind else { return };
        let alts = self.eval_ptr(st, ptr);
        let value = if volatile {
            self.cx.unknown("volatile load", ty)
        } else {
            self.memory.load_value(&mut self.cx, st, &alts, ty)
        };
        let term = self.cx.number_of(&value);
        self.note_address(st, ptr);
        if !seeded!(self.cx.config.fault, DropReads) {
            self.cx.accesses(st, &alts, Touch { mode: AccessMode::Read, ty, value: term, span: stmt.span });
        }
        self.memory.note_read(&mut self.cx, st.live, &alts, ty, term);
        st.set(var, value);
    }

    /// A step of asynchronous copies. The values are those at the instruction: exact if there is no race, as then nothing
    /// else accesses the memory before the thread has waited.
    pub(crate) fn copy_step(&mut self, st: &State, step: CopyStep, span: Span) {
        match step {
            CopyStep::Begin => self.cx.in_copy = true,
            CopyStep::End => self.cx.in_copy = false,
            CopyStep::Commit => self.cx.event(EventKind::CommitCopies, st.live, span),
            CopyStep::Wait(groups) => self.cx.event(EventKind::WaitForCopies(groups), st.live, span),
        }
    }

    pub(crate) fn store(&mut self, st: &mut State, ptr: ExprId, value: ExprId, ty: Type, span: Span) {
        let value = self.eval(st, value);
        let alts = self.eval_ptr(st, ptr);
        let term = self.cx.number_of(&value);
        self.note_address(st, ptr);
        self.cx.accesses(st, &alts, Touch { mode: AccessMode::Write, ty, value: term, span });
        self.memory.note_change_through(&alts);
        self.memory.note_store(&mut self.cx, st.live, &alts, ty, term);
        self.cx.update_cells(st, &alts, ty, Some(value));
    }

    /// Notes that an index which is a signed number fits its type (`no-signed-overflow`), where values matter: another
    /// kernel may compute the same one without a sign.
    fn note_address(&mut self, st: &mut State, ptr: ExprId) {
        if self.cx.config.contents != Contents::All || self.cx.trial > 0 {
            return;
        }
        let mut open = vec![ptr];
        while let Some(e) = open.pop() {
            let expr = &self.cx.kernel.exprs[e];
            match &expr.kind {
                ExprKind::PtrAdd(a, b) => open.extend([*a, *b]),
                ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) if expr.ty == Type::I64 => {
                    open.extend([*a, *b])
                }
                ExprKind::Cast(CastKind::IntToInt, a) => {
                    let Type::Int { bits, signed: true } = self.cx.kernel.ty(*a) else { continue };
                    let index = self.eval_term(st, *a);
                    if self.cx.terms.range(index).within(bits, true) {
                        continue;
                    }
                    self.cx.rest_on(Assumption::NoSignedOverflow);
                    let limit = 1i128 << (bits - 1);
                    let (least, most) = (self.cx.terms.int(-limit), self.cx.terms.int(limit - 1));
                    let fits = [self.cx.terms.le(least, index), self.cx.terms.le(index, most)];
                    let fits = self.cx.terms.and(&fits);
                    let (term, from) = (self.cx.terms.implies(st.live, fits), self.cx.out.events.len());
                    let rests_on = Premises::NONE;
                    self.cx.out.indices.push(Fact { loops: self.cx.loops.clone(), term, from, rests_on });
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
        let added = self.added(st, op, operands, ty);
        let change = match added.and_then(|by| self.cx.terms.as_int(by)) {
            _ if op == AtomicOp::Load => Change::None,
            Some(by) => Change::Add(by),
            None => Change::Other,
        };
        let first = self.cx.out.events.len();
        if !seeded!(self.cx.config.fault, DropAtomics) {
            let touch = Touch { mode: AccessMode::Atomic(scope), ty, value: None, span: stmt.span };
            self.cx.accesses(st, &alts, touch);
        }
        self.memory.note_change_through(&alts);
        if op != AtomicOp::Load {
            self.memory.forget_stores_of(&alts);
            self.cx.update_cells(st, &alts, ty, None);
        }
        let mut symbol = None;
        if let Some(var) = result {
            let value = self.cx.unknown("result of an atomic", ty);
            if let Value::Term(t) = &value {
                symbol = match self.cx.terms.kind(*t) {
                    Term::App(f, _) => Some(*f),
                    _ => None,
                };
            }
            st.set(var, value);
        }
        if self.cx.trial == 0 {
            // One unknown for several places says nothing of any of them.
            let result = symbol.filter(|_| alts.len() == 1);
            for event in first..self.cx.out.events.len() {
                self.atomics.insert(event, AtomicEvent { change, result });
                match added {
                    Some(added) => self.cx.out.added.insert(event, added),
                    None => self.cx.out.added.remove(&event),
                };
            }
        }
    }

    /// The summand of an atomic addition, `None` for other atomics.
    fn added(&mut self, st: &mut State, op: AtomicOp, operands: &[ExprId], ty: Type) -> Option<TermId> {
        let (Type::Int { bits, .. }, AtomicOp::Add | AtomicOp::Sub, &[operand]) = (ty, op, operands) else {
            return None;
        };
        let by = self.eval_term(st, operand);
        // In an unsigned type a great addend is a negative one.
        let by = match *self.cx.terms.kind(by) {
            Term::Int(c) if c >= 1 << (bits - 1) => self.cx.terms.int(c - (1 << bits)),
            _ => by,
        };
        Some(if op == AtomicOp::Sub { self.cx.terms.neg(by) } else { by })
    }
}
