//! Proofs that are withdrawn when a premise falls, each beside a twin where the premise holds and the proof stands.

use crate::support::{root, warpproof, Run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What was run, by the text and the arguments.
type Runs = BTreeMap<Vec<String>, Arc<(Run, Value)>>;

/// A test asks for several verdicts of one report.
static RUNS: Mutex<Runs> = Mutex::new(BTreeMap::new());

/// Runs a command on a text of CUDA; `{file}` in the arguments is the file.
fn on(text: &str, arguments: &[&str]) -> Arc<(Run, Value)> {
    let key: Vec<String> = [text].iter().chain(arguments).map(|&part| part.to_owned()).collect();
    let known = RUNS.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    known.unwrap_or_else(|| {
        let done = Arc::new(run(text, arguments));
        RUNS.lock().unwrap_or_else(PoisonError::into_inner).insert(key, done.clone());
        done
    })
}

fn run(text: &str, arguments: &[&str]) -> (Run, Value) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("k.cu");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let arguments: Vec<String> = arguments.iter().map(|a| a.replace("{file}", file)).collect();
    let mut all: Vec<&str> = arguments.iter().map(String::as_str).collect();
    all.extend(["--format", "json", "--no-cache", "--timeout=600", "--effort=60"]);
    let run = warpproof(&all);
    let report = serde_json::from_str(&run.stdout).unwrap_or(Value::Null);
    (run, report)
}

/// The verdict on a property of the kernel or function of a name, with the code of the reason where there is one.
fn verdict(text: &str, options: &[&str], name: &str, property: &str) -> String {
    let done = on(text, &[&["check", "{file}"], options].concat());
    let (run, report) = &*done;
    let kernels = report["files"][0]["kernels"].as_array().cloned().unwrap_or_default();
    let kernel = kernels.iter().find(|k| k["name"] == name);
    let properties = kernel.and_then(|k| k["properties"].as_array().cloned()).unwrap_or_default();
    let found = properties.iter().find(|p| p["property"] == property);
    let found = found.unwrap_or_else(|| panic!("no {property} of {name} in {}{}", run.stdout, run.stderr));
    match found["reason"]["code"].as_str() {
        Some(code) => format!("{} {code}", found["verdict"].as_str().unwrap()),
        None => found["verdict"].as_str().unwrap().to_owned(),
    }
}

/// The verdict on two kernels for every launch, with the code of the reason where there is one.
fn equivalence(text: &str, options: &[&str]) -> String {
    let done = on(text, &[&["equiv", "{file}:left", "{file}:right"], options].concat());
    let (run, report) = &*done;
    let verdict = report["verdict"].as_str().unwrap_or_else(|| panic!("no report: {}{}", run.stdout, run.stderr));
    report["reason"]["code"].as_str().map_or_else(|| verdict.to_owned(), |code| format!("{verdict} {code}"))
}

/// The text with one of two variants in place of `@`.
fn variants<'t>(text: &str, falls: &'t str, holds: &'t str) -> [String; 2] {
    [falls, holds].map(|variant| text.replace('@', variant))
}

/// Checks a property of kernel `k`: `fallen` is the verdict where the premise does not hold.
fn withdrawn(text: &str, (falls, holds): (&str, &str), options: &[&str], property: &str, fallen: &str) {
    let [bad, good] = variants(text, falls, holds);
    assert_eq!(verdict(&bad, options, "k", property), fallen, "{bad}");
    assert_eq!(verdict(&good, options, "k", property), "proved", "{good}");
}

const BLOCK: &[&str] = &["--block=64", "--grid=1"];
const RESTS_ON: &str = "unknown rests-on";

// ---- all threads come to the barrier ----

