//! Initialisers of variables and objects: lists in braces, string literals, values, and zeros for the rest.

use crate::builder::Blocks;
use crate::classes::default_of_field;
use crate::lowerer::Lowerer;
use crate::strings::string_initialiser;
use crate::values::{Place, Value};
use std::ops::Range;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{piece_type, pieces, strip, CType, Field, QType};
use wp_kir::{BinOp, ExprId, StmtKind, Type};

/// The explicit items of an initialiser list. Clang puts the initialiser of all further elements of an array in front
/// of them.
pub(crate) fn list_items(node: &Node) -> Vec<&Node> {
    let skip = usize::from(node.flag("array_filler"));
    node.inner.iter().skip(skip).filter(|c| !c.is_absent()).collect()
}

/// The initialiser of the elements of an array behind the explicit items of its list; `None` if these elements are
/// zero.
pub(crate) fn array_filler(node: &Node) -> Option<&Node> {
    let filler = node.inner.first().filter(|c| node.flag("array_filler") && !c.is_absent())?;
    (&*filler.kind != "ImplicitValueInitExpr").then_some(filler)
}

wp_base::limits! {
    /// More elements than this are initialised by a loop.
    const UNROLLED_ELEMENTS: u64 = 64;
}

impl<'u> Lowerer<'u> {
    /// Initialises a place that holds no object yet.
    pub(crate) fn initialise(&mut self, place: &Place, init: &'u Node) {
        self.as_operand(init, |s| s.in_order_of_list(strip(init), |s| s.initialise_from(place, init)));
    }

    fn initialise_from(&mut self, place: &Place, init: &'u Node) {
        let span = init.span;
        let node = strip(init);
        self.stack.visit(node);
        let ty = place.ty();
        let literal = string_initialiser(node);
        match (&*node.kind, &ty) {
            (_, CType::Array(elem, n)) if literal.is_some() && elem.ty.scalar().is_some() => {
                self.stack.cover(node);
                let elem = elem.clone();
                let room = n.unwrap_or(u64::MAX);
                let stored = literal.map_or(0, |l| self.ir.store_string(place, l, &elem, room, span));
                self.zero_fill(place, &elem, stored..n.unwrap_or(0), span);
            }
            (_, CType::Reference(_)) => {
                let ptr = self.referred_address(init);
                self.ir.store(place, &Value { ty, leaves: vec![ptr] }, span);
            }
            ("CXXConstructExpr" | "CXXTemporaryObjectExpr", _) => self.construct(place, node),
            ("CXXBindTemporaryExpr", _) if node.inner.len() == 1 => {
                self.forbid_destructor(node);
                self.initialise(place, &node.inner[0]);
            }
            ("InitListExpr", CType::Array(elem, n)) => {
                let elem = elem.clone();
                let size = self.ir.size_of(&elem.ty, span);
                let items = list_items(node);
                let count = items.len() as u64;
                for (i, item) in items.into_iter().enumerate() {
                    let part = self.ir.part(place, i as u64 * size, &elem, item.span);
                    self.initialise(&part, item);
                }
                self.fill_rest(place, node, &elem, count..n.unwrap_or(count));
            }
            ("ArrayInitLoopExpr", CType::Array(..)) => self.copy_array(place, node),
            ("ImplicitValueInitExpr", CType::Array(elem, n)) => {
                let elem = elem.clone();
                self.zero_fill(place, &elem, 0..n.unwrap_or(0), span);
            }
            ("InitListExpr", CType::Record(_)) if matches!(place, Place::Mem { .. }) => {
                self.record_list(place, node, span)
            }
            (_, CType::Array(..)) => {
                let what = format!("array initialised by `{}`", node.kind);
                self.ir.unsupported(what, span);
            }
            _ => {
                let value = self.init_value(init, &ty);
                let value = self.ir.shape(value, &ty, span);
                self.ir.store(place, &value, span);
            }
        }
    }

    /// Copies an array, as structured bindings, captures and implicit copy constructors do.
    fn copy_array(&mut self, place: &Place, node: &'u Node) {
        let span = node.span;
        let ty = place.ty();
        let source = node.inner.first().filter(|c| &*c.kind == "OpaqueValueExpr").and_then(|c| c.inner.first());
        let same = |s: &Self, source: &Node| s.stack.ctype(source) == ty;
        let Some(source) = source.filter(|source| same(self, source)) else {
            return self.ir.unsupported("copy of an array", span);
        };
        if self.stack.has_copy_code(&ty) || self.stack.shares_state(&ty) {
            return self.ir.unsupported("copy of an array whose elements run code", span);
        }
        // The operand of each element is the array.
        node.inner.iter().skip(1).for_each(|element| self.stack.cover(element));
        self.stack.visit(&node.inner[0]);
        let array = self.place(source);
        let value = self.ir.load(&array, span);
        self.ir.store(place, &value, span);
    }

