//! The user's options, as one value.

use crate::elsewhere::Elsewhere;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wp_base::{Assumption, SourceMap, Stop};
use wp_check::IndexWidth;
use wp_clang::Language;
use wp_interp::AtomicRaces;
use wp_kir::{Dim, Launch};
use wp_lower::Annotations;

/// Bytes of the device's memory where none is given: 80 GiB.
const DEVICE_MEMORY: u64 = 80 << 30;

/// The rules of the check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    /// Our own defaults.
    #[default]
    Warpproof,
    /// GPUVerify's defaults, for files with its header lines: same-value tolerance with its read-write rules, bounds
    /// only on request, early exit before a barrier is divergence.
    GpuVerify,
}

/// The launches that a configuration file restricts a kernel to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KernelLaunch {
    /// The kernel, with or without template arguments.
    pub kernel: String,
    /// Threads per block.
    pub block: Option<[Dim; 3]>,
    /// Blocks.
    pub grid: Option<[Dim; 3]>,
    /// Values of scalar parameters, in order; `None` entries are free.
    pub arguments: Vec<Option<i128>>,
}

/// A part of a file that is a source by itself.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The source, at its place in the file.
    pub text: String,
    /// The sources so far, with the text as that of the file.
    pub sources: SourceMap,
}

/// Options of a verification.
#[derive(Clone, Debug)]
pub struct Options {
    /// Launch extents.
    pub launch: Launch,
    /// Launches of single kernels; they override `launch` and `kernel_args`.
    pub kernel_launches: Vec<KernelLaunch>,
    /// True if launches in host code are ignored.
    pub ignore_host: bool,
    /// Launches, variables and exported kernels of the files that are checked together.
    pub checked_together: Arc<Vec<Elsewhere>>,
    /// True if code in the files chooses extents for the kernel and was not read.
    pub launched_unread: bool,
    /// The launch is a case of a launch in the source that may never happen: a proof may be vacuous.
    pub may_not_happen: bool,
    /// `-D`
    pub defines: Vec<String>,
    /// `-I`
    pub includes: Vec<PathBuf>,
    /// Headers that are included in front of the file.
    pub headers: Vec<String>,
    /// The language, if it is not that of the file's name.
    pub language: Option<Language>,
    /// The part of the file that is checked, instead of the file.
    pub excerpt: Option<Arc<Excerpt>>,
    /// Further flags for Clang.
    pub clang_flags: Vec<String>,
    /// Instances of kernel templates that are made, launched or not.
    pub instances: Vec<String>,
    /// Only kernels of these names; all when empty.
    pub kernels: Vec<String>,
    /// Wall clock limit per file; the searches for preconditions and for changes may each take as long once more.
    pub timeout: Duration,
    /// The work that a file may cost, as the time that an idle machine takes for it; the wall clock limit when absent.
    /// It is counted, so that it decides alike on every machine, and the clock is a last guard.
    pub effort: Option<Duration>,
    /// The most bytes of memory that the process may use, and that each of its solver processes may use.
    pub memory: Option<u64>,
    /// Rule set.
    pub rules: Rules,
    /// Writes of the same value to one cell do not race (and GPUVerify's read-write rules).
    pub benign_same_value: bool,
    /// The plain accesses that race with atomics.
    pub atomic_races: AtomicRaces,
    /// Check array bounds.
    pub bounds: bool,
    /// Check the alignment of accesses.
    pub alignment: bool,
    /// Look for reads of elements that nothing wrote.
    pub initialised: bool,
    /// The kernels in whose indices 32-bit operations that exceed their types are looked for.
    pub index_width: IndexWidth,
    /// Bytes of the device's memory, which the arrays of a launch fit.
    pub device_memory: u64,
    /// Only races within a block.
    pub only_intra_group: bool,
    /// Proofs of barrier invariants may use cells that other threads may have changed (GPUVerify's option).
    pub no_barrier_access_checks: bool,
    /// Only barrier divergence.
    pub only_divergence: bool,
    /// Races are looked for on these arrays only; on all where it is absent, on none where it is empty.
    pub race_arrays: Option<Vec<String>>,
    /// Number of dimensions of the launch, when it is given.
    pub dimensions: Option<u32>,
    /// The annotations of the source that are read.
    pub annotations: Annotations,
    /// Lanes of a warp in HIP, 32 or 64; [`wp_clang::LANES`] where it is absent.
    pub warp_size: Option<u32>,
    /// Threads of a warp of this size run in lock-step.
    pub warp_sync: Option<u32>,
    /// Floating-point semantics of contract proofs.
    pub floats: wp_contract::Floats,
    /// Check `assert`s.
    pub assertions: bool,
    /// A `__syncthreads` counts exited threads as arrived (CUDA).
    pub exit_arrives: bool,
    /// Named assumptions switched off (`no-alias`, `no-signed-overflow`, ...).
    pub without: Vec<Assumption>,
    /// Solver program; found automatically when absent.
    pub solver: Option<PathBuf>,
    /// Version of `solver`, where it is known already.
    pub solver_version: Option<wp_solve::Version>,
    /// Solvers that are asked beside it: verdicts may depend on the clock then.
    pub portfolio: wp_solve::Portfolio,
    /// Never start a solver.
    pub no_solver: bool,
    /// Simplify questions before the solver is asked, and use the digit procedure.
    pub simplification: bool,
    /// Folder that keeps the solver's answers for later runs; none when absent.
    pub cache: Option<PathBuf>,
    /// Limit of one solver query.
    pub query_timeout: Duration,
    /// `--kernel-args` values per kernel: `None` entries are free.
    pub kernel_args: Vec<(String, Vec<Option<i128>>)>,
    /// `--kernel-arrays` sizes in bytes per kernel.
    pub kernel_arrays: Vec<(String, Vec<u64>)>,
    /// Loop invariants of the source are only candidates.
    pub invariants_as_candidates: bool,
    /// Only look for bugs, with at most so many iterations of every loop; nothing is proved then.
    pub findbugs: Option<u32>,
    /// Use closed forms and unrolling for loops; otherwise all loops are left to invariant inference.
    pub acceleration: bool,
    /// Invariant inference for loops without closed forms.
    pub inference: Inference,
    /// True if witnesses show what their threads do, step by step, and what a program needs that launches them.
    pub witness_details: bool,
    /// True if the tasks of contracts are kept as SMT-LIB.
    pub contract_scripts: bool,
    /// True if contracts of functions replace all calls of them, not only those that cannot be inlined.
    pub modular: bool,
    /// Look for preconditions under which a kernel is proved that is not proved without them.
    pub preconditions: bool,
    /// Take the first set of them for granted: the verdict is then that of the proof under it.
    pub accept_preconditions: bool,
    /// Note what costs warps more than it must; verdicts do not depend on it.
    pub performance: bool,
    /// The kernel whose proofs are explained, by its name or that of its template. No verdict depends on it.
    pub explain_proof: Option<String>,
    /// Look for barriers, and places of barriers, that remove findings.
    pub fixes: bool,
    /// A launch; the report says of preconditions that were found whether it satisfies them. It has no other effect.
    pub reference: Option<Launch>,
    /// A request to end; a verification that was asked to end has no result that may be shown.
    pub stop: Stop,
    /// A fault seeded on purpose into the verifier, for the test of the tests.
    pub fault: Option<wp_summary::Fault>,
    /// Width of pointers and `size_t`, in bits: 64, or 32 as GPUVerify's default.
    pub pointer_bits: u32,
}

