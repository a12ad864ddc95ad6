//! Conjunctions of terms as SMT-LIB scripts over the integers.
//!
//! Every shared node is defined once, so the script is linear in the number of nodes. Exact for linear and polynomial
//! arithmetic, division and modulus by anything, wraps, conditionals and symbols with ranges; declared ranges are
//! asserted when all their symbols occur. Powers of two and bitwise operators of symbolic operands are functions with
//! instantiated facts (`lemmas`): an over-approximation of the models, so `unsat` is exact and `sat` must be checked by
//! evaluation. Floats are their bit patterns, and float operations are uninterpreted.

use crate::{float, lemmas};
use rustc_hash::{FxHashMap, FxHashSet};
use wp_logic::{FuncId, Range, Sort, Term, TermId, Terms, Value};

/// A conjunction as text for the solver.
#[derive(Debug)]
pub struct Script {
    /// Declarations and assertions, without `check-sat`.
    pub text: String,
    /// The terms whose values make the model, with their names in the script.
    pub names: Vec<(TermId, String)>,
    /// The style of the script.
    pub style: Style,
}

impl Script {
    /// The terms of the model with their values, which come in the order of [`Script::names`].
    pub fn entries(&self, values: Vec<Value>) -> Vec<(TermId, Value)> {
        self.names.iter().map(|&(t, _)| t).zip(values).collect()
    }
}

/// The encoding of bitwise operators of symbolic operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bits {
    /// As functions with facts.
    Facts,
    /// As bit-vector operators of the given width, where the ranges of the operands fit it; else as functions.
    Vectors,
}

/// The style of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Bitwise operators.
    pub bits: Bits,
    /// Floats as IEEE-754 numbers with the operations of the standard, where their meaning is known (`float`); else as
    /// their bit patterns with uninterpreted operations.
    pub ieee: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { bits: Bits::Facts, ieee: false }
    }
}

wp_base::limits! {
    /// Widest operands that are written as bit-vectors.
    const MAX_VECTOR: u8 = 64;
}

/// A product as its factors (sorted) and the text of the whole.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub factors: Vec<String>,
    pub text: String,
}

/// The state of writing one script.
pub(crate) struct Writer<'a> {
    pub terms: &'a Terms,
    pub out: String,
    names: FxHashMap<TermId, String>,
    funcs: FxHashMap<FuncId, String>,
    /// The declared ranges of atoms, by their text.
    pub ranges: FxHashMap<String, Range>,
    pub products: Vec<Product>,
    /// Exponents of powers of two.
    pub powers: Vec<(TermId, String)>,
    /// Operands of bitwise ands.
    pub ands: Vec<(TermId, TermId)>,
    quotients: FxHashMap<(TermId, TermId), (String, String)>,
    style: Style,
}

/// Writes the conjunction of the conjuncts.
pub fn encode(terms: &Terms, conjuncts: &[TermId], style: Style) -> Script {
    let apps: FxHashSet<TermId> = terms.apps(conjuncts).into_iter().collect();
    let mut roots = conjuncts.to_vec();
    let mut declared = Vec::new();
    for &(t, range) in terms.assumptions() {
        if terms.apps(&[t]).iter().all(|a| apps.contains(a)) {
            roots.push(t);
            declared.push((t, range));
        }
    }
    let nodes = terms.subterms(&roots, |_| false);
    let mut writer = Writer {
        terms,
        out: String::new(),
        names: FxHashMap::default(),
        funcs: FxHashMap::default(),
        ranges: FxHashMap::default(),
        products: Vec::new(),
        powers: Vec::new(),
        ands: Vec::new(),
        quotients: FxHashMap::default(),
        style,
    };
    for &t in &nodes {
        writer.define(t);
    }
    for &(t, range) in &declared {
        let name = writer.name(t);
        writer.assert_range(&name, range);
    }
    lemmas::write(&mut writer);
    for &t in conjuncts {
        let name = writer.name(t);
        writer.line(&format!("(assert {name})"));
    }
    let names = model_terms(terms, &nodes).into_iter().map(|t| (t, writer.name(t))).collect();
    Script { text: writer.out, names, style }
}

