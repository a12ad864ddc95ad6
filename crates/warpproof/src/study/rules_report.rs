//! The study of rules as a document: tables 1 to 3 and figures 6 to 8 of Betts et al. 2017, over the corpus at hand.

use super::chart::{heat_map, lines, Frame};
use super::document::{percent, seconds, Document, Table};
use super::rules::{RuleStudy, Subject, Sum, NO_LOOP};

/// The document.
pub fn document(study: &RuleStudy<'_>, settings: &str) -> Result<Document, String> {
    let mut doc = Document::default();
    doc.heading(1, "Candidate rules");
    doc.paragraph(&format!("Settings: {settings}. What the tables mean: `docs/study.md`."));
    subjects(study, &mut doc);
    shapes(study, &mut doc)?;
    rules(study, &mut doc)?;
    influence(study, &mut doc)?;
    evolution(study, &mut doc)?;
    Ok(doc)
}

fn subjects(study: &RuleStudy<'_>, doc: &mut Document) {
    let trivial = study.subjects.iter().filter(|s| s.trivial).count();
    let all = study.subjects.len();
    let loopless = study.left_out.iter().filter(|(_, why)| why == NO_LOOP).count();
    let cut = study.subjects.iter().filter(|s| s.all.cut_short).count();
    doc.paragraph(&format!(
        "Kernels with loops: {all}, of them trivial: {trivial}, non-trivial: {}. Files left out because they have no loop: \
         {loopless}. Kernels whose inference met the time limit, which count in no hit rate: {cut}.",
        all - trivial
    ));
    let others: Vec<_> = study.left_out.iter().filter(|(_, why)| why != NO_LOOP).collect();
    if !others.is_empty() {
        let list: Vec<String> = others.iter().map(|(file, why)| format!("- `{file}`: {why}")).collect();
        doc.paragraph(&format!("Files left out for other reasons: {}\n\n{}", others.len(), list.join("\n")));
    }
}

/// The number of kernels with each count, the last column for that many and more.
fn histogram(stem: &str, what: &str, values: &[usize], first: usize, last: usize) -> Table {
    let label = |n: usize| if n == last { format!("{n}+") } else { n.to_string() };
    let mut table = Table::new(stem, &[what]);
    table.columns.extend((first..=last).map(label));
    let count = |n: usize| values.iter().filter(|&&v| if n == last { v >= n } else { v == n }).count();
    table.row(std::iter::once("kernels".to_owned()).chain((first..=last).map(|n| count(n).to_string())));
    table
}