#[test]
fn an_assertion_about_all_threads_rests_on_divergence() {
    let text = "__global__ void k(int *out) {
        int v = threadIdx.x < 32;
        @ {
            __syncthreads();
            //! assert \\forall t : thread; v@t == 1;
        }
        out[threadIdx.x] = v;
    }";
    let [bad, good] =
        ["if (threadIdx.x < 32)", "v = 1;"].map(|variant| text.replacen('@', variant, 1).replace("//!", "//@"));
    assert_eq!(verdict(&bad, BLOCK, "k", "divergence"), "refuted");
    assert_eq!(verdict(&bad, BLOCK, "k", "assertions"), RESTS_ON);
    assert_eq!(verdict(&good, BLOCK, "k", "assertions"), "proved");
}

#[test]
fn order_by_barriers_rests_on_divergence() {
    let text = "__global__ void k(int *out) {
        __shared__ int s[64];
        s[threadIdx.x] = threadIdx.x;
        @ __syncthreads();
        out[threadIdx.x] = s[threadIdx.x];
    }";
    withdrawn(text, ("if (threadIdx.x < 32)", ""), BLOCK, "races", RESTS_ON);
}

#[test]
fn a_barrier_invariant_rests_on_divergence() {
    let text = "__global__ void k(int *out) {
        __shared__ int s[64];
        s[threadIdx.x] = threadIdx.x;
        % {
            //@ barrier invariant s[threadIdx.x] == threadIdx.x;
            __syncthreads();
            out[s[threadIdx.x]] = 1;
        }
    }";
    let [bad, good] = ["if (threadIdx.x < 32)", ""].map(|variant| text.replace('%', variant));
    assert_eq!(verdict(&bad, BLOCK, "k", "assertions"), RESTS_ON);
    assert_eq!(verdict(&bad, BLOCK, "k", "races"), RESTS_ON);
    assert_eq!(verdict(&good, BLOCK, "k", "assertions"), "proved");
    assert_eq!(verdict(&good, BLOCK, "k", "races"), "proved");
}

// ---- invariants that are taken as facts ----

const SCATTER: &str = "__global__ void k(int *out, const int *key) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = key[t] < 0 ? 2 * t : %;
    //@ barrier invariant a[t] != other(a[t]);
    __syncthreads();
    out[@] = t;
}";

fn scatter(value: &str, address: &str) -> String {
    SCATTER.replace('%', value).replace("out[@]", &format!("out[{address}]"))
}

#[test]
fn a_race_proof_by_an_open_invariant_is_withdrawn() {
    let (bad, good) = (scatter("2 * t + 2", "a[t]"), scatter("2 * t + 1", "a[t]"));
    assert_eq!(verdict(&bad, BLOCK, "k", "assertions"), "refuted");
    assert_ne!(verdict(&bad, BLOCK, "k", "races"), "proved");
    assert_eq!(verdict(&good, BLOCK, "k", "races"), "proved");
}

#[test]
fn a_race_proof_without_the_open_invariant_stands() {
    let (bad, good) = (scatter("2 * t + 2", "t"), scatter("2 * t + 1", "t"));
    assert_eq!(verdict(&bad, BLOCK, "k", "assertions"), "refuted");
    assert_eq!(verdict(&bad, BLOCK, "k", "races"), "proved");
    assert_eq!(verdict(&good, BLOCK, "k", "assertions"), "proved");
    assert_eq!(verdict(&good, BLOCK, "k", "races"), "proved");
}

#[test]
fn an_invariant_that_an_open_invariant_proves_is_withdrawn() {
    let text = "__global__ void k(int *out, const int *key) {
        __shared__ int a[64];
        int t = threadIdx.x;
        a[t] = key[t] < 0 ? 2 * t : %;
        //@ barrier invariant a[t] != other(a[t]);
        __syncthreads();
        int v = a[t];
        //@ barrier invariant v != other(v);
        __syncthreads();
        out[v] = t;
    }";
    let [bad, good] = ["2 * t + 2", "2 * t + 1"].map(|value| text.replace('%', value));
    assert_ne!(verdict(&bad, BLOCK, "k", "races"), "proved");
    assert_eq!(verdict(&good, BLOCK, "k", "races"), "proved");
}

