//! Comparison of pointers, and their identity.
//!
//! Pointers are compared alternative by alternative. Places of one object compare by offset. Whether a parameter is
//! null, or equal to another pointer at the start of its object, is a choice of the caller: a named truth value that
//! all threads share. Two declared objects differ. A comparison that is none of these is an unknown of the thread
//! (over-approximate).
//!
//! A pointer in memory is a number: null is 0, and the address of a declared object, mostly of a function, is a number
//! of its own as in the interpreter. Only equality of such numbers is used, and different addresses are different
//! numbers, so that their values do not matter. The target of a pointer that was read from memory stays unknown.

use crate::context::Context;
use crate::state::{PtrAlt, State, Target, Value};
use std::rc::Rc;
use wp_base::Id;
use wp_kir::{BinOp, Object, ObjectId, ObjectKind, ParamId, Space, Type};
use wp_logic::{Class, Term, TermId};

/// Bits of the offset in the number of a pointer, as in the interpreter.
const OFFSET_BITS: u8 = 48;

impl Context<'_> {
    pub(crate) fn pointer(&mut self, target: Target) -> Value {
        Value::Ptr(Rc::from([PtrAlt { guard: self.terms.tru(), target, offset: self.terms.int(0) }]))
    }

    /// `a op b` for two pointers.
    pub(crate) fn compare_pointers(&mut self, op: BinOp, a: &[PtrAlt], b: &[PtrAlt]) -> TermId {
        let mut cases = Vec::new();
        for x in a {
            for y in b {
                let holds = match op {
                    BinOp::Eq => self.same_place(x, y),
                    BinOp::Ne => self.same_place(x, y).map(|same| self.terms.not(same)),
                    BinOp::Lt | BinOp::Le => self.ordered(op, x, y),
                    _ => None,
                };
                let Some(holds) = holds else { return self.unknown_term("comparison of pointers", Type::Bool) };
                cases.push(self.terms.and(&[x.guard, y.guard, holds]));
            }
        }
        self.terms.or(&cases)
    }

    /// `pointer != nullptr`
    pub(crate) fn not_null(&mut self, alts: &[PtrAlt]) -> TermId {
        let mut cases = Vec::new();
        for alt in alts {
            let null = PtrAlt { guard: alt.guard, target: Target::Null, offset: self.terms.int(0) };
            let Some(same) = self.same_place(alt, &null) else {
                return self.unknown_term("truth of a pointer", Type::Bool);
            };
            let differs = self.terms.not(same);
            cases.push(self.terms.and(&[alt.guard, differs]));
        }
        self.terms.or(&cases)
    }

    /// Terms that are equal for two threads exactly when a value is the same; two for a pointer.
    pub(crate) fn identity(&mut self, value: &Value) -> Vec<TermId> {
        let alts = match value {
            Value::Term(t) => return vec![*t],
            Value::Ptr(alts) => alts,
        };
        let target = self.choose(alts, |s, alt| match alt.target {
            Target::Object(o) => s.terms.int(o.index() as i128),
            Target::Opaque(p) => s.terms.int(-2 - p.index() as i128),
            Target::Null => s.terms.int(-1),
            // The number is the offset; that it may be the address of an object is left open: the identities then differ.
            Target::Number => s.terms.int(i128::from(i64::MIN)),
            Target::Unknown => s.unknown_term("target of a pointer", Type::I64),
        });
        let offset = self.choose(alts, |_, alt| alt.offset);
        vec![target, offset]
    }

    /// A term of each alternative, chosen by their guards.
    pub(crate) fn choose(&mut self, alts: &[PtrAlt], mut of: impl FnMut(&mut Self, &PtrAlt) -> TermId) -> TermId {
        let mut result: Option<TermId> = None;
        for alt in alts.iter().rev() {
            let value = of(self, alt);
            result = Some(result.map_or(value, |rest| self.terms.ite(alt.guard, value, rest)));
        }
        result.unwrap_or_else(|| self.unknown_term("pointer without a target", Type::I64))
    }

    /// The number of a pointer value, if it has one.
    pub(crate) fn number_of(&mut self, value: &Value) -> Option<TermId> {
        let alts = match value {
            Value::Term(t) => return Some(*t),
            Value::Ptr(alts) => alts.clone(),
        };
        let mut result: Option<TermId> = None;
        for alt in alts.iter().rev() {
            let number = match alt.target {
                Target::Number => alt.offset,
                Target::Null if matches!(self.terms.kind(alt.offset), Term::Int(0)) => alt.offset,
                Target::Object(o) => self.address_of(o, alt.offset)?,
                Target::Null | Target::Opaque(_) | Target::Unknown => return None,
            };
            result = Some(result.map_or(number, |rest| self.terms.ite(alt.guard, number, rest)));
        }
        result
    }

    /// The number of a place in a declared object that all threads share.
    fn address_of(&mut self, object: ObjectId, offset: TermId) -> Option<TermId> {
        let o = &self.kernel.objects[object];
        let shared = o.kind == ObjectKind::Declared && o.space != Space::Private && o.size != Some(0);
        let near = self.terms.range(offset).within(OFFSET_BITS, true);
        let start = self.terms.int((object.index() as i128 + 1) << OFFSET_BITS);
        (shared && near).then(|| self.terms.add(start, offset))
    }

    /// Tests if two pointers are equal; `None` when nothing is known of it.
    fn same_place(&mut self, x: &PtrAlt, y: &PtrAlt) -> Option<TermId> {
        let at_start = |s: &Self, alt: &PtrAlt| matches!(s.terms.kind(alt.offset), Term::Int(0));
        match (x.target, y.target) {
            (Target::Unknown, _) | (_, Target::Unknown) => None,
            (Target::Null, Target::Null) => Some(self.terms.tru()),
            (m, n) if m == n => Some(self.terms.eq(x.offset, y.offset)),
            (Target::Number, Target::Null) | (Target::Null, Target::Number) => {
                let number = if x.target == Target::Number { x.offset } else { y.offset };
                let null = self.terms.int(0);
                Some(self.terms.eq(number, null))
            }
            (Target::Number, Target::Object(o)) => self.has_address(x, o, y),
            (Target::Object(o), Target::Number) => self.has_address(y, o, x),
            (Target::Number, _) | (_, Target::Number) => None,
            (Target::Object(_), Target::Null) => self.maybe_null(x),
            (Target::Null, Target::Object(_)) => self.maybe_null(y),
            // The offsets decide if a place inside one object is a place inside or just behind another.
            _ if !at_start(self, x) || !at_start(self, y) => None,
            (Target::Object(m), Target::Object(n)) => {
                let declared = |o: &Object| o.kind == ObjectKind::Declared && o.size != Some(0);
                if declared(&self.kernel.objects[m]) && declared(&self.kernel.objects[n]) {
                    return Some(self.terms.fls());
                }
                Some(self.equality(x.target, y.target))
            }
            (Target::Opaque(_), _) | (_, Target::Opaque(_)) => Some(self.equality(x.target, y.target)),
        }
    }

    /// Tests if a number is the address of the start of an object.
    fn has_address(&mut self, number: &PtrAlt, object: ObjectId, place: &PtrAlt) -> Option<TermId> {
        let at_start = matches!(self.terms.kind(place.offset), Term::Int(0));
        let address = self.address_of(object, place.offset).filter(|_| at_start)?;
        Some(self.terms.eq(number.offset, address))
    }

    /// A parameter may be null: `if (p)` is decided by the caller, so it is the same for all threads. A declared object
    /// is not.
    fn maybe_null(&mut self, alt: &PtrAlt) -> Option<TermId> {
        let Target::Object(o) = alt.target else { return None };
        let object = &self.kernel.objects[o];
        // Nor is the place behind it.
        let end = object.size.map_or(0, i128::from);
        let inside = matches!(*self.terms.kind(alt.offset), Term::Int(offset) if (0..=end).contains(&offset));
        if object.kind == ObjectKind::Declared && inside {
            return Some(self.terms.fls());
        }
        Some(self.equality(alt.target, Target::Null))
    }

    /// The named truth value of `a == b`.
    fn equality(&mut self, a: Target, b: Target) -> TermId {
        let (a, b) = (a.min(b), a.max(b));
        let equal = self.named_bool(&format!("{a:?}=={b:?}"), Class::Launch);
        if self.out.memory.pointer_values.iter().any(|v| v.equal == equal) {
            return equal;
        }
        // The later one is the parameter; opaque ones come behind objects.
        let (param, other) = match (self.parameter(b), self.parameter(a)) {
            (Some(param), _) => (param, a),
            (None, Some(param)) => (param, b),
            (None, None) => return equal,
        };
        self.possible_value(param, other, equal);
        equal
    }

    /// The parameter whose value a pointer to this target is.
    fn parameter(&self, target: Target) -> Option<ParamId> {
        match target {
            Target::Opaque(p) => Some(p),
            Target::Object(o) => match self.kernel.objects[o].kind {
                ObjectKind::Param(p) => Some(p),
                ObjectKind::Declared | ObjectKind::DynamicShared => None,
            },
            Target::Null | Target::Number | Target::Unknown => None,
        }
    }

    /// Notes a value that a parameter may have. One that points to no memory has only one.
    fn possible_value(&mut self, param: ParamId, other: Target, equal: TermId) {
        let object = match other {
            Target::Object(o) => Some(o),
            Target::Null => None,
            Target::Opaque(_) | Target::Number | Target::Unknown => return,
        };
        let opaque = self.kernel.params[param].object.is_none();
        let earlier: Vec<TermId> =
            self.out.memory.pointer_values.iter().filter(|v| opaque && v.param == param).map(|v| v.equal).collect();
        for one in earlier {
            let both = self.terms.and(&[one, equal]);
            let term = self.terms.not(both);
            self.out.facts.push(crate::Fact::always(term));
        }
        self.out.memory.pointer_values.push(crate::PointerValue { param, object, equal });
    }

    /// A precondition `p == q` makes a pointer parameter the other pointer from here on.
    pub(crate) fn unify_pointers(&mut self, st: &mut State, precondition: TermId) {
        for c in self.terms.conjuncts(precondition) {
            let Some(value) = self.out.memory.pointer_values.iter().find(|v| v.equal == c) else { continue };
            let from = match self.kernel.params[value.param].object {
                Some(object) => Target::Object(object),
                None => Target::Opaque(value.param),
            };
            let to = match (value.object, from) {
                (Some(o), Target::Object(p)) if self.kernel.objects[o].space != self.kernel.objects[p].space => {
                    continue
                }
                (Some(o), _) => Target::Object(o),
                (None, _) => Target::Null,
            };
            // One that was made another pointer before is that pointer.
            let to = self.symbols.unified.get(&to).copied().unwrap_or(to);
            let from = self.symbols.unified.get(&from).copied().unwrap_or(from);
            if from == to {
                continue;
            }
            for target in self.symbols.unified.values_mut().filter(|t| **t == from) {
                *target = to;
            }
            self.symbols.unified.insert(from, to);
            for slot in st.env.iter_mut().flatten() {
                let Value::Ptr(alts) = slot else { continue };
                if alts.iter().any(|alt| alt.target == from) {
                    let target = |t: Target| if t == from { to } else { t };
                    let moved = alts.iter().map(|alt| PtrAlt { target: target(alt.target), ..alt.clone() });
                    *slot = Value::Ptr(moved.collect());
                }
            }
        }
    }

    fn ordered(&mut self, op: BinOp, x: &PtrAlt, y: &PtrAlt) -> Option<TermId> {
        match (x.target, y.target) {
            (Target::Null, Target::Null) => Some(self.terms.bool(op == BinOp::Le)),
            (m, n) if m == n && m.is_place() => Some(match op {
                BinOp::Lt => self.terms.lt(x.offset, y.offset),
                _ => self.terms.le(x.offset, y.offset),
            }),
            _ => None,
        }
    }
}
