//! Addresses as numbers, and the copies of `cuda_pipeline.h`.

use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_decls::CType;
use wp_kir::{BinOp, CopyStep, StmtKind, Type};

impl<'u> Lowerer<'u> {
    pub(crate) fn address_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if !self.unit.cuda || call.object.is_some() {
            return None;
        }
        let span = call.span;
        match (call.name.as_str(), call.args.len()) {
            ("__cvta_generic_to_shared", 1) => {
                let pointer = self.arg_scalars(call)[0];
                let address = self.ir.shared_address(pointer, span);
                let ty = call.ty.scalar().unwrap_or(Type::U64);
                let e = self.ir.convert(address, ty, span);
                Some(Value { ty: call.ty.clone(), leaves: vec![e] })
            }
            ("__cvta_shared_to_generic", 1) => {
                let address = self.arg_scalars(call)[0];
                let e = self.ir.shared_pointer(address, span);
                Some(Value { ty: call.ty.clone(), leaves: vec![e] })
            }
            ("__cvta_generic_to_global" | "__cvta_global_to_generic", 1) => {
                let value = self.arg_values(call).swap_remove(0);
                Some(self.ir.convert_value(value, &call.ty, span))
            }
            ("__pipeline_memcpy_async", 3 | 4) => Some(self.pipeline_copy(call)),
            ("__pipeline_commit", 0) => {
                self.ir.emit(StmtKind::Copy(CopyStep::Commit), span);
                Some(nothing())
            }
            ("__pipeline_wait_prior", 1) => {
                let groups = self.arg_scalars(call)[0];
                self.ir.wait_for_groups(groups, span);
                Some(nothing())
            }
            _ => None,
        }
    }

    /// `__pipeline_memcpy_async(target, source, bytes, zeros)`: the last `zeros` bytes are zeros, not read.
    fn pipeline_copy(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_scalars(call);
        let [target, source, bytes, zeros @ ..] = &values[..] else {
            return self.ir.unsupported_value(format!("arguments of `{}`", call.name), &call.ty, span);
        };
        let Some(size @ (4 | 8 | 16)) = self.ir.const_int(*bytes) else {
            return self.ir.unsupported_value("asynchronous copy of other than 4, 8 or 16 bytes", &call.ty, span);
        };
        let given = zeros.first().filter(|&&zeros| self.ir.const_int(zeros) != Some(0)).map(|&zeros| {
            let (all, zeros) = (self.ir.convert(*bytes, Type::U32, span), self.ir.convert(zeros, Type::U32, span));
            self.ir.bin(BinOp::Sub, all, zeros, span)
        });
        self.ir.thread_copy(*target, *source, (size as u64, given), span);
        nothing()
    }
}

fn nothing() -> Value {
    Value { ty: CType::Void, leaves: Vec::new() }
}
