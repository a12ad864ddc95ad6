//! Reads of elements of shared and local arrays that no thread wrote in the launch, where the value matters.
//!
//! There are no obligations: runs look for such reads, and what they do not find is left open and not reported. A run
//! counts if
//!
//! - the interpreter follows the value of such a read to a decision or to global memory, and
//! - a second run that differs from the first in nothing but the contents of what was not written leaves other contents
//!   of global memory, or ends elsewhere. So a value that is read and discarded is no error, however it is followed.
//! - Nothing else is wrong in it, and nothing was made up.
//!
//! Of a launch of many blocks, the first and the last block run and the others have not begun, which a device may do.
//!
//! Kernels are often written for one size of the block. Where the extents of the block are not given, an error counts
//! only if it happens with every common size of the block with which the kernel runs without another error, the sizes
//! that its shared arrays are made for included, and with scalars that are the number of threads.

use crate::context::Context;
use crate::expand::admitted;
use crate::suspect::{Site, SiteKind, Suspect, SuspectKind};
use crate::trust::is_trustworthy;
use crate::witness::{interpreter_config, leaves_chosen_size, small_launches, Confirmed};
use std::collections::BTreeSet;
use std::time::Instant;
use wp_interp::{run, ConcreteLaunch, Config, End, Fill, Finding, Inputs, NoteKind, Outcome, Unwritten, Value};
use wp_kir::{
    any_stmt, BarrierScope, BinOp, Dim, ExprId, ExprKind, Init, Kernel, Launch, ObjectId, Space, StmtKind, Type, VarId,
};
use wp_trials::Shape;

wp_base::limits! {
    /// Instructions of one run.
    const FUEL: u64 = 1_000_000;
    /// Instructions of all runs for a kernel.
    const STEPS: u64 = 4_000_000;
    /// Launches whose extents are given, at most.
    const MAX_LAUNCHES: usize = 3;
    /// Contents of what was not written that are tried to make a difference.
    const OTHER_CONTENTS: u64 = 3;
    /// Sizes of the block with which an open launch has to show the error, at least.
    const LEAST_SIZES: usize = 2;
}

/// By how much the bounds of a kernel are less than the number of threads.
const MISSING: [i128; 2] = [0, 5];

/// Sizes of blocks that are common.
const BLOCKS: [[u32; 3]; 8] =
    [[32, 1, 1], [64, 1, 1], [128, 1, 1], [256, 1, 1], [512, 1, 1], [1024, 1, 1], [16, 16, 1], [32, 8, 1]];

/// The errors that runs show, each with the run.
pub fn errors(ctx: &Context, sizing: &Launch) -> Vec<(Suspect, Confirmed)> {
    if !ctx.rules.initialised || ctx.rules.only_divergence || !may_read_unwritten(ctx.kernel) {
        return Vec::new();
    }
    let sizing = &wp_trials::given(ctx.summary, ctx.terms, sizing);
    let mut search = Search { ctx, steps: STEPS.get() };
    let found = match sizing.block.iter().all(|d| matches!(d, Dim::Known(_))) {
        true => search.given(sizing),
        false => search.open(sizing),
    };
    let mut seen = BTreeSet::new();
    let errors = found.into_iter().filter_map(|confirmed| {
        let Finding::Unwritten { object, site, .. } = confirmed.finding else { return None };
        let site = Site { span: site.span, kind: SiteKind::of_run(site.kind) };
        let kind = SuspectKind::Unwritten { object, site };
        seen.insert(kind.key()).then(|| (Suspect::not_asked(kind), confirmed))
    });
    errors.collect()
}

/// True if the kernel reads memory and has arrays of the source whose first contents are indeterminate.
fn may_read_unwritten(kernel: &Kernel) -> bool {
    let reads = |kind: &StmtKind| matches!(kind, StmtKind::Load { .. } | StmtKind::Atomic { .. });
    kernel.objects.values().any(is_of_source) && any_stmt(&kernel.body, &reads)
}

/// True for an array or variable of the source that is indeterminate until it is written.
fn is_of_source(object: &wp_kir::Object) -> bool {
    let is_local = matches!(object.space, Space::Shared | Space::Private);
    is_local && object.init == Init::Undefined && !object.name.starts_with('%') && !object.name.starts_with("ghost ")
}

struct Search<'c, 'a> {
    ctx: &'c Context<'a>,
    /// Instructions left.
    steps: u64,
}

/// The outcome of a run with its counterparts.
enum Shown {
    /// Another error, something that was made up, or no end: the run shows nothing.
    Nothing,
    /// No such read, or none whose value matters.
    Harmless,
    /// These reads.
    Reads(Vec<Confirmed>),
}

