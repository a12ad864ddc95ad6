//! The findings of a kernel that share a cause.
//!
//! Input: the kernel and its report. Output: [`Finding::cause`]. Findings have one cause where one change of the source
//! plausibly removes all of them: accesses on one line that race with one another, pairs of accesses that one barrier
//! would order, one pair of accesses within blocks and across them, one index out of bounds. A finding that depends on
//! contents which a race leaves open is a consequence of that race. The causes are guessed from the statements of the
//! kernel; no verdict, exit code or baseline depends on them.

use crate::{Cause, Cure, Finding, KernelReport, Property};
use std::collections::{BTreeMap, BTreeSet};
use wp_base::{FileId, SourceMap, Span};
use wp_kir::{BarrierScope, Block, Kernel, StmtKind};

/// Numbers the causes of the findings, from 1 in the order of the report.
pub(crate) fn assign(kernel: &Kernel, sources: &SourceMap, report: &mut KernelReport) {
    let findings: Vec<&Finding> = report.properties.iter().flat_map(|p| &p.findings).collect();
    if findings.is_empty() {
        return;
    }
    let layout = Layout::new(kernel);
    let facts: Vec<Facts> = findings.iter().map(|f| Facts::new(f, &layout, sources)).collect();
    let causes = number(&facts, &layout);
    let all = report.properties.iter_mut().flat_map(|p| &mut p.findings);
    for (finding, cause) in all.zip(causes) {
        finding.cause = cause;
    }
}

/// The properties of a finding that decide its cause.
struct Facts<'a> {
    finding: &'a Finding,
    confirmed: bool,
    /// The accesses of a race, or the place of another finding.
    sites: Vec<Span>,
    /// Their lines.
    lines: Vec<(FileId, u32)>,
    /// The places where a barrier would order a race of one block.
    gaps: BTreeSet<usize>,
}

impl<'a> Facts<'a> {
    fn new(finding: &'a Finding, layout: &Layout, sources: &SourceMap) -> Self {
        let (sites, within_block) = match finding.cure {
            Some(Cure::Order { sites, within_block, .. }) => (sites.to_vec(), within_block),
            Some(Cure::Move { barrier }) => (vec![barrier], false),
            None => (finding.diagnostic.labels.iter().filter(|l| l.primary).map(|l| l.span).collect(), false),
        };
        let line = |span: &Span| Some((span.file, sources.line_col(*span)?.line));
        let lines = sites.iter().filter_map(line).collect();
        let gaps = match sites[..] {
            [one, other] if within_block => layout.gaps_between(one, other),
            _ => BTreeSet::new(),
        };
        let confirmed = finding.witness.as_ref().is_some_and(|w| w.replayed);
        Self { finding, confirmed, sites, lines, gaps }
    }

    fn is_race(&self) -> bool {
        self.finding.property == Property::Races && self.sites.len() == 2
    }

    /// True if the line races with itself.
    fn is_on_one_line(&self) -> bool {
        self.is_race() && self.lines.len() == 2 && self.lines[0] == self.lines[1]
    }

    fn is_on(&self, line: (FileId, u32)) -> bool {
        self.lines.contains(&line)
    }

    fn same_sites(&self, other: &Facts) -> bool {
        self.sites.len() == other.sites.len() && self.sites.iter().all(|s| other.sites.contains(s))
    }
}

/// Findings with one cause. The first one represents the group.
struct Group {
    members: Vec<usize>,
    /// The gaps in which one barrier would order all of its races.
    gaps: BTreeSet<usize>,
}

fn number(facts: &[Facts], layout: &Layout) -> Vec<Cause> {
    // A confirmed finding represents unconfirmed ones, and a line that races with itself represents its partners.
    let mut order: Vec<usize> = (0..facts.len()).collect();
    order.sort_by_key(|i| (!facts[*i].confirmed, !facts[*i].is_on_one_line(), *i));
    let roots = consequences(facts, layout);
    let mut groups: Vec<Group> = Vec::new();
    for &i in order.iter().filter(|i| roots[**i].is_none()) {
        let fits = |g: &Group| belongs(facts, g, i);
        match groups.iter_mut().find(|g| fits(g)) {
            None => groups.push(Group { members: vec![i], gaps: facts[i].gaps.clone() }),
            Some(group) => {
                let common: BTreeSet<usize> = group.gaps.intersection(&facts[i].gaps).copied().collect();
                if !common.is_empty() {
                    group.gaps = common;
                }
                group.members.push(i);
            }
        }
    }
    let group_of = |i: usize| groups.iter().position(|g| g.members.contains(&i));
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut causes = vec![Cause::default(); facts.len()];
    for i in 0..facts.len() {
        let root = roots[i].unwrap_or(i);
        let Some(group) = group_of(root) else { continue };
        let next = numbers.len() + 1;
        let number = *numbers.entry(group).or_insert(next);
        let is_head = groups[group].members[0] == i;
        causes[i] = Cause { number, is_head, is_consequence: roots[i].is_some() };
    }
    causes
}

