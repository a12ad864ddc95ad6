//! The places of names: local variables, global variables, shared arrays, enumerators, and built-in variables of CUDA.

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use crate::values::{Place, Value};
use std::rc::Rc;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{strip, CType, QType};
use wp_kir::{Axis, Block, ExprKind, Init, ObjectId, ObjectKind, Space, Special, StmtKind, Type, DYNAMIC_ALIGN};

impl Builder<'_> {
    fn builtin_axes(&self, name: &str) -> Option<fn(Axis) -> Special> {
        if !self.unit.cuda {
            return None;
        }
        Some(match name {
            "threadIdx" => Special::ThreadIdx,
            "blockIdx" => Special::BlockIdx,
            "blockDim" => Special::BlockDim,
            "gridDim" => Special::GridDim,
            _ => return None,
        })
    }

    fn builtin_variable(&mut self, name: &str, ty: &CType, span: Span) -> Option<Value> {
        if let Some(make) = self.builtin_axes(name) {
            let leaves = Axis::ALL.iter().map(|&axis| self.special(make(axis), span)).collect();
            return Some(Value { ty: ty.clone(), leaves });
        }
        if name == "warpSize" && self.unit.cuda {
            let lanes = self.lanes();
            return Some(self.scalar_value(CType::Scalar(Type::I32), |s| s.int(i128::from(lanes), Type::I32, span)));
        }
        None
    }
}

impl<'u> Lowerer<'u> {
    /// The place that a `DeclRefExpr` names.
    pub(crate) fn name(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let Some(target) = &node.referenced else {
            return Place::Value(self.ir.unsupported_value("unresolved name", &ty, span));
        };
        if let Some(place) = self.scope.place(target.id) {
            return place.clone();
        }
        match &*target.kind {
            "EnumConstantDecl" => match (self.unit.decls.enumerator(target), ty.scalar()) {
                (Some(v), Some(t)) => Place::Value(self.ir.scalar_value(ty, |s| s.int(v, t, span))),
                _ => Place::Value(self.ir.unsupported_value(format!("enumerator `{}`", target.name), &ty, span)),
            },
            "FunctionDecl" | "CXXMethodDecl" => Place::Function(Rc::new(target.clone())),
            _ => {
                if self.unit.decls.is_builtin(target) {
                    if let Some(value) = self.ir.builtin_variable(&target.name, &ty, span) {
                        return Place::Value(value);
                    }
                }
                match self.unit.decls.global(target) {
                    Some(decl) => self.variable_by_decl(decl, span),
                    None => Place::Value(self.ir.unsupported_value(format!("name `{}`", target.name), &ty, span)),
                }
            }
        }
    }

    /// The place of a variable of static storage, or of a local variable whose declaration was not lowered.
    pub(crate) fn variable_by_decl(&mut self, decl: &'u Node, span: Span) -> Place {
        if let Some(place) = self.scope.place(decl.id).or_else(|| self.scope.static_place(decl.id)) {
            return place.clone();
        }
        if let Some(value) = self.computed_constant(decl) {
            return Place::Value(value);
        }
        let place = self.global_place(decl, span);
        self.scope.set_static(decl.id, place.clone());
        place
    }

    /// Creates the object (or constant) of a static variable.
    fn global_place(&mut self, decl: &'u Node, span: Span) -> Place {
        let name: Arc<str> = decl.name.clone().unwrap_or_else(|| "?".into());
        let ty = self.stack.qtype(decl);
        if let CType::Reference(_) = ty.ty {
            return Place::Value(self.ir.unsupported_value(format!("global reference `{name}`"), &ty.ty, span));
        }
        let attr = |kind: &str| decl.inner.iter().any(|c| &*c.kind == kind);
        let space = match ty.space {
            _ if attr("CUDASharedAttr") => Space::Shared,
            _ if attr("CUDAConstantAttr") => Space::Constant,
            Some(s @ (Space::Shared | Space::Constant)) => s,
            _ => Space::Global,
        };
        if space == Space::Shared {
            return self.shared_place(decl, &ty);
        }
        let init = initialiser(decl);
        // Only the host writes constant memory of CUDA, and only by the name of the variable.
        let is_written = || init.is_none() || !self.unit.decls.surely_only_read(decl.id);
        let immutable =
            ty.is_const || decl.flag("constexpr") || space == Space::Constant && !(self.unit.cuda && is_written());
        if immutable && self.unit.splittable(&ty.ty) && !ty.is_volatile && !self.ir.storage().is_forced(decl.id) {
            if let Some(init) = init {
                if let Some(value) = self.constant_value(init, &ty.ty) {
                    return Place::Value(value);
                }
            }
        }
        if let CType::Opaque(_) = ty.ty {
            return Place::Value(self.handle(decl, ty.ty, span));
        }
        // `function_read` gives the value of such a variable only where it is read by its name.
        if immutable && init.is_some() && self.stack.holds_functions(&ty.ty) && !self.unit.decls.only_read(decl.id) {
            self.ir.unsupported(format!("`{name}`: pointers to functions of which the address is taken"), span);
        }
        let space = if immutable { Space::Constant } else { space };
        let contents = match init {
            Some(init) if immutable => match self.constant_bytes(init, &ty) {
                Some(bytes) => Init::Bytes(bytes.into()),
                None => {
                    self.ir.approximate(format!("initial value of `{name}` not evaluated: any contents"), decl.loc);
                    Init::Unevaluated
                }
            },
            _ => Init::Input,
        };
        let object = self.ir.object(&name, space, &ty, contents, decl.loc);
        self.ir.object_mut(object).symbol = symbol(decl);
        self.align_as_declared(object, decl);
        let ptr = self.ir.address_of_object(object, decl.loc);
        Place::Mem { ptr, ty: ty.ty, volatile: ty.is_volatile }
    }

