//! Functions that the lowering knows by name, one module for each family.
//!
//! The handler of a family returns `None` for other names, before it evaluates an argument.

mod addresses;
mod atomics;
mod collectives;
mod copies;
mod groups;
mod hip;
mod ids;
mod images;
mod integer;
mod math;
mod memory;
mod ordered;
mod random;
mod subgroups;
mod sync;
mod texels;
mod vector;
mod warp;

use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_decls::CType;
use wp_kir::{ExprId, Type};

impl<'u> Lowerer<'u> {
    /// The meaning of a call to a known function.
    pub(crate) fn intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        self.hip_intrinsic(call)
            .or_else(|| self.sub_group_intrinsic(call))
            .or_else(|| self.sync_intrinsic(call))
            .or_else(|| self.group_intrinsic(call))
            .or_else(|| self.ordered_intrinsic(call))
            .or_else(|| self.atomic_intrinsic(call))
            .or_else(|| self.id_intrinsic(call))
            .or_else(|| self.warp_intrinsic(call))
            .or_else(|| self.copy_intrinsic(call))
            .or_else(|| self.collective_intrinsic(call))
            .or_else(|| self.memory_intrinsic(call))
            .or_else(|| self.address_intrinsic(call))
            .or_else(|| self.image_intrinsic(call))
            .or_else(|| self.random_intrinsic(call))
            .or_else(|| self.vector_intrinsic(call))
            .or_else(|| self.integer_intrinsic(call))
            .or_else(|| self.math_intrinsic(call))
    }

    /// The values of all arguments, evaluated from left to right. A value is copied to temporaries if a later argument
    /// has effects.
    pub(crate) fn arg_values(&mut self, call: &Call<'u>) -> Vec<Value> {
        let mut out = Vec::new();
        for (i, arg) in call.args.iter().enumerate() {
            if crate::scan::is_omitted(arg) {
                break;
            }
            let value = self.expr(arg);
            let later = call.args[i + 1..].iter().any(|a| self.effects(a));
            out.push(if later { self.ir.freeze_value(value, call.span) } else { value });
        }
        out
    }

    /// The values of all arguments, which must be scalars.
    pub(crate) fn arg_scalars(&mut self, call: &Call<'u>) -> Vec<ExprId> {
        let values = self.arg_values(call);
        values.iter().map(|v| self.ir.only(v, call.span)).collect()
    }

    /// Applies `f` to each component of the arguments. A scalar argument is used for every component.
    pub(crate) fn componentwise(
        &mut self,
        call: &Call<'u>,
        mut f: impl FnMut(&mut Self, &[ExprId], Type) -> ExprId,
    ) -> Value {
        let values = self.arg_values(call);
        let Some((elem, n)) = components(&call.ty) else {
            return self.ir.unsupported_value(format!("result of `{}`", call.name), &call.ty, call.span);
        };
        let mut leaves = Vec::with_capacity(n);
        for i in 0..n {
            let mut args = Vec::with_capacity(values.len());
            for v in &values {
                match v.leaves.get(i).or(if v.leaves.len() == 1 { v.leaves.first() } else { None }) {
                    Some(&e) => args.push(e),
                    None => {
                        return self.ir.unsupported_value(format!("arguments of `{}`", call.name), &call.ty, call.span)
                    }
                }
            }
            let e = f(self, &args, elem);
            leaves.push(self.ir.convert(e, elem, call.span));
        }
        Value { ty: call.ty.clone(), leaves }
    }
}

/// The type and the number of the components of a vector or scalar.
pub(crate) fn components(ty: &CType) -> Option<(Type, usize)> {
    match ty {
        CType::Vector(t, n) => Some((*t, *n as usize)),
        _ => ty.scalar().map(|t| (t, 1)),
    }
}
