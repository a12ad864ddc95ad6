//! Index width, of ONE thread: 32-bit arithmetic on the way to an address has the exact result, for arrays that fit the
//! memory of the device.
//!
//! No obligations: launches and scalars are made up that agree with what is known of the launch (`sizes`). An error is
//! an access whose address a thread computes otherwise than the exact numbers of the same expression say (`thread`),
//! where
//!
//! - all arrays in global memory together fit the device: the last bytes of all accesses of all threads, at the exact
//!   addresses, are over-approximated by ranges;
//! - the exact address is inside of its array, where the size of that is known;
//! - every condition on the way to the access is decided alike by the exact numbers and those of the device. So an
//!   index that wraps around and is then compared with a size is no error here;
//! - the interpreter, which runs this thread alone, comes to the access with the address of the device, or to the
//!   signed operation that overflows; and nothing in that run is made up.
//!
//! Incomplete: indices that depend on contents of memory, later iterations of loops, and sizes that the search does not
//! try. Nothing is proved, but for kernels in which no operation can exceed its type by its operands' ranges, of which
//! nothing is asked.

mod number;
mod sizes;
mod thread;

use crate::context::{Context, IndexWidth};
use crate::expand::admitted;
use crate::witness::{interpreter_config, linear_in};
use number::Number;
use sizes::Sizes;
use std::collections::BTreeMap;
use thread::{Code, Displaced, Given, Seen};
use wp_base::Span;
use wp_interp::{
    run, run_observed, ConcreteLaunch, Config, End, Fill, Inputs, Note, NoteKind, ObservedAccess, Observer, Outcome,
    Place, ThreadRef, Value,
};
use wp_kir::{BinOp, ExprId, ExprKind, Kernel, ObjectId, StmtKind, Type};

/// Sizes at whose end threads are tried, at most.
const MOST_PLACES: usize = 3;

wp_base::limits! {
    /// Expressions that are evaluated for a kernel.
    const STEPS: u64 = 60_000;
    /// Instructions of the run of a thread.
    const FUEL: u64 = 20_000;
    /// Runs for a kernel.
    const RUNS: u32 = 12;
}

/// An operation that exceeds its type on the way to an address.
#[derive(Clone, Debug)]
pub struct Exceeding {
    /// The operation.
    pub operation: ExprId,
    /// Its exact result, and the one of the device.
    pub result: (i128, i128),
    /// The access.
    pub access: Span,
    /// Its object.
    pub object: ObjectId,
    /// The exact offset in bytes, and the one of the device.
    pub offset: (i128, i128),
    /// Bytes of all arrays in global memory, at most.
    pub bytes: i128,
    /// The thread.
    pub thread: ThreadRef,
    /// The launch.
    pub launch: ConcreteLaunch,
    /// The inputs.
    pub inputs: Inputs,
    /// True if the program gives all sizes of the launch.
    pub is_of_program: bool,
}

/// The operations that exceed their types, one for each place in the source.
pub fn errors(ctx: &Context) -> Vec<Exceeding> {
    let rules = ctx.rules;
    if rules.index_width == IndexWidth::Off || rules.only_divergence {
        return Vec::new();
    }
    let code = Code::new(ctx.kernel);
    let mut steps = STEPS.get();
    let possible = code.follow(&everything(ctx.kernel), &mut steps);
    if possible.possible.is_empty() {
        return Vec::new();
    }
    let is_mixed = rules.index_width == IndexWidth::Every || mixes_widths(ctx.kernel);
    let mut search = Search { ctx, code, steps, runs: RUNS.get(), found: BTreeMap::new() };
    sizes::each(ctx, !is_mixed, &mut |sizes, is_given| {
        search.look(sizes, is_given);
        let is_complete = possible.possible.iter().all(|&e| search.is_found(e));
        search.steps == 0 || search.runs == 0 || is_complete
    });
    search.innermost()
}

/// Any launch and any scalars.
fn everything(kernel: &Kernel) -> Given {
    let extent = Number { device: None, ..Number::between(1, (1 << 31) - 1) };
    let index = Number { device: None, ..Number::between(0, (1 << 31) - 2) };
    let threads = [1024, 1024, 64];
    Given {
        tid: threads.map(|n| Number::between(0, n - 1)),
        bid: [index; 3],
        bdim: threads.map(|n| Number::between(1, n)),
        gdim: [extent; 3],
        offset: [index; 3],
        scalars: kernel.params.values().filter(|p| p.ty.is_int()).map(|p| (p.var, Number::any(p.ty))).collect(),
    }
}

