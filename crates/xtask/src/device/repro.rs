//! Reproducers of findings that runs of the interpreter confirmed, with the dynamic tool that should see each.
//!
//! For a race there is a program with launches too: its results may differ between runs.

use super::cases::{Case, CaseArgument};
use super::program::headers;
use super::{Config, Prepared, Program, Source};
use crate::random;
use anyhow::Result;
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use wp_clang::Language;
use wp_engine::{Argument, FileReport, Finding, Options, Property, Witness};
use wp_interp::ConcreteLaunch;
use wp_kir::{Space, Type};

/// Writes the reproducers and `repro/index.json`.
pub(super) fn prepare(sources: &[Source], config: &Config, prepared: &mut Prepared) -> Result<()> {
    let folder = config.out.join("repro");
    let mut index = Vec::new();
    let report = |s: &Source| {
        let options = Options { witness_details: true, ..s.options.clone() };
        choose(wp_engine::check_file(&s.path, &options), config.each)
    };
    let reports = sources.par_iter().map(report);
    for (source, chosen) in sources.iter().zip(reports.collect::<Vec<FileReport>>()) {
        let file = format!("sources/{}.cu", source.name);
        let (programs, missing) = wp_report::reproducers(&chosen, Path::new(&file));
        for why in missing {
            let why = why.rsplit(": ").next().unwrap_or_default().to_owned();
            *prepared.without_reproducer.entry(why).or_default() += 1;
        }
        if programs.is_empty() {
            continue;
        }
        let defines = source.options.defines.iter().map(|d| {
            let (name, value) = d.split_once('=').unwrap_or((d, "1"));
            format!("#define {name} {value}\n")
        });
        let text = format!("{}{}{}", headers(&source.text), defines.collect::<String>(), source.text);
        std::fs::write(folder.join(&file), text)?;
        let spaces = spaces(source);
        let findings = chosen.kernels.iter().flat_map(|k| {
            let findings = k.properties.iter().flat_map(|p| &p.findings);
            findings.filter(|f| witness(f).is_some_and(|w| w.arguments.is_ok())).map(|f| (k.name.to_string(), f))
        });
        for (program, (kernel, finding)) in programs.into_iter().zip(findings) {
            prepared.reproducers += 1;
            let name = program.name.trim_end_matches(".cu").to_owned();
            std::fs::write(folder.join(&program.name), &program.text)?;
            let object = (kernel.clone(), finding.object.clone().unwrap_or_default());
            let space = spaces.get(&object).copied();
            if let Some(program) = witness(finding).and_then(|w| runs(source, &name, &kernel, w)) {
                std::fs::write(folder.join(format!("{name}_runs.cu")), program.text())?;
                std::fs::write(folder.join(format!("{name}_runs.json")), serde_json::to_string(&program.json())?)?;
            }
            let tool = match finding.property {
                Property::Divergence => "synccheck",
                Property::Bounds | Property::Alignment => "memcheck",
                _ => "racecheck",
            };
            index.push(json!({
                "program": program.name,
                "origin": source.path.display().to_string(),
                "kernel": kernel,
                "code": finding.diagnostic.code,
                "message": finding.diagnostic.message,
                "tool": tool,
                "shared": space == Some(Space::Shared),
            }));
        }
    }
    std::fs::write(folder.join("index.json"), serde_json::to_string_pretty(&index)?)?;
    Ok(())
}

/// The witness of a finding that a run confirmed.
fn witness(finding: &Finding) -> Option<&Witness> {
    finding.witness.as_ref().filter(|w| w.replayed)
}

/// The report with the findings that dynamic tools look for: the first ones of each kernel and property.
fn choose(mut report: FileReport, each: usize) -> FileReport {
    for property in report.kernels.iter_mut().flat_map(|k| &mut k.properties) {
        let looked_for = matches!(
            property.property,
            Property::Races | Property::Divergence | Property::Bounds | Property::Alignment
        );
        property.findings.retain(|f| looked_for && witness(f).is_some());
        property.findings.truncate(each);
    }
    report
}

/// The address spaces of objects by kernel and name.
fn spaces(source: &Source) -> BTreeMap<(String, String), Space> {
    let lowered = random::lower(&source.path, Language::Cuda, &source.options);
    let kernels = lowered.map(|(_, kernels)| kernels).unwrap_or_default();
    let kernels = kernels.into_iter().filter_map(|(name, kernel)| Some((name, kernel.ok()?)));
    let objects = kernels.flat_map(|(name, kernel)| {
        let objects = kernel.objects.values().map(|o| ((name.clone(), o.name.to_string()), o.space));
        objects.collect::<Vec<_>>()
    });
    objects.collect()
}

/// A program that launches the kernel with the witness's arguments.
fn runs(source: &Source, name: &str, kernel: &str, witness: &Witness) -> Option<Program> {
    let arguments = witness.arguments.as_ref().ok()?;
    let argument = |(name, value): &(String, Argument)| {
        let ty = match value {
            Argument::Scalar(ty, _) => *ty,
            _ => Type::Int { bits: 8, signed: false },
        };
        CaseArgument { name: name.clone(), value: value.clone(), ty, changed: Vec::new(), open: Vec::new() }
    };
    let case = Case {
        kernel: kernel.to_owned(),
        launch: ConcreteLaunch { block: witness.block, grid: witness.grid, offset: [0; 3] },
        dynamic_shared: arguments.dynamic_shared,
        arguments: arguments.values.iter().map(argument).collect(),
    };
    Some(Program {
        name: format!("{name}_runs"),
        origin: source.path.display().to_string(),
        source: source.text.clone(),
        defines: source.options.defines.clone(),
        cases: vec![case],
    })
}
