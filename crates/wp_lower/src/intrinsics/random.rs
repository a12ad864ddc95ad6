//! curand: every call reads and writes the state it is given; the numbers are unknown.

use crate::calls::Call;
use crate::ctx::{Lowerer, Value};
use crate::ctype::CType;

impl<'u> Lowerer<'u> {
    pub(crate) fn random_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        let name = call.name.as_str();
        if !self.cuda || call.object.is_some() || !(name.starts_with("curand") || name.starts_with("skipahead")) {
            return None;
        }
        let span = call.span;
        let values = self.arg_values(call);
        let state = values.iter().rev().find(|v| match &v.ty {
            CType::Pointer(q) => matches!(q.ty, CType::Record(_)),
            _ => false,
        });
        let Some(state) = state.cloned() else {
            return Some(self.unsupported_value(format!("`{name}`"), &call.ty, span));
        };
        let ptr = self.only(&state, span);
        let place = self.deref(ptr, &state.ty);
        let ty = place.ty();
        if !name.starts_with("curand_init") {
            self.load(&place, span);
        }
        let next = self.havoc(&ty, "random generator state", span);
        self.store(&place, &next, span);
        Some(match call.ty {
            CType::Void => Value { ty: CType::Void, leaves: Vec::new() },
            _ => self.havoc(&call.ty, "random number", span),
        })
    }
}