/// The applications among the nodes and their arguments that are no constants, operands first.
fn model_terms(terms: &Terms, nodes: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for &t in nodes {
        if let Term::App(_, args) = terms.kind(t) {
            found.extend(
                args.iter()
                    .copied()
                    .filter(|&a| !matches!(terms.kind(a), Term::Int(_) | Term::Bool(_) | Term::Float { .. })),
            );
            found.push(t);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// An integer as SMT-LIB writes it.
pub(crate) fn numeral(value: i128) -> String {
    if value < 0 {
        format!("(- {})", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

pub(crate) fn nary(op: &str, items: &[String], empty: &str) -> String {
    match items {
        [] => empty.to_owned(),
        [one] => one.clone(),
        _ => format!("({op} {})", items.join(" ")),
    }
}

fn sort_name(sort: Sort, ieee: bool) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Float(bits) if ieee => float::sort_name(bits),
        Sort::Int | Sort::Float(_) => "Int",
    }
}

impl Writer<'_> {
    pub fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub fn name(&self, t: TermId) -> String {
        match self.terms.kind(t) {
            Term::Bool(value) => value.to_string(),
            Term::Int(value) => numeral(*value),
            Term::Float { bits, value } if self.style.ieee => float::constant(*bits, *value),
            Term::Float { value, .. } => value.to_string(),
            // Operands are defined before the terms they occur in.
            _ => self.names.get(&t).cloned().unwrap_or_default(),
        }
    }

    pub fn assert_range(&mut self, name: &str, range: Range) {
        match (range.lo, range.hi) {
            (None, None) => {}
            (Some(lo), None) => self.line(&format!("(assert (<= {} {name}))", numeral(lo))),
            (None, Some(hi)) => self.line(&format!("(assert (<= {name} {}))", numeral(hi))),
            (Some(lo), Some(hi)) => self.line(&format!("(assert (<= {} {name} {}))", numeral(lo), numeral(hi))),
        }
    }

    fn declare(&mut self, f: FuncId) -> String {
        if let Some(name) = self.funcs.get(&f) {
            return name.clone();
        }
        let info = self.terms.func_info(f);
        let name = format!("f{}", self.funcs.len());
        let args: Vec<&str> = info.args.iter().map(|&s| sort_name(s, self.style.ieee)).collect();
        let result = sort_name(info.result, self.style.ieee);
        // The comment helps people who read a dumped query; a line break in it would end it early.
        let comment: String = info.name.chars().filter(|c| !c.is_control()).collect();
        self.line(&format!("(declare-fun {name} ({}) {result}) ; {comment}", args.join(" ")));
        self.funcs.insert(f, name.clone());
        name
    }

    fn define(&mut self, t: TermId) {
        let terms = self.terms;
        let (body, range) = match terms.kind(t) {
            Term::Bool(_) | Term::Int(_) | Term::Float { .. } => return,
            Term::App(f, args) => {
                let sorts: Vec<Sort> = args.iter().map(|&a| terms.sort(a)).collect();
                let args: Vec<String> = args.iter().map(|&a| self.name(a)).collect();
                let meaning = if self.style.ieee { float::operation(terms.func_info(*f), &sorts, &args) } else { None };
                let body = match meaning {
                    Some(body) => body,
                    None => {
                        let name = self.declare(*f);
                        if args.is_empty() {
                            name
                        } else {
                            format!("({name} {})", args.join(" "))
                        }
                    }
                };
                let range = match terms.func_info(*f).result {
                    Sort::Int => terms.func_info(*f).range,
                    Sort::Float(bits) if !self.style.ieee => Range::of_type(bits, false),
                    Sort::Float(_) => Range::ALL,
                    Sort::Bool => Range::ALL,
                };
                if args.is_empty() {
                    self.ranges.insert(body.clone(), terms.range(t));
                    self.names.insert(t, body.clone());
                    return self.assert_range(&body, range);
                }
                (body, Some(range))
            }
            Term::Sum { constant, items } => {
                let mut parts: Vec<String> = items
                    .iter()
                    .map(|&(c, t)| match c {
                        1 => self.name(t),
                        _ => format!("(* {} {})", numeral(c), self.name(t)),
                    })
                    .collect();
                if *constant != 0 {
                    parts.push(numeral(*constant));
                }
                (nary("+", &parts, "0"), None)
            }
            Term::Prod(factors) => {
                let factors: Vec<String> = factors.iter().map(|&f| self.name(f)).collect();
                (self.product(factors), None)
            }
            Term::Div(a, b) => (self.divide(*a, *b).0, None),
            Term::Mod(a, b) => (self.divide(*a, *b).1, None),
            Term::Pow2(e) => {
                let exponent = self.name(*e);
                if self.powers.is_empty() {
                    self.line("(declare-fun pow2 (Int) Int)");
                }
                self.powers.push((*e, exponent.clone()));
                (format!("(pow2 {exponent})"), None)
            }
            Term::BitAnd(a, b) => (self.bit_and(*a, *b), None),
            // a | b = a + b - (a & b), a ^ b = a + b - 2*(a & b)
            Term::BitOr(a, b) => {
                let and = self.bit_and(*a, *b);
                (format!("(- (+ {} {}) {and})", self.name(*a), self.name(*b)), Some(terms.range(t)))
            }
            Term::BitXor(a, b) => {
                let and = self.bit_and(*a, *b);
                (format!("(- (+ {} {}) (* 2 {and}))", self.name(*a), self.name(*b)), Some(terms.range(t)))
            }
            Term::Wrap { bits, signed, arg } => {
                let (modulus, arg) = (1i128 << bits, self.name(*arg));
                let half = modulus / 2;
                let body = if *signed {
                    format!("(- (mod (+ {arg} {half}) {modulus}) {half})")
                } else {
                    format!("(mod {arg} {modulus})")
                };
                (body, None)
            }
            Term::Ite(c, a, b) => (format!("(ite {} {} {})", self.name(*c), self.name(*a), self.name(*b)), None),
            Term::Not(a) => (format!("(not {})", self.name(*a)), None),
            Term::And(items) => {
                let items: Vec<String> = items.iter().map(|&i| self.name(i)).collect();
                (nary("and", &items, "true"), None)
            }
            Term::Or(items) => {
                let items: Vec<String> = items.iter().map(|&i| self.name(i)).collect();
                (nary("or", &items, "false"), None)
            }
            Term::Eq(a, b) => (format!("(= {} {})", self.name(*a), self.name(*b)), None),
            Term::Le(a, b) => (format!("(<= {} {})", self.name(*a), self.name(*b)), None),
        };
        let name = format!("n{}", self.names.len());
        self.line(&format!("(define-fun {name} () {} {body})", sort_name(terms.sort(t), self.style.ieee)));
        self.ranges.insert(name.clone(), terms.range(t));
        if let Some(range) = range {
            self.assert_range(&name, range);
        }
        self.names.insert(t, name);
    }

    fn product(&mut self, mut factors: Vec<String>) -> String {
        factors.sort();
        let text = nary("*", &factors, "1");
        self.products.push(Product { factors, text: text.clone() });
        text
    }

    /// Quotient and remainder. By a positive constant these are SMT-LIB's own; else two variables with
    /// `b > 0 => a = b*q + r, 0 <= r < b` and the mirrored fact for negative `b`.
    fn divide(&mut self, a: TermId, b: TermId) -> (String, String) {
        if let Some(pair) = self.quotients.get(&(a, b)) {
            return pair.clone();
        }
        let (x, y) = (self.name(a), self.name(b));
        let pair = match self.terms.as_int(b) {
            Some(1..) => (format!("(div {x} {y})"), format!("(mod {x} {y})")),
            _ => {
                let index = self.quotients.len();
                let (q, r) = (format!("q{index}"), format!("r{index}"));
                self.line(&format!("(declare-fun {q} () Int)\n(declare-fun {r} () Int)"));
                let product = self.product(vec![y.clone(), q.clone()]);
                self.line(&format!("(assert (=> (< 0 {y}) (and (= {x} (+ {product} {r})) (<= 0 {r}) (< {r} {y}))))"));
                if !self.terms.range(b).is_at_least(0) {
                    self.line(&format!(
                        "(assert (=> (< {y} 0) (and (= {x} (+ {product} {r})) (<= {r} 0) (< {y} {r}))))"
                    ));
                }
                // Consequences that spare the solver a product.
                self.line(&format!("(assert (=> (and (< 0 {y}) (<= 0 {x})) (and (<= 0 {q}) (<= {q} {x}))))"));
                self.line(&format!("(assert (=> (and (< 0 {y}) (< {x} 0)) (and (< {q} 0) (<= {x} {q}))))"));
                self.line(&format!("(assert (=> (and (<= 0 {x}) (< {x} {y})) (= {q} 0)))"));
                self.ranges.insert(q.clone(), self.terms.range(a).floor_div(self.terms.range(b)));
                (q, r)
            }
        };
        self.quotients.insert((a, b), pair.clone());
        pair
    }

    fn bit_and(&mut self, a: TermId, b: TermId) -> String {
        let (x, y) = (self.name(a), self.name(b));
        if self.style.bits == Bits::Vectors {
            let width = (1..=MAX_VECTOR.get())
                .find(|&w| self.terms.range(a).within(w, false) && self.terms.range(b).within(w, false));
            if let Some(width) = width {
                return format!("(ubv_to_int (bvand ((_ int_to_bv {width}) {x}) ((_ int_to_bv {width}) {y})))");
            }
        }
        if self.ands.is_empty() {
            self.line("(declare-fun band (Int Int) Int)");
        }
        if !self.ands.contains(&(a, b)) {
            self.ands.push((a, b));
        }
        format!("(band {x} {y})")
    }
}
