//! Quantification over threads: `\forall t : thread; E`, with `e@t` for the value of `e` that the thread `t` has.
//!
//! In clauses about the launch as a whole (`requires`, `ensures`) a thread is given by its six indices:
//! `\forall t : thread; E` is
//! `\forall integer x, y, z, u, v, w; 0 <= x < blockDim.x && ... && 0 <= u < gridDim.x && ... ==> E` with
//! `threadIdx.x@t` as `x`, and so on. Every thread of the launch counts as active. Exact.
//!
//! Inside a kernel a quantified thread is one that reaches the place, and its values are those at the place
//! ([`Threads`]). A condition under `\forall` whose values are all those of `t`, or the same for the whole block, is a
//! condition on each thread by itself; a condition that relates threads is marked as such.

use crate::resolve::{scalar, want, Resolver};
use crate::syntax::{At, BinOp, Expr, ExprKind, Quantifier, Relation};
use crate::term::{Scalar, Sort, Term, TermKind, Threads, Var};
use crate::Error;
use wp_kir::{Axis, Special, Type};

/// A thread that is quantified over.
pub(crate) struct Open {
    /// The name of its variable.
    pub name: String,
    /// Its indices: of the thread in its block, of the block in the grid. None inside of a kernel.
    indices: Option<[[Var; 3]; 2]>,
    /// True if its condition relates it to something that other threads have another value of.
    related: bool,
}

