//! From command line and header options to the options of the engine.

use crate::gpuverify::{Class, Effect, Flag};
use std::path::PathBuf;
use std::time::Duration;
use wp_clang::Language;
use wp_engine::{dims, extents, Annotations, AtomicRaces, Extents, IndexWidth, Options, Rules};
use wp_kir::{Dim, Launch};

/// Iterations of every loop for `--findbugs` without `--loop-unwind`.
const USUAL_UNWIND: u32 = 2;

/// Options being collected. Sizes are kept as written until [`Settings::finish`], because some depend on each other.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The options that result.
    pub options: Options,
    /// Warnings about settings that are ignored.
    pub warnings: Vec<String>,
    /// Sizes are only a reference for preconditions, which are looked for and taken for granted.
    pub ignore_sizes: bool,
    block: Option<Extents>,
    grid: Option<Extents>,
    global: Option<Extents>,
    offset: Option<Extents>,
    language: Option<Language>,
    abstraction: Option<&'static str>,
}

impl Settings {
    /// Our own rules.
    pub fn new() -> Self {
        Self::default()
    }

    /// GPUVerify's rules and defaults.
    pub fn gpuverify() -> Self {
        let mut settings = Self::default();
        settings.options.rules = Rules::GpuVerify;
        settings.options.benign_same_value = true;
        settings.options.bounds = false;
        settings.options.alignment = false;
        settings.options.initialised = false;
        settings.options.index_width = IndexWidth::Off;
        settings.options.exit_arrives = false;
        settings.options.pointer_bits = 32;
        settings
    }

    /// Takes one option of GPUVerify's table.
    pub fn apply(&mut self, flag: &'static Flag, value: Option<&str>) -> Result<(), String> {
        match flag.class {
            Class::Refused => return Err(format!("`{}` is not supported: {}", flag.name, flag.note)),
            Class::Ignored => self.warnings.push(format!("`{}` is ignored: {}", flag.name, flag.note)),
            Class::Honoured | Class::Harmless => {}
        }
        let value = value.unwrap_or_default();
        let named = |error: String| format!("`{}={value}`: {error}", flag.name);
        let options = &mut self.options;
        match flag.effect {
            Effect::None => {}
            Effect::Block => set(&mut self.block, extents(value, 1).map_err(named)?, "the size of a block")?,
            Effect::Grid => set(&mut self.grid, extents(value, 1).map_err(named)?, "the number of blocks")?,
            Effect::GlobalSize => set(&mut self.global, extents(value, 1).map_err(named)?, "the global size")?,
            Effect::GlobalOffset => set(&mut self.offset, extents(value, 0).map_err(named)?, "the global offset")?,
            Effect::Define => options.defines.push(value.to_owned()),
            Effect::Include => options.includes.push(PathBuf::from(value)),
            Effect::Bounds => options.bounds = true,
            Effect::NoBenign => options.benign_same_value = false,
            Effect::OnlyDivergence => options.only_divergence = true,
            Effect::NoBarrierAccess => options.no_barrier_access_checks = true,
            Effect::OnlyIntraGroup => options.only_intra_group = true,
            Effect::WarpSync => {
                let width = value.parse().ok().filter(|n| *n > 0);
                options.warp_sync = Some(
                    width.ok_or_else(|| named("give the number of threads of a warp, as in --warp-sync=32".into()))?,
                );
            }
            Effect::PointerWidth => {
                options.pointer_bits = match value {
                    "32" => 32,
                    "64" => 64,
                    _ => return Err(named("give 32 or 64".into())),
                }
            }
            Effect::KernelArgs => options.kernel_args.push(kernel_args(value).map_err(named)?),
            Effect::KernelArrays => options.kernel_arrays.push(kernel_arrays(value).map_err(named)?),
            Effect::ClangOpt => options.clang_flags.extend(value.split_whitespace().map(str::to_owned)),
            Effect::Timeout => {
                options.timeout = seconds(value).map_err(named)?;
            }
            Effect::OpenCl => self.language = Some(Language::OpenCl),
            Effect::Cuda => self.language = Some(Language::Cuda),
            Effect::Solver => {
                if value != "z3" {
                    self.warnings.push(format!("`--solver={value}` is ignored: z3 is used"));
                }
            }
            Effect::FindBugs => options.findbugs = options.findbugs.or(Some(USUAL_UNWIND)),
            Effect::LoopUnwind => {
                let bound = value.parse().map_err(|_| named("give a number of iterations".to_owned()))?;
                options.findbugs = Some(bound);
            }
            Effect::Candidates => options.invariants_as_candidates = true,
            Effect::Vcgen => {
                for word in value.split_whitespace() {
                    match word.split_once(':') {
                        Some((name, list)) if name.eq_ignore_ascii_case("/checkArrays") => {
                            let arrays = list.split(',').filter(|a| !a.is_empty()).map(str::to_owned);
                            options.race_arrays.get_or_insert_with(Vec::new).extend(arrays);
                            if options.race_arrays.as_ref().is_some_and(Vec::is_empty) {
                                return Err(named("name the arrays, as in /checkArrays:A,B".to_owned()));
                            }
                        }
                        Some((name, which)) if name.eq_ignore_ascii_case("/atomics") => {
                            options.atomic_races = match which {
                                "r" => AtomicRaces { reads: true, writes: false },
                                "w" => AtomicRaces { reads: false, writes: true },
                                "none" => AtomicRaces { reads: false, writes: false },
                                _ => AtomicRaces::default(),
                            };
                        }
                        _ => self.warnings.push(format!("`{word}` of `{}` is ignored", flag.name)),
                    }
                }
            }
            Effect::NoAnnotations => options.annotations = Annotations::None,
            Effect::OnlyRequires => options.annotations = Annotations::OnlyRequires,
            Effect::OnlyLog => options.race_arrays = Some(Vec::new()),
            Effect::Abstraction => match self.abstraction {
                Some(other) if other != flag.name => {
                    return Err(format!("`{other}` and `{}` exclude each other", flag.name));
                }
                _ => self.abstraction = Some(flag.name),
            },
        }
        Ok(())
    }

