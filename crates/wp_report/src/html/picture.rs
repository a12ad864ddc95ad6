//! Pictures of grids and blocks, with the threads of a witness in them.

use maud::{html, Markup};

/// Width and height of a picture at most, in its own units.
const WIDTH: f64 = 512.0;
const HEIGHT: f64 = 240.0;
/// Extents up to this are drawn cell by cell.
const CELLS: u32 = 32;

/// The layer of an extent (x to the right, y downwards) that holds each mark; several marks in one cell share it.
pub(super) fn extent(what: &str, extent: [u32; 3], marks: &[([u32; 3], &str)]) -> Markup {
    let mut layers: Vec<u32> = marks.iter().map(|(at, _)| at[2]).collect();
    layers.sort_unstable();
    layers.dedup();
    html! {
        @for z in layers {
            figure.picture {
                (layer(extent, &marks.iter().filter(|(at, _)| at[2] == z).collect::<Vec<_>>()))
                figcaption {
                    (what) " of " (extent[0]) " × " (extent[1]) " × " (extent[2])
                    @if extent[2] > 1 { ", z = " (z) }
                    @for (at, name) in marks.iter().filter(|(at, _)| at[2] == z) { "; " (name) " at (" (at[0]) ", " (at[1]) ", " (at[2]) ")" }
                }
            }
        }
    }
}

fn layer(extent: [u32; 3], marks: &[&([u32; 3], &str)]) -> Markup {
    let [columns, rows, _] = extent.map(|e| e.max(1));
    // Long extents are squeezed: a mark keeps its relative position.
    let (across, down) = (columns.min(CELLS), rows.min(CELLS));
    let side = (WIDTH / f64::from(across)).min(HEIGHT / f64::from(down)).min(24.0);
    let (width, height) = (side * f64::from(across), side * f64::from(down));
    let squeeze = |at: u32, extent: u32, shown: u32| {
        let scaled = u64::from(at.min(extent - 1)) * u64::from(shown) / u64::from(extent);
        scaled as f64 * side
    };
    let mut cells: Vec<([f64; 2], String)> = Vec::new();
    for (at, name) in marks {
        let place = [squeeze(at[0], columns, across), squeeze(at[1], rows, down)];
        match cells.iter_mut().find(|(p, _)| *p == place) {
            Some((_, names)) => names.push_str(name),
            None => cells.push((place, (*name).to_owned())),
        }
    }
    html! {
        svg viewBox={ "-1 -1 " (width + 2.0) " " (height + 2.0) } width=(width + 2.0) height=(height + 2.0) aria-hidden="true" {
            rect.extent x="0" y="0" width=(width) height=(height) {}
            @if columns <= CELLS { @for i in 1..across { (line([f64::from(i) * side, 0.0], [f64::from(i) * side, height])) } }
            @if rows <= CELLS { @for i in 1..down { (line([0.0, f64::from(i) * side], [width, f64::from(i) * side])) } }
            @for (at, names) in &cells {
                rect.mark.{ "is-" (names) } x=(at[0]) y=(at[1]) width=(side) height=(side) {}
                text x=(at[0] + side / 2.0) y=(at[1] + side / 2.0) font-size=(side * 0.6) { (names) }
            }
        }
    }
}

fn line(from: [f64; 2], to: [f64; 2]) -> Markup {
    html! { line x1=(from[0]) y1=(from[1]) x2=(to[0]) y2=(to[1]) {} }
}
