//! Lowers operands whose order of evaluation is unspecified.
//!
//! The lowering of an expression with such operands registers their nodes (`in_open_order`). When such a node is
//! lowered, wherever that happens below the expression, the statements that are emitted are those of the operand
//! (`as_operand`). The builder notes them (`builder::orders`). Specifications have no effects and are not considered.

use crate::lowerer::Lowerer;
use crate::values::{Place, Value};
use wp_base::Span;
use wp_clang::Node;
use wp_kir::ExprId;

/// The result of lowering an operand.
pub(crate) trait LoweredOperand {
    /// The expressions in the result. They are evaluated behind all operands.
    fn values(&self) -> Vec<ExprId>;
}

impl LoweredOperand for () {
    fn values(&self) -> Vec<ExprId> {
        Vec::new()
    }
}

impl LoweredOperand for Value {
    fn values(&self) -> Vec<ExprId> {
        self.leaves.clone()
    }
}

impl LoweredOperand for Place {
    fn values(&self) -> Vec<ExprId> {
        match self {
            Place::Mem { ptr, .. } | Place::Bits { ptr, .. } => vec![*ptr],
            Place::Value(value) => value.values(),
            Place::Swizzle { base, .. } => base.values(),
            Place::Vars { .. } | Place::Function(_) => Vec::new(),
        }
    }
}

impl LoweredOperand for (Place, Value) {
    fn values(&self) -> Vec<ExprId> {
        [self.0.values(), self.1.values()].concat()
    }
}

impl<'u> Lowerer<'u> {
    /// Lowers an expression whose operands have an unspecified order. `lower` lowers the nodes of the operands.
    pub(crate) fn in_open_order<R>(
        &mut self,
        operands: &[&'u Node],
        span: Span,
        lower: impl FnOnce(&mut Self) -> R,
    ) -> R {
        if self.ir.in_specification() || operands.len() < 2 {
            return lower(self);
        }
        let shadowed = self.ir.open_expression(operands);
        let result = lower(self);
        self.ir.close_expression(shadowed, span);
        result
    }

    /// Lowers a node. If the node is a registered operand, notes the emitted statements and the result for the operand.
    pub(crate) fn as_operand<R: LoweredOperand>(&mut self, node: &'u Node, lower: impl FnOnce(&mut Self) -> R) -> R {
        let Some(evaluation) = self.ir.begin_operand(node) else { return lower(self) };
        let result = lower(self);
        self.ir.end_operand(evaluation, result.values());
        result
    }
}
