//! Logic functions and predicates: each use is replaced by the body with the arguments in place of the parameters.
//!
//! Exact: arguments are terms already, so no quantifier of the body captures a variable in them. A body may mention its
//! parameters, the launch and other definitions only, so its meaning does not depend on the place of use, except for
//! `\old`, which applies to the arrays that are passed. For recursive definitions see [`crate::recursion`]; mutual
//! recursion is an error, and so is a clause that becomes too large.

use crate::barrier::OTHER;
use crate::recursion::is_recursive;
use crate::resolve::{sort_of, want, Named, Resolver, FUNCTIONS};
use crate::syntax::{At, Definition, Expr, ExprKind, Operator, Parameter};
use crate::term::{Sort, Term};
use crate::{Aggregate, Error};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Definitions that are used inside of each other.
const MAX_NESTED: usize = 16;
/// Terms of a clause.
const MAX_SIZE: usize = 20_000;
/// Terms inside of each other.
const MAX_DEPTH: usize = 250;

/// Definitions by their names.
#[derive(Clone, Default, Debug)]
pub struct Definitions(BTreeMap<String, Rc<Definition>>, BTreeMap<String, Operator>);

impl Definitions {
    /// Adds one; an error when the name has a meaning already.
    pub fn add(&mut self, definition: Definition) -> Result<(), Error> {
        let name = definition.name.clone();
        let at = definition.at.clone();
        let built_in = FUNCTIONS.iter().any(|f| f.0 == name)
            || Aggregate::ALL.iter().any(|a| a.name() == name)
            || name.starts_with("get_")
            || ["true", "false", "forall", "exists", "active", "loop_count", OTHER].contains(&name.as_str());
        if built_in {
            return Err(Error::new(at, format!("`{name}` has a meaning already")));
        }
        let mut names: Vec<&str> = definition.parameters.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Error::new(at, format!("two parameters of `{name}` have the same name")));
        }
        match self.0.insert(name.clone(), Rc::new(definition)) {
            None => Ok(()),
            Some(_) => Err(Error::new(at, format!("`{name}` is defined twice"))),
        }
    }

    /// Adds the stated laws of an operator; an error if laws of it are stated already.
    pub fn add_operator(&mut self, operator: Operator) -> Result<(), Error> {
        let (name, at) = (operator.name.clone(), operator.at.clone());
        match self.1.insert(name.clone(), operator) {
            None => Ok(()),
            Some(_) => Err(Error::new(at, format!("laws of `{name}` are stated twice"))),
        }
    }

    /// The operators whose laws the source states.
    pub fn operators(&self) -> impl Iterator<Item = &Operator> {
        self.1.values()
    }

    /// The one of a name.
    pub fn get(&self, name: &str) -> Option<Rc<Definition>> {
        self.0.get(name).cloned()
    }
}

/// A definition that is being substituted.
pub(crate) struct Frame {
    pub name: String,
    pub arguments: Vec<(String, Actual)>,
    /// True if the definition uses itself.
    pub recursive: bool,
}

/// The meaning of a parameter.
#[derive(Clone)]
pub(crate) enum Actual {
    /// A number, with the number of its terms and their depth.
    Term(Term, usize, usize),
    Array(Named),
}