impl Options {
    /// True if proofs may rest on the named assumption.
    pub fn grants(&self, assumption: Assumption) -> bool {
        !self.without.contains(&assumption)
    }

    /// The options for one kernel: those about its launches alone override the general ones.
    pub fn of_kernel(&self, name: &str) -> Cow<'_, Options> {
        let mut own = Cow::Borrowed(self);
        for launch in self.kernel_launches.iter().filter(|l| is_named(name, &l.kernel)) {
            let options = own.to_mut();
            options.launch.block = launch.block.unwrap_or(options.launch.block);
            options.launch.grid = launch.grid.unwrap_or(options.launch.grid);
            if !launch.arguments.is_empty() {
                options.kernel_args.retain(|(kernel, _)| kernel != name);
                options.kernel_args.push((name.to_owned(), launch.arguments.clone()));
            }
        }
        own
    }

    /// True if the proofs of a kernel are explained.
    pub(crate) fn explains(&self, kernel: &str) -> bool {
        self.explain_proof.as_ref().is_some_and(|name| is_named(kernel, name))
    }

    /// True if a barrier counts threads that have ended as arrived.
    pub(crate) fn exit_arrives(&self) -> bool {
        self.exit_arrives && self.grants(Assumption::ExitArrives)
    }
}

impl Options {
    /// The solver's effort for a file, in its resource units. On a machine that is slower than the units suppose, the
    /// clock strikes first.
    pub fn effort_in_all(&self) -> u64 {
        wp_solve::resources(self.effort.unwrap_or(self.timeout))
    }

    /// The wall clock limit for a file's check, with the search for preconditions where it is asked for.
    pub(crate) fn time_of_check(&self) -> Duration {
        self.timeout.saturating_mul(1 + u32::from(self.preconditions))
    }

    /// The wall clock limit per file with the searches that are asked for.
    pub fn time_in_all(&self) -> Duration {
        self.time_of_check().saturating_add(self.timeout.saturating_mul(u32::from(self.fixes)))
    }

    /// True if a kernel is to be verified: all are where none is named.
    pub(crate) fn selects(&self, kernel: &str) -> bool {
        self.kernels.is_empty() || self.kernels.iter().any(|name| is_named(kernel, name))
    }

    /// True if kernels are verified for their launches in host code, where there are any.
    pub fn follows_launches(&self) -> bool {
        !self.ignore_host
            && self.grants(Assumption::LaunchSite)
            && self.rules != Rules::GpuVerify
            && self.launch == Launch::ANY
    }

    /// True if refutations of a kernel have classes: GPUVerify's rules take a kernel for every launch that its
    /// annotations admit.
    pub(crate) fn classifies_refutations(&self) -> bool {
        self.rules == Rules::Warpproof && self.findbugs.is_none()
    }

