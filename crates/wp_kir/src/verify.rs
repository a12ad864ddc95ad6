//! Checks that a kernel is well formed; runs after every pass that makes or changes KIR.
//!
//! Input: any [`Kernel`], however broken. Output: every violated rule with the place nearest to it. Exact for the rules
//! of [`VerifyRule`]: a kernel that passes can be printed, executed and summarised without an id out of range, a type
//! confusion or a jump without a target. The verifier does not check the meaning of the kernel. Expressions that no
//! statement uses are checked too.

use crate::names::special_type;
use crate::{
    AtomicOp, BarrierScope, BinOp, Block, CastKind, CopyStep, ExprId, ExprKind, Init, Kernel, LabelId, LoopId,
    ObjectKind, Space, SpecOp, Stmt, StmtKind, Storage, Type, UnOp, VarId, WarpOp,
};
use std::collections::BTreeSet;
use std::fmt;
use wp_base::{Id, Span};

/// A rule that a well-formed kernel keeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VerifyRule {
    /// Every id lies in its arena or below its count.
    IdRange,
    /// Children of an expression have smaller ids than the expression: the graph is acyclic.
    ChildBeforeParent,
    /// Integers have 8, 16, 32 or 64 bits, floats 16, 32 or 64.
    TypeWidth,
    /// Constants lie in the range of their type.
    ConstantRange,
    /// Operands and results have the types that the operation demands.
    OperandType,
    /// The number of operands is right.
    Arity,
    /// A cast fits its source and target type.
    Cast,
    /// Specification operations stand only inside assertions and assumptions.
    SpecPlace,
    /// Labels are defined once and used inside their construct; `continue` names a loop.
    Label,
    /// Loop ids are unique.
    LoopId,
    /// Parameters, variables and objects refer to each other consistently.
    Declaration,
    /// An asynchronous copy begins and ends in one block, and no other one, no barrier and no jump stands in it.
    Copy,
    /// A fence acquires or releases.
    Order,
}

/// A violated rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The rule.
    pub rule: VerifyRule,
    /// The violated rule in words.
    pub message: String,
    /// Position of the statement or expression.
    pub span: Span,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.rule, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks all rules; the errors come in a fixed order (declarations, expressions by id, statements in order).
pub fn verify(kernel: &Kernel) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier {
        kernel,
        errors: Vec::new(),
        has_spec: vec![false; kernel.exprs.len()],
        scope: Vec::new(),
        labels_seen: BTreeSet::new(),
        loops_seen: BTreeSet::new(),
    };
    verifier.declarations();
    verifier.expressions();
    verifier.block(&kernel.body);
    if verifier.errors.is_empty() {
        Ok(())
    } else {
        Err(verifier.errors)
    }
}

struct Verifier<'k> {
    kernel: &'k Kernel,
    errors: Vec<VerifyError>,
    /// For each expression, true if the expression holds a specification operation.
    has_spec: Vec<bool>,
    /// Enclosing labels, and whether each is a loop.
    scope: Vec<(LabelId, bool)>,
    labels_seen: BTreeSet<LabelId>,
    loops_seen: BTreeSet<LoopId>,
}

