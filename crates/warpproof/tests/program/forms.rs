//! Every finding stands in all forms of the output with the same code, words and places; the page works in a browser.

use crate::suite;
use crate::support::{root, warpproof};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Findings of several codes, each with two places or one, in kernels of two languages.
const FILES: [&str; 6] = [
    "examples/reduce_tree_racy.cu",
    "examples/stencil_1d_racy.cu",
    "examples/vector_add.cl",
    "tests/kernels/divergence/until_stable_wrong.cu",
    "tests/kernels/bounds/unknown_extent.cu",
    "tests/kernels/errors/syntax_error.cu",
];

fn report(form: &str) -> String {
    report_on(&FILES, &["--no-cache", "--block=64"], form)
}

fn report_on(files: &[&str], options: &[&str], form: &str) -> String {
    let run = warpproof(&[&["check", "--format", form], options, files].concat());
    // 3: all findings depend on contents or take an unusual launch. An index that exceeds 32 bits in great arrays alone
    // changes no exit code.
    let is_found = [1, 3].contains(&run.code) || run.stdout.contains("WP0304");
    assert!(is_found, "{files:?} {options:?} have findings: {} {}", run.code, run.stderr);
    run.stdout
}

/// The diagnostics with which an editor shows the findings of files, in their order.
fn shown_by_editors(files: &[&str], options: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warpproof"));
    command.args(["editor-file", "--positions=utf-8"]).args(options).args(files).current_dir(root());
    // It ends with its input.
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = String::new();
    child.stdout.take().unwrap().read_to_string(&mut lines).unwrap();
    child.wait().unwrap();
    let parts = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let kernels = parts.flat_map(|p| p["Report"]["kernels"].as_array().cloned().unwrap_or_default());
    let shown = kernels.flat_map(|k| k["diagnostics"].as_array().unwrap().clone());
    shown.filter(|d| d["code"].is_string()).collect()
}

/// The text that markup stands for; code stands between backticks in other forms.
fn unescaped(page: &str) -> String {
    ["<code> `", "</code> `", "&lt; <", "&gt; >", "&quot; \"", "&amp; &"].iter().fold(page.to_owned(), |text, pair| {
        let (from, to) = pair.split_once(' ').unwrap();
        text.replace(from, to)
    })
}

