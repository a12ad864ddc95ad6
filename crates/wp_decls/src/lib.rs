//! Declarations, types and layouts of Clang's tree: what the lowering of kernels (`wp_lower`) and the analysis of host
//! code (`wp_host`) both read from it.
//!
//! Input: a [`wp_clang::TranslationUnit`]. [`Decls`] indexes its declarations and resolves a name in the tree to its
//! definition, constant or type. [`Layouts`] gives sizes, offsets and scalar leaves of types. Free functions look at
//! single nodes. An answer is exact, or there is none: a type that may be one of several is [`CType::Unknown`], the
//! layout of a record that cannot be laid out is the reason, and a value that Clang did not compute is `None`. The
//! users of the crate must reject what has no answer.
//!
//! # Modules
//!
//! - `decls`: the index. `decls/walk` fills its parts: `decls/identity` distinguishes the file's declarations from
//!   those of the prelude (only the latter are recognised by name), and finds those of one function or variable;
//!   `decls/functions` and `decls/variables` have the definitions; `decls/constants` reads enumerations and constant
//!   expressions; `decls/types` has the records, and resolves a printed type at the place where it is printed.
//! - Types: `ctype`, `type_parser` (parses the types that Clang prints), `builtin_types`, `type_names` (finds a type by
//!   its printed name; finds none if several types have this printed name), `printed` (normalises printed names).
//! - Layouts: `layout`, `placement` (places of the members of records), `stated` (the layouts that the compiler
//!   states), `bit_field`, `closures` (lambdas of which the bytes are accessed), `invalid` (declarations with compiler
//!   errors, which have no layout).
//! - Nodes: `syntax` (parts of functions, expressions below casts), `launch` (forms of kernel launches),
//!   `virtual_functions` (calls that may run an override), `text` (words of the source).
//! - `stack`: a thread with a large stack, for the recursion over deep trees.
//!
//! # Deliberately absent
//!
//! The meaning of statements and of expressions that are not constant, specification comments, and KIR except for its
//! scalar types. No part of this crate knows what a kernel does, or decides that a construct is supported. The crate
//! keeps no state between units, and does not run Clang.

mod bit_field;
mod builtin_types;
mod closures;
mod ctype;
mod decls;
mod invalid;
mod launch;
mod layout;
mod placement;
mod printed;
mod stack;
mod stated;
mod syntax;
pub mod text;
mod type_names;
mod type_parser;
mod virtual_functions;

pub use bit_field::{ones, piece_type, pieces, BitField};
pub use builtin_types::EVENT;
pub use ctype::{CType, QType, RecordId};
pub use decls::{constant_of, Constant, Decls, KernelDecl, RecordDecl};
pub use invalid::Invalid;
pub use launch::{is_launch, launch_form, LaunchForm};
pub use layout::{Field, LayoutResult, Layouts, Leaf, RecordLayout};
pub use placement::{declared_alignment, lowers_alignment};
pub use printed::split_at_commas;
pub use stack::on_large_stack;
pub use syntax::{
    address_operand, body, callee_name, has_linkage, is_function, is_of_device, params, same_expression, strip,
    strip_casts,
};