    /// Lowers an initialiser, which may be a list. In C++ its items are evaluated from left to right; in C their order
    /// is unspecified.
    fn in_order_of_list<R>(&mut self, node: &'u Node, lower: impl FnOnce(&mut Self) -> R) -> R {
        if self.unit.cuda || &*node.kind != "InitListExpr" {
            return lower(self);
        }
        self.in_open_order(&list_items(node), node.span, lower)
    }

    fn record_list(&mut self, place: &Place, node: &'u Node, span: Span) {
        let CType::Record(id) = place.ty() else { return };
        let layout = match self.unit.layouts.record(self.unit.decls, id) {
            Ok(layout) => layout,
            Err(why) => return self.ir.unsupported(why.to_string(), span),
        };
        let items = list_items(node);
        if layout.is_union {
            let zero = self.ir.zero_value(&place.ty(), span);
            self.ir.store(place, &zero, span);
            if let Some(item) = items.first() {
                // Clang names the member that is initialised; otherwise it is the first one.
                let id = node.referenced.as_ref().map(|r| r.id);
                let field = layout.fields.iter().find(|f| Some(f.id) == id).or(layout.fields.first()).cloned();
                if let Some(f) = field {
                    let part = self.ir.part_of_record(place, &f, span);
                    self.initialise(&part, item);
                }
            }
            return;
        }
        let fields: Vec<_> =
            layout.fields.iter().filter(|f| !(f.bits.is_some() && f.name.is_empty())).cloned().collect();
        if fields.len() != items.len() {
            return self.ir.unsupported("initialiser list of another shape than its class", span);
        }
        // Bits that belong to no member are zero, as they are in constants.
        for (offset, size) in layout.runs.iter().flat_map(|run| pieces(*run)) {
            let ty = piece_type(size);
            let part = self.ir.part(place, offset, &QType::plain(CType::Scalar(ty)), span);
            let zero = self.ir.zero_value(&part.ty(), span);
            self.ir.store(&part, &zero, span);
        }
        let this = self.stack.frame().this.replace(place.clone());
        for (field, item) in fields.iter().zip(&items) {
            let part = self.member_place(place, field, item.span);
            match self.unit.decls.node(field.id).filter(|_| is_default_member(item)) {
                // In a default member initialiser `this` is the object. Clang before version 19 prints the initialiser
                // only at the field.
                Some(declared) => {
                    self.stack.cover(item);
                    match item.inner.first().or(default_of_field(declared)) {
                        Some(value) => self.allow_repeat(|s| s.initialise(&part, value)),
                        None => self.ir.unsupported("default member initialiser", item.span),
                    }
                }
                None => {
                    let inner = std::mem::replace(&mut self.stack.frame().this, this.clone());
                    self.initialise(&part, item);
                    self.stack.frame().this = inner;
                }
            }
        }
        self.stack.frame().this = this;
    }

    /// The place of a member that is initialised. That of a reference holds the address of what the member refers to.
    pub(crate) fn member_place(&mut self, object: &Place, field: &Field, span: Span) -> Place {
        let CType::Reference(target) = &field.ty.ty else { return self.ir.part_of_record(object, field, span) };
        let pointer = QType::plain(CType::Pointer(target.clone()));
        match self.ir.part(object, field.offset, &pointer, span) {
            Place::Mem { ptr, volatile, .. } => Place::Mem { ptr, ty: field.ty.ty.clone(), volatile },
            Place::Vars { vars, .. } => Place::Vars { vars, ty: field.ty.ty.clone() },
            other => other,
        }
    }

    /// The address of the object that a reference is bound to.
    fn referred_address(&mut self, init: &'u Node) -> ExprId {
        if &*strip(init).kind == "InitListExpr" {
            self.ir.unsupported("member of reference type that is initialised by a list", init.span);
        }
        let place = self.place(init);
        self.address_of(init, &place, init.span)
    }

