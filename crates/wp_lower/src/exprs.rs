//! Expressions: each of Clang's expression nodes becomes a pure KIR expression; statements for its effects are emitted
//! first.
//!
//! Exact for everything that it accepts. Any other node becomes [`wp_kir::StmtKind::Unsupported`] with the name of its
//! kind.

use crate::builder::{Blocks, Builder};
use crate::lowerer::Lowerer;
use crate::scan::has_effects;
use crate::values::{Place, Value};
use wp_clang::Node;
use wp_decls::{constant_of, strip, CType};
use wp_kir::{ExprId, ExprKind, Stmt, StmtKind, Type};

impl Builder<'_> {
    /// Removes `Havoc` statements at the end of the block that only make up the value of an unused result. No behaviour
    /// depends on the result, so the kernel is not over-approximated here.
    fn drop_unused_unknowns(&mut self, result: &Place) {
        let Place::Value(value) = result else { return };
        let is_leaf = |s: &Self, var| value.leaves.iter().any(|&e| *s.kind(e) == ExprKind::Var(var));
        let mut kept = self.statements();
        while let Some((Stmt { kind: StmtKind::Havoc { var, .. }, .. }, before)) = kept.split_last() {
            if !self.is_assigned_once(*var) || !is_leaf(self, *var) {
                break;
            }
            kept = before;
        }
        let len = kept.len();
        self.truncate(len);
    }
}

impl<'u> Lowerer<'u> {
    /// The value of an expression.
    pub(crate) fn expr(&mut self, node: &'u Node) -> Value {
        self.as_operand(node, |s| s.value_of(node))
    }

