//! Removes declarations without effect: those after which the storage is set before it is read.
//!
//! Input: a well-formed kernel with [`StmtKind::Declare`] wherever a declaration may be executed again. Output: the
//! kernel without declarations after which every path sets the storage before reading it. The behaviour is the same,
//! since an indeterminate value that is never read may as well be the old one. Over-approximate: a declaration that
//! stays may have no effect.
//!
//! Liveness, backwards over the structured statements, of variables and of the bytes of private objects:
//!
//! ```text
//! live before a statement = (live behind it - what it sets) + what it reads
//! live before a loop      = least fixpoint over its iterations
//! live before a jump      = live at its target
//! ```
//!
//! A load or store at an offset that is not constant reads all bytes, and sets none. `stores` determines the bytes that
//! the iterations of a loop set together. An object whose address is used other than in plain accesses is never dead.

mod stores;
#[cfg(test)]
mod tests;

use crate::bytes::Bytes;
use crate::{
    address, fold, visit, AssertKind, Block, ExprId, ExprKind, Kernel, Known, LabelId, LoopId, ObjectId, Stmt,
    StmtKind, Storage, Type, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

wp_base::limits! {
    /// Statements before a loop among which the first values of its variables are looked for.
    const LOOK_BACK: usize = 64;
}

/// Removes the declarations behind which the storage is set before it is read.
pub fn drop_dead_declarations(kernel: &mut Kernel) {
    let declared = declared(&kernel.body);
    if declared.is_empty() {
        return;
    }
    let mut body = std::mem::take(&mut kernel.body);
    let pinned = pinned(kernel, &body);
    let mut liveness = Liveness {
        kernel,
        declared: &declared,
        pinned: &pinned,
        breaks: BTreeMap::new(),
        continues: BTreeMap::new(),
        heads: BTreeMap::new(),
        first: BTreeMap::new(),
        completed: BTreeMap::new(),
    };
    liveness.block(&mut body, Live::default(), Mode::Prune);
    kernel.body = body;
}

fn declared(body: &Block) -> BTreeSet<Storage> {
    let mut declared = BTreeSet::new();
    visit(body, &mut |s| {
        if let StmtKind::Declare { storage } = s.kind {
            declared.insert(storage);
        }
    });
    declared
}

/// Storage that may be read other than by a statement: objects whose address goes elsewhere, and storage that claims
/// about all loops mention.
fn pinned(kernel: &Kernel, body: &Block) -> BTreeSet<Storage> {
    let mut pinned = BTreeSet::new();
    visit(body, &mut |s| match &s.kind {
        StmtKind::Load { ptr, .. } => escaping(kernel, *ptr, &mut pinned),
        StmtKind::Store { ptr, value, .. } => {
            escaping(kernel, *ptr, &mut pinned);
            pinned.extend(mentioned(kernel, *value).into_iter().filter(|m| matches!(m, Storage::Object(_))));
        }
        StmtKind::Assert { cond, kind: AssertKind::FunctionWide } => pinned.extend(mentioned(kernel, *cond)),
        kind => {
            let all = kind.expressions().into_iter().flat_map(|e| mentioned(kernel, e));
            pinned.extend(all.filter(|m| matches!(m, Storage::Object(_))));
        }
    });
    pinned
}

/// The objects in an address, but for the one that it is an offset into.
fn escaping(kernel: &Kernel, ptr: ExprId, into: &mut BTreeSet<Storage>) {
    let parts = match address(kernel, ptr, &Known::new()) {
        Some(_) => offsets(kernel, ptr),
        None => vec![ptr],
    };
    let all = parts.into_iter().flat_map(|e| mentioned(kernel, e));
    into.extend(all.filter(|m| matches!(m, Storage::Object(_))));
}

/// The offsets that are added to the base of an address.
fn offsets(kernel: &Kernel, ptr: ExprId) -> Vec<ExprId> {
    match kernel.exprs[ptr].kind {
        ExprKind::PtrAdd(p, offset) => {
            let mut all = offsets(kernel, p);
            all.push(offset);
            all
        }
        _ => Vec::new(),
    }
}

/// The variables and objects that occur in an expression.
fn mentioned(kernel: &Kernel, e: ExprId) -> BTreeSet<Storage> {
    let (mut found, mut seen, mut work) = (BTreeSet::new(), BTreeSet::from([e]), vec![e]);
    while let Some(e) = work.pop() {
        match &kernel.exprs[e].kind {
            ExprKind::Var(var) => drop(found.insert(Storage::Var(*var))),
            ExprKind::AddrOf(object) => drop(found.insert(Storage::Object(*object))),
            kind => work.extend(kind.children().into_iter().filter(|&child| seen.insert(child))),
        }
    }
    found
}

/// Declared storage that may be read before it is set.
#[derive(Clone, PartialEq, Default)]
struct Live {
    vars: BTreeSet<VarId>,
    objects: BTreeMap<ObjectId, Bytes>,
}

impl Live {
    fn join(&mut self, other: &Live) {
        self.vars.extend(&other.vars);
        for (object, bytes) in &other.objects {
            self.objects.entry(*object).or_default().join(bytes);
        }
    }

    fn contains(&self, storage: Storage) -> bool {
        match storage {
            Storage::Var(var) => self.vars.contains(&var),
            Storage::Object(object) => self.objects.contains_key(&object),
        }
    }

    fn set(&mut self, storage: Storage) {
        match storage {
            Storage::Var(var) => drop(self.vars.remove(&var)),
            Storage::Object(object) => drop(self.objects.remove(&object)),
        }
    }

    fn read_bytes(&mut self, object: ObjectId, start: i128, end: i128) {
        self.objects.entry(object).or_default().add(start, end);
    }

    fn set_bytes(&mut self, object: ObjectId, start: i128, end: i128) {
        if let Some(bytes) = self.objects.get_mut(&object) {
            bytes.remove(start, end);
            if bytes.is_empty() {
                self.objects.remove(&object);
            }
        }
    }
}

/// The mode of the pass.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// The set of live storage may still grow.
    Look,
    /// Dead declarations are removed.
    Prune,
}

