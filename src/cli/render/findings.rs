//! The findings of `lint`: as text, as JSON, as SARIF.

mod sarif;

use super::color::{Color, Paint};
use super::problems::{advised_once, one};
use super::{Layout, Outputter, json};
use crate::findings::{Finding, Findings, Level};
use model::{Map, Place, Problem, Value};

/// The report.
pub fn render(findings: &Findings, layout: Layout) -> String {
    match layout.outputter {
        Outputter::Sarif => json::render(&sarif::document(findings), layout.indent.unwrap_or(2)),
        Outputter::Json => json::render(&data(findings), layout.indent.unwrap_or(4)),
        Outputter::Quiet => String::new(),
        Outputter::Yaml => sls::yaml::dump(&data(findings), sls::yaml::Flow::Block, sls::yaml::Sort::None)
            .trim_end()
            .to_owned(),
        _ => text(findings, layout.paint),
    }
}

fn text(findings: &Findings, paint: Paint) -> String {
    let mut out = String::new();
    let problems: Vec<Problem> = findings.list.iter().map(|finding| finding.problem.clone()).collect();
    for (finding, problem) in findings.list.iter().zip(advised_once(&problems)) {
        let color = match finding.level {
            Level::Error => Color::LightRed,
            Level::Warning => Color::Yellow,
            Level::Note => Color::Cyan,
        };
        let text = one(&problem, paint);
        out.push_str(&format!("{}: {}", paint.wrap(color, finding.level.word()), text.trim_start()));
    }
    if !findings.uncalled.is_empty() {
        out.push_str(&format!("not called: {}\n", findings.uncalled.join(", ")));
    }
    let several = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    out.push_str(&format!(
        "{} SLS checked: {}, {}, {}",
        findings.checked,
        several(findings.count(Level::Error), "error"),
        several(findings.count(Level::Warning), "warning"),
        several(findings.count(Level::Note), "note"),
    ));
    out
}

fn data(findings: &Findings) -> Value {
    let count = |level| whole(findings.count(level));
    [
        ("checked", whole(findings.checked)),
        ("errors", count(Level::Error)),
        ("warnings", count(Level::Warning)),
        ("notes", count(Level::Note)),
        ("not_called", Value::from(findings.uncalled.clone())),
        ("findings", Value::List(findings.list.iter().map(finding).collect())),
    ]
    .into_iter()
    .collect()
}

fn finding(finding: &Finding) -> Value {
    let Problem { place, message, hint, trail, excerpt, is_of_machine: _ } =
        finding.problem.clone().with_excerpt();
    let mut map: Map =
        [("level", finding.level.word()), ("rule", finding.rule.word()), ("message", message.as_str())]
            .into_iter()
            .map(|(key, text)| (key.into(), Value::from(text)))
            .collect();
    if let Some(Place { file, line, column, .. }) = place {
        map.insert("file".into(), Value::from(&*file));
        map.insert("line".into(), Value::Int(i64::from(line)));
        map.insert("column".into(), Value::Int(i64::from(column)));
    }
    for (key, text) in [("hint", hint), ("excerpt", excerpt.map(|excerpt| excerpt.to_string()))] {
        if let Some(text) = text {
            map.insert(key.into(), Value::from(text));
        }
    }
    if !trail.is_empty() {
        let steps = trail.iter().map(|step| Value::from(format!("{}: {}", step.place, step.what)));
        map.insert("trail".into(), Value::List(steps.collect()));
    }
    Value::Map(map)
}

fn whole(count: usize) -> Value {
    Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
}