#[test]
fn a_bounds_proof_by_an_open_invariant_is_withdrawn() {
    let text = "__global__ void k(int *out, const int *key) {
        __shared__ int a[64], b[64];
        int t = threadIdx.x;
        b[t] = 0;
        a[t] = key[t] & %;
        //@ barrier invariant 0 <= a[t] && a[t] < 64;
        __syncthreads();
        out[t] = b[a[63 - t]];
    }";
    let [bad, good] = ["127", "63"].map(|mask| text.replace('%', mask));
    assert_eq!(verdict(&bad, BLOCK, "k", "assertions"), "refuted");
    assert_ne!(verdict(&bad, BLOCK, "k", "bounds"), "proved-in-part");
    assert_eq!(verdict(&good, BLOCK, "k", "bounds"), "proved-in-part");
}

// ---- freedom from races ----

const ALIKE: &str = "__global__ void k(int *out, int n) {
    __shared__ int s;
    @ s = n + threadIdx.x;
    __syncthreads();
    if (s > 0) __syncthreads();
    out[threadIdx.x] = 1;
}";

#[test]
fn divergence_rests_on_the_values_that_threads_read_alike() {
    let one = ("", "if (threadIdx.x == 0)");
    withdrawn(ALIKE, one, BLOCK, "divergence", RESTS_ON);
}

const OWN: &str = "__global__ void k(int *out) {
    __shared__ int s[64], b[64];
    int t = threadIdx.x;
    b[t] = 0;
    s[@] = 1000;
    s[t] = t;
    int x = s[t];
    b[x] = 1;
    //% assert x == t;
    out[t] = x;
}";

#[test]
fn a_race_that_feeds_an_address_withdraws_bounds() {
    let [bad, good] = variants(OWN, "63 - t", "t");
    assert_eq!(verdict(&bad, BLOCK, "k", "races"), "refuted");
    assert_eq!(verdict(&bad, BLOCK, "k", "bounds"), RESTS_ON);
    assert_eq!(verdict(&good, BLOCK, "k", "bounds"), "proved-in-part");
}

#[test]
fn a_race_that_feeds_an_assertion_withdraws_it() {
    let [bad, good] = variants(OWN, "63 - t", "t").map(|text| text.replace("//%", "//@"));
    assert_eq!(verdict(&bad, BLOCK, "k", "assertions"), RESTS_ON);
    assert_eq!(verdict(&good, BLOCK, "k", "assertions"), "proved");
}

#[test]
fn proofs_that_use_no_shared_value_stand_beside_a_race() {
    let text = "__global__ void k(int *out) {
        __shared__ int s[64];
        @ s[0] = threadIdx.x;
        __syncthreads();
        s[threadIdx.x] = 1;
        out[threadIdx.x] = 1;
    }";
    let [bad, good] = variants(text, "", "if (threadIdx.x == 0)");
    assert_eq!(verdict(&bad, BLOCK, "k", "races"), "refuted");
    for text in [bad, good] {
        assert_eq!(verdict(&text, BLOCK, "k", "divergence"), "proved");
        assert_eq!(verdict(&text, BLOCK, "k", "bounds"), "proved-in-part");
    }
}

// ---- races and divergence support each other ----

const MUTUAL: &str = "__global__ void k(int *out, int n) {
    __shared__ int s;
    if (threadIdx.x == 0) s = n;
    __syncthreads();
    if (s > 0) {
        @
        if (threadIdx.x == 0) s = 0;
        __syncthreads();
    }
    out[threadIdx.x] = s;
}";

#[test]
fn races_and_divergence_support_each_other() {
    let [bad, good] = variants(MUTUAL, "", "__syncthreads();");
    for property in ["races", "divergence"] {
        assert_ne!(verdict(&bad, BLOCK, "k", property), "proved", "{property}");
        assert_eq!(verdict(&good, BLOCK, "k", property), "proved", "{property}");
    }
}

#[test]
fn divergence_alone_withdraws_races_that_rest_on_it() {
    let text = "__global__ void k(int *out, int n) {
        __shared__ int s;
        if (threadIdx.x == 0) s = n;
        __syncthreads();
        out[threadIdx.x] = s;
        @ __syncthreads();
    }";
    withdrawn(text, ("if (threadIdx.x < n)", "if (s > 0)"), BLOCK, "races", RESTS_ON);
}

