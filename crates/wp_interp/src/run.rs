//! The whole launch: prepares objects and registers, runs the blocks, passes grid barriers, collects the outcome.

use crate::api::{
    Benign, ConcreteLaunch, Config, Contents, End, Fill, Finding, Inputs, NoteKind, Outcome, Schedule, Unwritten, Value,
};
use crate::block::BlockEnd;
use crate::code::Code;
use crate::compile::compile;
use crate::exec::value_bits;
use crate::influence::influential;
use crate::lockstep::LockLog;
use crate::memory::{Memory, ObjectInfo};
use crate::named::NamedBarriers;
use crate::observe::Observer;
use crate::points_to;
use crate::random::{mix, unset_value};
use crate::state::{coordinates, threads, BlockState, Env, State};
use crate::value::{pack, Reg, Ty, UNINIT};
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_base::{count_work, Id, Span, Work};
use wp_kir::{
    any_stmt, CastKind, ExprKind, Fence, Init, Kernel, ObjectId, Space, Special, StmtKind, Type, Unknown, VarId,
};

/// Greatest number of threads of a block that run.
const MAX_THREADS: u64 = 1 << 16;
/// Greatest number of a thread in its block, where only some of them run.
const MAX_THREAD: u32 = 1 << 20;
/// Greatest number of blocks that are kept at once for grid barriers, in threads.
const MAX_RESIDENT: u64 = 1 << 22;

/// Greatest number of threads in blocks that take turns.
const MAX_IN_TURNS: u64 = 1 << 16;

/// Executes a launch.
pub fn run(kernel: &Kernel, launch: &ConcreteLaunch, inputs: &Inputs, config: &Config) -> Outcome {
    execute(kernel, launch, inputs, config, None)
}

/// [`run`] with someone who watches; it ends at the first thing that goes wrong.
pub fn run_observed(
    kernel: &Kernel,
    launch: &ConcreteLaunch,
    inputs: &Inputs,
    config: &Config,
    observer: &mut dyn Observer,
) -> Outcome {
    execute(kernel, launch, inputs, config, Some(observer))
}

/// The contents of the objects in global memory at the start of a launch, as far as the simulation touches them.
pub fn touched_inputs(
    kernel: &Kernel,
    launch: &ConcreteLaunch,
    inputs: &Inputs,
    config: &Config,
) -> BTreeMap<ObjectId, Contents> {
    let touched = run(kernel, launch, inputs, config).memory;
    let Ok(code) = compile(kernel, false, config.warp_sync.is_some(), false) else { return BTreeMap::new() };
    let Ok(runner) = Runner::new(kernel, launch, inputs, config, &code) else { return BTreeMap::new() };
    let at_start = |(id, contents): (ObjectId, Contents)| {
        let info = &runner.env.objects[id.index()];
        let mut memory = Memory::new(info);
        for &page in contents.pages.keys() {
            memory.read(info, page, 1, 0);
        }
        (id, Contents { pages: memory.contents() })
    };
    touched.into_iter().map(at_start).collect()
}

fn execute(
    kernel: &Kernel,
    launch: &ConcreteLaunch,
    inputs: &Inputs,
    config: &Config,
    observer: Option<&mut dyn Observer>,
) -> Outcome {
    match compile(kernel, config.coverage, config.warp_sync.is_some(), observer.is_some()) {
        Ok(code) => match Runner::new(kernel, launch, inputs, config, &code) {
            Ok(mut runner) => {
                runner.env.observer = observer.map(|o| o as &mut dyn Observer);
                runner.run()
            }
            Err(what) => unsupported(what, kernel.span),
        },
        Err((what, span)) => unsupported(what, span),
    }
}

fn unsupported(what: Arc<str>, span: Span) -> Outcome {
    Outcome { end: End::Unsupported { what, span }, ..Outcome::default() }
}

