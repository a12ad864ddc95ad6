//! One kernel that does what two do, one after the other, each on arrays and variables of its own.
//!
//! Input: two kernels, and what corresponds to what. In the result scalars that correspond have one value, and arrays
//! that correspond are pairs of objects, equal at the launch; nothing else is shared. So the two kernels leave the same in an array exactly
//! when the two objects are equal when the result has ended. A `return` of the first one is a jump to the second one. The result is for value
//! chases; it is never executed, and its own races and barriers mean nothing.
//!
//! Extents in which the launches differ are scalars of the result, one per kernel, whose threads are those below them. The launch of the result
//! is at least as large as both: `launch-size` is assumed of the greater extents of the two.

use crate::pair::{Binding, Pairing};
use crate::relation::{extent, separate, Condition, Meaning};
use std::collections::BTreeMap;
use wp_base::{Id, Span};
use wp_kir::{
    append, Appended, AssumeKind, Axis, BarrierScope, BinOp, Block, CastKind, ExprId, ExprKind, Fence, Kernel,
    ObjectId, Param, ParamId, Special, Stmt, StmtKind, Type, VarId,
};
use wp_summary::{dimensions_read, Dimensions, MAX_BLOCK, MAX_BLOCK_THREADS, MAX_GRID};

/// Two kernels as one.
pub(crate) struct Fused {
    /// The kernel.
    pub kernel: Kernel,
    /// The two objects of each array of the pairing, in its order.
    pub twins: Vec<[ObjectId; 2]>,
    /// Values of scalars that are given.
    pub scalars: BTreeMap<ParamId, i128>,
    /// The extents along each axis of a block and of the grid that one of the kernels has of its own.
    pub extents: Vec<[[Option<ParamId>; 3]; 2]>,
    /// Whether the kernels have blocks of different shapes.
    pub blocks_differ: bool,
}

/// What is fused, and under which assumptions.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub kernels: [&'a Kernel; 2],
    pub pairing: &'a Pairing,
    /// Conditions, of which those that relate the two launches are not in the kernels.
    pub relations: &'a [Condition],
    /// Whether a dimension that a kernel does not read has extent 1 (`unused-dims`).
    pub unused_dims: bool,
    /// Whether launches respect the limits of the hardware (`launch-bounds`).
    pub launch_bounds: bool,
}

