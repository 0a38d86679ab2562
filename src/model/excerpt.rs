//! Lines around places, with marks: a problem shows with them where it is, and which calls and includes led there.

use std::fmt;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use super::Place;
use super::extent::extent;
use super::place::Spot;
use super::problem::Step;
use super::written::Written;

/// Lines shown before and after the marked one.
const AROUND: usize = 2;

/// Two places in a text that are further apart than this are shown separately.
const APART: usize = 100;

/// The most that is shown of one line, in bytes before and after the marked part.
const WIDTH: usize = 400;

/// Lines of one or several texts, secrets hidden, with marks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Excerpt {
    parts: Vec<Part>,
}

/// Lines of one text.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Part {
    /// The name of the text; none for the text of the place itself, which the message names already.
    path: Option<String>,
    /// The place, if there is no text to show.
    place: Place,
    text: Option<Arc<Written>>,
    marks: Vec<Mark>,
}

/// A mark below a line.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Mark {
    line: usize,
    column: usize,
    /// Its label; none for the place itself.
    label: Option<String>,
    /// True where lines around it are shown too.
    is_meant: bool,
}

/// The lines of a part as one text, and the bytes of it that are marked.
struct Shown {
    first: usize,
    text: String,
    meant: Option<std::ops::Range<usize>>,
    marks: Vec<(std::ops::Range<usize>, bool, Option<String>)>,
}

impl Excerpt {
    /// The lines around a place and around the steps that led there; none if no text is known.
    pub fn of(place: &Place, trail: &[Step]) -> Option<Self> {
        let mut parts = Vec::new();
        let meant = |spot: &Spot| Mark { line: spot.line, column: spot.column, label: None, is_meant: true };
        match (place.source(), place.rendered_spot()) {
            (Some(source), rendered) => {
                parts.push(Part::new(None, place, &source, meant(&source)));
                if let Some(rendered) = rendered.filter(|rendered| !source.says_the_same(rendered)) {
                    let path = format!("{}, rendered", place.file);
                    parts.push(Part::new(Some(path), place, &rendered, meant(&rendered)));
                }
            }
            (None, Some(rendered)) => parts.push(Part::new(None, place, &rendered, meant(&rendered))),
            (None, None) if trail.is_empty() => return None,
            (None, None) => {}
        }
        for step in trail {
            let Some(spot) = step.place.source().or_else(|| step.place.rendered_spot()) else {
                let path = Some(format!("{} ({})", step.place.file, step.what));
                parts.push(Part { path, place: step.place.clone(), text: None, marks: vec![] });
                continue;
            };
            let mark = Mark {
                line: spot.line,
                column: spot.column,
                label: Some(step.what.clone()),
                is_meant: false,
            };
            match parts.last_mut().filter(|part| part.takes(&spot)) {
                Some(part) => part.marks.push(mark),
                None => parts.push(Part::new(Some(step.place.file.to_string()), &step.place, &spot, mark)),
            }
        }
        Some(Self { parts })
    }

    /// The excerpt as text; `styled` with colours for a terminal.
    pub fn render(&self, styled: bool) -> String {
        let elements = self.parts.iter().flat_map(Part::element);
        let group = Group::with_level(Level::ERROR).elements(elements);
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let text = renderer.render(&[group]);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        // An excerpt that ends with marks needs no line that connects it to others.
        let last = lines.iter().rposition(|line| line.trim() != "|").map_or(0, |at| at + 1);
        lines[..last].join("\n")
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.render(false))
    }
}

impl Part {
    fn new(path: Option<String>, place: &Place, spot: &Spot, mark: Mark) -> Self {
        Self { path, place: place.clone(), text: Some(Arc::clone(&spot.text)), marks: vec![mark] }
    }

    /// True if a spot can be shown together with the spots in this part.
    fn takes(&self, spot: &Spot) -> bool {
        self.text.as_ref().is_some_and(|text| Arc::ptr_eq(text, &spot.text))
            && self.marks.iter().all(|mark| mark.line.abs_diff(spot.line) <= APART)
    }

    fn element(&self) -> Option<Element<'static>> {
        let Some(shown) = self.shown() else {
            let path = self.path.clone()?;
            let place = &self.place;
            return Some(
                Origin::path(path).line(place.line as usize).char_column(place.column as usize).into(),
            );
        };
        let meant = shown.meant.map(|span| AnnotationKind::Visible.span(span));
        let marks = shown.marks.into_iter().map(|(span, is_meant, label)| {
            let kind = if is_meant { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(span).label(label)
        });
        let snippet = Snippet::source(shown.text).line_start(shown.first).path(self.path.clone());
        Some(snippet.annotations(meant.into_iter().chain(marks)).into())
    }

