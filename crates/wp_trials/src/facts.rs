//! Launches and scalars that satisfy what is known of a launch.
//!
//! Host code relates extents and parameters by equations, `blockDim.x = hidden / heads`, which neither random values nor
//! a solver meet easily. Here the symbols that no equation defines are drawn, the others are computed.

use crate::shapes::{of_model, pick, Shape};
use std::collections::{BTreeMap, BTreeSet};
use wp_interp::ConcreteLaunch;
use wp_logic::{FuncId, Linear, Sort, Term, TermId, Terms, Value};
use wp_summary::Summary;

/// Numbers that are tried first, each for all symbols at once.
const EQUAL: [i128; 12] = [1, 2, 4, 8, 32, 64, 100, 256, 512, 1000, 1024, 4096];
/// Numbers that are drawn for each symbol.
const DRAWN: [i128; 18] = [1, 2, 3, 4, 5, 7, 8, 12, 16, 32, 64, 100, 128, 256, 512, 768, 1024, 4096];
/// Assignments that are drawn.
const DRAWS: u64 = 400;

/// A launch with values of the symbols of a summary.
#[derive(Clone, PartialEq, Debug)]
pub struct Satisfying {
    /// The launch.
    pub launch: ConcreteLaunch,
    values: BTreeMap<FuncId, Value>,
}

impl Satisfying {
    /// The value of a term; `None` where it depends on contents of arrays.
    pub fn value(&self, terms: &Terms, t: TermId) -> Option<Value> {
        evaluate(terms, t, &self.values)
    }
}

/// At most `most` launches, the smallest first, with which no fact is false; none where no fact is an equation that
/// defines a symbol. Facts about contents of arrays are left to the run.
pub fn satisfying(summary: &Summary, terms: &Terms, most: usize) -> Vec<Satisfying> {
    let choices = Choices::new(summary, terms);
    if choices.system.defined.is_empty() {
        return Vec::new();
    }
    let equal = EQUAL.iter().map(|&v| choices.with(|_, _| v));
    let drawn = (0..DRAWS).map(|seed| choices.with(|n, _| DRAWN[pick(seed, n as u64, DRAWN.len() as u64) as usize]));
    let mut found: Vec<Satisfying> = Vec::new();
    for next in equal.chain(drawn).flatten() {
        if !found.contains(&next) {
            found.push(next);
        }
        if found.len() >= most {
            break;
        }
    }
    found.sort_by_key(|s| s.launch.threads_per_block().saturating_mul(s.launch.blocks()));
    found
}

/// The launches and scalars that agree with what is known of a launch.
pub struct Choices<'a> {
    summary: &'a Summary,
    terms: &'a Terms,
    facts: Vec<TermId>,
    system: System,
}

impl<'a> Choices<'a> {
    /// Those of a summary.
    pub fn new(summary: &'a Summary, terms: &'a Terms) -> Self {
        let facts: Vec<TermId> = summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term).collect();
        let system = System::of(summary, terms, &facts);
        Self { summary, terms, facts, system }
    }

    /// The integers that are chosen: symbols that no equation defines.
    pub fn free(&self) -> impl Iterator<Item = TermId> + '_ {
        self.system.free.iter().map(|&(_, t)| t).filter(|&t| self.terms.sort(t) == Sort::Int)
    }

    /// The launch with these values of the free symbols, which `draw` is given with their positions; `None` where it
    /// makes a fact false, or a value is not known.
    pub fn with(&self, draw: impl Fn(usize, TermId) -> i128) -> Option<Satisfying> {
        let values = self.system.assignment(self.terms, draw)?;
        let is_false = |&fact: &TermId| evaluate(self.terms, fact, &values) == Some(Value::Bool(false));
        if self.facts.iter().any(is_false) {
            return None;
        }
        let extent = |t: TermId| evaluate(self.terms, t, &values).and_then(|v| v.as_int());
        let launch = of_model(self.summary, Shape::SMALLEST, extent)?;
        Some(Satisfying { launch, values })
    }
}

