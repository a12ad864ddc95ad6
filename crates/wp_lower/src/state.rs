//! The parts of the state of the lowering. Each keeps what one kind of construct has to remember; none of them knows
//! the translation of nodes.

mod account;
mod annotations;
mod ghosts;
mod handles;
mod lambdas;
mod modular;
mod reached;
mod scope;
mod specifications;
mod stack;

pub(crate) use annotations::{AnnotationContext, SpecifiedAccess};
pub(crate) use ghosts::Ghosts;
pub(crate) use handles::Handles;
pub(crate) use lambdas::Lambdas;
pub use modular::ByContract;
pub(crate) use modular::Modular;
pub(crate) use reached::Reached;
pub(crate) use scope::Scope;
pub(crate) use specifications::Specifications;
pub(crate) use stack::{CallStack, Frame, Jump};
