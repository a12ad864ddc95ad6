//! Ghost arrays, which are copies of whole arrays for use in conditions: `//@ ghost int before[] = a;` and GPUVerify's
//! `__array_snapshot(before, a)`.
//!
//! Both are a [`StmtKind::Snapshot`], which is no access and does not change the program. The target of a call is an
//! array that the kernel declares; the program's own reads of that array return the same values as without the call.

use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::spec_comments::Written;
use crate::values::Place;
use std::rc::Rc;
use wp_decls::{CType, QType};
use wp_kir::{CastKind, ExprId, ExprKind, Init, ObjectId, Space, StmtKind, Type};
use wp_spec::syntax::{self, Target};
use wp_spec::{Array, Sort, Term, TermKind};

impl Builder<'_> {
    /// The object to whose first byte a pointer points.
    fn whole_object(&self, ptr: ExprId) -> Option<ObjectId> {
        match *self.kind(ptr) {
            ExprKind::AddrOf(object) => Some(object),
            ExprKind::PtrAdd(base, offset) if self.const_int(offset) == Some(0) => self.whole_object(base),
            ExprKind::Cast(CastKind::Bitcast, p) if self.ty(p) == Type::Ptr => self.whole_object(p),
            _ => None,
        }
    }
}

impl<'u> Lowerer<'u> {
    /// `__array_snapshot(to, from)`.
    pub(crate) fn array_snapshot(&mut self, call: &Call<'u>) {
        let (span, &[to, from]) = (call.span, &call.args[..]) else { return };
        let (pointers, block) = self.in_spec(|s| (s.scalar(to), s.scalar(from)));
        let object = self.ir.whole_object(pointers.0).filter(|&o| {
            let space = self.ir.kernel().objects[o].space;
            matches!(space, Space::Private | Space::Shared) && block.is_empty()
        });
        match object {
            Some(object) => self.ir.emit(StmtKind::Snapshot { object, of: pointers.1 }, span),
            None => self.ir.unsupported("`__array_snapshot` into anything but an array that the kernel declares", span),
        }
    }

    /// Lowers `ghost int before[] = a;`, or `ghost before[] = a;` for a ghost array that is declared already.
    pub(crate) fn ghost_array(&mut self, written: &Written, target: &Target) {
        let (span, at, name) = (written.place(), written.place_at(&target.at), &target.name);
        let syntax::ExprKind::Name(source) = &written.clause.condition.kind else { return };
        let Some((array, elem, extents)) = self.array_named(written, source) else {
            let place = written.place_at(&written.clause.condition.at);
            let text = format!("`{source}` is no array of numbers here: a ghost array is a copy of one");
            return self.ir.spec_error(&text, place);
        };
        let sort = match elem {
            Type::Bool => Sort::Bool,
            Type::Float { .. } => Sort::Real,
            _ => Sort::Int,
        };
        if target.sort.is_some_and(|s| s != sort) {
            let text = format!("`{source}` has elements of another type than the ghost array `{name}`");
            return self.ir.spec_error(&text, at);
        }
        let known = self.scope.place_of_name(name);
        let own = match known {
            Some(Place::Mem { ptr, .. }) => self.ir.whole_object(*ptr).filter(|o| self.ghosts.has_array(*o)),
            _ => None,
        };
        let object = match (target.sort, own) {
            (Some(_), _) if known.is_some() => {
                return self
                    .ir
                    .spec_error(&format!("`{name}` is there already: a ghost array needs a name of its own"), at);
            }
            (Some(_), _) => self.new_ghost_array(name, elem, &extents, span),
            (None, Some(object))
                if self.ir.kernel().objects[object].elem == elem
                    && self.ir.kernel().objects[object].shape == extents =>
            {
                object
            }
            (None, Some(_)) => {
                let text = format!("`{source}` has other elements or rows than the array that `{name}` is a copy of");
                return self.ir.spec_error(&text, at);
            }
            (None, None) => {
                let text =
                    format!("there is no ghost array `{name}` here: `ghost int {name}[] = {source};` declares one");
                return self.ir.spec_error(&text, at);
            }
        };
        let of = match array {
            Array::Object(object) => self.ir.address_of_object(object, span),
            Array::Pointer(ptr) => ptr,
        };
        self.ir.emit(StmtKind::Snapshot { object, of }, span);
    }

    fn new_ghost_array(&mut self, name: &str, elem: Type, extents: &[u64], span: wp_base::Span) -> ObjectId {
        let row = |of: CType, n: Option<u64>| CType::Array(Rc::new(QType::plain(of)), n);
        let element = QType::plain(CType::Scalar(elem));
        let object = self.ir.object(&format!("ghost {name}"), Space::Private, &element, Init::Undefined, span);
        // No statement stores to the object. Its shape is that of the array that it is a copy of.
        self.ir.object_mut(object).shape = extents.to_vec();
        let rows = extents.iter().rev().fold(CType::Scalar(elem), |of, &n| row(of, Some(n)));
        let ptr = self.ir.address_of_object(object, span);
        self.name_ghost(name, Place::Mem { ptr, ty: row(rows, None), volatile: false });
        self.ghosts.add_array(object);
        object
    }

    /// True if a term reads a ghost array.
    pub(crate) fn reads_ghost_array(&self, t: &Term) -> bool {
        t.any(&|t| match t.kind {
            TermKind::Element { array: Array::Object(object), .. } => self.ghosts.has_array(object),
            TermKind::Element { array: Array::Pointer(ptr), .. } => {
                self.ir.whole_object(ptr).is_some_and(|o| self.ghosts.has_array(o))
            }
            _ => false,
        })
    }
}
