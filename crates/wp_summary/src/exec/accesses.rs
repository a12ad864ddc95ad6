//! Loads, stores and atomics.

use crate::context::record::Touch;
use crate::exec::Exec;
use crate::state::{State, Value};
use crate::{seeded, AccessMode, Change, Contents, EventKind, Fact, Premises, Strength, Update};
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
            let strength = match volatile {
                true if self.cx.deciding.contains(&var) => Strength::Flag,
                true => Strength::Volatile,
                false => Strength::Weak,
            };
            self.cx.accesses(st, &alts, Touch { mode: AccessMode::Read, ty, value: term, strength, span: stmt.span });
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

    /// Executes a store; other statements have no such effect.
    pub(crate) fn store(&mut self, st: &mut State, stmt: &Stmt) {
        let StmtKind::Store { ptr, value, ty, volatile } = stmt.kind else { return };
        let value = self.eval(st, value);
        let alts = self.eval_ptr(st, ptr);
        let term = self.cx.number_of(&value);
        self.note_address(st, ptr);
        let strength = if volatile { Strength::Volatile } else { Strength::Weak };
        self.cx.accesses(st, &alts, Touch { mode: AccessMode::Write, ty, value: term, strength, span: stmt.span });
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
                    self.cx.out.fits.indices.push(Fact { loops: self.cx.loops.clone(), term, from, rests_on });
                }
                _ => {}
            }
        }
    }

    /// Executes an atomic; other statements have no such effect.
    pub(crate) fn atomic(&mut self, st: &mut State, stmt: &Stmt) {
        let StmtKind::Atomic { result, op, ty, ptr, operands, scope, order } = &stmt.kind else { return };
        let (&result, &op, &ty, &ptr, &scope) = (result, op, ty, ptr, scope);
        let alts = self.eval_ptr(st, ptr);
        let change = self.change(st, op, operands, ty);
        let first = self.cx.out.events.len();
        if !seeded!(self.cx.config.fault, DropAtomics) {
            let (mode, strength) = (AccessMode::Atomic(scope), Strength::Atomic(*order));
            self.cx.accesses(st, &alts, Touch { mode, ty, value: None, strength, span: stmt.span });
        }
        if order.acquires() {
            self.acquire(st);
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
                symbol = matches!(self.cx.terms.kind(*t), Term::App(..)).then_some(*t);
            }
            st.set(var, value);
        }
        if self.cx.trial == 0 {
            // One unknown for several places says nothing of any of them.
            let result = symbol.filter(|_| alts.len() == 1);
            for event in first..self.cx.out.events.len() {
                self.cx.out.updates.insert(event, Update { change, result });
            }
        }
    }

    /// The thread may acquire here what others have written since the last barrier: what it knows ends as at a barrier
    /// without invariants.
    pub(crate) fn acquire(&mut self, st: &mut State) {
        self.memory.note_change(None);
        self.assume_invariants(st, &[]);
    }

    /// The effect of an atomic on its cell, if that is an integer or a truth value.
    fn change(&mut self, st: &mut State, op: AtomicOp, operands: &[ExprId], ty: Type) -> Change {
        let bits = match ty {
            Type::Int { bits, .. } => bits,
            Type::Bool => 1,
            _ if op == AtomicOp::Load => return Change::None,
            _ => return Change::Other,
        };
        let operands: Vec<TermId> = operands.iter().map(|&e| self.eval_term(st, e)).collect();
        match (op, &operands[..]) {
            (AtomicOp::Load, _) => Change::None,
            (AtomicOp::Add | AtomicOp::Sub, &[by]) => {
                // In an unsigned type a great addend is a negative one.
                let by = match *self.cx.terms.kind(by) {
                    Term::Int(c) if c >= 1 << (bits - 1) => self.cx.terms.int(c - (1 << bits)),
                    _ => by,
                };
                Change::Add(if op == AtomicOp::Sub { self.cx.terms.neg(by) } else { by })
            }
            (AtomicOp::Inc, &[limit]) => Change::Increment(limit),
            (AtomicOp::Exch, &[value]) => Change::Exchange(value),
            (AtomicOp::Cas, &[expected, new]) => Change::CompareAndSwap { expected, new },
            _ => Change::Other,
        }
    }
}
