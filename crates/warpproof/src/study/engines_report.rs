//! The study of refutation engines as a document: tables 4 and 5 and figures 12 and 13 of Betts et al. 2017, over the
//! corpus at hand.

use super::chart::{bars, Frame};
use super::document::{seconds, Document, Table};
use super::engines::{jaccard, EngineStudy, INTERVALS, NO_CANDIDATE};
use super::variant::COMBINATIONS;

/// The document. A kernel is slow when Houdini alone takes more than these seconds.
pub fn document(study: &EngineStudy<'_>, slow: f64, settings: &str) -> Result<Document, String> {
    let mut doc = Document::default();
    doc.heading(1, "Refutation engines");
    doc.paragraph(&format!("Settings: {settings}. What the tables mean: `docs/study.md`."));
    let without = study.left_out.iter().filter(|(_, why)| why == NO_CANDIDATE).count();
    doc.paragraph(&format!(
        "Kernels with candidates: {}, candidates: {}. Files left out because they have no candidate: {without}.",
        study.kernels(),
        study.candidates()
    ));
    let others: Vec<_> = study.left_out.iter().filter(|(_, why)| why != NO_CANDIDATE).collect();
    if !others.is_empty() {
        let list: Vec<String> = others.iter().map(|(file, why)| format!("- `{file}`: {why}")).collect();
        doc.paragraph(&format!("Files left out for other reasons: {}\n\n{}", others.len(), list.join("\n")));
    }
    engines(study, &mut doc)?;
    combinations(study, slow, &mut doc)?;
    Ok(doc)
}

fn engines(study: &EngineStudy<'_>, doc: &mut Document) -> Result<(), String> {
    let alone: Vec<_> = COMBINATIONS
        .iter()
        .filter(|c| !c.parallel)
        .map(|c| (c.engines.first().map_or_else(|| c.name.to_owned(), |e| e.name()), study.engine(c)))
        .collect();
    doc.heading(2, "Engines in isolation (table 4)");
    let mut table = Table::new("engines", &["engine", "refutations", "seconds", "refutations per second"]);
    for (name, sum) in &alone {
        let throughput = if sum.seconds > 0.0 { format!("{:.1}", sum.throughput()) } else { "-".to_owned() };
        table.row([name.clone(), sum.refuted.len().to_string(), seconds(sum.seconds), throughput]);
    }
    doc.table(&table)?;
    doc.heading(2, "Similarity of the refuted sets (table 5)");
    let mut table = Table::new("similarity", &["engine", "engine", "Jaccard index"]);
    // Houdini refutes what all others do, so only these are compared.
    let others = &alone[1..];
    for (i, (a, of_a)) in others.iter().enumerate() {
        for (b, of_b) in &others[i + 1..] {
            let index = jaccard(&of_a.refuted, &of_b.refuted).map_or_else(|| "-".to_owned(), |j| format!("{j:.2}"));
            table.row([a.clone(), b.clone(), index]);
        }
    }
    doc.table(&table)
}

fn combinations(study: &EngineStudy<'_>, slow: f64, doc: &mut Document) -> Result<(), String> {
    doc.heading(2, "Time of the inference (figures 12 and 13)");
    let mut columns = vec!["engines", "seconds", "overall", "best", "worst"];
    columns.extend(INTERVALS);
    columns.push("cut short");
    let mut table = Table::new("combinations", &columns);
    let effects: Vec<_> = COMBINATIONS.iter().map(|c| (c, study.effect(c, slow))).collect();
    let ratio = |r: f64| if r.is_finite() { format!("{r:.2}") } else { "-".to_owned() };
    for (combination, effect) in &effects {
        let mut row = vec![
            combination.name.to_owned(),
            seconds(effect.seconds),
            ratio(effect.overall),
            ratio(effect.best),
            ratio(effect.worst),
        ];
        row.extend(effect.fast.iter().zip(&effect.slow).map(|(fast, slow)| format!("{fast} + {slow}")));
        row.push(effect.cut_short.to_string());
        table.row(row);
    }
    doc.table(&table)?;
    doc.paragraph(&format!(
        "Speedups against `H`; a negative one is a slowdown. Kernels by interval: those that take at most {slow} s with `H`, and \
         those that take more."
    ));
    let names: Vec<String> = effects.iter().map(|(c, _)| c.name.to_owned()).collect();
    let frame = Frame { title: "Time of the inference, all kernels", x: "engines", y: "seconds" };
    let totals = effects.iter().map(|(_, e)| e.seconds).collect();
    doc.figure("total", frame.title, bars(&frame, &names, &[("seconds", totals)])?);
    let intervals: Vec<String> = INTERVALS.iter().map(|i| (*i).to_owned()).collect();
    for (combination, effect) in &effects[1..] {
        let title = format!("{} against H", combination.name);
        let frame = Frame { title: &title, x: "speedup", y: "kernels" };
        let counts = |counts: &[usize; 5]| counts.iter().map(|&n| n as f64).collect();
        let series = [("fast", counts(&effect.fast)), ("slow", counts(&effect.slow))];
        doc.figure(&format!("speedup-{}", combination.stem), &title, bars(&frame, &intervals, &series)?);
    }
    Ok(())
}
