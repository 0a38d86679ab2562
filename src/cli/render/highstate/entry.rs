//! One state in the text output: as a paragraph or as a line.

use std::fmt::Write;

use super::super::color::{Color, Paint};
use super::super::nested;
use super::{Layout, wrap};
use model::{Map, Value, python, secret};

/// The part of one state's return that the layout needs.
pub struct Entry<'a> {
    module: String,
    /// The ID of its declaration.
    pub id: String,
    /// Its name.
    pub name: String,
    function: String,
    /// `result`; none for `None`.
    pub result: Option<bool>,
    /// Its comment.
    pub comment: String,
    /// Its changes, real or planned.
    pub changes: &'a Value,
    /// `warnings`, if the state has them.
    pub warnings: Option<Vec<String>>,
    started: Option<String>,
    duration: Option<&'a Value>,
    /// `__parallel__`: it ran beside others.
    pub is_parallel: bool,
    /// `__run_num__`.
    pub run_num: i64,
}

impl<'a> Entry<'a> {
    /// None if the tag or the return does not have the form of a state's.
    pub fn read(tag: &str, state: &'a Map) -> Option<Self> {
        let mut parts = tag.split("_|-").map(str::to_owned);
        let (module, id, name, function) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        Some(Self {
            module,
            id,
            name,
            function,
            result: match state.get("result")? {
                Value::Null => None,
                other => Some(other.as_bool().unwrap_or(true)),
            },
            comment: python::text(state.get("comment")?),
            changes: state.get("changes")?,
            warnings: state.get("warnings").map(|warnings| match warnings {
                Value::List(list) => list.iter().map(python::text).collect(),
                other => vec![python::text(other)],
            }),
            started: state.get("start_time").map(python::text),
            duration: state.get("duration"),
            is_parallel: state.contains_key("__parallel__"),
            run_num: state.get("__run_num__").and_then(Value::as_int).unwrap_or(0),
        })
    }

    /// True when it has changes to show, or invalid data instead of changes.
    pub fn has_changes(&self) -> bool {
        match self.changes {
            Value::Map(map) => !map.is_empty(),
            Value::List(list) => !list.is_empty(),
            Value::Str(text) => !text.is_empty(),
            Value::Null => false,
            _ => true,
        }
    }

    /// True when all was as declared before.
    pub fn is_clean(&self) -> bool {
        self.result == Some(true) && !self.has_changes()
    }

    /// Milliseconds.
    pub fn milliseconds(&self) -> f64 {
        match self.duration {
            Some(Value::Float(number)) => *number,
            #[expect(clippy::cast_precision_loss, reason = "milliseconds of a run are far below 2^52")]
            Some(Value::Int(number)) => *number as f64,
            _ => 0.0,
        }
    }

    fn color(&self) -> Color {
        match self.result {
            Some(false) => Color::Red,
            None => Color::Yellow,
            Some(true) if self.has_changes() => Color::Cyan,
            Some(true) => Color::Green,
        }
    }

