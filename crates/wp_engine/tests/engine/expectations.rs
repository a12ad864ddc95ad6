//! The form of the headers of kernel files: verdicts, markers, revisions.

use crate::expectation::{parse, Expected, Marker};
use crate::suite;
use crate::suite::revisions;

#[test]
fn expectations_accept_what_they_say() {
    let accepts = |value: &str, verdict| Expected::parse(&format!("races={value}")).unwrap().accepts(verdict);
    assert!(accepts("proved", "proved") && !accepts("proved", "proved-under"));
    assert!(accepts("inconclusive", "unknown") && !accepts("inconclusive", "refuted"));
    assert!(accepts("!refuted", "proved") && !accepts("!refuted", "refuted"));
    assert!(accepts("possible|refuted", "refuted") && !accepts("possible|refuted", "proved"));
    assert!(Expected::parse("races=fine").is_err() && Expected::parse("speed=proved").is_err());
    assert!(parse("//@ verdict: races=refuted\n//@ gap: races=proved no").is_err());
    let with_marker = parse("//@ verdict: races=refuted\na[0] = 1; //~ ERROR race\n").unwrap();
    assert_eq!(with_marker.markers, [Marker { what: "race".to_owned(), line: 2 }]);
    assert!(parse("//@ verdict: races=refuted\na[0] = 1; //~ ERROR rice\n").is_err());
}

#[test]
fn a_header_without_a_verdict_is_refused() {
    assert!(parse("//@ flags: --block 64\n__global__ void k() {}\n").is_err());
}

const TWINS: &str = "\
//@ revisions: good bad
//@ flags: --block 64
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
__global__ void k(int *a) {
#ifdef bad
  a[threadIdx.x] = a[threadIdx.x + 1]; //[bad]~ ERROR race
#endif
  a[threadIdx.x] = 1; //[bad]~ ERROR race
}
";

#[test]
fn each_revision_has_its_own_headers_and_markers() {
    assert_eq!(revisions::of(TWINS), Ok(vec!["good".to_owned(), "bad".to_owned()]));
    let [good, bad] = ["good", "bad"].map(|r| parse(&revisions::select(TWINS, r)).unwrap());
    assert!(good.file[0].value == "proved" && bad.file[0].value == "refuted");
    assert_eq!(good.markers, []);
    assert_eq!(bad.markers, [7, 9].map(|line| Marker { what: "race".to_owned(), line }));
    assert_eq!(good.options.launch, bad.options.launch);
}

#[test]
fn revisions_that_nothing_tells_apart_are_refused() {
    let refused = |text: String, part: &str| {
        let problem = revisions::of(&text).expect_err(&text);
        assert!(problem.contains(part), "{problem}");
    };
    assert_eq!(revisions::of("//@ verdict: races=proved\n"), Ok(Vec::new()));
    refused(TWINS.replace("good bad", "good"), "at least two");
    refused(TWINS.replace("good bad", "good bad good"), "twice");
    refused(TWINS.replace("#ifdef bad", "#if 0"), "does not depend");
    refused(TWINS.replace("void k", "void bad"), "a word of the source");
    refused(TWINS.replace("//[bad]~", "//[worse]~"), "no revision `worse`");
    refused(TWINS.replace("//@ revisions: good bad\n", ""), "no revision `good`");
    refused(format!("//@ revisions: a b\n{TWINS}"), "more than one line");
}

#[test]
fn revisions_of_all_files_are_well_formed() {
    for root in ["tests/kernels", "tests/programs", "tests/contracts"] {
        for file in suite::files(root) {
            assert!(suite::cases(root, &file).is_ok_and(|cases| !cases.is_empty()), "{root}/{file}");
        }
    }
}
