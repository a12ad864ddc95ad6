//! Follows open values through the instructions of a run, in registers and in memory.

use super::cells::UnwrittenRead;
use super::{binary, call, cast, unary, Cell, Doubt, Operand};
use crate::api::{Finding, OpenValue, Unwritten};
use crate::code::{Op, WarpCode};
use crate::random::mix;
use crate::state::{BlockState, Env};
use crate::value::{Reg, Ty};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Id;
use wp_kir::{BinOp, CastKind, Dialect, ObjectId, Space};

/// Reads of elements that nothing wrote that are followed, at most.
const MAX_UNWRITTEN: usize = 1 << 16;

/// Floats with a relative difference below this bound are equal in comparisons of contents.
const LEADING_DIGITS: f64 = 1e-4;

impl Env<'_> {
    /// Records that a decision rests on a value that a device may have otherwise.
    #[cold]
    pub fn decide_in_doubt(&mut self, cause: u32, at: usize) {
        if let Some(read) = (cause as usize).checked_sub(self.code.ops.len()) {
            return self.uses_unwritten(read, at);
        }
        let what = match self.code.ops[cause as usize] {
            Op::Cast { .. } => "decision that depends on where objects are in memory".to_owned(),
            Op::Havoc { index, .. } => self.code.havocs[index as usize].reason.to_string(),
            Op::Call { index, .. } => {
                format!("decision within the error of `{}`", self.code.calls[index as usize].name)
            }
            Op::Bin { op: BinOp::Div, .. } => "decision within the error of a division".to_owned(),
            Op::Warp { .. } => "decision that depends on the order in which the values of lanes are added".to_owned(),
            _ => "decision that depends on whether a product and a sum are fused".to_owned(),
        };
        self.log.invent(self.code.spans[cause as usize], what.into());
    }

    fn decide(&mut self, doubt: Option<Doubt>, at: usize) {
        if let Some(cause) = doubt.and_then(Doubt::cause) {
            self.decide_in_doubt(cause, at);
        }
    }

    /// Reports a read of what nothing wrote, at an instruction where its value matters.
    #[cold]
    fn uses_unwritten(&mut self, read: usize, at: usize) {
        let Some(&UnwrittenRead { object, offset, width, site }) = self.doubtful.unwritten.get(read) else { return };
        let used = self.code.spans[at];
        self.log.find_at(10, object, &site, Finding::Unwritten { object, offset, width, site, used });
    }

    /// The uncertainty of what a thread reads: any value where nothing wrote the element.
    fn read_doubt(&mut self, blk: &mut BlockState, pos: usize, ptr: u64, site: u32) -> Option<Doubt> {
        let width = self.code.sites[site as usize].ty.bytes();
        let known = self.load_doubt(blk, pos, ptr, width);
        if self.config.unwritten != Unwritten::Followed
            || known.is_some()
            || self.doubtful.unwritten.len() >= MAX_UNWRITTEN
        {
            return known;
        }
        let (tag, offset) = crate::value::unpack(ptr);
        let index = (tag as usize).checked_sub(1)?;
        let info = self.objects.get(index)?;
        let outside = offset < 0 || info.size.is_some_and(|size| offset as u64 + u64::from(width) > size);
        if !info.undefined || outside {
            return None;
        }
        let salt = self.salt_of(blk, pos, info.space);
        let memory = match info.space {
            Space::Shared => &mut blk.shared[info.slot],
            Space::Private => &mut blk.private[pos * blk.privates_per_thread + info.slot],
            Space::Global | Space::Constant | Space::Image => return None,
        };
        if memory.defined(info, offset, width, salt) {
            return None;
        }
        let object = ObjectId::from_index(index);
        let site = self.access_site(blk, pos, site, 0);
        self.doubtful.unwritten.push(UnwrittenRead { object, offset, width, site });
        Some(Doubt::Any((self.code.ops.len() + self.doubtful.unwritten.len() - 1) as u32))
    }

    /// The salt of the contents of an object of a thread before the first write.
    fn salt_of(&self, blk: &BlockState, pos: usize, space: Space) -> u64 {
        match space {
            Space::Private => mix(blk.salt, u64::from(blk.threads[pos].linear)),
            _ => blk.salt,
        }
    }

    /// Reports that a value of what nothing wrote goes to global memory.
    fn stores_unwritten(&mut self, ptr: u64, doubt: Option<Doubt>, at: usize) {
        let cause = doubt.and_then(Doubt::cause).filter(|&cause| cause as usize >= self.code.ops.len());
        let object = (crate::value::unpack(ptr).0 as usize).checked_sub(1).and_then(|index| self.objects.get(index));
        if let (Some(cause), true) = (cause, object.is_some_and(|o| o.space.is_of_device())) {
            self.decide_in_doubt(cause, at);
        }
    }

    /// The key of a place in memory, if the pointer leads to an object.
    fn doubt_key(&self, blk: &BlockState, pos: usize, ptr: u64) -> Option<Cell> {
        let (tag, offset) = crate::value::unpack(ptr);
        let object = (tag as usize).checked_sub(1)?;
        let thread = u64::from(blk.threads[pos].linear);
        let instance = match self.objects.get(object)?.space {
            Space::Shared => 1 + u64::from(blk.linear),
            Space::Private => (1 + u64::from(blk.linear)) << 32 | thread,
            Space::Global | Space::Constant | Space::Image => 0,
        };
        Some((object, instance, offset))
    }

    fn load_doubt(&self, blk: &BlockState, pos: usize, ptr: u64, width: u32) -> Option<Doubt> {
        if self.doubtful.is_empty() {
            return None;
        }
        self.doubtful.load(self.doubt_key(blk, pos, ptr)?, width)
    }

    fn store_doubt(&mut self, blk: &BlockState, pos: usize, ptr: u64, width: u32, doubt: Option<Doubt>) {
        if self.doubtful.is_empty() && doubt.is_none() {
            return;
        }
        if let Some(cell) = self.doubt_key(blk, pos, ptr) {
            self.doubtful.store(cell, width, doubt);
        }
    }

    /// Follows an instruction that is about to be executed.
    pub fn follow_doubt(&mut self, blk: &mut BlockState, pos: usize, regs: &[u64], pc: usize) {
        let code = self.code;
        let op = code.ops[pc];
        let mut doubts = std::mem::take(&mut blk.threads[pos].doubts);
        let at = pc as u32;
        let opencl = self.dialect == Dialect::OpenCl;
        let get = |doubts: &FxHashMap<Reg, Doubt>, r: Reg| doubts.get(&r).copied();
        let operand = |doubts: &FxHashMap<Reg, Doubt>, ty: Ty, r: Reg| Operand {
            ty,
            cell: regs[r as usize],
            doubt: doubts.get(&r).copied(),
        };
        let as_binary = match op {
            Op::AddI32 { d, a, b } => Some((BinOp::Add, Ty::I32, d, a, b)),
            Op::AddU32 { d, a, b } => Some((BinOp::Add, Ty::U32, d, a, b)),
            Op::SubI32 { d, a, b } => Some((BinOp::Sub, Ty::I32, d, a, b)),
            Op::SubU32 { d, a, b } => Some((BinOp::Sub, Ty::U32, d, a, b)),
            Op::MulI32 { d, a, b } => Some((BinOp::Mul, Ty::I32, d, a, b)),
            Op::MulU32 { d, a, b } => Some((BinOp::Mul, Ty::U32, d, a, b)),
            Op::Add64 { d, a, b } => Some((BinOp::Add, Ty::U64, d, a, b)),
            Op::Mul64 { d, a, b } => Some((BinOp::Mul, Ty::U64, d, a, b)),
            Op::LtS { d, a, b } => Some((BinOp::Lt, Ty::I64, d, a, b)),
            Op::LtU { d, a, b } => Some((BinOp::Lt, Ty::U64, d, a, b)),
            Op::LeS { d, a, b } => Some((BinOp::Le, Ty::I64, d, a, b)),
            Op::LeU { d, a, b } => Some((BinOp::Le, Ty::U64, d, a, b)),
            Op::Eq { d, a, b } => Some((BinOp::Eq, Ty::I64, d, a, b)),
            Op::Ne { d, a, b } => Some((BinOp::Ne, Ty::I64, d, a, b)),
            Op::And { d, a, b } => Some((BinOp::And, Ty::U64, d, a, b)),
            Op::Or { d, a, b } => Some((BinOp::Or, Ty::U64, d, a, b)),
            Op::Xor { d, a, b } => Some((BinOp::Xor, Ty::U64, d, a, b)),
            Op::AddF32 { d, a, b } => Some((BinOp::Add, Ty::F32, d, a, b)),
            Op::MulF32 { d, a, b } => Some((BinOp::Mul, Ty::F32, d, a, b)),
            Op::Bin { op, ty, d, a, b } => Some((op, ty, d, a, b)),
            _ => None,
        };
        let mut result: Option<(Reg, Option<Doubt>)> = None;
        if let Some((op, ty, d, a, b)) = as_binary {
            result = Some((d, binary(op, operand(&doubts, ty, a), operand(&doubts, ty, b), at, opencl)));
        }
        match op {
            Op::Mov { d, s } => result = Some((d, get(&doubts, s))),
            Op::CMov { d, c, s } => match get(&doubts, c).and_then(Doubt::cause) {
                None if regs[c as usize] != 0 => result = Some((d, get(&doubts, s))),
                None => {}
                Some(cause) => {
                    let open = |r| get(&doubts, r).and_then(Doubt::cause).is_some();
                    let same = regs[d as usize] == regs[s as usize] && !open(d) && !open(s);
                    result = Some((d, (!same).then_some(Doubt::Any(cause))));
                }
            },
            Op::Un { op, ty, d, a } => result = Some((d, unary(op, operand(&doubts, ty, a)))),
            Op::Wrap { ty, d, a } => {
                // The cell is read as the type that it is wrapped to: inside of its bounds that changes nothing.
                let a = Operand { ty: Ty::I64, ..operand(&doubts, Ty::I64, a) };
                result = Some((d, cast(CastKind::IntToInt, a, ty, at)));
            }
            Op::Cast { kind, from, to, d, a } => result = Some((d, cast(kind, operand(&doubts, from, a), to, at))),
            Op::PtrAdd { d, p: a, o: b } | Op::PtrDiff { d, a, b } => {
                let cause = [a, b].iter().find_map(|&r| get(&doubts, r).and_then(Doubt::cause));
                result = Some((d, cause.map(Doubt::Any)));
            }
            Op::PtrOffset { d, p } | Op::PtrBase { d, p } => {
                result = Some((d, get(&doubts, p).and_then(Doubt::cause).map(Doubt::Any)));
            }
            Op::Call { d, index } => {
                let of = &code.calls[index as usize];
                let args: Vec<Operand> = of.args.iter().map(|&(r, ty)| operand(&doubts, ty, r)).collect();
                result = Some((d, call(of, &args, at)));
            }
            Op::Load { d, p, site } => {
                self.decide(get(&doubts, p), pc);
                result = Some((d, self.read_doubt(blk, pos, regs[p as usize], site)));
            }
            Op::SpecLoad { d, p, ty } => {
                self.decide(get(&doubts, p), pc);
                result = Some((d, self.load_doubt(blk, pos, regs[p as usize], ty.bytes())));
            }
            Op::Store { p, v, site } => {
                self.decide(get(&doubts, p), pc);
                let width = code.sites[site as usize].ty.bytes();
                self.store_doubt(blk, pos, regs[p as usize], width, get(&doubts, v));
                self.stores_unwritten(regs[p as usize], get(&doubts, v), pc);
            }
            Op::Atomic { index } => {
                let a = code.atomics[index as usize];
                self.decide(get(&doubts, a.p), pc);
                let width = code.sites[a.site as usize].ty.bytes();
                let ptr = regs[a.p as usize];
                let old = self.read_doubt(blk, pos, ptr, a.site);
                let causes = [old, get(&doubts, a.x), get(&doubts, a.y)];
                let cause = causes.into_iter().find_map(|d| d.and_then(Doubt::cause));
                if let Some(cause) = cause {
                    self.store_doubt(blk, pos, ptr, width, Some(Doubt::Any(cause)));
                    self.stores_unwritten(ptr, Some(Doubt::Any(cause)), pc);
                }
                result = a.result.map(|d| (d, old));
            }
            Op::OtherThread { d, position, reg } => {
                let other = &blk.threads[regs[position as usize] as usize].doubts;
                result = Some((d, other.get(&reg).copied()));
            }
            Op::JumpIf { c, .. }
            | Op::JumpUnless { c, .. }
            | Op::Assert { c, .. }
            | Op::AssertPair { c, .. }
            | Op::Assume { c, .. } => self.decide(get(&doubts, c), pc),
            Op::JumpUnlessLtS { a, b, .. } => {
                self.decide(
                    binary(BinOp::Lt, operand(&doubts, Ty::I64, a), operand(&doubts, Ty::I64, b), at, opencl),
                    pc,
                );
            }
            Op::JumpUnlessLtU { a, b, .. } => {
                self.decide(
                    binary(BinOp::Lt, operand(&doubts, Ty::U64, a), operand(&doubts, Ty::U64, b), at, opencl),
                    pc,
                );
            }
            Op::Increment { d } => {
                let one = Operand { ty: Ty::U64, cell: 1, doubt: None };
                result = Some((d, binary(BinOp::Add, operand(&doubts, Ty::U64, d), one, at, opencl)));
            }
            Op::Barrier { index } => {
                let barrier = &code.barriers[index as usize];
                barrier.loops.iter().for_each(|&r| self.decide(get(&doubts, r), pc));
                let mut kind = barrier.kind;
                kind.registers().for_each(|r| self.decide(get(&doubts, *r), pc));
            }
            Op::Warp { index } => {
                let warp = &code.warps[index as usize];
                let deciding = warp.loops.iter().chain(&warp.mask).chain(&warp.width).chain(&warp.operands[1..]);
                deciding.for_each(|&r| self.decide(get(&doubts, r), pc));
            }
            Op::Havoc { d, index } => {
                let is_followed = self.follows_unknown() && !code.havocs[index as usize].spoils;
                result = Some((d, is_followed.then_some(Doubt::Any(at))));
            }
            Op::DeclareVar { d, .. } | Op::NextThread { d, .. } | Op::SpecAccess { d, .. } => result = Some((d, None)),
            Op::DeclareObject { object } => {
                let thread = u64::from(blk.threads[pos].linear);
                let instance = (1 + u64::from(blk.linear)) << 32 | thread;
                self.doubtful.forget(object as usize, instance);
            }
            _ => {}
        }
        match result {
            Some((d, Some(doubt))) => {
                doubts.insert(d, doubt);
            }
            Some((d, None)) if !doubts.is_empty() => {
                doubts.remove(&d);
            }
            _ => {}
        }
        blk.threads[pos].doubts = doubts;
    }

    /// Records contents of global memory that matter and are in doubt.
    pub fn decide_contents(&mut self) {
        let objects = &self.objects;
        let is_open = |&((object, ..), width, doubt): &(Cell, u32, Doubt)| {
            let info = &objects[object];
            let of_floats = info.elem.is_float() && info.elem.bytes() == width;
            info.space.is_of_device()
                && match doubt {
                    Doubt::Product(..) => false,
                    Doubt::Range(low, high, _) if of_floats => high - low > LEADING_DIGITS * low.abs().max(high.abs()),
                    Doubt::Range(..) | Doubt::Any(_) | Doubt::Address(_) => true,
                }
        };
        let causes: BTreeSet<u32> =
            self.doubtful.iter().filter(is_open).filter_map(|(_, _, doubt)| doubt.cause()).collect();
        causes.into_iter().for_each(|cause| self.decide_in_doubt(cause, 0));
    }

    /// The contents of global memory that devices need not share.
    pub fn open_contents(&self) -> BTreeMap<ObjectId, Vec<OpenValue>> {
        let mut all: BTreeMap<ObjectId, Vec<OpenValue>> = BTreeMap::new();
        for ((object, _, offset), width, doubt) in self.doubtful.iter() {
            let range = match doubt {
                Doubt::Product(..) => continue,
                Doubt::Range(low, high, _) => Some((low, high)),
                Doubt::Any(_) | Doubt::Address(_) => None,
            };
            if self.objects[object].space.is_of_device() {
                all.entry(ObjectId::from_index(object)).or_default().push(OpenValue { offset, width, range });
            }
        }
        all.values_mut().for_each(|values| values.sort_by_key(|v| v.offset));
        all
    }

    /// The uncertainty that a warp operation leaves in the participating lanes.
    pub fn doubt_of_warp(&self, blk: &mut BlockState, members: &[usize], op: &WarpCode, depends_on_order: bool) {
        let Some(result) = op.result else { return };
        let of_lane = |&p: &usize| blk.threads[p].doubts.get(&op.operands[0]).and_then(|d| d.cause());
        // The members stand behind the operation.
        let own = members.first().filter(|_| depends_on_order).map(|&p| blk.threads[p].pc.saturating_sub(1));
        let cause = members.iter().find_map(of_lane).or(own);
        for &p in members {
            match cause {
                Some(cause) => blk.threads[p].doubts.insert(result, Doubt::Any(cause)),
                None => blk.threads[p].doubts.remove(&result),
            };
        }
    }
}
