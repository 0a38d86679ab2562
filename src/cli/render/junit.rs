//! JUnit's XML, which CI systems show as test results: a suite for each minion, a case for each state.
//!
//! A failed state is a failure. A state that a test run would change is skipped, because it did not run. The form is
//! that of <https://github.com/testmoapp/junitxml>.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::color::Paint;
use super::highstate::{Entry, entries};
use super::nested;
use model::{Value, python};

/// The whole document for an answer such as `{"local": {tag: {…}}}`. An answer that is not a state run becomes the
/// output of a suite without cases.
pub fn render(answer: &Value) -> String {
    let mut report = Report::new("orchestrate");
    match answer {
        Value::Map(minions) => {
            report.add_test_suites(minions.iter().map(|(minion, data)| suite(&minion.to_string(), data)));
        }
        other => drop(report.add_test_suite(suite("orchestrate", other))),
    }
    // It fails only if the writer fails, and writing to a text does not fail.
    report.to_string().unwrap_or_default()
}

fn suite(minion: &str, data: &Value) -> TestSuite {
    let mut suite = TestSuite::new(minion);
    match data {
        Value::List(errors) => drop(suite.add_test_case(not_compiled(errors))),
        Value::Map(states) if let Some(states) = entries(states).filter(|states| !states.is_empty()) => {
            suite.add_test_cases(states.iter().map(case));
        }
        other => drop(suite.set_system_out(nested::render(other, 0, Paint::new(false)))),
    }
    suite
}

/// The files could not be rendered or compiled: no state ran.
fn not_compiled(errors: &[Value]) -> TestCase {
    let errors: Vec<String> = errors.iter().map(python::text).collect();
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message("Data failed to compile").set_description(errors.join("\n"));
    TestCase::new("compile", status)
}

fn case(state: &Entry<'_>) -> TestCase {
    let comment = state.comment.trim();
    let first = comment.lines().next().unwrap_or_default();
    let mut status = match state.result {
        Some(true) => TestCaseStatus::success(),
        Some(false) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        None => TestCaseStatus::skipped(),
    };
    if state.result != Some(true) {
        status.set_message(first).set_description(comment);
    }
    let name =
        if state.id == state.name { state.id.clone() } else { format!("{} ({})", state.id, state.name) };
    let mut case = TestCase::new(name, status);
    case.set_classname(state.function());
    case.set_time(Duration::try_from_secs_f64(state.milliseconds() / 1000.0).unwrap_or_default());
    if state.has_changes() {
        case.set_system_out(nested::render(state.changes, 0, Paint::new(false)));
    }
    case
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn failures_are_failures_and_what_a_test_run_would_change_is_skipped() {
        let state = |result: serde_json::Value, number: i64, changes: serde_json::Value| json!({"result": result, "comment": "a < b\nmore", "changes": changes, "duration": 1500.0, "__run_num__": number});
        let answer = json!({"local": {
            "boto_sqs_|-second_|-q2_|-present": state(json!(false), 1, json!({})),
            "boto_sqs_|-first_|-first_|-present": state(json!(null), 0, json!({"new": "q1"})),
            "boto_sqs_|-third_|-third_|-present": state(json!(true), 2, json!({})),
        }});
        let text = render(&answer.into());
        let cases: Vec<&str> =
            text.lines().filter(|line| line.contains("<testcase")).map(str::trim).collect();
        assert!(cases[0].contains(r#"name="first" classname="boto_sqs.present" time="1.500""#), "{text}");
        assert!(cases[1].contains(r#"name="second (q2)""#), "{text}");
        assert!(text.contains(r#"tests="3" skipped="1" failures="1" errors="0""#), "{text}");
        assert!(text.contains(r#"<skipped message="a &lt; b""#), "{text}");
        assert!(text.contains(r#"<failure message="a &lt; b""#), "{text}");
        assert!(text.contains("q1"), "{text}");
    }

    #[test]
    fn what_does_not_compile_is_an_error_and_other_answers_are_output() {
        let text = render(&json!({"local": ["Rendering SLS 'a' failed"]}).into());
        assert!(text.contains(r#"errors="1""#) && text.contains("Rendering SLS"), "{text}");
        let text = render(&json!({"local": {"a": "b"}}).into());
        assert!(text.contains("<system-out>") && !text.contains("<testcase"), "{text}");
    }
}