/// Compares the forms of a report; the SARIF log, and the codes in the order of the report.
fn all_tell_the_same(files: &[&str], options: &[&str]) -> (Value, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let file = |form: &str| dir.path().join(form);
    let forms = ["html", "json", "sarif"].map(|form| format!("--also={form}={}", file(form).display()));
    // What the solver says is asked once for both runs.
    let answers = format!("--cache-dir={}", file("answers").display());
    // No verdict may depend on the load of the machine.
    let options = &[&[answers.as_str(), "--timeout=600", "--effort=60"], options].concat();
    let forms: Vec<&str> = forms.iter().map(String::as_str).chain(options.iter().copied()).collect();
    // Text shows findings of several instances in full once, unless it is verbose.
    let text = report_on(files, &[&forms[..], &["--verbose"]].concat(), "text");
    let read = |form| fs::read_to_string(file(form)).unwrap();
    let page = unescaped(&read("html"));
    let json: Value = serde_json::from_str(&read("json")).unwrap();
    let sarif: Value = serde_json::from_str(&read("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let kernels = || json["files"].as_array().unwrap().iter().flat_map(|f| f["kernels"].as_array().unwrap());
    let of_kernel = |k: &'static str, kernel: &Value| kernel[k].as_array().cloned().unwrap_or_default();
    let edited = shown_by_editors(files, options);
    let findings: Vec<Value> = kernels()
        .flat_map(|k| {
            let found = of_kernel("properties", k).into_iter().flat_map(|p| of_kernel("findings", &p));
            found.chain(of_kernel("notes", &k["performance"])).collect::<Vec<_>>()
        })
        .collect();
    // JSON has all findings; the other forms show one for each cause.
    let findings: Vec<Value> = findings.into_iter().filter(|f| f["represents"] != false).collect();
    assert_eq!(findings.len(), results.len());
    let mut edited = edited.iter();
    for (finding, result) in findings.iter().zip(results) {
        let code = finding["code"].as_str().unwrap();
        let message = finding["message"].as_str().unwrap();
        assert_eq!(result["ruleId"], code);
        let told = result["message"]["text"].as_str().unwrap();
        assert!(told.starts_with(message) && text.contains(message) && page.contains(message), "{message}");
        assert!(text.contains(&format!("[{code}]: {message}")), "{code}");
        for note in finding["notes"].as_array().unwrap().iter().chain([&finding["help"]]).filter_map(Value::as_str) {
            assert!(told.contains(note) && text.contains(note) && page.contains(note), "{note}");
        }
        // Editors show no notes on performance.
        let shown = if code.starts_with("WP07") { None } else { Some(edited.next().unwrap()) };
        let message = shown.map_or(told, |s| s["message"].as_str().unwrap());
        assert!(shown.is_none_or(|s| s["code"] == code) && message.starts_with(told), "{message}");
        if let Some(fix) = finding.get("fix") {
            let change = &result["fixes"][0];
            let described = change["description"]["text"].as_str().unwrap();
            for words in ["title", "checked"].map(|part| fix[part].as_str().unwrap()) {
                let all = [&text, &page, described, message];
                assert!(all.iter().all(|form| form.contains(words)), "{words}");
            }
            same_edits(fix["edits"].as_array().unwrap(), &change["artifactChanges"][0]);
        }
        assert_eq!(finding.get("fix").is_some(), result.get("fixes").is_some());
        let others = result["relatedLocations"].as_array().unwrap();
        let places = finding["places"].as_array().unwrap();
        assert_eq!(places.len(), 1 + others.len());
        for label in places {
            let place = &label["place"];
            let line = place["line"].as_u64().unwrap();
            let words = label["text"].as_str().unwrap();
            assert!(text.contains(words) && page.contains(words), "{words}");
            assert!(
                page.contains(&format!("{}:{line}:{}", place["file"].as_str().unwrap(), place["column"])),
                "{place}"
            );
            let at = |l: &Value| l["physicalLocation"]["region"]["startLine"] == line;
            assert!(at(&result["locations"][0]) || others.iter().any(at), "{place}");
            let near = |range: &Value| range["start"]["line"] == line - 1;
            let related = |s: &Value| s["relatedInformation"].as_array().unwrap().clone();
            let is_there = |s: &Value| near(&s["range"]) || related(s).iter().any(|r| near(&r["location"]["range"]));
            assert!(shown.is_none_or(is_there), "{place}");
        }
    }
    assert_eq!(edited.next(), None);
    let codes = findings.iter().map(|f| f["code"].as_str().unwrap().to_owned()).collect();
    (sarif, codes)
}

/// The edits of the JSON are those of the SARIF log.
fn same_edits(edits: &[Value], change: &Value) {
    let replacements = change["replacements"].as_array().unwrap();
    assert!(!edits.is_empty() && edits.len() == replacements.len());
    for (edit, replacement) in edits.iter().zip(replacements) {
        let (place, region) = (&edit["place"], &replacement["deletedRegion"]);
        assert_eq!(place["file"], change["artifactLocation"]["uri"]);
        let lines = |a: &Value, start: &str, end: &str| (a[start].as_u64().unwrap(), a[end].as_u64().unwrap());
        assert_eq!(lines(place, "line", "end_line"), lines(region, "startLine", "endLine"));
        // These sources are ASCII, so that characters are bytes.
        assert_eq!(lines(place, "column", "end_column"), lines(region, "startColumn", "endColumn"));
        assert_eq!(edit["text"], replacement["insertedContent"]["text"]);
    }
}

/// The refuted examples, each with the options of its first line; suggested changes among them.
#[test]
fn all_forms_tell_the_same_of_the_examples() {
    let mut fixes = 0;
    let mut examples = 0;
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let Some(stated) = text.lines().next().and_then(|l| l.strip_prefix("// warpproof: refuted")) else { continue };
        let mut options: Vec<&str> = stated.split_once(" with ").map_or("", |(_, o)| o).split_whitespace().collect();
        options.push("--suggest-fixes");
        let name = format!("examples/{}", path.file_name().unwrap().to_str().unwrap());
        let (sarif, codes) = all_tell_the_same(&[&name], &options);
        assert!(!codes.is_empty(), "{name}");
        fixes += sarif.to_string().matches("\"fixes\"").count();
        examples += 1;
    }
    assert!(examples >= 8 && fixes >= 4, "{examples} examples, {fixes} changes");
}

/// Refuted kernels whose options are those of `check`, those with the same options at once: of each topic one file for
/// each kind of finding that no other file of the topic has, by the markers in its text.
#[test]
fn all_forms_tell_the_same_of_refuted_kernels() {
    let mut with: std::collections::BTreeMap<String, Vec<String>> = std::collections::BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    for file in suite::files("tests/kernels") {
        let topic = file.split('/').next().unwrap_or_default().to_owned();
        for case in suite::cases("tests/kernels", &file).unwrap() {
            let mut flags: Vec<&str> = case
                .headers()
                .filter(|(key, _)| *key == "flags")
                .flat_map(|(_, rest)| rest.split_whitespace())
                .collect();
            let is_known = |flag: &&str| !flag.starts_with("--") || ["--block", "--grid"].contains(flag);
            let define = case.revision.as_ref().map(|revision| format!("-D{revision}"));
            let is_refuted = ["refuted", "depends-on-contents", "unusual-launch"].iter().any(|v| case.states(v));
            let has_gap = case.headers().any(|(key, _)| key == "gap");
            let findings: std::collections::BTreeSet<String> = case
                .text
                .lines()
                .filter_map(|l| l.split_once("~ ERROR "))
                .map(|(_, what)| what.trim().to_owned())
                .collect();
            let is_chosen = is_refuted && !has_gap && flags.iter().all(is_known);
            let new_ones = findings.into_iter().filter(|f| seen.insert((topic.clone(), f.clone())));
            if is_chosen && new_ones.count() > 0 {
                flags.extend(define.as_deref());
                with.entry(flags.join(" ")).or_default().push(format!("tests/kernels/{file}"));
            }
        }
    }
    assert!(with.values().map(Vec::len).sum::<usize>() >= 60);
    let groups: Vec<_> = with.iter().collect();
    std::thread::scope(|scope| {
        // Every other group, on two cores.
        for half in 0..2 {
            let groups = &groups;
            scope.spawn(move || {
                for (flags, files) in groups.iter().skip(half).step_by(2) {
                    let options: Vec<&str> = flags.split_whitespace().collect();
                    let mut files: Vec<&str> = files.iter().map(String::as_str).collect();
                    files.sort_unstable();
                    let (_, codes) = all_tell_the_same(&files, &options);
                    assert!(codes.len() >= files.len(), "{flags}: {} findings in {files:?}", codes.len());
                }
            });
        }
    });
}

/// Fifty findings, each with witness, pictures, steps and change.
#[test]
fn a_page_with_fifty_findings_is_small() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.cu");
    let mut text = String::new();
    for n in 0..50 {
        text.push_str(&format!(
            "__global__ void k{n}(int *a) {{\n  __shared__ int s[64];\n  s[threadIdx.x] = a[threadIdx.x];\n  a[blockIdx.x * \
             64 + threadIdx.x] = s[63 - threadIdx.x];\n}}\n"
        ));
    }
    fs::File::create(&file).unwrap().write_all(text.as_bytes()).unwrap();
    let run = warpproof(&["check", "--no-cache", "--block=64", "--grid=1", "--format=html", file.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.matches("[<a href=\"#about-WP0102\">").count()), (1, 50));
    assert!(run.stdout.len() < 2_000_000, "{} bytes", run.stdout.len());
}

