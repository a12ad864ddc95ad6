//! The one table of GPUVerify's options: parsed on our command line, read from the header lines of kernels, and
//! printed as `docs/gpuverify-flags.md` (a test compares).

/// The treatment of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// It has the effect that it has in GPUVerify.
    Honoured,
    /// It tunes or prints something that has no counterpart here; no verdict depends on it.
    Harmless,
    /// Unsupported: ignored with a warning, because ignoring it can only make a proof harder.
    Ignored,
    /// Unsupported: refused, because ignoring it could change the meaning of a proof.
    Refused,
}

/// The effect of an honoured option; the rest has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No effect.
    None,
    /// Threads per block.
    Block,
    /// Blocks.
    Grid,
    /// Threads in all.
    GlobalSize,
    /// Offset of global ids.
    GlobalOffset,
    /// A macro.
    Define,
    /// A folder of includes.
    Include,
    /// Bounds are checked.
    Bounds,
    /// Same-value tolerance is off.
    NoBenign,
    /// Only divergence is checked.
    OnlyDivergence,
    /// Only races within a block.
    OnlyIntraGroup,
    /// Barrier invariants about cells that were not accessed.
    NoBarrierAccess,
    /// Lock-step warps.
    WarpSync,
    /// Width of pointers.
    PointerWidth,
    /// Values of scalar arguments.
    KernelArgs,
    /// Sizes of array arguments.
    KernelArrays,
    /// A flag for Clang.
    ClangOpt,
    /// Time limit.
    Timeout,
    /// The file must be OpenCL.
    OpenCl,
    /// The file must be CUDA.
    Cuda,
    /// `z3` or `cvc4`.
    Solver,
    /// Excludes the other abstraction.
    Abstraction,
    /// Loop invariants of the source are candidates.
    Candidates,
    /// Bugs only, with the usual bound on iterations.
    FindBugs,
    /// Bugs only, with this bound.
    LoopUnwind,
    /// Options of GPUVerify's back end.
    Vcgen,
    /// No annotation is read.
    NoAnnotations,
    /// Only preconditions are read.
    OnlyRequires,
    /// Races are not looked for.
    OnlyLog,
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// With its dashes, without `=`.
    pub name: &'static str,
    /// Placeholder of its value, if it takes one.
    pub value: Option<&'static str>,
    /// The treatment of the option.
    pub class: Class,
    /// The effect of the option.
    pub effect: Effect,
    /// For the documentation.
    pub note: &'static str,
    /// True if our command line has an option of that name of its own, so that the table only serves header lines.
    pub ours: bool,
}

const fn flag(
    name: &'static str,
    value: Option<&'static str>,
    class: Class,
    effect: Effect,
    note: &'static str,
) -> Flag {
    Flag { name, value, class, effect, note, ours: false }
}

const fn ours(
    name: &'static str,
    value: Option<&'static str>,
    class: Class,
    effect: Effect,
    note: &'static str,
) -> Flag {
    Flag { name, value, class, effect, note, ours: true }
}

use Class::{Harmless, Honoured, Ignored, Refused};

