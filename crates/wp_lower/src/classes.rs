//! Construction of objects of classes: constructors with their member initialisers, and copies of the bytes.

use crate::builder::Blocks;
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::special_members::is_written;
use crate::state::{CallStack, Frame};
use crate::values::{Place, ReturnSlot, Value};
use wp_base::Span;
use wp_clang::{DeclRef, Node, NodeId};
use wp_decls::{body, params, strip, CType, Field, RecordId};

impl<'u> Unit<'u> {
    /// The constructors of the class whose type is that of the constructor that Clang chose. There is one, unless Clang
    /// did not print its declaration, or several have this type. Beside an ordinary constructor an instance of a
    /// template counts if it has a body, because something uses it: an `explicit` constructor is not chosen everywhere
    /// (C++17, [over.match.copy]), and the tree does not say which ones are `explicit`.
    fn constructors(&self, node: &Node, id: RecordId) -> Vec<&'u Node> {
        let is_instance = |f: &&'u Node| f.inner.iter().any(|a| &*a.kind == "TemplateArgument");
        let fits = |c: &&'u Node| &*c.kind == "CXXConstructorDecl" && c.ty.as_ref() == node.extra.get("ctorType");
        let members = &self.decls.record_decl(id).node.inner;
        let mut found: Vec<&'u Node> = members.iter().filter(fits).collect();
        let has_ordinary = !found.is_empty();
        let templates = members.iter().filter(|c| &*c.kind == "FunctionTemplateDecl");
        let instances = templates.flat_map(|t| t.inner.iter().filter(is_instance).filter(fits));
        found.extend(instances.filter(|c| !has_ordinary || body(c).is_some()));
        found
    }
}

impl<'u> Unit<'u> {
    /// The constructor of a base that an inherited constructor (`using Base::Base;`) calls with its own parameters.
    /// Clang's tree does not name it: it is the one of the base with the same parameters.
    fn inherited(&self, def: &'u Node) -> Option<&'u Node> {
        let init = def.inner.iter().find(|c| is_initialiser(c) && is_inheriting(c))?;
        let CType::Record(base) = self.decls.qtype(init.extra.get("baseInit")?).ty else { return None };
        let parameters = |c: &Node| params(c).iter().map(|p| p.type_str().to_owned()).collect::<Vec<_>>();
        let own = parameters(def);
        let members = &self.decls.record_decl(base).node.inner;
        let inner =
            |c: &'u Node| if &*c.kind == "FunctionTemplateDecl" { &c.inner[..] } else { std::slice::from_ref(c) };
        let is_constructor = |c: &&'u Node| &*c.kind == "CXXConstructorDecl" && parameters(c) == own;
        let found: Vec<&'u Node> = members.iter().flat_map(inner).filter(is_constructor).collect();
        let [constructor] = found[..] else { return None };
        match body(constructor) {
            Some(_) => Some(constructor),
            None => self.decls.definition_of(constructor),
        }
    }

    /// The constructor whose parameters those of a constructor are: its own or, where it is inherited, those of the
    /// constructor that was written. `None` if it is not found.
    fn behind_inherited(&self, def: &'u Node) -> Option<&'u Node> {
        match def.inner.iter().any(|c| is_initialiser(c) && is_inheriting(c)) {
            true => self.behind_inherited(self.inherited(def)?),
            false => Some(def),
        }
    }
}

impl CallStack<'_> {
    /// True if a construction runs code of the file other than the evaluation of its arguments.
    pub(crate) fn construction_runs_code(&self, node: &Node) -> bool {
        let ty = self.ctype(node);
        let mut elem = &ty;
        while let CType::Array(inner, _) = elem {
            elem = &inner.ty;
        }
        let CType::Record(id) = elem else { return false };
        if self.unit.decls.is_prelude(self.unit.decls.record_decl(*id).node) {
            return false;
        }
        match self.unit.constructors(node, *id).as_slice() {
            [ctor] if !is_written(ctor) && !ctor.inner.iter().any(is_inheriting) => match node.inner.as_slice() {
                [] => !self.trivial_default(elem),
                _ => self.parts_have_copy_code(*id),
            },
            [] if node.inner.len() == 1 => self.has_copy_code(elem),
            _ => true,
        }
    }

    /// True if default construction does nothing.
    pub(crate) fn trivial_default(&self, ty: &CType) -> bool {
        let id = match ty {
            CType::Array(elem, _) => return self.trivial_default(&elem.ty),
            CType::Record(id) => id,
            _ => return true,
        };
        let node = self.unit.decls.record_decl(*id).node;
        let own = !self.unit.decls.is_prelude(node);
        let needs_argument = |c: &Node| params(c).first().is_some_and(|p| !p.extra.contains_key("init"));
        let is_constructor = |c: &Node| &*c.kind == "CXXConstructorDecl";
        // A default argument of a constructor of the file may have an effect.
        let is_empty = |c: &Node| match body(c) {
            Some(body) => body.inner.is_empty() && params(c).is_empty(),
            None => !own,
        };
        node.inner.iter().all(|c| match &*c.kind {
            "CXXConstructorDecl" => {
                needs_argument(c) || !is_written(c) || is_empty(c) && !c.inner.iter().any(is_initialiser)
            }
            "FunctionTemplateDecl" => c.inner.iter().filter(|f| is_constructor(f)).all(needs_argument),
            "FieldDecl" => !c.flag("hasInClassInitializer") && self.trivial_default(&self.qtype(c).ty),
            _ => true,
        }) && !node.extra.contains_key("bases")
    }
}

impl<'u> Lowerer<'u> {
    /// The value of an object that a constructor makes.
    pub(crate) fn construct_value(&mut self, node: &'u Node) -> Value {
        let ty = self.stack.qtype(node).referent().clone();
        // A copy of the bytes needs no memory for the new object.
        if let Some(value) = self.copy_construct(node, &ty.ty) {
            return value;
        }
        let place = self.ir.local("%object", &ty, !self.unit.splittable(&ty.ty), node.span);
        self.construct(&place, node);
        self.ir.load(&place, node.span)
    }

