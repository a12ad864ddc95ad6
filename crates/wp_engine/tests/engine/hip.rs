//! Files of HIP: which they are, what of them is in the report, and what rests on the lanes of a warp.

use crate::suite;
use std::path::Path;
use wp_base::{Assumption, Severity};
use wp_engine::{check_file, FileReport, Options, Property, Verdict};

const GOOD: &str = "#include <hip/hip_runtime.h>\n\
                    __global__ void good(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";

fn check(name: &str, text: &str, options: &Options) -> FileReport {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    check_file(&path, options)
}

fn verdict(report: &FileReport, kernel: &str, property: Property) -> Verdict {
    let kernel = report.kernels.iter().find(|k| &*k.name == kernel).unwrap_or_else(|| panic!("no kernel {kernel}"));
    kernel.property(property).unwrap().verdict.clone()
}

#[test]
fn files_of_cpp_with_a_header_of_hip_are_read() {
    let text = format!("{GOOD}void run(int *a) {{ hipLaunchKernelGGL(good, 4, 64, 0, 0, a); }}\n");
    for name in ["a.hip", "a.cpp", "a.cc", "a.cu", "a.hpp"] {
        let report = check(name, &text, &Options::default());
        assert!(report.errors.is_empty() && report.is_hip, "{name}: {:?}", report.errors);
        assert_eq!(verdict(&report, "good", Property::Races), Verdict::Proved, "{name}");
    }
    let report = check("a.cpp", "int main() {}\n", &Options::default());
    assert!(!report.errors.is_empty(), "a file of C++ alone is no kernel file");
}

/// Kernels and launches that the compiler loses are named, as in CUDA.
#[test]
fn no_kernel_or_launch_is_missing() {
    for text in [
        "void f(int *p) { hipLaunchKernelGGL(elsewhere, dim3(1), dim3(1), 0, 0, p); }\n",
        "void f(int *p) { hipExtLaunchKernelGGL(elsewhere, dim3(1), dim3(1), 0, 0, 0, 0, 0, p); }\n",
        "void f(void **list) { hipLaunchKernel((void *)elsewhere, dim3(1), dim3(1), list, 0, 0); }\n",
        "void f(int *p) { elsewhere<<<1, 1>>>(p); }\n",
        "template <class T> __global__ void k(T *a) { a[0] = threadIdx.x; }\n\
         void f(int *p) { k<int><<<1, 32>>>(p); hipLaunchKernelGGL(HIP_KERNEL_NAME(k<char>), 1, nothing, 0, 0, p); }\n",
        "template <class T> struct S { static __global__ void member(T *a) { a[0] = 1; } };\nvoid f() { nothing(); }\n",
    ] {
        let report = check("lost.hip", &format!("{GOOD}{text}"), &Options::default());
        let is_told = |d: &wp_base::Diagnostic| matches!(d.severity, Severity::Error | Severity::Warning);
        assert!(report.errors.iter().any(is_told), "nothing is said of\n{text}");
        assert!(report.kernels.iter().any(|k| &*k.name == "good"), "{text}");
    }
}

/// Only what depends on the lanes of a warp rests on their number.
#[test]
fn the_number_of_lanes_is_an_assumption_of_kernels_that_use_it() {
    let text = format!(
        "{GOOD}__global__ void by_lanes(int *a) {{ if (threadIdx.x % warpSize == 0) a[threadIdx.x / warpSize] = 1; }}\n\
         __global__ void shuffled(int *a) {{ a[threadIdx.x] = __shfl_down(a[threadIdx.x], 1); }}\n\
         __global__ void synchronised(int *a) {{ __syncwarp(); a[threadIdx.x] = 1; }}\n\
         void run(int *a) {{ good<<<1, 64>>>(a); by_lanes<<<1, 64>>>(a); shuffled<<<1, 64>>>(a); synchronised<<<1, 64>>>(a); }}\n"
    );
    for warp_size in [None, Some(32)] {
        let report = check("lanes.hip", &text, &Options { warp_size, ..Options::default() });
        assert!(report.errors.is_empty(), "{:?}", report.errors);
        for kernel in &report.kernels {
            let races = kernel.property(Property::Races).unwrap();
            assert_eq!(races.verdict, Verdict::Proved, "{}", kernel.name);
            let rests = kernel.assumptions.contains(&Assumption::WarpSize);
            assert_eq!(rests, &*kernel.name != "good", "{}", kernel.name);
        }
    }
    let without = Options { without: vec![Assumption::WarpSize], ..Options::default() };
    let report = check("lanes.hip", &text, &without);
    assert_eq!(verdict(&report, "good", Property::Races), Verdict::Proved);
    assert_ne!(verdict(&report, "by_lanes", Property::Races), Verdict::Proved);
}

#[test]
fn the_example_of_the_page_is_refuted_for_warps_of_32_lanes() {
    let page = std::fs::read_to_string(suite::folder("docs/hip.md")).unwrap();
    let (code, _) = page.split("```cuda\n").find(|part| part.contains("exchange")).unwrap().split_once("```").unwrap();
    let report = check("exchange.hip", code, &Options { warp_size: Some(32), ..Options::default() });
    assert_eq!(verdict(&report, "exchange", Property::Races), Verdict::Refuted);
}

/// Files of CUDA are read as before, whatever the option says.
#[test]
fn warps_of_cuda_have_32_lanes() {
    let text = "__global__ void k(int *a) { if (threadIdx.x % 32 == 0) a[threadIdx.x / warpSize] = 1; }\n\
                void run(int *a) { k<<<1, 64>>>(a); }\n";
    let report = check("k.cu", text, &Options { warp_size: Some(64), ..Options::default() });
    assert!(!report.is_hip && Path::new(&report.path).extension().is_some());
    assert_eq!(verdict(&report, "k", Property::Races), Verdict::Proved);
    assert!(!report.kernels[0].assumptions.contains(&Assumption::WarpSize));
}
