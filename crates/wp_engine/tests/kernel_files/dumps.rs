//! Summaries and obligations of kernels of `tests/kernels`, compared with the files of `tests/golden`. `WP_BLESS=1` rewrites them.
//!
//! A file `tests/golden/FOLDER/NAME.cu.txt` (`NAME.cu.REVISION.txt`) asks for the dump of `tests/kernels/FOLDER/NAME.cu`: an empty one that is
//! blessed is a new test. The solver is not asked, so an obligation that only the solver closes is there with those that rest on it open.
//! Every obligation is read back and has the same text again.

use crate::expectation;
use crate::suite;
use crate::suite::{Case, Kind};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wp_check::{Context, Limits};
use wp_clang::{Language, ParseOptions};
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_prove::obligation;
use wp_solve::{Solver, SolverConfig};

pub const KIND: Kind = Kind {
    is_one: |case| golden(case).exists(),
    ..Kind::new("dumps", "tests/kernels", |case| differences(case).err().into_iter().collect())
};

fn golden(case: &Case) -> PathBuf {
    suite::folder("tests/golden").join(format!("{}.txt", case.name().replace('#', ".")))
}

fn differences(case: &Case) -> Result<(), String> {
    let found = dump(case)?;
    let path = golden(case);
    if std::env::var_os("WP_BLESS").is_some() {
        return std::fs::write(&path, found).map_err(|e| e.to_string());
    }
    let expected = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let different = expected.lines().zip(found.lines()).zip(1..).find(|((a, b), _)| a != b);
    match different {
        Some(((was, is), line)) => Err(format!("{}:{line}: was\n{was}\nis\n{is}", path.display())),
        None if expected != found => Err(format!("{}: one text is the beginning of the other", path.display())),
        None => Ok(()),
    }
}

fn dump(case: &Case) -> Result<String, String> {
    let options = expectation::expected(case)?.options;
    let language = Language::of(&case.path).ok_or("no kernel file")?;
    let parse = ParseOptions { defines: options.defines.clone(), ..ParseOptions::default() };
    let unit = wp_clang::parse(&case.path, language, &parse).map_err(|e| format!("{e:?}"))?;
    let mut text = String::new();
    for lowered in wp_lower::lower(&unit, &wp_lower::LowerOptions::default()).kernels {
        let kernel = lowered.kernel.map_err(|e| e.message)?;
        text += &dump_kernel(&kernel, &options)?;
    }
    Ok(text)
}

fn dump_kernel(kernel: &Kernel, options: &wp_engine::Options) -> Result<String, String> {
    let mut terms = Terms::new();
    let configuration = wp_engine::configuration(kernel, options);
    let summary = wp_summary::summarise(kernel, &mut terms, &configuration.summary);
    let shown = summary.show(&terms).to_string();
    let mut solver = Solver::new(SolverConfig { disabled: true, ..configuration.solver });
    let limits = Limits { effort: u64::MAX, deadline: Instant::now() + Duration::from_secs(600) };
    let mut context = Context::new(kernel, &summary, &mut terms, &mut solver, configuration.rules, limits);
    context.prover.asked = Some(Vec::new());
    wp_check::check(&mut context);
    let asked = context.prover.asked.take().unwrap_or_default();
    let obligations = obligation::print(&terms, &asked);
    let (read, again) =
        obligation::parse(&obligations).map_err(|line| format!("line {line} is malformed:\n{obligations}"))?;
    if obligation::print(&read, &again) != obligations {
        return Err(format!("obligations that were read differ from\n{obligations}"));
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "kernel {}\n\n{shown}\nobligations\n\n{obligations}\n", kernel.name);
    Ok(text)
}
