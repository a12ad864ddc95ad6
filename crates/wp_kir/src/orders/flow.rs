//! A flow-sensitive points-to analysis of a kernel, which collects the effects of its operands.
//!
//! ```text
//! state behind a statement = the state in front of it, with the effects of the statement
//! state at a loop's head   = least fixpoint over its iterations; offsets are dropped after some rounds
//! state behind a block     = join over its end and the jumps that leave it
//! ```
//!
//! A variable that only one statement assigns has one points-to set for the whole kernel, which keeps states small.
//! Only the contents of private memory are followed: a pointer that is read from other memory may point anywhere. An
//! object has escaped if its address is stored in other memory. If an object has escaped, so have all objects whose
//! addresses it contains.

use super::effects::Effects;
use super::points::{Points, Target};
use super::scopes::Scopes;
use super::state::State;
use super::Orders;
use crate::{
    fold, BinOp, CastKind, ExprId, ExprKind, Fence, Kernel, Known, LabelId, LoopId, ObjectId, Space, Stmt, StmtKind,
    Storage, Type, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

wp_base::limits! {
    /// The number of rounds of a loop after which offsets are dropped.
    const EXACT_ROUNDS: usize = 12;
    /// The analysis gives up when it has visited this number of statements for each statement of the kernel.
    const MAX_VISITS: usize = 400;
}

/// An operand whose statements are being visited.
struct OpenOperand {
    label: LabelId,
    /// The number of labelled statements around its statements, including its own block.
    depth: usize,
    effects: Effects,
}

/// The statements of a loop.
struct Loop<'s> {
    id: LoopId,
    label: LabelId,
    head: &'s [Stmt],
    cond: ExprId,
    body: &'s [Stmt],
    step: &'s [Stmt],
}

/// The analysis of a kernel.
pub(super) struct Flow<'k> {
    /// The kernel without its body.
    kernel: &'k Kernel,
    orders: &'k Orders,
    scopes: &'k Scopes,
    /// The effects of the statements of each operand block.
    pub effects: BTreeMap<LabelId, Effects>,
    /// The operands whose statements are being visited, innermost last.
    open: Vec<OpenOperand>,
    /// The labels of the blocks and loops around the current statement, innermost last.
    around: Vec<LabelId>,
    /// For each label, the join of the states at the `break` statements that lead to it.
    breaks: BTreeMap<LabelId, State>,
    /// For each label, the join of the states at the `continue` statements that lead to it.
    continues: BTreeMap<LabelId, State>,
    /// The states at the heads of loops. They only grow, so the next fixpoint starts with them.
    heads: BTreeMap<LoopId, State>,
    /// The points-to sets of the variables that only one statement assigns.
    assigned_once: BTreeMap<VarId, Points>,
    /// Private objects whose address is stored outside of private memory, or at an unknown place.
    escaped: BTreeSet<ObjectId>,
    /// For each private object, the objects whose addresses it may contain.
    holds: BTreeMap<ObjectId, BTreeSet<ObjectId>>,
    /// True if a pointer is stored at an unknown place.
    stored_at_unknown_place: bool,
    /// The number of changes of `assigned_once`, `escaped` and `stored_at_unknown_place`, which are no part of a state.
    version: usize,
    /// The number of visited statements.
    visits: usize,
}

impl<'k> Flow<'k> {
    /// Analyses a body; `None` if this takes too many visits.
    pub fn of(kernel: &'k Kernel, body: &[Stmt], orders: &'k Orders, scopes: &'k Scopes) -> Option<Self> {
        let mut flow = Flow {
            kernel,
            orders,
            scopes,
            effects: BTreeMap::new(),
            open: Vec::new(),
            around: Vec::new(),
            breaks: BTreeMap::new(),
            continues: BTreeMap::new(),
            heads: BTreeMap::new(),
            assigned_once: BTreeMap::new(),
            escaped: BTreeSet::new(),
            holds: BTreeMap::new(),
            stored_at_unknown_place: false,
            version: 0,
            visits: 0,
        };
        let mut entry = State::default();
        for param in kernel.params.values() {
            if let Some(object) = param.object {
                let start = Target { object, at: Some(0), within: None };
                entry.set_var(param.var, Points { anywhere: false, targets: [start].into() });
            } else if param.ty == Type::Ptr {
                entry.set_var(param.var, Points::anywhere());
            }
        }
        loop {
            let version = flow.version;
            flow.block(body, Some(entry.clone()));
            if flow.has_given_up() {
                return None;
            }
            if flow.version == version {
                flow.close_escaped();
                return Some(flow);
            }
        }
    }

