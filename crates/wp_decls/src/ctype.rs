//! C types as the lowering and the analysis of host code see them.
//!
//! A type that is not understood is [`CType::Unknown`], which the users of the type must reject.

use std::rc::Rc;
use std::sync::Arc;
use wp_base::define_id;
use wp_kir::{Space, Type};

define_id!(
    /// A struct, union or class of the translation unit.
    RecordId,
    "record"
);

/// A C type without its own qualifiers.
#[derive(Clone, PartialEq, Debug)]
pub enum CType {
    /// `void`
    Void,
    /// A number or truth value.
    Scalar(Type),
    /// An extended vector of OpenCL. A vector of three components has the size of one of four.
    Vector(Type, u32),
    /// An array with its number of elements, where that is known.
    Array(Rc<QType>, Option<u64>),
    /// A pointer.
    Pointer(Rc<QType>),
    /// A C++ reference. A field of this type is stored as a pointer.
    Reference(Rc<QType>),
    /// A struct, union or class.
    Record(RecordId),
    /// A function, whatever its parameters and its result are.
    Function,
    /// Image or surface handle: a pointer to its texels.
    Image(Arc<str>),
    /// A sampler, event or texture reference. The kernel cannot read its contents.
    Opaque(Arc<str>),
    /// A type that is not understood: its printed form.
    Unknown(Arc<str>),
}

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Debug)]
pub struct QType {
    /// The type without its own qualifiers.
    pub ty: CType,
    /// True for `const`.
    pub is_const: bool,
    /// True for `volatile`.
    pub is_volatile: bool,
    /// True for `restrict`.
    pub restrict: bool,
    /// The address space, where one is written.
    pub space: Option<Space>,
}

impl QType {
    /// A type without qualifiers.
    pub fn plain(ty: CType) -> Self {
        Self { ty, is_const: false, is_volatile: false, restrict: false, space: None }
    }
    /// The type with references removed.
    pub fn referent(&self) -> &QType {
        match &self.ty {
            CType::Reference(inner) => inner.referent(),
            _ => self,
        }
    }
}

impl CType {
    /// A pointer to a type without qualifiers.
    pub fn pointer_to(ty: CType) -> CType {
        CType::Pointer(Rc::new(QType::plain(ty)))
    }
    /// The type that a pointer or reference leads to.
    pub fn pointee(&self) -> Option<&QType> {
        match self {
            CType::Pointer(q) | CType::Reference(q) => Some(q),
            _ => None,
        }
    }
    /// The scalar that holds a value of the type; `None` for aggregates, `void` and types that are not understood.
    pub fn scalar(&self) -> Option<Type> {
        match self {
            CType::Scalar(t) => Some(*t),
            CType::Pointer(_) | CType::Reference(_) | CType::Image(_) | CType::Function => Some(Type::Ptr),
            CType::Opaque(_) => Some(Type::U64),
            _ => None,
        }
    }
}
