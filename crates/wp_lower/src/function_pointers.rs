//! Pointers to functions: their values, calls through them, and tables of them.
//!
//! A call through a pointer has a case for each function of its type whose address the file takes. Exact for pointers
//! to these functions. For any other value of the pointer, the call is an error like a call through the null pointer.
//! If the file gives the pointer a value that is not followed, the kernel is rejected.

use crate::builder::Blocks;
use crate::calls::Call;
use crate::function_types::result_end;
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::state::{CallStack, Scope};
use crate::values::{Place, Value};
use crate::vars::initialiser;
use std::rc::Rc;
use wp_base::Span;
use wp_clang::{DeclRef, Node};
use wp_decls::{split_at_commas, strip, strip_casts, CType, Decls, QType};
use wp_kir::{BinOp, ExprId, StmtKind, Type};

wp_base::limits! {
    /// A call through a pointer that may point to more functions than this is rejected.
    const MAX_POINTER_CASES: usize = 16;
}

/// The parts of a function type that matter in a call. `const` of parameters and `noexcept` do not.
#[derive(PartialEq)]
struct Signature {
    result: QType,
    parameters: Vec<CType>,
    variadic: bool,
}

/// The signature in the printed type of a function or of a pointer to one.
fn signature(ty: &str, decls: &Decls<'_>) -> Option<Signature> {
    let open = result_end(ty);
    let mut rest = ty[open..].trim_start();
    let group = |text: &str| -> Option<usize> {
        let mut depth = 0;
        text.char_indices().find_map(|(i, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            (depth == 0).then_some(i)
        })
    };
    if let Some(pointer) = rest.strip_prefix("(*") {
        let close = group(rest)? - 2;
        let quals = pointer[..close].split_whitespace().all(|w| matches!(w, "const" | "volatile" | "__restrict"));
        rest = pointer.get(close + 1..).filter(|_| quals)?.trim_start();
    }
    let close = group(rest.strip_prefix('(').map(|_| rest)?)?;
    if !matches!(rest[close + 1..].trim(), "" | "noexcept") {
        return None;
    }
    let mut parameters = split_at_commas(&rest[1..close]);
    let variadic = parameters.last() == Some(&"...");
    parameters.truncate(parameters.len() - usize::from(variadic));
    if parameters == ["void"] {
        parameters.clear();
    }
    let parameters = parameters.into_iter().map(|p| decls.qtype(p).ty).collect();
    Some(Signature { result: decls.qtype(ty[..open].trim()), parameters, variadic })
}

impl Unit<'_> {
    /// The functions whose address the file takes and that a pointer of the printed type may point to. A function whose
    /// type is not understood is one of them. `None` if the type of the pointer is not understood.
    fn addressed(&self, ty: &str) -> Option<Vec<DeclRef>> {
        let wanted = signature(ty, self.decls)?;
        let mut out: Vec<DeclRef> = Vec::new();
        for target in self.decls.addressed() {
            let definition = self.decls.definition(target);
            // The type of a lambda's call operator has a `const` that the type of its function does not have, so the
            // type of the declaration is used.
            let declared = self.decls.node(target.id).and_then(|n| n.ty.as_deref());
            let fits = signature(declared.unwrap_or(&target.ty), self.decls).is_none_or(|s| s == wanted);
            let known = |o: &DeclRef| match (self.decls.definition(o), definition) {
                (Some(a), Some(b)) => a.id == b.id,
                _ => o.id == target.id,
            };
            if fits && !out.iter().any(known) {
                out.push(target.clone());
            }
        }
        Some(out)
    }
}

impl Scope {
    /// The function that an expression names, directly, by `&f` or `*f`, or by a parameter that is bound to it.
    pub(crate) fn place_of_function(&mut self, arg: &Node) -> Option<Place> {
        let target = strip_casts(arg);
        let target = if &*target.kind == "UnaryOperator" { strip_casts(target.inner.first()?) } else { target };
        let named = target.referenced.as_ref().filter(|_| &*target.kind == "DeclRefExpr")?;
        match self.place(named.id) {
            Some(Place::Function(f)) => Some(Place::Function(f.clone())),
            Some(_) => None,
            None if matches!(&*named.kind, "FunctionDecl" | "CXXMethodDecl") => {
                Some(Place::Function(Rc::new(named.clone())))
            }
            None => None,
        }
    }

    /// The function that each initialiser names, where the inner `None` is a null pointer. `None` if an initialiser is
    /// anything else.
    fn functions_of(&mut self, inits: &[Node]) -> Option<Vec<Option<DeclRef>>> {
        let one = |init: &Node| match &*strip_casts(init).kind {
            "CXXNullPtrLiteralExpr" | "GNUNullExpr" | "IntegerLiteral" | "ImplicitValueInitExpr" => Some(None),
            _ => match self.place_of_function(init)? {
                Place::Function(f) => Some(Some((*f).clone())),
                _ => None,
            },
        };
        inits.iter().map(one).collect()
    }
}

impl CallStack<'_> {
    /// True if objects of the type hold pointers to functions.
    pub(crate) fn holds_functions(&self, ty: &CType) -> bool {
        match ty {
            CType::Array(elem, _) => self.holds_functions(&elem.ty),
            CType::Pointer(q) => q.ty == CType::Function,
            CType::Record(id) => {
                let fields = self.unit.decls.record_decl(*id).node.inner.iter().filter(|c| &*c.kind == "FieldDecl");
                fields.map(|f| self.qtype(f).ty).any(|t| self.holds_functions(&t))
            }
            _ => false,
        }
    }
}