impl Search<'_, '_> {
    /// The errors in launches whose extents are given.
    fn given(&mut self, sizing: &Launch) -> Vec<Confirmed> {
        let launches = small_launches(self.ctx, sizing).into_iter().take(MAX_LAUNCHES.get());
        launches.flat_map(|launch| self.in_launch(launch).unwrap_or_default()).collect()
    }

    /// The errors in a launch; none is known of one in which something else is wrong.
    fn in_launch(&mut self, launch: ConcreteLaunch) -> Option<Vec<Confirmed>> {
        let mut found = None;
        for missing in MISSING {
            let inputs = self.of_threads(&launch, missing);
            match self.shown(launch, inputs) {
                Shown::Nothing => {}
                Shown::Harmless => drop(found.get_or_insert_with(Vec::new)),
                Shown::Reads(reads) => found.get_or_insert_with(Vec::new).extend(reads),
            }
        }
        found
    }

    /// The errors that all common sizes of the block show.
    fn open(&mut self, sizing: &Launch) -> Vec<Confirmed> {
        let mut sizes: Vec<[u32; 3]> = BLOCKS.to_vec();
        for object in self.ctx.kernel.objects.values().filter(|o| o.space == Space::Shared) {
            let elements = object.size.map(|size| size / object.elem.size().max(1));
            let rows = match object.shape[..] {
                [rows, columns] => vec![[columns, rows, 1], [columns.saturating_sub(1), rows, 1], [rows, rows, 1]],
                _ => elements.into_iter().flat_map(|n| [[n, 1, 1], [n / 2, 1, 1]]).collect(),
            };
            sizes.extend(rows.into_iter().map(|size| size.map(|n| u32::try_from(n).unwrap_or(u32::MAX))));
        }
        sizes.retain(|size| size.iter().all(|&n| n > 0) && size.iter().map(|&n| u64::from(n)).product::<u64>() <= 1024);
        sizes.dedup();
        let named = wp_summary::dimensions_named(self.ctx.kernel).axes();
        let (mut common, mut first): (Option<BTreeSet<_>>, Vec<Confirmed>) = (None, Vec::new());
        let mut shown = 0;
        for size in sizes {
            // A flat block for a kernel that reads several indices is no common one, nor the reverse.
            if (1..3).any(|axis| (size[axis] > 1) != named[axis]) {
                continue;
            }
            let grid = [0, 1, 2].map(|axis| if axis == 0 || named[axis] { 2 } else { 1 });
            let launch = Shape { block: size, grid }.launch(sizing);
            match self.in_launch(launch) {
                None => {}
                Some(reads) if reads.is_empty() => return Vec::new(),
                Some(reads) => {
                    shown += 1;
                    let places = reads.iter().filter_map(place).collect();
                    match &mut common {
                        None => (common, first) = (Some(places), reads),
                        Some(common) => common.retain(|place| places.contains(place)),
                    }
                }
            }
        }
        let Some(common) = common.filter(|_| shown >= LEAST_SIZES.get()) else { return Vec::new() };
        first.retain(|read| place(read).is_some_and(|place| common.contains(&place)));
        first
    }

    /// Inputs whose integers are the number of threads along the first axis; those that only bound something are less
    /// by so many.
    fn of_threads(&self, launch: &ConcreteLaunch, missing: i128) -> Inputs {
        let kernel = self.ctx.kernel;
        let mut inputs = wp_trials::inputs(kernel, launch, 1, self.ctx.summary, self.ctx.terms);
        let threads = i128::from(launch.block[0]) * i128::from(launch.grid[0]);
        for (id, param) in kernel.params.iter() {
            if matches!(param.ty, Type::Int { bits: 32 | 64, .. }) {
                let less = if is_only_a_bound(kernel, param.var) { missing.min(threads) } else { 0 };
                inputs.params.insert(id, Value::Int(threads - less));
            }
        }
        // Sums of greater numbers overflow.
        for (object, input) in &mut inputs.objects {
            if kernel.objects[*object].init == Init::Input {
                input.fill = Fill::Below { seed: 1, bound: 16 };
            }
        }
        wp_trials::set_scalars(self.ctx.summary, self.ctx.terms, &mut inputs, |_| None);
        inputs
    }

