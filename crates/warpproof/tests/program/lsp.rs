//! The editor server over standard input and output, driven as an editor drives it.

use crate::editor::{uri, Editor};
use serde_json::{json, Value};
use std::fs;
use std::path::PathBuf;
use tempfile::{tempdir, TempDir};

/// A tree reduction without the barrier between two levels: a race with two places in a loop.
const RACY: &str = "__global__ void reduce(int *out) {\n  __shared__ int s[64];\n  int i = threadIdx.x;\n  s[i] = i;\n  __syncthreads();\n  for (int half = 32; half > 0; half = half / 2) {\n    if (i < half) {\n      int other = s[i + half];\n      s[i] += other;\n    }\n  }\n  if (i == 0) out[blockIdx.x] = s[0];\n}\n";
/// Threads of one block only: proved under a precondition.
const NARROW: &str = "__global__ void narrow(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";

fn mended() -> String {
    RACY.replace("    }\n  }\n", "    }\n    __syncthreads();\n  }\n")
}

fn project(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap().join(name);
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// Places in a string of a Python file are those of the file, escapes included.
#[test]
fn kernels_in_python() {
    const PYTHON: &str = "import cupy\n\nk = cupy.RawKernel('extern \"C\" __global__\\n'\n    'void k(int *a) {\\n'\n    '  \\t; a[0] = threadIdx.x;\\n}', 'k')\n";
    let (_folder, path) = project("k.py", PYTHON);
    let (mut editor, _) = Editor::new(&BLOCK, Value::Null, json!({}));
    editor.open(&path, 1, PYTHON);
    let (version, found) = editor.diagnostics();
    let races: Vec<&Value> = found.iter().filter(|d| d["code"] == "WP0101").collect();
    assert_eq!((version, races.is_empty()), (1, false), "{found:#?}");
    assert_eq!(races[0]["range"]["start"], json!({"line": 4, "character": 11}));
    assert!(editor.hover(&path, 3, 10).unwrap().contains("races: refuted"));
}

const BLOCK: [&str; 2] = ["--block=64", "--no-cache"];

fn progress() -> Value {
    json!({"window": {"workDoneProgress": true}})
}

#[test]
fn findings_with_both_places_until_they_are_mended() {
    let (_folder, path) = project("k.cu", RACY);
    let (mut editor, can) = Editor::new(&BLOCK, Value::Null, json!({}));
    assert_eq!(can["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(can["serverInfo"]["name"], "warpproof");
    editor.open(&path, 1, RACY);
    let (version, found) = editor.diagnostics();
    assert_eq!(version, 1);
    let race = found.iter().find(|d| d["code"] == "WP0102").unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!((&race["source"], &race["severity"]), (&json!("warpproof"), &json!(1)));
    let lines =
        |d: &Value| (d["range"]["start"]["line"].as_u64().unwrap(), d["range"]["end"]["line"].as_u64().unwrap());
    let related = &race["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], uri(&path));
    let mut places = [lines(race), lines(&related["location"])];
    places.sort_unstable();
    assert_eq!(places, [(7, 7), (8, 8)], "{race:#}");
    assert!(race["codeDescription"]["href"].as_str().unwrap().ends_with("docs/codes/WP0102.md"));
    // The words of `check`.
    let check = std::process::Command::new(env!("CARGO_BIN_EXE_warpproof"))
        .args(["check", "--format=json", "--block=64", "--no-cache"])
        .arg(&path)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&check.stdout).unwrap();
    let properties = report["files"][0]["kernels"][0]["properties"].as_array().unwrap().iter();
    let findings = properties.flat_map(|p| p["findings"].as_array().unwrap());
    let findings: Vec<&Value> = findings.filter(|f| f["represents"] == true).collect();
    assert_eq!(findings.len(), found.len());
    for (finding, shown) in findings.iter().zip(&found) {
        assert_eq!(finding["code"], shown["code"]);
        assert!(shown["message"].as_str().unwrap().starts_with(finding["message"].as_str().unwrap()));
        let place = &finding["places"].as_array().unwrap().iter().find(|p| p["primary"] == true).unwrap()["place"];
        assert_eq!(place["line"].as_u64().unwrap() - 1, lines(shown).0);
        assert_eq!(place["column"].as_u64().unwrap() - 1, shown["range"]["start"]["character"].as_u64().unwrap());
    }
    // The first edit takes the findings away, undoing it brings them back.
    editor.change(&path, 2, &mended());
    assert_eq!(editor.diagnostics(), (2, vec![]));
    assert_eq!(editor.hover(&path, 0, 18), None);
    editor.change(&path, 3, RACY);
    assert_eq!(editor.diagnostics(), (3, found));
    editor.change(&path, 4, &mended());
    assert_eq!(editor.diagnostics(), (4, vec![]));
    editor.save(&path, &mended());
    assert_eq!(editor.diagnostics(), (4, vec![]));
    assert!(editor.hover(&path, 0, 18).unwrap().contains("races: proved"));
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": uri(&path)}}));
    assert_eq!(editor.diagnostics(), (4, vec![]));
    let (code, log) = editor.end();
    assert_eq!(code, 0, "{log}");
}

#[test]
fn hovers_on_kernels_and_loops() {
    let (_folder, path) = project("k.cu", &mended());
    let (mut editor, _) = Editor::new(&BLOCK, Value::Null, progress());
    editor.open(&path, 1, &mended());
    editor.idle();
    let kernel = editor.hover(&path, 0, 18).unwrap();
    for part in ["kernel `reduce`: proved", "- races: proved", "- bounds: proved", "assuming", "`launch-bounds`"] {
        assert!(kernel.contains(part), "no {part} in {kernel}");
    }
    let printed = std::process::Command::new(env!("CARGO_BIN_EXE_warpproof"))
        .args(["invariants", "--block=64", "--no-cache"])
        .arg(&path)
        .output()
        .unwrap();
    let shown = editor.hover(&path, 5, 4).unwrap();
    let printed = String::from_utf8(printed.stdout).unwrap();
    for line in printed.lines().skip(1) {
        let line = line.trim().replace(" at 6:3", "");
        assert!(shown.contains(&line), "no {line} in {shown}");
    }
    assert!(printed.contains("loop at 6:3") && shown.contains("loop: "), "{printed}{shown}");
    assert_eq!(editor.hover(&path, 2, 4), None);
    assert_eq!(editor.end().0, 0);
}

#[test]
fn a_precondition_is_pasted() {
    let (_folder, path) = project("k.cu", NARROW);
    let (mut editor, _) = Editor::new(&["--no-cache"], json!({"preconditions": true}), json!({}));
    editor.open(&path, 1, NARROW);
    let (_, found) = editor.diagnostics();
    assert_eq!(found[0]["code"], "WP0301", "{found:#?}");
    let at = |line: u32| json!({"start": {"line": line, "character": 2}, "end": {"line": line, "character": 3}});
    let actions = |editor: &mut Editor, line| {
        let context = json!({"diagnostics": []});
        let params = json!({"textDocument": {"uri": uri(&path)}, "range": at(line), "context": context});
        editor.request("textDocument/codeAction", params)
    };
    assert!(editor.hover(&path, 0, 18).unwrap().contains("proved under `//@ requires blockDim.x <= 64;`"));
    let offered = actions(&mut editor, 2);
    let action = &offered[0];
    assert_eq!(action["kind"], "quickfix");
    assert!(action["title"].as_str().unwrap().contains("`//@ requires blockDim.x <= 64;`"), "{action}");
    let edit = &action["edit"]["changes"][uri(&path)][0];
    assert_eq!(edit["range"]["start"], json!({"line": 0, "character": 0}));
    assert_eq!(edit["range"]["end"], edit["range"]["start"]);
    assert_eq!(actions(&mut editor, 6), json!([]), "outside of the kernel");
    let pasted = format!("{}{NARROW}", edit["newText"].as_str().unwrap());
    editor.change(&path, 2, &pasted);
    assert_eq!(editor.diagnostics(), (2, vec![]));
    assert_eq!(actions(&mut editor, 2), json!([]), "not for another text");
    editor.save(&path, &pasted);
    assert_eq!(editor.diagnostics(), (2, vec![]), "the kernel is proved");
    assert!(editor.hover(&path, 1, 18).unwrap().contains("kernel `narrow`: proved"));
    assert_eq!(editor.end().0, 0);
}

#[test]
fn a_barrier_is_inserted() {
    let racy = "__global__ void reverse(int *out, const int *in) {\n  __shared__ int s[1024];\n  s[threadIdx.x] = in[threadIdx.x];\n  \
                out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n}\n";
    let (_folder, path) = project("k.cu", racy);
    let (mut editor, _) = Editor::new(&["--no-cache"], json!({"fixes": true}), json!({}));
    editor.open(&path, 1, racy);
    let (_, found) = editor.diagnostics();
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("WP0102")), "{found:#?}");
    let actions = |editor: &mut Editor, line: u32| {
        let range = json!({"start": {"line": line, "character": 2}, "end": {"line": line, "character": 3}});
        let params = json!({"textDocument": {"uri": uri(&path)}, "range": range, "context": {"diagnostics": []}});
        editor.request("textDocument/codeAction", params)
    };
    let line = u32::try_from(found[0]["range"]["start"]["line"].as_u64().unwrap()).unwrap();
    let offered = actions(&mut editor, line);
    let action = &offered[0];
    assert_eq!((&action["kind"], &action["diagnostics"][0]), (&json!("quickfix"), &found[0]));
    let title = action["title"].as_str().unwrap();
    assert!(title.starts_with("insert `__syncthreads();` in front of `out["), "{title}");
    assert!(found[0]["message"].as_str().unwrap().contains(title));
    let edit = &action["edit"]["changes"][uri(&path)][0];
    assert_eq!(edit["range"], json!({"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 0}}));
    assert_eq!(actions(&mut editor, 0), json!([]), "at its finding only");
    let lines: Vec<&str> = racy.split_inclusive('\n').collect();
    let text = format!("{}{}{}", lines[..3].concat(), edit["newText"].as_str().unwrap(), lines[3..].concat());
    editor.change(&path, 2, &text);
    assert_eq!(editor.diagnostics(), (2, vec![]));
    assert_eq!(actions(&mut editor, line), json!([]), "not for another text");
    editor.save(&path, &text);
    assert_eq!(editor.diagnostics(), (2, vec![]), "the kernel is proved");
    assert_eq!(editor.end().0, 0);
}

#[test]
fn only_the_last_of_rapid_saves_is_shown() {
    let (_folder, path) = project("k.cu", RACY);
    let (mut editor, _) = Editor::new(&BLOCK, Value::Null, progress());
    editor.open(&path, 1, RACY);
    for version in 2..8 {
        let text = format!("// version {version}\n{RACY}");
        editor.change(&path, version, &text);
        editor.save(&path, &text);
    }
    editor.change(&path, 8, &mended());
    editor.save(&path, &mended());
    editor.idle();
    let mut shown = Vec::new();
    editor.kept.retain(|m| {
        let is_shown = m["method"] == "textDocument/publishDiagnostics";
        if is_shown {
            shown
                .push((m["params"]["version"].as_i64().unwrap(), m["params"]["diagnostics"].as_array().unwrap().len()));
        }
        !is_shown
    });
    assert_eq!(shown.last(), Some(&(8, 0)), "{shown:?}");
    assert!(shown.windows(2).all(|w| w[0].0 <= w[1].0), "{shown:?}");
    // Saved again without a change of the text, then closed while it is verified: nothing is shown afterwards.
    editor.save(&path, &mended());
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": uri(&path)}}));
    editor.idle();
    let (version, found) = editor.diagnostics();
    assert_eq!((version, found.len()), (8, 0));
    assert!(editor.kept.iter().all(|m| m["method"] != "textDocument/publishDiagnostics"));
    assert_eq!(editor.end().0, 0);
}

/// The line above a kernel and the steps of a counterexample go with the text that was verified.
#[test]
fn lenses_and_the_steps_of_counterexamples() {
    let (_folder, path) = project("k.cu", RACY);
    let refresh = json!({"workspace": {"codeLens": {"refreshSupport": true}}});
    let (mut editor, can) = Editor::new(&BLOCK, json!({"traces": true}), refresh);
    assert_eq!(can["capabilities"]["codeLensProvider"], json!({"resolveProvider": false}));
    editor.open(&path, 1, RACY);
    let (_, found) = editor.diagnostics();
    editor.next("workspace/codeLens/refresh");
    let document = json!({"textDocument": {"uri": uri(&path)}});
    let lenses = editor.request("textDocument/codeLens", document.clone());
    assert_eq!(lenses.as_array().unwrap().len(), 1, "{lenses}");
    assert_eq!(lenses[0]["data"], json!({"kernel": "reduce", "verdict": "refuted"}));
    assert_eq!(lenses[0]["range"]["start"]["line"], 0);
    let title = lenses[0]["command"]["title"].as_str().unwrap();
    assert!(title.starts_with("Warpproof: refuted: races · proved: "), "{title}");
    let traces = editor.request("warpproof/traces", document.clone());
    let (finding, trace) = (&traces[0]["finding"], &traces[0]["trace"]);
    assert_eq!((&traces[0]["kernel"], finding), (&json!("reduce"), &found[0]));
    assert_eq!((&trace["block"], trace["threads"].as_array().unwrap().len()), (&json!([64, 1, 1]), 2));
    let steps = trace["steps"].as_array().unwrap();
    let decisive: Vec<&Value> = steps.iter().filter(|s| s["decisive"] == true).collect();
    assert_eq!(decisive.len(), 2, "{steps:#?}");
    assert_ne!(decisive[0]["thread"], decisive[1]["thread"]);
    let places: Vec<&Value> = decisive.iter().map(|s| &s["location"]["range"]["start"]["line"]).collect();
    let related = &finding["relatedInformation"][0]["location"]["range"]["start"]["line"];
    assert!([&finding["range"]["start"]["line"], related].iter().all(|line| places.contains(line)), "{places:?}");
    assert!(steps.iter().any(|s| s["action"] == "arrives at a barrier"));
    editor.change(&path, 2, &mended());
    for method in ["textDocument/codeLens", "warpproof/traces"] {
        assert_eq!(editor.request(method, document.clone()), json!([]), "not for another text");
    }
    editor.save(&path, &mended());
    editor.next("workspace/codeLens/refresh");
    while editor.request("textDocument/codeLens", document.clone()) == json!([]) {
        editor.next("workspace/codeLens/refresh");
    }
    let lenses = editor.request("textDocument/codeLens", document.clone());
    assert_eq!(lenses[0]["data"]["verdict"], "proved");
    assert!(lenses[0]["command"]["title"].as_str().unwrap().starts_with("Warpproof: proved"), "{lenses}");
    assert_eq!(editor.request("warpproof/traces", document), json!([]));
    assert_eq!(editor.respond("warpproof/traces", json!({}))["error"]["code"], -32602);
    assert_eq!(editor.end().0, 0);
}

/// After each edit, what is shown is what a server shows that has never seen anything else; edits inside of one kernel verify
/// that kernel only.
#[test]
fn only_the_edited_kernel_is_verified_again() {
    let fill = "__global__ void fill(int *a) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  a[i] = 1;\n}\n";
    let text = format!("{fill}{RACY}{NARROW}");
    let (_folder, path) = project("k.cu", &text);
    let (mut editor, _) = Editor::new(&BLOCK, Value::Null, progress());
    editor.open(&path, 1, &text);
    editor.idle();
    editor.kept.clear();
    let edits = [
        ("  a[i] = 1;", "  a[i] = 2;\n  a[i] = i;", "verifying `fill` in k.cu"),
        ("  a[i] = i;", "  a[0] = i;", "verifying `fill` in k.cu"),
        ("s[i] = i;", "s[i] = i;\n  // nothing new", "verifying `reduce` in k.cu"),
        ("  a[0] = i;\n", "", "verifying `fill` in k.cu"),
        ("threadIdx.x] = 1;\n  a[", "threadIdx.x + 1] = 1;\n  a[", "verifying `narrow` in k.cu"),
        ("  // nothing new", "  __shared__ int more[2];", "verifying `reduce` in k.cu"),
        ("void narrow(int *a)", "void narrow(int *a, int n)", "verifying k.cu"),
        ("  int other", "  /* int other", "verifying k.cu"),
    ];
    let mut text = text;
    for (number, (from, to, message)) in edits.into_iter().enumerate() {
        let version = i32::try_from(number).unwrap() + 2;
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
        editor.change(&path, version, &text);
        editor.save(&path, &text);
        editor.idle();
        let begun = editor.begun.last().cloned().unwrap();
        assert_eq!(begun, message, "{from} -> {to}");
        let shown = editor.kept.iter().rfind(|m| m["method"] == "textDocument/publishDiagnostics").unwrap();
        let (mut fresh, _) = Editor::new(&BLOCK, Value::Null, progress());
        fresh.open(&path, version, &text);
        fresh.idle();
        let (_, expected) = fresh.diagnostics();
        assert_eq!(shown["params"]["diagnostics"].as_array().unwrap(), &expected, "{from} -> {to}");
        for line in 0..u32::try_from(text.lines().count()).unwrap() {
            assert_eq!(editor.hover(&path, line, 18), fresh.hover(&path, line, 18), "{line} after {from} -> {to}");
        }
        assert_eq!(fresh.end().0, 0);
    }
    assert_eq!(editor.end().0, 0);
}

#[test]
fn the_text_of_the_editor_must_be_the_text_on_disk() {
    let (_folder, path) = project("k.cu", RACY);
    let (mut editor, _) = Editor::new(&BLOCK, Value::Null, progress());
    let unsaved = format!("// not saved yet\n{RACY}");
    editor.open(&path, 1, &unsaved);
    editor.idle();
    assert!(editor.kept.iter().all(|m| m["method"] != "textDocument/publishDiagnostics"), "{:?}", editor.kept);
    editor.save(&path, &unsaved);
    let (version, found) = editor.diagnostics();
    assert!(version == 1 && !found.is_empty());
    assert!(found.iter().all(|d| d["range"]["start"]["line"].as_u64() >= Some(8)), "{found:#?}");
    assert_eq!(editor.end().0, 0);
}

#[test]
fn headers_and_configuration_are_followed() {
    let text = "#include \"size.h\"\n__global__ void k(int *a) {\n  __shared__ int s[SIZE];\n  s[threadIdx.x] = 1;\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";
    let (folder, path) = project("k.cu", text);
    let header = folder.path().canonicalize().unwrap().join("size.h");
    let config = header.with_file_name("warpproof.toml");
    fs::write(&header, "#define SIZE 64\n").unwrap();
    fs::write(&config, "[kernel.k]\nblock = 64\n").unwrap();
    let watches = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let (mut editor, _) = Editor::new(&["--no-cache"], Value::Null, watches);
    let registered = editor.next("client/registerCapability");
    assert_eq!(registered["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    editor.open(&path, 1, text);
    assert_eq!(editor.diagnostics(), (1, vec![]));
    editor.save(&header, "#define SIZE 32\n");
    assert_eq!(editor.diagnostics(), (1, vec![]), "what was found holds no more");
    let (_, found) = editor.diagnostics();
    assert_eq!(found[0]["code"], "WP0301", "{found:#?}");
    fs::write(&config, "[kernel.k]\nblok = 32\n").unwrap();
    editor.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri(&config), "type": 2}]}));
    assert_eq!(editor.diagnostics(), (1, vec![]));
    let (_, found) = editor.diagnostics();
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("WP0508")));
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], uri(&config));
    assert_eq!(editor.end().0, 0);
}

