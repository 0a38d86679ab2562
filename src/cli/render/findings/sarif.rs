//! SARIF 2.1.0, as code hosts and editors read it.
//!
//! See <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value as Json, json};

use crate::findings::{Finding, Findings, Rule};
use model::{Place, Value};

/// The characters that must be escaped in a path of a URI.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The whole log.
pub(super) fn document(findings: &Findings) -> Value {
    let rules: Vec<Json> = Rule::ALL
        .iter()
        .map(|rule| json!({"id": rule.word(), "shortDescription": {"text": rule.doc()}}))
        .collect();
    let results: Vec<Json> = findings.list.iter().map(result).collect();
    Value::from(json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "orchestrate", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn result(finding: &Finding) -> Json {
    let problem = &finding.problem;
    let hint = problem.hint.iter().map(|hint| format!("\nhint: {hint}"));
    let text: String = std::iter::once(problem.message.clone()).chain(hint).collect();
    let mut result = json!({
        "ruleId": finding.rule.word(),
        "ruleIndex": Rule::ALL.iter().position(|rule| *rule == finding.rule),
        "level": finding.level.word(),
        "message": {"text": text},
    });
    if let Some(place) = &problem.place {
        result["locations"] = json!([{"physicalLocation": location(place)}]);
    }
    if !problem.trail.is_empty() {
        let related = problem
            .trail
            .iter()
            .map(|step| json!({"physicalLocation": location(&step.place), "message": {"text": step.what}}));
        result["relatedLocations"] = related.collect();
    }
    result
}

fn location(place: &Place) -> Json {
    let path = utf8_percent_encode(&place.file, PATH).to_string();
    let uri = if path.starts_with('/') { format!("file://{path}") } else { path };
    let mut location = json!({"artifactLocation": {"uri": uri}});
    if place.line > 0 {
        location["region"] = json!({"startLine": place.line});
    }
    if place.line > 0 && place.column > 0 {
        location["region"]["startColumn"] = place.column.into();
    }
    location
}