    /// Raises the alignment of the object of a variable to that of the attributes of its declaration.
    pub(crate) fn align_as_declared(&mut self, object: ObjectId, decl: &Node) {
        let wanted = wp_decls::declared_alignment(decl, self.unit.decls);
        let object = self.ir.object_mut(object);
        object.align = object.align.max(wanted);
    }

    /// The value of a scalar constant whose initialiser takes more than folding: calls of `constexpr` functions,
    /// operations of floats. It is computed where the constant is used: device code reads no constant of static storage
    /// whose initialiser depends on anything that changes. Clang mangles the names of variables of static storage only.
    fn computed_constant(&mut self, decl: &'u Node) -> Option<Value> {
        let ty = self.stack.qtype(decl);
        let is_shared = decl.inner.iter().any(|c| &*c.kind == "CUDASharedAttr");
        let is_static = decl.extra.contains_key("mangledName") && ty.is_const;
        let is_fixed = (is_static || decl.flag("constexpr")) && !ty.is_volatile && !is_shared;
        if !is_fixed
            || self.ir.storage().is_forced(decl.id)
            || self.ir.in_specification()
            || !matches!(ty.ty, CType::Scalar(_))
        {
            return None;
        }
        let init = initialiser(decl)?;
        if self.constant_value(init, &ty.ty).is_some() {
            return None;
        }
        let refused = self.ir.refusals();
        let is_read = |s: &mut Self, _: &Value, block: &Block| s.ir.refusals() == refused && !has_unsupported(block);
        let (value, block) = self.try_lowering(|s| s.init_value(init, &ty.ty), is_read)?;
        self.ir.append(block);
        Some(value)
    }

    /// The value of a texture reference or another handle without data: a number that no other handle has.
    fn handle(&mut self, decl: &'u Node, ty: CType, span: Span) -> Value {
        let number = self.handles.number(decl.id);
        self.ir.scalar_value(ty, |s| s.int(number, Type::U64, span))
    }

    /// `__shared__` and `__local` variables: one instance per block.
    pub(crate) fn shared_place(&mut self, decl: &'u Node, ty: &QType) -> Place {
        if let Some(place) = self.scope.static_place(decl.id) {
            return place.clone();
        }
        let name = decl.name.as_deref().unwrap_or("?");
        let dynamic = decl.extra.get("storageClass").is_some_and(|s| &**s == "extern");
        let object = match self.scope.dynamic_shared() {
            Some(object) if dynamic => object,
            _ => {
                let object = self.ir.object(name, Space::Shared, ty, Init::Undefined, decl.loc);
                self.align_as_declared(object, decl);
                if has_open_extents(decl, ty) {
                    self.ir.object_mut(object).size = None;
                }
                if dynamic {
                    // All `extern __shared__` declarations name one base, whatever extents they give.
                    self.ir.object_mut(object).kind = ObjectKind::DynamicShared;
                    self.ir.object_mut(object).size = None;
                    self.ir.object_mut(object).shape.clear();
                    self.ir.object_mut(object).align = DYNAMIC_ALIGN;
                    self.scope.set_dynamic_shared(object);
                }
                object
            }
        };
        let ptr = self.ir.address_of_object(object, decl.loc);
        let place = Place::Mem { ptr, ty: ty.ty.clone(), volatile: ty.is_volatile };
        self.scope.set_static(decl.id, place.clone());
        place
    }

    /// The value of an initialiser that is a constant.
    pub(crate) fn constant_value(&mut self, init: &'u Node, ty: &CType) -> Option<Value> {
        let constant = |s: &mut Self, value: &Value| value.leaves.iter().all(|&e| s.ir.is_const(e));
        let kept =
            self.try_lowering(|s| s.init_value(init, ty), |s, value, block| block.is_empty() && constant(s, value));
        kept.map(|(value, _)| value)
    }

    /// The bytes of a constant initialiser.
    fn constant_bytes(&mut self, init: &'u Node, ty: &QType) -> Option<Vec<u8>> {
        let size = self.unit.layouts.size(self.unit.decls, &ty.ty).ok()?;
        if size > 1 << 22 {
            return None;
        }
        let mut bytes = vec![0u8; size as usize];
        self.bytes_into(init, &ty.ty, 0, &mut bytes).then_some(bytes)
    }

