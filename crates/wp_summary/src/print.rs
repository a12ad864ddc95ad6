//! Summaries as text: a line for each event, loop, fact and unknown, with ids as in printed KIR.
//!
//! The text is for people and for golden files. Terms are printed by [`Terms::display`], so it cannot be read back; it has no
//! positions in the source, so that comments of a kernel do not change it.

use crate::premises::Premises;
use crate::summary::{Access, AccessMode, Event, EventKind, Fact, NamedBarrier, QuietHead, Summary};
use crate::{Axiom, HeadVariable, Induction, LoopInst, LoopRecord, Strength};
use std::fmt::{self, Display, Formatter};
use wp_kir::MemOrder;
use wp_logic::{FuncId, TermId, Terms};

/// A summary with the store of its terms.
pub struct Shown<'a> {
    summary: &'a Summary,
    terms: &'a Terms,
}

impl Summary {
    /// The summary as text.
    pub fn show<'a>(&'a self, terms: &'a Terms) -> Shown<'a> {
        Shown { summary: self, terms }
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let summary = self.summary;
        writeln!(f, "summary {{")?;
        for (param, value) in &summary.params {
            writeln!(f, "  {param} = {}", self.term(*value))?;
        }
        for (inst, record) in summary.loops.iter() {
            self.loop_record(f, inst, record)?;
        }
        for (number, event) in summary.events.iter().enumerate() {
            self.event(f, number, event)?;
        }
        self.facts(f, "fact", &summary.facts)?;
        self.facts(f, "index", &summary.fits.indices)?;
        self.facts(f, "claim", &summary.claims)?;
        for law in &summary.laws {
            writeln!(f, "  law ({}): {}", self.list(&law.formals), self.term(law.fact))?;
        }
        for (function, axiom) in summary.axioms.iter() {
            self.axiom(f, "axiom", function, axiom)?;
        }
        for (function, axiom) in &summary.axioms.own_stores {
            self.axiom(f, "own store", *function, axiom)?;
        }
        for (function, axiom) in &summary.axioms.completions {
            self.axiom(f, "completion", *function, axiom)?;
        }
        for (event, lemmas) in &summary.inferred.lemmas {
            writeln!(f, "  lemma of {event}: {}", self.list(lemmas))?;
        }
        for QuietHead { at, object, kind } in &summary.inferred.quiet {
            writeln!(f, "  quiet {at}: {kind:?} of {object}")?;
        }
        self.unknowns(f)?;
        writeln!(f, "}}")
    }
}

