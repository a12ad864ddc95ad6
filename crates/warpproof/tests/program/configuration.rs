//! `warpproof.toml` and baselines from outside: what counts, what goes before it, what is wrong with it, and that acceptance
//! changes the exit code only.

use crate::support::{root, warpproof, Run};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tempfile::{tempdir, TempDir};

/// Proved for blocks of at most 64 threads; out of bounds for others, which are unusual launches of it.
const SMALL: &str = "__global__ void small(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n  __syncthreads();\n  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];\n}\n";
/// One race, confirmed.
const COUNT: &str = "__global__ void count(int *out) {\n  __shared__ int hits[1];\n  hits[0] = threadIdx.x;\n  __syncthreads();\n  out[blockIdx.x * blockDim.x + threadIdx.x] = hits[0];\n}\n";

struct Project {
    folder: TempDir,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self { folder: tempdir().unwrap() };
        files.iter().for_each(|(name, text)| project.write(name, text));
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Checks a file of the project.
    fn check(&self, name: &str, options: &[&str]) -> Run {
        let path = self.path(name);
        let mut arguments = vec!["check", "--no-cache", path.to_str().unwrap()];
        arguments.extend(options);
        warpproof(&arguments)
    }

    fn json(&self, name: &str, options: &[&str]) -> (i32, Value) {
        let run = self.check(name, &[&["--format=json"], options].concat());
        let report = serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr));
        (run.code, report)
    }
}

fn assumptions(report: &Value) -> Vec<&str> {
    let all = report["files"][0]["kernels"][0]["assumptions"].as_array().unwrap();
    all.iter().map(|a| a.as_str().unwrap()).collect()
}

#[test]
fn sizes_of_a_kernel_restrict_its_verdict_by_name() {
    let project = Project::new(&[("src/k.cu", SMALL)]);
    assert_eq!(project.check("src/k.cu", &[]).code, 3);
    project.write("warpproof.toml", "[kernel.small]\nblock = [64]\n");
    let (code, report) = project.json("src/k.cu", &[]);
    assert_eq!(code, 0, "{report:#}");
    assert!(assumptions(&report).contains(&"configured-launch"));
    assert!(project.check("src/k.cu", &[]).stdout.contains("configured-launch"));
    // What the command line says goes before it, and then nothing is configured.
    let (code, report) = project.json("src/k.cu", &["--block=65"]);
    assert_eq!(code, 1);
    assert!(!assumptions(&report).contains(&"configured-launch"));
    assert_eq!(project.check("src/k.cu", &["--blockDim=65"]).code, 1);
    assert_eq!(project.check("src/k.cu", &["--no-config"]).code, 3);
    // The nearest file counts, and only it.
    project.write("src/warpproof.toml", "[kernel.other]\nblock = 64\n");
    assert_eq!(project.check("src/k.cu", &[]).code, 3);
    let far = project.path("warpproof.toml");
    assert_eq!(project.check("src/k.cu", &["--config", far.to_str().unwrap()]).code, 0);
}