impl Resolver<'_> {
    /// `\forall t : thread; body`
    pub fn over_threads(&mut self, quantifier: Quantifier, name: &str, body: &Expr, at: &At) -> Result<Term, Error> {
        if !self.frames.is_empty() {
            return Err(Error::new(at.clone(), "definitions do not speak of threads"));
        }
        if self.scope.inside() {
            return self.threads_here(quantifier, name, body, at);
        }
        let first = self.count;
        self.count += 6;
        let indices = [[first, first + 1, first + 2], [first + 3, first + 4, first + 5]];
        let open = Open { name: name.to_owned(), indices: Some(indices), related: false };
        let body = self.with(open, body)?.0;
        let term = |kind, sort| Term { kind, sort, at: at.clone() };
        let both = |op, a, b| term(TermKind::Binary(op, Box::new(a), Box::new(b)), Sort::Bool);
        let mut within: Option<Term> = None;
        let mut names = Vec::new();
        for (side, of) in indices.iter().enumerate() {
            for (axis, var) in Axis::ALL.into_iter().zip(of) {
                let (own, extent) = match side {
                    0 => ("threadIdx", Special::BlockDim(axis)),
                    _ => ("blockIdx", Special::GridDim(axis)),
                };
                let index_name = format!("{own}.{}@{name}", axis.letter());
                let index = || Box::new(term(TermKind::Bound(*var, index_name.clone()), Sort::Int));
                let zero = Box::new(term(TermKind::Int(0), Sort::Int));
                let extent = Box::new(scalar(Scalar::Special(extent), Type::U32, at));
                let above = term(TermKind::Compare(Relation::Le, zero, index()), Sort::Bool);
                let below = term(TermKind::Compare(Relation::Lt, index(), extent), Sort::Bool);
                let here = both(BinOp::And, above, below);
                within = Some(match within {
                    None => here,
                    Some(all) => both(BinOp::And, all, here),
                });
                names.push((*var, index_name));
            }
        }
        let within = within.ok_or_else(|| Error::new(at.clone(), "a thread has indices"))?;
        let op = if quantifier == Quantifier::Forall { BinOp::Implies } else { BinOp::And };
        let all = both(op, within, body);
        Ok(names.into_iter().rev().fold(all, |body, (var, index_name)| {
            term(TermKind::Quantified(quantifier, var, index_name, Box::new(body)), Sort::Bool)
        }))
    }

    /// The condition of a thread variable; whether it relates threads.
    fn with(&mut self, open: Open, body: &Expr) -> Result<(Term, bool), Error> {
        self.threads.push(open);
        let body = self.truth(body);
        let related = self.threads.pop().is_some_and(|t| t.related);
        Ok((body?, related))
    }

    fn threads_here(&mut self, quantifier: Quantifier, name: &str, body: &Expr, at: &At) -> Result<Term, Error> {
        // `active(t) ==> E`, which is how threads that are elsewhere are left out.
        let premise = match &body.kind {
            ExprKind::Binary(BinOp::Implies, premise, rest)
                if quantifier == Quantifier::Forall && is_active(premise, name) =>
            {
                Some(&**rest)
            }
            _ => None,
        };
        let inner = !self.threads.is_empty();
        let open = Open { name: name.to_owned(), indices: None, related: inner };
        let (body, related) = self.with(open, premise.unwrap_or(body))?;
        for outer in &mut self.threads {
            outer.related = true;
        }
        let kind = TermKind::Threads(Threads { quantifier, body: Box::new(body), active: premise.is_some(), related });
        Ok(Term { kind, sort: Sort::Bool, at: at.clone() })
    }

    /// `e@t`
    pub fn at_thread(&mut self, e: &Expr, name: &str, place: &At) -> Result<Term, Error> {
        if !self.frames.is_empty() {
            return Err(Error::new(place.clone(), "definitions do not speak of threads"));
        }
        let hidden = self.bound.iter().any(|(n, _)| n == name);
        let Some(thread) = self.threads.iter().rposition(|t| t.name == name && !hidden) else {
            let text = format!("`{name}` is no thread: `e@{name}` stands in `\\forall {name} : thread; ...`");
            return Err(Error::new(place.clone(), text));
        };
        if self.at_thread.is_some_and(|outer| outer != thread) {
            return Err(Error::new(place.clone(), "a value is that of one thread"));
        }
        let outer = self.at_thread.replace(thread);
        let term = self.term(e);
        self.at_thread = outer;
        term
    }

    /// A built-in value, of the thread that is meant.
    pub fn special_of_thread(&mut self, special: Special, at: &At) -> Result<Term, Error> {
        self.scope.names(special);
        let (side, axis, own) = match special {
            Special::ThreadIdx(axis) => (0, axis, "threadIdx"),
            Special::BlockIdx(axis) => (1, axis, "blockIdx"),
            _ => return Ok(scalar(Scalar::Special(special), Type::U32, at)),
        };
        let thread = self.at_thread.and_then(|t| self.threads.get(t));
        if let Some((thread, indices)) = thread.and_then(|t| Some((t, t.indices?))) {
            let name = format!("{own}.{}@{}", axis.letter(), thread.name);
            let kind = TermKind::Bound(indices[side][axis.index()], name);
            return Ok(Term { kind, sort: Sort::Int, at: at.clone() });
        }
        // In front of a function it is the thread that makes the call.
        if self.old_allowed && !self.scope.inside() {
            let text = "of which thread? `\\forall t : thread; ...` and `@t` behind it say so";
            return Err(Error::new(at.clone(), format!("`{own}.{}`: {text}", axis.letter())));
        }
        if side == 0 {
            self.relates(Scalar::Special(special));
        }
        Ok(scalar(Scalar::Special(special), Type::U32, at))
    }

    /// Notes a value of the thread that evaluates the clause: under a quantifier over threads it is not that of `t`.
    pub fn relates(&mut self, s: Scalar) {
        let own = self.at_thread.is_some_and(|t| t + 1 == self.threads.len());
        if !self.threads.is_empty() && !own && !self.scope.is_uniform(s) {
            self.threads.iter_mut().for_each(|t| t.related = true);
        }
    }

    /// `active(t)`
    pub fn active(&mut self, args: &[Expr], at: &At) -> Result<Term, Error> {
        let [Expr { kind: ExprKind::Name(name), .. }] = args else {
            return Err(Error::new(at.clone(), "`active` takes a thread"));
        };
        let inside = self.scope.inside();
        let alone = self.threads.len() == 1;
        let Some(thread) = self.threads.iter_mut().rfind(|t| t.name == *name) else {
            return Err(Error::new(at.clone(), format!("`{name}` is no thread: `active` takes one")));
        };
        // Elsewhere than as the premise of `\forall` it is no condition on the thread by itself, which is there.
        thread.related |= inside;
        let kind = if inside && alone { TermKind::Active } else { TermKind::Bool(true) };
        Ok(Term { kind, sort: Sort::Bool, at: at.clone() })
    }

    /// `t == u`, `t != u` of threads.
    pub fn same_thread(&mut self, first: &Expr, links: &[(Relation, Expr)], at: &At) -> Result<Option<Term>, Error> {
        let [(relation @ (Relation::Eq | Relation::Ne), second)] = links else { return Ok(None) };
        if !self.frames.is_empty() {
            return Ok(None);
        }
        let thread = |e: &Expr| match &e.kind {
            ExprKind::Name(name) => self.threads.iter().rposition(|t| t.name == *name),
            _ => None,
        };
        let (Some(a), Some(b)) = (thread(first), thread(second)) else { return Ok(None) };
        let term = |kind, sort| Term { kind, sort, at: at.clone() };
        let mut all = term(TermKind::Bool(true), Sort::Bool);
        match (self.threads[a].indices, self.threads[b].indices) {
            (Some(x), Some(y)) => {
                for (x, y) in x.as_flattened().iter().zip(y.as_flattened()) {
                    let index = |v: Var| Box::new(term(TermKind::Bound(v, String::new()), Sort::Int));
                    let same = term(TermKind::Compare(Relation::Eq, index(*x), index(*y)), Sort::Bool);
                    all = term(TermKind::Binary(BinOp::And, Box::new(all), Box::new(same)), Sort::Bool);
                }
            }
            _ => self.threads.iter_mut().for_each(|t| t.related = true),
        }
        let all = want(all, Sort::Bool)?;
        Ok(Some(match relation {
            Relation::Ne => term(TermKind::Not(Box::new(all)), Sort::Bool),
            _ => all,
        }))
    }
}

