//! The symbolic state of the generic thread and how states of joining paths are merged.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_base::Id;
use wp_kir::{ObjectId, ParamId, Type, VarId};
use wp_logic::{Range, Sort, Term, TermId, Terms};

/// The target of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Target {
    /// Into an object.
    Object(ObjectId),
    /// Nowhere.
    Null,
    /// The value of a pointer parameter that points to no memory: a function.
    Opaque(ParamId),
    /// The target of a pointer that was read from memory: not known. The offset is its value as a number, so that two
    /// such pointers can be compared; see [`crate::pointers`].
    Number,
    /// Not known.
    Unknown,
}

impl Target {
    /// True if offsets of two pointers to this target are offsets into one object.
    pub fn is_place(self) -> bool {
        !matches!(self, Target::Unknown | Target::Number)
    }
}

/// One alternative of a pointer value; the guards of a pointer's alternatives are disjoint and cover its path.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PtrAlt {
    /// When.
    pub guard: TermId,
    /// The target.
    pub target: Target,
    /// Byte offset.
    pub offset: TermId,
}

/// A value of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    /// Integer, bool or float.
    Term(TermId),
    /// Pointer.
    Ptr(Rc<[PtrAlt]>),
}

/// The contents that an object stands for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Snapshot {
    /// Any offset, in bytes.
    pub cell: TermId,
    /// The value of the cell.
    pub value: TermId,
    /// Type of the elements.
    pub ty: Type,
}

impl Value {
    /// Adds the objects that the value may point into; `false` when that is not known.
    pub fn add_objects(&self, into: &mut BTreeSet<ObjectId>) -> bool {
        let Value::Ptr(alts) = self else { return false };
        into.extend(alts.iter().filter_map(|alt| if let Target::Object(o) = alt.target { Some(o) } else { None }));
        alts.iter().all(|alt| matches!(alt.target, Target::Object(_) | Target::Null))
    }

    /// Replaces symbols.
    pub fn substitute(&mut self, terms: &mut Terms, map: &FxHashMap<TermId, TermId>) {
        match self {
            Value::Term(t) => *t = terms.substitute(*t, map),
            Value::Ptr(alts) => {
                let new = alts.iter().map(|alt| PtrAlt {
                    guard: terms.substitute(alt.guard, map),
                    target: alt.target,
                    offset: terms.substitute(alt.offset, map),
                });
                *alts = new.collect();
            }
        }
    }
}

/// The state at a program point, under `live`.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Condition under which the thread is here.
    pub live: TermId,
    /// Values of variables; `None` when never assigned on any path.
    pub env: Vec<Option<Value>>,
    /// Known contents of private memory at constant offsets.
    pub cells: BTreeMap<(ObjectId, i128), (Type, Value)>,
    /// The contents that objects stand for in conditions.
    pub snapshots: BTreeMap<ObjectId, Snapshot>,
}

impl State {
    pub fn get(&self, var: VarId) -> Option<&Value> {
        self.env.get(var.index()).and_then(|v| v.as_ref())
    }
    pub fn set(&mut self, var: VarId, value: Value) {
        self.env[var.index()] = Some(value);
    }
}

/// Sort of the values of a type.
pub(crate) fn sort_of(ty: Type) -> Sort {
    match ty {
        Type::Bool => Sort::Bool,
        Type::Int { .. } | Type::Ptr => Sort::Int,
        Type::Float { bits } => Sort::Float(bits),
    }
}

/// Sort and range of the terms that stand for values of a type.
pub fn value_sort(ty: Type) -> (Sort, Range) {
    (sort_of(ty), range_of(ty))
}

/// Range of the values of a type.
pub(crate) fn range_of(ty: Type) -> Range {
    match ty.int_range() {
        Some((lo, hi)) if ty != Type::Bool => Range::new(lo, hi),
        _ => Range::ALL,
    }
}

/// `cond` without the conjuncts that `base` has too. Equal to `cond` wherever `base` holds.
pub(crate) fn strip(terms: &mut Terms, cond: TermId, base: TermId) -> TermId {
    let known = terms.conjuncts(base);
    let rest: Vec<TermId> = terms.conjuncts(cond).into_iter().filter(|c| !known.contains(c)).collect();
    terms.and(&rest)
}