/// All options of GPUVerify.
#[rustfmt::skip]
pub const FLAGS: &[Flag] = &[
    ours("--help", None, Honoured, Effect::None, "prints our own help"),
    ours("--version", None, Honoured, Effect::None, "prints our own version"),
    ours("-D", Some("NAME[=VALUE]"), Honoured, Effect::Define, "defines a macro"),
    ours("-I", Some("DIR"), Honoured, Effect::Include, "adds a folder of includes"),
    flag("--findbugs", None, Honoured, Effect::FindBugs, "at most two iterations of every loop, no inference; nothing is proved"),
    flag("--verify", None, Harmless, Effect::None, "the default"),
    flag("--loop-unwind", Some("X"), Honoured, Effect::LoopUnwind, "as `--findbugs`, with at most X iterations of every loop"),
    flag("--check-array-bounds", None, Honoured, Effect::Bounds, "on by default under our own rules"),
    flag("--no-benign-tolerance", None, Honoured, Effect::NoBenign, "the default under our own rules"),
    flag("--only-divergence", None, Honoured, Effect::OnlyDivergence, "checks barrier divergence only"),
    flag("--only-intra-group", None, Honoured, Effect::OnlyIntraGroup, "checks races within a block only"),
    flag("--verbose", None, Harmless, Effect::None, "ours prints times and counts"),
    flag("--silent", None, Harmless, Effect::None, "output only"),
    flag("--time", None, Harmless, Effect::None, "times are printed with `--verbose` and are in the JSON"),
    flag("--time-as-csv", Some("LABEL"), Harmless, Effect::None, "output only; `corpus --csv` writes times"),
    ours("--timeout", Some("SECONDS"), Honoured, Effect::Timeout, "per file instead of per component; 0 is no limit; in a header line it only applies to `check --gpuverify-header`"),
    flag("--error-limit", Some("X"), Harmless, Effect::None, "all findings are reported"),
    flag("--opencl", None, Honoured, Effect::OpenCl, "must agree with the ending of the file name"),
    flag("--cuda", None, Honoured, Effect::Cuda, "must agree with the ending of the file name"),
    flag("--local_size", Some("X,Y,Z"), Honoured, Effect::Block, "threads per work-group; `*` is any; under GPUVerify's rules it wins over `reqd_work_group_size`"),
    flag("--global_size", Some("X,Y,Z"), Honoured, Effect::GlobalSize, "needs a work-group size without `*` in the same place"),
    flag("--num_groups", Some("X,Y,Z"), Honoured, Effect::Grid, "work-groups; `*` is any"),
    flag("--global_offset", Some("X,Y,Z"), Honoured, Effect::GlobalOffset, "OpenCL only"),
    flag("--blockDim", Some("X,Y,Z"), Honoured, Effect::Block, "threads per block; `*` is any"),
    flag("--gridDim", Some("X,Y,Z"), Honoured, Effect::Grid, "blocks; `*` is any"),
    flag("--pointer-bitwidth", Some("32|64"), Honoured, Effect::PointerWidth, "32 is the default under GPUVerify's rules, 64 under ours"),
    flag("--adversarial-abstraction", None, Harmless, Effect::Abstraction, "an abstraction of GPUVerify's"),
    flag("--equality-abstraction", None, Harmless, Effect::Abstraction, "an abstraction of GPUVerify's"),
    flag("--asymmetric-asserts", None, Harmless, Effect::None, "an encoding of GPUVerify's"),
    flag("--boogie-file", Some("FILE"), Ignored, Effect::None, "axioms in Boogie are not read"),
    flag("--math-int", None, Ignored, Effect::None, "integers are machine integers"),
    flag("--no-annotations", None, Honoured, Effect::NoAnnotations, "annotations are left out; a function that is only specified by them is then unknown"),
    flag("--only-requires", None, Honoured, Effect::OnlyRequires, "of the annotations only preconditions (`__requires`) are read"),
    flag("--invariants-as-candidates", None, Honoured, Effect::Candidates, "loop invariants in the source that do not hold are dropped"),
    flag("--no-barrier-access-checks", None, Honoured, Effect::NoBarrierAccess, "the assumption `barrier-access`"),
    flag("--no-inline", None, Harmless, Effect::None, "functions are always inlined"),
    flag("--only-log", None, Honoured, Effect::OnlyLog, "races are not looked for; `unchecked-arrays` is listed"),
    flag("--kernel-args", Some("K,V1,.."), Honoured, Effect::KernelArgs, "hexadecimal values or `*`"),
    flag("--kernel-arrays", Some("K,BYTES,.."), Honoured, Effect::KernelArrays, "sizes in bytes of what the pointer parameters point to"),
    flag("--warp-sync", Some("N"), Honoured, Effect::WarpSync, "the assumption `warp-sync`"),
    flag("--race-instrumenter", Some("NAME"), Harmless, Effect::None, "an encoding of GPUVerify's"),
    ours("--solver", Some("z3|cvc4"), Honoured, Effect::Solver, "ours takes a program; `cvc4` is ignored with a warning"),
    flag("--stop-at-opt", None, Ignored, Effect::None, "a stage of GPUVerify's"),
    flag("--stop-at-gbpl", None, Ignored, Effect::None, "a stage of GPUVerify's"),
    flag("--stop-at-bpl", None, Ignored, Effect::None, "a stage of GPUVerify's"),
    flag("--stop-at-cbpl", None, Ignored, Effect::None, "a stage of GPUVerify's"),
    flag("--no-infer", None, Harmless, Effect::None, "GPUVerify's inference"),
    flag("--omit-infer", Some("TAG"), Harmless, Effect::None, "GPUVerify's inference"),
    flag("--infer-info", None, Harmless, Effect::None, "GPUVerify's inference"),
    flag("--k-induction-depth", Some("X"), Harmless, Effect::None, "GPUVerify's inference"),
    flag("--debug", None, Harmless, Effect::None, "GPUVerify's development"),
    flag("--keep-temps", None, Harmless, Effect::None, "GPUVerify's development"),
    flag("--gen-smt2", None, Harmless, Effect::None, "GPUVerify's development"),
    flag("--clang-opt", Some("FLAGS"), Honoured, Effect::ClangOpt, "passed to Clang"),
    flag("--opt-opt", Some("FLAGS"), Harmless, Effect::None, "a component of GPUVerify's"),
    flag("--bugle-opt", Some("FLAGS"), Harmless, Effect::None, "a component of GPUVerify's"),
    flag("--vcgen-opt", Some("FLAGS"), Honoured, Effect::Vcgen, "`/checkArrays:A,B` restricts the check for races to these arrays; `/atomics:r`, `w`, `rw`, `none` says which plain accesses race with atomics; what tunes GPUVerify is ignored with a warning"),
    flag("--cruncher-opt", Some("FLAGS"), Harmless, Effect::None, "a component of GPUVerify's"),
    flag("--boogie-opt", Some("FLAGS"), Harmless, Effect::None, "a component of GPUVerify's"),
    flag("--json", None, Harmless, Effect::None, "a file that ends in `.json` is read as GPUVerify's list of launches; our JSON output is `--format json`"),
    flag("--list-intercepted", None, Refused, Effect::None, "every launch of a `.json` file is checked"),
    flag("--verify-intercepted", Some("X"), Refused, Effect::None, "every launch of a `.json` file is checked"),
    flag("--verify-all-intercepted", None, Refused, Effect::None, "every launch of a `.json` file is checked"),
    flag("--cache", Some("FILE"), Harmless, Effect::None, "a cache of GPUVerify's"),
];