fn evaluate(terms: &Terms, t: TermId, values: &BTreeMap<FuncId, Value>) -> Option<Value> {
    terms.eval(t, &mut |f, args| if args.is_empty() { values.get(&f).copied() } else { None })
}

/// The symbol that a term is.
fn symbol(terms: &Terms, t: TermId) -> Option<FuncId> {
    match terms.kind(t) {
        Term::App(f, args) if args.is_empty() => Some(*f),
        _ => None,
    }
}

fn symbols_of<'t>(terms: &'t Terms, p: &Linear) -> impl Iterator<Item = FuncId> + 't {
    let parts: Vec<TermId> = p.items.iter().map(|item| item.1).collect();
    terms.apps(&parts).into_iter().filter_map(|app| symbol(terms, app))
}

/// Equations between symbols without circles.
struct System {
    /// The symbols without definition, with their terms.
    free: Vec<(FuncId, TermId)>,
    /// Symbols and what they are, each behind those that it depends on.
    defined: Vec<(FuncId, Linear)>,
    /// Symbols that are 0: the indices of the thread and its block.
    zero: BTreeSet<FuncId>,
}

impl System {
    fn of(summary: &Summary, terms: &Terms, facts: &[TermId]) -> Self {
        let mut definitions: BTreeMap<FuncId, Linear> = BTreeMap::new();
        for &fact in facts {
            let solved = solutions(terms, fact);
            let usable = solved
                .into_iter()
                .find(|(f, value)| !definitions.contains_key(f) && !depends_on(terms, &definitions, value, *f));
            definitions.extend(usable);
        }
        let launch = summary.launch;
        let zero: BTreeSet<FuncId> =
            [launch.tid, launch.bid].into_iter().flatten().filter_map(|t| symbol(terms, t)).collect();
        let extents = [launch.bdim, launch.gdim, launch.offset].into_iter().flatten();
        let roots: Vec<TermId> = extents.chain(summary.params.values().copied()).chain(facts.iter().copied()).collect();
        let mut free: Vec<(FuncId, TermId)> = Vec::new();
        for app in terms.apps(&roots) {
            let Some(f) = symbol(terms, app) else { continue };
            if !definitions.contains_key(&f) && !zero.contains(&f) && free.iter().all(|&(g, _)| g != f) {
                free.push((f, app));
            }
        }
        let mut defined: Vec<(FuncId, Linear)> = Vec::new();
        while !definitions.is_empty() {
            let ready = |value: &Linear| symbols_of(terms, value).all(|g| !definitions.contains_key(&g));
            let Some(f) = definitions.iter().find(|(_, value)| ready(value)).map(|(&f, _)| f) else { break };
            defined.extend(definitions.remove_entry(&f));
        }
        Self { free, defined, zero }
    }

    /// The values of all symbols: of the free ones what `draw` gives for their positions, moved into their ranges; `None`
    /// if a defined one cannot be computed.
    fn assignment(&self, terms: &Terms, draw: impl Fn(usize, TermId) -> i128) -> Option<BTreeMap<FuncId, Value>> {
        let mut values: BTreeMap<FuncId, Value> = self.zero.iter().map(|&f| (f, Value::Int(0))).collect();
        for (n, &(f, t)) in self.free.iter().enumerate() {
            let value = match terms.sort(t) {
                Sort::Int => {
                    let range = terms.range(t);
                    let drawn = draw(n, t);
                    let at_least = range.lo.map_or(drawn, |lo| lo.max(drawn));
                    Value::Int(range.hi.map_or(at_least, |hi| hi.min(at_least)))
                }
                Sort::Bool => Value::Bool(draw(n, t) % 2 == 0),
                Sort::Float(_) => continue,
            };
            values.insert(f, value);
        }
        for (f, value) in &self.defined {
            let part = |&(c, t): &(i128, TermId)| evaluate(terms, t, &values)?.as_int()?.checked_mul(c);
            let sum = value.items.iter().try_fold(value.constant, |sum, item| sum.checked_add(part(item)?))?;
            values.insert(*f, Value::Int(sum));
        }
        Some(values)
    }
}

