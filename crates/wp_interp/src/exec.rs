//! Runs one thread until it waits, ends, or its turn is over.
//!
//! Exact, but for what [`crate`] names. All effects go through [`Env`]: findings, notes, memory.

use crate::api::{
    AccessKind, AccessSite, Benign, ConcreteLaunch, Config, End, Finding, Inputs, Note, NoteKind, PointerFault,
    ThreadRef, Value,
};
use crate::block::BlockState;
use crate::code::{pack, unpack, Code, Op, SiteKind, Ty, HAVOCKED, UNINIT};
use crate::math;
use crate::memory::{mix, small, Memory, ObjectInfo};
use crate::ops::{self, wrap};
use crate::shadow::{Access, Record, Rules};
use crate::sync::Clock;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_base::{Id, Span};
use wp_kir::{AtomicOp, BinOp, MemScope, ObjectId, Space};

/// What all blocks share.
#[allow(missing_docs)]
pub struct Env<'a> {
    pub code: &'a Code,
    pub config: &'a Config,
    pub launch: &'a ConcreteLaunch,
    pub inputs: &'a Inputs,
    pub objects: Vec<ObjectInfo>,
    pub globals: Vec<Memory>,
    pub fuel: u64,
    pub findings: Vec<Finding>,
    pub seen: FxHashSet<(u8, ObjectId, Span, AccessKind, Span, AccessKind)>,
    pub notes: BTreeSet<Note>,
    pub havocked: BTreeSet<(Span, Arc<str>)>,
    pub halt: Option<End>,
    pub last_epoch: u32,
    pub grid_epoch: u32,
    pub covered: Vec<bool>,
    pub reads: BTreeSet<(ObjectId, Span)>,
    pub collect_reads: bool,
    pub masked_shifts: bool,
    pub diverged: bool,
    /// Whether two blocks can race.
    pub inter_block: bool,
    /// Whether barriers do not wait for exited threads.
    pub exit_arrives: bool,
    hits: Vec<(Record, Access, i64)>,
    unknown_calls: FxHashSet<u32>,
    /// What the atomics of a location released; by object, offset and block of a shared object.
    locations: FxHashMap<(usize, i64, u32), Clock>,
}

/// Where a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It can run.
    Runnable,
    /// It waits at a barrier of this index.
    Barrier(u32),
    /// It waits at a warp operation of this index.
    Warp(u32),
    /// It has ended.
    Exited,
}

/// When a turn ends, apart from waiting and ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// After this many instructions.
    Quantum(u64),
    /// Before the next access to memory.
    BeforeAccess,
    /// After one access to memory.
    OneAccess,
}

/// What an access does.
#[derive(Clone, Copy)]
enum Action {
    Load,
    Store(u64),
    Atomic(AtomicOp, u64, u64),
}

impl<'a> Env<'a> {
    /// A fresh environment; objects and globals are set by the caller.
    pub fn new(code: &'a Code, config: &'a Config, launch: &'a ConcreteLaunch, inputs: &'a Inputs) -> Self {
        Self {
            code,
            config,
            launch,
            inputs,
            objects: Vec::new(),
            globals: Vec::new(),
            fuel: config.fuel,
            findings: Vec::new(),
            seen: FxHashSet::default(),
            notes: BTreeSet::new(),
            havocked: BTreeSet::new(),
            halt: None,
            last_epoch: 0,
            grid_epoch: 0,
            covered: vec![false; code.covers.len()],
            reads: BTreeSet::new(),
            collect_reads: config.slice.is_some(),
            masked_shifts: false,
            diverged: false,
            inter_block: launch.blocks() > 1 && !config.intra_block_only,
            exit_arrives: config.exit_arrives,
            hits: Vec::new(),
            unknown_calls: FxHashSet::default(),
            locations: FxHashMap::default(),
        }
    }

    /// A new barrier interval.
    pub fn next_epoch(&mut self) -> u32 {
        self.last_epoch += 1;
        self.last_epoch
    }

    /// Records a note.
    #[cold]
    pub fn note(&mut self, kind: NoteKind, span: Span) {
        self.notes.insert(Note { kind, span });
    }

    /// Records a finding.
    pub fn find(&mut self, finding: Finding) {
        self.findings.push(finding);
        if self.findings.len() >= self.config.max_findings && self.halt.is_none() {
            self.halt = Some(End::TooManyFindings);
        }
    }

