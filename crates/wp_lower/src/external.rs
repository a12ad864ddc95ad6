//! Calls of functions whose bodies are not in the file.
//!
//! The result of the call is unknown. A function that receives pointers may access the memory behind them and any other
//! memory. A function that receives only numbers is assumed not to access memory of other threads and not to
//! synchronise (assumption `external-calls`); the kernel is rejected if such a number may contain an address.
//! Over-approximate under this assumption.

use crate::builder::Builder;
use crate::calls::Call;
use crate::function_types::writes_through_arguments;
use crate::lowerer::Lowerer;
use crate::scan::is_omitted;
use crate::values::Value;
use wp_clang::DeclRef;
use wp_decls::CType;
use wp_kir::{AssumeKind, ExprId, ExprKind, StmtKind, Type, Unknown};

impl Builder<'_> {
    /// True if a number may have been made from a pointer. In a kernel that converts pointers to numbers, this is any
    /// number of at least 32 bits.
    fn may_be_address(&self, e: ExprId) -> bool {
        let long = matches!(self.ty(e), Type::Int { bits, .. } if bits >= 32);
        let from_pointer = |e: &wp_kir::Expr| match e.kind {
            ExprKind::Cast(_, a) => self.ty(a) == Type::Ptr && e.ty != Type::Ptr && e.ty != Type::Bool,
            _ => false,
        };
        long && self.kernel().exprs.values().any(from_pointer)
    }
}

impl<'u> Lowerer<'u> {
    /// A call of a function without a body that is not known by name.
    pub(crate) fn unknown_function(&mut self, call: &Call<'u>, callee: &DeclRef) -> Value {
        if let (Some(unevaluated), true) = (unevaluated(&call.name), self.unit.decls.is_builtin(callee)) {
            call.args.iter().for_each(|arg| self.stack.cover(arg));
            return match unevaluated {
                Unevaluated::Unknown => self.ir.havoc(&call.ty, format!("result of `{}`", call.name), call.span),
                Unevaluated::Rejected => self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, call.span),
            };
        }
        // A function may read, and cannot change, an argument by value or by constant reference. This read is emitted
        // here.
        let writes = writes_through_arguments(&callee.ty, call.object.is_some());
        let mut pointers = writes;
        let mut hidden = false;
        if let Some(object) = call.object.filter(|_| !writes) {
            let place = self.place(object);
            let value = self.ir.load(&place, call.span);
            hidden |= self.hides_address(&value.ty);
        }
        // Functions of the language or the compiler that act on more than their arguments.
        if !self.ir.in_specification()
            && affects_other_threads(&call.name, self.unit.cuda)
            && self.unit.decls.is_builtin(callee)
        {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, call.span);
        }
        let mut scalars = Vec::new();
        for arg in call.args.iter().filter(|a| !is_omitted(a)) {
            let value = self.expr(arg);
            scalars.extend(value.leaves.iter().copied());
            hidden |= self.hides_address(&value.ty);
            pointers |= value.leaves.iter().any(|&e| self.ir.ty(e) == Type::Ptr);
        }
        let by_value: Vec<ExprId> = scalars.iter().copied().filter(|&e| self.ir.ty(e) == Type::Ptr).collect();
        let reason = format!("result of `{}`, which has no body", call.name);
        if !self.ir.in_specification() && !by_value.is_empty() && !writes && !hidden {
            self.ir.unknown_accesses(&call.name, &by_value, call.span);
            return self.ir.havoc(&call.ty, reason, call.span);
        }
        if pointers {
            let what = format!("call of `{}`, which has no body and takes pointers", call.name);
            return self.ir.unsupported_value(what, &call.ty, call.span);
        }
        if let (true, Some(t)) = (self.ir.in_specification(), call.ty.scalar()) {
            // In a specification the call is an uninterpreted function.
            let e = self.ir.call(&call.name, scalars, t, call.span);
            return Value { ty: call.ty.clone(), leaves: vec![e] };
        }
        // Clang declares a function that is built into the compiler implicitly, at its first call.
        let of_compiler = self.unit.decls.declaration_of(callee.id).is_some_and(|n| n.flag("isImplicit"));
        let member = call.object.is_some() || &*callee.kind != "FunctionDecl";
        let of_prelude = self.unit.decls.is_builtin(callee) && !of_compiler;
        if of_prelude && !member && !self.unit.decls.prelude_has(&call.name) {
            let what = format!("call of `{}`, whose declaration is not in the tree", call.name);
            return self.ir.unsupported_value(what, &call.ty, call.span);
        }
        let is_pure = |n: &&wp_clang::Node| n.inner.iter().any(|a| &*a.kind == "ConstAttr");
        if !of_prelude && self.unit.decls.node(callee.id).filter(is_pure).is_none() {
            if hidden || scalars.iter().any(|&e| self.ir.may_be_address(e)) {
                let what = format!("call of `{}`, which has no body and may get an address", call.name);
                return self.ir.unsupported_value(what, &call.ty, call.span);
            }
            let cond = self.ir.bool(true, call.span);
            self.ir.emit(StmtKind::Assume { cond, kind: AssumeKind::External }, call.span);
            // It may do more than to return a value.
            let (var, unknown) = (self.ir.temp(Type::Bool, call.span), Unknown::Behaviour);
            self.ir.emit(StmtKind::Havoc { var, reason: reason.as_str().into(), unknown }, call.span);
        }
        self.ir.havoc(&call.ty, reason, call.span)
    }

    /// True if values of the type contain addresses that are not leaves: captures of a lambda, or pointers in a union.
    fn hides_address(&self, ty: &CType) -> bool {
        match ty {
            CType::Array(elem, _) => self.hides_address(&elem.ty),
            CType::Record(id) => {
                let decl = self.unit.decls.record_decl(*id);
                let fields = decl.node.inner.iter().filter(|c| &*c.kind == "FieldDecl");
                if decl.is_lambda {
                    return self.lambdas.captures(decl.node.id).is_none_or(|captures| !captures.is_empty());
                }
                fields.map(|f| self.stack.qtype(f).ty).any(|t| {
                    self.hides_address(&t) || decl.is_union && matches!(t, CType::Pointer(_) | CType::Record(_))
                })
            }
            _ => false,
        }
    }
}

