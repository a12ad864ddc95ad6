//! Watching a run: arrivals at loop heads and at barriers, and accesses, as the threads make them.
//!
//! Only kernels that are run with an observer are compiled with instructions for it, so other runs are not slower.
//! Every observed event happened in this execution, before any error: the execution ends at the first finding, invented
//! value, or note of undefined behaviour ([`crate::End::ObservationEnded`]).

use crate::api::{AccessKind, ThreadRef, Value};
use crate::value::{unpack, Ty, MAX_OBJECTS};
use wp_base::{Id, Span};
use wp_kir::{LoopId, ObjectId, VarId};

/// Someone who watches a run.
pub trait Observer {
    /// True if this thread is watched.
    fn watches(&self, thread: ThreadRef) -> bool;
    /// A thread arrives at the head of the innermost loop of the place.
    fn head(&mut self, at: &Place);
    /// A thread is about to access an object.
    fn access(&mut self, at: &Place, access: &ObservedAccess);
    /// A thread arrives at a barrier.
    fn barrier(&mut self, _at: &Place, _span: Span) {}
    /// True if enough was seen; the run ends then.
    fn is_done(&self) -> bool {
        false
    }
}

/// The position of a thread and the values of its variables.
#[derive(Debug)]
pub struct Place<'a> {
    /// The thread.
    pub thread: ThreadRef,
    /// Enclosing loops, outermost first, with the number of iterations completed since each was entered.
    pub loops: Vec<(LoopId, u64)>,
    pub(crate) registers: &'a [u64],
    pub(crate) types: &'a [Ty],
}

impl Place<'_> {
    /// The value of a variable; `None` for a pointer to no object. A variable that was never assigned holds 0.
    pub fn value(&self, var: VarId) -> Option<Value> {
        let (bits, ty) = (*self.registers.get(var.index())?, *self.types.get(var.index())?);
        Some(match ty {
            Ty::Bool => Value::Bool(bits != 0),
            Ty::Ptr => {
                let (object, offset) = pointer(bits, usize::MAX)?;
                Value::Ptr { object: Some(object), offset }
            }
            _ if ty.is_float() => Value::Float(bits),
            _ if ty.signed() => Value::Int(i128::from(bits as i64)),
            _ => Value::Int(i128::from(bits)),
        })
    }
}

/// An access that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct ObservedAccess {
    /// The place in the source.
    pub span: Span,
    /// The kind of the access.
    pub kind: AccessKind,
    /// The object.
    pub object: ObjectId,
    /// Byte offset.
    pub offset: i64,
}

/// Object and offset, unless the pointer is into no object of the first `count` ones.
pub(crate) fn pointer(bits: u64, count: usize) -> Option<(ObjectId, i64)> {
    let (tag, offset) = unpack(bits);
    let index = (tag as usize).checked_sub(1)?;
    (index < count.min(MAX_OBJECTS)).then(|| (ObjectId::from_index(index), offset))
}