/// What an equation says of each symbol that it has with the coefficient 1 or -1.
fn solutions(terms: &Terms, fact: TermId) -> Vec<(FuncId, Linear)> {
    let Term::Eq(a, b) = *terms.kind(fact) else { return Vec::new() };
    if terms.sort(a) != Sort::Int {
        return Vec::new();
    }
    let Some(p) = terms.linear(a).plus(-1, &terms.linear(b)) else { return Vec::new() };
    let solve = |&(c, t): &(i128, TermId)| {
        let f = symbol(terms, t).filter(|_| matches!(c, 1 | -1))?;
        let items = p.items.iter().filter(|item| item.1 != t).copied().collect();
        Some((f, Linear { constant: p.constant, items }.scale(-c)?))
    };
    p.items.iter().filter_map(solve).collect()
}

/// True if a value contains a symbol, or one whose definition does.
fn depends_on(terms: &Terms, definitions: &BTreeMap<FuncId, Linear>, value: &Linear, f: FuncId) -> bool {
    let mut todo: Vec<FuncId> = symbols_of(terms, value).collect();
    let mut seen = BTreeSet::new();
    while let Some(g) = todo.pop() {
        if g == f {
            return true;
        }
        if let Some(value) = definitions.get(&g).filter(|_| seen.insert(g)) {
            todo.extend(symbols_of(terms, value));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_kir::{parse_kernel, Launch};
    use wp_summary::{summarise, Config};

    /// The launches of a kernel that assumes `assumed` of `n` (`v0`), `m` (`v1`) and its extents, with `n` and `m`.
    fn found(assumed: &[&str]) -> Vec<(ConcreteLaunch, i128, i128)> {
        let assumed: String = assumed.iter().map(|a| format!("assume requires ({a}); ")).collect();
        let text = format!(
            "kernel \"k\" cuda {{ loops 0; labels 0; param p0 \"n\": i32 = v0; param p1 \"m\": i32 = v1;
             var v0 \"n\": i32; var v1 \"m\": i32; body {{ {assumed} return; }} }}"
        );
        let kernel = parse_kernel(&text).unwrap();
        let mut terms = Terms::new();
        let summary = summarise(&kernel, &mut terms, &Config::new(Launch::ANY));
        let params: Vec<TermId> = kernel.params.iter().map(|(id, _)| summary.params[&id]).collect();
        let int = |s: &Satisfying, t: TermId| s.value(&terms, t).and_then(|v| v.as_int()).unwrap();
        let all = satisfying(&summary, &terms, 4);
        all.iter().map(|s| (s.launch, int(s, params[0]), int(s, params[1]))).collect()
    }

    #[test]
    fn symbols_are_computed_from_their_equations() {
        let all = found(&["v0 == ((v1 * v1) + 7:i32)", "4:i32 < v1"]);
        assert_eq!(all.len(), 4);
        assert!(all.iter().all(|&(_, n, m)| n == m * m + 7 && m > 4), "{all:?}");
    }

    #[test]
    fn equations_in_a_circle_are_left_to_chance() {
        // n = m + 1 and m = n - 1: one defines n, the other must hold by itself.
        let all = found(&["v0 == (v1 + 1:i32)", "v1 == (v0 - 1:i32)"]);
        assert!(!all.is_empty() && all.iter().all(|&(_, n, m)| n == m + 1), "{all:?}");
        assert_eq!(found(&["v0 == (v1 + 1:i32)", "v1 == (v0 + 1:i32)"]), []);
    }

    #[test]
    fn without_an_equation_nothing_is_computed() {
        assert_eq!(found(&["v1 < v0"]), []);
    }
}