impl Resolver<'_> {
    /// Counts terms, of this depth.
    pub fn grow(&mut self, by: usize, depth: usize, at: &At) -> Result<(), Error> {
        self.size += by;
        self.deepest = self.deepest.max(self.depth + depth);
        if self.size > MAX_SIZE || self.deepest > MAX_DEPTH {
            return Err(Error::new(at.clone(), "the clause is too large, with its definitions substituted"));
        }
        Ok(())
    }

    /// A name in the body of a definition, other than of a bound variable; `None` outside of bodies.
    pub fn in_frame(&mut self, name: &str, at: &At) -> Result<Option<Term>, Error> {
        let Some(frame) = self.frames.last() else {
            // A constant.
            return match self.scope.definition(name).filter(|d| d.parameters.is_empty()) {
                Some(_) if self.scope.find(name).is_some() => {
                    Err(Error::new(at.clone(), format!("`{name}` is a definition and a name of the program")))
                }
                Some(definition) => self.substituted(&definition, &[], at).map(Some),
                None => Ok(None),
            };
        };
        match frame.arguments.iter().find(|(n, _)| n == name).map(|(_, a)| a.clone()) {
            Some(Actual::Term(term, size, depth)) => {
                self.grow(size, depth, at)?;
                return Ok(Some(term));
            }
            Some(Actual::Array(_)) => {
                return Err(Error::new(at.clone(), format!("`{name}` is an array: name an element of it")));
            }
            None => {}
        }
        match self.scope.definition(name).filter(|d| d.parameters.is_empty()) {
            Some(definition) => self.substituted(&definition, &[], at).map(Some),
            None => Err(Error::new(at.clone(), format!("`{name}` is no parameter: a definition knows nothing else"))),
        }
    }

    /// An array by its name.
    pub fn array(&mut self, name: &str) -> Option<Named> {
        let Some(frame) = self.frames.last() else { return self.scope.find(name) };
        match frame.arguments.iter().find(|(n, _)| n == name)? {
            (_, Actual::Array(array)) => Some(array.clone()),
            (_, Actual::Term(..)) => Some(Named::Unusable("is a number".to_owned())),
        }
    }

    /// The body of a definition with these arguments.
    pub fn substituted(&mut self, definition: &Rc<Definition>, args: &[Expr], at: &At) -> Result<Term, Error> {
        let name = &definition.name;
        if self.frames.len() >= MAX_NESTED {
            return Err(Error::new(at.clone(), "definitions are used too deeply inside of each other"));
        }
        if args.len() != definition.parameters.len() {
            let text = format!("`{name}` takes {} arguments, not {}", definition.parameters.len(), args.len());
            return Err(Error::new(at.clone(), text));
        }
        if self.frames.iter().any(|f| f.name == *name) {
            if self.frames.last().is_some_and(|f| f.name == *name && f.recursive) {
                return self.again(definition, args, at);
            }
            let text = format!("`{name}` uses itself by way of other definitions, which is not supported");
            return Err(Error::new(at.clone(), text));
        }
        if is_recursive(definition) {
            return self.recursive(definition, args, at);
        }
        let mut arguments = Vec::new();
        for (parameter, arg) in definition.parameters.iter().zip(args) {
            arguments.push((parameter.name.clone(), self.argument(parameter, arg)?));
        }
        self.in_body(definition, Frame { name: name.clone(), arguments, recursive: false }, at)
    }

    /// The body of a definition in its frame.
    pub fn in_body(&mut self, definition: &Definition, frame: Frame, at: &At) -> Result<Term, Error> {
        let name = frame.name.clone();
        self.frames.push(frame);
        let bound = std::mem::take(&mut self.bound);
        let body = self.term(&definition.body).and_then(|body| want(body, definition.result));
        self.bound = bound;
        self.frames.pop();
        // Places in the body are not places in the clause.
        match body {
            Ok(body) => Ok(Term { at: at.clone(), ..body }),
            Err(e) if e.message.starts_with("in `") => Err(Error::new(at.clone(), e.message)),
            Err(e) => Err(Error::new(at.clone(), format!("in `{name}`: {}", e.message))),
        }
    }

    pub fn argument(&mut self, parameter: &Parameter, arg: &Expr) -> Result<Actual, Error> {
        if !parameter.array {
            let (size, deepest) = (self.size, std::mem::replace(&mut self.deepest, self.depth));
            let term = want(self.term(arg)?, parameter.sort)?;
            let depth = self.deepest - self.depth;
            self.deepest = self.deepest.max(deepest);
            return Ok(Actual::Term(term, self.size - size, depth));
        }
        let wrong = |text: String| Err(Error::new(arg.at.clone(), text));
        let ExprKind::Name(name) = &arg.kind else {
            return wrong(format!("`{}` stands for an array: name one", parameter.name));
        };
        let bound = self.bound.iter().any(|(n, _)| n == name);
        match self.array(name).filter(|_| !bound) {
            Some(Named::Array(array, elem, extents)) => {
                if !extents.is_empty() || sort_of(elem) != Some(parameter.sort) {
                    let what = match parameter.sort {
                        Sort::Int => "integers",
                        Sort::Real => "real numbers",
                        Sort::Bool => "truth values",
                    };
                    return wrong(format!("`{}` stands for an array of {what} with one dimension", parameter.name));
                }
                Ok(Actual::Array(Named::Array(array, elem, extents)))
            }
            Some(Named::Unusable(why)) => wrong(format!("`{name}`: {why}")),
            _ => wrong(format!("`{name}` is no array")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{eval, parse, resolve, Array, Scalar, Scope, State, Truth, Value};
    use wp_base::Id;
    use wp_kir::{ObjectId, ParamId, Type};

    /// `n` is 3, `a` holds 0, 1, 4, 9, ... and 0 everywhere before the kernel.
    struct Fixture(Definitions);

    impl Scope for Fixture {
        fn find(&mut self, name: &str) -> Option<Named> {
            match name {
                "n" | "k" => Some(Named::Scalar(Scalar::Param(ParamId::from_index(0)), Type::I32)),
                "a" => Some(Named::Array(Array::Object(ObjectId::from_index(0)), Type::I32, Vec::new())),
                _ => None,
            }
        }
        fn definition(&self, name: &str) -> Option<Rc<Definition>> {
            self.0.get(name)
        }
    }

    impl State for Fixture {
        fn scalar(&self, _: Scalar) -> Option<Value> {
            Some(Value::Int(3))
        }
        fn element(&self, _: Array, _: Type, index: i128, old: bool) -> Option<Value> {
            Some(Value::Int(if old { 0 } else { index * index }))
        }
    }

    fn of(definitions: &str, text: &str) -> Result<Truth, String> {
        let mut fixture = Fixture(Definitions::default());
        for definition in parse(definitions).map_err(|e| e.message)?.definitions {
            fixture.0.add(definition).map_err(|e| e.message)?;
        }
        let clause = parse(&format!("ensures {text}")).map_err(|e| e.message)?.clauses.remove(0);
        let term = resolve(&clause.condition, &mut fixture, true).map_err(|e| e.message)?;
        Ok(eval(&term, &fixture))
    }

    #[test]
    fn bodies_stand_for_uses() {
        let square = "logic integer square(integer x) = x * x; predicate within(integer i, integer n) = 0 <= i < n;
            logic integer total(integer *x, integer n) = \\sum(0, n - 1, \\lambda integer k; x[k]);
            logic integer shifted(integer x) = \\sum(0, 1, \\lambda integer k; k + x); logic integer five = 5;
            logic real half(real x) = x / 2; logic integer threads = blockDim.x";
        for text in [
            "square(n + 1) == 16",
            "\\forall integer i; within(i, n) ==> a[i] == square(i)",
            "total(a, n + 1) == 14 && \\old(total(a, n)) == 0",
            "half(5) > 2.4 && five == 5 && five() == 5",
            // The variable of the clause is not the one of the body.
            "\\forall integer k; 0 <= k < 4 ==> shifted(k) == 2 * k + 1",
            "shifted(k) == 7 && shifted(shifted(n)) == 15",
            "within(square(2), five)",
        ] {
            assert_eq!(of(square, text), Ok(Truth::True), "{text}");
        }
        assert_eq!(of(square, "square(n) == n"), Ok(Truth::False));
    }

    #[test]
    fn recursion_is_evaluated() {
        let definitions = "logic integer f(integer n) = n <= 0 ? 1 : n * f(n - 1);
            logic integer total(integer *x, integer k) = k < 0 ? 0 : x[k] + total(x, k - 1);
            logic integer rest(integer *x, integer k, integer n) = k < n ? rest(x, k + 1, n) - x[k] : 7;
            logic integer fibonacci(integer k) = k <= 1 ? k : fibonacci(k - 1) + fibonacci(k - 2);
            logic integer gcd(integer a, integer b) = b == 0 ? a : gcd(b, a % b);
            predicate even(integer k) = k == 0 || k > 0 && !even(k - 1);
            logic integer endless(integer k) = endless(k + 1)";
        for text in [
            "f(n) == 6 && f(0) == 1 && f(-5) == 1",
            "total(a, n) == 14 && total(a, -1) == 0",
            "rest(a, 1, n) == 2 && rest(a, n + 1, n) == 7",
            "fibonacci(10) == 55",
            "gcd(12, 18) == 6",
            "even(4) && !even(5)",
            "\\forall integer k; 1 <= k < 8 ==> fibonacci(k + 1) == fibonacci(k) + fibonacci(k - 1)",
        ] {
            assert_eq!(of(definitions, text), Ok(Truth::True), "{text}");
        }
        assert_eq!(of(definitions, "fibonacci(9) == 35"), Ok(Truth::False));
        for text in ["endless(0) == 0", "even(100000)", "gcd(n, gcd(0, endless(1))) == 3"] {
            assert_eq!(of(definitions, text), Ok(Truth::Unknown), "{text}");
        }
        assert_eq!(of(definitions, "f(100000) == 0"), Ok(Truth::Unknown));
        let error = |definitions: &str| of(definitions, "f(a, n) == 0").unwrap_err();
        assert_eq!(
            error("logic integer f(real *x, integer k) = f(x, k - 1)"),
            "`x` stands for an array of real numbers with one dimension"
        );
        assert_eq!(
            error("logic integer f(integer *x, real k) = f(x, k - 1)"),
            "`f` uses itself: its parameters are integers and arrays then"
        );
        assert_eq!(
            error("logic integer f(integer *x, integer k) = k == 0 ? 0 : f(a, k - 1)"),
            "in `f`: `f` uses itself: `x` is passed on as it is then"
        );
    }

    /// An expression that resembles a sum without being one is not taken for one.
    #[test]
    fn only_sums_are_sums() {
        let fold = |text: &str| {
            let definition = parse(text).unwrap().definitions.remove(0);
            crate::recursion::as_fold(&definition).is_some()
        };
        assert!(fold("logic integer f(integer k) = k <= 0 ? 0 : f(k - 1) + k"));
        assert!(fold("logic integer f(integer k) = k > 0 ? f(k - 1) * k : 1"));
        for text in [
            // Below 0 it says nothing.
            "logic integer f(integer k) = k == 0 ? 0 : f(k - 1) + k",
            "logic integer f(integer k) = k <= 0 ? k : f(k - 1) + k",
            "logic integer f(integer k) = k <= 0 ? 0 : k - f(k - 1)",
            "logic integer f(integer k) = k <= 0 ? 0 : f(k - 2) + k",
            "logic integer f(integer k) = k <= 0 ? 0 : f(k + 1) + k",
            "logic integer f(integer k) = k >= 9 ? 0 : f(k - 1) + k",
            "logic integer f(integer k, integer c) = k <= c ? 0 : f(k - 1, c + 1) + k",
            "logic integer f(integer k) = k <= 0 ? 0 : f(k - 1) + f(k - 1)",
            "logic integer f(integer k) = k <= k / 2 ? 0 : f(k - 1) + k",
            "logic integer f(real k) = k <= 0 ? 0 : f(k - 1) + 1",
        ] {
            assert!(!fold(text), "{text}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |definitions: &str, text: &str| of(definitions, text).unwrap_err();
        let both = "predicate even(integer n) = n == 0 || odd(n - 1); predicate odd(integer n) = n != 0 && even(n - 1)";
        assert_eq!(
            error(both, "even(n)"),
            "in `odd`: `even` uses itself by way of other definitions, which is not supported"
        );
        assert_eq!(
            error("logic integer f(integer x) = x + n", "f(1) == 4"),
            "in `f`: `n` is no parameter: a definition knows nothing else"
        );
        assert_eq!(error("logic integer f(integer x) = a[x]", "f(1) == 1"), "in `f`: there is no array `a` here");
        assert_eq!(
            error("logic integer f(real x) = x", "f(1) == 1"),
            "in `f`: an integer is expected, this is a real number"
        );
        assert_eq!(error("logic integer f(integer x) = x", "f(1, 2) == 1"), "`f` takes 1 arguments, not 2");
        assert_eq!(
            error("logic real f(real *x) = x[0]", "f(a) == 1"),
            "`x` stands for an array of real numbers with one dimension"
        );
        assert_eq!(error("logic integer f(integer *x) = x[0]", "f(n) == 1"), "`n` is no array");
        assert_eq!(error("logic integer f(integer *x) = x[0]", "f(a[0]) == 1"), "`x` stands for an array: name one");
        assert_eq!(error("logic real sqrt(real x) = x", "true"), "`sqrt` has a meaning already");
        assert_eq!(error("predicate p = true; predicate p = false", "p"), "`p` is defined twice");
        assert_eq!(
            error("logic integer f(integer x, integer x) = x", "true"),
            "two parameters of `f` have the same name"
        );
        assert_eq!(error("logic integer n = 5", "n == 5"), "`n` is a definition and a name of the program");
        assert_eq!(
            error("logic integer f(integer x) = \\old(x)", "f(a[1]) == 0"),
            "in `f`: `\\old` stands around uses of definitions, not in them"
        );
        let doubled: String =
            (1..16).map(|i| format!("logic integer f{i}(integer x) = f{}(x) + f{}(x);", i - 1, i - 1)).collect();
        let doubled = format!("logic integer f0(integer x) = x + x; {doubled}");
        assert_eq!(
            error(&doubled, "f15(n) == 0").rsplit("`: ").next(),
            Some("the clause is too large, with its definitions substituted")
        );
        let nested = format!("{}n{} == 0", "f0(".repeat(90), ")".repeat(90));
        assert_eq!(error(&doubled, &nested), "in `f0`: the clause is too large, with its definitions substituted");
        let deep = format!("predicate p(integer x) = {}x == 0{}", "!(".repeat(40), ")".repeat(40));
        let nested = format!("{}n{}", "p(".repeat(40), ")".repeat(40));
        assert_eq!(error(&deep, &nested), "in `p`: the clause is too large, with its definitions substituted");
        let long = format!("n{} > 0", " + n".repeat(30_000));
        assert_eq!(error("predicate p = true", &long), "the clause is too large, with its definitions substituted");
    }
}
