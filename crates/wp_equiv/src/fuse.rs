//! One kernel that executes two sequences of kernels one after the other, each on arrays and variables of its own.
//!
//! Input: two sequences, most often of one kernel each, and the correspondence of parameters. In the result
//! corresponding scalars have one value, and corresponding arrays are pairs of objects that are equal at the launch;
//! nothing else is shared. A barrier of the grid between two kernels represents the end of a launch. So the two
//! sequences leave the same contents in an array exactly if the two objects are equal at the end of the fused kernel. A
//! `return` is a jump to the next kernel. The fused kernel is an input of value chases only: it is never executed, and
//! its own races and barriers mean nothing.
//!
//! Extents in which the launches differ are scalars of the result, one per kernel, whose threads are those below them.
//! The launch of the result is at least as large as all: `launch-size` is assumed of the greater extents.

use crate::pair::{Binding, Pairing, ScalarBinding};
use crate::relation::{extent, separate, Condition, Meaning, Whose};
use crate::sequence::is_global;
use std::collections::BTreeMap;
use wp_base::{Id, Span};
use wp_kir::device::{MAX_BLOCK, MAX_BLOCK_THREADS, MAX_GRID};
use wp_kir::{
    append_sharing, Appended, AssumeKind, Axis, BarrierScope, BinOp, Block, CastKind, ExprId, ExprKind, Fence, Kernel,
    ObjectId, Param, ParamId, Returns, Shared, Special, Stmt, StmtKind, Type, VarId,
};
use wp_summary::{dimensions_read, Dimensions};

/// Two sequences as one kernel.
pub(crate) struct Fused {
    /// The kernel.
    pub kernel: Kernel,
    /// The same but that every block executes all parts, where only grids differ. Parts share no variables and no
    /// shared memory, so that what a block computes in shared memory until it reaches a place is the same in both.
    pub unguarded: Option<Kernel>,
    /// The two objects of each array of the pairing, in its order.
    pub twins: Vec<[ObjectId; 2]>,
    /// Values of scalars that are given.
    pub scalars: BTreeMap<ParamId, i128>,
    /// The extents along each axis of a block and of the grid that kernels have of their own.
    pub extents: Vec<[[Option<ParamId>; 3]; 2]>,
    /// True if kernels have blocks of different shapes.
    pub blocks_differ: bool,
}

/// The kernels to fuse, and the assumptions.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    /// The kernels of both sides.
    pub sides: [&'a [Kernel]; 2],
    pub pairing: &'a Pairing,
    /// Conditions, of which those that relate launches are not in the kernels.
    pub relations: &'a [Condition],
    /// True if a dimension of its own that a kernel does not read has extent 1 (`unused-dims`). A common one has it
    /// where no kernel reads it.
    pub unused_dims: bool,
    /// True if launches respect the limits of the hardware (`launch-bounds`).
    pub launch_bounds: bool,
}

/// A kernel in the fused one.
struct Part {
    side: usize,
    stage: usize,
    appended: Appended,
    body: Block,
    /// Extents that it has of its own, as scalars.
    extents: BTreeMap<Special, ParamId>,
}

impl Part {
    fn by_axis(&self) -> [[Option<ParamId>; 3]; 2] {
        let of = |special: &dyn Fn(Axis) -> Special| Axis::ALL.map(|axis| self.extents.get(&special(axis)).copied());
        [of(&Special::BlockDim), of(&Special::GridDim)]
    }
}

