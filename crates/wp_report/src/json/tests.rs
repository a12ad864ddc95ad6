//! The fields of the document.

use super::*;
use crate::fixture;

#[test]
fn times_are_the_only_difference_between_runs() {
    let one = fixture::refuted();
    let mut two = fixture::refuted();
    two.clang_seconds = 9.0;
    two.kernels[0].times.engine = 9.0;
    two.kernels[0].inference.seconds = 9.0;
    two.kernels[0].inference.engines.clear();
    let strip = |report| {
        let mut value = serde_json::to_value(JsonReport::new(&[report], false)).unwrap();
        value.as_object_mut().unwrap().remove("times");
        value
    };
    assert_eq!(strip(one), strip(two));
}

#[test]
fn fields_of_a_finding() {
    let value = serde_json::to_value(JsonReport::new(&[fixture::refuted()], false)).unwrap();
    assert_eq!(value["schema"], "warpproof-report");
    assert_eq!(value["version"], 3);
    assert_eq!(value["verdict"], "refuted");
    let kernel = &value["files"][0]["kernels"][0];
    assert_eq!(kernel["place"]["line"], 1);
    let race = &kernel["properties"][0];
    assert_eq!(race["property"], "races");
    let finding = &race["findings"][0];
    assert_eq!(finding["code"], "WP0101");
    assert_eq!((&finding["confirmed"], &finding["accepted"]), (&true.into(), &false.into()));
    assert_eq!(finding["places"][0]["place"]["column"], 3);
    assert_eq!(finding["witness"]["threads"][1]["thread"], serde_json::json!([1, 0, 0]));
    assert_eq!(kernel["properties"][2]["reason"]["code"], "timeout");
    assert_eq!(kernel["inference"]["loops"], 2);
    assert_eq!(kernel["inference"]["candidates"][1]["kept"], false);
    let times = &value["times"][0];
    assert_eq!(times["clang_seconds"], 0.5);
    assert_eq!(times["kernels"][0]["engines"][0]["engine"], "DYN");
}