    fn bytes_into(&mut self, init: &'u Node, ty: &CType, at: u64, out: &mut [u8]) -> bool {
        let node = strip(init);
        let literal = crate::strings::string_initialiser(node);
        match (&*node.kind, ty) {
            (_, CType::Array(elem, _)) if literal.is_some() && elem.ty.scalar().is_some() => {
                let known = literal.zip(elem.ty.scalar()).and_then(|(l, t)| Some((crate::strings::units(l, t)?, t)));
                let Some((units, t)) = known else { return false };
                // If the literal is longer than the array, the array contains its beginning.
                let room = self.unit.layouts.size(self.unit.decls, ty).map_or(0, |n| n as usize);
                let bytes = crate::strings::bytes(&units, t);
                let n = bytes.len().min(room);
                match out.get_mut(at as usize..at as usize + n) {
                    Some(slot) => slot.copy_from_slice(&bytes[..n]),
                    None => return false,
                }
                true
            }
            ("InitListExpr", CType::Array(elem, n)) => {
                let Ok(size) = self.unit.layouts.size(self.unit.decls, &elem.ty) else { return false };
                let items = crate::init::list_items(node);
                let n = n.unwrap_or(items.len() as u64);
                let elem = elem.clone();
                let filler = crate::init::array_filler(node);
                let rest = filler.into_iter().flat_map(|filler| (items.len() as u64..n).map(move |i| (i, filler)));
                (0..n)
                    .zip(items.iter().copied())
                    .chain(rest)
                    .all(|(i, item)| self.bytes_into(item, &elem.ty, at + i * size, out))
            }
            _ => {
                let Some(value) = self.constant_value(init, ty) else { return false };
                let Ok(leaves) = self.unit.layouts.leaves(self.unit.decls, ty) else { return false };
                if leaves.len() != value.leaves.len() {
                    return false;
                }
                for (leaf, &e) in leaves.iter().zip(&value.leaves) {
                    let bits = match *self.ir.kind(e) {
                        ExprKind::Int(v) => v as u64,
                        ExprKind::Float(b) => b,
                        _ => 0,
                    };
                    if self.ir.ty(e) != leaf.ty {
                        return false;
                    }
                    let start = (at + leaf.offset) as usize;
                    let n = leaf.ty.size() as usize;
                    match out.get_mut(start..start + n) {
                        Some(slot) => slot.copy_from_slice(&bits.to_le_bytes()[..n]),
                        None => return false,
                    }
                }
                true
            }
        }
    }

    /// The value of `threadIdx.x` and the like, whatever type the prelude declares for it.
    pub(crate) fn builtin_member(&mut self, base: &'u Node, name: &str, span: Span) -> Option<Place> {
        let base = strip(base);
        if &*base.kind != "DeclRefExpr" {
            return None;
        }
        let target = base.referenced.as_ref()?;
        if !self.unit.decls.is_builtin(target) {
            return None;
        }
        let make = self.ir.builtin_axes(&target.name)?;
        self.stack.cover(base);
        let axis = match name {
            "x" => Axis::X,
            "y" => Axis::Y,
            "z" => Axis::Z,
            _ => return None,
        };
        let e = self.ir.special(make(axis), span);
        Some(Place::Value(Value { ty: CType::Scalar(Type::U32), leaves: vec![e] }))
    }
}

/// The mangled name of a variable, if it contains more than the variable's name. The mangled name of a static variable
/// at file scope (`_ZL4name`) does not: a variable of the same name in another file has the same role there.
pub(crate) fn symbol(decl: &Node) -> Option<Arc<str>> {
    let (name, mangled) = (decl.name.as_deref()?, decl.extra.get("mangledName")?);
    let of_file = format!("_ZL{}{name}", name.len());
    (**mangled != *name && **mangled != *of_file).then(|| mangled.clone())
}

/// The initialiser of a variable declaration.
pub(crate) fn initialiser(decl: &Node) -> Option<&Node> {
    if !decl.extra.contains_key("init") {
        return None;
    }
    let is_other = |c: &Node| c.kind.ends_with("Attr") || c.kind.ends_with("Type") || &*c.kind == "TemplateArgument";
    decl.inner.iter().find(|c| !c.is_absent() && !is_other(c))
}

fn has_unsupported(block: &Block) -> bool {
    let mut found = false;
    wp_kir::visit(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Unsupported { .. }));
    found
}

/// True if a shared array was declared without extents. The prelude marks such an array by an attribute and gives it a
/// fixed extent.
fn has_open_extents(decl: &Node, ty: &QType) -> bool {
    let marked = decl.inner.iter().any(|a| &*a.kind == "AnnotateAttr");
    marked && matches!(ty.ty, CType::Array(_, Some(65536)))
}
