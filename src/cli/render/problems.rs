//! Problems on stderr: a heading, then every problem with its place, advice and the lines around it.

use super::color::{Color, Paint};
use model::{Problem, Problems};
use sls::brought;

/// The failure of a command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    /// The attempt.
    pub heading: String,
    /// All mistakes.
    pub problems: Problems,
}

impl Report {
    /// The text, ending in a line end.
    pub fn render(&self, paint: Paint) -> String {
        let count = match self.problems.0.len() {
            0 | 1 => String::new(),
            number => format!(" ({number} problems)"),
        };
        let mut out = format!("{}: {}{count}\n", paint.wrap(Color::LightRed, "error"), self.heading);
        advised_once(&self.problems.0).iter().for_each(|problem| out.push_str(&one(problem, paint)));
        out
    }
}

/// Advice about Python in a tree is for the whole tree, not for each place in it.
pub(super) fn advised_once(problems: &[Problem]) -> Vec<Problem> {
    let mut hints: Vec<&str> = vec![];
    let mut shown = problems.to_vec();
    for (problem, shown) in problems.iter().zip(&mut shown) {
        let Some(hint) = problem.hint.as_deref().filter(|hint| brought::is_advice(hint)) else { continue };
        if hints.contains(&hint) {
            shown.hint = Some("as above".to_owned());
        }
        hints.push(hint);
    }
    shown
}

/// Warnings, each as a problem under the word `warning`.
pub fn warnings(problems: &[Problem], paint: Paint) -> String {
    let word = paint.wrap(Color::Yellow, "warning");
    problems.iter().map(|problem| format!("{word}: {}", one(problem, paint).trim_start())).collect()
}

pub(super) fn one(problem: &Problem, paint: Paint) -> String {
    let mut out = String::from("  ");
    if let Some(place) = &problem.place {
        out.push_str(&paint.wrap(Color::Cyan, &place.to_string()));
        out.push_str(": ");
    }
    out.push_str(&problem.message.replace('\n', "\n    "));
    out.push('\n');
    let problem = problem.clone().with_excerpt();
    let excerpt = problem.excerpt.as_ref().map(|excerpt| excerpt.render(paint.is_on()));
    for line in excerpt.iter().flat_map(|excerpt| excerpt.lines()) {
        out.push_str(format!("    {line}").trim_end());
        out.push('\n');
    }
    if let Some(hint) = &problem.hint {
        let hint = hint.replace('\n', "\n    ");
        out.push_str(&format!("    {} {hint}\n", paint.wrap(Color::Green, "hint:")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Place;

    #[test]
    fn every_problem_is_reported_with_place_excerpt_and_hint() {
        let text = std::sync::Arc::new(model::Written::from("a:\n  - x: 1\n"));
        let place = Place::new("a.sls", 2, 5).of(&text);
        let report = Report {
            heading: "the states do not compile".to_owned(),
            problems: Problems(vec![
                Problem::at(&place, "unknown argument 'x'").hint("did you mean 'y'?"),
                Problem::nowhere("and another"),
            ]),
        };
        assert_eq!(
            report.render(Paint::new(false)),
            "error: the states do not compile (2 problems)\n  a.sls:2:5: unknown argument 'x'\n      |\n    1 | a:\n    2 |   - x: 1\n      |     ^\n    \
             hint: did you mean 'y'?\n  and another\n"
        );
    }
}