/// Fuses; what is not supported if that cannot be done.
pub(crate) fn fuse(parts: Parts) -> Result<Fused, String> {
    let Parts { sides, pairing, relations, .. } = parts;
    let first = |side: usize| &sides[side][0];
    let name = format!("{} and {}", first(0).name, first(1).name);
    let mut fused = Kernel::new(&name, first(0).dialect, first(0).span);
    fused.lanes = first(0).lanes;
    if sides.iter().flat_map(|side| side.iter()).any(|kernel| kernel.lanes != fused.lanes) {
        return Err("kernels for warps of different sizes".to_owned());
    }
    let own = separate(relations);
    let all: Vec<&Kernel> = sides.iter().flat_map(|s| s.iter()).collect();
    let read: Vec<Dimensions> = all.iter().map(|k| dimensions_read(k)).collect();
    let blocks_differ = own.keys().any(|s| matches!(s, Special::BlockDim(_)));
    let lanes = |k: &&Kernel| k.exprs.values().any(|e| e.kind == ExprKind::Special(Special::LaneId));
    if blocks_differ && all.iter().any(lanes) {
        return Err("lanes of warps, where blocks have two shapes".to_owned());
    }
    let mut body = Block::new();
    let mut added: Vec<Part> = Vec::new();
    for (side, stages) in sides.into_iter().enumerate() {
        for stage in 0..stages.len() {
            let before = added.iter().find(|p| p.side == side);
            let (part, values) = add(&mut fused, stages, (side, stage), before, &own);
            added.push(part);
            body.extend(values);
        }
    }
    let entries = [0, sides[0].len()];
    for scalar in pairing.scalars.iter().filter(|s| s.types[0] == s.types[1]) {
        let [Some(p), Some(q)] = scalar.params else { continue };
        let [from, to] =
            [(0, p), (1, q)].map(|(i, p): (usize, _)| added[entries[i]].appended.var(first(i).params[p].var));
        let value = variable(&mut fused, from);
        // In front of the values that later kernels take over.
        body.insert(0, statement(StmtKind::Assign { var: to, value }));
    }
    // A condition that a kernel requires of the launch holds for every thread, so also for the other kernels.
    for part in &mut added {
        leading_assumptions(&fused, &mut part.body, &mut body);
    }
    for (number, part) in added.iter().enumerate() {
        body.extend(limits(&mut fused, &part.extents, all[number], read[number], parts));
    }
    for condition in relations.iter().filter(|c| c.relates(pairing)) {
        let meaning = |name: &str| match extent(name) {
            Some((Whose::All, special)) => Some(Meaning::Extent(special)),
            Some((whose, special)) => {
                let part = added.iter().find(|p| whose.is(p.side, p.stage))?;
                Some(Meaning::Variable(fused.params[*part.extents.get(&special)?].var))
            }
            None => {
                let side = usize::from(pairing.scalar(name, 0).is_none());
                let param = pairing.scalar(name, side)?;
                Some(Meaning::Variable(added[entries[side]].appended.var(first(side).params[param].var)))
            }
        };
        let names: BTreeMap<String, Option<Meaning>> =
            condition.names().into_iter().map(|n| (n.to_owned(), meaning(n))).collect();
        body.push(condition.assumption(&mut fused, &|name| names.get(name).copied().flatten())?);
    }
    if blocks_differ {
        let fixed = |axis: &Axis| {
            !own.contains_key(&Special::BlockDim(*axis)) && all.iter().any(|k| k.required_block.is_some())
        };
        if Axis::ALL.iter().any(fixed) {
            return Err("an extent of blocks that a source fixes and that is common to both launches".to_owned());
        }
    } else {
        body.extend(common_blocks(&mut fused, &all));
    }
    let start = body.len();
    for (number, part) in added.iter().enumerate() {
        if number > 0 {
            let (scope, fence) = (BarrierScope::Grid, Fence::ALL);
            body.push(statement(StmtKind::Barrier { scope, fence, agree: Vec::new(), invariants: Vec::new() }));
        }
        body.extend(guarded(&mut fused, part));
    }
    let unguarded = (!own.is_empty() && !blocks_differ).then(|| {
        let bodies = added.iter().flat_map(|part| part.body.iter().cloned());
        Kernel { body: body[..start].iter().cloned().chain(bodies).collect(), ..fused.clone() }
    });
    fused.body = body;
    let twins = pairing.arrays.iter();
    let twins = twins.map(|a| [0, 1].map(|i: usize| added[entries[i]].appended.object(a.objects[i]))).collect();
    let bindings = pairing.bindings();
    let scalars = (0..2).flat_map(|i: usize| given(first(i), &bindings[i], &added[entries[i]].appended)).collect();
    let extents = if own.is_empty() { Vec::new() } else { added.iter().map(Part::by_axis).collect() };
    Ok(Fused { kernel: fused, unguarded, twins, scalars, extents, blocks_differ })
}