    fn has_given_up(&self) -> bool {
        self.visits > MAX_VISITS.get().saturating_mul(self.scopes.statements())
    }

    /// True if a pointer that the analysis does not follow may lead to an object.
    pub fn is_known_elsewhere(&self, object: ObjectId) -> bool {
        !self.is_private(object) || self.escaped.contains(&object)
    }

    /// True if other threads may access an object.
    pub fn is_shared(&self, object: ObjectId) -> bool {
        !self.is_private(object)
    }

    fn is_private(&self, object: ObjectId) -> bool {
        self.kernel.objects[object].space == Space::Private
    }

    /// Adds the objects whose addresses are contained in escaped objects to `escaped`.
    fn close_escaped(&mut self) {
        let mut waiting: Vec<ObjectId> = self.escaped.iter().copied().collect();
        while let Some(object) = waiting.pop() {
            let held = self.holds.get(&object).into_iter().flatten();
            waiting.extend(held.filter(|o| self.escaped.insert(**o)));
        }
    }

    // ---- statements ----

    /// The state behind a block; `None` if execution does not get there.
    fn block(&mut self, block: &[Stmt], mut state: Option<State>) -> Option<State> {
        for stmt in block {
            state = self.statement(&stmt.kind, state?);
        }
        state
    }

    fn statement(&mut self, kind: &StmtKind, mut state: State) -> Option<State> {
        self.visits += 1;
        if self.has_given_up() {
            return None;
        }
        self.note_vars(kind);
        match kind {
            StmtKind::If { then_block, else_block, .. } => {
                let yes = self.block(then_block, Some(state.clone()));
                let no = self.block(else_block, Some(state));
                return joined(yes, no);
            }
            StmtKind::Loop { id, label, head, cond, body, step, .. } => {
                return self.repeat(&Loop { id: *id, label: *label, head, cond: *cond, body, step }, state);
            }
            StmtKind::Labelled { label, body } => {
                self.around.push(*label);
                let end = match self.scopes.is_operand(*label) {
                    true => self.operand(*label, body, state),
                    false => self.block(body, Some(state)),
                };
                self.around.pop();
                let left = self.breaks.remove(label);
                return joined(end, left);
            }
            StmtKind::Break(label) => {
                self.note_left_operands(*label);
                join_at(&mut self.breaks, *label, state);
                return None;
            }
            StmtKind::Continue(label) => {
                self.note_left_operands(*label);
                join_at(&mut self.continues, *label, state);
                return None;
            }
            StmtKind::Return => {
                self.open.iter_mut().for_each(|o| o.effects.may_leave = true);
                return None;
            }
            StmtKind::Assign { var, value } => {
                let points = self.points_to(*value, &state);
                self.assign(*var, points, &mut state);
            }
            StmtKind::Load { var, ty, ptr, .. } => {
                let ptr = self.points_to(*ptr, &state);
                self.note(|e| e.reads.add(&ptr, ty.size()));
                let points = self.contents(&ptr, *ty, &state);
                self.assign(*var, points, &mut state);
            }
            StmtKind::Store { ptr, value, ty, .. } => {
                let (ptr, value) = (self.points_to(*ptr, &state), self.points_to(*value, &state));
                self.note(|e| e.writes.add(&ptr, ty.size()));
                self.store(&ptr, &value, *ty, true, &mut state);
            }
            StmtKind::Atomic { result, ty, ptr, operands, order, .. } => {
                let ptr = self.points_to(*ptr, &state);
                self.note(|e| {
                    e.reads.add(&ptr, ty.size());
                    e.writes.add(&ptr, ty.size());
                    e.synchronises |= order.orders();
                });
                let old = self.contents(&ptr, *ty, &state);
                for operand in operands {
                    let value = self.points_to(*operand, &state);
                    self.store(&ptr, &value, *ty, false, &mut state);
                }
                if let Some(var) = result {
                    self.assign(*var, old, &mut state);
                }
            }
            StmtKind::Warp { result: Some(var), operands, .. } => {
                let mut points = Points::default();
                operands.iter().for_each(|e| points.join(&self.points_to(*e, &state)));
                self.assign(*var, points, &mut state);
            }
            StmtKind::Havoc { var, .. } => {
                let any = self.kernel.vars[*var].ty == Type::Ptr;
                let points = if any { Points::anywhere() } else { Points::default() };
                self.assign(*var, points, &mut state);
            }
            StmtKind::Barrier { fence, .. } => self.note(|e| {
                e.reaches_barrier = true;
                // A barrier without a fence waits for other threads, but orders no accesses.
                e.synchronises |= *fence != Fence::NONE;
            }),
            StmtKind::NamedBarrier(_) => self.note(|e| {
                e.reaches_barrier = true;
                e.synchronises = true;
            }),
            StmtKind::MemFence { .. } | StmtKind::Copy(_) => self.note(|e| e.synchronises = true),
            StmtKind::Declare { storage: Storage::Var(var) } => self.assign(*var, Points::default(), &mut state),
            StmtKind::Declare { storage: Storage::Object(object) } => state.clear(*object, (i128::MIN, i128::MAX)),
            StmtKind::Warp { result: None, .. }
            | StmtKind::Snapshot { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Unsupported { .. } => {}
        }
        Some(state)
    }

    /// The state behind a loop: visits its statements until the state at its head no longer changes.
    fn repeat(&mut self, lp: &Loop, entry: State) -> Option<State> {
        let mut at_head = self.heads.remove(&lp.id).unwrap_or_default();
        at_head.join(&entry);
        self.around.push(lp.label);
        let endless = fold(self.kernel, lp.cond, &Known::new()) == Some(1);
        let mut rounds = 0;
        let ended = loop {
            let version = self.version;
            let before = self.block(lp.head, Some(at_head.clone()));
            let end = self.block(lp.body, before.clone());
            let end = joined(end, self.continues.remove(&lp.label));
            let end = self.block(lp.step, end);
            let end = joined(end, self.continues.remove(&lp.label));
            let mut next = at_head.clone();
            end.iter().for_each(|end| next.join(end));
            rounds += 1;
            if rounds > EXACT_ROUNDS.get() {
                next.widen(&at_head);
            }
            if next == at_head && self.version == version || self.has_given_up() {
                break before.filter(|_| !endless);
            }
            at_head = next;
        };
        self.around.pop();
        self.heads.insert(lp.id, at_head);
        joined(ended, self.breaks.remove(&lp.label))
    }

    /// The state behind a block of an operand, whose effects are noted.
    fn operand(&mut self, label: LabelId, body: &[Stmt], state: State) -> Option<State> {
        self.open.push(OpenOperand { label, depth: self.around.len(), effects: Effects::default() });
        let end = self.block(body, Some(state));
        if let Some(OpenOperand { effects, .. }) = self.open.pop() {
            if let Some(outer) = self.open.last_mut() {
                outer.effects.join(&effects, &|v| self.scopes.is_local_to(v, outer.label));
            }
            self.effects.entry(label).or_default().join(&effects, &|_| false);
        }
        end
    }

    /// Notes an effect of the innermost operand.
    fn note(&mut self, change: impl FnOnce(&mut Effects)) {
        if let Some(open) = self.open.last_mut() {
            change(&mut open.effects);
        }
    }

    /// Notes the variables that a statement reads and assigns, without its inner blocks.
    fn note_vars(&mut self, kind: &StmtKind) {
        let Some(open) = self.open.last_mut() else { return };
        let is_local = |v: &VarId| self.scopes.is_local_to(*v, open.label);
        for e in kind.expressions() {
            open.effects.reads_vars.extend(variables(self.kernel, e).into_iter().filter(|v| !is_local(v)));
        }
        let target = kind.target().filter(|v| !is_local(v));
        open.effects.writes_vars.extend(target);
    }

    /// Notes for each operand that a jump leaves that it may be left.
    fn note_left_operands(&mut self, to: LabelId) {
        let target = self.around.iter().rposition(|l| *l == to).map_or(0, |at| at + 1);
        for open in self.open.iter_mut().filter(|o| target < o.depth) {
            open.effects.may_leave = true;
        }
    }

    // ---- values ----

    fn assign(&mut self, var: VarId, points: Points, state: &mut State) {
        if !self.scopes.is_assigned_once(var) {
            return state.set_var(var, points);
        }
        if points.is_empty() {
            return;
        }
        let known = self.assigned_once.entry(var).or_default();
        let mut all = known.clone();
        all.join(&points);
        if all != *known {
            *known = all;
            self.version += 1;
        }
    }

    /// The points-to set of the value that an access reads.
    fn contents(&self, ptr: &Points, ty: Type, state: &State) -> Points {
        let mut found = Points::default();
        let mut elsewhere = ptr.anywhere;
        for target in &ptr.targets {
            found.join(&state.read(*target, ty.size()));
            elsewhere |= !self.is_private(target.object)
                || self.stored_at_unknown_place && self.escaped.contains(&target.object);
        }
        // A number from other memory may be an address too; this is considered where it is converted to a pointer.
        found.anywhere |= elsewhere && ty == Type::Ptr;
        found
    }

    /// Notes a store. `whole` says that the store replaces the old contents, and does not only add a possible value.
    fn store(&mut self, ptr: &Points, value: &Points, ty: Type, whole: bool, state: &mut State) {
        let single = whole && !ptr.anywhere && ptr.targets.len() == 1;
        for target in ptr.targets.iter().copied() {
            if !self.is_private(target.object) {
                self.note_escape(value);
                continue;
            }
            if single && target.at.is_some() {
                state.clear(target.object, target.bytes(ty.size()));
            }
            let value = if ty.size() == 8 { value.clone() } else { value.without_offsets() };
            state.add(target, ty.size(), &value);
            self.holds.entry(target.object).or_default().extend(value.objects());
        }
        if ptr.anywhere && !value.is_empty() {
            self.note_escape(value);
            self.version += usize::from(!self.stored_at_unknown_place);
            self.stored_at_unknown_place = true;
        }
    }

    /// Notes that the private objects that a value points to have escaped.
    fn note_escape(&mut self, value: &Points) {
        for object in value.objects() {
            if self.is_private(object) && self.escaped.insert(object) {
                self.version += 1;
            }
        }
    }

    /// The points-to set of an expression.
    fn points_to(&self, e: ExprId, state: &State) -> Points {
        let points = self.points_to_by_kind(e, state);
        let is_noted = self.orders.arrays.contains_key(&e) || self.orders.derived.contains_key(&e);
        if is_noted && self.kernel.ty(e) == Type::Ptr {
            return self.in_array(e, points, state);
        }
        points
    }

    fn points_to_by_kind(&self, e: ExprId, state: &State) -> Points {
        let kernel = self.kernel;
        let ty = kernel.ty(e);
        match &kernel.exprs[e].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null | ExprKind::Special(_) => Points::default(),
            ExprKind::Var(var) => self.variable(*var, state),
            ExprKind::Cast(CastKind::PtrToInt, a) if ty.size() == 8 => self.points_to(*a, state),
            ExprKind::Cast(CastKind::IntToInt, a) if ty.size() == 8 && kernel.ty(*a).size() == 8 => {
                self.points_to(*a, state)
            }
            ExprKind::Select(_, a, b) if ty.size() == 8 => {
                let mut both = self.points_to(*a, state);
                both.join(&self.points_to(*b, state));
                both
            }
            _ if ty != Type::Ptr => self.computed_from(e, state),
            ExprKind::AddrOf(object) => {
                let start = Target { object: *object, at: Some(0), within: None };
                Points { anywhere: false, targets: [start].into() }
            }
            ExprKind::PtrAdd(p, offset) => {
                let base = self.points_to(*p, state);
                if base.is_empty() {
                    // The base is null, so the offset is the address.
                    return self.points_of_number(*offset, state);
                }
                let by = fold(kernel, *offset, &Known::new());
                base.map(|t| t.moved(by))
            }
            ExprKind::Cast(_, a) => self.points_of_number(*a, state),
            _ => {
                let mut found = self.computed_from(e, state);
                found.anywhere = true;
                found
            }
        }
    }

