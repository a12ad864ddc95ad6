//! OpenCL's work-item functions as expressions over the built-in values.

use crate::calls::Call;
use crate::ctx::Lowerer;
use crate::values::Value;
use wp_base::Span;
use wp_kir::{AssumeKind, Axis, BinOp, ExprId, Special, Type};

impl<'u> Lowerer<'u> {
    pub(crate) fn id_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if self.cuda {
            return None;
        }
        let span = call.span;
        // From OpenCL 2.0 on, the last work-group may be smaller than the others; the model assumes that it is not.
        let of_group = ["get_local_id", "get_local_size", "get_global_size", "get_local_linear_id"];
        if self.decls.unit.opencl_version >= 200 && of_group.contains(&call.name.as_str()) {
            self.model_assumptions.insert(AssumeKind::UniformGroups);
        }
        let ty = call.ty.scalar().unwrap_or(Type::U64);
        let e = match call.name.as_str() {
            "get_global_id" => self.per_axis(call, ty, 0, |s, a, ty| {
                let local = s.wide(Special::ThreadIdx(a), ty, span);
                let base = s.group_base(a, ty, span);
                let offset = s.wide(Special::GlobalOffset(a), ty, span);
                let id = s.bin(BinOp::Add, base, local, span);
                s.bin(BinOp::Add, id, offset, span)
            }),
            "get_local_id" => self.per_axis(call, ty, 0, |s, a, ty| s.wide(Special::ThreadIdx(a), ty, span)),
            "get_group_id" => self.per_axis(call, ty, 0, |s, a, ty| s.wide(Special::BlockIdx(a), ty, span)),
            "get_local_size" | "get_enqueued_local_size" => {
                self.per_axis(call, ty, 1, |s, a, ty| s.wide(Special::BlockDim(a), ty, span))
            }
            "get_num_groups" => self.per_axis(call, ty, 1, |s, a, ty| s.wide(Special::GridDim(a), ty, span)),
            "get_global_size" => self.per_axis(call, ty, 1, |s, a, ty| {
                let groups = s.wide(Special::GridDim(a), ty, span);
                let size = s.wide(Special::BlockDim(a), ty, span);
                s.bin(BinOp::Mul, groups, size, span)
            }),
            "get_global_offset" => self.per_axis(call, ty, 0, |s, a, ty| s.wide(Special::GlobalOffset(a), ty, span)),
            "get_work_dim" if self.options.dimensions.is_some() => {
                self.int(i128::from(self.options.dimensions.unwrap_or(1)), ty, span)
            }
            "get_work_dim" => {
                let value = self.havoc(&call.ty, "number of launch dimensions", span);
                return Some(value);
            }
            "get_local_linear_id" => {
                let mut id = self.wide(Special::ThreadIdx(Axis::Z), ty, span);
                for axis in [Axis::Y, Axis::X] {
                    let size = self.wide(Special::BlockDim(axis), ty, span);
                    let scaled = self.bin(BinOp::Mul, id, size, span);
                    let own = self.wide(Special::ThreadIdx(axis), ty, span);
                    id = self.bin(BinOp::Add, scaled, own, span);
                }
                id
            }
            _ => return None,
        };
        Some(Value { ty: call.ty.clone(), leaves: vec![e] })
    }

    fn wide(&mut self, special: Special, ty: Type, span: Span) -> ExprId {
        let e = self.special(special, span);
        self.convert(e, ty, span)
    }

    fn group_base(&mut self, axis: Axis, ty: Type, span: Span) -> ExprId {
        let group = self.wide(Special::BlockIdx(axis), ty, span);
        let size = self.wide(Special::BlockDim(axis), ty, span);
        self.bin(BinOp::Mul, group, size, span)
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
            return self.int(other, ty, span);
        };
        let dim = self.scalar(arg);
        if let Some(v) = self.const_int(dim) {
            return match usize::try_from(v).ok().and_then(|v| Axis::ALL.get(v)) {
                Some(&axis) => f(self, axis, ty),
                None => self.int(other, ty, span),
            };
        }
        let mut out = self.int(other, ty, span);
        for axis in Axis::ALL.into_iter().rev() {
            let dim_ty = self.kernel.ty(dim);
            let k = self.int(axis.index() as i128, dim_ty, span);
            let is = self.bin(BinOp::Eq, dim, k, span);
            let value = f(self, axis, ty);
            out = self.select(is, value, out, span);
        }
        out
    }
}
