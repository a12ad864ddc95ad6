//! Replaces a call of a function by its contract.
//!
//! The statements are, in this order:
//!
//! 1. assertions that the preconditions hold and that the pointers point to different arrays;
//! 2. the accesses that the contract names, made by the calling thread, with unknown values for the elements of
//!    `assigns`, and the barriers between them;
//! 3. an unknown result;
//! 4. the postconditions as assumptions.
//!
//! Over-approximate if the contract is proved: every execution of the function is one of these. A simulation that
//! passes such a call confirms nothing, because the function may do something else.

use super::{Region, Resolved};
use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::spec_comments::Written;
use crate::state::ByContract;
use crate::values::{Place, Value};
use std::rc::Rc;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::{AssertKind, AssumeKind, BarrierScope, BinOp, ExprId, ExprKind, Fence, SpecOp, StmtKind, Type, Unknown};

/// The type of indices and of the numbers of objects.
const INDEX: Type = Type::I64;

impl<'u> Builder<'u> {
    /// Asserts that the pointers point to different arrays: the proof of the contract assumes it.
    fn assert_separate(&mut self, bound: &[(&'u Node, Place)], span: Span) {
        let mut pointers: Vec<ExprId> = Vec::new();
        for (_, place) in bound {
            let Place::Value(value) = place else { continue };
            pointers.extend(value.leaves.iter().filter(|e| self.ty(**e) == Type::Ptr));
        }
        for (n, &one) in pointers.iter().enumerate() {
            for &other in &pointers[n + 1..] {
                let [one, other] = [one, other].map(|p| self.number_of_object(p, span));
                let cond = self.bin(BinOp::Ne, one, other, span);
                self.emit(StmtKind::Assert { cond, kind: AssertKind::Separate }, span);
            }
        }
    }

    /// The number of the object that a pointer points into.
    pub(super) fn number_of_object(&mut self, ptr: ExprId, span: Span) -> ExprId {
        self.expr(ExprKind::Spec(SpecOp::PtrBase, vec![ptr]), INDEX, span)
    }

    /// Emits an access to every element of a region.
    fn access_region(&mut self, region: &Region, reason: &Arc<str>, span: Span) {
        let Some(last) = region.last else {
            let ptr = self.ptr_index(region.base, region.first, region.elem.size(), span);
            return self.access_element(ptr, region, reason, span);
        };
        let var = self.var("%element", INDEX, span);
        self.assign(var, region.first, span);
        self.loop_over(var, (BinOp::Le, last), 1, |s, index| {
            let ptr = s.ptr_index(region.base, index, region.elem.size(), span);
            s.access_element(ptr, region, reason, span);
        });
    }

    fn access_element(&mut self, ptr: ExprId, region: &Region, reason: &Arc<str>, span: Span) {
        let ty = region.elem;
        let var = self.temp(ty, span);
        if !region.writes {
            return self.emit(StmtKind::Load { var, ty, ptr, volatile: false }, span);
        }
        self.emit(StmtKind::Havoc { var, reason: reason.clone(), unknown: Unknown::Behaviour }, span);
        let value = self.read(var, span);
        self.emit(StmtKind::Store { ptr, value, ty, volatile: false }, span);
    }
}

impl<'u> Lowerer<'u> {
    /// The contract by which a call is to be replaced, if any.
    pub(crate) fn contract_for(&mut self, def: &'u Node, call: &Call<'u>) -> Option<Rc<Vec<Written>>> {
        let active = self.stack.is_active(def.id);
        let replaced = match self.modular.calls() {
            ByContract::Nothing => false,
            ByContract::Recursion => active,
            ByContract::Everything => true,
        };
        if !replaced || self.ir.in_specification() || call.object.is_some() {
            return None;
        }
        self.function_contract(def)
    }

    /// Replaces a call by the contract of the function.
    pub(crate) fn call_by_contract(&mut self, def: &'u Node, call: &Call<'u>, contract: &[Written]) -> Place {
        let span = call.span;
        self.modular.add_call(def.id, true);
        let bound = self.arguments(def, &call.args, false, span);
        let mut fixed = Vec::new();
        for (param, place) in bound {
            let ty = self.stack.qtype(param);
            let Place::Value(value) = place else {
                let what =
                    format!("parameter `{}` of a function with a contract", param.name.as_deref().unwrap_or("?"));
                return Place::Value(self.ir.unsupported_value(what, &call.ty, span));
            };
            let value = self.ir.shape(value, &ty.ty, span);
            fixed.push((param, Place::Value(self.ir.freeze_value(value, span))));
        }
        let result = (!matches!(call.ty, CType::Void)).then(|| {
            let vars = self.ir.split_vars(&format!("%{}", call.name), &call.ty, span);
            Place::Vars { vars, ty: call.ty.clone() }
        });
        self.with_parameters(&fixed, |s| {
            s.with_result(result.clone(), |s| s.emit_contract(def, call, contract, &fixed))
        });
        result.unwrap_or(Place::Value(Value { ty: CType::Void, leaves: Vec::new() }))
    }

    /// Emits the statements that replace a call, with the parameters and the result bound.
    fn emit_contract(&mut self, def: &'u Node, call: &Call<'u>, contract: &[Written], bound: &[(&'u Node, Place)]) {
        let span = call.span;
        let Some(Resolved { requires, ensures, locations, barriers }) = self.resolve_contract(def, contract) else {
            return;
        };
        self.ir.assert_requires(&requires, span);
        self.ir.assert_separate(bound, span);
        let reason: Arc<str> = format!("the call of `{}`, for which its contract stands", call.name).into();
        // The accesses may be others than those of the function. The `Havoc` keeps a simulation from confirming an
        // error.
        let var = self.ir.temp(Type::Bool, span);
        self.ir.emit(StmtKind::Havoc { var, reason: reason.clone(), unknown: Unknown::Behaviour }, span);
        for clause in &requires {
            self.condition_at_return(clause, Vec::new(), true);
        }
        let (regions, fits) = self.regions(&locations, span);
        if self.ir.const_int(fits) != Some(1) {
            self.ir.emit(StmtKind::Assert { cond: fits, kind: AssertKind::Precondition }, span);
        }
        let mut olds = Vec::new();
        for clause in &ensures {
            olds.push(self.load_old_values(clause).unwrap_or_default());
        }
        for phase in 0..=barriers {
            if phase > 0 {
                let (scope, fence) = (BarrierScope::Block, Fence::ALL);
                self.ir.emit(StmtKind::Barrier { scope, fence, agree: Vec::new(), invariants: Vec::new() }, span);
            }
            for region in regions.iter().filter(|r| r.phase == phase) {
                self.ir.access_region(region, &reason, span);
            }
        }
        if let Some(Place::Vars { vars, .. }) = self.result_place() {
            for var in vars {
                if self.ir.kernel().vars[var].ty == Type::Ptr {
                    self.ir.unsupported("pointer that a function with a contract returns", span);
                }
                self.ir.emit(StmtKind::Havoc { var, reason: reason.clone(), unknown: Unknown::Behaviour }, span);
            }
        }
        for (clause, olds) in ensures.iter().zip(olds) {
            match self.condition_at_return(clause, olds, true) {
                Some((cond, _)) => self.ir.emit(StmtKind::Assume { cond, kind: AssumeKind::Contract }, span),
                None => self.ir.spec_error(super::NOT_STATED, clause.span),
            }
        }
    }
}
