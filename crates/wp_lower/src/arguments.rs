//! The arguments of a call, or of a construction: each gives the place or value that a parameter is bound to. Exact.

use crate::lowerer::Lowerer;
use crate::scan::is_omitted;
use crate::source::Unit;
use crate::values::Place;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{params, CType};

impl<'u> Unit<'u> {
    /// The default argument of parameter `i`, from the definition or the declaration in front of it.
    fn default_argument(&self, def: &'u Node, i: usize) -> Option<&'u Node> {
        let own = params(def).get(i).and_then(|p| crate::vars::initialiser(p));
        // The default may stand at an earlier declaration.
        own.or_else(|| {
            let previous = def.extra.get("previousDecl")?;
            let id = self.decls.node_by_text(previous)?;
            params(id).get(i).and_then(|p| crate::vars::initialiser(p))
        })
    }
}

impl<'u> Lowerer<'u> {
    /// Evaluates the arguments, from left to right or from right to left, and returns the place or value of each
    /// parameter.
    pub(crate) fn arguments(
        &mut self,
        def: &'u Node,
        args: &[&'u Node],
        right_first: bool,
        span: Span,
    ) -> Vec<(&'u Node, Place)> {
        let params = params(def);
        let mut order: Vec<usize> = (0..params.len().max(args.len())).collect();
        if right_first {
            order.reverse();
        }
        let mut bound = Vec::new();
        for (k, &i) in order.iter().enumerate() {
            let later = order[k + 1..].iter().filter_map(|&j| args.get(j)).any(|a| self.effects(a));
            if i >= params.len() {
                // A further argument of a variadic function is never read, because `va_arg` is rejected.
                self.discard(args[i]);
                continue;
            }
            // A default argument is evaluated at every call.
            let place = self.allow_repeat(|s| match args.get(i) {
                Some(arg) => s.as_operand(arg, |s| s.argument(def, args, i, later, span)),
                None => s.argument(def, args, i, later, span),
            });
            bound.push((params[i], place));
        }
        if right_first {
            bound.reverse();
        }
        bound
    }

    /// The value or object that parameter `i` is bound to. `later` says that an argument which is evaluated after it
    /// may assign variables.
    fn argument(&mut self, def: &'u Node, args: &[&'u Node], i: usize, later: bool, span: Span) -> Place {
        let param = params(def)[i];
        self.forbid_destructor(param);
        let ty = self.stack.qtype(param);
        let arg = match args.get(i).copied() {
            // Clang's JSON has the default argument at the declaration of the parameter, not at the call.
            Some(a) if is_omitted(a) => self.unit.default_argument(def, i),
            Some(a) => Some(a),
            None => self.unit.default_argument(def, i),
        };
        let Some(arg) = arg else {
            return Place::Value(self.ir.unsupported_value(
                "missing default argument",
                &ty.referent().ty.clone(),
                span,
            ));
        };
        if let CType::Reference(_) = ty.ty {
            let place = self.place(arg);
            let place = self.with_storage(param.id, arg, place);
            return self.ir.freeze_place(place, arg.span);
        }
        if matches!(ty.ty.pointee().map(|q| &q.ty), Some(CType::Function)) {
            return match self.scope.place_of_function(arg) {
                Some(place) => {
                    self.stack.cover(arg);
                    place
                }
                None => Place::Value(self.expr(arg)),
            };
        }
        if self.unit.splittable(&ty.ty) {
            // A function of C whose parameters are declared behind its head converts its arguments itself (C99 6.9.1).
            if !self.unit.cuda
                && matches!((&ty.ty, self.stack.ctype(arg)), (CType::Scalar(p), CType::Scalar(a)) if *p != a)
            {
                let words = "argument of another type than its parameter, which is declared in the old style";
                return Place::Value(self.ir.unsupported_value(words, &ty.ty, span));
            }
            let value = self.init_value(arg, &ty.ty);
            return Place::Value(if later { self.ir.freeze_value(value, arg.span) } else { value });
        }
        let place = self.ir.local(param.name.as_deref().unwrap_or("%arg"), &ty, true, param.loc);
        self.initialise(&place, arg);
        place
    }
}
