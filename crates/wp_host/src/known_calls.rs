//! The calls of the functions of a file, if all of them are known, and which of them the analysis has followed.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_clang::NodeId;

/// The calls of functions that nothing else runs, so that the calls determine the parameters.
#[derive(Default)]
pub(crate) struct Calls {
    /// Functions that nothing but these calls runs.
    pub only: FxHashMap<NodeId, Vec<NodeId>>,
    /// Calls that the analysis has followed, or that are dead, with the functions that they run.
    pub settled: FxHashSet<(NodeId, NodeId)>,
    /// Functions with a call that the analysis has reached and has not followed.
    pub open: FxHashSet<NodeId>,
    /// The expressions that make the objects whose call operators these functions are.
    pub made_by: FxHashMap<NodeId, NodeId>,
    /// Functions that were analysed for any arguments.
    pub analysed: FxHashSet<NodeId>,
    /// Functions that the file names outside of their declarations.
    pub named: FxHashSet<NodeId>,
    /// Functions that launch no kernels.
    pub quiet: FxHashSet<NodeId>,
    /// Those of them that may allocate memory, themselves or by what they call.
    pub allocating: FxHashSet<NodeId>,
    /// Names for the linker of the functions that are taken to be called by this file alone.
    pub external: BTreeSet<Arc<str>>,
}

impl Calls {
    /// True if all calls of a function are known, so that its parameters may be known from them.
    pub fn are_known(&self, function: NodeId) -> bool {
        self.only.contains_key(&function)
    }

    /// True if there are several such calls.
    pub fn are_several(&self, function: NodeId) -> bool {
        self.only.get(&function).is_some_and(|calls| calls.len() > 1)
    }

    /// True if the analysis has followed all calls of a function.
    pub fn are_followed(&self, function: NodeId) -> bool {
        let all = |calls: &Vec<NodeId>| {
            calls.iter().chain(self.made_by.get(&function)).all(|place| self.settled.contains(&(*place, function)))
        };
        !self.open.contains(&function) && self.only.get(&function).is_some_and(all)
    }
}
