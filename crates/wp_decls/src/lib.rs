//! Declarations, types and layouts of Clang's tree: what the lowering of kernels (`wp_lower`) and the analysis of host
//! code (`wp_host`) both read from it.
//!
//! Input: a [`wp_clang::TranslationUnit`]. [`Decls`] indexes its declarations and says which definition, constant or type
//! a name in the tree means; [`Layouts`] gives sizes, offsets and scalar leaves of types; free functions look at single
//! nodes. Exact or without an answer: a type that may be one of several is [`CType::Unknown`], a record that cannot be
//! laid out gives the reason, and a value that Clang did not compute is `None`. Users reject what has no answer.
//!
//! # Modules
//!
//! - `decls`: the index. `decls/walk` fills it, `decls/identity` tells the file's declarations from those of the prelude
//!   (only the latter are recognised by name) and joins declarations of one function or variable, `decls/constants` has
//!   enumerations and constant expressions, `decls/types` the types of a place.
//! - Types: `ctype`, `type_parser` (of what Clang prints), `builtin_types`, `type_names` (types by their printed names;
//!   none where several types print alike), `printed` (the forms in which one name is printed).
//! - Layouts: `layout`, `bit_field`, `pragma_pack`, `invalid` (declarations with compiler errors, of which nothing is
//!   taken for known).
//! - Nodes: `syntax` (functions, operands below casts), `launch` (forms of kernel launches), `text` (words of the source).
//!
//! # Deliberately absent
//!
//! The meaning of statements and of expressions that are not constant, specification comments, and KIR beyond its scalar
//! types: nothing here knows what a kernel does, and nothing decides that a construct is supported. The crate keeps no
//! state between units, and does not run Clang.

mod bit_field;
mod builtin_types;
mod ctype;
mod decls;
mod invalid;
mod launch;
mod layout;
mod pragma_pack;
mod printed;
mod stack;
mod syntax;
pub mod text;
mod type_names;
mod type_parser;

pub use bit_field::{ones, piece_type, pieces, BitField};
pub use builtin_types::EVENT;
pub use ctype::{CType, QType, RecordId};
pub use decls::{constant_of, Constant, Decls, KernelDecl, RecordDecl};
pub use invalid::Invalid;
pub use launch::{is_launch, launch_form, LaunchForm};
pub use layout::{Field, LayoutResult, Layouts, Leaf, RecordLayout};
pub use stack::on_large_stack;
pub use syntax::{
    address_operand, body, callee_name, has_linkage, is_function, is_of_device, params, strip, strip_casts,
};
