//! curand: the effects of the generators on the states that they are given.
//!
//! A call reads its state and writes the next state, which is another input function of the old state. A random integer
//! is an input function of the state too, and so may have any value; a uniform number is computed from such an integer.
//! Random numbers of other distributions, and the state that an initialisation writes, are unknown values.
//!
//! MTGP32 is a generator for a whole block of at most 256 threads, all of which have to call it. Each thread reads and
//! writes the part of the state with its number modulo 256, and a barrier follows. The reads of neighbouring parts by
//! the recurrence are left out; with 256 threads no other thread writes these parts between the same barriers.

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_base::Span;
use wp_decls::CType;
use wp_kir::{BarrierScope, BinOp, ExprId, Fence, StmtKind, Type};

/// Threads that one MTGP32 state serves.
const MTGP32_THREADS: i128 = 256;

impl Builder<'_> {
    /// A number in (0, 1], which curand computes from 32 random bits: `bits * 2^-32 + 2^-33`. The product is exact.
    fn uniform_number(&mut self, state: &[ExprId], span: Span) -> ExprId {
        let bits = self.input(&CType::Scalar(Type::U32), "random bits by curand", state, span);
        let bits = self.only(&bits, span);
        let number = self.convert(bits, Type::F32, span);
        let unit = 1.0 / (f64::from(u32::MAX) + 1.0);
        let (scale, half) = (self.float(unit, Type::F32, span), self.float(unit / 2.0, Type::F32, span));
        let scaled = self.bin(BinOp::Mul, number, scale, span);
        self.bin(BinOp::Add, scaled, half, span)
    }

    /// Advances the part of the common state that belongs to the thread, and returns its old contents.
    fn advance_state_of_thread(&mut self, state: ExprId, span: Span) -> Vec<ExprId> {
        let (thread, parts) = (self.linear_thread(span), self.int(MTGP32_THREADS, Type::U32, span));
        let index = self.bin(BinOp::Rem, thread, parts, span);
        let ptr = self.ptr_index(state, index, Type::U32.size(), span);
        let held = self.load_scalar(ptr, Type::U32, false, span);
        let next = self.input(&CType::Scalar(Type::U32), "next state of a random generator", &[held], span);
        let value = self.only(&next, span);
        self.emit(StmtKind::Store { ptr, value, ty: Type::U32, volatile: false }, span);
        self.emit(
            StmtKind::Barrier {
                scope: BarrierScope::Block,
                fence: Fence::ALL,
                agree: Vec::new(),
                invariants: Vec::new(),
            },
            span,
        );
        vec![held]
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn random_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        let name = call.name.as_str();
        if !self.unit.cuda || call.object.is_some() || !(name.starts_with("curand") || name.starts_with("skipahead")) {
            return None;
        }
        let span = call.span;
        let values = self.arg_values(call);
        let state = values.iter().rev().find_map(|v| match &v.ty {
            CType::Pointer(q) => match q.ty {
                CType::Record(id) => Some((v.clone(), id)),
                _ => None,
            },
            _ => None,
        });
        let Some((state, record)) = state else {
            return Some(self.ir.unsupported_value(format!("`{name}`"), &call.ty, span));
        };
        let ptr = self.ir.only(&state, span);
        let generator = self.unit.decls.record_decl(record).name.clone();
        let generator = wp_clang::name_in_cuda(&generator).unwrap_or_else(|| generator.to_string());
        let held = if generator.starts_with("curandStateMtgp32") {
            self.ir.advance_state_of_thread(ptr, span)
        } else {
            let place = self.ir.deref(ptr, &state.ty);
            let ty = place.ty();
            if name.starts_with("curand_init") {
                let next = self.ir.havoc(&ty, "initial state of a random generator", span);
                self.ir.store(&place, &next, span);
                Vec::new()
            } else {
                let held = self.ir.load(&place, span).leaves;
                let next = self.ir.input(&ty, &format!("next state of a random generator by {name}"), &held, span);
                self.ir.store(&place, &next, span);
                held
            }
        };
        Some(match &call.ty {
            CType::Void => Value { ty: CType::Void, leaves: Vec::new() },
            ty if name == "curand_uniform" && of_32_bits(&generator) => {
                self.ir.scalar_value(ty.clone(), |s| s.uniform_number(&held, span))
            }
            ty if matches!(name, "curand" | "curand_longlong" | "curand4") => {
                self.ir.input(ty, &format!("random bits by {name}"), &held, span)
            }
            ty => self.ir.havoc(ty, "random number", span),
        })
    }
}

/// True if the generator computes uniform numbers from 32 random bits. Generators of 64 bits have smaller numbers, and
/// MRG32k3a scales them differently.
fn of_32_bits(generator: &str) -> bool {
    matches!(
        generator,
        "curandStateXORWOW"
            | "curandStatePhilox4_32_10"
            | "curandStateMtgp32"
            | "curandStateSobol32"
            | "curandStateScrambledSobol32"
    )
}
