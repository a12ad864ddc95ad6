//! One access to memory: bounds, contents, race records, and what the user is told of them.

use crate::api::{AccessKind, AccessSite, Benign, Finding, NoteKind, PointerFault, ThreadRef};
use crate::code::{Site, SiteKind};
use crate::ops::{self, wrap};
use crate::random::mix;
use crate::shadow::{Access, Rules};
use crate::state::{coordinates, BlockState, Env};
use crate::sync::{At, Reach, Strong};
use crate::value::{unpack, Ty, HAVOCKED, UNINIT};
use wp_base::{Id, Span};
use wp_kir::{AtomicOp, BinOp, ObjectId, Space};

wp_base::limits! {
    /// Accesses of a thread that assertions can ask for; more are not remembered.
    const MAX_ACCESSES: usize = 256;
    /// Choices of accesses for which an assertion is checked.
    const MAX_CASES: u32 = 4096;
}

/// Bytes of the places at which accesses of all widths synchronise.
const WORD: i64 = 4;

/// The kind of an access, with its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Reads.
    Load,
    /// Writes this value.
    Store(u64),
    /// Replaces by the result of the operation with these operands.
    Atomic(AtomicOp, u64, u64),
    /// Records an access of an asynchronous copy in flight once more, without a change of memory.
    Repeat,
}

