//! The programs for a device: what they hold, and that the comparison in them notices a change of each element.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use wp_engine::Options;
use xtask::device::{prepare, Config, Prepared};

const KERNELS: &str = "
__global__ void shares(const int *in, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x] + 1;
}
__global__ void exponential(float *out) { out[threadIdx.x] = expf(threadIdx.x); }
__global__ void last_one_wins(int *out) { out[0] = atomicAdd(&out[1], 1); }
__global__ void racy(int *out) { out[threadIdx.x / 2] = threadIdx.x; }
";

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn prepared(folder: &Path) -> Prepared {
    let source = folder.join("kernels.cu");
    std::fs::write(&source, format!("//@ flags: --block 64 --grid 1\n{KERNELS}")).unwrap();
    let config = Config {
        kernels: vec![source.clone()],
        findings: vec![source],
        includes: Vec::new(),
        each: 1,
        out: folder.join("out"),
        options: Options { timeout: Duration::from_secs(20), ..Options::default() },
    };
    prepare(&config).unwrap()
}

/// The cases of a kernel.
fn cases(out: &Path, kernel: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(out.join("cases")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "json") {
            let program = json(&path);
            all.extend(program["cases"].as_array().unwrap().iter().filter(|c| c["kernel"] == kernel).cloned());
        }
    }
    all
}

#[test]
fn launches_with_one_result_and_findings_become_programs() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let prepared = prepared(folder.path());
    assert_eq!((prepared.programs, prepared.kernels), (1, 2), "{prepared:?}");
    let left_out: usize = prepared.left_out.values().map(Vec::len).sum();
    assert_eq!(left_out, 2, "{prepared:?}");
    for case in cases(&out, "shares") {
        let array = |i: usize| case["arguments"][i].clone();
        // Zeros at the end are left out.
        let byte = |text: &Value, at: usize| {
            text.as_str().unwrap().get(2 * at..2 * at + 2).map_or(0, |digits| u8::from_str_radix(digits, 16).unwrap())
        };
        for run in array(1)["changed"].as_array().unwrap() {
            let at = run[0].as_u64().unwrap() as usize;
            if at % 4 == 0 {
                let source = byte(&array(0)["bytes"], 4 * (63 - at / 4));
                assert_eq!(byte(&run[1], 0), source.wrapping_add(1), "{at}");
            }
        }
    }
    let exponential = &cases(&out, "exponential")[0]["arguments"][0];
    let open = exponential["open"].as_array().unwrap();
    // exp(0) is exact, and some 90 is beyond the greatest float.
    assert!((60..64).contains(&open.len()), "{}", open.len());
    let bound = |i: usize| open[0][i].as_str().unwrap().parse::<f64>().unwrap();
    assert!(bound(2) < 1f64.exp() && 1f64.exp() < bound(3), "{}", open[0]);
    let index = json(&out.join("repro/index.json"));
    let of_racy: Vec<&Value> = index.as_array().unwrap().iter().filter(|f| f["kernel"] == "racy").collect();
    assert!(of_racy.iter().any(|f| f["tool"] == "racecheck" && f["shared"] == false), "{index}");
    for finding in index.as_array().unwrap() {
        let text = std::fs::read_to_string(out.join("repro").join(finding["program"].as_str().unwrap())).unwrap();
        assert!(text.contains("#include \"sources/"), "{text}");
    }
}

#[test]
fn the_comparison_notices_changes() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    prepared(folder.path());
    let output = Command::new("python3").arg(folder.path().join("out/drive.py")).arg("--self-check").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words[0].parse::<u32>().unwrap() >= 3, "{text}");
    assert!(words[5].parse::<u32>().unwrap() >= 5, "{text}");
}