/// The options of a header line: each with its value.
///
/// As in GPUVerify, an option may be shortened to a unique beginning, a value stands after `=` or in the next word, and
/// `-DNAME` needs no blank.
pub fn parse_words(words: &[String]) -> Result<Vec<(&'static Flag, Option<String>)>, String> {
    let mut parsed = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (flag, mut value) = split(word)?;
        if flag.value.is_some() && value.is_none() {
            value = words.next().cloned();
        }
        match (flag.value, &value) {
            (Some(what), None) => return Err(format!("the option `{}` needs a value: {what}", flag.name)),
            (None, Some(value)) => return Err(format!("the option `{}` takes no value, not `{value}`", flag.name)),
            _ => parsed.push((flag, value)),
        }
    }
    Ok(parsed)
}

fn split(word: &str) -> Result<(&'static Flag, Option<String>), String> {
    let unknown = || format!("`{word}` is not an option of GPUVerify");
    for short in ["-D", "-I"] {
        if let Some(rest) = word.strip_prefix(short) {
            let flag = FLAGS.iter().find(|f| f.name == short).ok_or_else(unknown)?;
            return Ok((flag, (!rest.is_empty()).then(|| rest.to_owned())));
        }
    }
    if !word.starts_with("--") || word.len() == 2 {
        return Err(unknown());
    }
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (word, None),
    };
    if let Some(flag) = FLAGS.iter().find(|f| f.name == name) {
        return Ok((flag, value));
    }
    let mut matching = FLAGS.iter().filter(|f| f.name.starts_with(name));
    match (matching.next(), matching.next()) {
        (Some(flag), None) => Ok((flag, value)),
        (Some(one), Some(two)) => Err(format!("`{name}` may be `{}` or `{}`", one.name, two.name)),
        (None, _) => Err(unknown()),
    }
}