    /// Initialises the elements behind the explicit items of a list.
    fn fill_rest(&mut self, place: &Place, list: &'u Node, elem: &QType, rest: Range<u64>) {
        list.inner.first().filter(|_| list.flag("array_filler")).into_iter().for_each(|c| self.stack.visit(c));
        match array_filler(list) {
            Some(filler) if rest.is_empty() => self.stack.cover(filler),
            Some(filler) => self.each_element(place, elem, rest, list.span, |s, part| s.initialise(part, filler)),
            None => self.zero_fill(place, elem, rest, list.span),
        }
    }

    fn zero_fill(&mut self, place: &Place, elem: &QType, range: Range<u64>, span: Span) {
        self.each_element(place, elem, range, span, |s, part| match &elem.ty {
            CType::Array(inner, n) => s.zero_fill(part, inner, 0..n.unwrap_or(0), span),
            _ => {
                let zero = s.ir.zero_value(&elem.ty, span);
                s.ir.store(part, &zero, span);
            }
        });
    }

    /// Calls `lower` for each of some elements of an array, in order. For many elements it emits a loop.
    pub(crate) fn each_element(
        &mut self,
        place: &Place,
        elem: &QType,
        Range { start: from, end: to }: Range<u64>,
        span: Span,
        mut lower: impl FnMut(&mut Self, &Place),
    ) {
        if from >= to {
            return;
        }
        let size = self.ir.size_of(&elem.ty, span);
        if to - from <= UNROLLED_ELEMENTS.get() {
            for i in from..to {
                let part = self.ir.part(place, i * size, elem, span);
                self.allow_repeat(|s| lower(s, &part));
            }
            return;
        }
        let Place::Mem { ptr, volatile, .. } = place else {
            return self.ir.unsupported("initialisation of a large array", span);
        };
        let (ptr, volatile) = (*ptr, *volatile);
        let counter = self.ir.unnamed_var(Type::I64, span);
        let start = self.ir.int(i128::from(from), Type::I64, span);
        self.ir.assign(counter, start, span);
        let i = self.ir.read(counter, span);
        let end = self.ir.int(i128::from(to), Type::I64, span);
        let cond = self.ir.bin(BinOp::Lt, i, end, span);
        let ((), body) = self.in_iteration(|s| {
            let at = s.ir.ptr_index(ptr, i, size, span);
            let part = Place::Mem { ptr: at, ty: elem.ty.clone(), volatile };
            lower(s, &part);
        });
        let one = self.ir.int(1, Type::I64, span);
        let next = self.ir.bin(BinOp::Add, i, one, span);
        let ((), step) = self.in_block(|s| s.ir.assign(counter, next, span));
        let (id, label) = (self.ir.loop_id(), self.ir.label());
        self.ir.emit(StmtKind::Loop { id, label, head: Vec::new(), cond, body, step, unroll_hint: false }, span);
    }

