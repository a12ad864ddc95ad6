//! Prints a kernel in the textual form that [`crate::parse_kernel`] reads.
//!
//! The form is complete except for positions: parsing the text and printing it again gives the same text. Expressions
//! are printed inline, so a shared subexpression appears once per use. A type follows an expression (`:u32`) where
//! the form of the expression leaves it open. Ids that no well-formed kernel has are still printed, so that a kernel
//! that fails verification can be looked at; an expression id that is out of range or not smaller than that of its
//! user is printed as `<e7>`, which the parser refuses.

use crate::kernel::LANES;
use crate::names::{self, implied_type, word};
use crate::{
    BarrierScope, Block, CopyStep, ExprId, ExprKind, Fence, Init, Kernel, MemOrder, NamedBarrier, Object, ObjectKind,
    SpecOp, Stmt, StmtKind, Storage, Type, Unknown,
};
use std::fmt::{self, Display, Formatter, Write};
use wp_base::Id;

impl Display for Kernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "kernel {:?} {} {{", &*self.name, word(names::DIALECTS, &self.dialect))?;
        if let Some([x, y, z]) = self.required_block {
            writeln!(f, "  required_block {x} {y} {z};")?;
        }
        if let Some(threads) = self.max_threads {
            writeln!(f, "  max_threads {threads};")?;
        }
        if self.lanes != LANES {
            writeln!(f, "  lanes {};", self.lanes)?;
        }
        writeln!(f, "  loops {};", self.loop_count)?;
        writeln!(f, "  labels {};", self.label_count)?;
        for (id, param) in self.params.iter() {
            write!(f, "  param {id} {:?}: {} = {}", &*param.name, param.ty, param.var)?;
            if let Some(object) = param.object {
                write!(f, " -> {object}")?;
            }
            writeln!(f, ";")?;
        }
        for (id, object) in self.objects.iter() {
            write!(f, "  object {id} ")?;
            write_object(f, object)?;
        }
        for (id, var) in self.vars.iter() {
            writeln!(f, "  var {id} {:?}: {};", &*var.name, var.ty)?;
        }
        for approximation in &self.approximations {
            writeln!(f, "  approximation {:?};", &*approximation.what)?;
        }
        writeln!(f, "  body {{")?;
        Printer { kernel: self, f }.block(&self.body, 2)?;
        writeln!(f, "  }}")?;
        writeln!(f, "}}")
    }
}

fn write_object(f: &mut Formatter<'_>, object: &Object) -> fmt::Result {
    write!(f, "{:?} {} ", &*object.name, word(names::SPACES, &object.space))?;
    match object.kind {
        ObjectKind::Param(param) => write!(f, "param {param}")?,
        ObjectKind::Declared => write!(f, "declared")?,
        ObjectKind::DynamicShared => write!(f, "dynamic")?,
    }
    write!(f, " elem {}", object.elem)?;
    if let Some(size) = object.size {
        write!(f, " size {size}")?;
    }
    if let Some(bytes) = object.bytes {
        write!(f, " bytes {bytes}")?;
    }
    if !object.shape.is_empty() {
        write!(f, " shape")?;
        for extent in &object.shape {
            write!(f, " {extent}")?;
        }
    }
    match &object.init {
        Init::Input => write!(f, " init input")?,
        Init::Unevaluated => write!(f, " init unevaluated")?,
        Init::Undefined => write!(f, " init undefined")?,
        Init::Bytes(bytes) => {
            write!(f, " init bytes \"")?;
            for byte in bytes.iter() {
                write!(f, "{byte:02x}")?;
            }
            write!(f, "\"")?;
        }
    }
    if object.is_reused {
        write!(f, " reused")?;
    }
    if object.is_const {
        write!(f, " const")?;
    }
    if object.restrict {
        write!(f, " restrict")?;
    }
    if let Some(symbol) = &object.symbol {
        write!(f, " symbol {:?}", &**symbol)?;
    }
    writeln!(f, ";")
}

