//! `graph`: which states wait for which others.

use super::plan::compiled;
use super::{Bound, CliError, CommandAnswer, Session};
use crate::answer::Form;
use crate::render::graph;
use model::Value;

/// The values of `format`.
pub(super) const FORMATS: &[&str] = &["text", "dot", "svg"];

/// `graph MODS`.
pub(super) fn graph(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let compiled = compiled(session, bound)?;
    let made = engine::graph_of(&compiled.lows, &compiled.rendered, &compiled.minion);
    let made = made.map_err(CliError::Compile)?;
    let drawn = made.drawn();
    let text = match bound.text("format").as_str() {
        "dot" => graph::dot(&drawn),
        "svg" => graph::svg(&drawn),
        _ => graph::text(&drawn),
    };
    Ok(CommandAnswer {
        form: Form::Verbatim,
        warnings: made.warnings,
        ..CommandAnswer::data(Value::from(text))
    })
}
