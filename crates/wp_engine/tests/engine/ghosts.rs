//! Ghost statements change nothing of what is said of a kernel but for its assertions.

use std::path::Path;
use wp_engine::{check_file, KernelReport, Options, Property};

/// Each with ghosts that would hide or cause something if they were part of the program: divisions by zero, overflow, reads out of bounds, reads
/// of what others write, values that differ between threads.
const KERNELS: &str = r#"
__global__ void race(int *a) {
  __shared__ int s[64];
  //@ ghost int z = 0; ghost int g = 1 / z;
  s[0] = threadIdx.x;
  //@ ghost g = s[0] * s[70] * s[-1];
  a[threadIdx.x] = s[0];
}
__global__ void race_after_overflow(int *a) {
  //@ ghost int g = 4;
  for (int k = 0; k < 100; k++) {
    //@ loop invariant g >= 4 && loop_count == k;
    //@ ghost g = g * g;
  }
  //@ assert g == 1;
  a[0] = threadIdx.x;
}
__global__ void divergence(int *a) {
  //@ ghost int g = 0; ghost g = 1 % g;
  if (threadIdx.x < 3) {
    //@ ghost g = a[-1];
    __syncthreads();
  }
}
__global__ void bounds(int *a) {
  __shared__ int s[64];
  //@ ghost int i = 63;
  s[threadIdx.x] = 1;
  //@ assert s[i] == 1;
  //@ ghost i = s[threadIdx.x];
}
__global__ void proved(int *a, int n) {
  __shared__ int s[64];
  //@ ghost int t = 0;
  if (threadIdx.x < 64) s[threadIdx.x] = n;
  // Others write it.
  //@ ghost t = s[63 - threadIdx.x];
  __syncthreads();
  for (int k = 0; k < n; k++) {
    //@ ghost t = t + s[k];
  }
  if (threadIdx.x < 64) a[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
  //@ ghost t = a[0];
  //@ assert t == 5;
}
__global__ void uneven(int *a) {
  //@ ghost int t = threadIdx.x;
  for (int k = 0; k < 5; k++) {
    //@ ghost t = t * threadIdx.x;
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
"#;

fn checked(folder: &Path, name: &str, text: &str) -> Vec<KernelReport> {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    let report = check_file(&file, &Options::default());
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    report.kernels
}

#[test]
fn ghosts_change_no_other_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let with = checked(folder.path(), "with.cu", KERNELS);
    let plain: String =
        KERNELS.lines().map(|l| l.split_once("//@").map_or(l, |(code, _)| code).to_owned() + "\n").collect();
    assert!(!plain.contains("ghost") && !plain.contains("//@"));
    let without = checked(folder.path(), "without.cu", &plain);
    assert_eq!(with.len(), without.len());
    for (a, b) in with.iter().zip(&without) {
        for property in [Property::Races, Property::Divergence, Property::Bounds] {
            let of = |k: &KernelReport| {
                let found = k.properties.iter().find(|p| p.property == property).unwrap();
                let findings: Vec<String> = found.findings.iter().map(|f| f.diagnostic.message.clone()).collect();
                (found.verdict.name(), findings)
            };
            assert_eq!(of(a), of(b), "{}: {property:?}", a.name);
        }
        let assertions = a.properties.iter().find(|p| p.property == Property::Assertions).unwrap();
        let claims = matches!(&*a.name, "race_after_overflow" | "bounds" | "proved");
        assert_eq!(claims, assertions.verdict.name() != "proved", "{}: {:?}", a.name, assertions.verdict);
    }
}
