//! Calls of functions that the source states to be operators: `//@ operator f: associative, identity 0;`.
//!
//! Such a call becomes one operation of the IR; simulations execute the body of the function if it has one. A law that
//! the body violates is an error. A law that [`crate::operator_laws`] shows on the body is no assumption.

use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::operator_laws::{Body, Number};
use crate::source::Unit;
use crate::values::{Place, Value};
use crate::Annotations;
use wp_base::Span;
use wp_clang::{DeclRef, Node};
use wp_decls::{params, CType};
use wp_kir::{is_operand, ExprId, ExprKind, Operator, OperatorLaw, StmtKind, Type, VarId};
use wp_spec::syntax;

impl Unit<'_> {
    /// The laws that a file states for a function, and the place of the statement.
    fn stated_laws(&mut self, name: &str, file: wp_base::FileId) -> Option<(syntax::Operator, Span)> {
        let defined = self.comments.definitions(file);
        let definitions = defined.as_ref().as_ref().ok()?;
        let (stated, at) = definitions.operators().find(|o| o.name == name).map(|o| (o.clone(), o.at.clone()))?;
        let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Some((stated, Span { file, start: place(at.start), end: place(at.end) }))
    }
}

impl Builder<'_> {
    /// The operator with its stated laws, none of them marked as shown, and with the bits of its identity.
    fn operator_with_stated_laws(&mut self, stated: &syntax::Operator, ty: Type, at: Span) -> Option<Operator> {
        let identity = match &stated.identity {
            None => None,
            Some(_) => {
                let cell = identity(stated, ty).and_then(|value| value.bits(ty));
                if cell.is_none() {
                    let text = format!("the identity of `{}` has to be a constant of its type", stated.name);
                    self.spec_error(&text, at);
                    return None;
                }
                cell
            }
        };
        let law = |word: &str| OperatorLaw::ALL.into_iter().find(|l| l.words() == word);
        let laws = stated.laws.iter().filter_map(|(word, _)| Some((law(word)?, false))).collect();
        Some(Operator { name: stated.name.clone(), laws, identity, digest: u64::from(ty.is_float()) + 2 * ty.size() })
    }
}

impl<'u> Lowerer<'u> {
    /// The call of an operator; `None` if no laws are stated for the function.
    pub(crate) fn operator_call(&mut self, call: &Call<'u>, callee: &DeclRef, body: Option<&'u Node>) -> Option<Value> {
        let declared = body.or_else(|| self.unit.decls.node(callee.id))?;
        if self.unit.options.annotations != Annotations::All
            || call.object.is_some()
            || !self.unit.decls.is_own(declared.id)
        {
            return None;
        }
        let (stated, at) = self.unit.stated_laws(&call.name, declared.span.file)?;
        let wrong = format!("`{}` is no function `T {0}(T, T)` of numbers: nothing can be stated of it", call.name);
        let Some(ty) = call.ty.scalar().filter(|&ty| is_operand(ty)) else {
            self.ir.spec_error(&wrong, at);
            return None;
        };
        let takes: Vec<CType> = params(declared).iter().map(|p| self.stack.qtype(p).ty).collect();
        if takes.len() != 2 || call.args.len() != 2 || takes.iter().any(|t| t.scalar() != Some(ty)) {
            self.ir.spec_error(&wrong, at);
            return None;
        }
        if self.stack.is_active(declared.id) || body.is_some() && !self.stack.count_inlining() {
            return None;
        }
        let mut operator = self.ir.operator_with_stated_laws(&stated, ty, at)?;
        if self.ir.in_specification() && body.is_none() {
            // Inside a specification nothing has effects.
            let mut args = Vec::new();
            for arg in &call.args {
                let value = self.init_value(arg, &call.ty);
                args.push(self.ir.only(&value, call.span));
            }
            let e = self.ir.expr(ExprKind::Call(operator.function().into(), args), ty, call.span);
            return Some(Value { ty: call.ty.clone(), leaves: vec![e] });
        }
        let operands: Vec<VarId> = call
            .args
            .iter()
            .map(|arg| {
                let value = self.init_value(arg, &call.ty);
                let value = self.ir.only(&value, call.span);
                let var = self.ir.temp(ty, call.span);
                self.ir.emit(StmtKind::Assign { var, value }, call.span);
                var
            })
            .collect();
        let operands = [operands[0], operands[1]];
        let mut args: Vec<ExprId> = operands.iter().map(|&v| self.ir.read(v, call.span)).collect();
        let identity = identity(&stated, ty);
        if let Some(def) = body {
            args.push(self.operator_body(def, call, operands, (&mut operator, identity), at));
        }
        let e = self.ir.expr(ExprKind::Call(operator.function().into(), args), ty, call.span);
        let e = self.ir.freeze_expr(e, call.span);
        Some(Value { ty: call.ty.clone(), leaves: vec![e] })
    }

