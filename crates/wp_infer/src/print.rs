//! Candidates in source syntax.

use crate::Claim;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use wp_kir::Kernel;
use wp_logic::{Term, TermId, Terms};
use wp_summary::{Access, AccessKind, AccessMode, EventKind, LoopInst, Summary};

/// The most subterms of one expression that are printed; the rest is `...`. Terms share their parts, texts do not.
const NODES: usize = 400;

/// Prints terms with the names of the source.
pub(crate) struct Printer<'a> {
    kernel: &'a Kernel,
    summary: &'a Summary,
    terms: &'a Terms,
    names: FxHashMap<TermId, String>,
    /// Subterms that may still be printed.
    left: Cell<usize>,
}

/// The precedence of an expression, as in C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Any,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Sum,
    Product,
    Unary,
    Atom,
}

impl<'a> Printer<'a> {
    pub fn new(kernel: &'a Kernel, summary: &'a Summary, terms: &'a Terms) -> Self {
        let mut names = FxHashMap::default();
        let depth = summary.loops.iter().map(|(l, _)| summary.nest(l).len()).max().unwrap_or(0);
        for (inst, record) in summary.loops.iter() {
            let level = if depth > 1 { summary.nest(inst).len().to_string() } else { String::new() };
            names.insert(record.counter, format!("k{level}"));
            for induction in record.induction.iter() {
                names.extend(induction.variables.iter().map(|v| (v.value, v.name.clone())));
                names.extend(induction.reach.map(|reach| (reach, "__enabled()".to_owned())));
            }
        }
        Printer { kernel, summary, terms, names, left: Cell::new(NODES) }
    }

    /// The term as an expression.
    pub fn term(&self, t: TermId) -> String {
        self.left.set(NODES);
        self.print(t).0
    }

    /// The term, in parentheses where it binds less tightly.
    fn at(&self, t: TermId, level: Level) -> String {
        match self.print(t) {
            (text, own) if own >= level => text,
            (text, _) => format!("({text})"),
        }
    }

    fn list(&self, items: &[TermId], operator: &str, level: Level) -> (String, Level) {
        let parts: Vec<String> = items.iter().map(|&t| self.at(t, level)).collect();
        (parts.join(operator), level)
    }

    fn print(&self, t: TermId) -> (String, Level) {
        if let Some(name) = self.names.get(&t) {
            return (name.clone(), Level::Atom);
        }
        if self.left.get() == 0 {
            return ("...".to_owned(), Level::Atom);
        }
        self.left.set(self.left.get() - 1);
        match self.terms.kind(t) {
            Term::Bool(b) => (b.to_string(), Level::Atom),
            Term::Int(n) => (n.to_string(), if *n < 0 { Level::Unary } else { Level::Atom }),
            Term::Float { bits, value } => {
                let text = match bits {
                    32 => format!("{:?}f", f32::from_bits(*value as u32)),
                    _ => format!("{:?}", f64::from_bits(*value)),
                };
                (text, Level::Unary)
            }
            Term::App(f, args) => {
                let name = &self.terms.func_info(*f).name;
                let parts: Vec<String> = args.iter().map(|&a| self.print(a).0).collect();
                let call = if args.is_empty() { name.to_string() } else { format!("{name}({})", parts.join(", ")) };
                (call, Level::Atom)
            }
            Term::Sum { constant, items } => (self.sum(items, *constant), Level::Sum),
            Term::Prod(items) => (self.list(items, "*", Level::Unary).0, Level::Product),
            Term::Div(a, b) => {
                (format!("{}/{}", self.at(*a, Level::Product), self.at(*b, Level::Unary)), Level::Product)
            }
            Term::Mod(a, b) => {
                (format!("{} % {}", self.at(*a, Level::Product), self.at(*b, Level::Unary)), Level::Product)
            }
            Term::Pow2(a) => (format!("(1 << {})", self.at(*a, Level::Sum)), Level::Atom),
            Term::BitAnd(a, b) => self.list(&[*a, *b], " & ", Level::BitAnd),
            Term::BitOr(a, b) => self.list(&[*a, *b], " | ", Level::BitOr),
            Term::BitXor(a, b) => self.list(&[*a, *b], " ^ ", Level::BitXor),
            Term::Wrap { bits, signed, arg } => {
                let sign = if *signed { "" } else { "u" };
                (format!("({sign}int{bits}_t){}", self.at(*arg, Level::Unary)), Level::Unary)
            }
            Term::Ite(c, a, b) => {
                let (c, a, b) = (self.at(*c, Level::Or), self.at(*a, Level::Or), self.at(*b, Level::Or));
                (format!("{c} ? {a} : {b}"), Level::Any)
            }
            Term::Not(a) => match self.terms.kind(*a) {
                Term::Eq(x, y) => self.comparison("!=", *x, *y),
                _ => (format!("!{}", self.at(*a, Level::Unary)), Level::Unary),
            },
            Term::And(items) => self.list(items, " && ", Level::And),
            Term::Or(items) => self.list(items, " || ", Level::Or),
            Term::Eq(a, b) => self.comparison("==", *a, *b),
            Term::Le(a, b) => self.comparison("<=", *a, *b),
        }
    }