#[test]
fn what_is_not_decided_and_what_is_no_kernel_file() {
    let (folder, path) = project("k.cu", "__global__ void k(int *a) { asm(\"bar.sync 0;\"); a[threadIdx.x] = 1; }\n");
    let text = fs::read_to_string(&path).unwrap();
    let (mut editor, _) = Editor::new(&["--no-cache"], Value::Null, json!({}));
    editor.open(&path, 1, &text);
    let (_, found) = editor.diagnostics();
    assert!(!found.is_empty() && found.iter().all(|d| d["severity"] != 1 || d["code"] == "WP0501"), "{found:#?}");
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "kernel\n").unwrap();
    editor.open(&notes, 1, "kernel\n");
    let untitled = json!({"uri": "untitled:Untitled-1", "languageId": "cuda", "version": 1, "text": RACY});
    editor.notify("textDocument/didOpen", json!({ "textDocument": untitled }));
    assert_eq!(editor.hover(&notes, 0, 0), None);
    assert_eq!(editor.end().0, 0);
}

#[test]
fn what_makes_no_sense_is_answered_or_left_out() {
    let (_folder, path) = project("k.cu", RACY);
    let (mut editor, _) = Editor::new(&BLOCK, json!({"precondition": true}), json!({}));
    let complaint = editor.next("window/showMessage");
    assert!(complaint["message"].as_str().unwrap().contains("unknown field `precondition`"), "{complaint}");
    editor.write("Content-Length: 3\r\n\r\n{{{");
    editor.send(&json!("hello"));
    editor.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 3}}));
    editor.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didSave"}));
    editor.change(&path, 9, "never opened");
    editor.save(&path, RACY);
    assert_eq!(editor.respond("textDocument/hover", json!({"position": []}))["error"]["code"], -32602);
    assert_eq!(editor.respond("textDocument/rename", json!({}))["error"]["code"], -32601);
    // It still does its work, and says nothing after the shutdown but no.
    editor.open(&path, 1, RACY);
    assert!(!editor.diagnostics().1.is_empty());
    editor.request("shutdown", Value::Null);
    assert_eq!(editor.respond("textDocument/hover", json!({}))["error"]["code"], -32600);
    editor.notify("exit", Value::Null);
    let (code, log) = editor.wait();
    assert_eq!((code, log.contains("panicked")), (0, false), "{log}");
    assert!(log.matches("a message is left out").count() >= 4, "{log}");
}

#[test]
fn an_end_out_of_order_is_an_error_and_no_panic() {
    for bytes in ["", "hello\r\n\r\n", "Content-Length: 99999999999999\r\n\r\n", "Content-Length: 5\r\n\r\n{}"] {
        let mut editor = Editor::unintroduced(&[]);
        editor.write(bytes);
        let (code, log) = editor.wait();
        assert_eq!((code, log.contains("panicked")), (2, false), "{bytes:?}: {log}");
    }
    let (editor, _) = Editor::new(&["--stdio"], Value::Null, json!({}));
    let (code, log) = editor.wait();
    assert!(code == 2 && log.contains("without asking for a shutdown"), "{log}");
    let (code, log) = Editor::unintroduced(&["--blok=3"]).wait();
    assert!(code == 2 && log.contains("--blok"), "{log}");
}