/// Fuses two kernels; what is not supported if they cannot be fused.
pub(crate) fn fuse(parts: Parts) -> Result<Fused, String> {
    let Parts { kernels, pairing, relations, .. } = parts;
    let name = format!("{} and {}", kernels[0].name, kernels[1].name);
    let mut fused = Kernel::new(&name, kernels[0].dialect, kernels[0].span);
    let own = separate(relations);
    let read = kernels.map(dimensions_read);
    let blocks_differ = own.iter().any(|s| matches!(s, Special::BlockDim(_)));
    let mut sides = Vec::new();
    for side in [0, 1] {
        if blocks_differ && kernels[side].exprs.values().any(|e| e.kind == ExprKind::Special(Special::LaneId)) {
            return Err("lanes of warps, where blocks have two shapes".to_owned());
        }
        let start = fused.exprs.len();
        let (appended, body) = append(&mut fused, kernels[side]);
        let extents: BTreeMap<Special, ParamId> =
            own.iter().map(|&special| (special, own_extent(&mut fused, side, special))).collect();
        for at in start..fused.exprs.len() {
            let kind = &mut fused.exprs[ExprId::from_index(at)].kind;
            if let ExprKind::Special(special) = kind {
                if let Some(&param) = extents.get(special) {
                    *kind = ExprKind::Var(fused.params[param].var);
                }
            }
        }
        sides.push(Side { appended, body, extents });
    }
    let mut body = Block::new();
    for scalar in pairing.scalars.iter().filter(|s| s.types[0] == s.types[1]) {
        let [Some(p), Some(q)] = scalar.params else { continue };
        let [from, to] = [(0, p), (1, q)].map(|(i, p): (usize, _)| sides[i].appended.var(kernels[i].params[p].var));
        let value = variable(&mut fused, from);
        body.push(statement(StmtKind::Assign { var: to, value }));
    }
    // What a kernel requires of the launch holds whatever the thread, so also for the other kernel.
    for side in &mut sides {
        body.extend(leading_assumptions(&fused, &mut side.body));
    }
    for (number, side) in sides.iter().enumerate() {
        body.extend(limits(&mut fused, &side.extents, kernels[number], read[number], parts));
    }
    body.extend(common_dimensions(&mut fused, read, parts));
    for condition in relations.iter().filter(|c| c.relates()) {
        let meaning = |name: &str| match extent(name) {
            Some((Some(side), special)) => {
                let own = sides[side].extents.get(&special)?;
                Some(Meaning::Variable(fused.params[*own].var))
            }
            Some((None, special)) => Some(Meaning::Extent(special)),
            None => {
                let side = usize::from(pairing.scalar(name, 0).is_none());
                let param = pairing.scalar(name, side)?;
                Some(Meaning::Variable(sides[side].appended.var(kernels[side].params[param].var)))
            }
        };
        let names: BTreeMap<String, Option<Meaning>> =
            condition.names().into_iter().map(|n| (n.to_owned(), meaning(n))).collect();
        body.push(condition.assumption(&mut fused, &|name| names.get(name).copied().flatten())?);
    }
    if blocks_differ {
        let fixed = |axis: &Axis| {
            !own.contains(&Special::BlockDim(*axis)) && kernels.iter().any(|k| k.required_block.is_some())
        };
        if Axis::ALL.iter().any(fixed) {
            return Err("an extent of blocks that a source fixes and that is common to both launches".to_owned());
        }
    } else {
        body.extend(common_blocks(&mut fused, kernels));
    }
    let [first, second] = [0, 1].map(|i: usize| guarded(&mut fused, &sides[i]));
    body.extend(first);
    let barrier =
        StmtKind::Barrier { scope: BarrierScope::Grid, fence: Fence::ALL, agree: Vec::new(), invariants: Vec::new() };
    body.push(statement(barrier));
    body.extend(second);
    fused.body = body;
    let twins = pairing.arrays.iter();
    let twins = twins.map(|a| [0, 1].map(|i: usize| sides[i].appended.object(a.objects[i]))).collect();
    let bindings = pairing.bindings();
    let scalars = (0..2).flat_map(|i: usize| given(kernels[i], &bindings[i], &sides[i].appended)).collect();
    let extents = if own.is_empty() { Vec::new() } else { sides.iter().map(Side::by_axis).collect() };
    Ok(Fused { kernel: fused, twins, scalars, extents, blocks_differ })
}

/// A kernel in the fused one.
struct Side {
    appended: Appended,
    body: Block,
    /// Extents that it has of its own, as scalars.
    extents: BTreeMap<Special, ParamId>,
}

impl Side {
    fn by_axis(&self) -> [[Option<ParamId>; 3]; 2] {
        let of = |special: &dyn Fn(Axis) -> Special| Axis::ALL.map(|axis| self.extents.get(&special(axis)).copied());
        [of(&Special::BlockDim), of(&Special::GridDim)]
    }
}

