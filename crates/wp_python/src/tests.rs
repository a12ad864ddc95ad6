//! Tests of whole files.

use crate::{read, Found, Program};
use proptest::prelude::*;

fn found(text: &str) -> Found {
    read(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn program(text: &str) -> Program {
    let found = found(text);
    assert_eq!((found.programs.len(), &found.rejected[..]), (1, &[][..]), "{text}");
    found.programs.into_iter().next().unwrap()
}

/// The reason for which a source is rejected that is given like this.
fn reason(head: &str, source: &str) -> String {
    let found = found(&format!("{head}\ncupy.RawKernel({source}, 'k')\n"));
    assert!(found.programs.is_empty(), "{found:?}");
    found.rejected.into_iter().map(|r| r.why).collect::<Vec<_>>().join("; ")
}

const KERNEL: &str = r#"'__global__ void k() {}'"#;

#[test]
fn tokens_stand_where_they_stand_in_python() {
    let text = "import cupy as cp\n\nk = cp.RawKernel(r'''\nextern \"C\" __global__\nvoid k(int *a) { a[0] = 1; }\n''', 'k')\n";
    let program = program(text);
    let at = |text: &str| (text.find("__global__").unwrap(), text.find("a[0]").unwrap());
    assert_eq!(at(&program.text), at(text));
    assert_eq!(program.text.lines().count(), 6);
    assert_eq!(program.text.trim(), "extern \"C\" __global__\nvoid k(int *a) { a[0] = 1; }");
}

#[test]
fn the_calls() {
    let calls = [
        "from torch.utils.cpp_extension import load_inline\nload_inline('m', '', SRC)",
        "from torch.utils.cpp_extension import load_inline as build\nbuild(name='m', cpp_sources=[''], cuda_sources=[SRC])",
        "import torch.utils.cpp_extension as e\nm = e.load_inline(name='m', cpp_sources='', cuda_sources=(SRC,), functions=['f'])",
        "torch.utils.cpp_extension.load_inline(cuda_sources=SRC, name='m', cpp_sources=CPP)",
        "cupy.RawKernel(SRC, 'k')",
        "RawModule(code=SRC, options=('-DA=1', '-std=c++17'), name_expressions=['k<int>'])",
        "from pycuda.compiler import SourceModule\nmod = SourceModule(SRC, no_extern_c=True)",
        "def f():\n    src = SRC\n    def g():\n        return cupy.RawKernel(src, 'k')",
        "src = (SRC)\nclass A:\n    src = 2\n    def f(self):\n        self.k = cupy.RawKernel(src, 'k')",
        "a = b = SRC\nif a:\n    cupy.RawKernel(b, 'k', options=())",
        "sources = [SRC]\nload_inline('m', '', sources)",
        "k = cupy.RawKernel(textwrap.dedent(SRC).strip(), 'k')",
        "print(isinstance(k, cupy.RawKernel))\ncupy.RawKernel(SRC, 'k')",
        "cupy.RawKernel(SRC, 'k')\ncupy.RawKernel('void f();', 'f')",
    ]
    .map(|call| call.replace("SRC", KERNEL).replace("CPP", "''"));
    for call in calls {
        assert_eq!(program(&call).text.trim(), "__global__ void k() {}", "{call}");
    }
    let with = program(&format!("RawModule(code={KERNEL}, options=('-DA=1',), name_expressions=['k<int>'])"));
    assert_eq!((&with.flags[..], &with.instances[..]), (&["-DA=1".to_owned()][..], &["k<int>".to_owned()][..]));
}

#[test]
fn strings() {
    let of = |source: &str| {
        let text = program(&format!("cupy.RawKernel({source}, 'k')")).text;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of(r#""__global__ void k() {""}""#), "__global__ void k() {}");
    assert_eq!(of("('__global__ '\n  # a comment\n  'void k();')"), "__global__ void k();");
    assert_eq!(of("f'__global__ void k() {{}}'"), "__global__ void k() {}");
    assert_eq!(of("'__global__ ' + \"void k();\""), "__global__ void k();");
    assert_eq!(of(r"'__global__ void k();\n'"), "__global__ void k();");
}

#[test]
fn sources_beside_the_kernels() {
    let both = program("load_inline('m', cpp_sources='void f();', cuda_sources='__global__ void k();')");
    let words: Vec<&str> = both.text.split_whitespace().collect();
    assert_eq!(words, ["void", "f();", "__global__", "void", "k();"]);
    let alone = program("load_inline('m', 'void f();', '__global__ void k();', extra_cflags=['-DA'])");
    assert_eq!(alone.text.trim(), "__global__ void k();");
    let by_header = program("cupy.RawModule(code='''\n#include \"kernels.cuh\"\n''')");
    assert_eq!(by_header.text.trim(), "#include \"kernels.cuh\"");
    for host in ["#define N 1", "  # undef N", "using namespace at;", "typedef float real;"] {
        let leaks = format!("load_inline('m', '''void f();\n{host}\n''', '__global__ void k();')");
        assert_eq!(program(&leaks).text.trim(), "__global__ void k();", "{host}");
    }
    let unknown = program("load_inline('m', cpp_sources=g(), cuda_sources='__global__ void k();')");
    assert_eq!(unknown.text.trim(), "__global__ void k();");
}

#[test]
fn options_that_choose_no_text_need_not_be_known() {
    let with = |flags: &str| {
        format!("FLAGS = ['-DA']\ng = f'-gencode=arch=compute_{{n}},code=sm_{{n}}'\nload_inline('m', '', {KERNEL}, extra_cuda_cflags={flags})\n")
    };
    for flags in ["[*FLAGS, g, '-arch=sm_%d' % n]", "FLAGS", "['-gencode', 'arch=compute_{}'.format(n), *FLAGS]"] {
        assert!(program(&with(flags)).flags.contains(&"-DA".to_owned()), "{flags}");
    }
    let twice = format!("FLAGS = ['-DA']\nload_inline('m', '', {KERNEL}, extra_cuda_cflags=FLAGS)\nload_inline('n', '', 'x __global__', extra_cuda_cflags=FLAGS)\n");
    assert_eq!(found(&twice).programs.len(), 2);
    for flags in ["[f'-D{n}']", "['-DA'] + g", "[n]", "FLAGS + other", "[*other]", "[f'{g}']"] {
        assert!(found(&with(flags)).programs.is_empty(), "{flags}");
    }
    let changed = with("FLAGS").replace("g = ", "FLAGS.append(n)\ng = ");
    assert!(found(&changed).programs.is_empty());
}

#[test]
fn what_is_computed_is_rejected() {
    let cases = [
        ("", "'__global__ %d' % 1", "`%` substitutes"),
        ("", "'__global__ {}'.format(1)", "`.format(..)` substitutes"),
        ("n = 1", "f'__global__ {n}'", "f-string substitutes"),
        ("", "open('k.cu').read()", "result of `read(..)`"),
        ("", "self.source", "attribute"),
        ("", "a[0]", "element"),
        ("", "b'__global__'", "prefix"),
        ("src = '__global__'\nsrc = '__global__ void'", "src", "several values"),
        ("src = '__global__'\nsrc += 'void'", "src", "several values"),
        ("for src in x: pass", "src", "not assigned a literal"),
        ("from sources import src", "src", "not assigned a literal"),
        ("", "src", "not assigned in this file"),
        ("src = '__global__'\ndef f():\n    global src", "src", "shared"),
        ("src = '__global__'\nwith f() as src: pass", "src", "several values"),
        ("src, other = '__global__', 1", "src", "not assigned a literal"),
        ("src = '__global__' if f() else ''", "src", "one of several"),
        ("b = 'void f();'\na = '__global__ '", "a + b", "another order"),
        ("", r"'__global__ \N{DASH}'", "by its name"),
        ("", "'__global__', options=FLAGS", "options of the compiler are not known"),
        ("", "'__global__', options=(f'-DN={n}',)", "options of the compiler are not known"),
    ];
    for (head, source, expected) in cases {
        let why = reason(head, source);
        assert!(why.contains(expected), "{head} {source}: {why}");
    }
    let of_parameter = found("def f(src):\n    return cupy.RawKernel(src, 'k')\n");
    assert!(of_parameter.rejected[0].why.contains("`src` is a parameter"));
    let of_own = found(
        "class A:\n    def RawKernel(self, code):\n        pass\n    def f(self):\n        self.RawKernel(src)\n",
    );
    assert_eq!(of_own.rejected.len(), 1, "{of_own:?}");
    let may_change = found("a = ['-O3']\nadd(options=a)\ncupy.RawKernel('__global__ void k();', 'k', options=a)\n");
    assert!(may_change.rejected[0].why.contains("may be changed"), "{may_change:?}");
    let as_value = found("k = functools.partial(cupy.RawKernel, options=())\n");
    assert!(as_value.rejected[0].why.contains("used as a value"));
    let unpacked = found("cupy.RawKernel(**source)\n");
    assert!(unpacked.rejected[0].why.contains("unpacked"));
    let changed = found("a = ['__global__']\na.append('x')\nload_inline('m', '', a)\n");
    assert!(changed.rejected[0].why.contains("may be changed"), "{changed:?}");
}

#[test]
fn files_without_sources() {
    for text in [
        "",
        "x = 1\n",
        "from numba import cuda\n@cuda.jit\ndef k(a): a[0] = 1\n",
        "# load_inline\n",
        "def load_inline(x): return x\nload_inline(y)\n",
        "load_inline('m', 'int f() { return 1; }')\n",
        "cupy.RawModule(path='k.cubin')\n",
        "load_inline('m', '', cuda_sources=None)\n",
    ] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
    assert!(read("cupy.RawKernel('a' 'b'\n").is_err());
}

/// Texts of pieces of Python and CUDA.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "load_inline(",
        "cupy.RawKernel(",
        "cuda_sources=",
        "cpp_sources=",
        "src",
        " = ",
        "r'''",
        "'''",
        "\"\"\"",
        "'",
        "\"",
        "f'",
        "\\",
        "\\n",
        "\\x4",
        "\\\n",
        "\n",
        "\r\n",
        "    ",
        "{",
        "}",
        "{{",
        ")",
        "]",
        "[",
        ",",
        "+",
        "%",
        "def f(",
        "):\n",
        "class A:\n",
        "lambda ",
        ": ",
        "__global__ void k() {}",
        "// c",
        "/* ",
        "*/",
        "R\"(",
        ")\"",
        "é",
        "\u{0}",
        "global src\n",
        ".format(",
        "-",
        "(",
        "for src in x:\n",
        "if x:\n",
        "import load_inline as ",
        "**a",
        "*a",
        "dedent(",
        ".strip()",
        "#",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_it_panic(text in pieces(), other in any::<String>()) {
        let text = format!("{text}{other}");
        if let Ok(found) = read(&text) {
            for program in found.programs {
                prop_assert!(program.text.len() <= text.len() + 1);
            }
        }
    }

    #[test]
    fn any_literal_keeps_its_text_and_its_places(source in "[ a-z\\\\\"'/*\\n(){}#<>]{0,60}", gap in " {0,5}") {
        // As Python prints it, in two parts.
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
        let text = format!("cupy.RawKernel('__global__ void first_token;\\n{}'{gap} ' last_token', 'k')", escaped(&source));
        let program = program(&text);
        prop_assert_eq!(without_space(&program.text), without_space(&format!("__global__ void first_token;{source}last_token")));
        prop_assert_eq!(program.text.find("first_token"), text.find("first_token"));
        let found = program.text.find("last_token").unwrap();
        prop_assert!(found <= text.find("last_token").unwrap());
    }
}

#[test]
fn depth_is_no_problem() {
    let deep = 50_000;
    for (open, close) in [("(", ")"), ("[", "]"), ("-", ""), ("not ", "")] {
        let text = format!("cupy.RawKernel({}'__global__'{}, 'k')\n", open.repeat(deep), close.repeat(deep));
        let _ = read(&text);
    }
    let sum = vec!["'__global__ void k();'"; 5_000].join(" + ");
    assert!(reason("", &sum).contains("too deep"));
}