    /// The value of a copy or move construction that copies the bytes.
    pub(crate) fn copy_construct(&mut self, node: &'u Node, ty: &CType) -> Option<Value> {
        let [source] = node.inner.as_slice() else { return None };
        let id = match ty {
            CType::Record(id) if self.stack.ctype(source) == *ty => id,
            // Two types of texture references may be the same type with different spellings.
            CType::Opaque(_) if matches!(self.stack.ctype(source), CType::Opaque(_)) => {
                let place = self.place(source);
                return Some(self.ir.load(&place, node.span));
            }
            _ => return None,
        };
        let runs_code = match self.unit.constructors(node, *id).as_slice() {
            [] => self.stack.has_copy_code(ty),
            [ctor] => is_written(ctor) && !self.unit.decls.is_prelude(ctor) || self.stack.parts_have_copy_code(*id),
            _ => true,
        };
        if runs_code {
            return None;
        }
        if self.stack.shares_state(ty) && !crate::lambdas::is_fresh_lambda(source) {
            return Some(self.ir.unsupported_value("copy of a `mutable` lambda", ty, node.span));
        }
        let place = self.place(source);
        Some(self.ir.load(&place, node.span))
    }

    /// Constructs an object in a place that holds no object yet.
    pub(crate) fn construct(&mut self, place: &Place, node: &'u Node) {
        let span = node.span;
        let node = strip(node);
        self.stack.visit(node);
        let ty = place.ty();
        if let CType::Array(elem, Some(n)) = &ty {
            let elem = elem.clone();
            if self.stack.trivial_default(&elem.ty) && !node.flag("zeroing") {
                return;
            }
            return self.each_element(place, &elem, 0..*n, span, |s, part| s.construct(part, node));
        }
        let CType::Record(id) = ty else {
            return self.ir.unsupported("construction of an unknown type", span);
        };
        if let Some(value) = self.copy_construct(node, &place.ty()) {
            return self.ir.store(place, &value, span);
        }
        // For a class without a user-written constructor, `T()` sets the object to zero first.
        if node.flag("zeroing") {
            self.zero_object(place, span);
        }
        let args: Vec<&'u Node> = node.inner.iter().collect();
        // Lists in braces are evaluated from left to right.
        let open: &[&'u Node] = if node.flag("list") { &[] } else { &args };
        self.in_open_order(open, span, |s| s.construct_from(place, node, id, &args));
    }

    fn construct_from(&mut self, place: &Place, node: &'u Node, id: RecordId, args: &[&'u Node]) {
        let span = node.span;
        let ctor = match self.unit.constructors(node, id).as_slice() {
            [ctor] => *ctor,
            // The implicit constructor of a class of the prelude is not printed.
            [] if args.is_empty() && self.stack.trivial_default(&place.ty()) => return,
            _ => {
                let name = self.unit.decls.record_decl(id).name.clone();
                return self.ir.unsupported(format!("constructor of `{name}`"), span);
            }
        };
        let definition = if body(ctor).is_some() {
            Some(ctor)
        } else {
            let named = DeclRef {
                id: ctor.id,
                kind: ctor.kind.clone(),
                name: ctor.name.clone().unwrap_or_else(|| "".into()),
                ty: ctor.ty.clone().unwrap_or_else(|| "".into()),
            };
            self.unit.decls.definition(&named)
        };
        let Some(def) = definition else {
            let own = !self.unit.decls.is_prelude(ctor);
            return match args {
                // Clang makes a body for a defaulted constructor unless the constructor does nothing.
                [] if own && !is_written(ctor) => {}
                [] if !own && self.stack.trivial_default(&place.ty()) => {}
                _ if !own => self.plain_fields(place, args, span),
                _ => {
                    let name = self.unit.decls.record_decl(id).name.clone();
                    self.ir.unsupported(format!("constructor of `{name}`, which has no body"), span)
                }
            };
        };
        if self.stack.is_active(def.id) {
            return self.ir.unsupported("recursive constructor", span);
        }
        let Some(written) = self.unit.behind_inherited(def) else {
            return self.ir.unsupported("inherited constructor", span);
        };
        let bound = self.arguments(written, args, false, span);
        self.run_constructor(def, place, bound, span);
    }