fn shapes(study: &RuleStudy<'_>, doc: &mut Document) -> Result<(), String> {
    let values = |of: fn(&Subject<'_>) -> usize| study.subjects.iter().map(of).collect::<Vec<_>>();
    doc.heading(2, "Loops (table 1)");
    doc.table(&histogram("loops", "loops", &values(|s| s.all.loops), 1, 7))?;
    doc.table(&histogram("nesting", "deepest nest", &values(|s| s.all.depth), 1, 5))?;
    doc.heading(2, "Preconditions (table 2)");
    let preconditions = values(|s| s.all.preconditions);
    doc.table(&histogram("preconditions", "preconditions", &preconditions, 0, 8))?;
    let invariants = study.subjects.iter().filter(|s| s.all.invariants > 0).count();
    let mean = preconditions.iter().sum::<usize>() as f64 / preconditions.len().max(1) as f64;
    doc.paragraph(&format!(
        "Preconditions of a kernel on average: {mean:.1}. Kernels with invariants in the source: {invariants}."
    ));
    Ok(())
}

fn rules(study: &RuleStudy<'_>, doc: &mut Document) -> Result<(), String> {
    doc.heading(2, "Rules (table 3)");
    let columns = ["rule", "name", "non-trivial", "trivial", "total", "candidates", "true", "hit rate", "essential"];
    let mut table = Table::new("rules", &columns);
    let mut essential = 0;
    for rule in study.rules {
        let row = study.rule(&rule.name);
        essential += row.essential;
        table.row([
            rule.label.clone(),
            rule.name.clone(),
            row.non_trivial.to_string(),
            row.trivial.to_string(),
            (row.non_trivial + row.trivial).to_string(),
            row.candidates.to_string(),
            row.hits.to_string(),
            percent(row.hits, row.candidates),
            row.essential.to_string(),
        ]);
    }
    doc.table(&table)?;
    doc.paragraph(&format!("Pairs of a kernel and a rule that is essential for it: {essential}."));
    Ok(())
}

fn influence(study: &RuleStudy<'_>, doc: &mut Document) -> Result<(), String> {
    doc.heading(2, "Influence (figure 6)");
    let labels: Vec<String> = study.rules.iter().map(|r| r.label.clone()).collect();
    let mut table = Table::new("influence", &["omitted"]);
    table.columns.extend(labels.iter().cloned());
    let (mut cells, mut rises) = (Vec::new(), 0);
    for omitted in study.rules {
        let found: Vec<_> = study.rules.iter().map(|of| study.influence(&omitted.name, &of.name)).collect();
        rises += found.iter().map(|i| i.rises).sum::<usize>();
        let line: Vec<usize> = found.iter().map(|i| i.falls).collect();
        table.row(std::iter::once(omitted.label.clone()).chain(line.iter().map(usize::to_string)));
        cells.push(line);
    }
    doc.attach(&table)?;
    let frame = Frame {
        title: "Kernels for which leaving out one rule lowers the hit rate of another",
        x: "rule whose hit rate falls",
        y: "rule that is left out",
    };
    doc.figure("influence", "Influence of rules on one another", heat_map(&frame, &labels, &cells)?);
    let pairs = cells.iter().flatten().filter(|&&n| n > 0).count();
    doc.paragraph(&format!(
        "Pairs of rules of which one influences the other: {pairs}. Hit rates that rose when a rule was left out, which only \
         answers of the solver at its limits can cause: {rises}."
    ));
    Ok(())
}

fn evolution(study: &RuleStudy<'_>, doc: &mut Document) -> Result<(), String> {
    doc.heading(2, "Precision (section 4.3.6)");
    let steps: Vec<(Sum, Sum)> = (1..=study.rules.len()).map(|count| study.evolution(count)).collect();
    let none = Default::default();
    let (first, last) = (steps.first().unwrap_or(&none), steps.last().unwrap_or(&none));
    let mut table = Table::new("precision", &["invariants", "trivial verified", "non-trivial verified", "verified"]);
    for (what, (trivial, other)) in [("none", &study.bare()), ("those of the source", first), ("all rules", last)] {
        let (a, b) = (trivial.verified, other.verified);
        table.row([what.to_owned(), a.to_string(), b.to_string(), (a + b).to_string()]);
    }
    doc.table(&table)?;

    doc.heading(2, "Evolution (figures 7 and 8)");
    let columns = [
        "with",
        "trivial seconds",
        "non-trivial seconds",
        "seconds",
        "trivial verified",
        "non-trivial verified",
        "verified",
    ];
    let mut table = Table::new("evolution", &columns);
    for (rule, (trivial, other)) in study.rules.iter().zip(&steps) {
        table.row([
            format!("+{}", rule.label),
            seconds(trivial.seconds),
            seconds(other.seconds),
            seconds(trivial.seconds + other.seconds),
            trivial.verified.to_string(),
            other.verified.to_string(),
            (trivial.verified + other.verified).to_string(),
        ]);
    }
    doc.table(&table)?;
    let labels: Vec<String> = study.rules.iter().map(|r| format!("+{}", r.label)).collect();
    let series = |of: fn(&Sum) -> f64| {
        let (trivial, other) = steps.iter().map(|(t, o)| (of(t), of(o))).unzip();
        [("trivial", trivial), ("non-trivial", other)]
    };
    let x = "rules, added from left to right";
    let frame = Frame { title: "Time as rules are added", x, y: "seconds" };
    doc.figure("evolution-time", frame.title, lines(&frame, &labels, &series(|s| s.seconds))?);
    let frame = Frame { title: "Kernels that verify as rules are added", x, y: "kernels" };
    doc.figure("evolution-verified", frame.title, lines(&frame, &labels, &series(|s| s.verified as f64))?);

    let total = |of: fn(&Subject<'_>) -> f64| study.subjects.iter().map(of).sum::<f64>();
    doc.paragraph(&format!(
        "Of the time with all rules, the front end took {} s, the inference {} s, the rest of the verification {} s.",
        seconds(total(|s| s.all.front_s)),
        seconds(total(|s| s.all.inference_s)),
        seconds(total(|s| s.all.engine_s - s.all.inference_s)),
    ));
    Ok(())
}