    /// Sets the size of a block from `--block`.
    pub fn set_block(&mut self, value: &str) -> Result<(), String> {
        set(&mut self.block, extents(value, 1).map_err(|e| format!("`--block={value}`: {e}"))?, "the size of a block")
    }

    /// Sets the number of blocks from `--grid`.
    pub fn set_grid(&mut self, value: &str) -> Result<(), String> {
        set(&mut self.grid, extents(value, 1).map_err(|e| format!("`--grid={value}`: {e}"))?, "the number of blocks")
    }

    /// Tests if the size of a block is given, and the number of blocks.
    pub fn sizes_given(&self) -> (bool, bool) {
        (self.block.is_some(), self.grid.is_some() || self.global.is_some())
    }

    /// The options for a file of this language.
    pub fn finish(&self, language: Language) -> Result<(Options, Vec<String>), String> {
        let mut options = self.options.clone();
        if self.language.is_some_and(|l| l != language) {
            return Err("`--opencl` or `--cuda` contradicts the ending of the file name; rename the file".to_owned());
        }
        let of_hip = [wp_clang::LANES, wp_clang::LANES_OF_RDNA];
        if let (Language::Hip, Some(lanes)) = (language, options.warp_size.filter(|lanes| !of_hip.contains(lanes))) {
            return Err(format!(
                "`--warp-size={lanes}`: warps of HIP's devices have {} or {} lanes",
                of_hip[0], of_hip[1]
            ));
        }
        let mut grid = self.grid.clone();
        if let Some(global) = &self.global {
            if self.grid.is_some() {
                return Err("the global size and the number of blocks are both given; leave one out".to_owned());
            }
            let block = self.block.as_ref().ok_or("`--global_size` needs `--local_size`")?;
            grid = Some(groups(block, global)?);
        }
        if let Some(offset) = &self.offset {
            if language.is_cpp() {
                return Err("`--global_offset` is for OpenCL kernels".to_owned());
            }
            if grid.as_ref().is_some_and(|g| g.len() != offset.len()) {
                return Err("`--global_offset` must have as many extents as the grid".to_owned());
            }
        }
        options.launch = Launch {
            block: self.block.as_ref().map_or([Dim::Any; 3], |e| dims(e, 1)),
            grid: grid.as_ref().map_or([Dim::Any; 3], |e| dims(e, 1)),
            offset: self.offset.as_ref().map_or([Dim::Known(0); 3], |e| dims(e, 0)),
        };
        // GPUVerify's sizes say how many dimensions there are; ours only give extents.
        if options.rules == Rules::GpuVerify {
            options.dimensions = self.block.as_ref().map(|b| b.len() as u32);
            let (Some(block), Some(grid)) = (&self.block, &grid) else {
                return Err(
                    "GPUVerify's rules need both sizes: --blockDim and --gridDim, or --local_size and --num_groups"
                        .to_owned(),
                );
            };
            let any = |e: &Extents| if self.ignore_sizes { vec![None; e.len()] } else { e.clone() };
            let macros = size_macros(language, &any(block), &any(grid), self);
            options.defines.splice(0..0, macros);
        }
        if self.ignore_sizes {
            options.reference = Some(std::mem::replace(&mut options.launch, Launch::ANY));
            options.dimensions = None;
            options.preconditions = true;
            options.accept_preconditions = true;
        }
        Ok((options, self.warnings.clone()))
    }
}

