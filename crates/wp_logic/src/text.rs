//! Terms as text that can be read back: a line for each symbol and each term, in the order of the store.
//!
//! ```text
//! f0 = function "in" (int) f32 launch ..
//! t0 = symbol "threadIdx.x" int thread 0..=1023
//! t1 = (* t0 t0)
//! t2 = (<= (+ 4 (3 t0) (-1 t1)) 7)
//! range t1 0..=99
//! ```
//!
//! Numbers are those of the lines, so the text does not depend on terms of the store that it does not mention. Integers and truth values
//! stand where they are used. Reading the text makes a store with the same terms, symbols and declared ranges in the same order: printed
//! again, it is the same text. [`Terms::display`] is for people and cannot be read back.

use crate::{Class, FuncId, Range, Sort, Term, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The names of terms in a text.
pub struct Printed<'a> {
    terms: &'a Terms,
    numbers: FxHashMap<TermId, usize>,
    functions: FxHashMap<FuncId, usize>,
    /// The lines.
    pub lines: String,
}

impl Terms {
    /// The lines for these terms and all that is below them, with the ranges declared of their symbols.
    pub fn print_lines(&self, roots: &[TermId]) -> Printed<'_> {
        let mut printed = Printed {
            terms: self,
            numbers: FxHashMap::default(),
            functions: FxHashMap::default(),
            lines: String::new(),
        };
        let mut all: BTreeSet<TermId> = self.subterms(roots, |_| false).into_iter().collect();
        let symbols: BTreeSet<TermId> = self.apps(roots).into_iter().collect();
        let is_about_these = |t: TermId| self.apps(&[t]).iter().all(|app| symbols.contains(app));
        let declared: Vec<(TermId, Range)> =
            self.assumptions().iter().filter(|(t, _)| is_about_these(*t)).copied().collect();
        for (t, _) in &declared {
            all.extend(self.subterms(&[*t], |_| false));
        }
        let functions: BTreeSet<FuncId> = all.iter().filter_map(|&t| printed.function_of(t)).collect();
        for f in functions {
            printed.functions.insert(f, printed.functions.len());
            printed.function_line(f);
        }
        for &t in all.iter().filter(|&&t| !matches!(self.kind(t), Term::Int(_) | Term::Bool(_))) {
            printed.numbers.insert(t, printed.numbers.len());
            printed.term_line(t);
        }
        for (t, range) in declared {
            let line = format!("range {} {range}\n", printed.name(t));
            printed.lines.push_str(&line);
        }
        printed
    }

    /// Interns a term as it is. `None` where operands do not have the sorts of the operator.
    fn restore(&mut self, term: Term) -> Option<TermId> {
        let all = |terms: &Terms, items: &[TermId], sort: Sort| items.iter().all(|&t| terms.sort(t) == sort);
        let fits = match &term {
            Term::Bool(_) | Term::Int(_) | Term::Float { .. } => true,
            Term::App(f, args) => {
                let sorts = &self.func_info(*f).args;
                sorts.len() == args.len() && sorts.iter().zip(args).all(|(&s, &a)| self.sort(a) == s)
            }
            Term::Sum { items, .. } => items.iter().all(|&(_, t)| self.sort(t) == Sort::Int),
            Term::Prod(items) => all(self, items, Sort::Int),
            &Term::Div(a, b)
            | &Term::Mod(a, b)
            | &Term::BitAnd(a, b)
            | &Term::BitOr(a, b)
            | &Term::BitXor(a, b)
            | &Term::Le(a, b) => all(self, &[a, b], Sort::Int),
            &Term::Pow2(a) | &Term::Wrap { arg: a, .. } => self.sort(a) == Sort::Int,
            &Term::Ite(c, a, b) => self.sort(c) == Sort::Bool && self.sort(a) == self.sort(b),
            &Term::Eq(a, b) => self.sort(a) == self.sort(b),
            &Term::Not(a) => self.sort(a) == Sort::Bool,
            Term::And(items) | Term::Or(items) => all(self, items, Sort::Bool),
        };
        fits.then(|| self.intern(term))
    }
}

