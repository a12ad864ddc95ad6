//! Figures as SVG: lines, grouped bars and a heat map over named columns.

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Colours of series that can be distinguished without colour vision too (Okabe and Ito).
const COLORS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(230, 159, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];
const FONT: &str = "sans-serif";
const TEXT: u32 = 13;
const CELL: u32 = 30;
const LABELS: u32 = 60;
/// Space that the longest names of columns take when they stand upright.
const UPRIGHT: u32 = 190;
/// Longer names stand upright.
const LYING: usize = 14;

/// A series of a figure: its name and a value for each column.
pub type Series<'a> = (&'a str, Vec<f64>);

/// The title, axes and legend of a figure.
pub struct Frame<'a> {
    /// Title.
    pub title: &'a str,
    /// The label of the columns.
    pub x: &'a str,
    /// The label of the values.
    pub y: &'a str,
}

/// An axis of columns, each one unit wide and named in its middle.
struct Columns(usize);

impl Ranged for Columns {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (f64::from(to - from) * value / self.0.max(1) as f64).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        (0..self.0).map(|i| i as f64 + 0.5).collect()
    }

    fn range(&self) -> std::ops::Range<f64> {
        0.0..self.0 as f64
    }
}

/// Lines over columns.
pub fn lines(frame: &Frame<'_>, columns: &[String], series: &[Series<'_>]) -> Result<String, String> {
    figure(frame, columns, series, |chart, (i, (name, values))| {
        let color = COLORS[i % COLORS.len()];
        let points: Vec<(f64, f64)> = values.iter().enumerate().map(|(x, y)| (x as f64 + 0.5, *y)).collect();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 10, y + 5)], color.filled()));
        chart.draw_series(points.iter().map(|p| Circle::new(*p, 3, color.filled())))?;
        Ok(())
    })
}

/// Bars over columns, those of one column side by side, with their values on top.
pub fn bars(frame: &Frame<'_>, columns: &[String], series: &[Series<'_>]) -> Result<String, String> {
    let width = 0.8 / series.len().max(1) as f64;
    figure(frame, columns, series, |chart, (i, (name, values))| {
        let color = COLORS[i % COLORS.len()];
        let left = |x: usize| x as f64 + 0.1 + width * i as f64;
        let bars: Vec<(f64, f64)> = values.iter().enumerate().map(|(x, y)| (left(x), *y)).collect();
        chart
            .draw_series(bars.iter().map(|&(x, y)| Rectangle::new([(x, 0.0), (x + width * 0.95, y)], color.filled())))?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 10, y + 5)], color.filled()));
        let style = TextStyle { pos: Pos::new(HPos::Center, VPos::Bottom), ..text(TEXT, &BLACK, HPos::Center) };
        let above = bars.iter().map(|&(x, y)| Text::new(short(y), (x + width / 2.0, y), style.clone()));
        chart.draw_series(above)?;
        Ok(())
    })
}

type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Columns, RangedCoordf64>>;
type Drawing = Result<(), Box<dyn std::error::Error>>;

fn figure<'s>(
    frame: &Frame<'_>,
    columns: &[String],
    series: &'s [Series<'_>],
    draw: impl Fn(&mut Plot<'_, '_>, (usize, &'s Series<'_>)) -> Drawing,
) -> Result<String, String> {
    let longest = columns.iter().map(|c| c.chars().count()).max().unwrap_or(0);
    let upright = longest > LYING;
    let width = (columns.len() as u32 * 45 + 160).max(640);
    let height = if upright { 420 + UPRIGHT } else { 420 };
    let most = series.iter().flat_map(|(_, values)| values.iter().copied()).fold(0.0, f64::max);
    // Room for the legend.
    let top = if most > 0.0 { most * if series.len() > 1 { 1.25 } else { 1.1 } } else { 1.0 };
    let mut svg = String::new();
    let mut all = || -> Drawing {
        let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(frame.title, (FONT, 16))
            .margin(12)
            .x_label_area_size(if upright { UPRIGHT } else { 44 })
            .y_label_area_size(LABELS)
            .build_cartesian_2d(Columns(columns.len()), 0.0..top)?;
        let label = (FONT, TEXT).into_font();
        let name = |x: &f64| columns.get(*x as usize).filter(|_| !upright).cloned().unwrap_or_default();
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(columns.len())
            .x_label_formatter(&name)
            .y_label_formatter(&|y| short(*y))
            .x_label_style(label.clone())
            .y_label_style(label)
            .x_desc(frame.x)
            .y_desc(frame.y)
            .draw()?;
        for (i, name) in columns.iter().enumerate().filter(|_| upright) {
            let (x, y) = chart.backend_coord(&(i as f64 + 0.5, 0.0));
            area.draw(&Text::new(name.clone(), (x, y + 8), upright_text()))?;
        }
        for part in series.iter().enumerate() {
            draw(&mut chart, part)?;
        }
        if series.len() > 1 {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperLeft)
                .background_style(WHITE.mix(0.8))
                .label_font((FONT, TEXT))
                .draw()?;
        }
        area.present()?;
        Ok(())
    };
    all().map_err(|e| format!("cannot draw `{}`: {e}", frame.title))?;
    Ok(svg)
}