    /// The answers of instances, if the state is a job of the fleet: `{out: highstate, ret: {…}}`.
    fn answers(&self) -> Option<&'a Map> {
        let changes = self.changes.as_map()?;
        let is_meant = changes.get("out").and_then(Value::as_str) == Some("highstate");
        changes.get("ret").filter(|_| is_meant)?.as_map()
    }

    /// True when the summary counts it as changed; for a job of the fleet, the answers decide.
    pub fn counts_as_changed(&self) -> bool {
        let is_changed = |answer: &Value| match answer {
            Value::Map(states) => {
                super::entries(states).is_some_and(|all| all.iter().any(Entry::counts_as_changed))
            }
            Value::List(_) | Value::Null => false,
            _ => true,
        };
        self.answers().map_or_else(|| self.has_changes(), |answers| answers.values().any(is_changed))
    }

    /// Writes the whole paragraph, ending in a line end.
    pub fn write_paragraph(&self, out: &mut String, layout: Layout, paint: Paint) {
        let color = self.color();
        let mut fields = vec![("ID", self.id.clone()), ("Function", self.function())];
        if self.id != self.name && !layout.by_id {
            fields.push(("Name", self.name.clone()));
        }
        fields.push(("Result", self.result_text().to_owned()));
        fields.push(("Comment", self.comment.trim().replace('\n', "\n              ")));
        if let Some(started) = self.started.as_ref().filter(|_| layout.profile) {
            fields.push(("Started", started.clone()));
            fields.push(("Duration", self.duration_text()));
        }
        let _ = writeln!(out, "{}", paint.wrap(color, "----------"));
        for (name, value) in fields {
            let _ = writeln!(out, "    {}", paint.wrap(color, &format!("{name:>8}: {value}")));
        }
        let _ = writeln!(
            out,
            "{}",
            paint.wrap(color, &format!("     Changes:   {}", self.changes_text(layout, paint)))
        );
        if let Some(warnings) = &self.warnings {
            // A secret that is broken into two lines would not be found.
            let text = wrap::fill(&secret::masked(&warnings.join(" ")), "              ", 80);
            let text = format!(" Warnings: {}", text.trim_start());
            let _ = writeln!(out, "   {}", paint.wrap(Color::LightRed, &text));
        }
    }

    /// Writes one line. Salt puts warnings before it, without a line end between them unless lines are aligned.
    pub fn write_line(&self, out: &mut String, layout: Layout, paint: Paint) {
        if let Some(warnings) = self.warnings.as_ref().filter(|warnings| !warnings.is_empty()) {
            out.push_str(&paint.wrap(Color::LightRed, &format!("Warnings:\n{}", warnings.join("\n"))));
            out.push_str(if layout.tabular { "\n" } else { "" });
        }
        let name = if layout.by_id { &self.id } else { &self.name };
        if layout.tabular {
            let _ = writeln!(out, "{}", paint.wrap(self.color(), &self.columns(name, layout)));
            return;
        }
        let mut line =
            format!(" Name: {name} - Function: {} - Result: {}", self.function(), self.result_word());
        if let Some(started) = self.started.as_ref().filter(|_| layout.profile) {
            let _ = write!(line, " - Started: {started} - Duration: {}", self.duration_text());
        }
        let _ = writeln!(out, " {}", paint.wrap(self.color(), &line));
    }

    /// Start, duration, function, result and name, aligned.
    fn columns(&self, name: &str, layout: Layout) -> String {
        let times = self.started.as_ref().filter(|_| layout.profile).map(|started| {
            let duration = self.duration.map(python::text).unwrap_or_default();
            format!("{started} [{duration:>7} ms] ")
        });
        let (module, function, word) = (&self.module, &self.function, self.result_word());
        format!("{}{module:>10}.{function:<10} {word:7}   Name: {name}", times.unwrap_or_default())
    }

    /// Module and function: `boto_sqs.present`.
    pub fn function(&self) -> String {
        format!("{}.{}", self.module, self.function)
    }

    fn result_text(&self) -> &'static str {
        match self.result {
            Some(true) => "True",
            Some(false) => "False",
            None => "None",
        }
    }

    fn result_word(&self) -> &'static str {
        match self.result {
            Some(false) => "Failed",
            None => "Differs",
            Some(true) if self.has_changes() => "Changed",
            Some(true) => "Clean",
        }
    }

    fn duration_text(&self) -> String {
        self.duration.map(|duration| format!("{} ms", python::text(duration))).unwrap_or_default()
    }

    fn changes_text(&self, layout: Layout, paint: Paint) -> String {
        if let Some(answers) = self.answers() {
            let host = |(id, answer): (&model::Key, &Value)| {
                let text = super::host(&id.to_string(), answer, layout, paint);
                text.lines().map(|line| format!("\n              {line}")).collect::<String>()
            };
            return answers.iter().map(host).collect();
        }
        match self.changes {
            Value::Map(map) if map.is_empty() => String::new(),
            Value::Map(_) => format!("\n{}", nested::render(self.changes, 14, paint)),
            other if self.has_changes() => format!("Invalid Changes data: {}", python::text(other)),
            _ => String::new(),
        }
    }
}
