//! Sizes of types as the host sees them.
//!
//! The prelude declares classes of libraries for their names alone: the size of such a class is not that of the library.

use crate::state::Flow;
use crate::value::{Expr, Value};
use wp_base::lists;
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::Type;

/// Structures of the prelude with the members that they have in the runtime or the library, besides vectors.
const PLAIN: &str =
    "__half __half2 __nv_bfloat16 __nv_bfloat162 cudaChannelFormatDesc cudaExtent cudaLaunchConfig_st \
    cudaMemcpy3DParms cudaPitchedPtr cudaPos curandStatePhilox4_32_10 curandStateXORWOW dim3 div_t ldiv_t pair timespec \
    timeval timezone";
/// The names of vectors without the number of their components.
const VECTORS: &str = "char double float int long longlong short uchar uint ulong ulonglong ushort";

impl Flow<'_, '_> {
    /// `sizeof` and `alignof`.
    pub(crate) fn size_of(&mut self, node: &Node) -> Value {
        let operand = match (node.extra.get("argType"), node.inner.first()) {
            (Some(text), _) => self.decls.qtype(text).referent().ty.clone(),
            (None, Some(inner)) => self.decls.qtype(inner.type_str()).referent().ty.clone(),
            (None, None) => return self.fresh(node),
        };
        let narrow = self.decls.narrow() && operand.pointee().is_some();
        match (node.name.as_deref(), self.layouts.size(self.decls, &operand)) {
            (Some("sizeof"), Ok(size)) if !narrow && self.has_size_of_host(&operand) => {
                Value::Int(Expr::int(i128::from(size), Type::U64))
            }
            _ => self.fresh(node),
        }
    }

    /// True if no part of a type is a class of which the prelude has only the name.
    fn has_size_of_host(&self, ty: &CType) -> bool {
        match ty {
            CType::Array(of, _) => self.has_size_of_host(&of.ty),
            CType::Record(id) => {
                let record = self.decls.record_decl(*id).node;
                let name = record.name.as_deref().unwrap_or("");
                let in_cuda = wp_clang::name_in_cuda(name);
                let name = in_cuda.as_deref().unwrap_or(name);
                let vector = || name.strip_suffix(['1', '2', '3', '4']).is_some_and(|of| lists(VECTORS, of));
                let is_plain = || lists(PLAIN, name) || vector();
                let fields = || {
                    self.layouts
                        .record(self.decls, *id)
                        .is_ok_and(|layout| layout.fields.iter().all(|field| self.has_size_of_host(&field.ty.ty)))
                };
                (!self.decls.is_prelude(record) || is_plain()) && fields()
            }
            _ => true,
        }
    }
}