struct Runner<'a> {
    launch: &'a ConcreteLaunch,
    config: &'a Config,
    code: &'a Code,
    env: Env<'a>,
    /// Initial registers of a thread, but for its coordinates.
    template: Vec<u64>,
    /// Variables with an indeterminate value until they are assigned.
    unset: Vec<(Reg, Ty)>,
    shared: Vec<usize>,
    private: Vec<usize>,
    globals: Vec<usize>,
    written: points_to::Objects,
    /// Linear blocks that run, each with its linear threads (`None`: all).
    blocks: Vec<(u64, Option<Vec<u32>>)>,
    /// Lanes of a warp of the device.
    lanes: u32,
    seed: u64,
}

impl<'a> Runner<'a> {
    fn new(
        kernel: &'a Kernel,
        launch: &'a ConcreteLaunch,
        inputs: &'a Inputs,
        config: &'a Config,
        code: &'a Code,
    ) -> Result<Self, Arc<str>> {
        if launch.block.contains(&0) || launch.grid.contains(&0) {
            return Err("launch with an extent of 0".into());
        }
        let product = |extents: [u32; 3]| extents.iter().try_fold(1u64, |n, &e| n.checked_mul(u64::from(e)));
        let (Some(per_block), Some(blocks)) = (product(launch.block), product(launch.grid)) else {
            return Err("launch of too many threads".into());
        };
        let too_many = match &config.slice {
            None => per_block > MAX_THREADS,
            Some(slice) => {
                let inside = || slice.iter().map(|&(_, t)| t).filter(|&t| t < per_block);
                inside().count() as u64 > MAX_THREADS || inside().any(|t| t > u64::from(MAX_THREAD))
            }
        };
        if too_many || per_block > u64::from(u32::MAX) || blocks > u64::from(u32::MAX) {
            return Err("launch of too many threads".into());
        }
        if code.has_warp_barrier && config.warp_sync.is_some_and(|w| w > 1 && w != kernel.lanes) {
            return Err("warp barrier with lock-step warps of another size".into());
        }
        let blocks: Vec<(u64, Option<Vec<u32>>)> = match &config.slice {
            None => {
                if code.has_grid_barrier && blocks.saturating_mul(per_block) > MAX_RESIDENT {
                    return Err("grid barrier in a launch of too many threads".into());
                }
                (0..blocks).map(|b| (b, None)).collect()
            }
            Some(slice) => {
                let mut chosen: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
                for &(b, t) in slice.iter().filter(|&&(b, t)| b < blocks && t < per_block) {
                    chosen.entry(b).or_default().push(t as u32);
                }
                chosen
                    .into_iter()
                    .map(|(b, mut ts)| {
                        ts.sort_unstable();
                        ts.dedup();
                        (b, Some(ts))
                    })
                    .collect()
            }
        };
        let bindings: Vec<(VarId, Option<ObjectId>)> = kernel
            .params
            .iter()
            .filter(|(_, p)| p.ty == Type::Ptr)
            .map(|(id, p)| match inputs.params.get(&id) {
                Some(Value::Ptr { object, .. }) => (p.var, *object),
                Some(_) => (p.var, None),
                None => (p.var, p.object),
            })
            .collect();
        let points_to = points_to::analyse(kernel, &bindings);
        let mut env = Env::new(code, config, launch, inputs);
        env.dialect = kernel.dialect;
        (env.slice.influential, env.in_doubt) = match config.benign {
            Benign::Off => influential(kernel, &points_to),
            // The tolerated conflicts depend on all values.
            Benign::SameValue => (vec![true; kernel.vars.len()], true),
        };
        let contents = config.contents_matter || config.open_contents;
        env.in_doubt |= contents;
        env.in_doubt &= kernel.exprs.values().any(|e| e.ty.is_float());
        let of_pointers = [CastKind::PtrToInt, CastKind::PtrToShared, CastKind::IntToPtr, CastKind::SharedToPtr];
        let is_address = |kind: &ExprKind| matches!(kind, ExprKind::Cast(kind, _) if of_pointers.contains(kind));
        env.in_doubt |= kernel.exprs.values().any(|e| is_address(&e.kind));
        if env.follows_unknown() {
            let influential = &env.slice.influential;
            env.in_doubt |= any_stmt(&kernel.body, &|kind| match kind {
                StmtKind::Havoc { var, unknown: Unknown::Value, .. } => contents || influential[var.index()],
                _ => false,
            });
        }
        env.in_doubt |= config.unwritten == Unwritten::Followed;
        let written = points_to.written;
        env.exit_arrives &= kernel.dialect.is_cpp();
        let (mut globals, mut shared, mut private) = (Vec::new(), Vec::new(), Vec::new());
        for (id, object) in kernel.objects.iter() {
            let list = match object.space {
                Space::Global | Space::Constant | Space::Image => &mut globals,
                Space::Shared => &mut shared,
                Space::Private => &mut private,
            };
            let slot = list.len();
            list.push(id.index());
            let input = inputs.objects.get(&id);
            let bytes = object.bytes.and_then(|p| match inputs.params.get(&p) {
                Some(Value::Int(v)) => u64::try_from(*v).ok(),
                _ => None,
            });
            let undefined = object.init == Init::Undefined && input.is_none();
            let elem = Ty::of(object.elem).unwrap_or(Ty::U8);
            env.objects.push(ObjectInfo {
                space: object.space,
                slot,
                size: input.and_then(|i| i.size).or(object.size).or(bytes),
                elem,
                fill: match input {
                    Some(input) => input.fill,
                    None if undefined && config.unwritten == Unwritten::Mixed => Fill::Small(inputs.seed),
                    None if undefined => Fill::Below { seed: inputs.seed, bound: 16 },
                    None => Fill::Zero,
                },
                bytes: match &object.init {
                    Init::Bytes(bytes) => Some(bytes.clone()),
                    _ => None,
                },
                cells: input.map(|i| i.cells.clone()).unwrap_or_default(),
                undefined,
                unevaluated: object.init == Init::Unevaluated,
                track: config.races && object.space != Space::Private && written.contains(id),
            });
        }
        env.globals = globals.iter().map(|&o| Memory::new(&env.objects[o])).collect();
        let mut template = vec![0u64; code.regs];
        let mut unset = Vec::new();
        for (id, var) in kernel.vars.iter() {
            match Ty::of(var.ty) {
                Some(Ty::Ptr) => template[id.index()] = pack(UNINIT, 0),
                Some(ty) if config.unset_values && !kernel.params.values().any(|p| p.var == id) => {
                    unset.push((id.index() as Reg, ty))
                }
                _ => {}
            }
        }
        for &(reg, bits) in &code.constants {
            template[reg as usize] = bits;
        }
        for (id, param) in kernel.params.iter() {
            let Some(slot) = template.get_mut(param.var.index()) else {
                return Err("malformed kernel: parameter".into());
            };
            let Some(ty) = Ty::of(param.ty) else { return Err("malformed kernel: type of a parameter".into()) };
            *slot = match inputs.params.get(&id) {
                Some(value) => value_bits(*value, ty),
                None if ty == Ty::Ptr => param.object.map_or(0, |o| pack(o.index() as u64 + 1, 0)),
                None => 0,
            };
        }
        Ok(Self {
            launch,
            config,
            code,
            env,
            template,
            unset,
            shared,
            private,
            globals,
            written,
            blocks,
            lanes: kernel.lanes,
            seed: inputs.seed,
        })
    }

