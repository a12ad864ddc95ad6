//! Results of the collectives of CUB. The built-in header has their accesses and barriers; the results are unknown.

use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;

impl<'u> Lowerer<'u> {
    pub(crate) fn collective_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        let is_result = self.unit.cuda && call.object.is_none() && call.name == "__wp_any";
        is_result.then(|| self.ir.havoc(&call.ty, "result of a collective of CUB", call.span))
    }
}
