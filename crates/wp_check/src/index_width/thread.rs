//! One thread, or a range of threads, of a launch whose extents and scalars are given, without memory.
//!
//! Input: a kernel, a launch with scalars, and the indices of the thread as numbers or ranges. Output ([`Seen`]): the
//! bytes of each array up to the end of the last access, which is over-approximate; the operations by which an address
//! may leave its exact value, over-approximate too; and the accesses that the thread makes for sure at another address
//! than the exact one. The last are exact: every value on the way is one number, and every condition is known and
//! decided alike by the exact values and those of the device.
//!
//! Values from memory are unknown. The first iterations of a loop are followed one by one while its condition is known;
//! in the others, what the loop changes is in a range of its type, from its first value on where it only grows.

mod conditions;

use super::number::{compared, connected, converted, linear, other, shifted, Number};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::{Arena, Id, Span};
use wp_kir::{
    visit, BinOp, Block, CastKind, ExprId, ExprKind, Kernel, LabelId, ObjectId, Space, Special, Stmt, StmtKind,
    Storage, Type, UnOp, Var, VarId,
};

/// Iterations of a loop that are followed one by one.
const ITERATIONS: usize = 8;
/// The number of threads along an axis is below this (assumption `launch-size`).
const THREADS: i128 = 1 << 31;

/// What is given of a launch, and the indices of the threads.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub tid: [Number; 3],
    pub bid: [Number; 3],
    pub bdim: [Number; 3],
    pub gdim: [Number; 3],
    pub offset: [Number; 3],
    /// Scalar parameters, by their variables.
    pub scalars: BTreeMap<VarId, Number>,
}

/// An access at another address than the exact one.
#[derive(Clone, Debug)]
pub(super) struct Displaced {
    /// The operation that exceeds its type.
    pub operation: ExprId,
    /// Its exact result, and the one of the device.
    pub result: (i128, i128),
    /// The access.
    pub span: Span,
    pub object: ObjectId,
    /// The exact offset in bytes, and the one of the device.
    pub offset: (i128, i128),
    pub width: i128,
}

/// What was seen of the threads.
#[derive(Default, Debug)]
pub(super) struct Seen {
    /// Bytes of the arrays in global memory, up to the end of the last access.
    pub bytes: BTreeMap<ObjectId, i128>,
    /// True if some access is through a pointer that is not followed, or the kernel was not followed to its end.
    pub is_partial: bool,
    /// Operations by which an address in global memory may leave its exact value.
    pub possible: BTreeSet<ExprId>,
    /// Accesses for which that happens.
    pub displaced: Vec<Displaced>,
}

/// What does not depend on the launch.
pub(super) struct Code<'a> {
    pub kernel: &'a Kernel,
    /// The variables that have one assignment and hold a value of variables that never change.
    once: BTreeMap<VarId, ExprId>,
}

impl<'a> Code<'a> {
    pub fn new(kernel: &'a Kernel) -> Self {
        let mut assigned: BTreeMap<VarId, Vec<Option<ExprId>>> = BTreeMap::new();
        visit(&kernel.body, &mut |s| {
            if let Some(var) = s.kind.target() {
                let value = match s.kind {
                    StmtKind::Assign { value, .. } => Some(value),
                    _ => None,
                };
                assigned.entry(var).or_default().push(value);
            }
        });
        let is_param = |var: VarId| kernel.params.iter().any(|(_, p)| p.var == var);
        let stays = |var: VarId| match assigned.get(&var) {
            None => is_param(var),
            Some(values) => values.len() == 1 && !is_param(var),
        };
        let depends = |e: ExprId| {
            let mut open = vec![e];
            let mut all = true;
            while let Some(e) = open.pop() {
                match &kernel.exprs[e].kind {
                    ExprKind::Var(v) => all &= stays(*v),
                    kind => open.extend(kind.children()),
                }
            }
            all
        };
        let single = assigned.iter().filter_map(|(&var, values)| match values[..] {
            [Some(value)] if stays(var) && depends(value) => Some((var, value)),
            _ => None,
        });
        Self { kernel, once: single.collect() }
    }