/// The macros by which GPUVerify tells a kernel the sizes that it is checked for.
fn size_macros(language: Language, block: &Extents, grid: &Extents, settings: &Settings) -> Vec<String> {
    let options = &settings.options;
    let mut macros = vec![format!("__BUGLE_{}__", options.pointer_bits)];
    let (shape, local, groups) = match language {
        Language::Cuda | Language::Hip => ("THREAD_BLOCK", "BLOCK_DIM", "GRID_DIM"),
        Language::OpenCl => ("WORK_GROUP", "LOCAL_SIZE", "NUM_GROUPS"),
    };
    macros.push(format!("__{}D_{shape}", block.len()));
    macros.push(format!("__{}D_GRID", grid.len()));
    let mut sizes = |name: &str, extents: &Extents| {
        for (i, extent) in extents.iter().enumerate() {
            macros.push(match extent {
                Some(n) => format!("__{name}_{i}={n}"),
                None => format!("__{name}_{i}_FREE"),
            });
        }
    };
    sizes(local, block);
    sizes(groups, grid);
    if let Some(offset) = &settings.offset {
        sizes("GLOBAL_OFFSET", offset);
    }
    if language.is_cpp() {
        macros.push(format!("__WARP_SIZE={}", options.warp_sync.unwrap_or(32)));
    }
    macros
}

fn set(slot: &mut Option<Extents>, value: Extents, what: &str) -> Result<(), String> {
    match slot {
        Some(_) => Err(format!("{what} is given twice; leave one out")),
        None => {
            *slot = Some(value);
            Ok(())
        }
    }
}

/// The number of groups that makes up a global size.
fn groups(block: &Extents, global: &Extents) -> Result<Extents, String> {
    if block.len() != global.len() {
        return Err("`--local_size` and `--global_size` must have the same number of extents".to_owned());
    }
    block
        .iter()
        .zip(global)
        .map(|(block, global)| match (block, global) {
            (_, None) => Ok(None),
            (None, Some(_)) => Err("`--global_size` with `*` as work-group size is not supported; give a work-group size, or `--num_groups`".to_owned()),
            (Some(b), Some(g)) if g % b == 0 => Ok(Some(g / b)),
            (Some(b), Some(g)) => Err(format!("the global size {g} is not a multiple of the work-group size {b}")),
        })
        .collect()
}

/// Parses a time limit in seconds; 0 is none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    duration(text.parse().map_err(|_| "give a number of seconds".to_owned())?)
}

/// A time limit of a number of seconds; 0 is none.
pub fn duration(number: f64) -> Result<Duration, String> {
    if !(0.0..=1.0e9).contains(&number) {
        return Err("give a number of seconds that is not negative".to_owned());
    }
    Ok(if number == 0.0 { Duration::from_secs(1_000_000_000) } else { Duration::from_secs_f64(number) })
}

fn kernel_args(text: &str) -> Result<(String, Vec<Option<i128>>), String> {
    let mut parts = text.split(',').map(str::trim);
    let kernel = parts.next().filter(|k| !k.is_empty()).ok_or("give a kernel name first, as in K,0x10,*")?;
    let values: Option<Vec<Option<i128>>> = parts
        .map(|part| match part {
            "*" => Some(None),
            _ => i128::from_str_radix(part.strip_prefix("0x")?, 16).ok().map(Some),
        })
        .collect();
    Ok((kernel.to_owned(), values.ok_or("values are hexadecimal (0x10) or *")?))
}

