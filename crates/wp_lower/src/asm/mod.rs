//! Inline PTX that works on registers, on memory by loads and stores ([`access`]), atomically (`updates`), by rows of
//! matrices and asynchronous copies (`copies`), and that orders threads by barriers and fences.
//!
//! Moves of special registers that a launch determines (`%laneid`, `%tid`, `%ctaid`, their extents, `%lanemask_*`) are
//! exact. The other instructions that [`ptx`] accepts are over-approximate: their results are unknown values, recorded
//! with the name of the instruction; those of instructions of a whole warp (`shfl.sync`, `mma.sync`) are, too, and all
//! lanes have to execute them. Assembly that may otherwise access memory, synchronise or jump is rejected, and so is
//! assembly that [`text`] cannot read from the source, such as that with macros in its template.

mod access;
mod copies;
mod ptx;
mod text;
mod updates;

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use crate::values::{Place, Value};
use access::{Access, Loads, Operands};
use ptx::{Action, Effects, Outcome, Register};
use wp_base::Span;
use wp_clang::{Node, ASSEMBLY};
use wp_decls::CType;
use wp_kir::{BarrierScope, BinOp, CopyStep, ExprId, Fence, Special, StmtKind, Type, UnOp, VarId};

impl Builder<'_> {
    /// Stores the address in the window of shared memory of the pointer that an operand is; false if that is none, or the
    /// place holds no address.
    fn store_address(&mut self, place: &Place, pointer: usize, operands: &Operands<'_>, span: Span) -> bool {
        let ty = place.ty();
        let Some(integer @ Type::Int { bits: 32 | 64, .. }) = ty.scalar() else { return false };
        let Some(pointer) = operands.input(pointer).cloned() else { return false };
        let pointer = self.only(&pointer, span);
        if self.ty(pointer) != Type::Ptr {
            return false;
        }
        let address = self.shared_address(pointer, span);
        let e = self.convert(address, integer, span);
        self.store(place, &Value { ty, leaves: vec![e] }, span);
        true
    }

    fn store_result(&mut self, place: &Place, result: Outcome, loaded: Option<VarId>, span: Span) {
        let ty = place.ty();
        let value = match (result, ty.scalar()) {
            (Outcome::SharedAddress(_), _) => self.havoc(&ty, "address of shared memory that is no pointer", span),
            (Outcome::Register(register), Some(Type::I32 | Type::U32)) => {
                let e = self.register(register, span);
                Value { ty, leaves: vec![e] }
            }
            (Outcome::Register(_), _) => self.havoc(&ty, "special register as a value of another type", span),
            (Outcome::Unknown(what), _) => self.havoc(&ty, what, span),
            (Outcome::Loaded(_) | Outcome::NonZero(_), _) => match loaded {
                Some(var) => {
                    let e = self.read(var, span);
                    Value { ty, leaves: vec![e] }
                }
                None => self.havoc(&ty, "operand that inline assembly leaves unset", span),
            },
        };
        self.store(place, &value, span);
    }

    /// The value of a special register.
    fn register(&mut self, register: Register, span: Span) -> ExprId {
        match register {
            Register::Special(special) => self.special(special, span),
            Register::LanesEqual => self.lane_bit(span),
            Register::LanesBelow => self.lanes_below(span),
            Register::LanesUpTo => {
                let (own, below) = (self.lane_bit(span), self.lanes_below(span));
                self.bin(BinOp::Or, own, below, span)
            }
            Register::LanesFrom => {
                let below = self.lanes_below(span);
                self.un(UnOp::BitNot, below, span)
            }
            Register::LanesAbove => {
                let up_to = self.register(Register::LanesUpTo, span);
                self.un(UnOp::BitNot, up_to, span)
            }
        }
    }

    fn lane_bit(&mut self, span: Span) -> ExprId {
        let one = self.int(1, Type::U32, span);
        let lane = self.special(Special::LaneId, span);
        self.bin(BinOp::Shl, one, lane, span)
    }

    fn lanes_below(&mut self, span: Span) -> ExprId {
        let own = self.lane_bit(span);
        let one = self.int(1, Type::U32, span);
        self.bin(BinOp::Sub, own, one, span)
    }
}