    /// The reads that a run shows, as far as the values of what was not written make a difference.
    fn shown(&mut self, launch: ConcreteLaunch, mut inputs: Inputs) -> Shown {
        let ctx = self.ctx;
        for (id, object) in ctx.kernel.objects.iter() {
            if object.init == Init::Undefined {
                inputs.objects.remove(&id);
            }
        }
        let Some(inputs) = admitted(ctx.kernel, ctx.requires, launch, &inputs) else { return Shown::Nothing };
        let config = Config {
            fuel: FUEL.get(),
            unset_values: false,
            unwritten: Unwritten::Small,
            slice: ends_of_grid(ctx.kernel, &launch),
            ..interpreter_config(ctx)
        };
        let Some(plain) = self.run(launch, &inputs, &config) else { return Shown::Nothing };
        let is_clean = |o: &Outcome| {
            matches!(o.end, End::Completed) && is_trustworthy(ctx.kernel, o, true) && !leaves_chosen_size(ctx.kernel, o)
        };
        if !is_clean(&plain) || !plain.findings.is_empty() {
            return Shown::Nothing;
        }
        if !plain.notes.iter().any(|note| note.kind == NoteKind::UndefinedRead) {
            return Shown::Harmless;
        }
        let differs = (1..=OTHER_CONTENTS.get()).any(|n| {
            let other = Inputs { seed: inputs.seed ^ n << 32, ..inputs.clone() };
            let outcome = self.run(launch, &other, &config);
            outcome.is_some_and(|o| o.memory != plain.memory || o.end != plain.end || o.findings != plain.findings)
        });
        if !differs {
            return Shown::Harmless;
        }
        let config = Config { unwritten: Unwritten::Followed, ..config };
        let Some(followed) = self.run(launch, &inputs, &config) else { return Shown::Nothing };
        if !is_clean(&followed) {
            return Shown::Nothing;
        }
        let of_source = |f: &&Finding| match f {
            Finding::Unwritten { object, .. } => is_of_source(&ctx.kernel.objects[*object]),
            _ => false,
        };
        let reads = followed.findings.iter().filter(of_source).map(|finding| Confirmed {
            finding: finding.clone(),
            launch,
            inputs: inputs.clone(),
            config: config.clone(),
        });
        let reads: Vec<Confirmed> = reads.collect();
        if reads.is_empty() {
            Shown::Harmless
        } else {
            Shown::Reads(reads)
        }
    }

    fn run(&mut self, launch: ConcreteLaunch, inputs: &Inputs, config: &Config) -> Option<Outcome> {
        if self.steps == 0 || Instant::now() >= self.ctx.limits.deadline {
            return None;
        }
        let outcome = run(self.ctx.kernel, &launch, inputs, config);
        self.steps = self.steps.saturating_sub(outcome.steps);
        Some(outcome)
    }
}

/// The threads of the first and the last block, unless these are all blocks or blocks wait for others.
fn ends_of_grid(kernel: &Kernel, launch: &ConcreteLaunch) -> Option<Vec<(u64, u64)>> {
    let waits = |kind: &StmtKind| matches!(kind, StmtKind::Barrier { scope: BarrierScope::Grid, .. });
    let (blocks, threads) = (launch.blocks(), launch.threads_per_block());
    if blocks <= 2 || any_stmt(&kernel.body, &waits) {
        return None;
    }
    Some([0, blocks - 1].into_iter().flat_map(|block| (0..threads).map(move |thread| (block, thread))).collect())
}

/// True if a kernel uses a variable for nothing but bounds of other values.
fn is_only_a_bound(kernel: &Kernel, var: VarId) -> bool {
    let mut values: BTreeSet<ExprId> = BTreeSet::new();
    let (mut bounds, mut others) = (false, false);
    loop {
        let before = values.len();
        for (id, e) in kernel.exprs.iter() {
            match e.kind {
                ExprKind::Var(v) if v == var => drop(values.insert(id)),
                ExprKind::Cast(_, inner) if values.contains(&inner) => drop(values.insert(id)),
                _ => {}
            }
        }
        if values.len() == before {
            break;
        }
    }
    for (_, e) in kernel.exprs.iter().filter(|(id, _)| !values.contains(id)) {
        match e.kind {
            ExprKind::Binary(BinOp::Lt | BinOp::Le, a, b) if values.contains(&a) || values.contains(&b) => {
                bounds = true
            }
            _ => others |= e.kind.children().iter().any(|child| values.contains(child)),
        }
    }
    others |= any_stmt(&kernel.body, &|kind| kind.expressions().iter().any(|e| values.contains(e)));
    bounds && !others
}

/// The place of a read.
fn place(read: &Confirmed) -> Option<(ObjectId, wp_base::Span)> {
    match read.finding {
        Finding::Unwritten { object, site, .. } => Some((object, site.span)),
        _ => None,
    }
}