    /// Follows threads; at most so many expressions are evaluated.
    pub fn follow(&self, given: &Given, steps: &mut u64) -> Seen {
        let vars = self.kernel.vars.iter().map(|(id, var)| {
            let ty = var.ty;
            given.scalars.get(&id).map_or_else(|| Held::any(ty), |&n| Held::Number(n))
        });
        let mut start = State { vars: vars.collect(), tid: given.tid, bid: given.bid, is_sure: true };
        for (_, param) in self.kernel.params.iter() {
            if let Some(object) = param.object {
                start.vars[param.var.index()] = Held::Pointer(object, Number::point(0));
            }
        }
        let mut thread = Thread {
            code: self,
            given,
            steps,
            left: FxHashMap::default(),
            exits: 0,
            seen: Seen::default(),
            results: FxHashMap::default(),
        };
        thread.block(&self.kernel.body, Some(start));
        if *thread.steps == 0 {
            thread.seen.is_partial = true;
        }
        thread.seen
    }
}

/// The value of a variable.
#[derive(Clone, Copy, Debug)]
enum Held {
    Number(Number),
    /// An object with the offset in bytes.
    Pointer(ObjectId, Number),
    Unknown,
}

impl Held {
    fn any(ty: Type) -> Self {
        match ty {
            Type::Int { .. } | Type::Bool => Held::Number(Number::any(ty)),
            Type::Float { .. } | Type::Ptr => Held::Unknown,
        }
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Held::Number(a), Held::Number(b)) => Held::Number(a.or(b)),
            (Held::Pointer(o, a), Held::Pointer(p, b)) if o == p => Held::Pointer(o, a.or(b)),
            _ => Held::Unknown,
        }
    }
}

#[derive(Clone, Debug)]
struct State {
    vars: Vec<Held>,
    tid: [Number; 3],
    bid: [Number; 3],
    /// True if the threads come here for sure.
    is_sure: bool,
}

impl State {
    fn or(mut self, other: Self) -> Self {
        for (mine, theirs) in self.vars.iter_mut().zip(other.vars) {
            *mine = mine.or(theirs);
        }
        for (mine, theirs) in self.tid.iter_mut().chain(&mut self.bid).zip(other.tid.into_iter().chain(other.bid)) {
            *mine = mine.or(theirs);
        }
        self.is_sure = false;
        self
    }
}

fn joined(a: Option<State>, b: Option<State>) -> Option<State> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.or(b)),
        (a, b) => a.or(b),
    }
}

struct Thread<'c, 'a> {
    code: &'c Code<'a>,
    given: &'c Given,
    steps: &'c mut u64,
    /// The states in which blocks were left: by `break`, or by `continue`.
    left: FxHashMap<(LabelId, bool), State>,
    /// How often a block was left.
    exits: u64,
    seen: Seen,
    /// Exact results of operations that exceed their types, beside those of the device.
    results: FxHashMap<ExprId, (i128, i128)>,
}

impl Thread<'_, '_> {
    fn vars(&self) -> &Arena<VarId, Var> {
        &self.code.kernel.vars
    }

    fn block(&mut self, block: &Block, mut state: Option<State>) -> Option<State> {
        for stmt in block {
            state = self.stmt(stmt, state?);
        }
        state
    }