/// The documentation page of the table.
pub fn markdown() -> String {
    let mut page = String::from(PAGE_HEAD);
    for flag in FLAGS {
        let (class, how) = match flag.class {
            Class::Honoured => ("honoured", ""),
            Class::Harmless => ("harmless", ""),
            Class::Ignored => ("unsupported", "ignored with a warning: "),
            Class::Refused => ("unsupported", "refused: "),
        };
        let value = flag.value.map(|v| format!("={}", v.replace('|', "\\|"))).unwrap_or_default();
        let name = if flag.name.len() == 2 {
            format!("{} {}", flag.name, value.trim_start_matches('='))
        } else {
            format!("{}{value}", flag.name)
        };
        page.push_str(&format!("| `{name}` | {class} | {how}{} |\n", flag.note));
    }
    page
}

const PAGE_HEAD: &str = "# GPUVerify's options

`warpproof check` takes them beside its own options, and `warpproof corpus` reads them from the second line of a kernel.
`check` leaves such header lines alone unless `--gpuverify-header` is given.

- **honoured**: has the effect that it has in GPUVerify.
- **harmless**: tunes or prints something without a counterpart here; no verdict depends on it.
- **unsupported**: *ignored with a warning* where ignoring it can only make a proof harder; *refused* where it could make
  a proof say something else than was asked.

Sizes are `X`, `X,Y` or `X,Y,Z`, in brackets or not; `*` stands for any; extents that are left out are 1.
In header lines options may be shortened to a unique beginning (`--vcgen-op`).

A file that ends in `.json` is a list of recorded OpenCL launches, in GPUVerify's form: `warpproof check launches.json` checks each
kernel for the sizes, arguments and compiler flags of its launches. Launches that are recorded twice are checked once.

| option | status | remark |
|---|---|---|
";

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn values_after_equals_or_blank() {
        let parsed = parse_words(&words("--local_size=[8,8] --num_groups 4 -DA=1 -D B -I. --vcgen-op=/x")).unwrap();
        let shown: Vec<_> = parsed.iter().map(|(f, v)| (f.name, v.as_deref())).collect();
        assert_eq!(
            shown,
            [
                ("--local_size", Some("[8,8]")),
                ("--num_groups", Some("4")),
                ("-D", Some("A=1")),
                ("-D", Some("B")),
                ("-I", Some(".")),
                ("--vcgen-opt", Some("/x")),
            ]
        );
    }

    #[test]
    fn bad_words_are_named() {
        assert!(parse_words(&words("--nosuch")).unwrap_err().contains("--nosuch"));
        assert!(parse_words(&words("--no-inline=3")).unwrap_err().contains("takes no value"));
        assert!(parse_words(&words("--warp-sync")).unwrap_err().contains("needs a value"));
        assert!(parse_words(&words("--stop-at")).unwrap_err().contains("may be"));
        assert!(parse_words(&words("kernel.cl")).is_err());
    }

    #[test]
    fn the_page_is_up_to_date() {
        let page = include_str!("../../../docs/gpuverify-flags.md");
        assert!(
            page == markdown(),
            "docs/gpuverify-flags.md differs: write the output of `warpproof explain gpuverify-flags` there"
        );
    }
}