#[test]
fn all_forms_tell_the_same() {
    let (sarif, codes) = all_tell_the_same(&FILES, &["--block=64"]);
    assert!(codes.len() >= 5, "{codes:?}");
    let failed = sarif["runs"][0]["invocations"][0]["executionSuccessful"].as_bool().unwrap();
    assert!(!failed, "a file does not compile");
}

/// Notes on performance stand in all forms too, behind the findings of their kernel, and the findings are those without them.
#[test]
fn all_forms_tell_the_same_of_performance() {
    let files = ["examples/transpose_naive.cu", "examples/transpose_tiled_racy.cu"];
    let (_, plain) = all_tell_the_same(&files, &[]);
    let (sarif, codes) = all_tell_the_same(&files, &["--perf"]);
    let (notes, findings): (Vec<String>, Vec<String>) = codes.into_iter().partition(|c| c.starts_with("WP07"));
    assert_eq!(findings, plain);
    assert!(notes.iter().any(|c| c == "WP0702"), "{notes:?}");
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        let is_note = result["ruleId"].as_str().unwrap().starts_with("WP07");
        assert_eq!(result["level"] == "note", is_note, "{result}");
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
}

/// The browser that `WARPPROOF_BROWSER` names, or one that is installed.
fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("WARPPROOF_BROWSER") {
        return Some(PathBuf::from(named));
    }
    let path = std::env::var_os("PATH")?;
    let mut folders = std::env::split_paths(&path).map(|f| f.join("chromium"));
    folders.find(|program| program.is_file())
}

/// What a person does: opens the page, follows links, steps through a timeline by button and key.
const VISIT: &str = include_str!("../inputs/visit.js");

/// Runs only where there is a browser; continuous integration names one.
#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().unwrap();
    let page = report("html").replace("</body>", &format!("<script>{VISIT}</script></body>"));
    let file = dir.path().join("report.html");
    std::fs::write(&file, page).unwrap();
    for dark in [false, true] {
        let (dom, log) = visit(&browser, &file, dark);
        assert!(dom.contains("<title>all is well</title>"), "{}", dom.lines().take(12).collect::<String>());
        assert!(!log.contains("CONSOLE"), "{log}");
    }
}