    fn value_of(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        self.stack.visit(node);
        match &*node.kind {
            "ParenExpr"
            | "ExprWithCleanups"
            | "SubstNonTypeTemplateParmExpr"
            | "CXXStdInitializerListExpr"
            | "FullExpr"
            | "CXXRewrittenBinaryOperator" => match node.inner.last() {
                Some(inner) => self.expr(inner),
                None => self.ir.unsupported_value(node.kind.clone(), &self.stack.ctype(node), span),
            },
            "GenericSelectionExpr" | "ChooseExpr" => match self.stack.visit_selected_operand(node) {
                Some(inner) => self.expr(inner),
                None => self.ir.unsupported_value(node.kind.clone(), &self.stack.ctype(node), span),
            },
            "CXXBindTemporaryExpr" => {
                self.forbid_destructor(node);
                self.inner_expr(node)
            }
            "ConstantExpr" => {
                let ty = self.stack.ctype(node);
                if let (CType::Scalar(t), Some(v)) = (&ty, constant_of(node, self.unit.decls)) {
                    if t.is_int() || *t == Type::Bool {
                        self.stack.cover(node);
                        let e = self.ir.int(v, *t, span);
                        return Value { ty, leaves: vec![e] };
                    }
                }
                self.inner_expr(node)
            }
            "IntegerLiteral" | "CharacterLiteral" => {
                let ty = self.stack.ctype(node);
                match (ty.scalar(), node.value.as_ref().and_then(|v| v.parse::<i128>().ok())) {
                    (Some(t), Some(v)) => self.ir.scalar_value(ty, |s| s.int(v, t, span)),
                    _ => self.ir.unsupported_value("integer literal", &ty, span),
                }
            }
            "FloatingLiteral" => {
                let ty = self.stack.ctype(node);
                match (ty.scalar(), node.value.as_deref().and_then(parse_float)) {
                    (Some(t), Some(v)) => self.ir.scalar_value(ty, |s| s.float(v, t, span)),
                    _ => self.ir.unsupported_value("floating literal", &ty, span),
                }
            }
            "CXXBoolLiteralExpr" => {
                let truth = node.value.as_deref() == Some("true");
                self.ir.scalar_value(CType::Scalar(Type::Bool), |s| s.bool(truth, span))
            }
            "CXXNullPtrLiteralExpr" | "GNUNullExpr" => {
                self.ir.scalar_value(CType::pointer_to(CType::Void), |s| s.zero(Type::Ptr, span))
            }
            "ImplicitValueInitExpr" | "CXXScalarValueInitExpr" => {
                let ty = self.stack.ctype(node);
                self.ir.zero_value(&ty, span)
            }
            "CXXDefaultArgExpr" | "CXXDefaultInitExpr" => self.inner_expr(node),
            "DeclRefExpr"
            | "MemberExpr"
            | "ArraySubscriptExpr"
            | "ExtVectorElementExpr"
            | "MaterializeTemporaryExpr"
            | "CompoundLiteralExpr"
            | "StringLiteral"
            | "PredefinedExpr" => {
                let place = self.place(node);
                match place {
                    Place::Function(f) => self.ir.function_address(&f, span),
                    _ => self.ir.load(&place, span),
                }
            }
            "CXXThisExpr" => match self.stack.frame().this.clone() {
                Some(place) => {
                    let ty = self.stack.ctype(node);
                    let ptr = self.address_of(node, &place, span);
                    Value { ty, leaves: vec![ptr] }
                }
                None => self.ir.unsupported_value("this", &self.stack.ctype(node), span),
            },
            "UnaryOperator" => self.unary(node),
            "BinaryOperator" => self.binary(node),
            "CompoundAssignOperator" => self.compound_assign(node).1,
            "ConditionalOperator" => self.conditional(node),
            "BinaryConditionalOperator" => self.binary_conditional(node),
            "OpaqueValueExpr" => {
                self.stack.cover(node);
                match self.scope.opaque(node.id) {
                    Some(value) => value.clone(),
                    None => self.ir.unsupported_value("operand named elsewhere", &self.stack.ctype(node), span),
                }
            }
            "ImplicitCastExpr"
            | "CStyleCastExpr"
            | "CXXStaticCastExpr"
            | "CXXReinterpretCastExpr"
            | "CXXConstCastExpr"
            | "CXXFunctionalCastExpr"
            | "CXXAddrspaceCastExpr"
            | "BuiltinBitCastExpr" => self.cast(node),
            "AsTypeExpr" => {
                let value = self.inner_expr(node);
                let ty = self.stack.ctype(node);
                self.ir.reinterpret(value, &ty, span)
            }
            "ConvertVectorExpr" => {
                let value = self.inner_expr(node);
                let ty = self.stack.ctype(node);
                self.ir.convert_value(value, &ty, span)
            }
            "ShuffleVectorExpr" => self.ir.unsupported_value("shuffle builtin", &self.stack.ctype(node), span),
            "UnaryExprOrTypeTraitExpr" => self.size_or_alignment(node),
            "SizeOfPackExpr" => self.pack_size(node),
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" | "UserDefinedLiteral" => {
                let place = self.call_to_read(node);
                self.ir.load(&place, span)
            }
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => self.construct_value(node),
            "InitListExpr" => {
                let ty = self.stack.ctype(node);
                self.init_value(node, &ty)
            }
            "LambdaExpr" => self.lambda(node),
            "StmtExpr" => self.statement_expression(node),
            "RecoveryExpr" => {
                self.reached.add_recovery_expr(span);
                self.ir.unsupported_value("expression with a compiler error", &self.stack.ctype(node), span)
            }
            kind => self.ir.unsupported_value(format!("expression `{kind}`"), &self.stack.ctype(node), span),
        }
    }

    fn inner_expr(&mut self, node: &'u Node) -> Value {
        match node.inner.last() {
            Some(inner) => self.expr(inner),
            None => self.ir.unsupported_value(node.kind.clone(), &self.stack.ctype(node), node.span),
        }
    }

    /// The value of a scalar expression.
    pub(crate) fn scalar(&mut self, node: &'u Node) -> ExprId {
        let value = self.expr(node);
        self.ir.only(&value, node.span)
    }

    /// The truth value of a condition.
    pub(crate) fn condition(&mut self, node: &'u Node) -> ExprId {
        let e = self.scalar(node);
        self.ir.truth(e, node.span)
    }

    /// Lowers an expression for its effects only.
    pub(crate) fn discard(&mut self, node: &'u Node) {
        self.as_operand(node, |s| s.lower_effects(node));
    }

    /// Lowers an expression that is a statement, or is cast to `void`. In C such an lvalue is converted to a value, which
    /// is a load that compilers do not generate unless the lvalue is volatile.
    pub(crate) fn discard_unread(&mut self, node: &'u Node) {
        let inner = strip(node);
        let converts = !self.unit.cuda
            && &*inner.kind == "ImplicitCastExpr"
            && inner.cast_kind.as_deref() == Some("LValueToRValue");
        match inner.inner.as_slice() {
            [lvalue] if converts && !self.stack.qtype(lvalue).is_volatile => {
                self.stack.visit_path(node, lvalue);
                self.discard(lvalue);
            }
            _ => self.discard(node),
        }
    }

    fn lower_effects(&mut self, node: &'u Node) {
        let inner = strip(node);
        self.stack.visit(inner);
        match &*inner.kind {
            "UnaryOperator" if matches!(inner.opcode.as_deref(), Some("++" | "--")) => {
                self.increment_or_decrement(inner, false);
            }
            "BinaryOperator" if inner.opcode.as_deref() == Some(",") => {
                inner.inner.iter().for_each(|c| self.discard(c))
            }
            "BinaryOperator" if matches!(inner.opcode.as_deref(), Some("=")) => {
                self.assignment(inner);
            }
            "CStyleCastExpr" | "ImplicitCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr"
                if inner.cast_kind.as_deref() == Some("ToVoid") =>
            {
                if let Some(sub) = inner.inner.last() {
                    self.discard_unread(sub);
                }
            }
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => {
                let result = self.call_place(inner);
                self.ir.drop_unused_unknowns(&result);
            }
            "CXXBindTemporaryExpr" => {
                self.forbid_destructor(inner);
                inner.inner.iter().for_each(|c| self.discard(c));
            }
            // A name alone has no effect; C++ does not even read it.
            "DeclRefExpr" | "CXXThisExpr" => {}
            // Nor is the object read that an lvalue designates, unless it is volatile; its operands are evaluated.
            "ArraySubscriptExpr" | "MemberExpr" | "ExtVectorElementExpr" if is_lvalue(inner) => {
                self.designate(inner);
            }
            "UnaryOperator" if inner.opcode.as_deref() == Some("*") => self.designate(inner),
            "ImplicitCastExpr"
            | "CStyleCastExpr"
            | "CXXStaticCastExpr"
            | "CXXConstCastExpr"
            | "CXXReinterpretCastExpr"
            | "CXXFunctionalCastExpr"
                if is_lvalue(inner) && inner.inner.len() == 1 && inner.cast_kind.as_deref() == Some("NoOp") =>
            {
                self.discard(&inner.inner[0]);
            }
            "ConditionalOperator" if inner.inner.len() == 3 => {
                let cond = self.condition(&inner.inner[0]);
                match self.ir.const_int(cond) {
                    Some(0) => self.exclude(&inner.inner[1]),
                    Some(_) => self.exclude(&inner.inner[2]),
                    None => {}
                }
                self.branch(cond, inner.span, |s| s.discard(&inner.inner[1]), |s| s.discard(&inner.inner[2]));
            }
            _ => {
                self.expr(inner);
            }
        }
    }

    /// Evaluates the operands of a discarded lvalue, and reads it only if it is volatile.
    fn designate(&mut self, node: &'u Node) {
        if self.stack.qtype(node).is_volatile {
            self.expr(node);
        } else {
            self.place(node);
        }
    }

    /// True if evaluating `node` may assign a split variable.
    pub(crate) fn effects(&self, node: &Node) -> bool {
        has_effects(node, &|call| self.inlines(call))
    }

    /// Lowers two operands. The left one is copied to temporaries if the right one has effects. `ordered` says that the
    /// language evaluates the left one first; otherwise their order is unspecified.
    pub(crate) fn operands(&mut self, a: &'u Node, b: &'u Node, ordered: bool) -> (Value, Value) {
        if !ordered {
            return self.in_open_order(&[a, b], a.span, |s| s.operands(a, b, true));
        }
        let x = self.expr(a);
        let x = if self.effects(b) { self.ir.freeze_value(x, a.span) } else { x };
        let y = self.expr(b);
        (x, y)
    }

    /// `sizeof`, `alignof` and `vec_step`.
    pub(crate) fn size_or_alignment(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        // The operand is not evaluated.
        self.stack.cover(node);
        let ty = self.stack.ctype(node);
        let operand = match (node.extra.get("argType"), node.inner.first()) {
            (Some(text), _) => self.stack.printed_type(text).referent().ty.clone(),
            (None, Some(inner)) => self.stack.ctype(inner),
            (None, None) => return self.ir.unsupported_value("sizeof", &ty, span),
        };
        let is_size = !node.name.as_deref().is_some_and(|name| name.contains("align"));
        let mut written = ["argType", "writtenArgType"].iter().filter_map(|key| node.extra.get(*key)).peekable();
        // The alignment of an object is that of its declaration.
        if !is_size && (written.peek().is_none() || written.any(|text| self.unit.decls.has_own_alignment(text))) {
            return self.ir.unsupported_value("alignment of an object or of a typedef with `aligned`", &ty, span);
        }
        let narrow_pointer = self.unit.decls.narrow() && matches!(operand, CType::Pointer(_));
        let value = match (node.name.as_deref(), self.unit.layouts.size_align(self.unit.decls, &operand)) {
            // In this model a pointer in memory takes eight bytes on every target, but `sizeof` gives the size on the
            // target.
            (Some("sizeof"), Ok(_)) if narrow_pointer => 4,
            (Some("sizeof"), Ok((size, _))) => size,
            (Some("alignof" | "__alignof" | "_Alignof"), Ok((_, align))) => align,
            (Some("vec_step"), Ok(_)) => match operand {
                CType::Vector(_, 3) => 4,
                CType::Vector(_, n) => u64::from(n),
                _ => 1,
            },
            _ => return self.ir.unsupported_value("sizeof of an unknown type", &ty, span),
        };
        let t = ty.scalar().unwrap_or(Type::U64);
        self.ir.scalar_value(ty, |s| s.int(i128::from(value), t, span))
    }

    /// `({ ...; e; })`, an extension of GNU C.
    pub(crate) fn statement_expression(&mut self, node: &'u Node) -> Value {
        let ty = self.stack.ctype(node);
        let span = node.span;
        let Some(body) = node.inner.first() else {
            return self.ir.unsupported_value("statement expression", &ty, span);
        };
        self.stack.visit(body);
        let Some((last, before)) = body.inner.split_last() else {
            return Value { ty: CType::Void, leaves: Vec::new() };
        };
        let visible = self.scope.names_so_far();
        before.iter().for_each(|s| self.stmt(s));
        let value = if matches!(ty, CType::Void) {
            self.stmt(last);
            Value { ty, leaves: Vec::new() }
        } else {
            let value = self.expr(last);
            self.ir.freeze_value(value, span)
        };
        self.scope.hide_names(visible);
        value
    }
}