impl Env<'_> {
    #[cold]
    fn bad_pointer(&mut self, site: AccessSite, ptr: u64) {
        let (tag, offset) = unpack(ptr);
        let fault = match tag {
            0 if ptr == 0 => PointerFault::Null,
            // Small offsets from null come from null pointers too, as in `p[i]`.
            0 if offset.unsigned_abs() < 1 << 32 => PointerFault::Null,
            UNINIT => PointerFault::Uninitialised,
            HAVOCKED => PointerFault::Havocked,
            _ => PointerFault::Wild,
        };
        let finding = Finding::BadPointer { fault, site };
        self.log.find_at(3 + fault as u8, ObjectId::from_index(0), &site, finding);
    }

    #[cold]
    fn out_of_bounds(&mut self, site: AccessSite, object: ObjectId, offset: i64, width: u32) {
        let size = self.objects[object.index()].size;
        self.log.find_at(2, object, &site, Finding::OutOfBounds { object, offset, width, size, site });
    }

    #[cold]
    fn misaligned(&mut self, blk: &BlockState, pos: usize, (object, offset): (ObjectId, i64), site_index: u32) {
        let Site { span, request, before, .. } = self.code.sites[site_index as usize];
        self.log.note(NoteKind::Misaligned, span);
        if !self.code.stops_at_misaligned {
            return;
        }
        let site = self.access_site(blk, pos, site_index, 0);
        let offset = offset - i64::from(before);
        self.log.find_at(9, object, &site, Finding::Misaligned { object, offset, width: request, site });
    }

    #[cold]
    pub fn access_site(&self, blk: &BlockState, pos: usize, site: u32, value: u64) -> AccessSite {
        let site = &self.code.sites[site as usize];
        AccessSite { span: site.span, kind: access_kind(site.kind), thread: blk.thread_ref(pos), value }
    }

    #[cold]
    fn report_races(&mut self, object: ObjectId, grain: u32) {
        let hits = std::mem::take(&mut self.hits);
        for (record, new, offset) in &hits {
            let of = |site: u32, block: u32, thread: u32, value: u64| {
                let block = coordinates(u64::from(block), self.launch.grid);
                let thread = coordinates(u64::from(thread), self.launch.block);
                let site = &self.code.sites[site as usize];
                let thread = ThreadRef { block, thread };
                AccessSite { span: site.span, kind: access_kind(site.kind), thread, value }
            };
            let first = of(record.site, record.block, record.thread, record.value);
            let second = of(new.site, new.block, new.thread, new.value);
            let same_block = record.block == new.block;
            let a = (first.span, first.kind);
            let b = (second.span, second.kind);
            let (low, high) = if a <= b { (a, b) } else { (b, a) };
            let finding = Finding::Race { object, offset: *offset, len: grain, first, second, same_block };
            self.log.find_once((u8::from(same_block), object, low.0, low.1, high.0, high.1), finding);
        }
        self.hits = hits;
        self.hits.clear();
    }

    /// Forgets the contents of a thread's private object.
    pub fn forget(&mut self, blk: &mut BlockState, pos: usize, object: usize) {
        let info = &self.objects[object];
        let salt = mix(blk.salt, u64::from(blk.threads[pos].linear));
        blk.private[pos * blk.privates_per_thread + info.slot].make_indeterminate(info, salt);
    }

    /// One access of a thread to memory; returns the value read (or the old value of an atomic).
    #[inline]
    pub fn access(&mut self, blk: &mut BlockState, pos: usize, ptr: u64, site_index: u32, action: Action) -> u64 {
        let (tag, offset) = unpack(ptr);
        let index = (tag as usize).wrapping_sub(1);
        let Some(info) = self.objects.get(index) else {
            let value = if let Action::Store(v) = action { v } else { 0 };
            let site = self.access_site(blk, pos, site_index, value);
            self.bad_pointer(site, ptr);
            return 0;
        };
        let site = self.code.sites[site_index as usize];
        let width = site.ty.bytes();
        let object = ObjectId::from_index(index);
        if self.config.check_bounds && (offset < 0 || info.size.is_some_and(|s| offset as u64 + u64::from(width) > s)) {
            let value = if let Action::Store(v) = action { v } else { 0 };
            let site = self.access_site(blk, pos, site_index, value);
            self.out_of_bounds(site, object, offset, width);
            return 0;
        }
        let is_address = info.space != Space::Image;
        if is_address && (offset - i64::from(site.before)).rem_euclid(i64::from(site.request)) != 0 {
            self.misaligned(blk, pos, (object, offset), site_index);
        }
        let info = &self.objects[index];
        let thread = &blk.threads[pos];
        let (salt, epoch, memory) = match info.space {
            Space::Global | Space::Constant => (0, blk.epochs.global, &mut self.globals[info.slot]),
            Space::Image => (0, blk.epochs.image, &mut self.globals[info.slot]),
            Space::Shared => (blk.salt, blk.epochs.shared, &mut blk.shared[info.slot]),
            Space::Private => {
                let salt = mix(blk.salt, u64::from(thread.linear));
                (salt, 0, &mut blk.private[pos * blk.privates_per_thread + info.slot])
            }
        };
        let salt = if info.undefined { salt } else { 0 };
        if info.undefined
            && !matches!(action, Action::Store(_) | Action::Repeat)
            && !memory.defined(info, offset, width, salt)
        {
            self.log.note(NoteKind::UndefinedRead, site.span);
        }
        if info.unevaluated {
            self.log.invent(site.span, UNEVALUATED.into());
        }
        let old = memory.read(info, offset, width, salt);
        let new = match action {
            Action::Load | Action::Repeat => old,
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
        if info.space == Space::Constant && !matches!(site.kind, SiteKind::Read) {
            let at = self.access_site(blk, pos, site_index, new);
            self.log.find_at(8, object, &at, Finding::ConstantWrite { object, site: at });
            return load_cell(site.ty, old);
        }
        // Only threads of the block write its shared memory, and until a barrier is passed the other threads need not
        // have done anything.
        let closed = match info.space {
            Space::Private => true,
            Space::Shared => blk.threads.len() as u64 == self.launch.threads_per_block(),
            Space::Global | Space::Constant | Space::Image => false,
        };
        if self.slice.is_open() && !closed && self.slice.matters(site.target) {
            self.slice.reads.insert((object, site.span));
        }
        if info.track {
            let warp = thread.linear / blk.warp_size;
            let log = &blk.logs[(thread.linear / blk.lanes) as usize];
            let lock = if blk.lockstep { blk.locks.get(warp as usize) } else { None };
            let rules = Rules {
                kinds: &self.code.sites,
                strong_accesses_agree: self.code.has_fence,
                grid_epoch: self.grid_epoch,
                atomic_races: self.config.atomic_races,
                benign: self.config.benign == Benign::SameValue,
                per_thread: blk.per_thread_records,
                inter_block: self.inter_block && info.space != Space::Shared,
                space: info.space,
                warp: blk.warp_size,
                lock,
                log,
                known: thread.sync.as_ref().map(|s| &*s.known).filter(|k| !k.is_empty()),
            };
            let warp_time = lock.map_or(log.len() as u32, |l| l.time);
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
                start: offset,
                own: None,
            };
            let hits = &mut self.hits;
            let grain_mask = |grain: u32| if grain >= 8 { u64::MAX } else { (1 << (8 * grain)) - 1 };
            memory.shadow_cells(info, offset, width, salt, |shadow, head, at| {
                let low = 8 * (at - offset) as u32;
                let mask = grain_mask(shadow.grain());
                access.value = new >> low & mask;
                access.changed = old >> low & mask != access.value;
                match site.kind {
                    SiteKind::Read if rules.benign => access.own = shadow.own_write(at, &access),
                    SiteKind::Write if rules.benign => shadow.remember_write(at, &access),
                    _ => {}
                }
                shadow.access(head, &access, &rules, |record| hits.push((*record, access, at)));
            });
            if !self.hits.is_empty() {
                let grain = memory.grain();
                self.report_races(object, grain);
            }
        }
        if !self.code.cases.is_empty() {
            self.note_access(blk, pos, index, site.kind, offset);
        }
        if site.strong && self.code.has_fence && blk.threads[pos].sync.is_some() {
            let writes = !matches!(action, Action::Load | Action::Repeat | Action::Atomic(AtomicOp::Load, ..));
            self.synchronise(blk, pos, ptr, site, writes);
        }
        if let Some(copies) = blk.threads[pos].copies.as_mut().filter(|_| action != Action::Repeat) {
            copies.note(ptr, site_index);
        }
        load_cell(site.ty, old)
    }

    /// Keeps an access in mind for assertions that ask for it.
    fn note_access(&self, blk: &mut BlockState, pos: usize, object: usize, kind: SiteKind, offset: i64) {
        let write = match kind {
            SiteKind::Read => false,
            SiteKind::Write => true,
            SiteKind::Atomic { .. } => return,
        };
        let accesses = &mut blk.threads[pos].accesses;
        let access = (object as u32, write, offset);
        let private = self.objects[object].space == Space::Private;
        if !private && accesses.len() < MAX_ACCESSES.get() && !accesses.contains(&access) {
            accesses.push(access);
        }
    }

    /// Acquires and releases for an atomic or volatile access, at each word that the access touches.
    #[cold]
    fn synchronise(&mut self, blk: &mut BlockState, pos: usize, ptr: u64, site: Site, writes: bool) {
        let (tag, offset) = unpack(ptr);
        let object = tag as usize - 1;
        let space = self.objects[object].space;
        if space == Space::Private {
            return;
        }
        let (block, epoch) = (blk.linear, blk.epochs.global);
        let thread = &mut blk.threads[pos];
        let at = At { block, thread: thread.linear, epoch };
        let access = Strong { order: site.order, writes };
        let Some(sync) = &mut thread.sync else { return };
        // No other block sees shared memory, and an atomic of block scope synchronises with no other block.
        let block_only = space == Space::Shared || matches!(site.kind, SiteKind::Atomic { block_only: true });
        for scope in [Reach::Block, Reach::Device] {
            if scope == Reach::Device && block_only {
                continue;
            }
            let instance = if scope == Reach::Block { block } else { u32::MAX };
            for word in offset.div_euclid(WORD)..=(offset + i64::from(site.ty.bytes()) - 1).div_euclid(WORD) {
                let location = self.locations.entry((object, word, instance)).or_default();
                sync.access(location, scope, access, at);
            }
        }
    }

    /// Starts an assertion about accesses: its first case, and the accesses that it may choose from.
    pub fn first_case(&self, blk: &mut BlockState, pos: usize, regs: &[u64], index: u32) {
        let thread = &mut blk.threads[pos];
        thread.case = 0;
        thread.choices.clear();
        for &(p, write) in &self.code.cases[index as usize].classes {
            let key = ((unpack(regs[p as usize]).0 as u32).wrapping_sub(1), write);
            if !thread.choices.iter().any(|(k, _)| *k == key) {
                let of_it = thread.accesses.iter().filter(|&&(o, w, _)| (o, w) == key);
                thread.choices.push((key, of_it.map(|a| a.2).collect()));
            }
        }
    }

    /// True if there is another choice of accesses after the thread's current one.
    pub fn next_case(&self, blk: &mut BlockState, pos: usize) -> bool {
        let thread = &mut blk.threads[pos];
        let sizes = thread.choices.iter().map(|(_, offsets)| 1 + offsets.len() as u32);
        let total = sizes.fold(1u32, u32::saturating_mul);
        thread.case += 1;
        thread.case < total.min(MAX_CASES.get())
    }

    /// The offset of the chosen access to the object of a pointer, if one is chosen.
    pub fn chosen_access(&self, blk: &BlockState, pos: usize, ptr: u64, write: bool) -> Option<i64> {
        let key = ((unpack(ptr).0 as u32).wrapping_sub(1), write);
        let mut case = blk.threads[pos].case as usize;
        for (k, offsets) in &blk.threads[pos].choices {
            let digit = case % (1 + offsets.len());
            case /= 1 + offsets.len();
            if *k == key {
                return digit.checked_sub(1).map(|i| offsets[i]);
            }
        }
        None
    }

    /// Reads memory for a specification; 0 where there is none.
    pub fn peek(&mut self, blk: &mut BlockState, pos: usize, ptr: u64, ty: Ty, span: Span) -> u64 {
        let (tag, offset) = unpack(ptr);
        let Some(info) = self.objects.get((tag as usize).wrapping_sub(1)) else { return 0 };
        if offset < 0 || info.size.is_some_and(|s| offset as u64 + u64::from(ty.bytes()) > s) {
            return 0;
        }
        let whole_block = blk.threads.len() as u64 == self.launch.threads_per_block();
        let own = info.space == Space::Private || info.space == Space::Shared && whole_block;
        if self.slice.is_open() && !own {
            self.slice.reads.insert((ObjectId::from_index(tag as usize - 1), span));
        }
        let (salt, memory) = match info.space {
            Space::Global | Space::Constant | Space::Image => (0, &mut self.globals[info.slot]),
            Space::Shared => (blk.salt, &mut blk.shared[info.slot]),
            Space::Private => {
                let salt = mix(blk.salt, u64::from(blk.threads[pos].linear));
                (salt, &mut blk.private[pos * blk.privates_per_thread + info.slot])
            }
        };
        if info.unevaluated {
            self.log.invent(span, UNEVALUATED.into());
        }
        load_cell(ty, memory.read(info, offset, ty.bytes(), if info.undefined { salt } else { 0 }))
    }
}

/// What a run invents where it reads contents that the source fixes and that are not known here.
const UNEVALUATED: &str = "an initial value that is not evaluated";

/// The kind of an access site for the user.
pub fn access_kind(kind: SiteKind) -> AccessKind {
    match kind {
        SiteKind::Read => AccessKind::Read,
        SiteKind::Write => AccessKind::Write,
        SiteKind::Atomic { .. } => AccessKind::Atomic,
    }
}

/// Bytes of memory as a register cell. A bool is any non-zero byte.
#[inline]
fn load_cell(ty: Ty, bytes: u64) -> u64 {
    match ty {
        Ty::Bool => u64::from(bytes != 0),
        _ => wrap(ty, bytes),
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
