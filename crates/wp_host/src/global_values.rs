//! The values of global variables that only ever hold a few constants.

use crate::reuse::Reuse;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_clang::NodeId;
use wp_kir::Type;

/// What globals hold, by their first declarations: a function may declare one again.
#[derive(Default)]
pub(crate) struct Globals {
    pub of: FxHashMap<NodeId, Global>,
    /// The globals that functions assign on every way through.
    pub assigned_by: FxHashMap<NodeId, BTreeSet<NodeId>>,
    /// What kernels do to flags and counters, among them variables of the device.
    pub reuse: Reuse,
}

/// The constants that a global may hold.
pub(crate) struct Global {
    /// The name for the linker of a variable that other files can name.
    pub external: Option<Arc<str>>,
    pub ty: Type,
    pub initial: i128,
    pub written: BTreeSet<i128>,
}