    /// The lines from the first mark to the last, as they may be shown.
    fn shown(&self) -> Option<Shown> {
        let text = self.text.as_ref()?;
        let around = |mark: &Mark| if mark.is_meant { AROUND } else { 0 };
        let first = self.marks.iter().map(|mark| mark.line.saturating_sub(around(mark)).max(1)).min()?;
        let last = self.marks.iter().map(|mark| mark.line + around(mark)).max()?;
        let mut shown = Shown { first, text: String::new(), meant: None, marks: Vec::new() };
        for (at, line) in text.shown(first, last).into_iter().enumerate() {
            let number = first + at;
            let begin = shown.text.len() + usize::from(at > 0);
            shown.text.push_str(if at > 0 { "\n" } else { "" });
            let here: Vec<&Mark> = self.marks.iter().filter(|mark| mark.line == number).collect();
            let written = text.line(number).filter(|_| !here.is_empty()).unwrap_or_default();
            let spans: Vec<_> = here.iter().map(|mark| extent(written, mark.column)).collect();
            let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
            let end = spans.iter().map(|span| span.end).max().unwrap_or(0);
            let cut = cut(&line.text, start.min(line.kept), end.min(line.kept));
            let place = |byte: usize| begin + byte.clamp(cut.start, cut.end) - cut.start;
            for (mark, span) in here.iter().zip(spans) {
                // A hidden part is marked as a whole.
                let blanks = line.text[line.kept..].len() - line.text[line.kept..].trim_start().len();
                let start = if span.start < line.kept { span.start } else { line.kept + blanks };
                let end = if span.end > line.kept { line.text.len() } else { span.end };
                shown.marks.push((place(start)..place(end), mark.is_meant, mark.label.clone()));
            }
            shown.text.push_str(&line.text[cut]);
            if self.marks.iter().any(|mark| mark.is_meant && mark.line.abs_diff(number) <= AROUND) {
                let so_far = shown.meant.map_or(begin, |meant| meant.start);
                shown.meant = Some(so_far..shown.text.len());
            }
        }
        (!shown.text.is_empty() || !shown.marks.is_empty()).then_some(shown)
    }
}

/// The shown part of a long line: a fixed length before and after the marked bytes.
fn cut(line: &str, start: usize, end: usize) -> std::ops::Range<usize> {
    let boundary =
        |at: usize| (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    boundary(start.saturating_sub(WIDTH))..boundary(end.saturating_add(WIDTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &Arc<Written>, line: u32, column: u32) -> Place {
        Place::new("a.sls", line, column).of(text)
    }

    fn shown(place: &Place, trail: &[Step]) -> String {
        Excerpt::of(place, trail).map(|excerpt| excerpt.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_mark_on_what_is_hidden_reports_nothing_of_its_length() {
        let short = Arc::new(Written::from("password: x\n"));
        let long = Arc::new(Written::from("password: a much longer one\n"));
        let expected = "  |\n1 | password: (hidden)\n  |           ^^^^^^^^";
        assert_eq!(shown(&place(&short, 1, 11), &[]), expected);
        assert_eq!(shown(&place(&long, 1, 11), &[]), expected);
    }

    #[test]
    fn rendered_text_is_shown_where_it_differs_from_what_the_author_wrote() {
        let (source, same) =
            (Arc::new(Written::from("a: {{ b }}\n")), Arc::new(Written::from("\na: {{ b }}\n")));
        let rendered = Arc::new(Written::from("\na: c\n"));
        let of = |text| place(&source, 1, 7).rendered(text, 2, 4);
        assert_eq!(shown(&of(&same), &[]), "  |\n1 | a: {{ b }}\n  |       ^");
        assert_eq!(
            shown(&of(&rendered), &[]),
            "  |\n1 | a: {{ b }}\n  |       ^\n  |\n ::: a.sls, rendered:2:4\n  |\n1 |\n2 | a: c\n  |    ^"
        );
    }

    #[test]
    fn steps_are_shown_together_where_they_are_near_and_named_where_nothing_is_known_of_them() {
        let text = Arc::new(Written::from(format!("{{{{ x }}}}\n{}{{{{ y }}}}\n", "\n".repeat(300))));
        let step = |place: Place, what: &str| Step { place, what: what.to_owned() };
        let trail =
            [step(place(&text, 302, 4), "called here"), step(Place::new("top.sls", 3, 5), "asked for")];
        let lines = shown(&place(&text, 1, 4), &trail);
        assert!(lines.contains("::: a.sls:302:4\n") && lines.contains("- called here"), "{lines}");
        assert!(lines.ends_with("::: top.sls (asked for):3:5"), "{lines}");
        let near = [step(place(&text, 1, 4), "called here")];
        assert_eq!(shown(&place(&text, 1, 4), &near).matches("a.sls").count(), 0);
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark_and_control_characters_are_replaced() {
        let line = format!("{}: [1, 2] {}\u{1b}[31m\n", "a".repeat(5_000), "b".repeat(100_000));
        let lines = shown(&place(&Arc::new(Written::from(line)), 1, 5_003), &[]);
        assert!(lines.len() < 1_000 && lines.contains("[1, 2]") && lines.ends_with("^^^^^^"), "{lines}");
        let lines = shown(&place(&Arc::new(Written::from("a: \u{1b}[31mred\u{202e}\n")), 1, 1), &[]);
        assert!(!lines.contains(['\u{1b}', '\u{202e}']), "{lines}");
    }

    #[test]
    fn without_a_text_there_is_no_excerpt() {
        assert_eq!(Excerpt::of(&Place::new("a.sls", 1, 1), &[]), None);
        assert_eq!(shown(&place(&Arc::new(Written::from("a")), 7, 1), &[]), "");
    }
}