/// The meaning of a function of the compiler whose operands are not evaluated.
#[derive(Clone, Copy)]
enum Unevaluated {
    /// The optimiser decides the result.
    Unknown,
    Rejected,
}

/// The functions of the compiler whose operands are not evaluated. `__builtin_object_size` does not evaluate operands
/// with side effects, and gives the size only where the optimiser knows the object.
fn unevaluated(name: &str) -> Option<Unevaluated> {
    Some(match name {
        "__builtin_constant_p"
        | "__builtin_classify_type"
        | "__builtin_object_size"
        | "__builtin_dynamic_object_size" => Unevaluated::Unknown,
        "__builtin_counted_by_ref"
        | "__builtin_function_start"
        | "__builtin_get_vtable_pointer"
        | "__builtin_has_attribute"
        | "__builtin_infer_alloc_token"
        | "__builtin_nondeterministic_value"
        | "__builtin_os_log_format_buffer_size"
        | "__builtin_ptrauth_type_discriminator"
        | "__builtin_assume_separate_storage"
        | "__builtin_assume_dereferenceable"
        | "__assume"
        | "__noop"
        | "__builtin_preserve_access_index"
        | "__builtin_preserve_field_info"
        | "__builtin_preserve_type_info"
        | "__builtin_preserve_enum_value"
        | "__builtin_btf_type_id"
        | "__builtin_dump_struct" => Unevaluated::Rejected,
        _ => return None,
    })
}

/// True if a built-in function without a model may synchronise, may access memory other than that of its arguments, or
/// must be called by several threads together.
fn affects_other_threads(name: &str, cuda: bool) -> bool {
    if cuda && name.starts_with("__builtin_amdgcn_") {
        return true;
    }
    if cuda {
        return name.strip_prefix("__nvvm_").is_some_and(|rest| !PURE_NVVM.iter().any(|p| rest.starts_with(p)));
    }
    let prefixes =
        ["work_group_", "sub_group_", "intel_", "qcom_", "enqueue_", "read_pipe", "write_pipe", "reserve_", "commit_"];
    prefixes.iter().any(|p| name.starts_with(p))
}

/// Prefixes of the names of NVVM's built-in functions that only compute a value from their arguments, or read a
/// register.
const PURE_NVVM: &[&str] = &[
    "abs",
    "add_",
    "bitcast",
    "brev",
    "ceil",
    "cos",
    "d2",
    "div",
    "ex2",
    "f2",
    "fabs",
    "floor",
    "fm",
    "fns",
    "i2",
    "lg2",
    "ll2",
    "lohi",
    "max",
    "min",
    "mul",
    "prmt",
    "rcp",
    "read_ptx_sreg_",
    "round",
    "rsqrt",
    "sad",
    "saturate",
    "sin",
    "sqrt",
    "trunc",
    "ui2",
    "ull2",
];