impl Shown<'_> {
    fn term(&self, t: TermId) -> String {
        self.terms.display(t)
    }

    fn list(&self, items: &[TermId]) -> String {
        items.iter().map(|&t| self.term(t)).collect::<Vec<_>>().join(", ")
    }

    /// The name of the symbol, as terms show it. It has no number: numbers change with symbols that the summary does not show.
    fn function(&self, function: FuncId) -> &str {
        &self.terms.func_info(function).name
    }

    fn loop_record(&self, f: &mut Formatter<'_>, inst: LoopInst, record: &LoopRecord) -> fmt::Result {
        write!(f, "  loop {inst} of {}", record.id)?;
        if let Some(parent) = record.parent {
            write!(f, " in {parent}")?;
        }
        write!(f, ": counter {}", self.term(record.counter))?;
        if let Some(bound) = record.bound {
            write!(f, " at most {bound}")?;
        }
        if let Some(exit) = record.exit {
            write!(f, ", left after {}", self.term(exit))?;
        }
        writeln!(f)?;
        for closed in &record.closed {
            writeln!(f, "    closed {} = {}", closed.name, self.term(closed.value))?;
        }
        record.induction.as_ref().map_or(Ok(()), |induction| self.induction(f, induction))
    }

    fn induction(&self, f: &mut Formatter<'_>, induction: &Induction) -> fmt::Result {
        writeln!(f, "    events {}..{}", induction.first_event, induction.last_event)?;
        for (name, condition) in [
            ("entry", induction.entry),
            ("head", induction.head),
            ("condition", induction.condition),
            ("end", induction.end),
        ] {
            writeln!(f, "    {name} {}", self.term(condition))?;
        }
        if let Some(reach) = induction.reach {
            writeln!(f, "    reach {}", self.term(reach))?;
        }
        for &fact in &induction.step_facts {
            writeln!(f, "    step fact {}", self.term(fact))?;
        }
        for HeadVariable { var, name, ty, value, initial, next, .. } in &induction.variables {
            let (value, initial, next) = (self.term(*value), self.term(*initial), self.term(*next));
            writeln!(f, "    variable {var} {name}: {ty} = {value}, initially {initial}, next {next}")?;
        }
        Ok(())
    }

    fn event(&self, f: &mut Formatter<'_>, number: usize, event: &Event) -> fmt::Result {
        write!(f, "  {number}{}: ", in_loops(&event.loops))?;
        match &event.kind {
            EventKind::Access(access) => self.access(f, access)?,
            EventKind::Invalid { fault, write } => {
                write!(f, "invalid {fault:?}{}", if *write { " write" } else { "" })?
            }
            EventKind::NamedBarrier(NamedBarrier { id, count, waits }) => {
                write!(f, "barrier {} {}", if *waits { "sync" } else { "arrive" }, self.term(*id))?;
                if let Some(count) = count {
                    write!(f, " of {}", self.term(*count))?;
                }
            }
            EventKind::Barrier { scope, fence, mask, agree } => {
                write!(f, "barrier {scope:?} {fence:?}")?;
                if let Some(mask) = mask {
                    write!(f, " mask {}", self.term(*mask))?;
                }
                if !agree.is_empty() {
                    write!(f, " agree {}", self.list(agree))?;
                }
            }
            EventKind::Assert { cond: Some(cond), kind, .. } => write!(f, "assert {kind:?} {}", self.term(*cond))?,
            EventKind::Assert { cond: None, kind, obstacle } => write!(f, "assert {kind:?} not modelled: {obstacle}")?,
            EventKind::Fence { scope, order, spaces: _ } => write!(f, "fence {order:?} {scope:?}")?,
            EventKind::CommitCopies => write!(f, "commit copies")?,
            EventKind::WaitForCopies(None) => write!(f, "wait for all copies")?,
            EventKind::WaitForCopies(Some(groups)) => write!(f, "wait for all copies but {groups} groups")?,
            EventKind::Unsupported(construct) => write!(f, "unsupported {construct}")?,
        }
        if self.terms.as_bool(event.guard) != Some(true) {
            write!(f, " when {}", self.term(event.guard))?;
        }
        if self.terms.as_bool(event.returned) != Some(false) {
            write!(f, " returned {}", self.term(event.returned))?;
        }
        writeln!(f)
    }

    fn access(&self, f: &mut Formatter<'_>, access: &Access) -> fmt::Result {
        let Access { mode, object, offset, width, ty, value, exact, is_copy, strength } = access;
        match mode {
            AccessMode::Read => write!(f, "read")?,
            AccessMode::Write => write!(f, "write")?,
            AccessMode::Atomic(scope) => write!(f, "atomic {scope:?}")?,
        }
        write!(f, " {ty} {object}[{}; {width}]", self.term(*offset))?;
        if !exact {
            write!(f, " inexact")?;
        }
        if *is_copy {
            write!(f, " of a copy")?;
        }
        match strength {
            Strength::Weak => {}
            Strength::Volatile => write!(f, " volatile")?,
            Strength::Flag => write!(f, " of a flag")?,
            Strength::Atomic(MemOrder::Unstated) => {}
            Strength::Atomic(order) => write!(f, " {order:?}")?,
        }
        value.map_or(Ok(()), |value| write!(f, " = {}", self.term(value)))
    }

    fn facts(&self, f: &mut Formatter<'_>, kind: &str, facts: &[Fact]) -> fmt::Result {
        for Fact { loops, term, from, rests_on } in facts {
            let premises =
                if rests_on.is_empty() { String::new() } else { format!(" resting on {}", premises_of(rests_on)) };
            writeln!(f, "  {kind} from {from}{}{premises}: {}", in_loops(loops), self.term(*term))?;
        }
        Ok(())
    }

    fn axiom(&self, f: &mut Formatter<'_>, kind: &str, function: FuncId, axiom: &Axiom) -> fmt::Result {
        let (name, formals) = (self.function(function), self.list(&axiom.formals));
        writeln!(f, "  {kind} of {name}({formals}): {}", self.term(axiom.fact))
    }

    /// Unknown values, over-approximations and assumptions.
    fn unknowns(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let summary = self.summary;
        let mut contents: Vec<_> = summary.functions.contents.iter().collect();
        contents.sort_unstable_by_key(|(function, _)| **function);
        for (function, (object, ty)) in contents {
            writeln!(f, "  contents {}: {ty} of {object}", self.function(*function))?;
        }
        for (function, premises) in &summary.functions.shared_reads {
            writeln!(f, "  read alike {} resting on {}", self.function(*function), premises_of(premises))?;
        }
        for function in &summary.functions.reaches {
            writeln!(f, "  reach {}", self.function(*function))?;
        }
        for (function, counter) in &summary.functions.counters {
            writeln!(f, "  counter {}: {}[{}]", self.function(*function), counter.object, self.term(counter.offset))?;
        }
        for (function, prefix) in &summary.functions.prefixes {
            let valid = self.term(prefix.valid);
            writeln!(
                f,
                "  prefix {}: {} to {} when {valid}",
                self.function(*function),
                self.term(prefix.first),
                self.term(prefix.last)
            )?;
        }
        for (function, laws) in &summary.functions.scanned {
            for law in laws {
                let (lo, hi, premise) = (self.term(law.lo), self.term(law.hi), self.term(law.premise));
                writeln!(f, "  scan {} of {}: {lo} to {hi} when {premise}", self.function(*function), law.origin)?;
            }
        }
        for (function, symbol) in &summary.functions.access_symbols {
            writeln!(f, "  accesses {}: {symbol:?}", self.function(*function))?;
        }
        for (function, other) in &summary.functions.others {
            let (term, when) = (self.term(other.term), self.term(other.when));
            writeln!(f, "  other {}: {term} when {when}", self.function(*function))?;
        }
        for object in &summary.memory.written {
            writeln!(f, "  written {object}")?;
        }
        for (approximation, _) in &summary.approximations {
            writeln!(f, "  approximated {approximation}")?;
        }
        for assumption in &summary.assumptions {
            writeln!(f, "  assumes {assumption}")?;
        }
        if !summary.memory.unresolved_reads.is_empty() || !summary.memory.unresolved_writes.is_empty() {
            let (reads, writes) = (summary.memory.unresolved_reads.len(), summary.memory.unresolved_writes.len());
            writeln!(f, "  unresolved: {reads} reads, {writes} writes")?;
        }
        match &summary.incomplete {
            Some(reason) => writeln!(f, "  incomplete: {reason}"),
            None => Ok(()),
        }
    }
}

/// ` in l0 l1`, outermost first; nothing outside of loops.
fn in_loops(loops: &[LoopInst]) -> String {
    if loops.is_empty() {
        return String::new();
    }
    format!(" in {}", loops.iter().map(LoopInst::to_string).collect::<Vec<_>>().join(" "))
}

/// Premises in their order.
fn premises_of(premises: &Premises) -> String {
    premises.iter().map(|premise| format!("{premise:?}")).collect::<Vec<_>>().join(", ")
}
