//! The annotations of GPUVerify that take effect at another place than they stand, and the context in which an
//! annotation is read.

use crate::values::Value;
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_kir::ExprId;

/// The access of a specified function for which a postcondition is being read.
#[derive(Clone, Copy)]
pub(crate) struct SpecifiedAccess {
    /// The pointer parameter.
    pub param: NodeId,
    /// True for a write, false for a read.
    pub write: bool,
    /// The byte offset in the object.
    pub offset: ExprId,
}

/// An exit of a function, where its postconditions are read.
pub(crate) struct Exit {
    /// The value that `__return_val` means.
    return_value: Option<Value>,
}

/// The annotations that wait for their places, and the context of the one that is read.
#[derive(Default)]
pub(crate) struct AnnotationContext<'u> {
    /// The `__ensures` calls of each function that is being lowered, innermost last.
    postconditions: Vec<Vec<&'u Node>>,
    /// The calls that state function-wide invariants of the kernel.
    function_wide: Vec<&'u Node>,
    /// Annotation calls that stand at the head of a loop.
    head_calls: FxHashSet<NodeId>,
    /// Annotation calls that every thread of the kernel executes.
    calls_of_every_thread: FxHashSet<NodeId>,
    /// The exit whose postconditions are being read, where `__old` and `__return_val` have a meaning.
    exit: Option<Exit>,
    /// The access of a specified function (`__spec_..`) for which the postconditions are being read.
    access: Option<SpecifiedAccess>,
    /// The number of nested specification functions that relate threads (`__other_int`, `__uniform_int`, ...).
    relation_depth: u32,
}

impl<'u> AnnotationContext<'u> {
    /// Notes the postconditions of a function whose lowering begins.
    pub(crate) fn begin_function(&mut self, postconditions: Vec<&'u Node>) {
        self.postconditions.push(postconditions);
    }

    /// The postconditions of the function whose lowering ends.
    pub(crate) fn end_function(&mut self) -> Vec<&'u Node> {
        self.postconditions.pop().unwrap_or_default()
    }

    /// The postconditions of the kernel.
    pub(crate) fn postconditions_of_kernel(&self) -> Vec<&'u Node> {
        self.postconditions.first().cloned().unwrap_or_default()
    }

    /// True if a call is a postcondition of the innermost function, which is checked at its exits.
    pub(crate) fn is_checked_at_exits(&self, call: NodeId) -> bool {
        self.postconditions.last().is_some_and(|calls| calls.iter().any(|c| c.id == call))
    }

    /// The calls that state function-wide invariants of the kernel.
    pub(crate) fn function_wide(&self) -> &[&'u Node] {
        &self.function_wide
    }

    pub(crate) fn set_function_wide(&mut self, calls: Vec<&'u Node>) {
        self.function_wide = calls;
    }

    /// Notes that a call stands at the head of a loop.
    pub(crate) fn set_at_head(&mut self, call: NodeId) {
        self.head_calls.insert(call);
    }

    pub(crate) fn is_at_head(&self, call: NodeId) -> bool {
        self.head_calls.contains(&call)
    }

    /// Notes calls that every thread of the kernel executes.
    pub(crate) fn set_of_every_thread(&mut self, calls: impl IntoIterator<Item = NodeId>) {
        self.calls_of_every_thread.extend(calls);
    }

    pub(crate) fn is_of_every_thread(&self, call: NodeId) -> bool {
        self.calls_of_every_thread.contains(&call)
    }

    /// Begins to read postconditions at an exit. The result is for [`Self::leave_exit`].
    pub(crate) fn enter_exit(&mut self, return_value: Option<Value>) -> Option<Exit> {
        self.exit.replace(Exit { return_value })
    }

    pub(crate) fn leave_exit(&mut self, outer: Option<Exit>) {
        self.exit = outer;
    }

    /// True while postconditions are read at an exit.
    pub(crate) fn is_at_exit(&self) -> bool {
        self.exit.is_some()
    }

    /// The value that `__return_val` means.
    pub(crate) fn return_value(&self) -> Option<&Value> {
        self.exit.as_ref()?.return_value.as_ref()
    }

    /// Sets the access of a specified function for which the postconditions are read.
    pub(crate) fn set_access(&mut self, access: Option<SpecifiedAccess>) {
        self.access = access;
    }

    pub(crate) fn access(&self) -> Option<SpecifiedAccess> {
        self.access
    }

    /// Enters a specification function; `relates` says that it relates threads.
    pub(crate) fn enter_function(&mut self, relates: bool) {
        self.relation_depth += u32::from(relates);
    }

    pub(crate) fn leave_function(&mut self, relates: bool) {
        self.relation_depth -= u32::from(relates);
    }

    /// True inside of a specification function that relates threads.
    pub(crate) fn relates_threads(&self) -> bool {
        self.relation_depth > 0
    }
}
