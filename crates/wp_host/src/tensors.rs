//! Tensors of PyTorch in host code: their sizes, and what their pointers point into.
//!
//! The prelude declares a tensor as a plain structure of two pointers. `__wp_data` is where its elements start, so that
//! two tensors with the same elements share a buffer, and `__wp_shape` tells shapes apart: sizes of one shape are one
//! number. Over-approximate: the number of elements behind a pointer is unknown; an operation that may or
//! may not copy (`contiguous`) gives a pointer that may point into the same buffer. In a file that changes shapes in
//! place (`resize_`) every query has a new value.
//!
//! The strides that an accessor gets are those of row-major order: of a new tensor by its making, of others under the
//! assumption `contiguous`. Behind an operation that gives the elements another order, strides are unknown.
//!
//! Sizes are not negative. A conversion to a narrower type keeps them, as other arithmetic of the host does not
//! overflow (part of the assumption `launch-site`).

use crate::joins::Joining;
use crate::state::{Flow, State};
use crate::tensor_forms::{is_tensor, list_of_sizes, Operation};
use crate::uses::strip_materialized;
use crate::value::{Buffer, Expr, Int, Kind, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_clang::Node;
use wp_decls::{callee_name, constant_of, strip, CType};
use wp_kir::{BinOp, Type};

const DATA: &str = "__wp_data";
const SHAPE: &str = "__wp_shape";

impl Flow<'_, '_> {
    /// A tensor of which nothing is known.
    pub(crate) fn unknown_tensor(&mut self) -> Value {
        let shape = self.buffers.fresh();
        tensor(self.unknown_pointer(), shape)
    }

    /// A call of a function of PyTorch.
    pub(crate) fn torch_call(&mut self, st: &mut State, node: &Node, args: &[&Node]) -> Option<Value> {
        if !self.callees.is_torch(node) {
            return None;
        }
        let name = callee_name(node).to_owned();
        let (object, args) = match &*node.kind {
            "CXXMemberCallExpr" => (node.inner.first().and_then(|member| member.inner.first()), args),
            "CXXOperatorCallExpr" => (args.first().copied(), args.get(1..).unwrap_or_default()),
            _ => (None, args),
        };
        if let ("operator=", Some(target), [source]) = (name.as_str(), object.filter(|o| is_tensor(o)), args) {
            let value = self.eval(st, strip_materialized(source));
            self.assign(st, target, value.clone());
            return Some(value);
        }
        let on = object.map(|object| self.eval(st, object));
        let listed = args.first().filter(|_| object.is_none() && takes_sizes(&name)).and_then(|arg| list_of_sizes(arg));
        let sizes: Option<Vec<Value>> = listed.map(|list| list.iter().map(|size| self.eval(st, size)).collect());
        let others = args.iter().skip(usize::from(sizes.is_some()));
        let values: Vec<Value> = others.map(|arg| self.eval(st, arg)).collect();
        // A tensor may be made of a pointer, and its elements be changed.
        values.iter().for_each(|value| self.escapes(st, value));
        // `torch::transpose(x, 0, 1)` is `x.transpose(0, 1)`, and `torch::add_out(x, y, z)` gives `x`.
        let on = on.or_else(|| values.first().filter(|_| Operation::of(&name).may_share()).cloned());
        let Some((data, shape)) = on.as_ref().and_then(parts) else {
            let made = self.made(node, &values, sizes);
            return Some(self.in_order_of(made, &values));
        };
        Some(match Operation::of(&name) {
            Operation::Size => {
                let key = self.key_of_query(&name, args);
                Value::Int(self.size_of_tensor(st, shape, key, &name))
            }
            Operation::Pointer if self.callees.reshapes => self.either(st, &data),
            Operation::Pointer => data,
            Operation::Accessor => match self.unknown(node, &name) {
                Value::Record(mut fields) => {
                    fields.insert("data_".into(), data);
                    self.layout_of_accessor(st, node, shape, &mut fields);
                    Value::Record(fields)
                }
                value => value,
            },
            Operation::InPlace => on.unwrap_or(Value::Unknown),
            Operation::View { keeps_order: true } => {
                let reshaped = self.buffers.fresh();
                self.buffers.shapes.share_order(reshaped, shape);
                tensor(data, reshaped)
            }
            Operation::View { keeps_order: false } => {
                let reshaped = self.buffers.fresh();
                self.buffers.shapes.reordered.insert(reshaped);
                tensor(data, reshaped)
            }
            Operation::Part => {
                let reshaped = self.buffers.fresh();
                self.buffers.shapes.reordered.insert(reshaped);
                let offset = self.symbol(Type::I64, &name);
                let moved = match &data {
                    Value::Pointer(buffer, at) => Expr::binary(BinOp::Add, at, &offset).map(|at| (*buffer, at)),
                    _ => None,
                };
                match moved {
                    Some((buffer, at)) => tensor(self.either(st, &Value::Pointer(buffer, at)), reshaped),
                    None => self.unknown(node, &name),
                }
            }
            Operation::MayCopy { keeps_shape } => {
                let copied = self.either(st, &data);
                let new = self.buffers.fresh();
                if keeps_shape {
                    self.buffers.shapes.share_sizes(new, shape);
                }
                match name.as_str() {
                    "contiguous" => _ = self.buffers.shapes.row_major.insert(new),
                    _ => self.buffers.shapes.share_order(new, shape),
                }
                tensor(copied, new)
            }
            Operation::Other => {
                let result = self.unknown(node, &name);
                let result = self.in_order_of(result, &values);
                self.in_order_of(result, on.as_slice())
            }
        })
    }

    /// What a function that has no tensor for its object gives.
    fn made(&mut self, node: &Node, values: &[Value], sizes: Option<Vec<Value>>) -> Value {
        let name = callee_name(node);
        let value = self.unknown(node, name);
        let Some((data, shape)) = parts(&value) else { return value };
        if name.ends_with("_like") {
            let like = values.first().and_then(parts);
            return like.map_or(value, |(_, like)| {
                self.buffers.shapes.share_sizes(shape, like);
                self.buffers.shapes.share_order(shape, like);
                tensor(data, shape)
            });
        }
        if let ("from_blob", Some(Value::Pointer(buffer, at))) = (name, values.first()) {
            return tensor(Value::Pointer(*buffer, at.clone()), shape);
        }
        if let Some(sizes) = sizes.filter(|_| !self.callees.reshapes) {
            let mut all = Some(Expr::int(1, Type::I64));
            for (position, size) in sizes.iter().enumerate() {
                let Value::Int(size) = size else { return value };
                let size = size.cast(Type::I64);
                all = all.and_then(|all| Expr::binary(BinOp::Mul, &all, &size));
                self.buffers.shapes.sizes.insert((shape, format!("size {position}")), size);
            }
            self.buffers.shapes.row_major.insert(shape);
            let dim = Expr::int(sizes.len() as i128, Type::I64);
            self.buffers.shapes.sizes.insert((shape, "dim".into()), dim);
            self.buffers.shapes.sizes.extend(all.map(|all| ((shape, "numel".into()), all)));
        }
        value
    }

    /// The result of an operation on tensors: its elements may be in another order if those of one of them are.
    fn in_order_of(&mut self, result: Value, operands: &[Value]) -> Value {
        let shapes = &mut self.buffers.shapes;
        let is_reordered = |operand: &Value| parts(operand).is_some_and(|(_, shape)| shapes.reordered.contains(&shape));
        let any = operands.iter().any(is_reordered);
        let shape = parts(&result).map(|(_, shape)| shape);
        shapes.reordered.extend(shape.filter(|shape| any && !shapes.row_major.contains(shape)));
        result
    }

    /// The sizes and strides of an accessor, where their number is known.
    fn layout_of_accessor(
        &mut self,
        st: &mut State,
        node: &Node,
        shape: Buffer,
        fields: &mut BTreeMap<Arc<str>, Value>,
    ) {
        let declared = self.plain_record(&self.decls.qtype(node.type_str()).ty).unwrap_or_default();
        let arrays = declared.iter().filter_map(|(name, ty)| match ty {
            CType::Array(of, Some(n)) => Some((name.clone(), *n, of.ty.scalar()?)),
            _ => None,
        });
        for (name, dimensions, ty) in arrays {
            for position in 0..dimensions {
                let number = match &*name {
                    "sizes_" => self.size_of_tensor(st, shape, Some(format!("size {position}")), "size"),
                    _ => self.stride_of_tensor(st, shape, position, dimensions),
                };
                self.keeps_size(st, &number, ty);
                fields.insert(format!("{name}[{position}]").into(), Value::Int(number.cast(ty)));
            }
        }
    }

    /// The stride of one of so many dimensions.
    fn stride_of_tensor(&mut self, st: &mut State, shape: Buffer, position: u64, dimensions: u64) -> Int {
        let mut product = Some(Expr::int(1, Type::I64));
        for inner in position + 1..dimensions {
            let size = self.size_of_tensor(st, shape, Some(format!("size {inner}")), "size");
            product = product.and_then(|product| Expr::binary(BinOp::Mul, &product, &size));
        }
        let is_usual = !self.callees.reshapes && !self.callees.names_formats;
        let is_row_major = is_usual && self.buffers.shapes.row_major.contains(&shape);
        if let Some(product) = product.clone().filter(|_| is_row_major) {
            return product;
        }
        let key = format!("stride {position} of {dimensions}");
        let is_new = !self.buffers.shapes.sizes.contains_key(&(shape, key.clone()));
        let stride = self.size_of_tensor(st, shape, Some(key), "stride");
        let is_assumed = is_new && is_usual && !self.buffers.shapes.reordered.contains(&shape);
        let equation = product.filter(|_| is_assumed).and_then(|product| Expr::binary(BinOp::Eq, &stride, &product));
        self.buffers.shapes.contiguous.extend(equation);
        stride
    }

    /// What tells the answers to queries of one shape apart, if the same query has the same answer.
    fn key_of_query(&self, name: &str, args: &[&Node]) -> Option<String> {
        let position = args.first().map(|arg| constant_of(strip(arg), self.decls));
        match (name, position) {
            ("size", Some(Some(position))) if position >= 0 => Some(format!("size {position}")),
            (_, Some(_)) => None,
            ("dim" | "ndimension", None) => Some("dim".to_owned()),
            ("numel", None) => Some(name.to_owned()),
            // Copies of one shape may differ in the type of their elements, in strides, and in where they start.
            (_, None) => None,
        }
    }

    fn size_of_tensor(&mut self, st: &mut State, shape: Buffer, key: Option<String>, name: &str) -> Int {
        let of = if name == "stride" { shape } else { self.buffers.shapes.of_sizes(shape) };
        let key = key.filter(|_| !self.callees.reshapes).map(|key| (of, key));
        let known = key.as_ref().and_then(|key| self.buffers.shapes.sizes.get(key)).cloned();
        let size = known.unwrap_or_else(|| {
            let size = self.symbol(Type::I64, name);
            size.symbols(&mut |symbol| _ = self.buffers.shapes.symbols.insert(symbol.id));
            self.buffers.shapes.sizes.extend(key.map(|key| (key, size.clone())));
            size
        });
        let is_natural = Expr::binary(BinOp::Le, &Expr::int(0, Type::I64), &size);
        let is_natural = is_natural.filter(|fact| fact.constant().is_none() && matches!(size.kind, Kind::Symbol(_)));
        st.guards.extend(is_natural.filter(|fact| !st.guards.contains(fact)));
        size
    }

    /// Notes that a conversion to a narrower type keeps a number that is computed from sizes of tensors.
    pub(crate) fn keeps_size(&self, st: &mut State, number: &Int, ty: Type) {
        let (mut sizes, mut others) = (false, false);
        number.symbols(&mut |symbol| match self.buffers.shapes.symbols.contains(&symbol.id) {
            true => sizes = true,
            false => others = true,
        });
        if !sizes || others || !ty.is_int() || ty.size() >= number.ty.size() {
            return;
        }
        let Some((_, most)) = ty.int_range() else { return };
        let fits = Expr::binary(BinOp::Le, number, &Expr::int(most, number.ty));
        st.guards.extend(fits.filter(|fact| fact.constant().is_none() && !st.guards.contains(fact)));
    }

    /// A pointer that is another one or that of a copy.
    fn either(&mut self, st: &mut State, pointer: &Value) -> Value {
        let copied = self.symbol(Type::Bool, "host");
        let copy = self.unknown_pointer();
        let mut joining = Joining::by(Some(&copied));
        let merged = self.merged(&mut joining, &copy, pointer, "host");
        let (a, b) = (st.clone(), std::mem::take(st));
        *st = self.join_by(joining, a, b);
        merged.unwrap_or(copy)
    }
}

/// The functions that are given the sizes of the tensor that they make.
fn takes_sizes(name: &str) -> bool {
    matches!(name, "empty" | "zeros" | "ones" | "full" | "rand" | "randn")
}

fn tensor(data: Value, shape: Buffer) -> Value {
    Value::record([(DATA, data), (SHAPE, Value::Pointer(shape, Expr::int(0, Type::I64)))])
}

/// The pointer to the elements of a tensor, and its shape.
fn parts(value: &Value) -> Option<(Value, Buffer)> {
    let Value::Record(fields) = value else { return None };
    match (fields.get(DATA)?, fields.get(SHAPE)?) {
        (data @ Value::Pointer(..), Value::Pointer(shape, _)) => Some((data.clone(), *shape)),
        _ => None,
    }
}