/// Adds a kernel to those before it, `first` among them the first one of its side; and the statements that give its
/// parameters their values.
fn add(
    fused: &mut Kernel,
    stages: &[Kernel],
    (side, stage): (usize, usize),
    first: Option<&Part>,
    own: &BTreeMap<Special, [bool; 2]>,
) -> (Part, Block) {
    let (kernel, entry) = (&stages[stage], &stages[0]);
    let mut shared = Shared::default();
    if let Some(first) = first {
        shared.objects = kernel
            .objects
            .iter()
            .filter(|(_, o)| is_global(o))
            .map(|(id, _)| (id, first.appended.object(id)))
            .collect();
        let kept = |p: &Param| p.object.is_none_or(|o| shared.objects.contains_key(&o));
        shared.params =
            kernel.params.iter().filter(|(_, p)| kept(p)).map(|(id, _)| (id, first.appended.param(id))).collect();
    }
    let start = fused.exprs.len();
    let (appended, body) = append_sharing(fused, kernel, &shared, Returns::Jump);
    let extents: BTreeMap<Special, ParamId> = own
        .iter()
        .map(|(&special, differs_within)| {
            let known = first.filter(|_| !differs_within[side]).and_then(|f| f.extents.get(&special).copied());
            let param = known.unwrap_or_else(|| {
                let owner = ["a", "b"][side];
                let number = if differs_within[side] { (stage + 1).to_string() } else { String::new() };
                own_extent(fused, &format!("{owner}{number}"), special)
            });
            (special, param)
        })
        .collect();
    for at in start..fused.exprs.len() {
        let kind = &mut fused.exprs[ExprId::from_index(at)].kind;
        if let ExprKind::Special(special) = kind {
            if let Some(&param) = extents.get(special) {
                *kind = ExprKind::Var(fused.params[param].var);
            }
        }
    }
    let mut values = Block::new();
    for &id in shared.params.keys() {
        if let Some(first) = first {
            let value = variable(fused, first.appended.var(entry.params[id].var));
            values.push(statement(StmtKind::Assign { var: appended.var(kernel.params[id].var), value }));
        }
    }
    (Part { side, stage, appended, body, extents }, values)
}

/// A scalar for an extent of one of the launches.
fn own_extent(fused: &mut Kernel, owner: &str, special: Special) -> ParamId {
    let name = format!("{owner}.{}", special_name(special));
    let var = fused.var(&name, Type::U32, Span::NONE);
    fused.params.push(Param { name: name.into(), ty: Type::U32, var, object: None, span: Span::NONE })
}

fn special_name(special: Special) -> String {
    match special {
        Special::BlockDim(axis) => format!("blockDim.{}", axis.letter()),
        Special::GridDim(axis) => format!("gridDim.{}", axis.letter()),
        other => format!("{other:?}"),
    }
}

/// The limits of the extents that a kernel has of its own.
fn limits(
    fused: &mut Kernel,
    extents: &BTreeMap<Special, ParamId>,
    kernel: &Kernel,
    read: Dimensions,
    parts: Parts,
) -> Block {
    let mut body = Block::new();
    let blocks = extents.keys().any(|s| matches!(s, Special::BlockDim(_)));
    let mut product = fused.int(1, Type::I64, Span::NONE);
    for axis in Axis::ALL {
        let i = axis.index();
        for (special, is_read) in [(Special::BlockDim(axis), read.block[i]), (Special::GridDim(axis), read.grid[i])] {
            let own = extents.get(&special).map(|&p| fused.params[p].var);
            let value = |fused: &mut Kernel| match own {
                Some(var) => variable(fused, var),
                None => fused.expr(ExprKind::Special(special), Type::U32, Span::NONE),
            };
            // An extent that is named counts as read, so only where it matters.
            if blocks && matches!(special, Special::BlockDim(_)) {
                let value = value(fused);
                let wide = fused.expr(ExprKind::Cast(CastKind::IntToInt, value), Type::I64, Span::NONE);
                product = fused.expr(ExprKind::Binary(BinOp::Mul, product, wide), Type::I64, Span::NONE);
            }
            if own.is_none() {
                continue;
            }
            let one = fused.int(1, Type::U32, Span::NONE);
            let mine = value(fused);
            if parts.unused_dims && !is_read {
                body.push(assume(fused, BinOp::Eq, mine, one));
                continue;
            }
            body.push(assume(fused, BinOp::Le, one, mine));
            let (mine, whole) = (value(fused), fused.expr(ExprKind::Special(special), Type::U32, Span::NONE));
            body.push(assume(fused, BinOp::Le, mine, whole));
            let limit = match special {
                Special::BlockDim(_) => MAX_BLOCK[i],
                _ => MAX_GRID[i],
            };
            if parts.launch_bounds {
                let (mine, limit) = (value(fused), fused.int(i128::from(limit), Type::U32, Span::NONE));
                body.push(assume(fused, BinOp::Le, mine, limit));
            }
        }
    }
    if blocks && parts.launch_bounds {
        let threads = i128::from(kernel.max_threads.unwrap_or(MAX_BLOCK_THREADS));
        let limit = fused.int(threads, Type::I64, Span::NONE);
        body.push(assume(fused, BinOp::Le, product, limit));
    }
    for axis in Axis::ALL {
        if let (Some(&own), Some(block)) = (extents.get(&Special::BlockDim(axis)), kernel.required_block) {
            let mine = variable(fused, fused.params[own].var);
            let value = fused.int(i128::from(block[axis.index()]), Type::U32, Span::NONE);
            body.push(assume(fused, BinOp::Eq, mine, value));
        }
    }
    body
}