impl Verifier<'_> {
    fn error(&mut self, rule: VerifyRule, span: Span, message: impl Into<String>) {
        self.errors.push(VerifyError { rule, message: message.into(), span });
    }

    fn require(&mut self, holds: bool, rule: VerifyRule, span: Span, message: impl FnOnce() -> String) {
        if !holds {
            self.error(rule, span, message());
        }
    }

    fn width(&mut self, ty: Type, span: Span) -> bool {
        let good = match ty {
            Type::Bool | Type::Ptr => true,
            Type::Int { bits, .. } => matches!(bits, 8 | 16 | 32 | 64),
            Type::Float { bits } => matches!(bits, 16 | 32 | 64),
        };
        self.require(good, VerifyRule::TypeWidth, span, || format!("there is no type {ty}"));
        good
    }

    fn declarations(&mut self) {
        let kernel = self.kernel;
        for (id, var) in kernel.vars.iter() {
            self.width(var.ty, var.span);
            self.require(!var.name.is_empty(), VerifyRule::Declaration, var.span, || format!("{id} has no name"));
        }
        let mut holders: Vec<VarId> = Vec::new();
        for (id, param) in kernel.params.iter() {
            match kernel.vars.get(param.var) {
                None => self.error(
                    VerifyRule::IdRange,
                    param.span,
                    format!("{id} is held by {}, which does not exist", param.var),
                ),
                Some(var) => self.require(var.ty == param.ty, VerifyRule::Declaration, param.span, || {
                    format!("{id} has type {} but its variable {} has type {}", param.ty, param.var, var.ty)
                }),
            }
            self.require(!holders.contains(&param.var), VerifyRule::Declaration, param.span, || {
                format!("{} holds two parameters", param.var)
            });
            holders.push(param.var);
            let Some(object) = param.object else { continue };
            self.require(param.ty == Type::Ptr, VerifyRule::Declaration, param.span, || {
                format!("{id} points to {object} but has type {}", param.ty)
            });
            match kernel.objects.get(object) {
                None => self.error(
                    VerifyRule::IdRange,
                    param.span,
                    format!("{id} points to {object}, which does not exist"),
                ),
                Some(o) => self.require(o.kind == ObjectKind::Param(id), VerifyRule::Declaration, param.span, || {
                    format!("{id} points to {object}, which is not the object of {id}")
                }),
            }
        }
        for (id, object) in kernel.objects.iter() {
            self.width(object.elem, object.span);
            match object.kind {
                ObjectKind::Param(param) => match kernel.params.get(param) {
                    None => self.error(
                        VerifyRule::IdRange,
                        object.span,
                        format!("{id} belongs to {param}, which does not exist"),
                    ),
                    Some(p) => self.require(p.object == Some(id), VerifyRule::Declaration, object.span, || {
                        format!("{id} belongs to {param}, which does not point to it")
                    }),
                },
                ObjectKind::DynamicShared => {
                    self.require(object.space == Space::Shared, VerifyRule::Declaration, object.span, || {
                        format!("{id} is dynamic shared memory outside shared memory")
                    });
                }
                ObjectKind::Declared => {}
            }
            if let Some(bytes) = object.bytes {
                let holds = kernel.params.get(bytes).is_some_and(|p| p.ty == Type::I64) && object.size.is_none();
                self.require(holds, VerifyRule::Declaration, object.span, || {
                    format!("the size of {id} is no parameter of type i64, or given twice")
                });
            }
            if let (Init::Bytes(bytes), Some(size)) = (&object.init, object.size) {
                self.require(bytes.len() as u64 <= size, VerifyRule::Declaration, object.span, || {
                    format!("{id} has {size} bytes but {} initial ones", bytes.len())
                });
            }
        }
    }

    fn expressions(&mut self) {
        let kernel = self.kernel;
        for (id, expr) in kernel.exprs.iter() {
            let children = expr.kind.children();
            let ordered = children.iter().all(|c| c.index() < id.index());
            self.require(ordered, VerifyRule::ChildBeforeParent, expr.span, || {
                format!("{id} has a child that does not come before it")
            });
            if !self.width(expr.ty, expr.span) || !ordered {
                continue;
            }
            self.has_spec[id.index()] = matches!(&expr.kind, ExprKind::Spec(op, _) if !op.is_computable())
                || children.iter().any(|c| self.has_spec[c.index()]);
            self.expression(id);
        }
    }

    /// Checks one expression whose children are in range.
    fn expression(&mut self, id: ExprId) {
        use VerifyRule::{Arity, ConstantRange, IdRange, OperandType};
        let kernel = self.kernel;
        let expr = &kernel.exprs[id];
        let (ty, span) = (expr.ty, expr.span);
        let of = |child: ExprId| kernel.exprs[child].ty;
        match &expr.kind {
            ExprKind::Int(value) => match ty.int_range() {
                None => self.error(OperandType, span, format!("{id} is an integer constant of type {ty}")),
                Some((low, high)) => self.require((low..=high).contains(value), ConstantRange, span, || {
                    format!("{id}: {value} is not a value of {ty}")
                }),
            },
            ExprKind::Float(bits) => match ty {
                Type::Float { bits: width } => {
                    let fits = width >= 64 || bits >> width == 0;
                    self.require(fits, ConstantRange, span, || format!("{id}: {bits:#x} has more bits than {ty}"));
                }
                _ => self.error(OperandType, span, format!("{id} is a float constant of type {ty}")),
            },
            ExprKind::Null => self.expect(id, ty, Type::Ptr),
            ExprKind::Var(var) => match kernel.vars.get(*var) {
                None => self.error(IdRange, span, format!("{id} reads {var}, which does not exist")),
                Some(v) => self.expect(id, ty, v.ty),
            },
            ExprKind::Special(special) => self.expect(id, ty, special_type(*special)),
            ExprKind::AddrOf(object) => {
                self.require(kernel.objects.get(*object).is_some(), IdRange, span, || {
                    format!("{id} is the address of {object}, which does not exist")
                });
                self.expect(id, ty, Type::Ptr);
            }
            ExprKind::PtrAdd(pointer, bytes) => {
                self.expect(*pointer, of(*pointer), Type::Ptr);
                self.expect(*bytes, of(*bytes), Type::I64);
                self.expect(id, ty, Type::Ptr);
            }
            ExprKind::PtrDiff(a, b) => {
                self.expect(*a, of(*a), Type::Ptr);
                self.expect(*b, of(*b), Type::Ptr);
                self.expect(id, ty, Type::I64);
            }
            ExprKind::Unary(op, a) => {
                let good = match op {
                    UnOp::Neg => ty.is_int() || ty.is_float(),
                    UnOp::BitNot => ty.is_int(),
                    UnOp::Not => ty == Type::Bool,
                };
                self.require(good, OperandType, span, || format!("{id}: {op:?} has no type {ty}"));
                self.expect(*a, of(*a), ty);
            }
            ExprKind::Binary(op, a, b) => self.binary(id, *op, of(*a), of(*b)),
            ExprKind::Select(c, a, b) => {
                self.expect(*c, of(*c), Type::Bool);
                self.expect(*a, of(*a), ty);
                self.expect(*b, of(*b), ty);
            }
            ExprKind::Cast(kind, a) => {
                let from = of(*a);
                self.require(cast_is_legal(*kind, from, ty), VerifyRule::Cast, span, || {
                    format!("{id}: {kind:?} does not go from {from} to {ty}")
                });
            }
            ExprKind::Call(name, _) => {
                self.require(!name.is_empty(), OperandType, span, || format!("{id} calls a function without name"));
            }
            ExprKind::Spec(op, args) => {
                let arity = match op {
                    SpecOp::Enabled | SpecOp::SameGroup => Some(0),
                    SpecOp::Unmodelled(_) => None,
                    _ => Some(1),
                };
                if arity.is_some_and(|n| n != args.len()) {
                    return self.error(Arity, span, format!("{id}: {op:?} has {} operands", args.len()));
                }
                match (op, args.first()) {
                    (SpecOp::HasRead | SpecOp::HasWritten, Some(&p)) => {
                        self.expect(p, of(p), Type::Ptr);
                        self.expect(id, ty, Type::Bool);
                    }
                    (SpecOp::ReadOffset | SpecOp::WriteOffset | SpecOp::PtrOffset | SpecOp::PtrBase, Some(&p)) => {
                        self.expect(p, of(p), Type::Ptr);
                        self.require(ty.is_int(), OperandType, span, || format!("{id}: {op:?} has type {ty}"));
                    }
                    (SpecOp::Load, Some(&p)) => self.expect(p, of(p), Type::Ptr),
                    (SpecOp::Other, Some(&a)) => self.expect(a, of(a), ty),
                    (SpecOp::All | SpecOp::Exclusive, Some(&a)) => {
                        self.expect(a, of(a), Type::Bool);
                        self.expect(id, ty, Type::Bool);
                    }
                    (SpecOp::Uniform | SpecOp::Distinct | SpecOp::Enabled | SpecOp::SameGroup, _) => {
                        self.expect(id, ty, Type::Bool);
                    }
                    _ => {}
                }
            }
        }
    }

    fn binary(&mut self, id: ExprId, op: BinOp, a: Type, b: Type) {
        let expr = &self.kernel.exprs[id];
        let (ty, span) = (expr.ty, expr.span);
        let good = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => a == b && (a.is_int() || a.is_float()),
            BinOp::Rem | BinOp::Min | BinOp::Max => a == b && a.is_int(),
            BinOp::Shl | BinOp::Shr => a.is_int() && b.is_int(),
            BinOp::And | BinOp::Or | BinOp::Xor => a == b && (a.is_int() || a == Type::Bool),
            BinOp::Lt | BinOp::Le => a == b && a != Type::Bool,
            BinOp::Eq | BinOp::Ne => a == b,
        };
        self.require(good, VerifyRule::OperandType, span, || format!("{id}: {op:?} of {a} and {b}"));
        self.expect(id, ty, if op.is_comparison() { Type::Bool } else { a });
    }

    fn expect(&mut self, id: ExprId, found: Type, expected: Type) {
        let span = self.kernel.exprs.get(id).map_or(Span::NONE, |e| e.span);
        self.require(found == expected, VerifyRule::OperandType, span, || {
            format!("{id} has type {found} where {expected} is needed")
        });
    }

    /// Type of an expression that a statement uses outside specifications.
    fn operand(&mut self, id: ExprId, span: Span) -> Option<Type> {
        let ty = self.spec_operand(id, span)?;
        let spec = self.has_spec[id.index()];
        self.require(!spec, VerifyRule::SpecPlace, span, || {
            format!("{id} holds a specification operation outside assertions and assumptions")
        });
        Some(ty)
    }

    fn spec_operand(&mut self, id: ExprId, span: Span) -> Option<Type> {
        let ty = self.kernel.exprs.get(id).map(|e| e.ty);
        self.require(ty.is_some(), VerifyRule::IdRange, span, || format!("{id} does not exist"));
        ty
    }

    fn typed(&mut self, id: ExprId, expected: Type, span: Span) {
        if let Some(found) = self.operand(id, span) {
            self.expect(id, found, expected);
        }
    }

    fn target(&mut self, var: VarId, span: Span) -> Option<Type> {
        let ty = self.kernel.vars.get(var).map(|v| v.ty);
        self.require(ty.is_some(), VerifyRule::IdRange, span, || format!("{var} does not exist"));
        ty
    }

    fn result(&mut self, var: VarId, expected: Type, span: Span) {
        if let Some(found) = self.target(var, span) {
            self.require(found == expected, VerifyRule::OperandType, span, || {
                format!("{var} has type {found} but receives {expected}")
            });
        }
    }

    fn block(&mut self, block: &Block) {
        let mut in_copy = false;
        for stmt in block {
            let fits = match stmt.kind {
                StmtKind::Copy(CopyStep::Begin) => !std::mem::replace(&mut in_copy, true),
                StmtKind::Copy(CopyStep::End) => std::mem::replace(&mut in_copy, false),
                StmtKind::Load { .. } | StmtKind::Store { .. } | StmtKind::Assign { .. } | StmtKind::If { .. } => true,
                _ => !in_copy,
            };
            self.require(fits, VerifyRule::Copy, stmt.span, || "a step that an asynchronous copy excludes".to_owned());
            self.stmt(stmt);
        }
        let end = block.last().map_or(Span::NONE, |stmt| stmt.span);
        self.require(!in_copy, VerifyRule::Copy, end, || "an asynchronous copy that does not end".to_owned());
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                if let Some(ty) = self.operand(*value, span) {
                    self.result(*var, ty, span);
                }
            }
            StmtKind::Load { var, ty, ptr, .. } => {
                self.width(*ty, span);
                self.typed(*ptr, Type::Ptr, span);
                self.result(*var, *ty, span);
            }
            StmtKind::Store { ptr, value, ty, .. } => {
                self.width(*ty, span);
                self.typed(*ptr, Type::Ptr, span);
                self.typed(*value, *ty, span);
            }
            StmtKind::Atomic { result, op, ty, ptr, operands, .. } => {
                self.width(*ty, span);
                self.typed(*ptr, Type::Ptr, span);
                let good = match op {
                    AtomicOp::Load | AtomicOp::Exch | AtomicOp::Cas => true,
                    AtomicOp::Add | AtomicOp::Sub | AtomicOp::Min | AtomicOp::Max => ty.is_int() || ty.is_float(),
                    AtomicOp::And | AtomicOp::Or | AtomicOp::Xor | AtomicOp::Inc | AtomicOp::Dec => ty.is_int(),
                };
                self.require(good, VerifyRule::OperandType, span, || format!("atomic {op:?} of {ty}"));
                let arity = match op {
                    AtomicOp::Load => 0,
                    AtomicOp::Cas => 2,
                    _ => 1,
                };
                self.arity(operands.len(), arity, span);
                for operand in operands {
                    self.typed(*operand, *ty, span);
                }
                if let Some(var) = result {
                    self.result(*var, *ty, span);
                }
            }
            StmtKind::Barrier { scope, agree, invariants, .. } => {
                for &value in agree {
                    self.operand(value, span);
                }
                for invariant in invariants {
                    if let Some(found) = self.spec_operand(invariant.cond, span) {
                        self.expect(invariant.cond, found, Type::Bool);
                    }
                    for index in invariant.indices() {
                        self.spec_operand(index, span);
                    }
                }
                if let BarrierScope::Warp { mask } = scope {
                    self.typed(*mask, self.kernel.mask_type(), span);
                }
            }
            StmtKind::NamedBarrier(barrier) => barrier.operands().for_each(|e| self.typed(e, Type::U32, span)),
            StmtKind::Warp { result, op, operands, mask, width } => {
                if let Some(mask) = mask {
                    self.typed(*mask, self.kernel.mask_type(), span);
                }
                if let Some(width) = width {
                    self.integer(*width, span);
                }
                self.warp(*result, *op, operands, span);
            }
            StmtKind::If { cond, then_block, else_block } => {
                self.typed(*cond, Type::Bool, span);
                self.block(then_block);
                self.block(else_block);
            }
            StmtKind::Loop { id, label, head, cond, body, step, .. } => {
                let known = id.index() < self.kernel.loop_count as usize;
                self.require(known, VerifyRule::IdRange, span, || format!("{id} is not below the loop count"));
                let fresh = self.loops_seen.insert(*id);
                self.require(fresh, VerifyRule::LoopId, span, || format!("{id} names two loops"));
                self.define(*label, true, span);
                self.block(head);
                self.typed(*cond, Type::Bool, span);
                self.block(body);
                self.block(step);
                self.scope.pop();
            }
            StmtKind::Labelled { label, body } => {
                self.define(*label, false, span);
                self.block(body);
                self.scope.pop();
            }
            StmtKind::Break(label) => {
                let inside = self.scope.iter().any(|(l, _)| l == label);
                self.require(inside, VerifyRule::Label, span, || format!("break outside {label}"));
            }
            StmtKind::Continue(label) => {
                let inside = self.scope.iter().any(|(l, is_loop)| l == label && *is_loop);
                self.require(inside, VerifyRule::Label, span, || format!("continue outside a loop {label}"));
            }
            StmtKind::Assert { cond, .. } | StmtKind::Assume { cond, .. } => {
                if let Some(found) = self.spec_operand(*cond, span) {
                    self.expect(*cond, found, Type::Bool);
                }
            }
            StmtKind::Havoc { var, .. } => {
                self.target(*var, span);
            }
            StmtKind::Declare { storage: Storage::Var(var) } => {
                self.target(*var, span);
            }
            StmtKind::Declare { storage: Storage::Object(object) } => {
                let space = self.kernel.objects.get(*object).map(|o| o.space);
                self.require(space.is_some(), VerifyRule::IdRange, span, || format!("{object} does not exist"));
                self.require(space.is_none_or(|s| s == Space::Private), VerifyRule::Declaration, span, || {
                    format!("{object} is declared by a thread and not private")
                });
            }
            StmtKind::Snapshot { object, of } => {
                let space = self.kernel.objects.get(*object).map(|o| o.space);
                self.require(space.is_some(), VerifyRule::IdRange, span, || format!("{object} does not exist"));
                let own = space.is_none_or(|s| matches!(s, Space::Private | Space::Shared));
                self.require(own, VerifyRule::Declaration, span, || {
                    format!("{object} is a snapshot and neither private nor shared")
                });
                if let Some(found) = self.operand(*of, span) {
                    self.expect(*of, found, Type::Ptr);
                }
            }
            StmtKind::MemFence { order, .. } => {
                self.require(order.orders(), VerifyRule::Order, span, || format!("fence of order {order:?}"));
            }
            StmtKind::Copy(_) | StmtKind::Return | StmtKind::Unsupported { .. } => {}
        }
    }

    fn warp(&mut self, result: Option<VarId>, op: WarpOp, operands: &[ExprId], span: Span) {
        let types: Vec<_> = operands.iter().map(|o| self.operand(*o, span)).collect();
        let arity = match op {
            WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor => 2,
            WarpOp::Ballot | WarpOp::Any | WarpOp::All => 1,
            WarpOp::Reduce(_) | WarpOp::ScanInclusive(_) | WarpOp::ScanExclusive(_) => 1,
            WarpOp::ActiveMask => 0,
        };
        self.arity(operands.len(), arity, span);
        if arity == 2 {
            if let Some(lane) = operands.get(1) {
                self.integer(*lane, span);
            }
        }
        if let WarpOp::Reduce(how) | WarpOp::ScanInclusive(how) | WarpOp::ScanExclusive(how) = op {
            if let Some(Some(ty)) = types.first() {
                self.require(how.takes(*ty), VerifyRule::OperandType, span, || {
                    format!("{how:?} of values of type {ty}")
                });
            }
        }
        let Some(var) = result else { return };
        match op {
            WarpOp::Ballot | WarpOp::ActiveMask => self.result(var, self.kernel.mask_type(), span),
            WarpOp::Any | WarpOp::All => {
                if let Some(ty) = self.target(var, span) {
                    self.require(ty.is_int() || ty == Type::Bool, VerifyRule::OperandType, span, || {
                        format!("{var} of type {ty} receives a vote")
                    });
                }
            }
            _ => {
                if let Some(Some(ty)) = types.first() {
                    self.result(var, *ty, span);
                }
            }
        }
    }

    fn integer(&mut self, id: ExprId, span: Span) {
        if let Some(ty) = self.operand(id, span) {
            self.require(ty.is_int(), VerifyRule::OperandType, span, || {
                format!("{id} has type {ty} where an integer is needed")
            });
        }
    }

    fn arity(&mut self, found: usize, expected: usize, span: Span) {
        self.require(found == expected, VerifyRule::Arity, span, || {
            format!("{found} operands where {expected} are needed")
        });
    }

    fn define(&mut self, label: LabelId, is_loop: bool, span: Span) {
        let known = label.index() < self.kernel.label_count as usize;
        self.require(known, VerifyRule::IdRange, span, || format!("{label} is not below the label count"));
        let fresh = self.labels_seen.insert(label);
        self.require(fresh, VerifyRule::Label, span, || format!("{label} is defined twice"));
        self.scope.push((label, is_loop));
    }
}

fn cast_is_legal(kind: CastKind, from: Type, to: Type) -> bool {
    let integral = |ty: Type| ty.is_int() || ty == Type::Bool;
    match kind {
        CastKind::IntToInt => integral(from) && to.is_int(),
        CastKind::ToBool => from != Type::Bool && to == Type::Bool,
        CastKind::IntToFloat => integral(from) && to.is_float(),
        CastKind::FloatToInt => from.is_float() && to.is_int(),
        CastKind::FloatToFloat => from.is_float() && to.is_float(),
        CastKind::Bitcast => {
            let scalar = |ty: Type| ty.is_int() || ty.is_float();
            scalar(from) && scalar(to) && from.size() == to.size()
        }
        CastKind::PtrToInt => from == Type::Ptr && to.is_int(),
        CastKind::IntToPtr => from.is_int() && to == Type::Ptr,
        CastKind::PtrToShared => from == Type::Ptr && to == Type::U32,
        CastKind::SharedToPtr => from == Type::U32 && to == Type::Ptr,
    }
}