/// Where a part of a page is and what colour it has.
#[derive(serde::Deserialize)]
struct Part {
    name: String,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    colour: [f64; 3],
}

/// The size of the window for a picture: all of the page is in it.
const WINDOW: (u32, u32) = (1200, 4000);

/// Runs only where there is a browser. Looks at the pixels: marks, threads, steps and headings are where the page says, in colours that can be
/// told from what is behind them.
#[test]
fn a_picture_of_the_page_shows_its_parts() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().unwrap();
    let script = format!("<script>{}</script></body>", include_str!("../inputs/parts.js"));
    let page = report_on(&FILES[..1], &["--no-cache", "--block=64"], "html").replace("</body>", &script);
    let file = dir.path().join("report.html");
    std::fs::write(&file, page).unwrap();
    let mut backs = Vec::new();
    for dark in [false, true] {
        let (dom, _) = run_browser(&browser, &file, dark, &["--dump-dom"]);
        let title = dom.split("<title>").nth(1).and_then(|t| t.split("</title>").next()).unwrap();
        let parts: Vec<Part> = serde_json::from_str(&unescaped(title)).unwrap();
        let picture = dir.path().join("page.png");
        run_browser(&browser, &file, dark, &[&format!("--screenshot={}", picture.display())]);
        let picture = Picture::read(&picture);
        let back = parts.iter().find(|p| p.name == "page").unwrap().colour;
        backs.push(back);
        for (name, least) in
            [("place of a finding", 1), ("other place", 1), ("thread", 2), ("decisive step", 2), ("heading", 2)]
        {
            let those: Vec<&Part> = parts.iter().filter(|p| p.name == name).collect();
            assert!(those.len() >= least, "{name}: {} of {least}", those.len());
            for part in those {
                let (own, other) = picture.shares(part, back);
                let contrast: f64 = part.colour.iter().zip(back).map(|(a, b)| (a - b).abs()).sum();
                assert!(contrast > 20.0, "{name}: {:?} on {back:?}", part.colour);
                // Text covers little of its box, what is behind text most of it; a thread has its letter and its border.
                let least = match name {
                    "heading" => 0.01,
                    "thread" => 0.2,
                    _ => 0.4,
                };
                assert!(own > least && other > 0.005, "{name}: {own} {other} dark: {dark}");
            }
        }
    }
    let [light, dark] = backs[..] else { unreachable!() };
    assert!(light.iter().sum::<f64>() > 600.0 && dark.iter().sum::<f64>() < 150.0, "{light:?} {dark:?}");
}

/// Pixels of a page.
struct Picture {
    width: usize,
    rows: Vec<[u8; 3]>,
}

impl Picture {
    fn read(file: &Path) -> Self {
        let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(file).unwrap())).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(info.bit_depth, png::BitDepth::Eight);
        let pixels = bytes[..info.buffer_size()].chunks_exact(info.color_type.samples());
        Self { width: info.width as usize, rows: pixels.map(|p| [p[0], p[1], p[2]]).collect() }
    }

    /// Which shares of the area of a part have its colour, and neither its colour nor that of the page.
    fn shares(&self, part: &Part, back: [f64; 3]) -> (f64, f64) {
        let is =
            |pixel: [u8; 3], colour: [f64; 3]| pixel.iter().zip(colour).all(|(&a, b)| (f64::from(a) - b).abs() <= 2.0);
        let (mut own, mut other, mut all) = (0.0, 0.0, 0.0);
        let range = |from: f64, length: f64| (from.max(0.0) as usize)..((from + length).max(0.0) as usize);
        for y in range(part.top, part.height) {
            for x in range(part.left, part.width) {
                let pixel = self.rows[y * self.width + x.min(self.width - 1)];
                all += 1.0;
                own += f64::from(u8::from(is(pixel, part.colour)));
                other += f64::from(u8::from(!is(pixel, part.colour) && !is(pixel, back)));
            }
        }
        (own / all, other / all)
    }
}

/// The page after scripts have run, and what was logged.
fn visit(browser: &Path, file: &Path, dark: bool) -> (String, String) {
    run_browser(browser, file, dark, &["--window-size=1200,900", "--dump-dom"])
}

fn run_browser(browser: &Path, file: &Path, dark: bool, options: &[&str]) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]);
    command.args(["--enable-logging=stderr", "--virtual-time-budget=5000"]);
    command.arg(format!("--window-size={},{}", WINDOW.0, WINDOW.1)).args(options);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    if dark {
        command.arg("--blink-settings=preferredColorScheme=0");
    }
    let output = command.arg(format!("file://{}", file.display())).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}
