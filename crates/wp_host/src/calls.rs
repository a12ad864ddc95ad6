//! Calls in host code: allocations and deallocations, assertions, functions that never return.
//!
//! A function of the file, or an undeclared one, may have any effect on values that escape to it; the functions of the
//! prelude have the effects of their names. The assumption `launch-site` includes that allocations succeed.

use crate::lambdas::called_object;
use crate::memory::Memory;
use crate::state::{Flow, State};
use crate::uses::{address_of, assigned, is_dim3, is_read_vector, referred, variable, vector_of_call};
use crate::value::{Expr, Int, Value};
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_decls::{address_operand, callee_name, is_function, is_launch, strip, strip_casts};
use wp_kir::{BinOp, Type};

/// The greatest pitch of devices in bytes (`memPitch`).
const LONGEST_ROW: i128 = (1 << 31) - 1;

impl Flow<'_, '_> {
    /// A call that launches no kernel.
    pub(crate) fn call(&mut self, st: &mut State, node: &Node) -> Value {
        let name = callee_name(node).to_owned();
        let args: Vec<&Node> = node.inner.iter().skip(1).collect();
        if &*node.kind == "CXXOperatorCallExpr" {
            if let ("operator=", true, [target, source]) = (name.as_str(), is_dim3(node), &args[..]) {
                let value = self.eval(st, source);
                self.assign(st, target, value.clone());
                self.forget_lent(st, node);
                return value;
            }
        }
        if let Some(value) = self.torch_call(st, node, &args) {
            return value;
        }
        if let Some(value) = self.vector_call(st, node, &args) {
            return value;
        }
        if called_object(node).is_some() || !self.is_library(node) {
            return match self.computed(st, node, &args) {
                Some(value) => value,
                None => self.any_call(st, node, &args),
            };
        }
        let store = self.store_of(st, node, &name, &args);
        let value = self.library_call(st, node, (&name, &args));
        self.note_store(st, store, node, &args);
        self.forget_lent(st, node);
        value
    }