#[test]
fn instances_and_arguments() {
    let template = "template <int N> __global__ void t(int *a, int n) {\n  __shared__ int s[N];\n  s[threadIdx.x + n] = 1;\n  __syncthreads();\n  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + n];\n}\ntemplate __global__ void t<8>(int *, int);\ntemplate __global__ void t<16>(int *, int);\n";
    let project = Project::new(&[("k.cu", template)]);
    let verdicts = |config: &str| {
        project.write("warpproof.toml", config);
        let (_, report) = project.json("k.cu", &[]);
        let kernels = report["files"][0]["kernels"].as_array().unwrap().clone();
        kernels.iter().map(|k| k["verdict"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(verdicts("[kernel.t]\nblock = 8\narguments = [0]\n"), ["proved", "proved"]);
    assert_eq!(verdicts("[kernel.t]\nblock = 8\narguments = [1]\n"), ["refuted", "proved"]);
    assert_eq!(verdicts("[kernel.\"t<8>\"]\nblock = 8\narguments = [0]\n"), ["proved", "refuted"]);
    assert_eq!(verdicts("[kernel.t]\nblock = 8\narguments = [\"*\"]\n"), ["refuted", "refuted"]);
}

#[test]
fn includes_macros_rules_and_assumptions() {
    let kernel =
        "#include \"size.h\"\n__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = SIZE + MORE; }\n";
    let project = Project::new(&[("src/k.cu", kernel), ("inc/size.h", "#define SIZE 1\n")]);
    assert_eq!(project.check("src/k.cu", &[]).code, 2);
    project
        .write("warpproof.toml", "includes = [\"inc\"]\ndefines = [\"MORE=2\"]\nwithout = [\"no-signed-overflow\"]\n");
    assert_eq!(project.check("src/k.cu", &[]).code, 0);
    // Of the command line: a macro of the same name and a folder with a header of the same name win.
    project.write("mine/size.h", "#error mine\n");
    let mine = format!("-I{}", project.path("mine").display());
    assert_eq!(project.check("src/k.cu", &[&mine]).code, 2);
    assert_eq!(project.check("src/k.cu", &["-DMORE=nowhere"]).code, 2);
    project.write(
        "warpproof.toml",
        "includes = [\"inc\"]\ndefines = [\"MORE=2\"]\nwithout = [\"launch-bounds\", \"unused-dims\"]\n",
    );
    assert_eq!(project.check("src/k.cu", &[]).code, 1, "other dimensions race");
    project.write("warpproof.toml", "includes = [\"inc\"]\ndefines = [\"MORE=2\"]\nconventions = \"gpuverify\"\n");
    let run = project.check("src/k.cu", &[]);
    assert!(run.code == 2 && run.stdout.contains("need both sizes"), "{}", run.stdout);
    assert_eq!(project.check("src/k.cu", &["--conventions=warpproof"]).code, 0);
}

#[test]
fn a_wrong_configuration_is_one_clear_error() {
    let project = Project::new(&[("k.cu", COUNT), ("warpproof.toml", "timeout = 9\n\n[kernel.count]\nblok = 8\n")]);
    let run = project.check("k.cu", &[]);
    assert_eq!((run.code, run.stdout.matches("error[").count()), (2, 1), "{}", run.stdout);
    for part in ["error[WP0508]", "warpproof.toml:4:1", "unknown field `blok`", "block", "help", "--no-config"] {
        assert!(run.stdout.contains(part), "no `{part}` in {}", run.stdout);
    }
    let (_, report) = project.json("k.cu", &[]);
    assert_eq!(report["files"][0]["errors"][0]["places"][0]["place"]["line"], 4);
    let path = project.path("k.cu");
    let run = warpproof(&["invariants", path.to_str().unwrap()]);
    assert!(run.code == 2 && run.stderr.contains("WP0508"), "{}", run.stderr);
    let run = project.check("k.cu", &["--config=no/such.toml"]);
    assert!(run.code == 2 && run.stdout.contains("there is no such file"), "{}", run.stdout);
    project.write("warpproof.toml", "baseline = \"gone.toml\"\n");
    let run = project.check("k.cu", &[]);
    assert!(run.code == 2 && run.stdout.contains("WP0508") && run.stdout.contains("gone.toml"), "{}", run.stdout);
}

#[test]
fn acceptance_changes_the_exit_code_only_and_is_said() {
    let project = Project::new(&[("k.cu", COUNT)]);
    let (code, mut before) = project.json("k.cu", &[]);
    assert_eq!(code, 1);
    let file = project.path("accepted.toml");
    let written = project.check("k.cu", &["--write-baseline", file.to_str().unwrap()]);
    assert_eq!(written.code, 0, "{}", written.stdout);
    assert!(written.stderr.contains("1 accepted finding"), "{}", written.stderr);
    assert!(written.stdout.contains("refuted (1 error, accepted)"), "{}", written.stdout);
    // The same with the key, and a note in every form of the output.
    project.write("warpproof.toml", "baseline = \"accepted.toml\"\n");
    let (code, after) = project.json("k.cu", &[]);
    assert_eq!(code, 0);
    let finding = |report: &mut Value| {
        let properties = &mut report["files"][0]["kernels"][0]["properties"];
        properties.as_array_mut().unwrap().iter_mut().find_map(|p| p["findings"].as_array_mut()?.pop()).unwrap()
    };
    let mut stripped = after.clone();
    assert_eq!(finding(&mut stripped)["accepted"], true);
    assert_eq!(finding(&mut before)["accepted"], false);
    for report in [&mut stripped, &mut before] {
        report.as_object_mut().unwrap().remove("times");
    }
    assert_eq!(stripped, before, "verdicts, counts and assumptions are the same");
    assert_eq!(after["verdict"], "refuted");
    let text = project.check("k.cu", &[]);
    let mark = "accepted: recorded in the baseline";
    assert!(
        text.stdout.contains(mark)
            && text
                .stdout
                .contains("1 kernel: 1 refuted; 1 error, confirmed by simulating the counterexample; accepted.")
    );
    let sarif = project.check("k.cu", &["--format=sarif"]);
    let log: Value = serde_json::from_str(&sarif.stdout).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        (sarif.code, &result["suppressions"][0]["status"], &result["level"]),
        (0, &"accepted".into(), &"error".into())
    );
    let page = project.check("k.cu", &["--format=html"]);
    assert!(page.code == 0 && page.stdout.contains(mark) && page.stdout.contains("1 error, accepted"));
    // Edits elsewhere, then a new finding, then one that is mended.
    project.write("k.cu", &format!("// a line more\n\n{COUNT}"));
    assert_eq!(project.check("k.cu", &[]).code, 0);
    project.write("k.cu", &COUNT.replace("  __syncthreads();\n", ""));
    assert_eq!(project.check("k.cu", &[]).code, 1);
    project.write("k.cu", &COUNT.replace("= threadIdx.x", "= 7 + threadIdx.x"));
    assert_eq!(project.check("k.cu", &[]).code, 1, "the accepted line has changed");
    project.write("k.cu", &COUNT.replace("  hits[0]", "  if (threadIdx.x == 0) hits[0]"));
    let mended = project.check("k.cu", &[]);
    assert!(mended.code == 0 && mended.stderr.contains("1 entry accepts more"), "{}", mended.stderr);
    assert_eq!(project.check("k.cu", &["--baseline=no/such.toml"]).code, 2);
}

/// The examples of the page: the configuration is one, and the entry is what is written for the kernel above.
#[test]
fn examples_of_the_page() {
    let page = fs::read_to_string(root().join("docs/configuration.md")).unwrap();
    let mut examples = page.split("```toml\n").skip(1).map(|e| e.split("```").next().unwrap());
    let kernels = "__global__ void scale(float *a, int n, int m) { if (threadIdx.x < n) a[blockIdx.x * blockDim.x + threadIdx.x] = TILE; }\ntemplate <int N> __global__ void tile(int *a) {\n  __shared__ int s[N][N];\n  s[threadIdx.y][threadIdx.x] = 1;\n}\ntemplate __global__ void tile<16>(int *);\n";
    let project = Project::new(&[("k.cu", kernels), ("src/count.cu", COUNT), ("accepted.toml", "")]);
    project.write("warpproof.toml", examples.next().unwrap());
    let run = project.check("k.cu", &["--conventions=warpproof"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let entry = without_comments(examples.next().unwrap());
    assert_eq!(examples.next(), None);
    let file = project.path("accepted.toml");
    assert_eq!(project.check("src/count.cu", &["--write-baseline", file.to_str().unwrap()]).code, 0);
    assert_eq!(without_comments(&fs::read_to_string(&file).unwrap()), entry);
}

fn without_comments(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|l| l.split('#').next().unwrap_or_default().trim_end());
    lines.filter(|l| !l.is_empty()).collect()
}