/// The launch bounds of the sources for blocks of a common shape: different numbers exclude each other.
fn common_blocks(fused: &mut Kernel, all: &[&Kernel]) -> Block {
    fused.max_threads = all.iter().filter_map(|k| k.max_threads).min();
    fused.required_block = all.iter().find_map(|k| k.required_block);
    let mut body = Block::new();
    for block in
        all.iter().filter_map(|k| k.required_block).filter(|&b| fused.required_block != Some(b)).collect::<Vec<_>>()
    {
        body.extend(
            Axis::ALL.map(|axis| assume_extent(fused, Special::BlockDim(axis), i128::from(block[axis.index()]))),
        );
    }
    body
}

/// The body of a kernel, for the threads of its launch.
fn guarded(fused: &mut Kernel, part: &Part) -> Block {
    let mut body = part.body.clone();
    for (&special, &param) in &part.extents {
        let id = match special {
            Special::BlockDim(axis) => Special::ThreadIdx(axis),
            Special::GridDim(axis) => Special::BlockIdx(axis),
            _ => continue,
        };
        let (id, extent) =
            (fused.expr(ExprKind::Special(id), Type::U32, Span::NONE), variable(fused, fused.params[param].var));
        let cond = fused.expr(ExprKind::Binary(BinOp::Lt, id, extent), Type::Bool, Span::NONE);
        body = vec![statement(StmtKind::If { cond, then_block: body, else_block: Block::new() })];
    }
    body
}

fn variable(kernel: &mut Kernel, var: VarId) -> ExprId {
    let ty = kernel.vars[var].ty;
    kernel.expr(ExprKind::Var(var), ty, Span::NONE)
}

fn assume(kernel: &mut Kernel, op: BinOp, a: ExprId, b: ExprId) -> Stmt {
    let cond = kernel.expr(ExprKind::Binary(op, a, b), Type::Bool, Span::NONE);
    statement(StmtKind::Assume { cond, kind: AssumeKind::Requires })
}

fn assume_extent(kernel: &mut Kernel, extent: Special, value: i128) -> Stmt {
    let left = kernel.expr(ExprKind::Special(extent), Type::U32, Span::NONE);
    let right = kernel.int(value, Type::U32, Span::NONE);
    assume(kernel, BinOp::Eq, left, right)
}

fn statement(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::NONE }
}

/// Moves the assumptions at the start of a body out of it, as far as they say nothing of the thread, and values of
/// parameters that they may be about.
fn leading_assumptions(kernel: &Kernel, part: &mut Block, into: &mut Block) {
    let Some(StmtKind::Labelled { body, .. }) = part.first_mut().map(|s| &mut s.kind) else { return };
    let of_launch = |s: &Stmt| match &s.kind {
        StmtKind::Assume { cond, .. } => !names_thread(kernel, *cond),
        // Others speak of parameters as they are at the launch.
        StmtKind::Assign { var, value } => is_argument(kernel, *value) && kernel.params.values().all(|p| p.var != *var),
        _ => false,
    };
    let rest = body.iter().position(|s| !of_launch(s)).unwrap_or(body.len());
    into.extend(body.drain(..rest));
}