struct Printer<'k, 'f, 'b> {
    kernel: &'k Kernel,
    f: &'f mut Formatter<'b>,
}

impl Printer<'_, '_, '_> {
    fn block(&mut self, block: &Block, depth: usize) -> fmt::Result {
        block.iter().try_for_each(|stmt| self.stmt(stmt, depth))
    }

    fn braces(&mut self, block: &Block, depth: usize) -> fmt::Result {
        writeln!(self.f, "{{")?;
        self.block(block, depth + 1)?;
        self.indent(depth)?;
        write!(self.f, "}}")
    }

    fn indent(&mut self, depth: usize) -> fmt::Result {
        (0..depth).try_for_each(|_| self.f.write_str("  "))
    }

    /// The spaces that are ordered; `shared global` are all of them.
    fn spaces(&mut self, Fence { shared, global, image }: Fence) -> fmt::Result {
        let both = shared && global;
        let words =
            [(shared, " shared"), (global, " global"), (both && !image, " buffers"), (!both && image, " image")];
        for (_, word) in words.into_iter().filter(|(printed, _)| *printed) {
            self.f.write_str(word)?;
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) -> fmt::Result {
        self.indent(depth)?;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                write!(self.f, "{var} = ")?;
                self.root(*value)?;
            }
            StmtKind::Load { var, ty, ptr, volatile } => {
                write!(self.f, "{var} = load {}{ty} [", if *volatile { "volatile " } else { "" })?;
                self.root(*ptr)?;
                write!(self.f, "]")?;
            }
            StmtKind::Store { ptr, value, ty, volatile } => {
                write!(self.f, "store {}{ty} [", if *volatile { "volatile " } else { "" })?;
                self.root(*ptr)?;
                write!(self.f, "] = ")?;
                self.root(*value)?;
            }
            StmtKind::Atomic { result, op, ty, ptr, operands, scope, order } => {
                if let Some(var) = result {
                    write!(self.f, "{var} = ")?;
                }
                write!(self.f, "atomic {} {ty} {} ", word(names::ATOMICS, op), word(names::SCOPES, scope))?;
                if *order != MemOrder::Unstated {
                    write!(self.f, "{} ", word(names::ORDERS, order))?;
                }
                self.f.write_str("[")?;
                self.root(*ptr)?;
                write!(self.f, "] ")?;
                self.args(None, operands)?;
            }
            StmtKind::Barrier { scope, fence, agree, invariants } => {
                write!(self.f, "barrier ")?;
                match scope {
                    BarrierScope::Block => write!(self.f, "block")?,
                    BarrierScope::Grid => write!(self.f, "grid")?,
                    BarrierScope::Warp { mask } => {
                        write!(self.f, "warp(")?;
                        self.root(*mask)?;
                        write!(self.f, ")")?;
                    }
                }
                self.spaces(*fence)?;
                if !agree.is_empty() {
                    self.f.write_str(" agree ")?;
                    self.args(None, agree)?;
                }
                for invariant in invariants {
                    self.f.write_str(" invariant ")?;
                    self.args(None, &[invariant.cond])?;
                    for instance in &invariant.instances {
                        for (n, thread) in instance.iter().enumerate() {
                            self.f.write_str(if n == 0 { " at " } else { " with " })?;
                            self.args(None, thread)?;
                        }
                    }
                    if invariant.inferred {
                        self.f.write_str(" inferred")?;
                    }
                }
            }
            StmtKind::NamedBarrier(NamedBarrier { id, count, waits }) => {
                write!(self.f, "barrier {} ", if *waits { "sync" } else { "arrive" })?;
                self.args(None, &[*id])?;
                if let Some(count) = count {
                    self.f.write_str(" of ")?;
                    self.args(None, &[*count])?;
                }
            }
            StmtKind::Copy(CopyStep::Begin) => write!(self.f, "copy begin")?,
            StmtKind::Copy(CopyStep::End) => write!(self.f, "copy end")?,
            StmtKind::Copy(CopyStep::Commit) => write!(self.f, "copy commit")?,
            StmtKind::Copy(CopyStep::Wait(None)) => write!(self.f, "copy wait all")?,
            StmtKind::Copy(CopyStep::Wait(Some(groups))) => write!(self.f, "copy wait {groups}")?,
            StmtKind::MemFence { scope, order, spaces, is_exact } => {
                write!(self.f, "memfence {}", word(names::SCOPES, scope))?;
                if *order != MemOrder::SeqCst {
                    write!(self.f, " {}", word(names::ORDERS, order))?;
                }
                if *spaces != Fence::ALL {
                    self.f.write_str(" of")?;
                    self.spaces(*spaces)?;
                }
                if !is_exact {
                    self.f.write_str(" at_most")?;
                }
            }
            StmtKind::Snapshot { object, of } => {
                write!(self.f, "snapshot {object} ")?;
                self.root(*of)?;
            }
            StmtKind::Warp { result, op, operands, mask, width } => {
                if let Some(var) = result {
                    write!(self.f, "{var} = ")?;
                }
                write!(self.f, "warp {} ", word(names::WARPS, op))?;
                self.args(None, operands)?;
                for (name, extra) in [("mask", mask), ("width", width)] {
                    if let Some(extra) = extra {
                        write!(self.f, " {name} ")?;
                        self.root(*extra)?;
                    }
                }
            }
            StmtKind::If { cond, then_block, else_block } => {
                write!(self.f, "if ")?;
                self.root(*cond)?;
                write!(self.f, " ")?;
                self.braces(then_block, depth)?;
                if !else_block.is_empty() {
                    write!(self.f, " else ")?;
                    self.braces(else_block, depth)?;
                }
                return writeln!(self.f);
            }
            StmtKind::Loop { id, label, head, cond, body, step, unroll_hint } => {
                write!(self.f, "loop {id} {label}{} ", if *unroll_hint { " unroll" } else { "" })?;
                if !head.is_empty() {
                    write!(self.f, "head ")?;
                    self.braces(head, depth)?;
                    write!(self.f, " ")?;
                }
                write!(self.f, "while ")?;
                self.root(*cond)?;
                write!(self.f, " ")?;
                self.braces(body, depth)?;
                if !step.is_empty() {
                    write!(self.f, " step ")?;
                    self.braces(step, depth)?;
                }
                return writeln!(self.f);
            }
            StmtKind::Labelled { label, body } => {
                write!(self.f, "block {label} ")?;
                self.braces(body, depth)?;
                return writeln!(self.f);
            }
            StmtKind::Break(label) => write!(self.f, "break {label}")?,
            StmtKind::Continue(label) => write!(self.f, "continue {label}")?,
            StmtKind::Return => write!(self.f, "return")?,
            StmtKind::Assert { cond, kind } => {
                write!(self.f, "assert {} ", word(names::ASSERTS, kind))?;
                self.root(*cond)?;
            }
            StmtKind::Assume { cond, kind } => {
                write!(self.f, "assume {} ", word(names::ASSUMES, kind))?;
                self.root(*cond)?;
            }
            StmtKind::Havoc { var, reason, unknown: Unknown::Value } => {
                write!(self.f, "{var} = havoc {:?}", &**reason)?
            }
            StmtKind::Havoc { var, reason, unknown: Unknown::Behaviour } => {
                write!(self.f, "{var} = unmodelled {:?}", &**reason)?
            }
            StmtKind::Declare { storage: Storage::Var(var) } => write!(self.f, "declare {var}")?,
            StmtKind::Declare { storage: Storage::Object(object) } => write!(self.f, "declare {object}")?,
            StmtKind::Unsupported { what } => write!(self.f, "unsupported {:?}", &**what)?,
        }
        writeln!(self.f, ";")
    }

    fn root(&mut self, id: ExprId) -> fmt::Result {
        self.expr(id, self.kernel.exprs.len())
    }

    fn args(&mut self, before: Option<usize>, args: &[ExprId]) -> fmt::Result {
        let bound = before.unwrap_or(self.kernel.exprs.len());
        write!(self.f, "(")?;
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                write!(self.f, ", ")?;
            }
            self.expr(*arg, bound)?;
        }
        write!(self.f, ")")
    }

    /// Prints an expression whose index must be below `bound`; the index falls on every step down, which ends the
    /// recursion also for graphs with a cycle.
    fn expr(&mut self, id: ExprId, bound: usize) -> fmt::Result {
        let Some(expr) = self.kernel.exprs.get(id).filter(|_| id.index() < bound) else {
            return write!(self.f, "<{id}>");
        };
        let below = id.index();
        match &expr.kind {
            ExprKind::Int(value) => match (expr.ty, value) {
                (Type::Bool, 0) => return write!(self.f, "false"),
                (Type::Bool, 1) => return write!(self.f, "true"),
                _ => write!(self.f, "{value}")?,
            },
            ExprKind::Float(bits) => write_float(self.f, expr.ty, *bits)?,
            ExprKind::Null => write!(self.f, "null")?,
            ExprKind::Var(var) => write!(self.f, "{var}")?,
            ExprKind::Special(special) => write!(self.f, "{}", word(names::SPECIALS, special))?,
            ExprKind::AddrOf(object) => write!(self.f, "&{object}")?,
            ExprKind::PtrAdd(a, b) => self.call("ptradd", &[*a, *b], below)?,
            ExprKind::PtrDiff(a, b) => self.call("ptrdiff", &[*a, *b], below)?,
            ExprKind::Unary(op, a) => self.call(word(names::UNARIES, op), &[*a], below)?,
            ExprKind::Binary(op, a, b) if names::PREFIX.iter().any(|(o, _)| o == op) => {
                self.call(word(names::PREFIX, op), &[*a, *b], below)?;
            }
            ExprKind::Binary(op, a, b) => {
                write!(self.f, "(")?;
                self.expr(*a, below)?;
                write!(self.f, " {} ", word(names::INFIX, op))?;
                self.expr(*b, below)?;
                write!(self.f, ")")?;
            }
            ExprKind::Select(c, a, b) => self.call("select", &[*c, *a, *b], below)?,
            ExprKind::Cast(kind, a) => self.call(word(names::CASTS, kind), &[*a], below)?,
            ExprKind::Call(name, args) => {
                write!(self.f, "call {:?}", &**name)?;
                self.args(Some(below), args)?;
            }
            ExprKind::Spec(SpecOp::Unmodelled(name), args) => {
                write!(self.f, "spec {:?}", &**name)?;
                self.args(Some(below), args)?;
            }
            ExprKind::Spec(op, args) => {
                write!(self.f, "spec {}", word(names::SPECS, op))?;
                self.args(Some(below), args)?;
            }
        }
        if implied_type(self.kernel, &expr.kind) != Some(expr.ty) {
            write!(self.f, ":{}", expr.ty)?;
        }
        Ok(())
    }

    fn call(&mut self, name: &str, args: &[ExprId], below: usize) -> fmt::Result {
        write!(self.f, "{name}")?;
        self.args(Some(below), args)
    }
}

/// Decimal digits when they give back the same bits, else the bits themselves.
fn write_float(f: &mut Formatter<'_>, ty: Type, bits: u64) -> fmt::Result {
    let mut text = String::new();
    match ty {
        Type::Float { bits: 32 } => match u32::try_from(bits).map(f32::from_bits) {
            Ok(value) if value.is_finite() => write!(text, "{value:?}")?,
            _ => {}
        },
        Type::Float { bits: 64 } if f64::from_bits(bits).is_finite() => write!(text, "{:?}", f64::from_bits(bits))?,
        _ => {}
    }
    if text.is_empty() {
        write!(f, "bits({bits})")
    } else {
        f.write_str(&text)
    }
}