/// True if the kernel computes an index of an access with more than 32 bits: in a variable of its own, or as a product.
fn mixes_widths(kernel: &Kernel) -> bool {
    let is_wide = |ty: Type| matches!(ty, Type::Int { bits: 64, .. });
    let is_constant = |e: ExprId| matches!(kernel.exprs[e].kind, ExprKind::Int(_));
    let mut addresses = Vec::new();
    wp_kir::visit(&kernel.body, &mut |s| {
        if let StmtKind::Load { ptr, .. } | StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } = s.kind {
            addresses.push(ptr);
        }
    });
    while let Some(e) = addresses.pop() {
        let kind = &kernel.exprs[e].kind;
        let found = match *kind {
            ExprKind::Var(var) => is_wide(kernel.vars[var].ty) && !kernel.vars[var].name.starts_with('%'),
            ExprKind::Binary(BinOp::Mul, a, b) => is_wide(kernel.ty(e)) && !is_constant(a) && !is_constant(b),
            _ => false,
        };
        if found {
            return true;
        }
        addresses.extend(kind.children());
    }
    false
}

struct Search<'c, 'a> {
    ctx: &'c Context<'a>,
    code: Code<'a>,
    /// Expressions that may still be evaluated.
    steps: u64,
    /// Runs that may still be made.
    runs: u32,
    found: BTreeMap<Span, Exceeding>,
}

impl Search<'_, '_> {
    fn is_found(&self, e: ExprId) -> bool {
        self.found.contains_key(&self.ctx.kernel.exprs[e].span)
    }

    /// Looks for errors of some threads of a launch.
    fn look(&mut self, sizes: &Sizes, is_of_program: bool) {
        let launch = sizes.launch;
        let index = |extent: u32| Number::between(0, i128::from(extent.max(1)) - 1);
        let extent = |extent: u32| Number::point(i128::from(extent));
        let kernel = self.ctx.kernel;
        let scalars = sizes.scalars.iter().map(|&(id, n)| (kernel.params[id].var, Number::point(n)));
        let all = Given {
            tid: launch.block.map(index),
            bid: launch.grid.map(index),
            bdim: launch.block.map(extent),
            gdim: launch.grid.map(extent),
            offset: launch.offset.map(|n| Number::point(i128::from(n))),
            scalars: scalars.collect(),
        };
        let seen = self.code.follow(&all, &mut self.steps);
        let bytes: i128 = seen.bytes.iter().map(|(&o, &n)| self.size(sizes, o).map_or(n, |size| size.min(n))).sum();
        let is_new = seen.possible.iter().any(|&e| !self.is_found(e));
        if seen.is_partial || !is_new || bytes > i128::from(self.ctx.rules.device_memory) {
            return;
        }
        for thread in threads(sizes) {
            let one = |index: [u32; 3]| index.map(|n| Number::point(i128::from(n)));
            let given = Given { tid: one(thread.thread), bid: one(thread.block), ..all.clone() };
            let Seen { displaced, .. } = self.code.follow(&given, &mut self.steps);
            for at in displaced {
                let is_inside = self.size(sizes, at.object).is_none_or(|size| at.offset.0 + at.width <= size);
                if self.is_found(at.operation) || !is_inside || self.runs == 0 {
                    continue;
                }
                self.runs -= 1;
                if let Some(inputs) = self.confirmed(sizes, thread, &at) {
                    let Displaced { operation, result, span, object, offset, .. } = at;
                    let place = kernel.exprs[operation].span;
                    let access = span;
                    let found = Exceeding {
                        operation,
                        result,
                        access,
                        object,
                        offset,
                        bytes,
                        thread,
                        launch,
                        inputs,
                        is_of_program,
                    };
                    self.found.insert(place, found);
                }
            }
        }
    }

    /// The bytes of an array, if they are known.
    fn size(&self, sizes: &Sizes, object: ObjectId) -> Option<i128> {
        let object = &self.ctx.kernel.objects[object];
        let of_host = || {
            let bytes = object.bytes?;
            sizes.scalars.iter().find(|(id, _)| *id == bytes).map(|&(_, n)| n)
        };
        object.size.map(i128::from).or_else(of_host)
    }

