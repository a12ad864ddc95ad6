//! [`Lowerer`]: translates the nodes of a kernel. Its methods are in the modules of the constructs.

use crate::builder::{Blocks, Builder};
use crate::source::Unit;
use crate::state::{AnnotationContext, CallStack, Ghosts, Handles, Lambdas, Modular, Reached, Scope, Specifications};
use crate::values::Place;
use wp_clang::NodeId;

/// The state of lowering one kernel, or one function with a contract.
pub(crate) struct Lowerer<'u> {
    pub unit: Unit<'u>,
    /// The kernel that is being made.
    pub ir: Builder<'u>,
    pub stack: CallStack<'u>,
    pub scope: Scope,
    pub lambdas: Lambdas,
    pub handles: Handles,
    pub annotations: AnnotationContext<'u>,
    pub specs: Specifications,
    pub ghosts: Ghosts,
    pub modular: Modular,
    pub reached: Reached,
}

impl<'u> Blocks<'u> for Lowerer<'u> {
    fn builder(&mut self) -> &mut Builder<'u> {
        &mut self.ir
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn new(unit: Unit<'u>, ir: Builder<'u>, ghosts: Ghosts) -> Self {
        Self {
            unit,
            ir,
            stack: CallStack::new(unit),
            scope: Scope::default(),
            lambdas: Lambdas::default(),
            handles: Handles::default(),
            annotations: AnnotationContext::default(),
            specs: Specifications::default(),
            ghosts,
            modular: Modular::new(unit.options.by_contract),
            reached: Reached::default(),
        }
    }

    /// True if a local variable needs memory because its address is taken.
    pub(crate) fn needs_memory(&self, decl: NodeId) -> bool {
        self.ir.storage().is_forced(decl) || self.stack.takes_address(decl)
    }

    /// Binds a declaration to a place.
    pub(crate) fn bind(&mut self, decl: NodeId, place: Place) {
        self.ir.storage_mut().set_owner(decl, &place);
        self.scope.set(decl, place);
    }
}