fn is_active(e: &Expr, thread: &str) -> bool {
    match &e.kind {
        ExprKind::Call(f, args) if f == "active" => {
            matches!(args.as_slice(), [Expr { kind: ExprKind::Name(name), .. }] if name == thread)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        eval, parse, resolve, Array, Named, Scalar, Scope, Sort, State, Term, TermKind, Threads, Truth, Value,
    };
    use std::rc::Rc;
    use wp_base::Id;
    use wp_kir::{Axis, ExprId, ObjectId, Special, Type};

    /// Blocks of 3, a grid of 2, `a` holds the squares; inside of a kernel `i` is a variable of each thread, `m` one of the block.
    struct Fixture {
        inside: bool,
    }

    impl Scope for Fixture {
        fn find(&mut self, name: &str) -> Option<Named> {
            match name {
                "i" | "m" if self.inside => {
                    let e = ExprId::from_index(usize::from(name == "m"));
                    Some(Named::Scalar(Scalar::Expr(e), Type::I32))
                }
                "a" => Some(Named::Array(Array::Object(ObjectId::from_index(0)), Type::I32, Vec::new())),
                "p" => Some(Named::Array(Array::Object(ObjectId::from_index(1)), Type::I32, Vec::new())),
                _ => None,
            }
        }
        fn definition(&self, _: &str) -> Option<Rc<crate::syntax::Definition>> {
            None
        }
        fn inside(&self) -> bool {
            self.inside
        }
        fn is_uniform(&self, scalar: Scalar) -> bool {
            match scalar {
                Scalar::Expr(e) => e.index() == 1,
                Scalar::Special(special) => !matches!(special, Special::ThreadIdx(_) | Special::LaneId),
                Scalar::Param(_) => true,
            }
        }
        fn is_private(&self, object: ObjectId) -> bool {
            object.index() == 1
        }
    }

    impl State for Fixture {
        fn scalar(&self, scalar: Scalar) -> Option<Value> {
            match scalar {
                Scalar::Special(Special::BlockDim(Axis::X)) => Some(Value::Int(3)),
                Scalar::Special(Special::GridDim(Axis::X)) => Some(Value::Int(2)),
                Scalar::Special(Special::BlockDim(_) | Special::GridDim(_)) => Some(Value::Int(1)),
                _ => None,
            }
        }
        fn element(&self, _: Array, _: Type, index: i128, _: bool) -> Option<Value> {
            Some(Value::Int(index * index))
        }
    }

    fn of(inside: bool, text: &str) -> Result<Term, String> {
        let clause = parse(&format!("assert {text}")).map_err(|e| e.message)?.clauses.remove(0);
        resolve(&clause.condition, &mut Fixture { inside }, !inside).map_err(|e| e.message)
    }

    #[test]
    fn threads_of_a_launch_are_their_indices() {
        let truth = |text: &str| eval(&of(false, text).unwrap(), &Fixture { inside: false });
        let global = "(blockIdx.x * blockDim.x + threadIdx.x)@t";
        for text in [
            format!("\\forall t : thread; a[{global}] == {global} * {global} && {global} < 6"),
            "\\exists t : thread; threadIdx.x@t == 2 && blockIdx.x@t == 1 && active(t)".to_owned(),
            "\\forall t, u : thread; t != u ==> threadIdx.x@t != threadIdx.x@u || blockIdx.x@t != blockIdx.x@u"
                .to_owned(),
            "\\forall t : thread; t == t && \\exists u : thread; t != u".to_owned(),
            "forall t : thread. get_global_id(0)@t >= get_local_id(0)@t".to_owned(),
        ] {
            let found = truth(&text);
            // The offset of the launch has no value here.
            let wanted = if text.contains("get_global_id") { Truth::Unknown } else { Truth::True };
            assert_eq!(found, wanted, "{text}");
        }
        for text in [
            "\\forall t : thread; threadIdx.x@t < 2",
            "\\exists t : thread; threadIdx.x@t == 3",
            "\\forall t, u : thread; t == u",
            "\\forall t : thread; active(t) ==> blockIdx.x@t == 0",
        ] {
            assert_eq!(truth(text), Truth::False, "{text}");
        }
    }

    #[test]
    fn conditions_that_relate_threads_are_marked() {
        let threads = |text: &str| match of(true, text).unwrap().kind {
            TermKind::Threads(Threads { active, related, body, .. }) => {
                assert_eq!(body.sort, Sort::Bool);
                (active, related)
            }
            kind => panic!("{kind:?}"),
        };
        assert_eq!(threads("\\forall t : thread; i@t == 2 * threadIdx.x@t"), (false, false));
        assert_eq!(threads("\\forall t : thread; active(t) ==> (i + m)@t < m + blockIdx.x"), (true, false));
        assert_eq!(threads("\\forall t : thread; a[i@t] == m"), (false, false));
        for text in [
            "\\forall t : thread; i@t == threadIdx.x",
            "\\forall t : thread; threadIdx.x@t == i",
            "\\forall t : thread; a[i] == threadIdx.x@t",
            "\\forall t : thread; p[m] == threadIdx.x@t",
            "\\forall t, u : thread; i@t == i@u",
            "\\forall t, u : thread; t == u",
            "\\forall t : thread; !active(t)",
            "\\exists t : thread; active(t) ==> i@t == 0",
        ] {
            assert!(threads(text).1, "{text}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |inside: bool, text: &str| of(inside, text).unwrap_err();
        assert_eq!(error(true, "i@t == 0"), "`t` is no thread: `e@t` stands in `\\forall t : thread; ...`");
        assert_eq!(error(true, "\\forall t : thread; t < 1"), "`t` is a thread: `e@t` is the value of `e` for it");
        assert_eq!(
            error(true, "\\forall integer t; i@t == 0"),
            "`t` is no thread: `e@t` stands in `\\forall t : thread; ...`"
        );
        assert_eq!(error(true, "\\forall t, u : thread; (i@t)@u == 0"), "a value is that of one thread");
        assert_eq!(error(true, "active(i)"), "`i` is no thread: `active` takes one");
        assert_eq!(error(true, "active(1)"), "`active` takes a thread");
        assert_eq!(
            error(false, "threadIdx.x == 0"),
            "`threadIdx.x`: of which thread? `\\forall t : thread; ...` and `@t` behind it say so"
        );
        assert_eq!(error(true, "\\forall t : thread; 1.5@t"), "a truth value is expected, this is a real number");
    }
}