fn is_lvalue(node: &Node) -> bool {
    node.flag("lvalue") || node.flag("xvalue")
}

/// The type of a value of type `ty` after integer promotion.
pub(crate) fn promoted(ty: Type) -> Type {
    match ty {
        Type::Bool => Type::I32,
        Type::Int { bits, .. } if bits < 32 => Type::I32,
        _ => ty,
    }
}

/// The common type of two operands by the usual arithmetic conversions.
pub(crate) fn common_type(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Float { bits: x }, Type::Float { bits: y }) => Type::Float { bits: x.max(y) },
        (Type::Float { .. }, _) => a,
        (_, Type::Float { .. }) => b,
        _ => match (promoted(a), promoted(b)) {
            (Type::Int { bits: x, signed: s }, Type::Int { bits: y, signed: t }) => {
                if x == y {
                    Type::Int { bits: x, signed: s && t }
                } else if x > y {
                    Type::Int { bits: x, signed: s }
                } else {
                    Type::Int { bits: y, signed: t }
                }
            }
            (a, _) => a,
        },
    }
}

/// The value of a floating literal as Clang prints it: decimal or hexadecimal.
pub(crate) fn parse_float(text: &str) -> Option<f64> {
    if let Ok(v) = text.parse::<f64>() {
        return Some(v);
    }
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let rest = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"))?;
    let (mantissa, exponent) = rest.split_once(['p', 'P'])?;
    let mut exponent: i32 = exponent.parse().ok()?;
    let mut value = 0f64;
    let mut fraction = false;
    for c in mantissa.chars() {
        if c == '.' {
            fraction = true;
            continue;
        }
        value = value * 16.0 + f64::from(c.to_digit(16)?);
        if fraction {
            exponent -= 4;
        }
    }
    let value = value * f64::powi(2.0, exponent);
    Some(if negative { -value } else { value })
}