impl Builder<'_> {
    /// Waits until at most so many groups of asynchronous copies of the thread are in flight.
    pub(crate) fn wait_for_groups(&mut self, groups: ExprId, span: Span) {
        match self.const_int(groups).map(u32::try_from) {
            Some(Ok(groups)) => self.emit(StmtKind::Copy(CopyStep::Wait(Some(groups))), span),
            _ => self.unsupported("wait for a number of asynchronous copies that is no constant", span),
        }
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn asm(&mut self, node: &'u Node) {
        let span = node.span;
        if !self.unit.cuda || &*node.kind != "GCCAsmStmt" {
            return self.ir.unsupported("inline assembly", span);
        }
        let asm = match text::read(node.extra.get(ASSEMBLY).map_or("", |text| text)) {
            Ok(asm) if asm.outputs.len() + asm.inputs.len() == node.inner.len() => asm,
            Ok(_) => return self.ir.unsupported("inline assembly whose operands are not understood", span),
            Err(why) => return self.ir.unsupported(format!("inline assembly {why}"), span),
        };
        let Effects { results, mut actions, needs_warp, reads } = match ptx::run(&asm) {
            Ok(effects) => effects,
            Err(why) => return self.ir.unsupported(format!("inline assembly {why}"), span),
        };
        for action in &mut actions {
            match action {
                Action::Fence { is_exact, .. }
                | Action::Access(Access { kind: access::Kind::Atomic { is_exact, .. }, .. }) => {
                    *is_exact &= asm.clobbers_memory;
                }
                _ => {}
            }
        }
        let may_move = |action: &Action| matches!(action, Action::Access(access) if access.is_read_only);
        if !asm.keeps_order && !actions.iter().all(may_move) {
            let what = "inline assembly that accesses memory or synchronises, and that the compiler may move (neither `volatile` nor a \"memory\" clobber)";
            return self.ir.unsupported(what, span);
        }
        // Reading a special register makes the kernel depend on the launch, even if the result is unknown.
        reads.into_iter().for_each(|register| _ = self.ir.register(register, span));
        // Reads of operands are accesses, even if their values are not used.
        let (outputs, inputs) = node.inner.split_at(asm.outputs.len());
        let mut places = Vec::new();
        for (output, operand) in outputs.iter().zip(&asm.outputs) {
            let place = self.place(output);
            let place = self.ir.freeze_place(place, span);
            if !matches!(place.ty(), CType::Scalar(_)) {
                return self.ir.unsupported("inline assembly whose result is no number", span);
            }
            if operand.is_read() {
                self.ir.load(&place, span);
            }
            places.push(place);
        }
        let mut values = Vec::new();
        for input in inputs {
            let value = self.expr(input);
            values.push(self.ir.freeze_value(value, span));
        }
        if needs_warp {
            let mask = self.ir.mask_of_warp(span);
            self.ir.assert_lanes_arrive(mask, span);
        }
        let operands = Operands { outputs: &places, inputs: &values };
        let mut loads = Loads::new();
        for action in &actions {
            self.act(action, &operands, &mut loads, span);
        }
        for (number, (place, result)) in places.iter().zip(results).enumerate() {
            match result {
                Some(Outcome::SharedAddress(pointer)) if self.ir.store_address(place, pointer, &operands, span) => {}
                Some(result) => self.ir.store_result(place, result, loads.get(&number).copied(), span),
                None => {}
            }
        }
    }

    fn act(&mut self, action: &Action, operands: &Operands<'_>, loads: &mut Loads, span: Span) {
        let ir = &mut self.ir;
        match action {
            Action::Access(access) => ir.access_by_assembly(access, operands, loads, span),
            Action::Rows(rows) => ir.rows_by_assembly(rows, operands, span),
            Action::Copy(copy) => ir.copy_by_assembly(copy, operands, span),
            Action::CommitCopies => ir.emit(StmtKind::Copy(CopyStep::Commit), span),
            Action::WaitForAllCopies => ir.emit(StmtKind::Copy(CopyStep::Wait(None)), span),
            Action::WaitForCopies(groups) => match ir.extent(*groups, operands, span) {
                Some(groups) => ir.wait_for_groups(groups, span),
                None => ir.unsupported("inline assembly whose operands are not understood", span),
            },
            Action::Barrier { id, count, waits } => {
                let id = ir.extent(*id, operands, span);
                match (id, count.map(|count| ir.extent(count, operands, span))) {
                    (Some(id), None) => ir.named_barrier(id, None, *waits, span),
                    (Some(id), Some(Some(count))) => ir.named_barrier(id, Some(count), *waits, span),
                    _ => ir.unsupported("inline assembly whose operands are not understood", span),
                }
            }
            Action::WarpBarrier => {
                let mask = ir.mask_of_warp(span);
                let scope = BarrierScope::Warp { mask };
                let (agree, invariants) = (Vec::new(), Vec::new());
                ir.emit(StmtKind::Barrier { scope, fence: Fence::ALL, agree, invariants }, span);
            }
            Action::Fence { scope, order, is_exact } => {
                let (scope, order, is_exact) = (*scope, *order, *is_exact);
                ir.emit(StmtKind::MemFence { scope, order, spaces: Fence::ALL, is_exact }, span)
            }
            Action::Trap => drop(ir.trap(span)),
            Action::Exit => ir.emit(StmtKind::Return, span),
        }
    }
}