    /// A call of a function of the prelude.
    fn library_call(&mut self, st: &mut State, node: &Node, (name, args): (&str, &[&Node])) -> Value {
        match (name, args) {
            (
                "cudaMalloc" | "cudaMallocManaged" | "cudaMallocHost" | "cudaMallocAsync" | "cudaHostAlloc",
                [pointer, bytes, rest @ ..],
            ) => {
                let bytes = self.int_value(st, bytes).cast(Type::U64);
                rest.iter().for_each(|a| drop(self.eval(st, a)));
                let buffer = self.buffers.allocate(Memory::of(name));
                st.sizes.insert(buffer, bytes);
                self.assign_result(st, pointer, Value::Pointer(buffer, Expr::int(0, Type::I64)));
                self.unknown(node, "host")
            }
            // The runtime chooses the length of the rows, which is at least the length that is asked for.
            ("cudaMallocPitch", [pointer, pitch, width, height]) => {
                let width = self.int_value(st, width).cast(Type::U64);
                let height = self.int_value(st, height).cast(Type::U64);
                let row = self.row_of(st, &width);
                let buffer = self.buffers.allocate(Memory::of(name));
                st.sizes.extend(Expr::binary(BinOp::Mul, &row, &height).map(|bytes| (buffer, bytes)));
                let at_start = Value::Pointer(buffer, Expr::int(0, Type::I64));
                self.assign_result(st, pointer, at_start);
                self.assign_result(st, pitch, Value::Int(row));
                self.unknown(node, "host")
            }
            ("cudaMalloc3D", [pointer, extent]) => {
                let sides = match self.eval(st, extent) {
                    Value::Record(fields) => ["width", "height", "depth"].map(|name| fields.get(name).cloned()),
                    _ => [None, None, None],
                };
                let sides = sides.map(|side| match side {
                    Some(Value::Int(e)) => e.cast(Type::U64),
                    _ => self.symbol(Type::U64, "extent"),
                });
                let [width, height, depth] = sides;
                let row = self.row_of(st, &width);
                let buffer = self.buffers.allocate(Memory::of(name));
                let plane = Expr::binary(BinOp::Mul, &row, &height);
                let bytes = plane.and_then(|plane| Expr::binary(BinOp::Mul, &plane, &depth));
                st.sizes.extend(bytes.map(|bytes| (buffer, bytes)));
                let pitched = Value::record([
                    ("ptr", Value::Pointer(buffer, Expr::int(0, Type::I64))),
                    ("pitch", Value::Int(row)),
                    ("xsize", Value::Int(width)),
                    ("ysize", Value::Int(height)),
                ]);
                self.assign_result(st, pointer, pitched);
                self.unknown(node, "host")
            }
            // Both addresses lead to the same memory.
            ("cudaHostGetDevicePointer", [device, host, flags]) => {
                let value = self.eval(st, host);
                let _ = self.eval(st, flags);
                match value {
                    Value::Pointer(..) => self.assign_result(st, device, value),
                    _ => self.forget_changed(st, node),
                }
                self.unknown(node, "host")
            }
            // The order of evaluation of arguments is unspecified.
            ("make_uint3" | "make_cudaExtent", [a, b, c]) if args.iter().all(|a| self.changed_by(st, a).is_empty()) => {
                let (names, ty) = match name {
                    "make_uint3" => (["x", "y", "z"], Type::U32),
                    _ => (["width", "height", "depth"], Type::U64),
                };
                let values = [a, b, c].map(|arg| Value::Int(self.int_value(st, arg).cast(ty)));
                let [x, y, z] = values;
                Value::record([(names[0], x), (names[1], y), (names[2], z)])
            }
            ("malloc", [bytes]) => {
                let bytes = self.int_value(st, bytes).cast(Type::U64);
                let buffer = self.buffers.allocate(Memory::Host);
                st.sizes.insert(buffer, bytes);
                Value::Pointer(buffer, Expr::int(0, Type::I64))
            }
            ("calloc", [number, size]) => {
                let (number, size) = (self.int_value(st, number), self.int_value(st, size));
                let buffer = self.buffers.allocate(Memory::Host);
                let bytes = Expr::binary(BinOp::Mul, &number.cast(Type::U64), &size.cast(Type::U64));
                if let Some(bytes) = bytes {
                    self.clear(st, buffer, &bytes);
                    st.sizes.insert(buffer, bytes);
                }
                Value::Pointer(buffer, Expr::int(0, Type::I64))
            }
            // Their value is the first argument.
            ("memset" | "memcpy" | "memmove", [target, rest @ ..]) => {
                let value = self.eval(st, target);
                rest.iter().for_each(|arg| drop(self.eval(st, arg)));
                self.forget_changed(st, node);
                match value {
                    Value::Pointer(..) => value,
                    _ => self.unknown(node, "host"),
                }
            }
            ("__wp_assert", [condition]) => {
                let c = self.eval(st, condition);
                self.assume(st, &c, true);
                Value::Unknown
            }
            (
                "exit"
                | "_exit"
                | "_Exit"
                | "abort"
                | "quick_exit"
                | "terminate"
                | "__builtin_trap"
                | "__builtin_unreachable",
                _,
            ) => {
                args.iter().for_each(|a| drop(self.eval(st, a)));
                st.dead = true;
                Value::Unknown
            }
            // `std::cin >> o.n`
            ("operator>>", [stream, target]) if reads_number(target) => {
                let value = self.eval(st, stream);
                self.escapes(st, &value);
                let read = self.fresh(target);
                self.assign(st, target, read);
                self.unknown(node, "host")
            }
            // A reference to the argument.
            ("forward" | "move", [value]) if self.callees.is_forward(node) => self.eval(st, value),
            ("swap", [a, b]) => {
                let whole = |n: &Node| variable(n).filter(|_| &*strip(n).kind == "DeclRefExpr");
                match (whole(a), whole(b)) {
                    (Some(a), Some(b)) if st.vars.contains_key(&a) && st.vars.contains_key(&b) && a != b => {
                        let (x, y) = (st.vars[&a].clone(), st.vars[&b].clone());
                        st.vars.insert(a, y);
                        st.vars.insert(b, x);
                    }
                    _ => {
                        self.any_call(st, node, args);
                    }
                }
                Value::Unknown
            }
            // The order of evaluation of arguments is unspecified. `std::min` is given variables by reference.
            ("min" | "max", [a, b])
                if args.iter().all(|a| variable(a).is_some() || self.changed_by(st, a).is_empty()) =>
            {
                let op = if name == "min" { BinOp::Min } else { BinOp::Max };
                match (self.eval(st, a), self.eval(st, b)) {
                    (Value::Int(a), Value::Int(b)) => {
                        Expr::binary(op, &a, &b).map_or_else(|| self.unknown(node, "host"), Value::Int)
                    }
                    _ => self.unknown(node, "host"),
                }
            }
            _ => {
                for arg in args {
                    let value = self.eval(st, arg);
                    self.note_lost(&value);
                    if frees(name) {
                        self.free(st, &value);
                    }
                }
                if name.contains("Reset") {
                    self.lose_all(st);
                }
                self.forget_changed(st, node);
                self.unknown(node, "host")
            }
        }
    }