impl Printed<'_> {
    /// How a term is named: `t3`, or the value of an integer or truth value.
    pub fn name(&self, t: TermId) -> String {
        match (self.terms.kind(t), self.numbers.get(&t)) {
            (Term::Int(value), _) => value.to_string(),
            (Term::Bool(value), _) => value.to_string(),
            (_, Some(number)) => format!("t{number}"),
            // Only terms below the roots have names.
            (_, None) => "?".to_owned(),
        }
    }

    fn names(&self, items: &[TermId]) -> String {
        items.iter().map(|&t| self.name(t)).collect::<Vec<_>>().join(" ")
    }

    /// The function of an application to arguments.
    fn function_of(&self, t: TermId) -> Option<FuncId> {
        match self.terms.kind(t) {
            Term::App(f, args) if !args.is_empty() => Some(*f),
            _ => None,
        }
    }

    fn function_line(&mut self, f: FuncId) {
        let info = self.terms.func_info(f);
        let args: Vec<String> = info.args.iter().map(Sort::to_string).collect();
        let line = format!(
            "f{} = function {} ({}) {} {} {}\n",
            self.functions[&f],
            quoted(&info.name),
            args.join(" "),
            info.result,
            class_name(info.class),
            info.range
        );
        self.lines.push_str(&line);
    }

    fn term_line(&mut self, t: TermId) {
        let form = match self.terms.kind(t) {
            Term::Bool(_) | Term::Int(_) => return,
            Term::Float { bits, value } => format!("(float {bits} {value:#x})"),
            Term::App(f, args) if args.is_empty() => {
                let info = self.terms.func_info(*f);
                let (name, class) = (quoted(&info.name), class_name(info.class));
                format!("symbol {name} {} {class} {}", info.result, info.range)
            }
            Term::App(f, args) => format!("(f{} {})", self.functions[f], self.names(args)),
            Term::Sum { constant, items } => {
                let mut form = format!("(+ {constant}");
                for (coefficient, t) in items {
                    // Writing to a string cannot fail.
                    let _ = write!(form, " ({coefficient} {})", self.name(*t));
                }
                form + ")"
            }
            Term::Prod(items) => format!("(* {})", self.names(items)),
            Term::Div(a, b) => format!("(div {})", self.names(&[*a, *b])),
            Term::Mod(a, b) => format!("(mod {})", self.names(&[*a, *b])),
            Term::Pow2(a) => format!("(pow2 {})", self.name(*a)),
            Term::BitAnd(a, b) => format!("(bitand {})", self.names(&[*a, *b])),
            Term::BitOr(a, b) => format!("(bitor {})", self.names(&[*a, *b])),
            Term::BitXor(a, b) => format!("(bitxor {})", self.names(&[*a, *b])),
            Term::Wrap { bits, signed, arg } => {
                format!("(wrap {}{bits} {})", if *signed { 'i' } else { 'u' }, self.name(*arg))
            }
            Term::Ite(c, a, b) => format!("(ite {})", self.names(&[*c, *a, *b])),
            Term::Not(a) => format!("(not {})", self.name(*a)),
            Term::And(items) => format!("(and {})", self.names(items)),
            Term::Or(items) => format!("(or {})", self.names(items)),
            Term::Eq(a, b) => format!("(= {})", self.names(&[*a, *b])),
            Term::Le(a, b) => format!("(<= {})", self.names(&[*a, *b])),
        };
        let line = format!("{} = {form}\n", self.name(t));
        self.lines.push_str(&line);
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

const CLASSES: [(&str, Class); 3] = [("launch", Class::Launch), ("block", Class::Block), ("thread", Class::Thread)];

fn class_name(class: Class) -> &'static str {
    CLASSES.iter().find(|(_, c)| *c == class).map_or("", |(name, _)| name)
}

/// Reads the lines of [`Terms::print_lines`], one after the other.
#[derive(Default)]
pub struct Reader {
    /// The store so far.
    pub terms: Terms,
    numbers: Vec<TermId>,
    functions: Vec<FuncId>,
}

impl Reader {
    /// Reads a line that declares a function, a term or a range; `None` where it is none of them or is malformed.
    pub fn line(&mut self, line: &str) -> Option<()> {
        let tokens = tokens(line)?;
        let mut at = Cursor { tokens: &tokens };
        match at.take()? {
            "range" => {
                let t = self.operand(at.take()?)?;
                let range = read_range(at.take()?)?;
                self.terms.assume_range(t, range);
            }
            name if name == format!("f{}", self.functions.len()) => {
                at.expect("=")?;
                at.expect("function")?;
                let f = self.function(&mut at)?;
                self.functions.push(f);
            }
            name if name == format!("t{}", self.numbers.len()) => {
                at.expect("=")?;
                let t = self.term(&mut at)?;
                self.numbers.push(t);
            }
            _ => return None,
        }
        at.tokens.is_empty().then_some(())
    }

    /// The term that is named so in the lines that were read.
    pub fn operand(&mut self, word: &str) -> Option<TermId> {
        match word {
            "true" => Some(self.terms.bool(true)),
            "false" => Some(self.terms.bool(false)),
            _ => match word.strip_prefix('t') {
                Some(number) => self.numbers.get(number.parse::<usize>().ok()?).copied(),
                None => Some(self.terms.int(word.parse().ok()?)),
            },
        }
    }

