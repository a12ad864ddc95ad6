//! The classes of lambdas: what their expressions captured last, and which of them functions returned.

use crate::values::Captures;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::NodeId;

/// The state of the lambda expressions of a kernel.
#[derive(Default)]
pub(crate) struct Lambdas {
    /// From the class of a lambda to the values that it captured last.
    captures: FxHashMap<NodeId, Captures>,
    /// Classes of lambdas that a function returned, and classes that contain such a lambda.
    returned: FxHashSet<NodeId>,
}

impl Lambdas {
    /// The values that the lambda of a class captured last; `None` before its expression was evaluated.
    pub(crate) fn captures(&self, class: NodeId) -> Option<&Captures> {
        self.captures.get(&class)
    }

    pub(crate) fn capture(&mut self, class: NodeId, captures: Captures) {
        self.captures.insert(class, captures);
    }

    /// True if a function returned an object of the class. Such an object may still be in use.
    pub(crate) fn was_returned(&self, class: NodeId) -> bool {
        self.returned.contains(&class)
    }

    /// Notes that a function returned an object of a class; false if this is known.
    pub(crate) fn set_returned(&mut self, class: NodeId) -> bool {
        self.returned.insert(class)
    }
}