/// True if a finding has the cause of a group.
fn belongs(facts: &[Facts], group: &Group, i: usize) -> bool {
    let (head, fact) = (&facts[group.members[0]], &facts[i]);
    if head.finding.property != fact.finding.property {
        return false;
    }
    if fact.is_race() {
        let same_object = head.finding.object == fact.finding.object;
        let on_line = head.is_on_one_line() && fact.is_on(head.lines[0]) && (same_object || fact.is_on_one_line());
        let members = || group.members.iter().map(|m| &facts[*m]);
        let shares_site = |m: &Facts| m.sites.iter().any(|s| fact.sites.contains(s));
        let across = |f: &Facts| matches!(f.finding.cure, Some(Cure::Order { within_block: false, .. }));
        let ordered_alike = !group.gaps.is_disjoint(&fact.gaps);
        return on_line
            || ordered_alike
            || same_object && members().any(|m| m.same_sites(fact))
            || same_object && across(fact) && members().any(|m| across(m) && shares_site(m));
    }
    let (one, other) = (&head.finding, &fact.finding);
    if one.diagnostic.message == other.diagnostic.message && head.same_sites(fact) {
        return true;
    }
    let threads = |f: &Finding| f.witness.as_ref().map(|w| (w.threads.clone(), w.block, w.grid));
    let same_threads = threads(one).is_some() && threads(one) == threads(other);
    match one.property {
        // One index: the same thread accesses the same element in the same launch.
        Property::Bounds | Property::Alignment | Property::Initialised => {
            let first_note = |f: &Finding| f.diagnostic.notes.first().cloned();
            one.object.is_some() && one.object == other.object && same_threads && first_note(one) == first_note(other)
        }
        // The same thread has ended before each of the barriers.
        Property::Divergence => one.diagnostic.code == "WP0202" && other.diagnostic.code == "WP0202" && same_threads,
        _ => false,
    }
}

/// For each finding that depends on what a confirmed race leaves open, that race.
fn consequences(facts: &[Facts], layout: &Layout) -> Vec<Option<usize>> {
    let depends = |i: usize, object: &String| {
        facts[i].finding.depends_on.contains(object) && facts[i].finding.object.as_ref() != Some(object)
    };
    let races: Vec<usize> = (0..facts.len()).filter(|i| facts[*i].is_race() && facts[*i].confirmed).collect();
    let object = |i: usize| facts[i].finding.object.as_ref();
    let racy: BTreeSet<&String> = races.iter().filter_map(|i| object(*i)).collect();
    let mut roots = vec![None; facts.len()];
    // Races that depend on no other one are the roots.
    let is_root = |i: &usize| object(*i).is_some() && !racy.iter().any(|o| depends(*i, o));
    let mut known: Vec<(usize, usize)> = races.iter().filter(|i| is_root(i)).map(|i| (*i, *i)).collect();
    let mut at = 0;
    while at < known.len() {
        let (race, root) = known[at];
        at += 1;
        for i in 0..facts.len() {
            let is_new = roots[i].is_none() && !known.iter().any(|(k, _)| *k == i);
            let follows = object(race).is_some_and(|o| depends(i, o)) && layout.may_precede(&facts[race], &facts[i]);
            if is_new && follows {
                roots[i] = Some(root);
                if facts[i].is_race() && facts[i].confirmed {
                    known.push((i, root));
                }
            }
        }
    }
    roots
}

/// The statements of a kernel in the order of the text, with what is around them.
struct Layout {
    /// From the place of a statement to the numbers of the statements there.
    at: BTreeMap<Span, Vec<usize>>,
    /// The statements around each statement, outermost first.
    around: Vec<Vec<usize>>,
    /// From a loop to the first and the last statement inside of it.
    loops: BTreeMap<usize, (usize, usize)>,
    /// Barriers of blocks.
    barriers: Vec<usize>,
}

impl Layout {
    fn new(kernel: &Kernel) -> Self {
        let mut layout = Self { at: BTreeMap::new(), around: Vec::new(), loops: BTreeMap::new(), barriers: Vec::new() };
        layout.add(&kernel.body, &mut Vec::new());
        layout
    }

    fn add(&mut self, block: &Block, around: &mut Vec<usize>) {
        for stmt in block {
            let number = self.around.len();
            self.around.push(around.clone());
            self.at.entry(stmt.span).or_default().push(number);
            if let StmtKind::Barrier { scope: BarrierScope::Block | BarrierScope::Grid, .. } = stmt.kind {
                self.barriers.push(number);
            }
            around.push(number);
            for part in stmt.kind.blocks() {
                self.add(part, around);
            }
            around.pop();
            if let StmtKind::Loop { .. } = stmt.kind {
                self.loops.insert(number, (number + 1, self.around.len().saturating_sub(1)));
            }
        }
    }

    fn positions(&self, span: Span) -> &[usize] {
        self.at.get(&span).map_or(&[], Vec::as_slice)
    }