    fn function(&mut self, at: &mut Cursor<'_>) -> Option<FuncId> {
        let name = unquoted(at.take()?)?;
        at.expect("(")?;
        let mut args = Vec::new();
        while !at.ends()? {
            args.push(read_sort(at.take()?)?);
        }
        self.signature(&name, &args, at)
    }

    /// `SORT CLASS RANGE`
    fn signature(&mut self, name: &str, args: &[Sort], at: &mut Cursor<'_>) -> Option<FuncId> {
        let result = read_sort(at.take()?)?;
        let class = at.take()?;
        let class = CLASSES.iter().find(|(name, _)| *name == class)?.1;
        let range = read_range(at.take()?)?;
        Some(self.terms.func(name, args, result, class, range))
    }

    fn term(&mut self, at: &mut Cursor<'_>) -> Option<TermId> {
        match at.take()? {
            "symbol" => {
                let name = unquoted(at.take()?)?;
                let f = self.signature(&name, &[], at)?;
                return self.terms.restore(Term::App(f, Box::default()));
            }
            "(" => {}
            _ => return None,
        }
        let term = match at.take()? {
            "float" => {
                let bits = at.take()?.parse().ok()?;
                let value = u64::from_str_radix(at.take()?.strip_prefix("0x")?, 16).ok()?;
                Term::Float { bits, value }
            }
            "+" => {
                let constant = at.take()?.parse().ok()?;
                let mut items = Vec::new();
                while !at.ends()? {
                    at.expect("(")?;
                    let coefficient = at.take()?.parse().ok()?;
                    items.push((coefficient, self.operand(at.take()?)?));
                    at.expect(")")?;
                }
                return self.terms.restore(Term::Sum { constant, items: items.into() });
            }
            "wrap" => {
                let (sign, bits) = at.take()?.split_at_checked(1)?;
                let signed = match sign {
                    "i" => true,
                    "u" => false,
                    _ => return None,
                };
                Term::Wrap { bits: bits.parse().ok()?, signed, arg: self.operand(at.take()?)? }
            }
            operator => {
                let mut operands = Vec::new();
                while !at.ends()? {
                    operands.push(self.operand(at.take()?)?);
                }
                let term = self.application(operator, operands)?;
                return self.terms.restore(term);
            }
        };
        at.expect(")")?;
        self.terms.restore(term)
    }

    fn application(&self, operator: &str, operands: Vec<TermId>) -> Option<Term> {
        Some(match (operator, &operands[..]) {
            ("*", _) => Term::Prod(operands.into()),
            ("and", _) => Term::And(operands.into()),
            ("or", _) => Term::Or(operands.into()),
            ("div", &[a, b]) => Term::Div(a, b),
            ("mod", &[a, b]) => Term::Mod(a, b),
            ("pow2", &[a]) => Term::Pow2(a),
            ("bitand", &[a, b]) => Term::BitAnd(a, b),
            ("bitor", &[a, b]) => Term::BitOr(a, b),
            ("bitxor", &[a, b]) => Term::BitXor(a, b),
            ("ite", &[c, a, b]) => Term::Ite(c, a, b),
            ("not", &[a]) => Term::Not(a),
            ("=", &[a, b]) => Term::Eq(a, b),
            ("<=", &[a, b]) => Term::Le(a, b),
            (name, _) => {
                let f = *self.functions.get(name.strip_prefix('f')?.parse::<usize>().ok()?)?;
                Term::App(f, operands.into())
            }
        })
    }
}

/// The tokens of a line that are not read yet.
struct Cursor<'a> {
    tokens: &'a [&'a str],
}

impl<'a> Cursor<'a> {
    fn take(&mut self) -> Option<&'a str> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        (self.take()? == token).then_some(())
    }

    /// Takes a closing parenthesis where there is one; `None` at the end of the line.
    fn ends(&mut self) -> Option<bool> {
        let ends = *self.tokens.first()? == ")";
        if ends {
            self.tokens = &self.tokens[1..];
        }
        Some(ends)
    }
}

/// Parentheses, words, and strings with their quotes; `None` where a string does not end.
fn tokens(line: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' => 1,
            '"' => {
                let mut escaped = false;
                let is_end = |c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                };
                rest[1..].find(is_end)? + 2
            }
            _ => rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(end);
        found.push(token);
        rest = behind.trim_start();
    }
    Some(found)
}

