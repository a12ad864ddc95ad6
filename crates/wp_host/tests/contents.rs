//! What is known of the contents of a buffer at a launch, in small programs: every way in which they may be others.

use wp_clang::{Language, ParseOptions};
use wp_decls::Decls;
use wp_host::{launches, Argument, Changed, LaunchSite};

/// Declarations in front of every program.
const FRONT: &str = "#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void k(int *a) { a[threadIdx.x] = 1; }
void unknown();
void given(int *p);
int *other();
bool choose();
";

/// The launches in the body of a function.
fn sites(before: &str, body: &str) -> Vec<LaunchSite> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file.cu");
    let text = format!("{FRONT}{before}\nvoid run(int n) {{ {body} }}\n");
    std::fs::write(&path, &text).expect("the folder is writable");
    let unit = wp_clang::parse(&path, Language::Cuda, &ParseOptions::default()).expect("Clang runs");
    assert!(!unit.messages.iter().any(wp_clang::ClangMessage::drops_code), "{text}\n{:?}", unit.messages);
    launches(&Decls::new(&unit, false), &Changed::default()).into_iter().flat_map(|kernel| kernel.sites).collect()
}

/// The integers that the buffer of a launch holds.
fn held_at(site: &LaunchSite) -> Option<Vec<i32>> {
    let [(_, Argument::Pointer(buffer, _)), ..] = &site.arguments[..] else { return None };
    let bytes = site.contents.get(buffer)?;
    Some(bytes.chunks_exact(4).map(|c| i32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect())
}

fn held_with(before: &str, body: &str) -> Vec<Option<Vec<i32>>> {
    sites(before, body).iter().map(held_at).collect()
}

fn held(body: &str) -> Option<Vec<i32>> {
    let mut all = held_with("", body);
    assert_eq!(all.len(), 1, "one launch: {body}");
    all.pop().flatten()
}

const DEVICE: &str = "int *d; cudaMalloc(&d, 4 * sizeof(int));";
const COPY: &str = "cudaMemcpy(d, h, 4 * sizeof(int), cudaMemcpyHostToDevice);";
const FILLED: &str = "int *h = (int *)malloc(4 * sizeof(int)); for (int i = 0; i < 4; i++) h[i] = 3 * i + 1;";

#[test]
fn copies_of_filled_memory_are_known() {
    let numbers = Some(vec![1, 4, 7, 10]);
    let fills = [
        FILLED,
        "int h[4]; for (int i = 0; i <= 3; ++i) { printf(\"%d\", i); h[i] = 3 * i + 1; }",
        "int *h = new int[4]; for (size_t i = 0; 4 > i; i += 1) *(h + i) = 3 * (int)i + 1;",
        "int h[] = {1, 4, 7, 10};",
        "int *h = (int *)calloc(4, 4); h[0]++; h[0] = 1; h[1] = 4; *(h + 2) = 7; h[3] = 10;",
        "int *h = (int *)malloc(16), *g = (int *)malloc(16); for (int i = 0; i < 4; i++) g[i] = h[i] = 3 * i + 1;",
        "int h[4]; for (int i = 0; i < 4; i++) h[i] = i > 2 ? 10 : i == 2 ? 7 : i == 1 ? 4 : 1; unknown();",
        "const int t[] = {1, 4, 7, 10}; int h[4]; memcpy(h, t, sizeof t);",
        "static const int h[] = {1, 4, 7, 10};",
    ];
    for fill in fills {
        assert_eq!(held(&format!("{DEVICE} {fill} {COPY} k<<<1, 4>>>(d);")), numbers, "{fill}");
    }
    let zeros = Some(vec![0; 4]);
    assert_eq!(held(&format!("{DEVICE} cudaMemset(d, 0, 16); k<<<1, 4>>>(d);")), zeros);
    assert_eq!(held(&format!("{DEVICE} {FILLED} memset(h, 0, 16); {COPY} k<<<1, 4>>>(d);")), zeros);
    assert_eq!(
        held("int *d, one = 7; cudaMalloc(&d, 4); cudaMemcpy(d, &one, 4, cudaMemcpyDefault); k<<<1, 1>>>(d);"),
        Some(vec![7])
    );
    let pieces = "cudaMemcpy(d, h + 2, 8, cudaMemcpyHostToDevice); cudaMemcpy(d + 2, h, 8, cudaMemcpyHostToDevice);";
    assert_eq!(held(&format!("{DEVICE} {FILLED} {pieces} k<<<1, 4>>>(d);")), Some(vec![7, 10, 1, 4]));
    let managed = "int *d; cudaMallocManaged(&d, 8); d[0] = 5; d[1] = 6;";
    assert_eq!(held(&format!("{managed} k<<<1, 2>>>(d); cudaDeviceSynchronize();")), Some(vec![5, 6]));
    assert_eq!(held(&format!("{managed} k<<<1, 2>>>(d);")), None, "the caller may store to it");
    let between = "int *e; cudaMalloc(&e, 16); cudaMemcpy(e, d, 16, cudaMemcpyDeviceToDevice);";
    let first = held_with("", &format!("{DEVICE} {FILLED} {COPY} {between} k<<<1, 4>>>(d); k<<<1, 4>>>(e);"));
    assert_eq!(first, [numbers.clone(), numbers]);
}

#[test]
fn what_is_not_all_known_is_not_told() {
    let unknown = [
        // Not all of it.
        "cudaMemcpy(d, h, 12, cudaMemcpyHostToDevice);",
        "cudaMemcpy(d + 1, h, 12, cudaMemcpyHostToDevice);",
        "cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);",
        "if (choose()) cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);",
        "for (int i = 0; i < n; i++) cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);",
        // Fails, or is done later.
        "cudaMemcpy(d, h, 16, cudaMemcpyDeviceToHost);",
        "cudaMemcpy(d, h, 16, cudaMemcpyHostToHost);",
        "cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice);",
        "cudaMemcpyAsync(d, h, 16, cudaMemcpyHostToDevice);",
        "memcpy(d, h, 16);",
        // Other sources.
        "cudaMemcpy(d, other(), 16, cudaMemcpyHostToDevice);",
        "cudaMemcpy(d, h + n, 16, cudaMemcpyHostToDevice);",
        "cudaMemcpy(d, choose() ? h : other(), 16, cudaMemcpyHostToDevice);",
    ];
    for copy in unknown {
        assert_eq!(held(&format!("{DEVICE} {FILLED} {copy} k<<<1, 4>>>(d);")), None, "{copy}");
    }
    assert_eq!(
        held(&format!("{DEVICE} {FILLED} {COPY} cudaStream_t s; cudaStreamCreate(&s); k<<<1, 4, 0, s>>>(d);")),
        None
    );
}

#[test]
fn stores_between_fill_and_launch_are_seen() {
    let changes = [
        "h[n] = 0;",
        "h[1] += n;",
        "*h = n;",
        "int *q = h + 1; q[n] = 0;",
        "int *q = h; for (int i = 0; i < n; i++) *q++ = 0;",
        "int *q = choose() ? h : other(); q[0] = 0;",
        "int *q; if (choose()) q = h; else q = other(); q[0] = 0;",
        "int *q = h; other()[0] = 0;",
        "int &r = h[2]; r = n;",
        "auto f = [=]() mutable { h[0] = 0; }; f();",
        "auto f = [&] { h[0] = 0; }; f();",
        "given(h);",
        "given(h + 1);",
        "given(&h[1]);",
        "given(&*h);",
        "int *all[] = {h}; all[0][1] = 0;",
        "int *all[] = {h}; given(all[0]);",
        "struct S { int *p; } s; s.p = h; s.p[0] = n;",
        "struct S { int *p; } s = {h}; given(s.p);",
        "fread(h, 4, 4, stdin);",
        "scanf(\"%d\", h);",
        "scanf(\"%d\", &h[1]);",
        "cudaMemcpy(h, other(), 16, cudaMemcpyDeviceToHost);",
        "memset(h, n, 16);",
        "memset(h, 1, n);",
        "int *q = (int *)memset(h, 1, 16); q[0] = n;",
        "for (int i = 0; i < 4; i++) if (choose()) h[i] = 0;",
        "for (int i = 0; i < 4; i++) { if (choose()) break; h[i] = 0; }",
        "for (int i = 0; i < 4; i++) { if (choose()) continue; h[i] = 0; }",
        "for (int i = 0; i < 4; i++) h[i] = rand();",
        "for (int i = 0; i < 4; i++) { h[i] = i; h[0] = n; }",
        "for (int i = 0; i < 4; i++) { h[i] = i; i += n; }",
        "for (int i = 0; i < n; i++) h[i] = i;",
        "for (int i = 0; i < 4; i += 2) h[i] = n;",
        "for (int i = 0; i < 4; i++) h[(char)i + n] = i;",
        "for (int i = 0, j = n; i < 4; i++) { h[i] = j; j++; }",
        "switch (n) { case 1: h[0] = n; }",
        "while (choose()) h[0] = n;",
        "do { h[0] = n; } while (choose());",
        "h[0] = n, unknown();",
        "if (choose()) h[0] = 7;",
        "h[choose() ? 1 : 2] = 0;",
        "h = h + n;",
        "h = other();",
        "size_t a = (size_t)h; ((int *)a)[0] = 0;",
        "__sync_fetch_and_add(&h[0], n);",
        "swap_first(h);",
        "by_reference(h[1]);",
        "kept(h[1]); for (int i = 0; i < 4; i++) h[i] = i; unknown();",
        "Holder holder(h); unknown();",
        "*pointer_to(h) = n;",
        "cudaMalloc((void **)&h[2], 4);",
        "cudaMalloc((void **)(h + n), 4);",
        "cudaMalloc(reinterpret_cast<void **>(h), 4);",
        "cudaHostAlloc((void **)&h[0], 4, 0);",
        "size_t pitch; cudaMallocPitch((void **)&h[0], &pitch, 4, 4);",
        "int *p; cudaMallocPitch(&p, (size_t *)&h[2], 4, 4);",
        "size_t *q = (size_t *)h; int *p; cudaMallocPitch(&p, q, 4, 4);",
        "cudaMemGetInfo((size_t *)&h[0], (size_t *)&h[2]);",
    ];
    let before = "void swap_first(int *p) { p[0] = 0; } void by_reference(int &x); void kept(int &x);
        struct Holder { Holder(int *p); }; int *pointer_to(int *p) { return p + 1; }";
    for change in changes {
        for fill in [FILLED, "int h[4]; for (int i = 0; i < 4; i++) h[i] = i;"] {
            if fill != FILLED && change.starts_with("h = ") {
                continue;
            }
            let all = held_with(before, &format!("{DEVICE} {fill} {change} {COPY} k<<<1, 4>>>(d);"));
            assert_eq!(all, [None], "{fill} {change}");
        }
    }
}

#[test]
fn stores_to_the_device_are_seen() {
    let changes = [
        "cudaMemset(d, n, 16);",
        "cudaMemset(d, 0, n);",
        "cudaMemset(d + n, 0, 4);",
        "cudaMemsetAsync(d, 1, 16);",
        "cudaFree(d); given(h);  cudaMalloc(&d, 16);",
        "given(d);",
        "int **dd; cudaMalloc(&dd, 8); cudaMemcpy(dd, &d, 8, cudaMemcpyHostToDevice); unknown();",
        "cudaMemcpy(d, other(), 16, cudaMemcpyDeviceToDevice);",
        "cudaMemcpy2D(d, 4, other(), 4, 4, 4, cudaMemcpyHostToDevice);",
        "filled(d);",
        "int *e = d; given(e);",
        "int *e = d + 1; cudaMemset(e, n, 4);",
        "if (choose()) cudaMemset(d, 0, 16);",
    ];
    for change in changes {
        let all = held_with("void filled(int *p);", &format!("{DEVICE} {FILLED} {COPY} {change} k<<<1, 4>>>(d);"));
        assert_eq!(all, [None], "{change}");
    }
}

#[test]
fn kernels_store_to_what_they_are_given() {
    let numbers = Some(vec![1, 4, 7, 10]);
    let start = format!("{DEVICE} {FILLED} {COPY}");
    let second = |between: &str| held_with("", &format!("{start} k<<<1, 4>>>(d); {between} k<<<1, 4>>>(d);"));
    assert_eq!(second(""), [numbers.clone(), None]);
    assert_eq!(second("cudaDeviceSynchronize();"), [numbers.clone(), None]);
    assert_eq!(second(COPY), [numbers.clone(), numbers.clone()], "copied again");
    assert_eq!(
        second("cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);"),
        [numbers.clone(), None]
    );
    // The kernel of the iteration before has stored to it, also where the copy stands in the loop.
    assert_eq!(held(&format!("{start} for (int i = 0; i < n; i++) k<<<1, 4>>>(d);")), None);
    assert_eq!(held(&format!("{start} for (int i = 0; i < n; i++) {{ {COPY} k<<<1, 4>>>(d); }}")), numbers);
    assert_eq!(held(&format!("{start} for (int i = 0; i < n; i++) {{ {COPY} k<<<1, 4>>>(d); h[0] = i; }}")), None);
    assert_eq!(held(&format!("{start} for (int i = 0; i < n; i++) {{ {COPY} k<<<1, 4>>>(d); given(h); }}")), None);
    // The address may be left where another kernel, or one that an unknown function launches, finds it.
    let kernels = "__global__ void keep(int **t, int *a) { *t = a; } __global__ void use(int **t) { **t = 9; }";
    for between in ["use<<<1, 1>>>(t);", "unknown();", ""] {
        let kept =
            format!("{start} int **t; cudaMalloc(&t, 8); keep<<<1, 1>>>(t, d); {COPY} {between} k<<<1, 4>>>(d);");
        assert_eq!(held_with(kernels, &kept)[0].is_some(), between.is_empty(), "{between}");
    }
    let code = "int go(); struct D { D(); }; struct Outer { D d; }; struct Initialised { int x = go(); };
        struct Plain { int a; float *p; }; static int width(int x = go()) { return x; }
        static int number(int x = 2 * sizeof(int)) { return x; } __global__ void later();";
    let unseen = ["D();", "D{};", "new D;", "new D[2];", "const D &r = D();", "choose() ? D() : D();", "Outer{};"];
    let others =
        ["Initialised{};", "new Initialised;", "width();", "if (width() > 0) n++;", "later<<<1, 1, 0, s>>>();"];
    for between in unseen.into_iter().chain(others) {
        let run = format!("cudaStream_t s; {start} k<<<1, 4>>>(d); {COPY} {between} k<<<1, 4>>>(d);");
        // A kernel on another stream may run before the first one has ended.
        let first = numbers.clone().filter(|_| !between.contains("<<<"));
        assert_eq!(held_with(code, &run), [first, None], "{between}");
    }
    for between in
        ["Plain();", "Plain{};", "Plain p; Plain q = p;", "new Plain;", "width(2);", "number();", "dim3 g(n);"]
    {
        let run = format!("{start} k<<<1, 4>>>(d); {COPY} {between} k<<<1, 4>>>(d);");
        let known = held_with(&code.replace("= go()", "= 4"), &run);
        assert_eq!(known, [numbers.clone(), numbers.clone()], "{between}");
    }
    let last = "struct Last { ~Last(); }; ";
    let ended = held_with(last, &format!("{start} {{ Last last; k<<<1, 4>>>(d); {COPY} }} k<<<1, 4>>>(d);"));
    assert_eq!(ended, [numbers.clone(), None]);
    // On another stream it may still run; and the host may store to managed memory meanwhile.
    let stream = "cudaStream_t s; cudaStreamCreate(&s);";
    let other = held_with("", &format!("{stream} {start} k<<<1, 4, 0, s>>>(d); {COPY} k<<<1, 4>>>(d);"));
    assert_eq!(other, [None, None]);
    for (between, first) in [("", None), ("cudaDeviceSynchronize();", Some(vec![5]))] {
        let managed = "int *d; cudaMallocManaged(&d, 4); *d = 5; k<<<1, 1>>>(d);";
        assert_eq!(held_with("", &format!("{managed} {between} *d = 6; k<<<1, 1>>>(d); {between}")), [first, None]);
    }
}

#[test]
fn functions_that_are_followed_hand_contents_on() {
    let numbers = Some(vec![1, 4, 7, 10]);
    let launch = "static void launch(int *d, int *h, int m) { if (m < 0) return; k<<<1, 4>>>(d); h[0] = m; }";
    let call = format!("{DEVICE} {FILLED} {COPY} launch(d, h, n); {COPY} k<<<1, 4>>>(d);");
    let mut all = held_with(launch, &call);
    all.sort();
    assert_eq!(all, [None, numbers]);
    let twice = "static void launch(int *d) { k<<<1, 4>>>(d); }";
    let all = held_with(twice, &format!("{DEVICE} {FILLED} {COPY} launch(d); launch(d);"));
    assert_eq!(all, [Some(vec![1, 4, 7, 10]), None]);
    // A function that anybody may call.
    let open = "void launch(int *d) { k<<<1, 4>>>(d); }";
    assert_eq!(held_with(open, &format!("{DEVICE} {FILLED} {COPY} launch(d);")), [None]);
}

#[test]
fn contents_of_floats_and_truth_values_are_known() {
    let floats = Some([0.0f32, 1.0, 2.0, 3.0].map(|x| x.to_bits() as i32).to_vec());
    let fills = [
        "float h[4]; for (int i = 0; i < 4; i++) h[i] = i;",
        "float *h = (float *)malloc(16); for (int i = 0; i < 4; i++) h[i] = i * 1.0f;",
        "float h[] = {0, 1, 2, 3};",
        "float h[4] = {}; h[1] = 1; h[2] = 2.0; h[3] = 3.0f;",
        "const float t[4] = {0.0f, 1.0f, 2.0f, 3.0f}; float h[4]; memcpy(h, t, sizeof t);",
    ];
    for fill in fills {
        assert_eq!(held(&format!("{DEVICE} {fill} {COPY} k<<<1, 4>>>(d);")), floats, "{fill}");
    }
    for change in ["h[n] = 0;", "h[1] += 1;", "float &r = h[1]; r = n;", "h[1] = n;", "by_reference(h[1]);"] {
        let fill = format!("{DEVICE} float h[4]; for (int i = 0; i < 4; i++) h[i] = i; {change} {COPY}");
        assert_eq!(held_with("void by_reference(float &x);", &format!("{fill} k<<<1, 4>>>(d);")), [None], "{change}");
    }
    let flags = "int *d; cudaMalloc(&d, 4); bool h[4] = {false, true}; cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);";
    assert_eq!(held(&format!("{flags} k<<<1, 1>>>(d);")), Some(vec![0x100]));
}

#[test]
fn memory_that_outlives_a_call_or_is_given_twice_is_not_told() {
    for kind in ["thread_local", "static", "static thread_local"] {
        assert_eq!(held(&format!("{DEVICE} {kind} int h[] = {{1, 4, 7, 10}}; {COPY} k<<<1, 4>>>(d);")), None, "{kind}");
    }
    let fill = "for (int i = 0; i < 4; i++) h[i] = 3 * i + 1;";
    let pools = [
        ("void *operator new[](size_t) { return pool; }", "int *h = new int[4];"),
        ("void *operator new[](size_t);", "int *h = new int[4];"),
        ("struct Four { int v[4]; static void *operator new(size_t) { return pool; } };", "int *h = (int *)new Four;"),
        ("struct B { static void *operator new(size_t); }; struct D : B { int v[4]; };", "int *h = (int *)new D;"),
    ];
    for (before, allocation) in pools {
        let all = held_with(
            &format!("static int pool[4]; {before}"),
            &format!("{DEVICE} {allocation} {fill} {COPY} k<<<1, 4>>>(d);"),
        );
        assert_eq!(all, [None], "{before}");
    }
    let computed = "static int f(int i) { return 3 * i + 1; } static int g(int i) { return i + rand(); }";
    for (function, known) in [("f", true), ("g", false)] {
        let fill = format!("{DEVICE} int h[4]; for (int i = 0; i < 4; i++) h[i] = {function}(i); {COPY}");
        assert_eq!(held_with(computed, &format!("{fill} k<<<1, 4>>>(d);"))[0].is_some(), known, "{function}");
    }
}

#[test]
fn a_kernel_stores_to_the_members_that_it_is_given() {
    let numbers = Some(vec![1, 4, 7, 10]);
    let start = format!("Buffers b; cudaMalloc(&b.d, 16); int *d = b.d; {FILLED} {COPY}");
    for (use_of, known) in [("k<<<1, 4>>>(b.e);", true), ("k<<<1, 4>>>(b.d);", false), ("all<<<1, 4>>>(b);", false)] {
        let before = "struct Buffers { int *d, *e; }; __global__ void all(Buffers b);";
        let held = held_with(before, &format!("{start} {use_of} k<<<1, 4>>>(b.d);"));
        assert_eq!(held.last().cloned().flatten(), numbers.clone().filter(|_| known), "{use_of}");
    }
}
