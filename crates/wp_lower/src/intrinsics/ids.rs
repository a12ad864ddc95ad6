//! OpenCL's work-item functions as expressions over the built-in values.

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_base::Span;
use wp_kir::{AssumeKind, Axis, BinOp, ExprId, Special, Type};

impl Builder<'_> {
    fn group_base(&mut self, axis: Axis, ty: Type, span: Span) -> ExprId {
        let group = self.wide(Special::BlockIdx(axis), ty, span);
        let size = self.wide(Special::BlockDim(axis), ty, span);
        self.bin(BinOp::Mul, group, size, span)
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn id_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if self.unit.cuda {
            return None;
        }
        let span = call.span;
        // From OpenCL 2.0 on, the last work-group may be smaller than the others; the model assumes that it is not.
        let of_group = ["get_local_id", "get_local_size", "get_global_size", "get_local_linear_id"];
        if self.unit.decls.unit.opencl_version >= 200 && of_group.contains(&call.name.as_str()) {
            self.ir.rest_on(AssumeKind::UniformGroups);
        }
        let ty = call.ty.scalar().unwrap_or(Type::U64);
        let e = match call.name.as_str() {
            "get_global_id" => self.per_axis(call, ty, 0, |s, a, ty| {
                let local = s.ir.wide(Special::ThreadIdx(a), ty, span);
                let base = s.ir.group_base(a, ty, span);
                let offset = s.ir.wide(Special::GlobalOffset(a), ty, span);
                let id = s.ir.bin(BinOp::Add, base, local, span);
                s.ir.bin(BinOp::Add, id, offset, span)
            }),
            "get_local_id" => self.per_axis(call, ty, 0, |s, a, ty| s.ir.wide(Special::ThreadIdx(a), ty, span)),
            "get_group_id" => self.per_axis(call, ty, 0, |s, a, ty| s.ir.wide(Special::BlockIdx(a), ty, span)),
            "get_local_size" | "get_enqueued_local_size" => {
                self.per_axis(call, ty, 1, |s, a, ty| s.ir.wide(Special::BlockDim(a), ty, span))
            }
            "get_num_groups" => self.per_axis(call, ty, 1, |s, a, ty| s.ir.wide(Special::GridDim(a), ty, span)),
            "get_global_size" => self.per_axis(call, ty, 1, |s, a, ty| {
                let groups = s.ir.wide(Special::GridDim(a), ty, span);
                let size = s.ir.wide(Special::BlockDim(a), ty, span);
                s.ir.bin(BinOp::Mul, groups, size, span)
            }),
            "get_global_offset" => self.per_axis(call, ty, 0, |s, a, ty| s.ir.wide(Special::GlobalOffset(a), ty, span)),
            "get_work_dim" if self.unit.options.dimensions.is_some() => {
                self.ir.int(i128::from(self.unit.options.dimensions.unwrap_or(1)), ty, span)
            }
            "get_work_dim" => {
                let value = self.ir.havoc(&call.ty, "number of launch dimensions", span);
                return Some(value);
            }
            "get_local_linear_id" => {
                self.ir.linear(Special::ThreadIdx, Special::BlockDim, span, |s, special| s.wide(special, ty, span))
            }
            _ => return None,
        };
        Some(Value { ty: call.ty.clone(), leaves: vec![e] })
    }

    /// A function of a dimension; `other` is its value for dimensions above 2.
    fn per_axis(
        &mut self,
        call: &Call<'u>,
        ty: Type,
        other: i128,
        f: impl Fn(&mut Self, Axis, Type) -> ExprId,
    ) -> ExprId {
        let span = call.span;
        let Some(arg) = call.args.first() else {
            return self.ir.int(other, ty, span);
        };
        let dim = self.scalar(arg);
        if let Some(v) = self.ir.const_int(dim) {
            return match usize::try_from(v).ok().and_then(|v| Axis::ALL.get(v)) {
                Some(&axis) => f(self, axis, ty),
                None => self.ir.int(other, ty, span),
            };
        }
        let mut out = self.ir.int(other, ty, span);
        for axis in Axis::ALL.into_iter().rev() {
            let dim_ty = self.ir.ty(dim);
            let k = self.ir.int(axis.index() as i128, dim_ty, span);
            let is = self.ir.bin(BinOp::Eq, dim, k, span);
            let value = f(self, axis, ty);
            out = self.ir.select(is, value, out, span);
        }
        out
    }
}