// ---- assumptions ----

#[test]
fn an_assumption_that_is_switched_off_is_no_premise() {
    let text = "__global__ void k(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x + 1]; }";
    let without = ["--block=64", "--grid=1", "--without=no-alias"];
    assert_ne!(verdict(text, &without, "k", "races"), "proved");
    assert_eq!(verdict(text, BLOCK, "k", "races"), "proved");
}

#[test]
fn bounds_that_are_not_proved_are_an_assumption() {
    let text = "__global__ void k(int *out) { out[threadIdx.x] = 1; }";
    let without = ["--block=64", "--grid=1", "--without=in-bounds"];
    assert_eq!(verdict(text, &without, "k", "divergence"), "unknown approximation");
    assert_eq!(verdict(text, BLOCK, "k", "divergence"), "proved");
}

// ---- contracts of kernels ----

const CONTRACT: &str = "//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures \\forall integer i; 0 <= i < 64 ==> out[i] == 2 * i;
__global__ void k(int *out, int *more, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    %
    out[t] = 2 * t;
}";

fn contract(falls: &str, holds: &str) {
    let verdict = |body: &str| verdict(&CONTRACT.replace('%', body), BLOCK, "k", "contract");
    assert_eq!(verdict(falls), RESTS_ON, "{falls}");
    assert_eq!(verdict(holds), "proved", "{holds}");
}

#[test]
fn a_contract_rests_on_freedom_from_races() {
    contract("more[0] = t;", "more[t] = t;");
}

#[test]
fn a_contract_rests_on_divergence() {
    contract("if (t < n) __syncthreads();", "if (n > 0) __syncthreads();");
}

#[test]
fn a_contract_rests_on_bounds() {
    contract("s[t + n % 2] = t; more[t] = s[t + n % 2];", "s[t] = t; more[t] = s[t];");
}

// ---- contracts of functions ----

const CALL: &str = "//@ requires x >= 0;
//@ ensures \\result >= 0;
__device__ int f(int x) { return %; }

__global__ void k(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int y = f(&);
    //@ assert y >= 0;
    out[i] = y;
}";

fn call(body: &str, argument: &str) -> String {
    CALL.replace('%', body).replace('&', argument)
}

const MODULAR: &[&str] = &["--modular"];

#[test]
fn a_contract_that_is_not_kept_withdraws_the_kernel() {
    let (bad, good) = (call("x - 1", "i"), call("x / 2", "i"));
    assert_eq!(verdict(&bad, MODULAR, "k", "assertions"), "unknown contract");
    assert_eq!(verdict(&bad, MODULAR, "k", "races"), "unknown contract");
    assert_eq!(verdict(&good, MODULAR, "k", "assertions"), "proved");
    assert_eq!(verdict(&good, MODULAR, "k", "races"), "proved");
}

#[test]
fn a_call_outside_of_the_contract_withdraws_the_other_properties() {
    let (bad, good) = (call("x / 2", "n"), call("x / 2", "i"));
    assert_ne!(verdict(&bad, MODULAR, "k", "assertions"), "proved");
    assert_eq!(verdict(&bad, MODULAR, "k", "races"), RESTS_ON);
    assert_eq!(verdict(&good, MODULAR, "k", "races"), "proved");
}

#[test]
fn a_contract_that_rests_on_another_one_falls_with_it() {
    let text = "//@ requires x >= 0;
        //@ ensures \\result >= 0;
        __device__ int g(int x) { return %; }

        //@ requires x >= 0;
        //@ ensures \\result >= 0;
        __device__ int f(int x) { return g(x); }

        __global__ void k(int *out) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            out[i] = f(i);
        }";
    let [bad, good] = ["x - 1", "x / 2"].map(|body| text.replace('%', body));
    assert_eq!(verdict(&bad, MODULAR, "f", "contract"), "unknown contract");
    assert_eq!(verdict(&bad, MODULAR, "k", "races"), "unknown contract");
    assert_eq!(verdict(&good, MODULAR, "f", "contract"), "proved");
    assert_eq!(verdict(&good, MODULAR, "k", "races"), "proved");
}

