//! Candidates in source syntax.

use crate::Claim;
use rustc_hash::FxHashMap;
use wp_kir::Kernel;
use wp_logic::{Term, TermId, Terms};
use wp_summary::{Access, AccessKind, AccessMode, EventKind, LoopInst, Summary};

/// Prints terms with the names of the source.
pub(crate) struct Printer<'a> {
    kernel: &'a Kernel,
    summary: &'a Summary,
    terms: &'a Terms,
    names: FxHashMap<TermId, String>,
}

impl<'a> Printer<'a> {
    pub fn new(kernel: &'a Kernel, summary: &'a Summary, terms: &'a Terms) -> Self {
        let mut names = FxHashMap::default();
        for record in summary.loops.values() {
            for v in record.induction.iter().flat_map(|i| &i.variables) {
                names.insert(v.value, v.name.clone());
            }
        }
        Printer { kernel, summary, terms, names }
    }

    fn args(&self, items: &[TermId], separator: &str) -> String {
        let parts: Vec<String> = items.iter().map(|&t| self.operand(t)).collect();
        parts.join(separator)
    }

    /// In parentheses unless it is a name, a number or a call.
    fn operand(&self, t: TermId) -> String {
        let text = self.term(t);
        let plain = match self.terms.kind(t) {
            Term::App(..) | Term::Bool(_) | Term::Float { .. } | Term::Pow2(_) => true,
            Term::Int(n) => *n >= 0,
            _ => false,
        };
        if plain {
            text
        } else {
            format!("({text})")
        }
    }

    pub fn term(&self, t: TermId) -> String {
        if let Some(name) = self.names.get(&t) {
            return name.clone();
        }
        match self.terms.kind(t) {
            Term::Bool(b) => b.to_string(),
            Term::Int(n) => n.to_string(),
            Term::Float { bits, value } => match bits {
                32 => f32::from_bits(*value as u32).to_string(),
                _ => f64::from_bits(*value).to_string(),
            },
            Term::App(f, args) if args.is_empty() => self.terms.func_info(*f).name.to_string(),
            Term::App(f, args) => {
                let parts: Vec<String> = args.iter().map(|&a| self.term(a)).collect();
                format!("{}({})", self.terms.func_info(*f).name, parts.join(", "))
            }
            Term::Sum { constant, items } => {
                let mut out = String::new();
                for (c, item) in items.iter() {
                    let sign = if *c < 0 { "-" } else { "+" };
                    match (out.is_empty(), *c < 0) {
                        (true, true) => out.push('-'),
                        (true, false) => {}
                        (false, _) => out.push_str(&format!(" {sign} ")),
                    }
                    if c.abs() != 1 {
                        out.push_str(&format!("{}*", c.abs()));
                    }
                    out.push_str(&self.operand(*item));
                }
                match constant {
                    0 => out,
                    c if *c < 0 => format!("{out} - {}", c.unsigned_abs()),
                    c => format!("{out} + {c}"),
                }
            }
            Term::Prod(items) => self.args(items, "*"),
            Term::Div(a, b) => format!("{}/{}", self.operand(*a), self.operand(*b)),
            Term::Mod(a, b) => format!("{} % {}", self.operand(*a), self.operand(*b)),
            Term::Pow2(a) => format!("(1 << {})", self.operand(*a)),
            Term::BitAnd(a, b) => format!("{} & {}", self.operand(*a), self.operand(*b)),
            Term::BitOr(a, b) => format!("{} | {}", self.operand(*a), self.operand(*b)),
            Term::BitXor(a, b) => format!("{} ^ {}", self.operand(*a), self.operand(*b)),
            Term::Wrap { bits, signed, arg } => {
                format!("({}int{bits}_t)({})", if *signed { "" } else { "u" }, self.term(*arg))
            }
            Term::Ite(c, a, b) => format!("{} ? {} : {}", self.operand(*c), self.operand(*a), self.operand(*b)),
            Term::Not(a) => match self.terms.kind(*a) {
                Term::Eq(x, y) => format!("{} != {}", self.operand(*x), self.operand(*y)),
                _ => format!("!{}", self.operand(*a)),
            },
            Term::And(items) => self.args(items, " && "),
            Term::Or(items) => self.args(items, " || "),
            Term::Eq(a, b) => self.comparison("==", *a, *b),
            Term::Le(a, b) => self.comparison("<=", *a, *b),
        }
    }

    /// A comparison with its negative summands on the other side.
    fn comparison(&self, operator: &str, a: TermId, b: TermId) -> String {
        let (Term::Sum { constant: 0, items }, Term::Int(right)) = (self.terms.kind(a), self.terms.kind(b)) else {
            return format!("{} {operator} {}", self.operand(a), self.operand(b));
        };
        let side = |sign: i128, constant: i128| {
            let mut parts: Vec<String> = Vec::new();
            for (c, item) in items.iter().filter(|(c, _)| c.signum() == sign) {
                let factor = if c.abs() == 1 { String::new() } else { format!("{}*", c.abs()) };
                parts.push(factor + &self.operand(*item));
            }
            if constant > 0 || parts.is_empty() {
                parts.push(constant.to_string());
            }
            parts.join(" + ")
        };
        format!("{} {operator} {}", side(1, (-*right).max(0)), side(-1, (*right).max(0)))
    }
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
                    format!("({} - {}) % {} == 0", variable(*i), p.operand(t), p.operand(*stride))
                }
                _ => format!("{} % {} == 0", variable(*i), p.operand(*stride)),
            }
        }
        Claim::Uniform { variable: i, offset } => match p.terms.as_int(*offset) {
            Some(0) => format!("__uniform_int({})", variable(*i)),
            _ => format!("__uniform_int({} - {})", variable(*i), p.operand(*offset)),
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
                Some(_) => format!("same warp => __no_{kind}({name})"),
            }
        }
    }
}

/// A condition that holds of an access whenever it is made.
pub(crate) fn access(p: &Printer, access: &Access, condition: TermId) -> String {
    format!("__{}_implies({}, {})", mode(access.mode), p.kernel.objects[access.object].name, p.term(condition))
}

/// What an access does, in a word.
pub(crate) fn mode(mode: AccessMode) -> &'static str {
    match mode {
        AccessMode::Read => "read",
        AccessMode::Write => "write",
        AccessMode::Atomic(_) => "atomic",
    }
}
