//! One rule per operation: the form of a value from the forms of its operands.

use super::poly::{mask, Poly, Ring};
use super::{Form, FormId, Forms, Level, Op, TooLarge};
use crate::value::{Node, NodeId};
use wp_kir::{BinOp, CastKind, Type, UnOp};

impl Forms<'_> {
    /// The form of a node whose operands have forms.
    pub(super) fn rule(&mut self, id: NodeId) -> Result<FormId, TooLarge> {
        let pool = self.pool;
        let node = pool.node(id);
        let args: Vec<FormId> = node.operands().iter().map(|o| self.of[o]).collect();
        Ok(match (node, args.as_slice()) {
            (Node::Const(ty, cell), _) => self.constant(*ty, *cell),
            (Node::Unary(op, ty, _), &[a]) => self.unary(*op, *ty, a)?,
            (Node::Binary(op, ty, ..), &[a, b]) => self.binary(*op, *ty, a, b)?,
            (Node::Select(ty, ..), &[c, a, b]) => self.select(*ty, c, a, b),
            (Node::Cast(kind, from, to, _), &[a]) => self.cast(*kind, *from, *to, a)?,
            (Node::Call(name, ty, _), _) => self.call(name, *ty, args)?,
            _ => self.intern(Form::Leaf(id)),
        })
    }

    fn constant(&mut self, ty: Type, cell: u64) -> FormId {
        match ty {
            Type::Int { bits, .. } => self.intern(Form::Const(Type::Int { bits, signed: false }, cell & mask(bits))),
            ty if self.is_real(ty) => {
                let form = self.intern(Form::Const(ty, cell));
                let poly = self.poly(Ring::Real, form);
                // Too large, infinite or no number: a name of its own.
                if poly.items.iter().any(|(monomial, _)| !monomial.is_empty()) {
                    return form;
                }
                self.of_poly(poly)
            }
            _ => self.intern(Form::Const(ty, cell)),
        }
    }

    fn ring(&self, ty: Type) -> Option<Ring> {
        match ty {
            Type::Int { bits, .. } => Some(Ring::Machine(bits)),
            ty if self.is_real(ty) => Some(Ring::Real),
            _ => None,
        }
    }

    fn unary(&mut self, op: UnOp, ty: Type, a: FormId) -> Result<FormId, TooLarge> {
        match (op, self.ring(ty)) {
            (UnOp::Neg, Some(ring)) => {
                let part = (ring.minus_one(), self.poly(ring, a));
                let poly = self.sum(ring, &[part])?;
                Ok(self.of_poly(poly))
            }
            (UnOp::BitNot, Some(ring @ Ring::Machine(_))) => {
                // `~a = -a - 1`
                let one = Poly { ring, items: vec![(Vec::new(), ring.one())] };
                let parts = [(ring.minus_one(), self.poly(ring, a)), (ring.minus_one(), one)];
                let poly = self.sum(ring, &parts)?;
                Ok(self.of_poly(poly))
            }
            (UnOp::Not, _) => Ok(self.not(a)),
            _ => Ok(self.app(Op::Unary(op, plain(ty)), vec![a])),
        }
    }

    fn not(&mut self, a: FormId) -> FormId {
        match self.get(a) {
            Form::App(Op::Unary(UnOp::Not, _), inner) => inner[0],
            Form::Const(ty, cell) => {
                let (ty, cell) = (*ty, cell ^ 1);
                self.intern(Form::Const(ty, cell))
            }
            _ => self.app(Op::Unary(UnOp::Not, Type::Bool), vec![a]),
        }
    }

    fn binary(&mut self, op: BinOp, ty: Type, a: FormId, b: FormId) -> Result<FormId, TooLarge> {
        let ring = self.ring(ty);
        if let Some(ring) = ring {
            match op {
                BinOp::Add | BinOp::Sub => {
                    let sign = if op == BinOp::Add { ring.one() } else { ring.minus_one() };
                    let parts = [(ring.one(), self.poly(ring, a)), (sign, self.poly(ring, b))];
                    let poly = self.sum(ring, &parts)?;
                    return Ok(self.of_poly(poly));
                }
                BinOp::Mul => return self.times(ring, a, b),
                BinOp::Div if ring == Ring::Real => {
                    let inverse = self.invert(b)?;
                    return self.times(ring, a, inverse);
                }
                _ => {}
            }
        }
        Ok(match op {
            // `a << c` is a multiplication by `2^c`.
            BinOp::Shl => match (self.get(b), ring) {
                (Form::Const(_, amount), Some(ring @ Ring::Machine(bits))) if *amount < u64::from(bits) => {
                    let power = self.constant(ty, 1 << amount);
                    return self.times(ring, a, power);
                }
                _ => self.app(Op::Binary(op, plain(ty)), vec![a, b]),
            },
            BinOp::Min | BinOp::Max if !ty.is_float() || self.is_real(ty) => self.extreme(op == BinOp::Max, ty, a, b),
            BinOp::And | BinOp::Or | BinOp::Xor => self.commuted(Op::Binary(op, plain(ty)), vec![a, b]),
            // The signedness of integers does not matter here; of floats `a == b` is symmetric.
            BinOp::Eq => self.equal(ty, a, b),
            BinOp::Ne => {
                let eq = self.equal(ty, a, b);
                self.not(eq)
            }
            BinOp::Add | BinOp::Mul if self.level == Level::Commuted => self.commuted(Op::Binary(op, ty), vec![a, b]),
            // `a <= b` of integers is `!(b < a)`; of floats it is not, with NaN.
            BinOp::Le if !ty.is_float() || self.is_real(ty) => {
                let less = self.app(Op::Binary(BinOp::Lt, self.compared(ty)), vec![b, a]);
                self.not(less)
            }
            BinOp::Lt => {
                let ty = self.compared(ty);
                self.app(Op::Binary(op, ty), vec![a, b])
            }
            // Division, remainder, right shift, order: the signedness matters.
            _ => self.app(Op::Binary(op, ty), vec![a, b]),
        })
    }

    /// `a == b`; of truth values, promoted to integers or not, `a == true` is `a`.
    fn equal(&mut self, ty: Type, a: FormId, b: FormId) -> FormId {
        for (one, other) in [(a, b), (b, a)] {
            let Form::Const(Type::Bool | Type::Int { .. }, cell @ 0..=1) = *self.get(one) else { continue };
            let truth = match self.get(other) {
                Form::App(Op::Cast(CastKind::IntToInt, Type::Bool, _), inner) => inner[0],
                _ if ty == Type::Bool => other,
                _ => continue,
            };
            return if cell == 1 { truth } else { self.not(truth) };
        }
        self.commuted(Op::Binary(BinOp::Eq, plain(ty)), vec![a, b])
    }

    /// The type of a comparison: real numbers have no width.
    fn compared(&self, ty: Type) -> Type {
        if self.is_real(ty) {
            Type::F64
        } else {
            ty
        }
    }

    fn times(&mut self, ring: Ring, a: FormId, b: FormId) -> Result<FormId, TooLarge> {
        let (x, y) = (self.poly(ring, a), self.poly(ring, b));
        let poly = self.product(&x, &y)?;
        Ok(self.of_poly(poly))
    }

    /// `1 / a` of a real number that is not 0.
    fn invert(&mut self, a: FormId) -> Result<FormId, TooLarge> {
        let ring = Ring::Real;
        let poly = self.poly(ring, a);
        let [(monomial, super::poly::Number::Real(ratio))] = poly.items.as_slice() else {
            return Ok(self.app(Op::Invert, vec![a]));
        };
        let Some(inverse) = ratio.inverse() else { return Ok(self.app(Op::Invert, vec![a])) };
        let mut result = Poly { ring, items: vec![(Vec::new(), super::poly::Number::Real(inverse))] };
        for &factor in monomial {
            let inverse = match self.get(factor).clone() {
                Form::App(Op::Invert, inner) => inner[0],
                Form::App(Op::Call(name, ty), inner) if &*name == "exp" => {
                    let negated = self.unary(UnOp::Neg, Type::F64, inner[0])?;
                    self.app(Op::Call(name, ty), vec![negated])
                }
                _ => self.app(Op::Invert, vec![factor]),
            };
            let inverse = self.poly(ring, inverse);
            result = self.product(&result, &inverse)?;
        }
        Ok(self.of_poly(result))
    }

    /// The smallest or greatest of two sets.
    fn extreme(&mut self, greatest: bool, ty: Type, a: FormId, b: FormId) -> FormId {
        let op = Op::Extreme(greatest, self.compared(ty));
        let mut items = Vec::new();
        for side in [a, b] {
            match self.get(side) {
                Form::App(inner, args) if *inner == op => items.extend(args),
                _ => items.push(side),
            }
        }
        items.sort_unstable();
        items.dedup();
        // The least of all numbers adds nothing to a greatest one, and the other way round.
        let neutral = if greatest { f64::NEG_INFINITY } else { f64::INFINITY };
        let is_neutral = |id: &FormId| matches!(self.get(*id), Form::Const(ty, cell) if ty.is_float() && super::poly::float(*ty, *cell) == neutral);
        if items.len() > 1 {
            items.retain(|id| !is_neutral(id));
        }
        match items.as_slice() {
            [one] => *one,
            _ => self.app(op, items),
        }
    }

    fn select(&mut self, ty: Type, c: FormId, a: FormId, b: FormId) -> FormId {
        if a == b {
            return a;
        }
        let (c, a, b) = match self.get(c) {
            Form::Const(_, 0) => return b,
            Form::Const(..) => return a,
            Form::App(Op::Unary(UnOp::Not, _), inner) => (inner[0], b, a),
            _ => (c, a, b),
        };
        // `p < q ? p : q` is the smaller one.
        if let Form::App(Op::Binary(BinOp::Lt, compared), args) = self.get(c) {
            let (compared, p, q) = (*compared, args[0], args[1]);
            if compared == self.compared(ty) && (!ty.is_float() || self.is_real(ty)) {
                if (a, b) == (p, q) {
                    return self.extreme(false, ty, p, q);
                }
                if (a, b) == (q, p) {
                    return self.extreme(true, ty, p, q);
                }
            }
        }
        self.app(Op::Select, vec![c, a, b])
    }

    fn cast(&mut self, kind: CastKind, from: Type, to: Type, a: FormId) -> Result<FormId, TooLarge> {
        Ok(match (kind, from, to) {
            (CastKind::IntToInt, Type::Int { bits, signed }, Type::Int { bits: wide, .. }) if wide > bits => {
                self.app(Op::Widen(signed, bits, wide), vec![a])
            }
            (CastKind::IntToInt, Type::Int { bits, .. }, Type::Int { bits: same, .. }) if bits == same => a,
            (CastKind::IntToInt, Type::Int { bits, .. }, Type::Int { bits: narrow, .. }) => {
                self.truncate(bits, narrow, a)?
            }
            (CastKind::FloatToFloat, ..) if self.level == Level::Real => a,
            _ => self.app(Op::Cast(kind, from, to), vec![a]),
        })
    }

    /// Truncation is a homomorphism of rings: it goes down to the factors.
    fn truncate(&mut self, wide: u8, narrow: u8, a: FormId) -> Result<FormId, TooLarge> {
        let ring = Ring::Machine(narrow);
        let poly = self.poly(Ring::Machine(wide), a);
        let mut parts = Vec::new();
        for (monomial, number) in &poly.items {
            let mut product = Poly { ring, items: vec![(Vec::new(), ring.one())] };
            for &factor in monomial {
                let factor = match self.get(factor) {
                    Form::App(Op::Widen(_, from, _), inner) if *from == narrow => inner[0],
                    _ => self.app(Op::Truncate(narrow), vec![factor]),
                };
                let factor = self.poly(ring, factor);
                product = self.product(&product, &factor)?;
            }
            parts.push((ring.mul(*number, ring.one())?, product));
        }
        let poly = self.sum(ring, &parts)?;
        Ok(self.of_poly(poly))
    }

    fn call(&mut self, name: &std::sync::Arc<str>, ty: Type, args: Vec<FormId>) -> Result<FormId, TooLarge> {
        if self.is_real(ty) {
            match (&**name, args.as_slice()) {
                ("fma" | "mad", &[a, b, c]) => {
                    let product = self.times(Ring::Real, a, b)?;
                    return self.binary(BinOp::Add, ty, product, c);
                }
                ("fmax", &[a, b]) => return Ok(self.extreme(true, ty, a, b)),
                ("fmin", &[a, b]) => return Ok(self.extreme(false, ty, a, b)),
                ("exp", &[a]) if self.poly(Ring::Real, a).items.is_empty() => {
                    return Ok(self.of_poly(Poly { ring: Ring::Real, items: vec![(Vec::new(), Ring::Real.one())] }))
                }
                _ => {}
            }
        }
        if let (Type::Int { .. }, "min" | "max", &[a, b]) = (ty, &**name, args.as_slice()) {
            return Ok(self.extreme(&**name == "max", ty, a, b));
        }
        let ty = if self.is_real(ty) { Type::F64 } else { ty };
        Ok(self.app(Op::Call(name.clone(), ty), args))
    }
}

/// The type without its sign.
fn plain(ty: Type) -> Type {
    match ty {
        Type::Int { bits, .. } => Type::Int { bits, signed: false },
        _ => ty,
    }
}
