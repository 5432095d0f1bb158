//! What all figures begin and end with: an SVG in a string, and one error.

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{DrawingArea, IntoDrawingArea, SVGBackend, WHITE};
use std::error::Error;

/// A figure could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("a figure cannot be drawn: {0}")]
pub struct NotDrawn(String);

impl<E: Error + Send + Sync> From<DrawingAreaErrorKind<E>> for NotDrawn {
    fn from(error: DrawingAreaErrorKind<E>) -> NotDrawn {
        NotDrawn(error.to_string())
    }
}

/// What is drawn on.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A figure of so many pixels by so many, on white.
///
/// # Errors
/// If it cannot be drawn.
pub fn svg(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), NotDrawn>,
) -> Result<String, NotDrawn> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    Ok(svg)
}