fn unquoted(token: &str) -> Option<String> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    let mut name = String::new();
    let mut characters = inner.chars();
    while let Some(c) = characters.next() {
        name.push(match c {
            '\\' => match characters.next()? {
                'n' => '\n',
                other => other,
            },
            c => c,
        });
    }
    Some(name)
}

fn read_sort(word: &str) -> Option<Sort> {
    match word {
        "bool" => Some(Sort::Bool),
        "int" => Some(Sort::Int),
        _ => word.strip_prefix('f')?.parse().ok().map(Sort::Float),
    }
}

fn read_range(word: &str) -> Option<Range> {
    let (lo, hi) = word.split_once("..")?;
    let bound = |text: &str| text.parse::<i128>().ok();
    Some(Range {
        lo: if lo.is_empty() { None } else { Some(bound(lo)?) },
        hi: if hi.is_empty() { None } else { Some(bound(hi.strip_prefix('=')?)?) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Reader> {
        let mut reader = Reader::default();
        text.lines().try_for_each(|line| reader.line(line))?;
        Some(reader)
    }

    /// Terms of every operator; names that need quotes, the same name twice, a declared range of a sum.
    fn sample() -> (Terms, Vec<TermId>) {
        let mut terms = Terms::new();
        let [x, y] = ["threadIdx.x", "a \"quoted\" \\ name"]
            .map(|name| terms.sym(name, Sort::Int, Class::Thread, Range::new(0, 1023)));
        let same_name = terms.sym("threadIdx.x", Sort::Int, Class::Block, Range::ALL);
        let p = terms.sym("p", Sort::Bool, Class::Launch, Range::ALL);
        let load = terms.func("in", &[Sort::Int], Sort::Float(32), Class::Launch, Range::ALL);
        let (at_x, at_y) = (terms.app(load, &[x]), terms.app(load, &[y]));
        let one = terms.float(32, 0x3f80_0000);
        let product = terms.mul(same_name, y);
        let sum = terms.add(product, x);
        let (quotient, remainder) = (terms.div(sum, y), terms.modulo(sum, y));
        let power = terms.pow2(x);
        let (both, either, one_of) = (terms.bit_and(sum, y), terms.bit_or(sum, y), terms.bit_xor(sum, y));
        let (signed, unsigned) = (terms.wrap(32, true, product), terms.wrap(32, false, product));
        let parts = [quotient, remainder, power, both, either, one_of, signed, unsigned];
        let all_parts = terms.sum(&parts);
        let choice = terms.ite(p, all_parts, x);
        terms.assume_range(sum, Range::at_most(77));
        let (equal, less) = (terms.eq(choice, same_name), terms.le(choice, y));
        let (different, floats) = (terms.not(equal), terms.eq(at_x, at_y));
        let constant = terms.eq(at_x, one);
        let all = terms.or(&[different, floats, constant]);
        let roots = vec![all, less, p];
        (terms, roots)
    }

    #[test]
    fn what_is_read_prints_as_it_was() {
        let (terms, roots) = sample();
        let printed = terms.print_lines(&roots);
        let mut reader = read(&printed.lines).unwrap_or_else(|| panic!("{}", printed.lines));
        let names: Vec<String> = roots.iter().map(|&t| printed.name(t)).collect();
        let again: Vec<TermId> = names.iter().map(|name| reader.operand(name).unwrap()).collect();
        assert_eq!(reader.terms.print_lines(&again).lines, printed.lines);
        for (&a, &b) in roots.iter().zip(&again) {
            assert_eq!(terms.display(a), reader.terms.display(b));
            assert_eq!(terms.range(a), reader.terms.range(b));
        }
    }

    #[test]
    fn terms_that_are_not_mentioned_change_nothing() {
        let (terms, roots) = sample();
        let mut more = Terms::new();
        more.sym("unrelated", Sort::Int, Class::Thread, Range::ALL);
        assert!(!terms.print_lines(&roots).lines.contains("unrelated"));
        assert_eq!(more.print_lines(&[]).lines, "");
    }

    #[test]
    fn malformed_lines_are_refused() {
        let head = "t0 = symbol \"x\" int thread 0..=7\n";
        assert!(read(head).is_some());
        for line in [
            "t2 = (+ 1 (2 t0))",
            "t1 = (+ 1 (2 t0)",
            "t1 = (+ 1 (2 t7))",
            "t1 = (not t0)",
            "t1 = (div t0)",
            "t1 = (f0 t0)",
            "t1 = (wrap x32 t0)",
            "t1 = symbol \"y int thread ..",
            "t1 = symbol \"y\" int nobody ..",
            "range t0 1-2",
            "t1 = (* t0 t0) t0",
        ] {
            assert!(read(&format!("{head}{line}\n")).is_none(), "{line}");
        }
    }
}