    /// `x - 2*y + 1`, positive summands before negative ones.
    fn sum(&self, items: &[(i128, TermId)], constant: i128) -> String {
        let (added, taken): (Vec<_>, Vec<_>) = items.iter().copied().partition(|(c, _)| *c > 0);
        let mut out = String::new();
        for (c, item) in added.into_iter().chain(taken) {
            match (out.is_empty(), c < 0) {
                (true, false) => {}
                (true, true) => out.push('-'),
                (false, negative) => out.push_str(if negative { " - " } else { " + " }),
            }
            out.push_str(&self.multiple(c.abs(), item));
        }
        match constant {
            0 => out,
            c if c < 0 => format!("{out} - {}", c.unsigned_abs()),
            c => format!("{out} + {c}"),
        }
    }

    fn multiple(&self, factor: i128, t: TermId) -> String {
        match (factor, self.terms.kind(t)) {
            (1, _) => self.at(t, Level::Product),
            (c, Term::Prod(_)) => format!("{c}*{}", self.at(t, Level::Product)),
            (c, _) => format!("{c}*{}", self.at(t, Level::Unary)),
        }
    }

    /// A comparison with its negative summands on the other side; `a + 1 <= b` is `a < b`.
    fn comparison(&self, operator: &str, a: TermId, b: TermId) -> (String, Level) {
        let level = if operator == "<=" { Level::Relation } else { Level::Equality };
        let (Term::Sum { constant, items }, Some(right)) = (self.terms.kind(a), self.terms.as_int(b)) else {
            return (format!("{} {operator} {}", self.at(a, Level::Sum), self.at(b, Level::Sum)), level);
        };
        let mut bound = right - constant;
        let mut operator = operator;
        if operator == "<=" && bound == -1 {
            (operator, bound) = ("<", 0);
        }
        let side = |sign: i128, constant: i128| {
            let of_sign = items.iter().filter(|(c, _)| c.signum() == sign);
            let mut parts: Vec<String> = of_sign.map(|(c, item)| self.multiple(c.abs(), *item)).collect();
            if constant > 0 || parts.is_empty() {
                parts.push(constant.to_string());
            }
            parts.join(" + ")
        };
        let left_is_empty = !items.iter().any(|(c, _)| *c > 0);
        let right_is_empty = !items.iter().any(|(c, _)| *c < 0);
        let text = match (left_is_empty, right_is_empty) {
            // A constant alone on a side keeps its sign.
            (true, false) => format!("{} {operator} {}", -bound, side(-1, 0)),
            (false, true) => format!("{} {operator} {bound}", side(1, 0)),
            _ => format!("{} {operator} {}", side(1, (-bound).max(0)), side(-1, bound.max(0))),
        };
        (text, level)
    }
}

/// The variables of a loop whose values are known in every iteration, as equations.
pub fn closed_forms(kernel: &Kernel, summary: &Summary, terms: &Terms, inst: LoopInst) -> Vec<String> {
    let printer = Printer::new(kernel, summary, terms);
    let record = &summary.loops[inst];
    let moving = record.closed.iter().filter(|c| terms.subterms(&[c.value], |_| false).contains(&record.counter));
    moving.map(|c| format!("{} == {}", c.name, printer.term(c.value))).collect()
}

/// A claim about a loop, in source syntax.
pub(crate) fn claim(p: &Printer, at: LoopInst, claim: &Claim) -> String {
    let variable = |i: usize| {
        let v = p.summary.loops[at].induction.as_ref().and_then(|x| x.variables.get(i));
        v.map_or_else(String::new, |v| v.name.clone())
    };
    match claim {
        Claim::Invariant(t) => p.term(*t),
        Claim::Strided { variable: i, stride } => {
            let initial = p.summary.loops[at].induction.as_ref().and_then(|x| x.variables.get(*i)).map(|v| v.initial);
            match initial {
                Some(t) if p.terms.as_int(t) != Some(0) => {
                    format!("({} - {}) % {} == 0", variable(*i), p.at(t, Level::Product), p.at(*stride, Level::Unary))
                }
                _ => format!("{} % {} == 0", variable(*i), p.at(*stride, Level::Unary)),
            }
        }
        Claim::Uniform { variable: i, offset } => match p.terms.as_int(*offset) {
            Some(0) => format!("__uniform_int({})", variable(*i)),
            _ => format!("__uniform_int({} - {})", variable(*i), p.at(*offset, Level::Product)),
        },
        Claim::UniformControl => "__uniform_bool(__enabled())".to_owned(),
        Claim::Access { event, term } => match &p.summary.events[*event].kind {
            EventKind::Access(a) => access(p, a, *term),
            _ => p.term(*term),
        },
        Claim::NoAccess { object, kind, warp } => {
            let kind = match kind {
                AccessKind::Read => "read",
                AccessKind::Write => "write",
                AccessKind::Atomic => "atomic",
            };
            let name = &p.kernel.objects[*object].name;
            match warp {
                None => format!("__no_{kind}({name})"),
                Some(_) => format!("__no_{kind}({name}) of the own warp"),
            }
        }
    }
}

/// A condition that holds of an access whenever it is made.
pub(crate) fn access(p: &Printer, access: &Access, condition: TermId) -> String {
    format!("__{}_implies({}, {})", mode(access.mode), p.kernel.objects[access.object].name, p.term(condition))
}

/// The kind of an access, in a word.
pub(crate) fn mode(mode: AccessMode) -> &'static str {
    match mode {
        AccessMode::Read => "read",
        AccessMode::Write => "write",
        AccessMode::Atomic(_) => "atomic",
    }
}
