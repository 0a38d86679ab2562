//! A job of a crontab, as its lines write it.

/// The text before an identifier in a comment.
const IDENTIFIER: &str = "SALT_CRON_IDENTIFIER";

/// The text before a disabled job.
pub(super) const DISABLED: &str = "#DISABLED#";

/// The names of the five fields of a time.
pub(super) const TIMES: [&str; 5] = ["minute", "hour", "daymonth", "month", "dayweek"];

/// The time of a job.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum When {
    /// Five fields: minute, hour, day of the month, month, day of the week.
    Times([String; 5]),
    /// `@daily` and the like.
    Special(String),
}

/// A job.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Job {
    /// Its time.
    pub when: When,
    /// Its command.
    pub command: String,
    /// Its identifier.
    pub identifier: Option<String>,
    /// The comment above it.
    pub comment: Option<String>,
    /// True if it is disabled.
    pub is_disabled: bool,
}

impl Job {
    pub(super) fn is_special(&self) -> bool {
        matches!(self.when, When::Special(_))
    }

    /// True if a declaration means this job: by identifier, or by its command if it has none.
    pub fn is_meant(&self, command: &str, identifier: Option<&str>) -> bool {
        let identifier = identifier.filter(|text| !text.is_empty());
        match (self.identifier.as_deref().filter(|text| !text.is_empty()), identifier) {
            (Some(own), asked) => asked == Some(own),
            (None, _) => self.command == command,
        }
    }

    pub(super) fn lines(&self) -> String {
        let mut lines = String::new();
        if self.comment.is_some() || self.identifier.is_some() {
            lines.push('#');
            if let Some(comment) = self.comment.as_deref().filter(|text| !text.is_empty()) {
                lines.push_str(&format!(" {}", comment.trim_end().replace('\n', "\n# ")));
            }
            if let Some(identifier) = self.identifier.as_deref().filter(|text| !text.is_empty()) {
                lines.push_str(&format!(" {IDENTIFIER}:{identifier}"));
            }
            lines.push('\n');
        }
        if self.is_disabled {
            lines.push_str(DISABLED);
        }
        match &self.when {
            When::Times(times) => lines.push_str(&times.join(" ")),
            When::Special(word) => lines.push_str(word),
        }
        lines.push_str(&format!(" {}\n", self.command));
        lines
    }
}

/// The data of comments that belong to the job below them.
#[derive(Default)]
pub(super) struct Above {
    pub(super) text: String,
    comment: Option<String>,
    identifier: Option<String>,
}

impl Above {
    pub(super) fn read(&mut self, line: &str, whole: &str) {
        let mut text = line.trim_start_matches(['#', ' ']);
        if let Some((before, after)) = text.split_once(IDENTIFIER) {
            text = before.trim_end();
            let identifier: String = after.chars().skip(1).collect();
            self.identifier =
                Some(identifier).filter(|text| !text.is_empty()).or_else(|| self.identifier.take());
        }
        self.comment =
            Some(self.comment.take().map_or_else(|| text.to_owned(), |above| format!("{above}\n{text}")));
        self.text.push_str(whole);
    }

    pub(super) fn job(&mut self, when: When, command: String, is_disabled: bool) -> Job {
        let above = std::mem::take(self);
        Job { when, command, identifier: above.identifier, comment: above.comment, is_disabled }
    }
}

/// `0 4 * * * command`, or `@daily command`.
pub(super) fn job(line: &str) -> Option<(When, String)> {
    if line.starts_with('@') {
        let (word, command) = line.split_once(char::is_whitespace)?;
        let command = command.trim();
        return (!command.is_empty()).then(|| (When::Special(word.to_owned()), command.to_owned()));
    }
    if line.starts_with('#') || variable(line).is_some() {
        return None;
    }
    let mut parts = line.splitn(6, ' ');
    let mut times: [String; 5] = Default::default();
    for time in &mut times {
        *time = parts.next().filter(|part| !part.is_empty())?.to_owned();
    }
    Some((When::Times(times), parts.next().filter(|command| !command.is_empty())?.to_owned()))
}

/// `NAME=value`, with no space before the sign.
pub(super) fn variable(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let is_name = !name.is_empty() && !name.contains(' ') && !name.starts_with('#');
    is_name.then(|| (name.to_owned(), value.to_owned()))
}
