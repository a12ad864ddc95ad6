//! Launches as they are read from small files: to which kernel they belong, and what is known of them.

use wp_clang::{Language, ParseOptions, TranslationUnit};
use wp_decls::Decls;
use wp_host::{foreign, launches, Argument, Changed, ForeignLaunch, Int, KernelLaunches, Kind};

fn parsed(text: &str) -> TranslationUnit {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file.cu");
    std::fs::write(&path, text).expect("the folder is writable");
    wp_clang::parse(&path, Language::Cuda, &ParseOptions::default()).expect("Clang runs")
}

fn read(unit: &TranslationUnit) -> Vec<KernelLaunches> {
    launches(&Decls::new(unit, false), &Changed::default())
}

fn constant(value: &Int) -> Option<i128> {
    match value.kind {
        Kind::Int(value) => Some(value),
        _ => None,
    }
}

/// The names of the kernels that the results are about, by their definitions in the device's tree.
fn names(unit: &TranslationUnit, launches: &[KernelLaunches]) -> Vec<String> {
    let decls = Decls::new(unit, false);
    let of = |launched: &KernelLaunches| decls.kernels.iter().find(|k| k.node.id == launched.definition);
    launches.iter().filter_map(|launched| Some(of(launched)?.name.clone())).collect()
}

#[test]
fn extents_arguments_guards_and_sizes_are_those_of_the_site() {
    let unit = parsed(
        "__global__ void scale(float *a, int n) { a[threadIdx.x] = n; }
         void run(int n) {
           if (n <= 0) return;
           float *a;
           cudaMalloc(&a, n * sizeof(float));
           scale<<<n / 256, 256>>>(a, n);
         }",
    );
    let [scale] = &read(&unit)[..] else { panic!("one kernel") };
    let [site] = &scale.sites[..] else { panic!("one launch") };
    assert_eq!((&*site.function, scale.mentioned), ("run", None));
    assert_eq!(site.block.each_ref().map(constant), [Some(256), Some(1), Some(1)]);
    assert_eq!(site.grid.each_ref().map(constant), [None, Some(1), Some(1)]);
    let [(a, Argument::Pointer(buffer, start)), (n, Argument::Int(_))] = &site.arguments[..] else {
        panic!("{:?}", site.arguments)
    };
    assert_eq!((&**a, &**n, constant(start)), ("a", "n", Some(0)));
    assert!(site.sizes.contains_key(buffer));
    assert_eq!(site.guards.len(), 1, "n is positive");
}

#[test]
fn a_mention_outside_of_launches_leaves_room_for_more() {
    let unit = parsed(
        "__global__ void used(int *a) { *a = 1; }
         __global__ void given(int *a) { *a = 2; }
         void take(void (*)(int *));
         void run(int *a) { used<<<1, 32>>>(a); given<<<1, 32>>>(a); take(given); }",
    );
    let found = read(&unit);
    assert_eq!(names(&unit, &found), ["used", "given"]);
    assert_eq!(found.iter().map(|k| k.sites.len()).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(found.iter().map(|k| k.mentioned.is_some()).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn launches_of_the_hosts_compilation_belong_to_kernels_of_the_devices() {
    let unit = parsed(
        "__global__ void first(int *a) { *a = 1; }
         __global__ void second(int *a) { *a = 2; }
         #ifdef __CUDA_ARCH__
         void run(int *) {}
         #else
         void run(int *a) { second<<<1, 64>>>(a); }
         #endif",
    );
    assert!(unit.host.is_some(), "the two compilations see different texts");
    let found = read(&unit);
    assert_eq!(names(&unit, &found), ["first", "second"]);
    assert_eq!(found.iter().map(|k| k.sites.len()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(constant(&found[1].sites[0].block[0]), Some(64));
}

#[test]
fn a_launch_of_another_files_kernel_matches_what_that_file_exports() {
    let definition = parsed("namespace n { __global__ void k(int *a, int count) { a[0] = count; } }");
    let caller = parsed(
        "namespace n { __global__ void k(int *, int); }
         void run(int *a) { n::k<<<1, 32>>>(a, 7); }",
    );
    let code = foreign(&caller, &Changed::default());
    let [launch] = &code.launches[..] else { panic!("one launch") };
    let [kernel] = &read(&definition)[..] else { panic!("one kernel") };
    let exported = kernel.exported.as_ref().expect("the kernel has linkage");
    assert_eq!(exported.signature, launch.kernel);
    let ForeignLaunch::Read(site) = launch.of(&exported.parameters) else { panic!("the launch was read") };
    let count = site.arguments.iter().find(|(name, _)| &**name == "count");
    assert!(matches!(count, Some((_, Argument::Int(value))) if constant(value) == Some(7)));
}

#[test]
fn kernels_match_if_a_linker_takes_them_for_one() {
    let alike = [
        "__global__ void k(int *__restrict__ a, const int n)",
        "typedef int number; using pointer = number *; __global__ void k(pointer a, number n)",
        "__global__ auto k(int *a, int n) -> void",
        "__global__ void k(int a[], int n) noexcept",
        // The host's compilation sees another text than the device's.
        "#ifdef __CUDA_ARCH__\n#define X 1\n#else\n#define X 2\n#endif\n__global__ void k(int *a, int n)",
    ];
    let others = [
        "__global__ void k(const int *a, int n)",
        "__global__ void k(int *a, unsigned n)",
        "namespace n { __global__ void k(int *a, int n); } __global__ void k(int *a)",
    ];
    let caller = parsed("__global__ void k(int *, int); void run(int *a) { k<<<1, 32>>>(a, 7); }");
    let launched = foreign(&caller, &Changed::default()).launches;
    for (form, is_same) in alike.map(|form| (form, true)).into_iter().chain(others.map(|form| (form, false))) {
        let definition = parsed(&format!("{form} {{ a[0] = 1; }}"));
        let defined = foreign(&definition, &Changed::default()).defined;
        let matches = defined.iter().any(|kernel| kernel.is_same(&launched[0].kernel));
        assert_eq!(matches, is_same, "{form}");
    }
}

#[test]
fn static_kernels_and_instances_of_templates_are_not_exported() {
    let unit = parsed(
        "static __global__ void own(int *a) { *a = 1; }
         template <int N> __global__ void instance(int *a) { *a = N; }
         void run(int *a) { own<<<1, 1>>>(a); instance<3><<<1, 1>>>(a); }",
    );
    let found = read(&unit);
    assert_eq!(names(&unit, &found), ["own", "instance<3>"]);
    assert!(found.iter().all(|kernel| kernel.exported.is_none() && kernel.sites.len() == 1));
}