    /// The points-to set of a variable.
    fn variable(&self, var: VarId, state: &State) -> Points {
        let known = if self.scopes.is_assigned_once(var) { self.assigned_once.get(&var) } else { state.var(var) };
        known.cloned().unwrap_or_default()
    }

    /// The points-to set of a pointer that is made from a number.
    fn points_of_number(&self, e: ExprId, state: &State) -> Points {
        let found = self.points_to(e, state);
        if found.is_empty() {
            return Points::anywhere();
        }
        found
    }

    /// The points-to set of a number: the objects of all pointers from which it is computed, except by comparisons.
    fn computed_from(&self, e: ExprId, state: &State) -> Points {
        let mut found = Points::default();
        let (mut seen, mut waiting) = (BTreeSet::from([e]), vec![e]);
        while let Some(e) = waiting.pop() {
            match &self.kernel.exprs[e].kind {
                ExprKind::Var(var) => found.join(&self.variable(*var, state)),
                ExprKind::AddrOf(object) => drop(found.targets.insert(Target::somewhere(*object))),
                ExprKind::Binary(BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne, ..)
                | ExprKind::Cast(CastKind::ToBool, _) => {}
                kind => waiting.extend(kind.children().into_iter().filter(|c| seen.insert(*c))),
            }
        }
        found.without_offsets()
    }