fn kernel_arrays(text: &str) -> Result<(String, Vec<u64>), String> {
    let mut parts = text.split(',').map(str::trim);
    let kernel = parts.next().filter(|k| !k.is_empty()).ok_or("give a kernel name first, as in K,256")?;
    let sizes: Option<Vec<u64>> = parts.map(|part| part.parse().ok().filter(|n| *n > 0)).collect();
    Ok((kernel.to_owned(), sizes.ok_or("sizes are positive numbers of bytes; * is not supported")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpuverify::parse_words;

    fn finish(line: &str, language: Language) -> Result<Options, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut settings = Settings::gpuverify();
        for (flag, value) in parse_words(&words)? {
            settings.apply(flag, value.as_deref())?;
        }
        settings.finish(language).map(|(options, _)| options)
    }

    #[test]
    fn sizes() {
        let options = finish("--blockDim=[16,16] --gridDim=*", Language::Cuda).unwrap();
        assert_eq!(options.launch.block, [Dim::Known(16), Dim::Known(16), Dim::Known(1)]);
        assert_eq!(options.launch.grid, [Dim::Any, Dim::Known(1), Dim::Known(1)]);
        for macro_name in ["__2D_THREAD_BLOCK", "__1D_GRID", "__BLOCK_DIM_1=16", "__GRID_DIM_0_FREE", "__BUGLE_32__"] {
            assert!(options.defines.iter().any(|d| d == macro_name), "{macro_name}");
        }
        assert!(options.benign_same_value && !options.bounds && !options.exit_arrives);
    }

    #[test]
    fn sub_groups_of_opencl_have_sizes_that_warps_of_hip_have_not() {
        let mut settings = Settings::default();
        settings.options.warp_size = Some(16);
        assert!(settings.finish(Language::OpenCl).is_ok());
        assert!(settings.finish(Language::Hip).is_err_and(|error| error.contains("--warp-size=16")));
    }

    #[test]
    fn a_bound_on_iterations_makes_a_search_for_bugs() {
        let bound =
            |line: &str| finish(&format!("--blockDim=8 --gridDim=1 {line}"), Language::Cuda).map(|o| o.findbugs);
        assert_eq!(bound(""), Ok(None));
        assert_eq!(bound("--findbugs"), Ok(Some(2)));
        assert_eq!(bound("--findbugs --loop-unwind=5"), Ok(Some(5)));
        assert_eq!(bound("--loop-unwind=5 --findbugs"), Ok(Some(5)));
        assert!(bound("--loop-unwind=x").is_err());
    }

    #[test]
    fn global_sizes() {
        let options = finish("--local_size=64 --global_size=256", Language::OpenCl).unwrap();
        assert_eq!(options.launch.grid[0], Dim::Known(4));
        let fails = |line, part: &str| {
            let error = finish(line, Language::OpenCl).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        fails("--local_size=[32,64] --global_size=[64,127]", "not a multiple");
        fails("--local_size=[32,64] --global_size=[64]", "same number");
        fails("--local_size=32 --global_size=64 --num_groups=2", "both given");
        fails("--local_size=* --global_size=64", "not supported");
        fails("--local_size=0 --num_groups=1", "at least 1");
        fails("--local_size=1,2,3,4 --num_groups=1", "one to three");
        fails("--local_size=8", "both sizes");
        fails("--local_size=8 --num_groups=1 --equality-abstraction --adversarial-abstraction", "exclude");
        fails("--local_size=8 --num_groups=1 --vcgen-opt=/checkArrays:", "name the arrays");
    }

    #[test]
    fn restrictions() {
        let of = |line: &str| finish(&format!("--local_size=8 --num_groups=1 {line}"), Language::OpenCl).unwrap();
        assert_eq!(of("").race_arrays, None);
        assert_eq!(of("--vcgen-op=/checkArrays:A,B").race_arrays, Some(vec!["A".to_owned(), "B".to_owned()]));
        assert_eq!(of("--only-log").race_arrays, Some(Vec::new()));
        assert_eq!(of("--only-requires").annotations, Annotations::OnlyRequires);
        assert_eq!(of("--no-annotations").annotations, Annotations::None);
        assert_eq!(of("--kernel-arrays=foo,16").kernel_arrays, [("foo".to_owned(), vec![16])]);
    }

    #[test]
    fn races_with_atomics() {
        let races =
            |option: &str| finish(&format!("--local_size=8 --num_groups=1 {option}"), Language::OpenCl).unwrap();
        assert_eq!(races("").atomic_races, AtomicRaces { reads: true, writes: true });
        assert_eq!(races("--vcgen-opt=/atomics:r").atomic_races, AtomicRaces { reads: true, writes: false });
        assert_eq!(races("--vcgen-opt=/atomics:none").atomic_races, AtomicRaces { reads: false, writes: false });
    }

    #[test]
    fn values_of_arguments() {
        let options = finish("--local_size=1 --num_groups=1 --kernel-args=foo,0x10,*", Language::OpenCl).unwrap();
        assert_eq!(options.kernel_args, [("foo".to_owned(), vec![Some(16), None])]);
        assert!(finish("--local_size=1 --num_groups=1 --kernel-args=foo,16", Language::OpenCl).is_err());
        assert!(finish("--local_size=1 --num_groups=1 --kernel-arrays=foo,*", Language::OpenCl).is_err());
    }
}
