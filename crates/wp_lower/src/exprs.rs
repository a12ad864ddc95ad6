//! Expressions: Clang's expression nodes to pure KIR expressions, with effects emitted as statements before them.
//!
//! Exact for everything it accepts; an unknown node kind becomes [`wp_kir::StmtKind::Unsupported`] with its class name.

use crate::ctx::{Lowerer, Place, Value};
use crate::ctype::{CType, QType};
use crate::decls::constant_of;
use crate::scan::{address_operand, has_effects, strip};
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{BinOp, Block, ExprId, ExprKind, StmtKind, Type, UnOp};

impl<'u> Lowerer<'u> {
    /// The value of an expression.
    pub(crate) fn expr(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        match &*node.kind {
            "ParenExpr" | "ExprWithCleanups" | "CXXBindTemporaryExpr" | "SubstNonTypeTemplateParmExpr"
            | "CXXStdInitializerListExpr" | "FullExpr" | "CXXRewrittenBinaryOperator" | "GenericSelectionExpr"
            | "ChooseExpr" => match node.inner.last() {
                Some(inner) => self.expr(inner),
                None => self.unsupported_value(node.kind.clone(), &self.ctype(node), span),
            },
            "ConstantExpr" => {
                let ty = self.ctype(node);
                if let (CType::Scalar(t), Some(v)) = (&ty, constant_of(node, self.decls)) {
                    if t.is_int() || *t == Type::Bool {
                        let e = self.int(v, *t, span);
                        return Value { ty, leaves: vec![e] };
                    }
                }
                self.inner_expr(node)
            }
            "IntegerLiteral" | "CharacterLiteral" => {
                let ty = self.ctype(node);
                match (ty.scalar(), node.value.as_ref().and_then(|v| v.parse::<i128>().ok())) {
                    (Some(t), Some(v)) => self.scalar_value(ty, |s| s.int(v, t, span)),
                    _ => self.unsupported_value("integer literal", &ty, span),
                }
            }
            "FloatingLiteral" => {
                let ty = self.ctype(node);
                match (ty.scalar(), node.value.as_deref().and_then(parse_float)) {
                    (Some(t), Some(v)) => self.scalar_value(ty, |s| s.float(v, t, span)),
                    _ => self.unsupported_value("floating literal", &ty, span),
                }
            }
            "CXXBoolLiteralExpr" => {
                let truth = node.value.as_deref() == Some("true");
                self.scalar_value(CType::Scalar(Type::Bool), |s| s.bool(truth, span))
            }
            "CXXNullPtrLiteralExpr" | "GNUNullExpr" => {
                self.scalar_value(CType::pointer_to(CType::Void), |s| s.zero(Type::Ptr, span))
            }
            "ImplicitValueInitExpr" | "CXXScalarValueInitExpr" => {
                let ty = self.ctype(node);
                self.zero_value(&ty, span)
            }
            "CXXDefaultArgExpr" | "CXXDefaultInitExpr" => self.inner_expr(node),
            "DeclRefExpr" | "MemberExpr" | "ArraySubscriptExpr" | "ExtVectorElementExpr" | "MaterializeTemporaryExpr"
            | "CompoundLiteralExpr" | "StringLiteral" | "PredefinedExpr" => {
                let place = self.place(node);
                match place {
                    Place::Function(f) => self.function_address(&f, span),
                    _ => self.load(&place, span),
                }
            }
            "CXXThisExpr" => match self.frame().this.clone() {
                Some(place) => {
                    let ty = self.ctype(node);
                    let ptr = self.address(&place, span);
                    Value { ty, leaves: vec![ptr] }
                }
                None => self.unsupported_value("this", &self.ctype(node), span),
            },
            "UnaryOperator" => self.unary(node),
            "BinaryOperator" => self.binary(node),
            "CompoundAssignOperator" => self.compound_assign(node).1,
            "ConditionalOperator" => self.conditional(node),
            "BinaryConditionalOperator" => self.unsupported_value("binary conditional operator", &self.ctype(node), span),
            "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXReinterpretCastExpr" | "CXXConstCastExpr"
            | "CXXFunctionalCastExpr" | "CXXAddrspaceCastExpr" | "BuiltinBitCastExpr" => self.cast(node),
            "AsTypeExpr" => {
                let value = self.inner_expr(node);
                let ty = self.ctype(node);
                self.reinterpret(value, &ty, span)
            }
            "ConvertVectorExpr" => {
                let value = self.inner_expr(node);
                let ty = self.ctype(node);
                self.convert_value(value, &ty, span)
            }
            "ShuffleVectorExpr" => self.unsupported_value("shuffle builtin", &self.ctype(node), span),
            "UnaryExprOrTypeTraitExpr" => self.type_trait(node),
            "SizeOfPackExpr" => self.pack_size(node),
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" | "UserDefinedLiteral" => {
                let place = self.call_place(node);
                self.load(&place, span)
            }
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => self.construct_value(node),
            "InitListExpr" => {
                let ty = self.ctype(node);
                self.init_value(node, &ty)
            }
            "LambdaExpr" => self.lambda(node),
            "StmtExpr" => self.statement_expression(node),
            "RecoveryExpr" => {
                self.recovery.get_or_insert(span);
                self.unsupported_value("expression with a compiler error", &self.ctype(node), span)
            }
            kind => self.unsupported_value(format!("expression `{kind}`"), &self.ctype(node), span),
        }
    }

    pub(crate) fn scalar_value(&mut self, ty: CType, f: impl FnOnce(&mut Self) -> ExprId) -> Value {
        let e = f(self);
        Value { ty, leaves: vec![e] }
    }

    fn inner_expr(&mut self, node: &'u Node) -> Value {
        match node.inner.last() {
            Some(inner) => self.expr(inner),
            None => self.unsupported_value(node.kind.clone(), &self.ctype(node), node.span),
        }
    }

    /// The only leaf of a scalar value.
    pub(crate) fn only(&mut self, value: &Value, span: Span) -> ExprId {
        match value.leaves.as_slice() {
            [e] => *e,
            _ => {
                self.unsupported("scalar expected", span);
                self.int(0, Type::I32, span)
            }
        }
    }

    /// The value of a scalar expression.
    pub(crate) fn scalar(&mut self, node: &'u Node) -> ExprId {
        let value = self.expr(node);
        self.only(&value, node.span)
    }

    /// The truth value of a condition.
    pub(crate) fn condition(&mut self, node: &'u Node) -> ExprId {
        let e = self.scalar(node);
        self.truth(e, node.span)
    }

    /// Evaluates for effects only.
    pub(crate) fn discard(&mut self, node: &'u Node) {
        let inner = strip(node);
        match &*inner.kind {
            "UnaryOperator" if matches!(inner.opcode.as_deref(), Some("++" | "--")) => {
                self.step(inner, false);
            }
            "BinaryOperator" if inner.opcode.as_deref() == Some(",") => inner.inner.iter().for_each(|c| self.discard(c)),
            "BinaryOperator" if matches!(inner.opcode.as_deref(), Some("=")) => {
                self.assignment(inner);
            }
            "CStyleCastExpr" | "ImplicitCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr"
                if inner.cast_kind.as_deref() == Some("ToVoid") =>
            {
                if let Some(sub) = inner.inner.last() {
                    self.discard(sub);
                }
            }
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => {
                self.call_place(inner);
            }
            // A name alone has no effect; C++ does not even read it.
            "DeclRefExpr" => {}
            "ConditionalOperator" if inner.inner.len() == 3 => {
                let cond = self.condition(&inner.inner[0]);
                self.branch(cond, inner.span, |s| s.discard(&inner.inner[1]), |s| s.discard(&inner.inner[2]));
            }
            _ => {
                self.expr(inner);
            }
        }
    }

    /// Emits `if`, or only the side that a constant condition takes.
    pub(crate) fn branch(&mut self, cond: ExprId, span: Span, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        match self.const_int(cond) {
            Some(0) => return no(self),
            Some(_) => return yes(self),
            None => {}
        }
        let ((), then_block) = self.in_block(yes);
        let ((), else_block) = self.in_block(no);
        if !(then_block.is_empty() && else_block.is_empty()) {
            self.emit(StmtKind::If { cond, then_block, else_block }, span);
        }
    }

    /// All leaves zero.
    pub(crate) fn zero_value(&mut self, ty: &CType, span: Span) -> Value {
        let leaves = self.leaves(ty, span).iter().map(|l| self.zero(l.ty, span)).collect();
        Value { ty: ty.clone(), leaves }
    }

    /// Whether evaluating `node` may assign a split variable.
    pub(crate) fn effects(&self, node: &Node) -> bool {
        has_effects(node, &|call| self.inlines(call))
    }

    /// Two operands, the left one frozen when the right one has effects.
    pub(crate) fn operands(&mut self, a: &'u Node, b: &'u Node) -> (Value, Value) {
        let x = self.expr(a);
        let x = if self.effects(b) { self.snapshot(x, a.span) } else { x };
        let y = self.expr(b);
        (x, y)
    }

    // ---- lvalues ----

    /// The place of an lvalue expression; other expressions give their value.
    pub(crate) fn place(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        match &*node.kind {
            "ParenExpr" | "ExprWithCleanups" | "CXXBindTemporaryExpr" | "ConstantExpr" | "SubstNonTypeTemplateParmExpr"
            | "CXXDefaultArgExpr" => match node.inner.last() {
                Some(inner) => self.place(inner),
                None => Place::Value(self.unsupported_value(node.kind.clone(), &self.ctype(node), span)),
            },
            "DeclRefExpr" => self.name(node),
            "MemberExpr" => self.member(node),
            "ArraySubscriptExpr" => self.subscript(node),
            "ExtVectorElementExpr" => self.vector_element(node),
            "UnaryOperator" => match node.opcode.as_deref() {
                Some("*") => {
                    let inner = &node.inner[0];
                    if &*strip(inner).kind == "CXXThisExpr" {
                        if let Some(this) = self.frame().this.clone() {
                            return this;
                        }
                    }
                    // `*&x` is `x`.
                    if let Some(operand) = address_operand(inner) {
                        return self.place(operand);
                    }
                    let pointer = self.expr(inner);
                    let ptr = self.only(&pointer, span);
                    let mut place = self.deref(ptr, &pointer.ty);
                    self.note_volatile(&mut place, node);
                    place
                }
                Some("++" | "--") if !node.flag("isPostfix") => self.step(node, true).0,
                Some("__extension__" | "__real") => self.place(&node.inner[0]),
                _ => Place::Value(self.expr(node)),
            },
            "BinaryOperator" => match node.opcode.as_deref() {
                Some("=") => self.assignment(node).0,
                Some(",") if node.inner.len() == 2 => {
                    self.discard(&node.inner[0]);
                    self.place(&node.inner[1])
                }
                _ => Place::Value(self.expr(node)),
            },
            "CompoundAssignOperator" => self.compound_assign(node).0,
            "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXReinterpretCastExpr" | "CXXConstCastExpr"
            | "CXXFunctionalCastExpr" | "CXXAddrspaceCastExpr" => self.cast_place(node),
            "MaterializeTemporaryExpr" => {
                let ty = self.qtype(node).referent().clone();
                match node.inner.last() {
                    Some(inner) => {
                        if !self.splittable(&ty.ty) {
                            let place = self.local("%tmp", &ty, true, span);
                            self.initialise(&place, inner);
                            return place;
                        }
                        match self.place(inner) {
                            Place::Value(v) => self.temporary(v, span),
                            place => place,
                        }
                    }
                    None => Place::Value(self.unsupported_value("temporary", &ty.ty, span)),
                }
            }
            "CompoundLiteralExpr" => {
                let ty = self.qtype(node).referent().clone();
                match node.inner.last() {
                    Some(init) if self.splittable(&ty.ty) => {
                        let v = self.init_value(init, &ty.ty);
                        self.temporary(v, span)
                    }
                    Some(init) => {
                        let place = self.local("%literal", &ty, true, span);
                        self.initialise(&place, init);
                        place
                    }
                    None => Place::Value(self.unsupported_value("compound literal", &ty.ty, span)),
                }
            }
            "ConditionalOperator" if node.flag("lvalue") && node.inner.len() == 3 && self.spec == 0 => {
                self.conditional_place(node)
            }
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => self.call_place(node),
            "StringLiteral" | "PredefinedExpr" => self.string_literal(node),
            _ => Place::Value(self.expr(node)),
        }
    }

    /// A value in fresh variables.
    pub(crate) fn temporary(&mut self, value: Value, span: Span) -> Place {
        if self.spec > 0 || value.leaves.iter().all(|&e| self.is_const(e)) && value.leaves.len() <= 1 {
            return Place::Value(value);
        }
        let vars = self.split_vars("%tmp", &value.ty, span);
        if let CType::Scalar(_) | CType::Pointer(_) = value.ty {
            self.temps.extend(vars.iter().copied());
        }
        let place = Place::Vars { vars, ty: value.ty.clone() };
        self.store(&place, &value, span);
        place
    }

    fn note_volatile(&mut self, place: &mut Place, node: &Node) {
        if let Place::Mem { volatile, .. } = place {
            *volatile |= self.qtype(node).is_volatile;
        }
    }

    fn member(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let name = node.name.as_deref().unwrap_or("");
        let Some(base) = node.inner.first() else {
            return Place::Value(self.unsupported_value("member without object", &self.ctype(node), span));
        };
        // Static members and member enumerators.
        if let Some(target) = &node.referenced {
            if let Some(decl) = self.decls.node(target.id) {
                if &*decl.kind == "VarDecl" {
                    return self.variable_by_decl(decl, span);
                }
            }
            if let Some(v) = self.decls.enumerator(target).filter(|_| target.kind.is_empty() && self.ctype(node).scalar().is_some()) {
                if self.decls.node(target.id).is_none() && &*node.kind == "DeclRefExpr" {
                    return Place::Value(self.scalar_value(CType::Scalar(Type::I32), |s| s.int(v, Type::I32, span)));
                }
            }
        }
        let object = if node.flag("isArrow") {
            if &*strip(base).kind == "CXXThisExpr" {
                self.frame().this.clone()
            } else {
                None
            }
            .unwrap_or_else(|| match address_operand(base) {
                Some(operand) => self.place(operand),
                None => {
                    let pointer = self.expr(base);
                    let ptr = self.only(&pointer, span);
                    self.deref(ptr, &pointer.ty)
                }
            })
        } else {
            if let Some(value) = self.builtin_member(base, name, span) {
                return value;
            }
            self.place(base)
        };
        let id = node.referenced.as_ref().map(|r| r.id);
        let mut place = self.field(&object, id, name, span);
        self.note_volatile(&mut place, node);
        place
    }

    fn subscript(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let (Some(a), Some(b)) = (node.inner.first(), node.inner.get(1)) else {
            return Place::Value(self.unsupported_value("subscript", &self.ctype(node), span));
        };
        // `2[a]` is legal C.
        let is_pointer = |s: &Self, n: &Node| matches!(s.ctype(n), CType::Pointer(_) | CType::Array(..) | CType::Vector(..));
        let (base, index) = if is_pointer(self, a) || !is_pointer(self, b) { (a, b) } else { (b, a) };
        let base_ty = self.ctype(base);
        if let CType::Vector(elem, n) = base_ty {
            let vector = self.place(base);
            let i = self.scalar(index);
            return self.dynamic_lane(&vector, elem, n, i, span);
        }
        let (pointer, i) = self.operands(base, index);
        let ptr = self.only(&pointer, span);
        let i = self.only(&i, span);
        let elem = match pointer.ty.pointee() {
            Some(q) => q.clone(),
            None => QType::plain(CType::Unknown("subscripted value".into())),
        };
        let size = self.size_of(&elem.ty, span);
        let at = self.ptr_index(ptr, i, size, span);
        let mut place = self.deref(at, &pointer.ty);
        self.note_volatile(&mut place, node);
        place
    }

    fn dynamic_lane(&mut self, vector: &Place, elem: Type, n: u32, i: ExprId, span: Span) -> Place {
        if let Some(v) = self.const_int(i) {
            return self.lane(vector, v.clamp(0, i128::from(u32::MAX)) as u32, span);
        }
        if let Place::Mem { ptr, volatile, .. } = vector {
            let ptr = self.ptr_index(*ptr, i, elem.size(), span);
            return Place::Mem { ptr, ty: CType::Scalar(elem), volatile: *volatile };
        }
        let value = self.load(vector, span);
        let mut out = self.zero(elem, span);
        for (lane, &e) in value.leaves.iter().enumerate().take(n as usize).rev() {
            let ty = self.k.ty(i);
            let k = self.int(lane as i128, ty, span);
            let is = self.bin(BinOp::Eq, i, k, span);
            out = self.select(is, e, out, span);
        }
        Place::Value(Value { ty: CType::Scalar(elem), leaves: vec![out] })
    }

    // ---- operators ----

    fn unary(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.ctype(node);
        let Some(inner) = node.inner.first() else {
            return self.unsupported_value("unary operator", &ty, span);
        };
        match node.opcode.as_deref().unwrap_or("") {
            "+" | "__extension__" => self.expr(inner),
            "-" => self.map_unary(inner, UnOp::Neg, span),
            "~" => self.map_unary(inner, UnOp::BitNot, span),
            "!" => {
                let value = self.expr(inner);
                if let CType::Vector(elem, _) = ty {
                    let mut leaves = Vec::new();
                    for &e in &value.leaves {
                        let truth = self.truth(e, span);
                        let not = self.not(truth, span);
                        leaves.push(self.mask(not, elem, span));
                    }
                    return Value { ty, leaves };
                }
                let e = self.only(&value, span);
                let truth = self.truth(e, span);
                let not = self.not(truth, span);
                self.from_truth(not, ty, span)
            }
            "*" => {
                let place = self.place(node);
                self.load(&place, span)
            }
            "&" => {
                let operand = strip(inner);
                if &*operand.kind == "DeclRefExpr" && matches!(self.ctype(operand), CType::Function) {
                    return self.expr(operand);
                }
                let place = self.place(inner);
                let ptr = self.address(&place, span);
                Value { ty, leaves: vec![ptr] }
            }
            "++" | "--" => self.step(node, true).1,
            op => self.unsupported_value(format!("operator `{op}`"), &ty, span),
        }
    }

    fn map_unary(&mut self, inner: &'u Node, op: UnOp, span: Span) -> Value {
        let value = self.expr(inner);
        let leaves = value.leaves.iter().map(|&e| self.un(op, e, span)).collect();
        Value { ty: value.ty, leaves }
    }

    /// A truth value in the type that the language gives to comparisons.
    pub(crate) fn from_truth(&mut self, e: ExprId, ty: CType, span: Span) -> Value {
        let leaf = match ty.scalar() {
            Some(t) => self.convert(e, t, span),
            None => e,
        };
        Value { ty, leaves: vec![leaf] }
    }

    /// `++` and `--`: the place and the value of the expression.
    fn step(&mut self, node: &'u Node, need_value: bool) -> (Place, Value) {
        let span = node.span;
        // A store to memory changes no variable, so the address stays valid between the load and the store.
        let place = self.place(&node.inner[0]);
        let old = self.load(&place, span);
        let postfix = node.flag("isPostfix");
        let old = if postfix && need_value { self.snapshot(old, span) } else { old };
        let decrement = node.opcode.as_deref() == Some("--");
        let new = match old.ty.clone() {
            CType::Pointer(q) => {
                let size = i128::from(self.size_of(&q.ty, span));
                let delta = self.int(if decrement { -size } else { size }, Type::I64, span);
                let e = self.only(&old, span);
                let e = self.ptr_add(e, delta, span);
                Value { ty: old.ty.clone(), leaves: vec![e] }
            }
            _ => {
                let mut leaves = Vec::new();
                for &e in &old.leaves {
                    let ty = self.k.ty(e);
                    let one = match ty {
                        Type::Float { .. } => self.float(1.0, ty, span),
                        // Narrow integers are promoted to int, stepped and cut again: the same value modulo 2^bits.
                        Type::Int { bits, .. } if bits < 32 => self.int(1, Type::I32, span),
                        Type::Bool => self.int(1, Type::I32, span),
                        _ => self.int(1, ty, span),
                    };
                    let wide = self.k.ty(one);
                    let x = self.convert(e, wide, span);
                    let sum = self.bin(if decrement { BinOp::Sub } else { BinOp::Add }, x, one, span);
                    leaves.push(self.convert(sum, ty, span));
                }
                Value { ty: old.ty.clone(), leaves }
            }
        };
        // The new value is read again by a prefix use; freezing keeps `++i` and later changes apart.
        self.store(&place, &new, span);
        let result = if postfix {
            old
        } else if need_value {
            match &place {
                Place::Vars { .. } => self.load(&place, span),
                _ => new,
            }
        } else {
            new
        };
        (place, result)
    }

    /// `a = b`: the place and the assigned value.
    pub(crate) fn assignment(&mut self, node: &'u Node) -> (Place, Value) {
        let span = node.span;
        let (lhs, rhs) = (&node.inner[0], &node.inner[1]);
        // C++17 evaluates the right side first; in C the order is open unless there are effects.
        let value = self.expr(rhs);
        let value = if self.effects(lhs) { self.snapshot(value, span) } else { value };
        let place = self.place(lhs);
        let value = self.shape(value, &place.ty(), span);
        self.store(&place, &value, span);
        let result = match &place {
            Place::Vars { .. } => self.load(&place, span),
            _ => value,
        };
        (place, result)
    }

    /// A value for a place of type `to`: same shape, scalars converted.
    pub(crate) fn shape(&mut self, value: Value, to: &CType, span: Span) -> Value {
        match (to, value.leaves.len()) {
            (CType::Vector(elem, n), 1) if *n > 1 => {
                let e = self.convert(value.leaves[0], *elem, span);
                Value { ty: to.clone(), leaves: vec![e; *n as usize] }
            }
            _ => Value { ty: to.clone(), leaves: value.leaves },
        }
    }

    fn compound_assign(&mut self, node: &'u Node) -> (Place, Value) {
        let span = node.span;
        let (lhs, rhs) = (&node.inner[0], &node.inner[1]);
        let op = node.opcode.as_deref().unwrap_or("").trim_end_matches('=').to_owned();
        let right = self.expr(rhs);
        let right = if self.effects(lhs) { self.snapshot(right, span) } else { right };
        let place = self.place(lhs);
        let left = self.load(&place, span);
        let value = match left.ty.clone() {
            CType::Pointer(_) => {
                let r = self.only(&right, span);
                self.pointer_step(&left, r, op == "-", span)
            }
            to => {
                let right = self.shape_operand(right, &to, span);
                if left.leaves.len() != right.leaves.len() {
                    self.unsupported_value("compound assignment of different shapes", &to, span)
                } else {
                    let mut leaves = Vec::new();
                    for (&x, &y) in left.leaves.iter().zip(&right.leaves) {
                        let ty = self.k.ty(x);
                        // Clang converted the right side to the type of the computation (but not for shifts).
                        let work = if op == "<<" || op == ">>" { promoted(ty) } else { common(ty, self.k.ty(y)) };
                        let work = if matches!(to, CType::Vector(..)) { ty } else { work };
                        let a = self.convert(x, work, span);
                        let b = if op == "<<" || op == ">>" { y } else { self.convert(y, work, span) };
                        let e = self.arithmetic(&op, a, b, span);
                        leaves.push(self.convert(e, ty, span));
                    }
                    Value { ty: to, leaves }
                }
            }
        };
        self.store(&place, &value, span);
        let result = match &place {
            Place::Vars { .. } => self.load(&place, span),
            _ => value,
        };
        (place, result)
    }

    fn shape_operand(&mut self, value: Value, to: &CType, span: Span) -> Value {
        match to {
            CType::Vector(..) => self.shape(value, to, span),
            _ => value,
        }
    }

    fn pointer_step(&mut self, pointer: &Value, index: ExprId, minus: bool, span: Span) -> Value {
        let size = match pointer.ty.pointee() {
            Some(q) => {
                let ty = q.ty.clone();
                self.size_of(&ty, span)
            }
            None => 1,
        };
        let wide = self.convert(index, Type::I64, span);
        let wide = if minus { self.un(UnOp::Neg, wide, span) } else { wide };
        let ptr = self.only(pointer, span);
        let e = self.ptr_index(ptr, wide, size, span);
        Value { ty: pointer.ty.clone(), leaves: vec![e] }
    }

    /// One arithmetic operator on two scalars; the operands have equal types, except for shifts.
    pub(crate) fn arithmetic(&mut self, op: &str, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let ty = self.k.ty(a);
        let op = match op {
            "+" => BinOp::Add,
            "-" => BinOp::Sub,
            "*" => BinOp::Mul,
            "/" => BinOp::Div,
            "%" => BinOp::Rem,
            "&" => BinOp::And,
            "|" => BinOp::Or,
            "^" => BinOp::Xor,
            "<<" | ">>" => {
                let op = if op == "<<" { BinOp::Shl } else { BinOp::Shr };
                // OpenCL C takes the amount modulo the width; elsewhere a larger amount is undefined.
                let b = if self.cuda || self.const_int(b).is_some_and(|v| (0..i128::from(ty.size() * 8)).contains(&v)) {
                    b
                } else {
                    let at = self.k.ty(b);
                    let mask = self.int(i128::from(ty.size() * 8 - 1), at, span);
                    self.bin(BinOp::And, b, mask, span)
                };
                return self.bin(op, a, b, span);
            }
            _ => {
                self.unsupported(format!("operator `{op}`"), span);
                return a;
            }
        };
        if ty == Type::Bool && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem) {
            self.unsupported("arithmetic on truth values", span);
            return a;
        }
        self.bin(op, a, b, span)
    }

    pub(crate) fn compare(&mut self, op: &str, a: ExprId, b: ExprId, span: Span) -> ExprId {
        match op {
            "<" => self.bin(BinOp::Lt, a, b, span),
            ">" => self.bin(BinOp::Lt, b, a, span),
            "<=" => self.bin(BinOp::Le, a, b, span),
            ">=" => self.bin(BinOp::Le, b, a, span),
            "==" => self.bin(BinOp::Eq, a, b, span),
            _ => self.bin(BinOp::Ne, a, b, span),
        }
    }

    fn binary(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.ctype(node);
        let (Some(a), Some(b)) = (node.inner.first(), node.inner.get(1)) else {
            return self.unsupported_value("binary operator", &ty, span);
        };
        let op = node.opcode.as_deref().unwrap_or("");
        match op {
            "=" => self.assignment(node).1,
            "," => {
                self.discard(a);
                self.expr(b)
            }
            "&&" | "||" => self.short_circuit(a, b, op == "&&", ty, span),
            "<" | ">" | "<=" | ">=" | "==" | "!=" => {
                let (x, y) = self.operands(a, b);
                if let CType::Vector(elem, _) = ty {
                    let mut leaves = Vec::new();
                    for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                        let c = self.compare(op, x, y, span);
                        leaves.push(self.mask(c, elem, span));
                    }
                    return Value { ty, leaves };
                }
                let (x, y) = (self.only(&x, span), self.only(&y, span));
                let (x, y) = self.same_type(x, y, span);
                let c = self.compare(op, x, y, span);
                self.from_truth(c, ty, span)
            }
            _ => {
                let (x, y) = self.operands(a, b);
                match (&x.ty, &y.ty, op) {
                    (CType::Pointer(p), CType::Pointer(_), "-") => {
                        let size = self.size_of(&p.ty.clone(), span);
                        let (x, y) = (self.only(&x, span), self.only(&y, span));
                        let diff = self.k.expr(ExprKind::PtrDiff(x, y), Type::I64, span);
                        let size = self.int(i128::from(size.max(1)), Type::I64, span);
                        let e = self.bin(BinOp::Div, diff, size, span);
                        let e = match ty.scalar() {
                            Some(t) => self.convert(e, t, span),
                            None => e,
                        };
                        Value { ty, leaves: vec![e] }
                    }
                    (CType::Pointer(_), _, "+" | "-") => {
                        let i = self.only(&y, span);
                        self.pointer_step(&x, i, op == "-", span)
                    }
                    (_, CType::Pointer(_), "+") => {
                        let i = self.only(&x, span);
                        self.pointer_step(&y, i, false, span)
                    }
                    _ => {
                        let (x, y) = match &ty {
                            CType::Vector(..) => (self.shape(x, &ty, span), self.shape(y, &ty, span)),
                            _ => (x, y),
                        };
                        if x.leaves.len() != y.leaves.len() {
                            return self.unsupported_value(format!("operator `{op}` on different shapes"), &ty, span);
                        }
                        let mut leaves = Vec::new();
                        for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                            let (x, y) = if op == "<<" || op == ">>" { (x, y) } else { self.same_type(x, y, span) };
                            leaves.push(self.arithmetic(op, x, y, span));
                        }
                        Value { ty, leaves }
                    }
                }
            }
        }
    }

    /// Clang makes operand types equal; enums of different kinds and pointers to different types remain.
    pub(crate) fn same_type(&mut self, x: ExprId, y: ExprId, span: Span) -> (ExprId, ExprId) {
        let (a, b) = (self.k.ty(x), self.k.ty(y));
        if a == b {
            return (x, y);
        }
        if a == Type::Ptr {
            return (x, self.convert(y, a, span));
        }
        if b == Type::Ptr {
            return (self.convert(x, b, span), y);
        }
        let to = common(a, b);
        (self.convert(x, to, span), self.convert(y, to, span))
    }

    fn short_circuit(&mut self, a: &'u Node, b: &'u Node, and: bool, ty: CType, span: Span) -> Value {
        if let CType::Vector(elem, _) = ty {
            let (x, y) = self.operands(a, b);
            let mut leaves = Vec::new();
            for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                let (x, y) = (self.truth(x, span), self.truth(y, span));
                let c = self.bin(if and { BinOp::And } else { BinOp::Or }, x, y, span);
                leaves.push(self.mask(c, elem, span));
            }
            return Value { ty, leaves };
        }
        let x = self.condition(a);
        if let Some(v) = self.const_int(x) {
            // The right side is not evaluated when the left side decides.
            if (v != 0) != and {
                return self.from_truth(x, ty, span);
            }
        }
        let (y, block) = self.in_block(|s| s.condition(b));
        let result = self.join_condition(x, y, block, and, span);
        self.from_truth(result, ty, span)
    }

    /// `x && y` or `x || y` where `block` computes what `y` needs.
    fn join_condition(&mut self, x: ExprId, y: ExprId, mut block: Block, and: bool, span: Span) -> ExprId {
        let op = if and { BinOp::And } else { BinOp::Or };
        if self.const_int(x).is_some() {
            // The left side does not decide: the right side is always evaluated.
            self.cur.append(&mut block);
            return self.bin(op, x, y, span);
        }
        if self.spec > 0 {
            self.cur.append(&mut block);
            return self.bin(op, x, y, span);
        }
        if block.is_empty() && !self.may_trap(y) {
            return self.bin(op, x, y, span);
        }
        let x = self.freeze_expr(x, span);
        let result = self.k.var(&format!("%{}", self.k.vars.len()), Type::Bool, span);
        self.emit(StmtKind::Assign { var: result, value: x }, span);
        let ((), mut then_block) = self.in_block(|s| s.assign(result, y, span));
        block.append(&mut then_block);
        let (then_block, else_block) = if and { (block, Vec::new()) } else { (Vec::new(), block) };
        self.emit(StmtKind::If { cond: x, then_block, else_block }, span);
        self.read(result, span)
    }

    fn conditional(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.ctype(node);
        let [c, a, b] = node.inner.as_slice() else {
            return self.unsupported_value("conditional operator", &ty, span);
        };
        if let CType::Vector(elem, n) = self.ctype(c) {
            // OpenCL: componentwise by the most significant bit.
            let mask = self.expr(c);
            let (x, y) = self.operands(a, b);
            let (x, y) = (self.shape(x, &ty, span), self.shape(y, &ty, span));
            let mut leaves = Vec::new();
            for i in 0..(n as usize).min(mask.leaves.len()).min(x.leaves.len()).min(y.leaves.len()) {
                let bit = self.sign_bit(mask.leaves[i], elem, span);
                leaves.push(self.select(bit, x.leaves[i], y.leaves[i], span));
            }
            return Value { ty, leaves };
        }
        let cond = self.condition(c);
        match self.const_int(cond) {
            Some(0) => return self.expr(b),
            Some(_) => return self.expr(a),
            None => {}
        }
        let (x, then_block) = self.in_block(|s| s.expr(a));
        let (y, else_block) = self.in_block(|s| s.expr(b));
        if matches!(ty, CType::Void) {
            self.emit(StmtKind::If { cond, then_block, else_block }, span);
            return Value { ty, leaves: Vec::new() };
        }
        let shapes = x.leaves.len() == y.leaves.len();
        let (mut then_block, mut else_block) = (then_block, else_block);
        if self.spec > 0 {
            self.cur.append(&mut then_block);
            self.cur.append(&mut else_block);
        }
        let pure = then_block.is_empty()
            && else_block.is_empty()
            && (self.spec > 0 || !x.leaves.iter().chain(&y.leaves).any(|&e| self.may_trap(e)));
        if pure && shapes {
            let mut leaves = Vec::new();
            for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                let (x, y) = self.same_type(x, y, span);
                leaves.push(self.select(cond, x, y, span));
            }
            return Value { ty, leaves };
        }
        let vars = self.split_vars("%c", &ty, span);
        if !shapes || vars.len() != x.leaves.len() {
            return self.unsupported_value("conditional operator on different shapes", &ty, span);
        }
        let place = Place::Vars { vars, ty };
        let ((), tail) = self.in_block(|s| s.store(&place, &x, span));
        let then_block = then_block.into_iter().chain(tail).collect();
        let ((), tail) = self.in_block(|s| s.store(&place, &y, span));
        let else_block = else_block.into_iter().chain(tail).collect();
        self.emit(StmtKind::If { cond, then_block, else_block }, span);
        self.load(&place, span)
    }

    /// `(c ? a : b) = ...`: through a pointer, when both sides are memory.
    fn conditional_place(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let cond = self.condition(&node.inner[0]);
        match self.const_int(cond) {
            Some(0) => return self.place(&node.inner[2]),
            Some(_) => return self.place(&node.inner[1]),
            None => {}
        }
        let (x, then_block) = self.in_block(|s| s.place(&node.inner[1]));
        let (y, else_block) = self.in_block(|s| s.place(&node.inner[2]));
        if let (Place::Mem { ptr: p, ty, volatile }, Place::Mem { ptr: q, volatile: v, .. }) = (&x, &y) {
            let (p, q) = (*p, *q);
            let volatile = *volatile || *v;
            let ptr = if then_block.is_empty() && else_block.is_empty() {
                self.select(cond, p, q, span)
            } else {
                let var = self.k.var(&format!("%{}", self.k.vars.len()), Type::Ptr, span);
                let ((), tail) = self.in_block(|s| s.assign(var, p, span));
                let then_block = then_block.into_iter().chain(tail).collect();
                let ((), tail) = self.in_block(|s| s.assign(var, q, span));
                let else_block = else_block.into_iter().chain(tail).collect();
                self.emit(StmtKind::If { cond, then_block, else_block }, span);
                self.read(var, span)
            };
            return Place::Mem { ptr, ty: ty.clone(), volatile };
        }
        // A variable bound by a condition needs an address: the kernel is lowered again with both in memory.
        let before = self.forced.len();
        let mut named = false;
        for place in [&x, &y] {
            if let Place::Vars { vars, .. } = place {
                let owners: Vec<_> = vars.iter().filter_map(|v| self.owners.get(v).copied()).collect();
                named |= !owners.is_empty();
                self.forced.extend(owners);
            }
        }
        if named && self.forced.len() > before {
            let ty = x.ty();
            return Place::Value(self.unsupported_value("lvalue chosen by a condition", &ty, span));
        }
        // Temporaries: through private memory.
        let ty = x.ty();
        let address = |s: &mut Self, place: Place, mut block: Block| {
            let (ptr, mut tail) = s.in_block(|s| s.address(&place, span));
            block.append(&mut tail);
            (ptr, block)
        };
        let (p, mut then_block) = address(self, x, then_block);
        let (q, mut else_block) = address(self, y, else_block);
        let var = self.k.var(&format!("%{}", self.k.vars.len()), Type::Ptr, span);
        let ((), mut tail) = self.in_block(|s| s.assign(var, p, span));
        then_block.append(&mut tail);
        let ((), mut tail) = self.in_block(|s| s.assign(var, q, span));
        else_block.append(&mut tail);
        self.emit(StmtKind::If { cond, then_block, else_block }, span);
        let ptr = self.read(var, span);
        Place::Mem { ptr, ty, volatile: false }
    }

    fn type_trait(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.ctype(node);
        let operand = match (node.extra.get("argType"), node.inner.first()) {
            (Some(text), _) => self.decls.qtype(text).referent().ty.clone(),
            (None, Some(inner)) => self.ctype(inner),
            (None, None) => return self.unsupported_value("sizeof", &ty, span),
        };
        let value = match (node.name.as_deref(), self.layouts.size_align(self.decls, &operand)) {
            (Some("sizeof"), Ok((size, _))) => size,
            (Some("alignof" | "__alignof" | "_Alignof"), Ok((_, align))) => align,
            (Some("vec_step"), Ok(_)) => match operand {
                CType::Vector(_, 3) => 4,
                CType::Vector(_, n) => u64::from(n),
                _ => 1,
            },
            _ => return self.unsupported_value("sizeof of an unknown type", &ty, span),
        };
        let t = ty.scalar().unwrap_or(Type::U64);
        self.scalar_value(ty, |s| s.int(i128::from(value), t, span))
    }

    /// `sizeof...(pack)`: Clang's JSON has no value; the instance's only pack gives it.
    fn pack_size(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.ctype(node);
        let function = self.frame().function;
        let is_pack = |a: &&Node| {
            &*a.kind == "TemplateArgument" && a.value.is_none() && a.ty.is_none() && a.referenced.is_none()
        };
        let packs: Vec<&Node> =
            self.decls.node(function).map_or(Vec::new(), |f| f.inner.iter().filter(is_pack).collect());
        match (packs.as_slice(), ty.scalar()) {
            ([pack], Some(t)) => {
                let n = pack.inner.iter().filter(|c| &*c.kind == "TemplateArgument").count();
                self.scalar_value(ty, |s| s.int(n as i128, t, span))
            }
            _ => self.unsupported_value("expression `SizeOfPackExpr`", &ty, span),
        }
    }

    fn statement_expression(&mut self, node: &'u Node) -> Value {
        let ty = self.ctype(node);
        let span = node.span;
        let Some(body) = node.inner.first() else {
            return self.unsupported_value("statement expression", &ty, span);
        };
        let Some((last, before)) = body.inner.split_last() else {
            return Value { ty: CType::Void, leaves: Vec::new() };
        };
        before.iter().for_each(|s| self.stmt(s));
        if matches!(ty, CType::Void) {
            self.stmt(last);
            return Value { ty, leaves: Vec::new() };
        }
        let value = self.expr(last);
        self.snapshot(value, span)
    }
}

/// Integer promotion.
pub(crate) fn promoted(ty: Type) -> Type {
    match ty {
        Type::Bool => Type::I32,
        Type::Int { bits, .. } if bits < 32 => Type::I32,
        _ => ty,
    }
}

/// The usual arithmetic conversions.
pub(crate) fn common(a: Type, b: Type) -> Type {
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