    /// The inputs of a run of this thread alone that shows the error.
    fn confirmed(&self, sizes: &Sizes, thread: ThreadRef, at: &Displaced) -> Option<Inputs> {
        let ctx = self.ctx;
        let mut inputs = wp_trials::inputs(ctx.kernel, &sizes.launch, 1, ctx.summary, ctx.terms);
        for &(id, n) in &sizes.scalars {
            let value = if ctx.kernel.params[id].ty == Type::Bool { Value::Bool(n != 0) } else { Value::Int(n) };
            inputs.params.insert(id, value);
        }
        inputs.objects.values_mut().for_each(|input| input.fill = Fill::Zero);
        let inputs = admitted(ctx.kernel, ctx.requires, sizes.launch, &inputs)?;
        let config = Config {
            fuel: FUEL.get(),
            races: false,
            slice: Some(vec![linear_in(&sizes.launch, &thread)]),
            ..interpreter_config(ctx)
        };
        let is_real = |outcome: &Outcome| {
            let ended = !matches!(
                outcome.end,
                End::AssumptionViolated { .. } | End::Unsupported { .. } | End::PreconditionFailed
            );
            ended && !outcome.skips_assumption && outcome.havocked.is_empty()
        };
        let operation = &ctx.kernel.exprs[at.operation];
        let is_undefined =
            matches!(operation.kind, ExprKind::Binary(BinOp::Add | BinOp::Mul, ..)) && operation.ty == Type::I32;
        let is_shown = if is_undefined {
            let outcome = run(ctx.kernel, &sizes.launch, &inputs, &config);
            let overflows = |n: &Note| n.kind == NoteKind::SignedOverflow && n.span == operation.span;
            is_real(&outcome) && outcome.notes.iter().any(overflows)
        } else {
            let mut watcher = Watcher { at, is_seen: false };
            let outcome = run_observed(ctx.kernel, &sizes.launch, &inputs, &config, &mut watcher);
            is_real(&outcome) && watcher.is_seen
        };
        is_shown.then_some(inputs)
    }

    /// What was found, without the operations on the result of one that was found too.
    fn innermost(self) -> Vec<Exceeding> {
        let places: Vec<Span> = self.found.keys().copied().collect();
        let holds = |outer: Span, inner: Span| {
            outer != inner && outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
        };
        let found = self.found.into_iter();
        found.filter(|(at, _)| !places.iter().any(|&inner| holds(*at, inner))).map(|(_, found)| found).collect()
    }
}

/// The threads of a launch that are tried: the last one along each axis, the ones at the great size, and ones a little
/// before them, which guards of stencils admit.
fn threads(sizes: &Sizes) -> Vec<ThreadRef> {
    let (block, grid) = (sizes.launch.block, sizes.launch.grid);
    let scalars = sizes.scalars.iter().map(|&(_, n)| n).chain([sizes.great]);
    let mut greatest: Vec<u64> = scalars.filter_map(|n| u64::try_from(n).ok()).filter(|&n| n > 1).collect();
    greatest.sort_unstable_by(|a, b| b.cmp(a));
    greatest.dedup();
    greatest.truncate(MOST_PLACES);
    let along = |axis: usize| {
        let (threads, blocks) = (block[axis].max(1), grid[axis].max(1));
        let mut places = Vec::new();
        for (&size, from_end) in greatest.iter().flat_map(|size| [1, 34].map(|from_end| (size, from_end))) {
            let at = size.saturating_sub(from_end);
            let (b, t) = (at / u64::from(threads), at % u64::from(threads));
            if b < u64::from(blocks) {
                places.push((b as u32, t as u32));
            }
        }
        places.extend([(blocks - 1, 0), (blocks - 1, threads - 1)]);
        places.dedup();
        places
    };
    let [x, y, z] = [along(0), along(1), along(2)];
    let mut all: Vec<ThreadRef> = Vec::new();
    let longest = x.len().max(y.len()).max(z.len());
    let pick = |places: &[(u32, u32)], n: usize| places[n.min(places.len() - 1)];
    for n in 0..longest {
        let at = [pick(&x, n), pick(&y, n), pick(&z, n)];
        let thread = ThreadRef { block: at.map(|(b, _)| b), thread: at.map(|(_, t)| t) };
        if !all.contains(&thread) {
            all.push(thread);
        }
    }
    all
}

/// Waits for an access at the address of the device.
struct Watcher<'d> {
    at: &'d Displaced,
    is_seen: bool,
}

impl Observer for Watcher<'_> {
    fn watches(&self, _: ThreadRef) -> bool {
        true
    }

    fn head(&mut self, _: &Place) {}

    fn access(&mut self, _: &Place, access: &ObservedAccess) {
        let at = (access.span, access.object, i128::from(access.offset));
        self.is_seen |= at == (self.at.span, self.at.object, self.at.offset.1);
    }

    fn is_done(&self) -> bool {
        self.is_seen
    }
}