    /// The points-to set of a pointer, with the arrays of the source that it points into.
    fn in_array(&self, e: ExprId, mut points: Points, state: &State) -> Points {
        if let Some(base) = self.orders.derived.get(&e) {
            let base = self.points_to(*base, state);
            let range_of = |t: &Target| {
                let covers = |b: &&Target| {
                    b.object == t.object
                        && t.at.zip(b.within).is_some_and(|(at, (start, end))| (start..=end).contains(&at))
                };
                base.targets.iter().find(covers).and_then(|b| b.within)
            };
            points = match points.targets.iter().all(|t| t.at.is_some()) {
                true => points.map(|t| Target { within: t.within.or_else(|| range_of(&t)), ..t }),
                false => base.map(|t| Target { at: None, ..t }),
            };
        }
        let Some(array) = self.orders.arrays.get(&e) else { return points };
        points.map(|t| match t.at {
            Some(at) if array.is_named || t.within.is_none() => {
                Target { within: Some((at, at.saturating_add(i128::from(array.bytes)))), ..t }
            }
            _ => t,
        })
    }
}

/// The variables that an expression reads.
pub(super) fn variables(kernel: &Kernel, e: ExprId) -> BTreeSet<VarId> {
    let (mut found, mut seen, mut waiting) = (BTreeSet::new(), BTreeSet::from([e]), vec![e]);
    while let Some(e) = waiting.pop() {
        match &kernel.exprs[e].kind {
            ExprKind::Var(var) => drop(found.insert(*var)),
            kind => waiting.extend(kind.children().into_iter().filter(|c| seen.insert(*c))),
        }
    }
    found
}

/// The join of two states, either of which may be unreachable.
fn joined(a: Option<State>, b: Option<State>) -> Option<State> {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            a.join(&b);
            Some(a)
        }
        (a, b) => a.or(b),
    }
}

/// Joins a state to that of a label.
fn join_at(at: &mut BTreeMap<LabelId, State>, label: LabelId, state: State) {
    match at.get_mut(&label) {
        Some(known) => known.join(&state),
        None => drop(at.insert(label, state)),
    }
}
