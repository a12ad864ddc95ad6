//! Normal forms of values: two values with one form are equal, whatever the inputs.
//!
//! Sound at every level, under its assumption; incomplete: values that are equal may have two forms.
//!
//! | level | what counts as equal | assumption |
//! |---|---|---|
//! | [`Level::Bits`] | the same operations on the same operands; `+ - *` of integers as polynomials modulo `2^bits`; `min`, `max`, `& \| ^` of integers in any order | none |
//! | [`Level::Commuted`] | also `a + b` and `b + a`, `a * b` and `b * a` of floats | which NaN a NaN is does not matter (`nan-payload`) |
//! | [`Level::Real`] | floats as real numbers: polynomials with rational coefficients, `exp(a) exp(b) = exp(a + b)`, `min` and `max` in any order | `real-arithmetic` |
//!
//! An undefined value has a form of its own in each place where it arises, so nothing that depends on one is equal to
//! anything but itself. Integers keep their machine meaning at every level.

mod poly;
mod rules;

use crate::value::{Node, NodeId, Pool};
use poly::Poly;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wp_base::{define_id, Assumption, Id};
use wp_kir::{BinOp, CastKind, Type, UnOp};

define_id!(
    /// A normal form; equal ids are equal forms.
    FormId,
    "f"
);

/// The laws under which values count as equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Every bit.
    Bits,
    /// Every bit of everything but NaNs.
    Commuted,
    /// Floats are real numbers.
    Real,
}

impl Level {
    /// All, strictest first.
    pub const ALL: [Level; 3] = [Level::Bits, Level::Commuted, Level::Real];

    /// The assumption that equality at this level rests on.
    pub fn assumption(self) -> Option<Assumption> {
        match self {
            Level::Bits => None,
            Level::Commuted => Some(Assumption::NanPayload),
            Level::Real => Some(Assumption::RealArithmetic),
        }
    }
}

/// An operation that is not looked into.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    Unary(UnOp, Type),
    Binary(BinOp, Type),
    /// Signed source if true, width of the source, width of the result.
    Widen(bool, u8, u8),
    Truncate(u8),
    Cast(CastKind, Type, Type),
    Select,
    Call(Arc<str>, Type),
    /// `1 / x` of real numbers.
    Invert,
    /// Smallest (or greatest, if true) of a set; integers with their type.
    Extreme(bool, Type),
}

/// A normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form {
    /// A cell of a type; integers have the unsigned type.
    Const(Type, u64),
    /// An input or an undefined value.
    Leaf(NodeId),
    /// A polynomial that is neither a constant nor a single form.
    Poly(Poly),
    /// Anything else.
    App(Op, Vec<FormId>),
}

/// The computation grew beyond its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Normal forms at one level.
#[derive(Debug)]
pub struct Forms<'p> {
    pool: &'p Pool,
    level: Level,
    forms: Vec<Form>,
    ids: FxHashMap<Form, FormId>,
    of: FxHashMap<NodeId, FormId>,
    fuel: u64,
}

impl<'p> Forms<'p> {
    /// No forms yet. `fuel` bounds the number of monomials that are made.
    pub fn new(pool: &'p Pool, level: Level, fuel: u64) -> Self {
        Self { pool, level, forms: Vec::new(), ids: FxHashMap::default(), of: FxHashMap::default(), fuel }
    }

    /// The form of a value.
    pub fn form(&mut self, root: NodeId) -> Result<FormId, TooLarge> {
        // Not recursive: sums over large inputs are deep.
        let mut open = vec![root];
        while let Some(&node) = open.last() {
            if self.of.contains_key(&node) {
                open.pop();
                continue;
            }
            let missing: Vec<NodeId> =
                self.pool.node(node).operands().into_iter().filter(|o| !self.of.contains_key(o)).collect();
            if missing.is_empty() {
                let form = self.rule(node)?;
                self.of.insert(node, form);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        Ok(self.of[&root])
    }

    fn get(&self, id: FormId) -> &Form {
        &self.forms[id.index()]
    }

    fn intern(&mut self, form: Form) -> FormId {
        if let Some(&id) = self.ids.get(&form) {
            return id;
        }
        let id = FormId::from_index(self.forms.len());
        self.forms.push(form.clone());
        self.ids.insert(form, id);
        id
    }

    fn app(&mut self, op: Op, args: Vec<FormId>) -> FormId {
        self.intern(Form::App(op, args))
    }

    fn commuted(&mut self, op: Op, mut args: Vec<FormId>) -> FormId {
        args.sort_unstable();
        self.app(op, args)
    }

    /// True if a type is computed with as real numbers.
    fn is_real(&self, ty: Type) -> bool {
        ty.is_float() && self.level == Level::Real
    }

    fn spend(&mut self, amount: usize) -> Result<(), TooLarge> {
        self.fuel = self.fuel.checked_sub(amount as u64).ok_or(TooLarge)?;
        Ok(())
    }
}

/// Tests if a value below these is undefined, and which.
pub fn undefined_below(pool: &Pool, roots: &[NodeId]) -> Option<u32> {
    pool.below(roots).into_iter().find_map(|id| match pool.node(id) {
        Node::Undefined(number, _) => Some(*number),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
