//! Runs one thread until it waits, ends, or its turn is over.
//!
//! Exact, except for the limits in the header of the crate. All effects go through [`Env`]: findings, notes, memory.

use crate::access::Action;
use crate::api::{End, NoteKind, Value};
use crate::code::{Havoc, Op, Watched};
use crate::math;
use crate::observe::{pointer, ObservedAccess, Place};
use crate::ops::{self, wrap};
use crate::random::{mix, small, unset_value};
use crate::state::{BlockState, Env, State, Turn};
use crate::sync::At;
use crate::value::{pack, unpack, Reg, Ty, HAVOCKED, UNINIT};
use wp_base::Id;
use wp_kir::{Dialect, MemScope};

impl Env<'_> {
    #[cold]
    fn havoc(&mut self, blk: &mut BlockState, pos: usize, index: u32) -> u64 {
        let Havoc { reason, ty, span, spoils } = &self.code.havocs[index as usize];
        if *spoils || !self.follows_unknown() {
            self.log.invent(*span, reason.clone());
        }
        let who = blk.thread_ref(pos);
        let count = blk.threads[pos].havocs.entry(index).or_insert(0);
        let turn = *count;
        *count += 1;
        let chosen = self.inputs.havoc.get(&(*span, Some(who))).or_else(|| self.inputs.havoc.get(&(*span, None)));
        if let Some(value) = chosen.and_then(|values| values.get(turn as usize).or(values.last())) {
            return value_bits(*value, *ty);
        }
        if *ty == Ty::Ptr {
            return pack(HAVOCKED, 0);
        }
        let linear = u64::from(blk.threads[pos].linear);
        let hash = [u64::from(span.start), u64::from(index), u64::from(blk.linear), linear, u64::from(turn)];
        small(*ty, hash.iter().fold(self.inputs.seed, |h, &w| mix(h, w)))
    }

    /// The value of a thread's variable before it is set.
    fn unset(&self, blk: &BlockState, pos: usize, reg: Reg, ty: Ty) -> u64 {
        match ty {
            Ty::Ptr => pack(UNINIT, 0),
            _ if self.config.unset_values => unset_value(blk.salt, blk.threads[pos].linear, reg, ty),
            _ => 0,
        }
    }

    /// Runs a thread for one turn and leaves its new state in the block.
    pub fn run_thread(&mut self, blk: &mut BlockState, pos: usize, turn: Turn) {
        let code = self.code;
        let mut budget = match turn {
            Turn::Quantum(q) => q.min(self.fuel),
            _ => self.fuel,
        };
        let start_budget = budget;
        let mut accesses = u32::from(turn == Turn::OneAccess);
        let lockstep = !matches!(turn, Turn::Quantum(_));
        let mut pc = blk.threads[pos].pc as usize;
        let mut regs = std::mem::take(&mut blk.threads[pos].regs);
        let mut state = State::Runnable;
        macro_rules! get {
            ($r:expr) => {
                regs[$r as usize]
            };
        }
        macro_rules! checked {
            ($d:expr, $result:expr) => {{
                let (value, raised) = $result;
                if let Some(kind) = raised {
                    self.log.note(kind, code.spans[pc]);
                }
                regs[$d as usize] = value;
            }};
        }
        macro_rules! i32_op {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let exact = (get!($a) as i64) $op (get!($b) as i64);
                let value = exact as i32 as i64;
                if value != exact {
                    self.log.note(NoteKind::SignedOverflow, code.spans[pc]);
                }
                regs[$d as usize] = value as u64;
            }};
        }
        while budget > 0 {
            budget -= 1;
            if self.in_doubt {
                self.follow_doubt(blk, pos, &regs, pc);
            }
            match code.ops[pc] {
                Op::Mov { d, s } => regs[d as usize] = get!(s),
                Op::CMov { d, c, s } => {
                    if get!(c) != 0 {
                        regs[d as usize] = get!(s);
                    }
                }
                Op::AddI32 { d, a, b } => i32_op!(d, a, b, +),
                Op::SubI32 { d, a, b } => i32_op!(d, a, b, -),
                Op::MulI32 { d, a, b } => i32_op!(d, a, b, *),
                Op::AddU32 { d, a, b } => regs[d as usize] = u64::from((get!(a) as u32).wrapping_add(get!(b) as u32)),
                Op::SubU32 { d, a, b } => regs[d as usize] = u64::from((get!(a) as u32).wrapping_sub(get!(b) as u32)),
                Op::MulU32 { d, a, b } => regs[d as usize] = u64::from((get!(a) as u32).wrapping_mul(get!(b) as u32)),
                Op::Add64 { d, a, b } => regs[d as usize] = get!(a).wrapping_add(get!(b)),
                Op::Mul64 { d, a, b } => regs[d as usize] = get!(a).wrapping_mul(get!(b)),
                Op::LtS { d, a, b } => regs[d as usize] = u64::from((get!(a) as i64) < get!(b) as i64),
                Op::LtU { d, a, b } => regs[d as usize] = u64::from(get!(a) < get!(b)),
                Op::LeS { d, a, b } => regs[d as usize] = u64::from((get!(a) as i64) <= get!(b) as i64),
                Op::LeU { d, a, b } => regs[d as usize] = u64::from(get!(a) <= get!(b)),
                Op::Eq { d, a, b } => regs[d as usize] = u64::from(get!(a) == get!(b)),
                Op::Ne { d, a, b } => regs[d as usize] = u64::from(get!(a) != get!(b)),
                Op::And { d, a, b } => regs[d as usize] = get!(a) & get!(b),
                Op::Or { d, a, b } => regs[d as usize] = get!(a) | get!(b),
                Op::Xor { d, a, b } => regs[d as usize] = get!(a) ^ get!(b),
                Op::AddF32 { d, a, b } => {
                    let sum = f32::from_bits(get!(a) as u32) + f32::from_bits(get!(b) as u32);
                    regs[d as usize] = u64::from(sum.to_bits());
                }
                Op::MulF32 { d, a, b } => {
                    let product = f32::from_bits(get!(a) as u32) * f32::from_bits(get!(b) as u32);
                    regs[d as usize] = u64::from(product.to_bits());
                }
                Op::Bin { op, ty, d, a, b } => {
                    checked!(d, ops::binary(op, ty, get!(a), get!(b), self.dialect == Dialect::OpenCl))
                }
                Op::Un { op, ty, d, a } => checked!(d, ops::unary(op, ty, get!(a))),
                Op::Wrap { ty, d, a } => regs[d as usize] = wrap(ty, get!(a)),
                Op::Cast { kind, from, to, d, a } => checked!(d, ops::cast(kind, from, to, get!(a))),
                Op::PtrAdd { d, p, o } => regs[d as usize] = ops::ptr_add(get!(p), get!(o) as i64),
                Op::PtrDiff { d, a, b } => {
                    let ((ta, oa), (tb, ob)) = (unpack(get!(a)), unpack(get!(b)));
                    // Different objects: a difference that depends on both, as the addresses would.
                    regs[d as usize] =
                        if ta == tb { oa.wrapping_sub(ob) as u64 } else { get!(a).wrapping_sub(get!(b)) };
                }
                Op::PtrOffset { d, p } => regs[d as usize] = unpack(get!(p)).1 as u64,
                Op::PtrBase { d, p } => regs[d as usize] = unpack(get!(p)).0,
                Op::Call { d, index } => {
                    let call = &code.calls[index as usize];
                    let mut args = [(0, Ty::Bool); 4];
                    let count = call.args.len().min(4);
                    for (slot, &(r, t)) in args.iter_mut().zip(&call.args) {
                        *slot = (get!(r), t);
                    }
                    let known = math::apply(call.function, call.ty, &args[..count]);
                    regs[d as usize] = match known {
                        Some(value) => value,
                        None => {
                            let all: Vec<_> = call.args.iter().map(|&(r, t)| (get!(r), t)).collect();
                            if call.is_input {
                                math::unknown(self.inputs.seed, call.function.fun, call.ty, &all)
                            } else {
                                self.log.unknown_call(index, &call.name, code.spans[pc]);
                                math::unknown(0, call.function.fun, call.ty, &all)
                            }
                        }
                    };
                }
                Op::Load { d, p, site } => {
                    if lockstep {
                        if accesses == 0 {
                            break;
                        }
                        accesses -= 1;
                    }
                    let p = get!(p);
                    regs[d as usize] = self.access(blk, pos, p, site, Action::Load);
                }
                Op::Store { p, v, site } => {
                    if lockstep {
                        if accesses == 0 {
                            break;
                        }
                        accesses -= 1;
                    }
                    let (p, v) = (get!(p), get!(v));
                    self.access(blk, pos, p, site, Action::Store(v));
                    if self.log.halt.is_some() {
                        break;
                    }
                }
                Op::Atomic { index } => {
                    if lockstep {
                        if accesses == 0 {
                            break;
                        }
                        accesses -= 1;
                    }
                    let a = &code.atomics[index as usize];
                    let action = Action::Atomic(a.op, get!(a.x), get!(a.y));
                    let p = get!(a.p);
                    let old = self.access(blk, pos, p, a.site, action);
                    if let Some(d) = a.result {
                        regs[d as usize] = old;
                    }
                }
                Op::SpecLoad { d, p, ty } => {
                    let p = get!(p);
                    regs[d as usize] = self.peek(blk, pos, p, ty, code.spans[pc]);
                }
                Op::NextThread { d, to } => {
                    let from = get!(d).wrapping_add(1) as usize;
                    let waits = |p: &usize| *p != pos && blk.threads[*p].state != State::Exited;
                    match (from..blk.threads.len()).find(waits) {
                        Some(other) => regs[d as usize] = other as u64,
                        None => {
                            pc = to as usize;
                            continue;
                        }
                    }
                }
                Op::OtherThread { d, position, reg } => {
                    regs[d as usize] = blk.threads[get!(position) as usize].regs[reg as usize];
                }
                Op::SpecAccess { d, p, index, write, offset } => {
                    let chosen = self.chosen_access(blk, pos, get!(p), write);
                    regs[d as usize] = match (offset, chosen) {
                        (false, chosen) => u64::from(chosen.is_some()),
                        (true, Some(at)) => at as u64,
                        // The offset of no access is any number.
                        (true, None) => mix(self.inputs.seed, u64::from(index)) % (1 << 20),
                    };
                }
                Op::Cases { index } => self.first_case(blk, pos, &regs, index),
                Op::NextCase { to } => {
                    if self.next_case(blk, pos) {
                        pc = to as usize;
                        continue;
                    }
                }
                Op::Jump { to } => {
                    pc = to as usize;
                    if self.log.halt.is_some() {
                        break;
                    }
                    continue;
                }
                Op::JumpIf { c, to } => {
                    if get!(c) != 0 {
                        pc = to as usize;
                        continue;
                    }
                }
                Op::JumpUnless { c, to } => {
                    if get!(c) == 0 {
                        pc = to as usize;
                        continue;
                    }
                }
                Op::JumpUnlessLtS { a, b, to } => {
                    if get!(a) as i64 >= get!(b) as i64 {
                        pc = to as usize;
                        continue;
                    }
                }
                Op::JumpUnlessLtU { a, b, to } => {
                    if get!(a) >= get!(b) {
                        pc = to as usize;
                        continue;
                    }
                }
                Op::Increment { d } => regs[d as usize] += 1,
                Op::Barrier { index } => {
                    state = State::Barrier(index);
                    pc += 1;
                    break;
                }
                Op::Warp { index } => {
                    state = State::Warp(index);
                    pc += 1;
                    break;
                }
                Op::Copy { step } => blk.threads[pos].copies.get_or_insert_with(Default::default).step(step),
                Op::Fence { scope, order } => {
                    let (block, epoch) = (blk.linear, blk.epochs.global);
                    let thread = &mut blk.threads[pos];
                    let at = At { block, thread: thread.linear, epoch };
                    if let Some(sync) = &mut thread.sync {
                        sync.fence(scope != MemScope::Block, order, at);
                    }
                }
                Op::Return => {
                    state = State::Exited;
                    break;
                }
                Op::Assert { c, index } => {
                    if get!(c) == 0 {
                        self.log.assertion_failed(blk.thread_ref(pos), None, code.asserts[index as usize]);
                        if self.log.halt.is_some() {
                            break;
                        }
                    }
                }
                Op::AssertPair { c, index, position } => {
                    if get!(c) == 0 {
                        let other = blk.thread_ref(get!(position) as usize);
                        self.log.assertion_failed(blk.thread_ref(pos), Some(other), code.asserts[index as usize]);
                    }
                }
                Op::Assume { c, index } => {
                    if get!(c) == 0 {
                        let (span, kind) = code.assumes[index as usize];
                        self.log.halt = Some(End::AssumptionViolated { span, kind });
                        break;
                    }
                }
                Op::Havoc { d, index } => regs[d as usize] = self.havoc(blk, pos, index),
                Op::DeclareVar { d, ty } => regs[d as usize] = self.unset(blk, pos, d, ty),
                Op::DeclareObject { object } => self.forget(blk, pos, object as usize),
                Op::Unsupported { index } => {
                    let (what, span) = code.unsupported[index as usize].clone();
                    self.log.halt = Some(End::Unsupported { what, span });
                    break;
                }
                Op::Cover { index } => self.log.covered[index as usize] = true,
                Op::Watch { index } => {
                    self.observe(blk, pos, &regs, index);
                    if self.log.halt.is_some() {
                        break;
                    }
                }
            }
            pc += 1;
        }
        self.fuel -= start_budget - budget;
        if self.fuel == 0 && state == State::Runnable {
            self.log.stop(End::FuelExhausted);
        }
        let thread = &mut blk.threads[pos];
        thread.regs = regs;
        thread.pc = pc as u32;
        thread.state = state;
    }

    /// Shows a point of the code to the observer.
    #[cold]
    pub(crate) fn observe(&mut self, blk: &BlockState, pos: usize, registers: &[u64], index: u32) {
        let done = self.observer.as_deref().is_some_and(|o| o.is_done());
        if done || self.log.is_spoilt() {
            return self.log.stop(End::ObservationEnded);
        }
        let thread = blk.thread_ref(pos);
        let Some(observer) = self.observer.as_deref_mut().filter(|o| o.watches(thread)) else { return };
        let watch = &self.code.watches[index as usize];
        let loops = watch.loops.iter().map(|&(id, r)| (id, registers[r as usize])).collect();
        let place = Place { thread, loops, registers, types: &self.code.types };
        match watch.what {
            Watched::Head => observer.head(&place),
            Watched::Barrier(span) => observer.barrier(&place, span),
            Watched::Access(kind, p, span) => {
                if let Some((object, offset)) = pointer(registers[p as usize], self.objects.len()) {
                    observer.access(&place, &ObservedAccess { span, kind, object, offset });
                }
            }
        }
    }
}

/// A value as a register cell of a type.
pub fn value_bits(value: Value, ty: Ty) -> u64 {
    match value {
        Value::Bool(b) if ty.is_float() => crate::float::from_f64(ty, f64::from(u8::from(b))),
        Value::Bool(b) => u64::from(b),
        Value::Int(i) if ty.is_float() => crate::float::from_f64(ty, i as f64),
        Value::Int(i) if ty == Ty::Bool => u64::from(i != 0),
        Value::Int(i) => wrap(ty, i as u64),
        Value::Float(bits) => wrap(ty, bits),
        Value::Ptr { object: None, offset } => pack(0, offset),
        Value::Ptr { object: Some(object), offset } => pack(object.index() as u64 + 1, offset),
    }
}