#[test]
fn what_a_contract_says_of_memory_rests_on_the_races_of_the_kernel() {
    let text = "//@ assigns a[i];
        //@ ensures a[i] == 1;
        __device__ void set(int *a, int i) { a[i] = 1; }

        __global__ void k(int *out, int *more) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            set(out, i);
            more[@] = i;
        }";
    let [bad, good] = ["0", "i"].map(|index| text.replace("more[@]", &format!("more[{index}]")));
    assert_ne!(verdict(&bad, MODULAR, "k", "races"), "proved");
    assert_eq!(verdict(&bad, MODULAR, "k", "divergence"), RESTS_ON);
    assert_eq!(verdict(&good, MODULAR, "k", "divergence"), "proved");
}

#[test]
fn recursion_rests_on_termination() {
    let text = "//@ requires n >= 0;
        //@ ensures \\result >= 0;
        __device__ int down(int n) { return n == 0 ? 0 : down(n - 1); }

        __global__ void k(int *out) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            out[i] = down(i);
        }";
    assert_eq!(verdict(text, &["--without=terminates"], "down", "contract"), "unknown approximation");
    assert_eq!(verdict(text, &["--without=terminates"], "k", "races"), "unknown contract");
    assert_eq!(verdict(text, &[], "down", "contract"), "proved");
    assert_eq!(verdict(text, &[], "k", "races"), "proved");
}

// ---- equivalence ----

const PAIR: &str = "__global__ void left(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + in[i];
}
__global__ void right(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    %
    out[i] = 2 * in[i];
}";

fn pair(falls: &str, holds: &str) {
    let verdict = |body: &str| equivalence(&PAIR.replace('%', body), &[]);
    assert_eq!(verdict(falls), "unknown premise", "{falls}");
    assert_eq!(verdict(holds), "equivalent", "{holds}");
}

#[test]
fn equivalence_rests_on_freedom_from_races() {
    pair("s[0] = i;", "s[threadIdx.x] = i;");
}

#[test]
fn equivalence_rests_on_divergence() {
    pair("if (threadIdx.x < n) __syncthreads();", "if (n > 0) __syncthreads();");
}

#[test]
fn equivalence_rests_on_bounds() {
    pair("s[threadIdx.x + n % 2] = i;", "s[threadIdx.x] = i;");
}

#[test]
fn equivalence_rests_on_assertions() {
    pair("\n//@ assert n > 0;\n", "\n//@ assert i >= 0;\n");
}

#[test]
fn equivalence_asks_the_solver_as_the_options_say() {
    let text = PAIR.replace('%', "");
    let simplified = equivalence(&text, &[]);
    let as_it_stands = equivalence(&text, &["--no-simplification"]);
    assert_eq!((simplified.as_str(), as_it_stands.as_str()), ("equivalent", "equivalent"));
}

// ---- the explanation ----

#[test]
fn the_example_of_the_page_is_explained_as_it_says() {
    let page = std::fs::read_to_string(root().join("docs/proofs.md")).unwrap();
    let block = |language: &str| {
        let start = page.split_once(&format!("```{language}\n")).unwrap().1;
        start.split_once("```").unwrap().0.to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tile.cu");
    std::fs::write(&file, block("cuda")).unwrap();
    let run = warpproof(&["check", file.to_str().unwrap(), "--explain-proof", "reversed", "--no-cache"]);
    let shown = run.stdout.replace(&format!("{}/", folder.path().to_str().unwrap()), "");
    for line in block("text").lines().filter(|line| !line.trim().is_empty() && line.trim() != "...") {
        assert!(shown.contains(line), "`{line}` is missing in\n{shown}");
    }
    assert_eq!(run.code, 0, "{shown}");
}

#[test]
fn an_unknown_kernel_to_explain_is_an_error() {
    let text = "__global__ void k(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }";
    let (run, _) = &*on(text, &["check", "{file}", "--explain-proof", "nobody"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
}