/// `a || b` with common conjuncts factored out, so that a path that forks and joins gets its old condition back.
pub(crate) fn join_live(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    if a == b {
        return a;
    }
    let (ca, cb) = (terms.conjuncts(a), terms.conjuncts(b));
    if matches!(terms.kind(a), Term::Bool(false)) {
        return b;
    }
    if matches!(terms.kind(b), Term::Bool(false)) {
        return a;
    }
    let common: Vec<TermId> = ca.iter().copied().filter(|c| cb.contains(c)).collect();
    let ra: Vec<TermId> = ca.into_iter().filter(|c| !common.contains(c)).collect();
    let rb: Vec<TermId> = cb.into_iter().filter(|c| !common.contains(c)).collect();
    let (ta, tb) = (terms.and(&ra), terms.and(&rb));
    // x || (!x && y) = x || y, in both directions.
    let drop_negated = |terms: &mut Terms, single: TermId, other: &[TermId]| {
        let negated = terms.not(single);
        let rest: Vec<TermId> = other.iter().copied().filter(|&c| c != negated).collect();
        terms.and(&rest)
    };
    let rest = match (ra.as_slice(), rb.as_slice()) {
        ([], _) | (_, []) => terms.tru(),
        ([x], other) => {
            let other = drop_negated(terms, *x, other);
            terms.or(&[*x, other])
        }
        (other, [x]) => {
            let other = drop_negated(terms, *x, other);
            terms.or(&[*x, other])
        }
        _ => terms.or(&[ta, tb]),
    };
    let mut all = common;
    all.push(rest);
    terms.and(&all)
}

/// The value of a variable where two paths join: `a` where `cond` holds, else `b`.
///
/// Bool is needed for pointers of one object, whose offsets are merged like integers.
fn merge_value(terms: &mut Terms, cond: TermId, a: &Value, b: &Value) -> Value {
    if a == b {
        return a.clone();
    }
    match (a, b) {
        (Value::Term(x), Value::Term(y)) => Value::Term(terms.ite(cond, *x, *y)),
        (Value::Ptr(x), Value::Ptr(y)) => merge_pointers(terms, cond, x, y),
        // A variable has one type, so a pointer never meets a number; keep either side sound by forgetting both.
        (Value::Ptr(_), Value::Term(_)) | (Value::Term(_), Value::Ptr(_)) => {
            let alt = PtrAlt { guard: terms.tru(), target: Target::Unknown, offset: terms.int(0) };
            Value::Ptr(Rc::from([alt]))
        }
    }
}

/// `cond ? a : b` for pointers.
pub(crate) fn merge_pointers(terms: &mut Terms, cond: TermId, a: &[PtrAlt], b: &[PtrAlt]) -> Value {
    if let ([x], [y]) = (a, b) {
        if x.target == y.target {
            let offset = terms.ite(cond, x.offset, y.offset);
            return Value::Ptr(Rc::from([PtrAlt { guard: terms.tru(), target: x.target, offset }]));
        }
    }
    let negated = terms.not(cond);
    let mut alts: Vec<PtrAlt> = Vec::new();
    for (side, list) in [(cond, a), (negated, b)] {
        for alt in list {
            let guard = terms.and(&[side, alt.guard]);
            if matches!(terms.kind(guard), Term::Bool(false)) {
                continue;
            }
            match alts.iter_mut().find(|o| o.target == alt.target && o.offset == alt.offset) {
                Some(other) => other.guard = terms.or(&[other.guard, guard]),
                None => alts.push(PtrAlt { guard, ..alt.clone() }),
            }
        }
    }
    Value::Ptr(Rc::from(alts))
}

/// Joins two paths that forked at a state whose condition was `base`: `a` has priority where both conditions hold
/// (they are disjoint in fact). The caller has seen to it that both have set the same variables.
pub(crate) fn join(terms: &mut Terms, base: TermId, a: State, b: State) -> State {
    if matches!(terms.kind(a.live), Term::Bool(false)) {
        return b;
    }
    if matches!(terms.kind(b.live), Term::Bool(false)) {
        return a;
    }
    let cond = strip(terms, a.live, base);
    let env = a
        .env
        .iter()
        .zip(&b.env)
        .map(|(x, y)| match (x, y) {
            (Some(x), Some(y)) => Some(merge_value(terms, cond, x, y)),
            (x, y) => x.as_ref().or(y.as_ref()).cloned(),
        })
        .collect();
    let cells = a
        .cells
        .iter()
        .filter_map(|(key, (ty, x))| {
            let (other_ty, y) = b.cells.get(key)?;
            (ty == other_ty).then(|| (*key, (*ty, merge_value(terms, cond, x, y))))
        })
        .collect();
    let mut snapshots = a.snapshots;
    snapshots.retain(|object, x| b.snapshots.get(object) == Some(x));
    State { live: join_live(terms, a.live, b.live), env, cells, snapshots }
}
