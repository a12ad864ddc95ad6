//! Unknown values and functions, and what is recorded about them.

use crate::context::Context;
use crate::state::{range_of, sort_of, PtrAlt, Target, Value};
use crate::AccessSymbol;
use wp_base::Span;
use wp_kir::{Init, ObjectId, Space, Type};
use wp_logic::{Class, FuncId, Range, Sort, TermId};

impl Context<'_> {
    /// A fresh unknown of the current loop context, different for each thread.
    pub(crate) fn unknown_term(&mut self, name: &str, ty: Type) -> TermId {
        self.unknown_of_class(name, ty, Class::Thread)
    }

    /// A fresh unknown of the current loop context.
    pub(crate) fn unknown_of_class(&mut self, name: &str, ty: Type, class: Class) -> TermId {
        let args = vec![Sort::Int; self.counters.len()];
        let f = self.terms.func(name, &args, sort_of(ty), class, range_of(ty));
        let counters = self.counters.clone();
        self.terms.app(f, &counters)
    }

    /// A fresh unknown value of a type.
    pub(crate) fn unknown(&mut self, name: &str, ty: Type) -> Value {
        if ty == Type::Ptr {
            return self.pointer(Target::Unknown);
        }
        Value::Term(self.unknown_term(name, ty))
    }

    /// A fresh unknown that is recorded as an approximation.
    pub(crate) fn approximate(&mut self, what: &str, ty: Type, span: Span) -> Value {
        self.record_approximation(what, span);
        self.unknown(what, ty)
    }

    pub(crate) fn unknown_pointer(&mut self) -> PtrAlt {
        PtrAlt { guard: self.terms.tru(), target: Target::Unknown, offset: self.terms.int(0) }
    }

    /// The symbol of an access predicate.
    pub(crate) fn access_symbol(&mut self, what: AccessSymbol) -> TermId {
        let known = self.out.functions.access_symbols.iter().find(|(_, s)| **s == what).map(|(f, _)| *f);
        let f = known.unwrap_or_else(|| {
            let verb = if what.write { "write" } else { "read" };
            let name = format!("{verb} of {}", self.kernel.objects[what.object].name);
            let (sort, range) = match what.offset {
                Some(_) => (Sort::Int, Range { lo: Some(0), hi: None }),
                None => (Sort::Bool, Range::ALL),
            };
            let f = self.terms.func(&name, &[], sort, Class::Thread, range);
            self.out.functions.access_symbols.insert(f, what);
            f
        });
        self.terms.app(f, &[])
    }

    /// A bool that is the same wherever this name is used.
    pub(crate) fn named_bool(&mut self, key: &str, class: Class) -> TermId {
        if let Some(&t) = self.symbols.named.get(key) {
            return t;
        }
        let t = self.terms.sym(key, Sort::Bool, class, Range::ALL);
        self.symbols.named.insert(key.to_owned(), t);
        t
    }

    /// The uninterpreted function of a pure operation. `types` are those on which its meaning depends, apart from the
    /// sorts: the number of leading zeros is one function of 32 bits and another of 64.
    pub(crate) fn pure_function(
        &mut self,
        name: &str,
        args: &[TermId],
        types: &[Type],
        result: Sort,
        range: Range,
    ) -> FuncId {
        let sorts: Vec<Sort> = args.iter().map(|&a| self.terms.sort(a)).collect();
        let key = (name.to_owned(), sorts.clone(), types.to_vec(), result);
        if let Some(&f) = self.symbols.pure.get(&key) {
            return f;
        }
        let f = self.terms.func(name, &sorts, result, Class::Launch, range);
        self.out.functions.pure.insert(f);
        self.symbols.pure.insert(key, f);
        f
    }

    /// The initial contents of an object as a function of the byte offset.
    pub(crate) fn contents_function(&mut self, object: ObjectId, ty: Type) -> FuncId {
        if let Some(&f) = self.symbols.contents.get(&(object, ty)) {
            return f;
        }
        let o = &self.kernel.objects[object];
        let class = match o.space {
            Space::Global | Space::Constant | Space::Image => Class::Launch,
            Space::Shared => Class::Block,
            Space::Private => Class::Thread,
        };
        let f = self.terms.func(&o.name, &[Sort::Int], sort_of(ty), class, range_of(ty));
        self.symbols.contents.insert((object, ty), f);
        self.out.functions.contents.insert(f, (object, ty));
        if let (Init::Bytes(bytes), true) = (&o.init, self.is_read_only(object) || o.space == Space::Constant) {
            if let Some(axiom) = self.table_axiom(f, bytes, ty) {
                self.out.axioms.add(f, axiom.formals, axiom.fact);
            }
        }
        f
    }
}