    #[cold]
    fn bad_pointer(&mut self, blk: &BlockState, pos: usize, site: u32, tag: u64, value: u64, ptr: u64) {
        let fault = match tag {
            0 if ptr == 0 => PointerFault::Null,
            // Small offsets from null come from null pointers too, as in `p[i]`.
            0 if unpack(ptr).1.unsigned_abs() < 1 << 32 => PointerFault::Null,
            UNINIT => PointerFault::Uninitialised,
            HAVOCKED => PointerFault::Havocked,
            _ => PointerFault::Wild,
        };
        let site = self.access_site(blk, pos, site, value);
        if self.seen.insert((
            3 + fault as u8,
            ObjectId::from_index(0),
            site.span,
            site.kind,
            Span::NONE,
            AccessKind::Read,
        )) {
            self.find(Finding::BadPointer { fault, site });
        }
    }

    #[cold]
    fn out_of_bounds(&mut self, blk: &BlockState, pos: usize, site: u32, object: ObjectId, offset: i64, value: u64) {
        let width = self.code.sites[site as usize].ty.bytes();
        let size = self.objects[object.index()].size;
        let site = self.access_site(blk, pos, site, value);
        if self.seen.insert((2, object, site.span, site.kind, Span::NONE, AccessKind::Read)) {
            self.find(Finding::OutOfBounds { object, offset, width, size, site });
        }
    }

    fn access_site(&self, blk: &BlockState, pos: usize, site: u32, value: u64) -> AccessSite {
        let site = &self.code.sites[site as usize];
        AccessSite { span: site.span, kind: access_kind(site.kind), thread: blk.thread_ref(pos), value }
    }

    #[cold]
    fn report_races(&mut self, object: ObjectId, grain: u32) {
        let hits = std::mem::take(&mut self.hits);
        for (record, new, offset) in &hits {
            let thread = |block: u32, thread: u32| ThreadRef {
                block: coordinates(u64::from(block), self.launch.grid),
                thread: coordinates(u64::from(thread), self.launch.block),
            };
            let old_site = &self.code.sites[record.site as usize];
            let new_site = &self.code.sites[new.site as usize];
            let first = AccessSite {
                span: old_site.span,
                kind: access_kind(old_site.kind),
                thread: thread(record.block, record.thread),
                value: record.value,
            };
            let second = AccessSite {
                span: new_site.span,
                kind: access_kind(new_site.kind),
                thread: thread(new.block, new.thread),
                value: new.value,
            };
            let same_block = record.block == new.block;
            let a = (first.span, first.kind);
            let b = (second.span, second.kind);
            let (low, high) = if a <= b { (a, b) } else { (b, a) };
            if self.seen.insert((u8::from(same_block), object, low.0, low.1, high.0, high.1)) {
                self.find(Finding::Race { object, offset: *offset, len: grain, first, second, same_block });
            }
        }
        self.hits = hits;
        self.hits.clear();
    }