    fn any_call(&mut self, st: &mut State, node: &Node, args: &[&Node]) -> Value {
        // The object of a member function is given to it.
        let object = node.inner.first().filter(|f| &*f.kind == "MemberExpr").and_then(|f| f.inner.first());
        for arg in object.into_iter().chain(node.inner.first()) {
            let value = self.eval(st, arg);
            self.escapes(st, &value);
        }
        let values: Vec<Value> = args.iter().map(|arg| self.eval(st, arg)).collect();
        let is_reference = |arg: &&Node| (arg.flag("lvalue") || arg.flag("xvalue")) && !self.callees.is_given(arg);
        let referred: Vec<&Node> = args.iter().copied().filter(is_reference).collect();
        referred.into_iter().for_each(|arg| self.expose_mentioned(st, arg));
        let changes = |part: &&Node| !self.callees.is_given(part) && !self.changed_by(st, part).is_empty();
        let ordered = node.inner.iter().filter(changes).count() < 2;
        let entered = if ordered { self.enter(st, node, &values) } else { None };
        if entered.is_none() {
            self.call_is_open(node);
            values.iter().for_each(|value| self.escapes(st, value));
            self.note_lambdas(st, node, &values);
            self.note_kernels(st);
        }
        // An assignment in the evaluation of a single argument, as in `check(cudaMalloc(&p, n))`, is done.
        let mut changed = self.changed_by(st, node);
        if ordered {
            let own: FxHashSet<NodeId> =
                node.inner.iter().filter_map(|a| address_of(a).or_else(|| variable(a))).collect();
            let exact = |arg: &&Node| self.is_library(strip_casts(arg)) && &*strip_casts(arg).kind == "CallExpr";
            let within: FxHashSet<NodeId> =
                args.iter().copied().filter(exact).flat_map(|arg| assigned(&self.callees, arg)).collect();
            changed.retain(|v| own.contains(v) || self.lent.contains(v) || !within.contains(v));
            changed.retain(|v| !entered.as_ref().is_some_and(|entered| entered.assigned.contains(v)));
        }
        self.forget(st, &changed);
        st.dead |= self.never_returns(node);
        let value = entered.and_then(|entered| entered.value);
        value.unwrap_or_else(|| self.unknown(node, "host"))
    }