    /// The places, each in front of a statement, where a barrier would order two accesses of a block.
    fn gaps_between(&self, one: Span, other: Span) -> BTreeSet<usize> {
        let mut gaps = BTreeSet::new();
        for &p in self.positions(one) {
            for &q in self.positions(other) {
                self.add_gaps(p.min(q), p.max(q), &mut gaps);
            }
        }
        gaps
    }

    fn add_gaps(&self, p: usize, q: usize, gaps: &mut BTreeSet<usize>) {
        // Accesses that a barrier already separates do not lack one.
        let separated =
            |from: usize, to: usize| self.barriers.iter().any(|b| from < *b && *b < to && self.counts(*b, p, q));
        if p < q && !separated(p, q) {
            gaps.extend(p + 1..=q);
        }
        let holds = |l: &usize, x: usize| self.around[x].contains(l);
        for (l, &(first, last)) in &self.loops {
            match (holds(l, p), holds(l, q)) {
                // Both accesses are in the loop: the later one, and the earlier one in the next iteration, may race
                // too.
                (true, true) if !separated(q, last + 1) && !separated(first.saturating_sub(1), p) => {
                    gaps.extend(q + 1..=last);
                    gaps.extend(first..=p);
                }
                // One access is in the loop: it may race in any iteration, so the barrier may stand anywhere in the
                // loop.
                (true, false) | (false, true) if !separated(first.saturating_sub(1), last + 1) => {
                    gaps.extend(first..=last);
                }
                _ => {}
            }
        }
    }

    /// True if a barrier is executed whenever the accesses are: each statement around it is around one of them too.
    fn counts(&self, barrier: usize, p: usize, q: usize) -> bool {
        self.around[barrier].iter().all(|s| self.around[p].contains(s) || self.around[q].contains(s))
    }

    /// True if an access of a race may come before the place of a finding.
    fn may_precede(&self, race: &Facts, finding: &Facts) -> bool {
        let earlier = race.sites.iter().flat_map(|s| self.positions(*s));
        let later: Vec<usize> = finding.sites.iter().flat_map(|s| self.positions(*s)).copied().collect();
        let in_one_loop =
            |p: usize, q: usize| self.loops.keys().any(|l| self.around[p].contains(l) && self.around[q].contains(l));
        let mut earlier = earlier.copied();
        earlier.any(|p| later.iter().any(|q| p <= *q || in_one_loop(p, *q)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{check_file, KernelReport, Options};

    /// The report on a kernel in a block of 64 threads and a grid of one.
    fn report(body: &str) -> KernelReport {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("k.cu");
        std::fs::write(&path, format!("__global__ void k(int *a, int *b) {{\n{body}\n}}\n")).unwrap();
        let mut options = Options { no_solver: true, ..Options::default() };
        options.launch.block = crate::block_or_grid("64").unwrap();
        options.launch.grid = crate::block_or_grid("1").unwrap();
        check_file(&path, &options).kernels.remove(0)
    }

    /// Findings with the same cause as the first one, and consequences, for each cause.
    fn causes(body: &str) -> Vec<(usize, usize)> {
        let report = report(body);
        assert_eq!(
            report.causes().iter().map(|c| 1 + c.others.len() + c.consequences.len()).sum::<usize>(),
            report.findings().count()
        );
        report.causes().iter().map(|c| (c.others.len(), c.consequences.len())).collect()
    }

    const ARRAYS: &str = "__shared__ int s[64], t[64]; int i = threadIdx.x;\n";

    #[test]
    fn pairs_that_one_barrier_orders_have_one_cause() {
        let missing = causes(&format!("{ARRAYS} s[i] = a[i];\n t[i] = b[i];\n a[i] = s[63 - i];\n b[i] = t[63 - i];"));
        assert_eq!(missing, [(1, 0)]);
        assert_eq!(causes(&format!("{ARRAYS} s[i] = a[i];\n __syncthreads();\n a[i] = s[63 - i];")), []);
    }

    #[test]
    fn two_missing_barriers_are_two_causes() {
        let body = "s[i] = a[i];\n a[i] = s[63 - i];\n __syncthreads();\n t[i] = b[i];\n b[i] = t[63 - i];";
        assert_eq!(causes(&format!("{ARRAYS} {body}")), [(0, 0), (0, 0)]);
    }

    #[test]
    fn accesses_of_one_line_have_one_cause() {
        assert_eq!(causes("a[0]++;"), [(1, 0)]);
    }

    #[test]
    fn what_depends_on_a_racy_array_is_a_consequence() {
        let body = "s[i] = i;\n int j = s[63 - i] & 63;\n t[j] = 1;";
        let report = report(&format!("{ARRAYS} {body}"));
        let causes = report.causes();
        assert_eq!(causes[0].head.object.as_deref(), Some("s"));
        assert!(causes.iter().all(|c| c.head.object.as_deref() != Some("t")), "{causes:?}");
    }
}