/// A square of numbers; the darker a cell, the greater its number. Cells with 0 stay empty.
pub fn heat_map(frame: &Frame<'_>, names: &[String], cells: &[Vec<usize>]) -> Result<String, String> {
    let most = cells.iter().flatten().copied().max().unwrap_or(0).max(1);
    let longest = names.iter().map(|c| c.chars().count()).max().unwrap_or(0) as u32;
    let before = 30 + longest * 8;
    let side = names.len() as u32 * CELL;
    // The title stands over the cells and may be wider than they are.
    let width = (before + side + 20).max(frame.title.chars().count() as u32 * 8);
    let mut svg = String::new();
    let mut all = || -> Drawing {
        let area = SVGBackend::with_string(&mut svg, (width, 40 + side + before)).into_drawing_area();
        area.fill(&WHITE)?;
        let middle = (width / 2) as i32;
        area.draw(&Text::new(frame.title.to_owned(), (middle, 18), text(16, &BLACK, HPos::Center)))?;
        let corner = |column: usize, row: usize| {
            (before as i32 + (column as u32 * CELL) as i32, 36 + (row as u32 * CELL) as i32)
        };
        let half = CELL as i32 / 2;
        for (row, name) in names.iter().enumerate() {
            let (x, y) = corner(0, row);
            area.draw(&Text::new(name.clone(), (x - 6, y + half), text(TEXT, &BLACK, HPos::Right)))?;
            let (x, y) = corner(row, names.len());
            area.draw(&Text::new(name.clone(), (x + half, y + 6), upright_text()))?;
        }
        for (row, line) in cells.iter().enumerate() {
            for (column, &value) in line.iter().enumerate() {
                let (x, y) = corner(column, row);
                let share = (value as f64 / most as f64).sqrt();
                let place = [(x, y), (x + CELL as i32, y + CELL as i32)];
                if value > 0 {
                    area.draw(&Rectangle::new(place, COLORS[0].mix(share).filled()))?;
                    let color = if share > 0.6 { WHITE } else { BLACK };
                    area.draw(&Text::new(value.to_string(), (x + half, y + half), text(TEXT, &color, HPos::Center)))?;
                }
                area.draw(&Rectangle::new(place, RGBColor(200, 200, 200)))?;
            }
        }
        let bottom = (36 + side + before) as i32 - 10;
        area.draw(&Text::new(
            format!("columns: {}; rows: {}", frame.x, frame.y),
            (middle, bottom),
            text(TEXT, &BLACK, HPos::Center),
        ))?;
        area.present()?;
        Ok(())
    };
    all().map_err(|e| format!("cannot draw `{}`: {e}", frame.title))?;
    Ok(svg)
}

fn text(size: u32, color: &RGBColor, at: HPos) -> TextStyle<'_> {
    TextStyle::from((FONT, size)).color(color).pos(Pos::new(at, VPos::Center))
}

fn upright_text() -> TextStyle<'static> {
    let style = text(TEXT, &BLACK, HPos::Left);
    TextStyle { font: style.font.transform(FontTransform::Rotate90), ..style }
}

/// A number without needless digits.
fn short(value: f64) -> String {
    let digits = if value == value.round() {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$}")
}