struct Liveness<'k> {
    /// Its body is elsewhere.
    kernel: &'k Kernel,
    declared: &'k BTreeSet<Storage>,
    pinned: &'k BTreeSet<Storage>,
    /// The storage that is live at the targets of jumps.
    breaks: BTreeMap<LabelId, Live>,
    continues: BTreeMap<LabelId, Live>,
    /// The storage that is live at the heads of loops, as far as it is known: it only grows, so that the next fixpoint
    /// starts from it.
    heads: BTreeMap<LoopId, Live>,
    /// Values of variables in front of loops.
    first: BTreeMap<LoopId, Known>,
    /// The bytes that a loop has set when its condition ends it.
    completed: BTreeMap<LoopId, BTreeMap<ObjectId, Bytes>>,
}

/// The parts of a loop statement.
struct Loop<'s> {
    id: LoopId,
    label: LabelId,
    head: &'s mut Block,
    cond: ExprId,
    body: &'s mut Block,
    step: &'s mut Block,
}

impl Liveness<'_> {
    /// The storage that is live before a block, given the storage that is live behind it.
    fn block(&mut self, block: &mut Block, mut live: Live, mode: Mode) -> Live {
        let mut kept = vec![true; block.len()];
        for at in (0..block.len()).rev() {
            if let StmtKind::Declare { storage } = block[at].kind {
                kept[at] = live.contains(storage) || self.pinned.contains(&storage);
                live.set(storage);
                continue;
            }
            let (before, rest) = block.split_at_mut(at);
            live = self.statement(&mut rest[0].kind, before, live, mode);
        }
        if mode == Mode::Prune {
            let mut kept = kept.into_iter();
            block.retain(|_| kept.next().unwrap_or(true));
        }
        live
    }

    fn statement(&mut self, kind: &mut StmtKind, before: &[Stmt], mut live: Live, mode: Mode) -> Live {
        match kind {
            StmtKind::If { cond, then_block, else_block } => {
                let mut joined = self.block(then_block, live.clone(), mode);
                joined.join(&self.block(else_block, live, mode));
                self.read(*cond, &mut joined);
                return joined;
            }
            StmtKind::Loop { id, label, head, cond, body, step, .. } => {
                let lp = Loop { id: *id, label: *label, head, cond: *cond, body, step };
                let known = match self.first.remove(&lp.id) {
                    Some(known) => known,
                    None => first_values(self.kernel, before),
                };
                let live = self.loop_statement(lp, &known, live, mode);
                self.first.insert(*id, known);
                return live;
            }
            StmtKind::Labelled { label, body } => {
                self.breaks.insert(*label, live.clone());
                return self.block(body, live, mode);
            }
            StmtKind::Break(label) => return self.breaks.get(label).cloned().unwrap_or_default(),
            StmtKind::Continue(label) => return self.continues.get(label).cloned().unwrap_or_default(),
            StmtKind::Return => return Live::default(),
            _ => {}
        }
        if let Some(var) = kind.target() {
            live.set(Storage::Var(var));
        }
        for e in kind.expressions() {
            self.read(e, &mut live);
        }
        match kind {
            StmtKind::Load { ptr, ty, .. } => match self.bytes(*ptr, *ty) {
                Some((object, Some((start, end)))) => live.read_bytes(object, start, end),
                Some((object, None)) => live.read_bytes(object, 0, self.size(object)),
                None => {}
            },
            StmtKind::Store { ptr, ty, .. } => {
                if let Some((object, Some((start, end)))) = self.bytes(*ptr, *ty) {
                    live.set_bytes(object, start, end);
                }
            }
            _ => {}
        }
        live
    }

    fn loop_statement(&mut self, mut lp: Loop, known: &Known, after: Live, mode: Mode) -> Live {
        let mut left = after.clone();
        if !left.objects.is_empty() {
            let kernel = self.kernel;
            let completed = self.completed.entry(lp.id).or_insert_with(|| stores::completed(kernel, &lp, known));
            for (object, bytes) in completed {
                bytes.ranges().for_each(|(start, end)| left.set_bytes(*object, start, end));
            }
        }
        if fold(self.kernel, lp.cond, &Known::new()) == Some(1) {
            left = Live::default();
        }
        self.breaks.insert(lp.label, after);
        let mut at_head = self.heads.remove(&lp.id).unwrap_or_default();
        let in_body = loop {
            let in_body = self.iteration(&mut lp, &at_head, Mode::Look);
            let mut grown = at_head.clone();
            grown.join(&self.head(&mut lp, &in_body, Some(&left), Mode::Look));
            if grown == at_head {
                break in_body;
            }
            at_head = grown;
        };
        if mode == Mode::Prune {
            self.iteration(&mut lp, &at_head, mode);
            self.head(&mut lp, &in_body, Some(&left), mode);
        }
        self.heads.insert(lp.id, at_head.clone());
        let mut first = known.clone();
        visit(lp.head, &mut |s| {
            if let Some(var) = s.kind.target() {
                first.remove(&var);
            }
        });
        match fold(self.kernel, lp.cond, &first) {
            Some(taken) if taken != 0 => self.head(&mut lp, &in_body, None, Mode::Look),
            _ => at_head,
        }
    }

    /// The storage that is live before the body of a loop, given the storage that is live at the next head.
    fn iteration(&mut self, lp: &mut Loop, at_head: &Live, mode: Mode) -> Live {
        let before_step = self.block(lp.step, at_head.clone(), mode);
        self.continues.insert(lp.label, before_step.clone());
        self.block(lp.body, before_step, mode)
    }

    /// The storage that is live before the head of a loop, given the storage that is live before the body and, where
    /// the loop may end here, behind it.
    fn head(&mut self, lp: &mut Loop, in_body: &Live, left: Option<&Live>, mode: Mode) -> Live {
        let mut live = in_body.clone();
        left.into_iter().for_each(|left| live.join(left));
        self.read(lp.cond, &mut live);
        self.block(lp.head, live, mode)
    }

    fn read(&self, e: ExprId, live: &mut Live) {
        let read = mentioned(self.kernel, e).into_iter().filter(|m| self.declared.contains(m));
        live.vars.extend(read.filter_map(|m| if let Storage::Var(var) = m { Some(var) } else { None }));
    }

    /// The declared object that an address points into, and the bytes of an access there where they are known.
    fn bytes(&self, ptr: ExprId, ty: Type) -> Option<(ObjectId, Option<(i128, i128)>)> {
        let (object, at) = address(self.kernel, ptr, &Known::new())?;
        let declared = self.declared.contains(&Storage::Object(object));
        declared.then(|| (object, at.map(|at| (at, at + i128::from(ty.size())))))
    }

    fn size(&self, object: ObjectId) -> i128 {
        self.kernel.objects[object].size.map_or(i128::MAX, i128::from)
    }
}

/// Values of variables behind statements, as far as constants that are assigned there tell.
fn first_values(kernel: &Kernel, before: &[Stmt]) -> Known {
    let (mut known, mut changed) = (Known::new(), BTreeSet::new());
    for s in before.iter().rev().take(LOOK_BACK.get()) {
        if let StmtKind::Assign { var, value } = s.kind {
            let value = fold(kernel, value, &Known::new()).filter(|_| !changed.contains(&var));
            known.extend(value.map(|value| (var, value)));
        }
        visit(std::slice::from_ref(s), &mut |s| changed.extend(s.kind.target()));
    }
    known
}
