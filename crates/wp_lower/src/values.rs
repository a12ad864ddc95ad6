//! The results of lowering expressions (values and places), and the targets of jumps and of `return`.

use std::rc::Rc;
use wp_clang::{DeclRef, NodeId};
use wp_decls::{BitField, CType};
use wp_kir::{ExprId, LabelId, VarId};

/// An rvalue: its type and its scalar leaves in offset order.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub ty: CType,
    pub leaves: Vec<ExprId>,
}

/// An lvalue, or a value or function that a name is bound to.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// One variable for each leaf.
    Vars { vars: Vec<VarId>, ty: CType },
    /// Memory.
    Mem { ptr: ExprId, ty: CType, volatile: bool },
    /// A bit-field of the record at an address.
    Bits { ptr: ExprId, field: BitField, ty: CType, volatile: bool },
    /// A value without storage.
    Value(Value),
    /// Some components of a vector.
    Swizzle { base: Box<Place>, lanes: Vec<u32>, ty: CType },
    /// A function bound to a parameter.
    Function(Rc<DeclRef>),
}

impl Place {
    pub(crate) fn ty(&self) -> CType {
        match self {
            Place::Vars { ty, .. } | Place::Mem { ty, .. } | Place::Swizzle { ty, .. } | Place::Bits { ty, .. } => {
                ty.clone()
            }
            Place::Value(v) => v.ty.clone(),
            Place::Function(_) => CType::Function,
        }
    }
}

/// The targets of `break` and `continue`.
#[derive(Clone, Copy)]
pub(crate) struct JumpTargets {
    pub break_to: LabelId,
    pub continue_to: Option<LabelId>,
    /// True for the body of `do .. while (0)`, which `continue` leaves as `break` does.
    pub once: bool,
}

/// The destination of the value of `return`.
#[derive(Clone)]
pub(crate) enum ReturnSlot {
    /// The kernel itself.
    Kernel,
    /// Assigned to these variables.
    Vars(Vec<VarId>, CType),
    /// A reference: the address goes into this pointer variable.
    Reference(VarId, CType),
    /// Stored in this memory (aggregates with arrays).
    Mem(ExprId, CType),
    /// No value.
    Nothing,
}

/// What a lambda captured: its copies of what it captured by value, and other names of the rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Captures {
    /// The captured variables, and those that initialised captures declare.
    pub variables: Vec<(NodeId, Place)>,
    /// The object that `this` points to in the body.
    pub this: Option<CapturedObject>,
}

/// An object whose member function made a lambda.
#[derive(Clone, Debug)]
pub(crate) struct CapturedObject {
    pub place: Place,
    /// The member function.
    pub function: NodeId,
}

impl Captures {
    pub(crate) fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.this.is_none()
    }
}