impl<'u> Lowerer<'u> {
    /// A call through a pointer, with a case for each function that it may point to.
    pub(crate) fn pointer_call(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let candidates = node.inner.first().filter(|_| &*node.kind == "CallExpr").and_then(|first| {
            let found = self.unit.addressed(first.type_str())?;
            (found.len() <= MAX_POINTER_CASES.get()).then_some((first, found))
        });
        let splittable = self.unit.splittable(&ty) && !node.flag("lvalue");
        let Some((first, candidates)) = candidates.filter(|_| splittable && !self.ir.in_specification()) else {
            return self.ir.unsupported_value("call through a pointer", &ty, span);
        };
        let pointer = self.scalar(first);
        let pointer = self.ir.freeze_expr(pointer, span);
        let vars = self.ir.split_vars("%result", &ty, span);
        let result = Place::Vars { vars, ty: ty.clone() };
        self.pointer_cases(node, pointer, &candidates, &result, &ty);
        self.ir.load(&result, span)
    }

    /// Emits the cases of a call through a pointer as a chain of `if`. The last case, in which the pointer points to
    /// none of the functions, is a read through the null pointer, which is an error.
    fn pointer_cases(&mut self, node: &'u Node, pointer: ExprId, rest: &[DeclRef], result: &Place, ty: &CType) {
        let span = node.span;
        let Some((target, rest)) = rest.split_first() else {
            self.allow_repeat(|s| node.inner.iter().skip(1).for_each(|arg| s.discard(arg)));
            let (ty, ptr) = (Type::Int { bits: 8, signed: false }, self.ir.zero(Type::Ptr, span));
            let var = self.ir.temp(ty, span);
            self.ir.emit(StmtKind::Load { var, ty, ptr, volatile: false }, span);
            return self.ir.emit(StmtKind::Return, span);
        };
        let address = self.ir.function_address(target, span);
        let is = self.ir.bin(BinOp::Eq, pointer, address.leaves[0], span);
        let call = Call {
            id: node.id,
            name: target.name.to_string(),
            args: node.inner.iter().skip(1).collect(),
            ty: ty.clone(),
            span,
            object: None,
            object_is_pointer: false,
            right_first: false,
            refers: false,
        };
        let understood = signature(&target.ty, self.unit.decls).is_some();
        let definition = self.unit.decls.definition(target).filter(|d| understood && self.unit.decls.is_own(d.id));
        self.branch(
            is,
            span,
            |s| match definition {
                Some(def) => {
                    let place = s.allow_repeat(|s| s.in_open_order(&call.args, span, |s| s.inline(def, &call)));
                    let value = s.ir.load(&place, span);
                    s.ir.store(result, &value, span);
                }
                None => {
                    let what = format!("call of `{}`, which has no body in this file, through a pointer", call.name);
                    s.ir.unsupported_here(what, span);
                }
            },
            |s| s.pointer_cases(node, pointer, rest, result, ty),
        );
    }

    /// The value that is read from a global variable with pointers to functions. If the file only reads the variable,
    /// the value follows from its initialiser. `read` is the value of the load, which remains the value for an index
    /// behind the end of a table.
    pub(crate) fn function_read(&mut self, lvalue: &'u Node, read: Value, span: Span) -> Value {
        if !matches!(read.ty.pointee().map(|q| &q.ty), Some(CType::Function)) || self.ir.in_specification() {
            return read;
        }
        let Some(root) = crate::scan::root_variable(lvalue).filter(|id| self.scope.place(*id).is_none()) else {
            return read;
        };
        let Some(decl) = self.unit.decls.declared_variable(root).filter(|d| self.unit.decls.only_read(d.id)) else {
            return read;
        };
        let Some(init) = initialiser(decl) else { return read };
        let element = strip(lvalue);
        let functions = match (&*element.kind, self.stack.qtype(decl).ty) {
            ("DeclRefExpr", CType::Pointer(_)) => {
                self.scope.functions_of(std::slice::from_ref(init)).map(|f| (f, None))
            }
            ("ArraySubscriptExpr", CType::Array(..)) if is_name(&element.inner[0]) => {
                let list = strip(init);
                let items = (&*list.kind == "InitListExpr").then(|| self.scope.functions_of(&list.inner)).flatten();
                items.filter(|_| !list.flag("array_filler")).zip(Some(element.inner.get(1)))
            }
            _ => None,
        };
        let Some((functions, index)) = functions else {
            return self.ir.unsupported_value("variable with pointers to functions", &read.ty, span);
        };
        let [mut value] = read.leaves[..] else { return read };
        let index = match index {
            // An index without effects may be evaluated a second time.
            Some(index) if !self.effects(index) => Some(self.scalar(index)),
            Some(_) => {
                return self.ir.unsupported_value("index with effects into a table of functions", &read.ty, span)
            }
            None => None,
        };
        for (i, function) in functions.iter().enumerate() {
            let address = match function {
                Some(f) => self.ir.function_address(f, span).leaves[0],
                None => self.ir.zero(Type::Ptr, span),
            };
            value = match index {
                Some(index) => {
                    let ty = self.ir.ty(index);
                    let at = self.ir.int(i as i128, ty, span);
                    let is = self.ir.bin(BinOp::Eq, index, at, span);
                    self.ir.select(is, address, value, span)
                }
                None => address,
            };
        }
        Value { ty: read.ty, leaves: vec![value] }
    }
}

/// True if an expression is the name of an array alone.
fn is_name(base: &Node) -> bool {
    &*strip_casts(base).kind == "DeclRefExpr"
}