/// True if an expression is a variable or a number, possibly converted.
fn is_argument(kernel: &Kernel, e: ExprId) -> bool {
    match kernel.exprs[e].kind {
        ExprKind::Var(_) | ExprKind::Int(_) => true,
        ExprKind::Cast(_, a) => is_argument(kernel, a),
        _ => false,
    }
}

/// True if an expression depends on which thread evaluates it.
fn names_thread(kernel: &Kernel, e: ExprId) -> bool {
    match &kernel.exprs[e].kind {
        ExprKind::Special(Special::ThreadIdx(_) | Special::BlockIdx(_) | Special::LaneId) | ExprKind::Spec(..) => true,
        kind => kind.children().into_iter().any(|child| names_thread(kernel, child)),
    }
}

/// The scalars of a kernel that are given, by their parameters in the fused one.
fn given(kernel: &Kernel, binding: &Binding, appended: &Appended) -> BTreeMap<ParamId, i128> {
    let value = |(&param, binding): (&ParamId, &ScalarBinding)| {
        let ScalarBinding::Given(cell) = *binding else { return None };
        let unsigned = matches!(kernel.params[param].ty, Type::Int { signed: false, .. } | Type::Bool);
        Some((appended.param(param)?, if unsigned { i128::from(cell) } else { i128::from(cell as i64) }))
    };
    binding.scalars.iter().filter_map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Sequence;
    use wp_kir::parse_kernel;

    const STORES: &str = "kernel \"k\" cuda {\n  loops 0;\n  labels 0;\n  param p0 \"out\": ptr = v0 -> o0;\n  param p1 \"n\": u32 = v1;\n  object o0 \"out\" global param p0 elem u32 init input;\n  var v0 \"out\": ptr;\n  var v1 \"n\": u32;\n  body {\n    if (threadIdx.x < v1) {\n      return;\n    }\n    store u32 [v0] = v1;\n  }\n}\n";

    #[test]
    fn both_bodies_stand_one_after_the_other_with_one_value_per_scalar() {
        let one = parse_kernel(STORES).unwrap();
        let mut two = one.clone();
        let cond = two.expr(ExprKind::Int(1), Type::Bool, Span::NONE);
        two.body.insert(0, statement(StmtKind::Assume { cond, kind: AssumeKind::Requires }));
        let requires = || crate::Preconditions::Of(Vec::new());
        let sequences =
            [&one, &two].map(|k| Sequence { name: "k".into(), stages: vec![k.clone()], requires: requires() });
        let pairing = Pairing::new(sequences.each_ref(), &[]).unwrap();
        let relations = crate::relation::parse("4 * a.gridDim.x == b.gridDim.x").unwrap();
        let parts = Parts {
            sides: [std::slice::from_ref(&one), std::slice::from_ref(&two)],
            pairing: &pairing,
            relations: &[],
            unused_dims: true,
            launch_bounds: true,
        };
        let fused = fuse(parts).unwrap();
        wp_kir::verify(&fused.kernel).unwrap();
        assert_eq!(fused.twins.len(), 1);
        assert_ne!(fused.twins[0][0], fused.twins[0][1]);
        let kinds: Vec<&str> = fused
            .kernel
            .body
            .iter()
            .map(|s| match s.kind {
                StmtKind::Assign { .. } => "scalar",
                StmtKind::Assume { .. } => "assume",
                StmtKind::Labelled { .. } => "kernel",
                StmtKind::Barrier { .. } => "barrier",
                _ => "other",
            })
            .collect();
        assert_eq!(kinds, ["scalar", "assume", "kernel", "barrier", "kernel"]);
        assert!(fused.extents.is_empty() && !fused.blocks_differ);
        assert!(!dimensions_read(&fused.kernel).block[1]);
        let fused = fuse(Parts { relations: &relations, ..parts }).unwrap();
        wp_kir::verify(&fused.kernel).unwrap();
        let [[_, grid], [_, other]] = fused.extents.as_slice().try_into().unwrap();
        assert!(grid[0].is_some() && grid[0] != other[0] && grid[1].is_none());
        assert!(fused.kernel.body.iter().filter(|s| matches!(s.kind, StmtKind::If { .. })).count() == 2);
    }
}