    fn new_block(&mut self) -> BlockState {
        let lockstep = self.config.warp_sync.is_some_and(|w| w > 1);
        BlockState {
            shared: self.shared.iter().map(|&o| Memory::new(&self.env.objects[o])).collect(),
            privates_per_thread: self.private.len(),
            warp_size: self.config.warp_sync.filter(|&w| w > 1).unwrap_or(self.lanes),
            lanes: self.lanes,
            lockstep,
            per_thread_records: lockstep
                || self.code.has_warp_barrier
                || self.code.has_named_barrier
                || self.code.has_fence,
            ..BlockState::default()
        }
    }

    /// Brings a block to its start, keeping its allocations.
    fn start(&mut self, block: &mut BlockState, which: usize) {
        let (linear, chosen) = &self.blocks[which];
        let per_block = self.launch.threads_per_block() as u32;
        block.linear = *linear as u32;
        block.coords = coordinates(*linear, self.launch.grid);
        block.salt = mix(self.seed ^ 1, *linear);
        block.stopped = false;
        block.named = NamedBarriers::default();
        let count = chosen.as_ref().map_or(per_block as usize, Vec::len);
        if block.threads.len() != count || chosen.is_some() {
            block.threads = match chosen {
                Some(linears) => threads(linears.iter().copied(), self.launch.block),
                None => threads(0..per_block, self.launch.block),
            };
            block.private.clear();
            for _ in 0..count {
                block.private.extend(self.private.iter().map(|&o| Memory::new(&self.env.objects[o])));
            }
        }
        block.shared.iter_mut().chain(&mut block.private).for_each(Memory::reset);
        // Of those that run, the last one has the highest number.
        let behind = chosen.as_ref().map_or(per_block, |c| c.last().map_or(0, |t| t + 1));
        block.logs = vec![Vec::new(); behind.div_ceil(block.lanes) as usize];
        block.locks = vec![LockLog::default(); behind.div_ceil(block.warp_size) as usize];
        for thread in &mut block.threads {
            thread.pc = 0;
            thread.state = State::Runnable;
            thread.copies = None;
            thread.havocs.clear();
            thread.doubts.clear();
            thread.accesses.clear();
            thread.sync = (self.code.has_fence || self.code.has_named_barrier).then(Box::default);
            thread.regs.clone_from(&self.template);
            for &(reg, ty) in &self.unset {
                thread.regs[reg as usize] = unset_value(block.salt, thread.linear, reg, ty);
            }
            for &(reg, special) in &self.code.specials {
                thread.regs[reg as usize] = match special {
                    Special::ThreadIdx(axis) => u64::from(thread.coords[axis.index()]),
                    Special::BlockIdx(axis) => u64::from(block.coords[axis.index()]),
                    Special::BlockDim(axis) => u64::from(self.launch.block[axis.index()]),
                    Special::GridDim(axis) => u64::from(self.launch.grid[axis.index()]),
                    Special::GlobalOffset(axis) => self.launch.offset[axis.index()],
                    Special::LaneId => u64::from(thread.linear % block.lanes),
                };
            }
        }
        block.new_interval(&mut self.env, Fence::ALL);
    }

    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.blocks.len()).collect();
        match self.config.schedule {
            Schedule::Ascending => {}
            Schedule::Descending => order.reverse(),
            Schedule::Seeded(seed) => {
                let mut hash = mix(seed, 77);
                for i in (1..order.len()).rev() {
                    hash = mix(hash, i as u64);
                    order.swap(i, (hash % (i as u64 + 1)) as usize);
                }
            }
        }
        order
    }

    fn run(mut self) -> Outcome {
        let order = self.order();
        let threads = self.blocks.len() as u64 * self.launch.threads_per_block();
        // Threads may wait for other blocks by flags.
        let take_turns = self.code.has_fence && self.blocks.len() > 1 && threads <= MAX_IN_TURNS;
        if self.code.has_grid_barrier || take_turns {
            self.run_resident(&order, take_turns);
        } else {
            let mut block = self.new_block();
            for which in order {
                self.start(&mut block, which);
                block.run(&mut self.env);
                if self.env.log.halt.is_some() {
                    break;
                }
            }
        }
        self.outcome()
    }

    /// Keeps all blocks at once and runs them in turn to the next grid barrier, in limited turns if `take_turns`. The epochs of a
    /// block grow, whatever other blocks do in between.
    fn run_resident(&mut self, order: &[usize], take_turns: bool) {
        let mut blocks = Vec::with_capacity(order.len());
        for &which in order {
            let mut block = BlockState { takes_turns: take_turns, ..self.new_block() };
            self.start(&mut block, which);
            blocks.push(block);
        }
        loop {
            let mut ends = vec![BlockEnd::Turn; blocks.len()];
            while ends.contains(&BlockEnd::Turn) {
                for (block, end) in blocks.iter_mut().zip(&mut ends).filter(|(_, end)| **end == BlockEnd::Turn) {
                    let ended = block.stopped || block.threads.iter().all(|t| t.state == State::Exited);
                    *end = if ended { BlockEnd::Done } else { block.run(&mut self.env) };
                    if self.env.log.halt.is_some() {
                        return;
                    }
                }
            }
            let Some(&BlockEnd::Grid(first)) = ends.iter().find(|e| **e != BlockEnd::Done) else { return };
            if !self.grid_agrees(&blocks, &ends, first) {
                self.env.log.diverged = true;
                return;
            }
            self.env.grid_epoch = self.env.last_epoch + 1;
            let fence = self.code.barriers[first as usize].fence;
            debug_assert!(fence.global, "a grid barrier orders global memory");
            for block in &mut blocks {
                block.release(&mut self.env, Fence::ALL);
            }
        }
    }

    fn grid_agrees(&mut self, blocks: &[BlockState], ends: &[BlockEnd], first: u32) -> bool {
        let barrier = &self.code.barriers[first as usize];
        let waits = |b: &BlockState| b.threads.iter().position(|t| matches!(t.state, State::Barrier(_)));
        let counters = |b: &BlockState, p: usize| -> Vec<u64> {
            barrier.loops.iter().map(|&r| b.threads[p].regs[r as usize]).collect()
        };
        let Some((home, arrived)) = blocks.iter().find_map(|b| waits(b).map(|p| (b, p))) else { return true };
        let expected = counters(home, arrived);
        for (block, end) in blocks.iter().zip(ends) {
            let (missing, missing_at) = match (end, waits(block)) {
                (BlockEnd::Grid(index), Some(p)) if *index == first && counters(block, p) == expected => continue,
                (BlockEnd::Grid(index), Some(p)) => (p, Some(self.code.barriers[*index as usize].span)),
                // A block that diverged before has its own finding.
                _ if block.stopped => return false,
                _ if self.env.exit_arrives => {
                    self.env.log.note(NoteKind::ExitedBeforeBarrier, barrier.span);
                    continue;
                }
                _ => (0, None),
            };
            self.env.log.find(Finding::Divergence {
                barrier: barrier.span,
                arrived: home.thread_ref(arrived),
                missing: block.thread_ref(missing),
                missing_exited: missing_at.is_none(),
                missing_at,
            });
            return false;
        }
        true
    }

    fn outcome(self) -> Outcome {
        let mut env = self.env;
        if self.config.contents_matter {
            env.decide_contents();
        }
        let open = if self.config.open_contents { env.open_contents() } else { BTreeMap::new() };
        let memory = self
            .globals
            .iter()
            .zip(&env.globals)
            .filter(|(&o, _)| matches!(env.objects[o].space, Space::Global | Space::Image))
            .map(|(&o, m)| (ObjectId::from_index(o), Contents { pages: m.contents() }))
            .collect();
        // Threads that are left out may have ordered others by the time these pass a barrier together.
        let per_block = self.launch.threads_per_block() as usize;
        let is_part = self.blocks.iter().any(|(_, chosen)| chosen.as_ref().is_some_and(|c| c.len() < per_block));
        let orders_outside = self.code.has_fence && env.slice.passed_barrier && is_part;
        let slice_open_reads: Vec<_> =
            env.slice.reads.iter().filter(|(o, _)| self.written.contains(*o)).copied().collect();
        let log = env.log;
        let (covered, uncovered) = (log.places(&self.code.covers, true), log.places(&self.code.covers, false));
        let end = match log.halt {
            Some(end) => end,
            None if log.diverged => End::Diverged,
            None => End::Completed,
        };
        let mut skipped_specs = self.code.skipped_specs.clone();
        skipped_specs.sort_unstable();
        skipped_specs.dedup();
        let steps = self.config.fuel - env.fuel;
        count_work(Work::Instructions, steps);
        Outcome {
            findings: log.findings,
            end,
            memory,
            open,
            covered,
            uncovered,
            havocked: log.havocked.into_iter().map(|(span, what)| (what, span)).collect(),
            skipped_specs,
            skips_assumption: self.code.skips_assumption,
            notes: log.notes.into_iter().collect(),
            slice_closed: slice_open_reads.is_empty() && !orders_outside,
            slice_open_reads,
            steps,
        }
    }
}