    /// One access of a thread to memory; returns the value read (or the old value of an atomic).
    #[inline]
    fn access(&mut self, blk: &mut BlockState, pos: usize, ptr: u64, site_index: u32, action: Action) -> u64 {
        let (tag, offset) = unpack(ptr);
        let index = (tag as usize).wrapping_sub(1);
        let Some(info) = self.objects.get(index) else {
            let value = if let Action::Store(v) = action { v } else { 0 };
            self.bad_pointer(blk, pos, site_index, tag, value, ptr);
            return 0;
        };
        let site = self.code.sites[site_index as usize];
        let width = site.ty.bytes();
        let object = ObjectId::from_index(index);
        if self.config.check_bounds && (offset < 0 || info.size.is_some_and(|s| offset as u64 + u64::from(width) > s)) {
            let value = if let Action::Store(v) = action { v } else { 0 };
            self.out_of_bounds(blk, pos, site_index, object, offset, value);
            return 0;
        }
        let thread = &blk.threads[pos];
        let (salt, epoch, memory) = match info.space {
            Space::Global | Space::Constant => (0, blk.epoch_global, &mut self.globals[info.slot]),
            Space::Shared => (blk.salt, blk.epoch_shared, &mut blk.shared[info.slot]),
            Space::Private => {
                let salt = mix(blk.salt, u64::from(thread.linear));
                (salt, 0, &mut blk.private[pos * blk.privates_per_thread + info.slot])
            }
        };
        let salt = if info.undefined { salt } else { 0 };
        if info.undefined && !matches!(action, Action::Store(_)) && !memory.defined(info, offset, width, salt) {
            self.notes.insert(Note { kind: NoteKind::UndefinedRead, span: site.span });
        }
        let old = memory.read(info, offset, width, salt);
        let new = match action {
            Action::Load => old,
            Action::Store(v) => {
                memory.write(info, offset, width, v, salt);
                v
            }
            Action::Atomic(op, x, y) => {
                let v = atomic(op, site.ty, load_cell(site.ty, old), x, y);
                if op != AtomicOp::Load {
                    memory.write(info, offset, width, v, salt);
                }
                v
            }
        };
        if info.space == Space::Constant && !matches!(action, Action::Load) {
            self.notes.insert(Note { kind: NoteKind::ConstantWrite, span: site.span });
        }
        if self.collect_reads && info.space != Space::Private && !matches!(action, Action::Store(_)) {
            self.reads.insert((object, site.span));
        }
        if info.track {
            let warp = thread.linear / blk.warp_size;
            let shared = info.space == Space::Shared;
            let log = &blk.logs[(thread.linear / 32) as usize];
            let rules = Rules {
                kinds: &self.code.sites,
                grid_epoch: self.grid_epoch,
                benign: self.config.benign == Benign::SameValue,
                per_thread: blk.per_thread_records,
                inter_block: self.inter_block && !shared,
                shared,
                warp: blk.warp_size,
                lockstep: blk.lockstep,
                log,
                known: thread.sync.as_ref().map(|s| &*s.known).filter(|k| !k.is_empty()),
            };
            let warp_time = if blk.lockstep { blk.lock_time[warp as usize] } else { log.len() as u32 };
            let mut access = Access {
                site: site_index,
                kind: site.kind,
                thread: thread.linear,
                block: blk.linear,
                epoch,
                warp_time,
                time: thread.sync.as_ref().map_or(0, |s| s.time),
                changed: false,
                value: 0,
            };
            let hits = &mut self.hits;
            let grain_mask = |grain: u32| if grain >= 8 { u64::MAX } else { (1 << (8 * grain)) - 1 };
            memory.shadow_cells(info, offset, width, salt, |shadow, head, at| {
                let low = 8 * (at - offset) as u32;
                let mask = grain_mask(shadow.grain());
                access.value = new >> low & mask;
                access.changed = old >> low & mask != access.value;
                shadow.access(head, &access, &rules, |record| hits.push((*record, access, at)));
            });
            if !self.hits.is_empty() {
                let grain = memory.grain();
                self.report_races(object, grain);
            }
        }
        if let (SiteKind::Atomic { block_only }, true) = (site.kind, blk.threads[pos].sync.is_some()) {
            self.synchronise(blk, pos, index, offset, block_only, action);
        }
        load_cell(site.ty, old)
    }

    /// What an atomic acquires and releases.
    #[cold]
    fn synchronise(
        &mut self,
        blk: &mut BlockState,
        pos: usize,
        object: usize,
        offset: i64,
        block_only: bool,
        action: Action,
    ) {
        if block_only && self.inter_block {
            return;
        }
        let instance = if self.objects[object].space == Space::Shared { blk.linear } else { u32::MAX };
        let location = self.locations.entry((object, offset, instance)).or_default();
        let block = blk.linear;
        let thread = &mut blk.threads[pos];
        if let Some(sync) = &mut thread.sync {
            let writes = !matches!(action, Action::Atomic(AtomicOp::Load, ..));
            sync.atomic(location, writes, block, thread.linear);
        }
    }