    /// Inlines a constructor: its parameters, its member initialisers and its body. An inherited constructor passes its
    /// parameters to that of the base.
    pub(crate) fn run_constructor(&mut self, def: &'u Node, place: &Place, bound: Vec<(&'u Node, Place)>, span: Span) {
        let facts = self.facts_of(def);
        let label = self.ir.label();
        self.reached.add(def);
        let visible = self.scope.replace_names(crate::specs::declared_names(&bound));
        self.stack.enter(Frame {
            return_label: Some(label),
            this: Some(place.clone()),
            ..Frame::new(def, def.name.as_deref().unwrap_or("constructor"), facts, ReturnSlot::Nothing)
        });
        let inherited = self.unit.inherited(def);
        let mut passed = None;
        match inherited {
            Some(_) => passed = Some(bound),
            None => self.bind_parameters(bound, span),
        }
        let ((), block) = self.in_block(|s| {
            for init in def.inner.iter().filter(|c| is_initialiser(c)) {
                match (inherited, is_inheriting(init).then(|| passed.take()).flatten()) {
                    (Some(base), Some(bound)) => s.inherited_initialiser(place, init, base, bound),
                    _ => s.member_initialiser(place, init),
                }
            }
            if let Some(code) = body(def) {
                s.stack.visit(code);
                s.statements(&code.inner);
            }
        });
        self.check_accounted(def.inner.iter().filter(|c| is_initialiser(c) || &*c.kind == "CompoundStmt"));
        self.stack.leave();
        self.scope.replace_names(visible);
        self.ir.emit_labelled(label, block, span);
    }