    fn stmt(&mut self, stmt: &Stmt, mut state: State) -> Option<State> {
        if *self.steps == 0 {
            return None;
        }
        let kernel = self.code.kernel;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                let value = self.held(&state, *value);
                state.vars[var.index()] = value;
            }
            StmtKind::Load { var, ty, ptr, .. } => {
                self.access(&state, *ptr, *ty, stmt.span);
                state.vars[var.index()] = Held::any(kernel.vars[*var].ty);
            }
            StmtKind::Store { ptr, ty, .. } => self.access(&state, *ptr, *ty, stmt.span),
            StmtKind::Atomic { ptr, ty, .. } => {
                self.access(&state, *ptr, *ty, stmt.span);
                self.forget(&mut state, stmt.kind.target());
            }
            StmtKind::Warp { .. } | StmtKind::Havoc { .. } => self.forget(&mut state, stmt.kind.target()),
            StmtKind::Declare { storage: Storage::Var(var) } => self.forget(&mut state, Some(*var)),
            StmtKind::Assume { cond, .. } => return self.given(state, *cond, true, 0),
            StmtKind::If { cond, then_block, else_block } => {
                return self.branch(state, *cond, [then_block, else_block])
            }
            StmtKind::Loop { label, head, cond, body, step, .. } => {
                return self.iterate(state, *label, *cond, [head, body, step]);
            }
            StmtKind::Labelled { label, body } => {
                let behind = self.block(body, Some(state));
                let left = self.left.remove(&(*label, false));
                return joined(behind, left);
            }
            StmtKind::Break(label) => return self.leave(*label, false, state),
            StmtKind::Continue(label) => return self.leave(*label, true, state),
            StmtKind::Return => {
                self.exits += 1;
                return None;
            }
            StmtKind::Unsupported { .. } => {
                self.seen.is_partial = true;
                return None;
            }
            StmtKind::Barrier { .. }
            | StmtKind::NamedBarrier(_)
            | StmtKind::MemFence { .. }
            | StmtKind::Copy(_)
            | StmtKind::Snapshot { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Declare { .. } => {}
        }
        Some(state)
    }

    fn forget(&self, state: &mut State, var: Option<VarId>) {
        if let Some(var) = var {
            state.vars[var.index()] = Held::any(self.vars()[var].ty);
        }
    }

    fn leave(&mut self, label: LabelId, continues: bool, state: State) -> Option<State> {
        self.exits += 1;
        let before = self.left.remove(&(label, continues));
        let state = joined(before, Some(state));
        self.left.extend(state.map(|state| ((label, continues), state)));
        None
    }

    fn branch(&mut self, state: State, cond: ExprId, [yes, no]: [&Block; 2]) -> Option<State> {
        match self.number(&state, cond).truth() {
            Some(true) => self.block(yes, Some(state)),
            Some(false) => self.block(no, Some(state)),
            None => {
                let (is_sure, exits) = (state.is_sure, self.exits);
                let other = State { is_sure: false, ..state.clone() };
                let state = State { is_sure: false, ..state };
                let sides = [(state, yes, true), (other, no, false)];
                let [yes, no] = sides.map(|(state, block, truth)| {
                    let state = self.given(state, cond, truth, 0);
                    self.block(block, state)
                });
                let behind = joined(yes, no)?;
                Some(State { is_sure: is_sure && self.exits == exits, ..behind })
            }
        }
    }

    fn iterate(
        &mut self,
        mut state: State,
        label: LabelId,
        cond: ExprId,
        [head, body, step]: [&Block; 3],
    ) -> Option<State> {
        for _ in 0..ITERATIONS {
            let at_condition = self.block(head, Some(state.clone()));
            let Some(at_condition) = at_condition else { return self.left.remove(&(label, false)) };
            match self.number(&at_condition, cond).truth() {
                Some(true) => {}
                Some(false) => return joined(Some(at_condition), self.left.remove(&(label, false))),
                None => break,
            }
            let behind = self.block(body, Some(at_condition));
            let behind = joined(behind, self.left.remove(&(label, true)));
            let next = self.block(step, behind);
            let left = self.left.remove(&(label, false));
            match (next, left) {
                (Some(next), None) => state = next,
                (None, left) => return left,
                (Some(next), Some(left)) => {
                    // Some of the threads have left: what follows is known of neither.
                    self.left.insert((label, false), left);
                    state = State { is_sure: false, ..next };
                }
            }
        }
        state.is_sure = false;
        self.widen(&mut state, [head, body, step]);
        let at_condition = self.block(head, Some(state));
        let behind = at_condition.clone().and_then(|state| self.given(state, cond, false, 0));
        let inside = at_condition.and_then(|state| self.given(state, cond, true, 0));
        let inside = self.block(body, inside);
        let inside = joined(inside, self.left.remove(&(label, true)));
        self.block(step, inside);
        joined(behind, self.left.remove(&(label, false)))
    }

    /// Forgets what a loop changes, but for a bound on the side to which it never moves.
    fn widen(&mut self, state: &mut State, parts: [&Block; 3]) {
        let mut changes: BTreeMap<VarId, Vec<Option<ExprId>>> = BTreeMap::new();
        for part in parts {
            visit(part, &mut |s| {
                if let Some(var) = s.kind.target() {
                    let value = match s.kind {
                        StmtKind::Assign { value, .. } => Some(value),
                        _ => None,
                    };
                    changes.entry(var).or_default().push(value);
                }
            });
        }
        let first: Vec<(VarId, Held)> = changes.keys().map(|&var| (var, state.vars[var.index()])).collect();
        for &var in changes.keys() {
            self.forget(state, Some(var));
        }
        let mut bounded: Vec<(VarId, Held)> = Vec::new();
        for (var, first) in first {
            let (first, object) = match first {
                Held::Number(n) => (n, None),
                Held::Pointer(object, n) => (n, Some(object)),
                Held::Unknown => continue,
            };
            let ty = if object.is_some() { Type::I64 } else { self.vars()[var].ty };
            let Some((least, most)) = ty.int_range() else { continue };
            let steps = changes[&var].iter().map(|value| self.direction(state, var, (*value)?));
            let Some(steps) = steps.collect::<Option<Vec<Number>>>() else { continue };
            let lo = if steps.iter().all(|by| by.lo >= 0) { first.lo } else { least };
            let hi = if steps.iter().all(|by| by.hi <= 0) { first.hi } else { most };
            let range = Number::between(lo.min(hi), hi);
            let range = Number { device: None, ..range };
            bounded.push((var, object.map_or(Held::Number(range), |object| Held::Pointer(object, range))));
        }
        for (var, range) in bounded {
            state.vars[var.index()] = range;
        }
    }

    /// What is added to a variable by an assignment.
    fn direction(&mut self, state: &State, var: VarId, value: ExprId) -> Option<Number> {
        let exprs = &self.code.kernel.exprs;
        let is_var = |mut e: ExprId| loop {
            match exprs[e].kind {
                ExprKind::Var(v) => return v == var,
                ExprKind::Cast(CastKind::IntToInt, inner) => e = inner,
                _ => return false,
            }
        };
        let mut value = value;
        while let ExprKind::Cast(CastKind::IntToInt, inner) = exprs[value].kind {
            value = inner;
        }
        match exprs[value].kind {
            ExprKind::Binary(BinOp::Add, a, b) if is_var(a) => Some(self.number(state, b)),
            ExprKind::Binary(BinOp::Add, a, b) if is_var(b) => Some(self.number(state, a)),
            ExprKind::PtrAdd(a, b) if is_var(a) => Some(self.number(state, b)),
            ExprKind::Binary(BinOp::Sub, a, b) if is_var(a) => {
                let by = self.number(state, b);
                Some(Number { device: None, lost: None, lo: -by.hi, hi: -by.lo })
            }
            // A natural number becomes no greater.
            ExprKind::Binary(BinOp::Div | BinOp::Shr, a, b) if is_var(a) => {
                let by = self.number(state, b);
                (by.lo >= 0).then_some(Number { device: None, lost: None, lo: -1, hi: 0 })
            }
            ExprKind::Var(v) if v == var => Some(Number::point(0)),
            _ => None,
        }
    }

    fn access(&mut self, state: &State, ptr: ExprId, ty: Type, span: Span) {
        let kernel = self.code.kernel;
        let Held::Pointer(object, offset) = self.held(state, ptr) else {
            self.seen.is_partial = true;
            return;
        };
        if kernel.objects[object].space != Space::Global {
            return;
        }
        let width = i128::from(ty.size());
        let bytes = self.seen.bytes.entry(object).or_default();
        *bytes = offset.hi.saturating_add(width).max(*bytes);
        let Some(operation) = offset.lost else { return };
        self.seen.possible.insert(operation);
        if let (Some(values), true, Some(&result)) = (offset.values(), state.is_sure, self.results.get(&operation)) {
            self.seen.displaced.push(Displaced { operation, result, span, object, offset: values, width });
        }
    }

    fn number(&mut self, state: &State, e: ExprId) -> Number {
        match self.held(state, e) {
            Held::Number(n) => n,
            Held::Pointer(..) | Held::Unknown => Number::any(self.code.kernel.ty(e)),
        }
    }

    fn held(&mut self, state: &State, e: ExprId) -> Held {
        *self.steps = self.steps.saturating_sub(1);
        let kernel = self.code.kernel;
        let ty = kernel.ty(e);
        let number = match &kernel.exprs[e].kind {
            ExprKind::Int(value) => Number::point(*value),
            ExprKind::Var(var) => return state.vars[var.index()],
            ExprKind::Special(special) => self.special(state, *special),
            ExprKind::AddrOf(object) => return Held::Pointer(*object, Number::point(0)),
            ExprKind::PtrAdd(base, by) => {
                let by = self.number(state, *by);
                return match self.held(state, *base) {
                    Held::Pointer(object, offset) => {
                        let sum = linear(BinOp::Add, offset, by, Type::I64, None);
                        sum.map_or(Held::Unknown, |sum| Held::Pointer(object, sum))
                    }
                    Held::Number(_) | Held::Unknown => Held::Unknown,
                };
            }
            ExprKind::Select(cond, a, b) => {
                return match self.number(state, *cond).truth() {
                    Some(true) => self.held(state, *a),
                    Some(false) => self.held(state, *b),
                    None => self.held(state, *a).or(self.held(state, *b)),
                };
            }
            ExprKind::Unary(UnOp::Not, a) => match self.number(state, *a).truth() {
                Some(truth) => Number::point(i128::from(!truth)),
                None => Number::any(ty),
            },
            ExprKind::Unary(UnOp::Neg, a) if ty.is_int() => {
                let a = self.number(state, *a);
                linear(BinOp::Sub, Number::point(0), a, ty, None).unwrap_or(Number::any(ty))
            }
            ExprKind::Cast(kind, a) => self.cast(state, *kind, *a, e),
            ExprKind::Binary(op, a, b) => self.binary(state, *op, (*a, *b), e),
            _ => return Held::any(ty),
        };
        match ty {
            Type::Int { .. } | Type::Bool => Held::Number(number),
            Type::Float { .. } | Type::Ptr => Held::Unknown,
        }
    }

    fn cast(&mut self, state: &State, kind: CastKind, a: ExprId, e: ExprId) -> Number {
        let kernel = self.code.kernel;
        let (from, ty) = (kernel.ty(a), kernel.ty(e));
        let is_number = matches!(from, Type::Int { .. } | Type::Bool);
        match (kind, ty) {
            (CastKind::IntToInt, Type::Int { bits: bits @ (32 | 64), .. }) if is_number => {
                let a = self.number(state, a);
                let number = converted(a, ty, Some(e).filter(|_| bits == 32));
                self.note(e, number);
                number
            }
            (CastKind::IntToInt, Type::Int { .. }) if is_number => {
                let a = self.number(state, a).settled(from);
                converted(a, ty, None).settled(ty)
            }
            (CastKind::IntToInt | CastKind::ToBool, Type::Bool) if is_number => {
                let a = self.number(state, a).settled(from);
                compared(BinOp::Ne, a, Number::point(0))
            }
            _ => Number::any(ty),
        }
    }

    fn binary(&mut self, state: &State, op: BinOp, (a, b): (ExprId, ExprId), e: ExprId) -> Number {
        let kernel = self.code.kernel;
        let (operand, ty) = (kernel.ty(a), kernel.ty(e));
        let is_number = |ty: Type| matches!(ty, Type::Int { .. } | Type::Bool);
        if !is_number(operand) || !is_number(ty) {
            return Number::any(ty);
        }
        let (x, y) = (self.number(state, a), self.number(state, b));
        if operand == Type::Bool {
            return connected(op, x, y);
        }
        if op.is_comparison() {
            return compared(op, x, y);
        }
        // Greater constants are those of hashes, or negative.
        let is_great = |e: ExprId| matches!(kernel.exprs[e].kind, ExprKind::Int(value) if value >= THREADS);
        let counts = matches!(ty, Type::Int { bits: 32, .. })
            && matches!(op, BinOp::Add | BinOp::Mul | BinOp::Shl)
            && !is_great(a)
            && !is_great(b);
        let by = Some(e).filter(|_| counts);
        let number = match op {
            BinOp::Shl => shifted(x, y, ty, by),
            _ => linear(op, x, y, ty, by).unwrap_or_else(|| other(op, x.settled(operand), y.settled(kernel.ty(b)), ty)),
        };
        let number = match self.is_of_launch(op, a, b) && number.hi >= THREADS {
            true => Number { hi: number.hi.min(THREADS - 1), lo: number.lo.min(THREADS - 1), lost: None, ..number },
            false => number,
        };
        self.note(e, number);
        number
    }

    /// Keeps the result of an operation that exceeds its type.
    fn note(&mut self, e: ExprId, number: Number) {
        if let (true, Some(values)) = (number.lost == Some(e), number.values()) {
            self.results.insert(e, values);
        }
    }

    /// True for `blockIdx.x * blockDim.x`, `gridDim.x * blockDim.x` and `blockIdx.x * blockDim.x + threadIdx.x`, which
    /// are at most the number of threads.
    fn is_of_launch(&self, op: BinOp, a: ExprId, b: ExprId) -> bool {
        use Special::{BlockDim, BlockIdx, GridDim, ThreadIdx};
        let exprs = &self.code.kernel.exprs;
        let plain = |mut e: ExprId| {
            while let ExprKind::Cast(CastKind::IntToInt, inner) = exprs[e].kind {
                e = inner;
            }
            e
        };
        let special = |e: ExprId| match exprs[plain(e)].kind {
            ExprKind::Special(special) => Some(special),
            _ => None,
        };
        let is_product = |a: ExprId, b: ExprId| match (special(a), special(b)) {
            (Some(BlockIdx(i) | GridDim(i)), Some(BlockDim(j)))
            | (Some(BlockDim(i)), Some(BlockIdx(j) | GridDim(j))) => i == j,
            _ => false,
        };
        let is_start = |e: ExprId| match exprs[plain(e)].kind {
            ExprKind::Binary(BinOp::Mul, a, b) => is_product(a, b),
            _ => false,
        };
        let is_thread = |e: ExprId| matches!(special(e), Some(ThreadIdx(_)));
        match op {
            BinOp::Mul => is_product(a, b),
            BinOp::Add => is_start(a) && is_thread(b) || is_start(b) && is_thread(a),
            _ => false,
        }
    }

    fn special(&self, state: &State, special: Special) -> Number {
        let given = self.given;
        match special {
            Special::ThreadIdx(axis) => state.tid[axis.index()],
            Special::BlockIdx(axis) => state.bid[axis.index()],
            Special::BlockDim(axis) => given.bdim[axis.index()],
            Special::GridDim(axis) => given.gdim[axis.index()],
            Special::GlobalOffset(axis) => given.offset[axis.index()],
            Special::LaneId => Number { device: None, ..Number::between(0, i128::from(self.code.kernel.lanes) - 1) },
        }
    }
}