    /// True if a call is one of a function that is declared not to return.
    fn never_returns(&self, call: &Node) -> bool {
        let target = call.inner.first().map(strip_casts).and_then(|c| c.referenced.as_ref());
        let declared = target.filter(|t| is_function(&t.kind)).and_then(|t| self.decls.node(t.id));
        let attributes = ["NoReturnAttr", "CXX11NoReturnAttr", "C11NoReturnAttr"];
        declared.is_some_and(|d| d.inner.iter().any(|a| attributes.contains(&&*a.kind)))
    }

    /// The store of a function to what an argument points to: `&variable`, `&p[i]`, `p`.
    fn assign_result(&mut self, st: &mut State, pointer: &Node, value: Value) {
        let target = address_operand(below_casts(pointer));
        if let Some(target) = target.filter(|t| variable(t).is_some_and(|v| st.vars.contains_key(&v))) {
            return self.assign(st, target, value);
        }
        let address = self.eval(st, pointer);
        match (target, address) {
            (Some(target), _) => self.stored(st, target, &value),
            (None, Value::Pointer(buffer, _)) if self.buffers.is_allocated(buffer) => self.overwrite(st, buffer, None),
            _ => self.overwrite_all(st),
        }
        self.escapes(st, &value);
    }

    /// The length in bytes of a row that holds `width` bytes.
    fn row_of(&mut self, st: &mut State, width: &Int) -> Int {
        let row = self.symbol(Type::U64, "pitch");
        st.guards.extend(Expr::binary(BinOp::Le, width, &row));
        st.guards.extend(Expr::binary(BinOp::Le, &row, &Expr::int(LONGEST_ROW, Type::U64)));
        row
    }

    /// Notes that memory is freed.
    pub(crate) fn free(&mut self, st: &mut State, value: &Value) {
        match value {
            Value::Pointer(buffer, _) if self.buffers.is_allocated(*buffer) => {
                self.escapes(st, value);
                st.running.remove(buffer);
            }
            Value::Pointer(..) | Value::Unknown => self.lose_all(st),
            _ => {}
        }
    }

    /// Variables that a function of the file is given by address or reference: it may keep them, whatever its name.
    pub(crate) fn given_away(&mut self, node: &Node, lent: &mut FxHashSet<NodeId>) {
        if matches!(&*node.kind, "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr")
            && !self.is_library(node)
            && !self.callees.is_torch(node)
            && !is_launch(node)
        {
            let arguments = node.inner.iter().skip(if called_object(node).is_some() { 2 } else { 1 });
            for arg in arguments.filter(|arg| !is_read_vector(arg) && !self.callees.is_given(arg)) {
                match address_of(arg).or_else(|| variable(arg)) {
                    Some(v) => _ = lent.insert(v),
                    None => self.unreliable.extend(referred(arg)),
                }
            }
        }
        node.inner.iter().for_each(|c| self.given_away(c, lent));
    }

    /// True if a tree holds something that may free memory.
    pub(crate) fn may_free(&self, node: &Node) -> bool {
        let here = match &*node.kind {
            "CXXDeleteExpr" | "RecoveryExpr" => true,
            _ if vector_of_call(node).is_some() || is_launch(node) => false,
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => {
                let name = callee_name(node);
                !self.is_library(node) || frees(name) || name.contains("Reset")
            }
            _ => false,
        };
        here || node.inner.iter().any(|c| self.may_free(c))
    }
}

/// The expression below conversions of every form.
fn below_casts(node: &Node) -> &Node {
    let mut node = strip_casts(node);
    while let (true, Some(inner)) = (node.kind.ends_with("CastExpr"), node.inner.last()) {
        node = strip_casts(inner);
    }
    node
}

/// True if a stream assigns an operand and nothing else: a number that is a variable or a member of one.
fn reads_number(target: &Node) -> bool {
    let numbers = ["int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "short", "bool"];
    let is_number = numbers.contains(&target.type_str()) || matches!(target.type_str(), "float" | "double" | "size_t");
    is_number && variable(target).is_some()
}

/// True for functions that free memory.
fn frees(name: &str) -> bool {
    ["free", "Free", "realloc"].iter().any(|word| name.contains(word))
}