    #[cold]
    fn havoc(&mut self, blk: &mut BlockState, pos: usize, index: u32) -> u64 {
        let (reason, ty, span) = &self.code.havocs[index as usize];
        self.havocked.insert((*span, reason.clone()));
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
                    self.note(kind, code.spans[pc]);
                }
                regs[$d as usize] = value;
            }};
        }
        macro_rules! i32_op {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let exact = (get!($a) as i64) $op (get!($b) as i64);
                let value = exact as i32 as i64;
                if value != exact {
                    self.note(NoteKind::SignedOverflow, code.spans[pc]);
                }
                regs[$d as usize] = value as u64;
            }};
        }
        while budget > 0 {
            budget -= 1;
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
                Op::Bin { op, ty, d, a, b } => checked!(d, ops::binary(op, ty, get!(a), get!(b), self.masked_shifts)),
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
                    let known = math::apply(call.fun, call.ty, &args[..count]);
                    regs[d as usize] = match known {
                        Some(value) => value,
                        None => {
                            let all: Vec<_> = call.args.iter().map(|&(r, t)| (get!(r), t)).collect();
                            if self.unknown_calls.insert(index) {
                                self.havocked.insert((code.spans[pc], format!("function {}", call.name).into()));
                            }
                            math::unknown(call.fun, call.ty, &all)
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
                    if self.halt.is_some() {
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
                    regs[d as usize] = self.peek(blk, pos, p, ty);
                }
                Op::Jump { to } => {
                    pc = to as usize;
                    if self.halt.is_some() {
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
                Op::Fence { scope } => {
                    let (block, epoch) = (blk.linear, blk.epoch_global);
                    let thread = &mut blk.threads[pos];
                    if scope != MemScope::Block || !self.inter_block {
                        if let Some(sync) = &mut thread.sync {
                            sync.fence(block, thread.linear, epoch);
                        }
                    }
                }
                Op::Return => {
                    state = State::Exited;
                    break;
                }
                Op::Assert { c, index } => {
                    if get!(c) == 0 {
                        let (span, kind) = code.asserts[index as usize];
                        let key = (
                            16 + kind as u8,
                            ObjectId::from_index(0),
                            span,
                            AccessKind::Read,
                            Span::NONE,
                            AccessKind::Read,
                        );
                        if self.seen.insert(key) {
                            let thread = blk.thread_ref(pos);
                            self.find(Finding::AssertFailed { span, kind, thread });
                        }
                    }
                }
                Op::Assume { c, index } => {
                    if get!(c) == 0 {
                        let (span, kind) = code.assumes[index as usize];
                        self.halt = Some(End::AssumptionViolated { span, kind });
                        break;
                    }
                }
                Op::Havoc { d, index } => regs[d as usize] = self.havoc(blk, pos, index),
                Op::Unsupported { index } => {
                    let (what, span) = code.unsupported[index as usize].clone();
                    self.halt = Some(End::Unsupported { what, span });
                    break;
                }
                Op::Cover { index } => self.covered[index as usize] = true,
            }
            pc += 1;
        }
        self.fuel -= start_budget - budget;
        if self.fuel == 0 && self.halt.is_none() && state == State::Runnable {
            self.halt = Some(End::FuelExhausted);
        }
        let thread = &mut blk.threads[pos];
        thread.regs = regs;
        thread.pc = pc as u32;
        thread.state = state;
    }

    /// Reads memory for a specification; 0 where there is none.
    fn peek(&mut self, blk: &mut BlockState, pos: usize, ptr: u64, ty: Ty) -> u64 {
        let (tag, offset) = unpack(ptr);
        let Some(info) = self.objects.get((tag as usize).wrapping_sub(1)) else { return 0 };
        if offset < 0 || info.size.is_some_and(|s| offset as u64 + u64::from(ty.bytes()) > s) {
            return 0;
        }
        let (salt, memory) = match info.space {
            Space::Global | Space::Constant => (0, &mut self.globals[info.slot]),
            Space::Shared => (blk.salt, &mut blk.shared[info.slot]),
            Space::Private => {
                let salt = mix(blk.salt, u64::from(blk.threads[pos].linear));
                (salt, &mut blk.private[pos * blk.privates_per_thread + info.slot])
            }
        };
        load_cell(ty, memory.read(info, offset, ty.bytes(), if info.undefined { salt } else { 0 }))
    }
}

/// The kind of an access site for the user.
pub fn access_kind(kind: SiteKind) -> AccessKind {
    match kind {
        SiteKind::Read => AccessKind::Read,
        SiteKind::Write => AccessKind::Write,
        SiteKind::Atomic { .. } => AccessKind::Atomic,
    }
}

/// The coordinates of a linear index, x fastest.
pub fn coordinates(linear: u64, extents: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extents.map(|n| u64::from(n.max(1)));
    [(linear % x) as u32, (linear / x % y) as u32, (linear / (x * y)) as u32]
}

/// Bytes of memory as a register cell. A bool is any non-zero byte.
#[inline]
fn load_cell(ty: Ty, bytes: u64) -> u64 {
    match ty {
        Ty::Bool => u64::from(bytes != 0),
        _ => wrap(ty, bytes),
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

fn atomic(op: AtomicOp, ty: Ty, old: u64, x: u64, y: u64) -> u64 {
    let plain = |op| ops::binary(op, ty, old, x, false).0;
    match op {
        AtomicOp::Add => plain(BinOp::Add),
        AtomicOp::Sub => plain(BinOp::Sub),
        AtomicOp::Exch => x,
        AtomicOp::Min => plain(BinOp::Min),
        AtomicOp::Max => plain(BinOp::Max),
        AtomicOp::And => plain(BinOp::And),
        AtomicOp::Or => plain(BinOp::Or),
        AtomicOp::Xor => plain(BinOp::Xor),
        AtomicOp::Inc if ops::binary(BinOp::Le, ty, x, old, false).0 == 1 => 0,
        AtomicOp::Inc => wrap(ty, old.wrapping_add(1)),
        AtomicOp::Dec if old == 0 || ops::binary(BinOp::Lt, ty, x, old, false).0 == 1 => x,
        AtomicOp::Dec => wrap(ty, old.wrapping_sub(1)),
        // Compared as bits.
        AtomicOp::Cas if old == x => y,
        AtomicOp::Cas | AtomicOp::Load => old,
    }
}