    /// Sets all members of an object to zero.
    pub(crate) fn zero_object(&mut self, place: &Place, span: Span) {
        let fields = match (place, place.ty()) {
            (_, CType::Array(elem, n)) => return self.zero_fill(place, &elem, 0..n.unwrap_or(0), span),
            (Place::Mem { .. }, CType::Record(id)) => match self.unit.layouts.record(self.unit.decls, id) {
                Ok(layout) if !layout.is_union => layout.fields.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        if fields.is_empty() || fields.iter().any(|f| f.bits.is_some()) {
            let zero = self.ir.zero_value(&place.ty(), span);
            return self.ir.store(place, &zero, span);
        }
        for field in fields {
            let part = self.ir.part(place, field.offset, &field.ty, span);
            self.zero_object(&part, span);
        }
    }

    /// The value of an initialiser for a type whose values are split into leaves.
    pub(crate) fn init_value(&mut self, init: &'u Node, ty: &CType) -> Value {
        self.as_operand(init, |s| s.in_order_of_list(strip(init), |s| s.init_value_from(init, ty)))
    }

    fn init_value_from(&mut self, init: &'u Node, ty: &CType) -> Value {
        let span = init.span;
        let node = strip(init);
        self.stack.visit(node);
        if &*node.kind != "InitListExpr" {
            let value = self.expr(init);
            if let (CType::Vector(_, n), false) = (ty, value.leaves.is_empty()) {
                if value.leaves.len() == 1 && *n > 1 {
                    return self.ir.shape(value, ty, span);
                }
            }
            return value;
        }
        let items = list_items(node);
        match ty {
            CType::Vector(elem, n) => {
                let mut leaves: Vec<ExprId> = Vec::new();
                let mut values = Vec::new();
                for (i, item) in items.iter().enumerate() {
                    let v = self.expr(item);
                    let later = items[i + 1..].iter().any(|x| self.effects(x));
                    values.push(if later { self.ir.freeze_value(v, span) } else { v });
                }
                for v in values {
                    for e in v.leaves {
                        leaves.push(self.ir.convert(e, *elem, span));
                    }
                }
                // Components without an item are zero.
                while leaves.len() < *n as usize {
                    leaves.push(self.ir.zero(*elem, span));
                }
                leaves.truncate(*n as usize);
                Value { ty: ty.clone(), leaves }
            }
            CType::Record(id) => {
                let layout = match self.unit.layouts.record(self.unit.decls, *id) {
                    Ok(layout)
                        if !layout.is_union
                            && layout.runs.is_empty()
                            && !items.iter().any(|item| is_default_member(item)) =>
                    {
                        layout
                    }
                    Ok(_) => {
                        let place = self.ir.local("%union", &QType::plain(ty.clone()), true, span);
                        self.record_list(&place, node, span);
                        return self.ir.load(&place, span);
                    }
                    Err(why) => return self.ir.unsupported_value(why.to_string(), ty, span),
                };
                // `T{other}`: a copy.
                if let [item] = items.as_slice() {
                    if self.stack.ctype(item) == *ty {
                        return self.expr(item);
                    }
                }
                let mut leaves = Vec::new();
                for (i, field) in layout.fields.iter().enumerate() {
                    let v = match (items.get(i), &field.ty.ty) {
                        (Some(item), CType::Reference(_)) => {
                            let ptr = self.referred_address(item);
                            Value { ty: field.ty.ty.clone(), leaves: vec![ptr] }
                        }
                        (Some(item), CType::Array(elem, n)) => self.array_list_value(item, elem, n.unwrap_or(0)),
                        (Some(item), fty) => {
                            let v = self.init_value(item, fty);
                            self.ir.shape(v, fty, span)
                        }
                        (None, fty) => self.ir.zero_value(fty, span),
                    };
                    let later = items.iter().skip(i + 1).any(|x| self.effects(x));
                    let v = if later { self.ir.freeze_value(v, span) } else { v };
                    leaves.extend(v.leaves);
                }
                Value { ty: ty.clone(), leaves }
            }
            CType::Array(elem, n) => {
                let elem = elem.clone();
                self.array_list_value(node, &elem, n.unwrap_or(0))
            }
            _ => match items.first() {
                Some(item) => self.init_value(item, ty),
                None => self.ir.zero_value(ty, span),
            },
        }
    }

    fn array_list_value(&mut self, node: &'u Node, elem: &QType, n: u64) -> Value {
        self.as_operand(node, |s| s.in_order_of_list(strip(node), |s| s.array_list_from(node, elem, n)))
    }

    fn array_list_from(&mut self, node: &'u Node, elem: &QType, n: u64) -> Value {
        let span = node.span;
        let list = strip(node);
        let array = CType::Array(std::rc::Rc::new(elem.clone()), Some(n));
        self.stack.visit(list);
        let (items, filler) = match &*list.kind {
            "InitListExpr" => {
                list.inner.first().filter(|_| list.flag("array_filler")).into_iter().for_each(|c| self.stack.visit(c));
                (list_items(list), array_filler(list))
            }
            "ImplicitValueInitExpr" => (Vec::new(), None),
            kind => return self.ir.unsupported_value(format!("array initialised by `{kind}`"), &array, span),
        };
        let mut leaves = Vec::new();
        for i in 0..n as usize {
            let v = match (items.get(i), filler) {
                (Some(item), _) => self.init_value(item, &elem.ty),
                (None, Some(filler)) => self.allow_repeat(|s| s.init_value(filler, &elem.ty)),
                (None, None) => self.ir.zero_value(&elem.ty, span),
            };
            let later = i + 1 < n as usize && (filler.is_some() || items.iter().skip(i + 1).any(|x| self.effects(x)));
            let v = if later { self.ir.freeze_value(v, span) } else { v };
            leaves.extend(v.leaves);
        }
        Value { ty: array, leaves }
    }
}

/// True if an item of a list is the default initialiser of its member.
fn is_default_member(item: &Node) -> bool {
    &*item.kind == "CXXDefaultInitExpr"
}