    /// The options for the compiler.
    pub fn parsing(&self) -> wp_clang::ParseOptions {
        wp_clang::ParseOptions {
            defines: self.defines.clone(),
            includes: self.includes.clone(),
            extra: self.clang_flags.clone(),
            instances: self.instances.clone(),
            unseen_launchers: self.grants(Assumption::Launcher),
            defined_elsewhere: BTreeSet::new(),
            text: self.excerpt.as_ref().map(|excerpt| excerpt.text.clone()),
            headers: self.headers.clone(),
            warp_size: self.warp_size,
            sources: self.excerpt.as_ref().map(|excerpt| excerpt.sources.clone()).unwrap_or_default(),
        }
    }

    /// The language of a file.
    pub fn language_of(&self, path: &Path) -> Option<Language> {
        self.language.or_else(|| Language::of(path))
    }

    /// The options for the lowering.
    pub fn lowering(&self) -> wp_lower::LowerOptions {
        wp_lower::LowerOptions {
            pointer_bits: self.pointer_bits,
            invariants_as_candidates: self.invariants_as_candidates,
            gpuverify_rules: self.rules == Rules::GpuVerify,
            annotations: self.annotations,
            dimensions: self.dimensions,
            by_contract: wp_lower::ByContract::Nothing,
        }
    }

    /// The options for the lowering if contracts of functions are verified, so that they may replace calls.
    pub(crate) fn staged_lowering(&self) -> wp_lower::LowerOptions {
        let by_contract = if self.modular { wp_lower::ByContract::Everything } else { wp_lower::ByContract::Recursion };
        wp_lower::LowerOptions { by_contract, ..self.lowering() }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            launch: Launch::ANY,
            kernel_launches: Vec::new(),
            ignore_host: false,
            checked_together: Arc::default(),
            launched_unread: false,
            may_not_happen: false,
            defines: Vec::new(),
            includes: Vec::new(),
            headers: Vec::new(),
            language: None,
            excerpt: None,
            clang_flags: Vec::new(),
            instances: Vec::new(),
            kernels: Vec::new(),
            // The count decides, on slow and busy machines too.
            timeout: Duration::from_secs(600),
            effort: Some(Duration::from_secs(60)),
            memory: None,
            rules: Rules::Warpproof,
            benign_same_value: false,
            bounds: true,
            alignment: true,
            initialised: true,
            index_width: IndexWidth::Mixed,
            device_memory: DEVICE_MEMORY,
            only_intra_group: false,
            no_barrier_access_checks: false,
            only_divergence: false,
            race_arrays: None,
            dimensions: None,
            annotations: Annotations::All,
            warp_size: None,
            warp_sync: None,
            atomic_races: AtomicRaces::default(),
            floats: wp_contract::Floats::default(),
            assertions: true,
            exit_arrives: true,
            without: Vec::new(),
            solver: None,
            solver_version: None,
            portfolio: wp_solve::Portfolio::default(),
            no_solver: false,
            simplification: true,
            cache: None,
            query_timeout: Duration::from_secs(2),
            kernel_args: Vec::new(),
            kernel_arrays: Vec::new(),
            invariants_as_candidates: false,
            findbugs: None,
            acceleration: true,
            inference: Inference::default(),
            witness_details: false,
            contract_scripts: false,
            modular: false,
            preconditions: false,
            accept_preconditions: false,
            performance: false,
            explain_proof: None,
            fixes: false,
            reference: None,
            stop: Stop::default(),
            fault: None,
            pointer_bits: 64,
        }
    }
}

/// The name of a kernel, or of its template.
pub fn template_name(kernel: &str) -> &str {
    kernel.split('<').next().unwrap_or(kernel)
}

/// True if a kernel is meant by a name: its own, or that of its template.
pub fn is_named(kernel: &str, name: &str) -> bool {
    kernel == name || template_name(kernel) == name
}

/// Options of invariant inference.
#[derive(Clone, Debug)]
pub struct Inference {
    /// True if invariants are inferred at all.
    pub enabled: bool,
    /// Names or numbers of the rules that may suggest candidates; all when empty.
    pub rules: Vec<String>,
    /// Names or numbers of rules that are left out.
    pub omitted: Vec<String>,
    /// Refutation engines in order; Houdini is last.
    pub engines: Vec<wp_infer::Engine>,
    /// The schedule of the engines.
    pub schedule: wp_infer::Schedule,
    /// Concrete launches that DYN tries.
    pub dyn_launches: u32,
    /// Loop iterations that DYN follows, per launch.
    pub dyn_iterations: u64,
    /// Tuples of observed accesses for which DYN evaluates a candidate.
    pub dyn_tuples: u32,
}

impl Default for Inference {
    fn default() -> Self {
        let config = wp_infer::Config::default();
        Self {
            enabled: true,
            rules: config.rules,
            omitted: config.omitted,
            engines: config.engines,
            schedule: config.schedule,
            dyn_launches: config.dyn_launches,
            dyn_iterations: config.dyn_iterations,
            dyn_tuples: config.dyn_tuples,
        }
    }
}