    /// Initialises a member or base by an initialiser of a constructor, or the object by another constructor.
    pub(crate) fn member_initialiser(&mut self, place: &Place, init: &'u Node) {
        let span = init.span;
        self.stack.visit(init);
        let Some(value) = init.inner.first() else { return };
        if let Some(base) = init.extra.get("baseInit") {
            let ty = self.unit.decls.qtype(base);
            return match self.base_place(place, &ty, span) {
                Some(part) => self.initialise(&part, value),
                None => self.ir.unsupported("initialiser of a base class", span),
            };
        }
        let Some(target) = &init.referenced else {
            return match init.extra.contains_key("delegatingInit") {
                true => self.initialise(place, value),
                false => self.ir.unsupported("initialiser of a constructor", span),
            };
        };
        let field = self.unit.decls.node(target.id);
        let part = match self.field_of(place, target.id) {
            Some(field) => self.member_place(place, &field, span),
            None => self.ir.field(place, Some(target.id), &target.name, span),
        };
        let value = match (&*value.kind, field) {
            // Clang's JSON has the default initialiser only at the field.
            ("CXXDefaultInitExpr", Some(f)) if value.inner.is_empty() => {
                self.stack.cover(value);
                default_of_field(f).unwrap_or(value)
            }
            _ => value,
        };
        self.initialise(&part, value);
    }

    /// Initialises the base of an object by the constructor that the object's class inherits from the base.
    fn inherited_initialiser(&mut self, place: &Place, init: &'u Node, base: &'u Node, bound: Vec<(&'u Node, Place)>) {
        let span = init.span;
        self.stack.cover(init);
        let ty = init.extra.get("baseInit").map(|base| self.unit.decls.qtype(base));
        match ty.and_then(|ty| self.base_place(place, &ty, span)) {
            Some(part) => self.run_constructor(base, &part, bound, span),
            None => self.ir.unsupported("initialiser of a base class", span),
        }
    }

    /// The field of an object's class with a declaration; `None` for a field of an anonymous member.
    fn field_of(&self, object: &Place, declaration: NodeId) -> Option<Field> {
        let CType::Record(id) = object.ty() else { return None };
        let layout = self.unit.layouts.record(self.unit.decls, id).ok()?;
        layout.fields.iter().find(|f| !f.is_base && f.id == declaration).cloned()
    }

    /// Runs a constructor of the prelude without a body, which sets the fields in order (`dim3`, vector types).
    pub(crate) fn plain_fields(&mut self, place: &Place, args: &[&'u Node], span: Span) {
        let ty = place.ty();
        let leaves = self.ir.leaves(&ty, span);
        let is_dim3 = matches!(&ty, CType::Record(id) if self.unit.decls.record_decl(*id).name == "dim3");
        if args.len() > leaves.len() || (!is_dim3 && args.len() != leaves.len()) {
            return self.ir.unsupported("constructor without a body", span);
        }
        let mut out = Vec::new();
        for (i, leaf) in leaves.iter().enumerate() {
            let e = match args.get(i) {
                Some(a) if &*a.kind != "CXXDefaultArgExpr" => self.scalar(a),
                _ => self.ir.int(1, leaf.ty, span),
            };
            out.push(self.ir.convert(e, leaf.ty, span));
        }
        self.ir.store(place, &Value { ty, leaves: out }, span);
    }
}

/// The default initialiser of a field: behind the width of a bit-field, among attributes.
pub(crate) fn default_of_field(field: &Node) -> Option<&Node> {
    let mut parts = field.inner.iter().filter(|c| !c.kind.ends_with("Attr"));
    if field.flag("isBitfield") {
        parts.next();
    }
    parts.next().filter(|_| field.flag("hasInClassInitializer"))
}

/// True if an initialiser passes the parameters of an inherited constructor to the base.
fn is_inheriting(init: &Node) -> bool {
    init.inner.first().is_some_and(|value| &*strip(value).kind == "CXXInheritedCtorInitExpr")
}

fn is_initialiser(node: &Node) -> bool {
    &*node.kind == "CXXCtorInitializer"
}