    /// Inlines the body of an operator, tests the laws on it, and returns its value.
    fn operator_body(
        &mut self,
        def: &'u Node,
        call: &Call<'u>,
        operands: [VarId; 2],
        (operator, identity): (&mut Operator, Option<Number>),
        at: Span,
    ) -> ExprId {
        let span = call.span;
        let (result, block) = self.in_block(|s| {
            let bound = params(def).into_iter().zip(operands).map(|(param, var)| {
                let value = Value { ty: call.ty.clone(), leaves: vec![s.ir.read(var, span)] };
                (param, Place::Value(value))
            });
            let bound = bound.collect();
            let place = s.body_of(def, None, bound, call);
            let value = s.ir.load(&place, span);
            s.ir.only(&value, span)
        });
        let ty = self.ir.ty(result);
        let body = Body { kernel: self.ir.kernel(), block: &block, result, operands, ty };
        let mut wrong = None;
        match body.digest() {
            Err(what) => {
                wrong =
                    Some(format!("the body of `{}` {what}: an operator computes with its operands alone", call.name));
            }
            Ok(digest) => {
                operator.digest = digest;
                let key = operator.function();
                if let Some(known) = self.specs.tested_laws(&key) {
                    operator.laws.clone_from(known);
                } else {
                    for (law, seen) in &mut operator.laws {
                        match body.check(*law, identity) {
                            Ok(holds) => *seen = holds,
                            Err(how) => {
                                let words = law.words();
                                wrong.get_or_insert(format!("`{}` does not have the law `{words}`: {how}", call.name));
                            }
                        }
                    }
                    self.specs.set_tested_laws(key, operator.laws.clone());
                }
            }
        }
        if let Some(wrong) = wrong {
            self.ir.spec_error(&wrong, at);
        }
        self.ir.append(block);
        result
    }
}

/// The stated identity as a number of the type. -1 and `~0` mean the greatest number of an unsigned type.
fn identity(stated: &syntax::Operator, ty: Type) -> Option<Number> {
    let value = constant(stated.identity.as_ref()?)?;
    Some(match (value, ty) {
        (Number::Int(-1), Type::Int { signed: false, .. }) => Number::Int(ty.int_range()?.1),
        (Number::Int(v), Type::Float { .. }) => Number::Real(v as f64),
        (value, _) => value,
    })
}

/// The value of a constant expression: a number, a negation, a complement, a sum or a difference.
fn constant(e: &syntax::Expr) -> Option<Number> {
    use wp_spec::syntax::{BinOp, ExprKind, UnOp};
    let int = |e| match constant(e) {
        Some(Number::Int(v)) => Some(v),
        _ => None,
    };
    Some(match &e.kind {
        ExprKind::Int(v) => Number::Int(*v),
        ExprKind::Real(v) => Number::Real(*v),
        ExprKind::Unary(UnOp::Neg, a) => match constant(a)? {
            Number::Int(v) => Number::Int(-v),
            Number::Real(v) => Number::Real(-v),
        },
        ExprKind::Unary(UnOp::BitNot, a) => Number::Int(!int(a)?),
        ExprKind::Binary(BinOp::Add, a, b) => Number::Int(int(a)?.checked_add(int(b)?)?),
        ExprKind::Binary(BinOp::Sub, a, b) => Number::Int(int(a)?.checked_sub(int(b)?)?),
        _ => return None,
    })
}