/// A scalar for an extent of one of the launches.
fn own_extent(fused: &mut Kernel, side: usize, special: Special) -> ParamId {
    let name = format!("{}.{}", ["a", "b"][side], special_name(special));
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

/// What holds of the extents that a kernel has of its own.
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
                let (mine, limit) = (value(fused), fused.int(limit, Type::U32, Span::NONE));
                body.push(assume(fused, BinOp::Le, mine, limit));
            }
        }
    }
    if blocks && parts.launch_bounds {
        let threads = kernel.max_threads.map_or(MAX_BLOCK_THREADS, i128::from);
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

/// That a common dimension which only one of the kernels reads has extent 1, as the other one has it alone.
fn common_dimensions(fused: &mut Kernel, read: [Dimensions; 2], parts: Parts) -> Block {
    let own = separate(parts.relations);
    let [a, b] = read;
    let mut body = Block::new();
    for axis in Axis::ALL.into_iter().filter(|_| parts.unused_dims) {
        let i = axis.index();
        for (special, only_one) in
            [(Special::BlockDim(axis), a.block[i] != b.block[i]), (Special::GridDim(axis), a.grid[i] != b.grid[i])]
        {
            let fixed =
                matches!(special, Special::BlockDim(_)) && parts.kernels.iter().any(|k| k.required_block.is_some());
            if only_one && !fixed && !own.contains(&special) {
                body.push(assume_extent(fused, special, 1));
            }
        }
    }
    body
}

/// What the sources say of blocks of a common shape: different numbers exclude each other.
fn common_blocks(fused: &mut Kernel, kernels: [&Kernel; 2]) -> Block {
    fused.max_threads = kernels.iter().filter_map(|k| k.max_threads).min();
    fused.required_block = kernels[0].required_block.or(kernels[1].required_block);
    match kernels[1].required_block {
        Some(block) if fused.required_block != Some(block) => {
            Axis::ALL.map(|axis| assume_extent(fused, Special::BlockDim(axis), i128::from(block[axis.index()]))).into()
        }
        _ => Block::new(),
    }
}

/// The body of a kernel, for the threads of its launch.
fn guarded(fused: &mut Kernel, side: &Side) -> Block {
    let mut body = side.body.clone();
    for (&special, &param) in &side.extents {
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

/// Takes the assumptions at the start of a body out of it, as far as they say nothing of the thread.
fn leading_assumptions(fused: &Kernel, part: &mut Block) -> Block {
    let Some(StmtKind::Labelled { body, .. }) = part.first_mut().map(|s| &mut s.kind) else { return Block::new() };
    let of_launch = |s: &Stmt| matches!(&s.kind, StmtKind::Assume { cond, .. } if !names_thread(fused, *cond));
    let rest = body.iter().position(|s| !of_launch(s)).unwrap_or(body.len());
    body.drain(..rest).collect()
}

/// Whether an expression depends on which thread evaluates it.
fn names_thread(kernel: &Kernel, e: ExprId) -> bool {
    match &kernel.exprs[e].kind {
        ExprKind::Special(Special::ThreadIdx(_) | Special::BlockIdx(_) | Special::LaneId) | ExprKind::Spec(..) => true,
        kind => kind.children().into_iter().any(|child| names_thread(kernel, child)),
    }
}

/// The scalars of a kernel that are given, by their parameters in the fused one.
fn given(kernel: &Kernel, binding: &Binding, appended: &Appended) -> BTreeMap<ParamId, i128> {
    let value = |(&param, &cell): (&ParamId, &u64)| {
        let unsigned = matches!(kernel.params[param].ty, Type::Int { signed: false, .. } | Type::Bool);
        (appended.param(param), if unsigned { i128::from(cell) } else { i128::from(cell as i64) })
    };
    binding.scalars.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_kir::parse_kernel;

    const STORES: &str = "kernel \"k\" cuda {\n  loops 0;\n  labels 0;\n  param p0 \"out\": ptr = v0 -> o0;\n  param p1 \"n\": u32 = v1;\n  object o0 \"out\" global param p0 elem u32 init input;\n  var v0 \"out\": ptr;\n  var v1 \"n\": u32;\n  body {\n    if (threadIdx.x < v1) {\n      return;\n    }\n    store u32 [v0] = v1;\n  }\n}\n";

    #[test]
    fn both_bodies_stand_one_after_the_other_with_one_value_per_scalar() {
        let one = parse_kernel(STORES).unwrap();
        let mut two = one.clone();
        let cond = two.expr(ExprKind::Int(1), Type::Bool, Span::NONE);
        two.body.insert(0, statement(StmtKind::Assume { cond, kind: AssumeKind::Requires }));
        let pairing = Pairing::new([&one, &two], &[]).unwrap();
        let relations = crate::relation::parse("4 * a.gridDim.x == b.gridDim.x").unwrap();
        let parts =
            Parts { kernels: [&one, &two], pairing: &pairing, relations: &[], unused_dims: true, launch_bounds: true };
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
