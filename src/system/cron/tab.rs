//! A crontab: lines of others, and below them the lines that states manage.
//!
//! The marks and the comments with identifiers are those of Salt 3007, so tables that Salt wrote remain managed. Lines below the
//! mark that cannot be read are kept.

/// States write below this line.
pub(super) const MARK: &str = "# Lines below here are managed by Salt, do not edit";

/// The text before an identifier in a comment.
const IDENTIFIER: &str = "SALT_CRON_IDENTIFIER";

/// The text before a disabled job.
const DISABLED: &str = "#DISABLED#";

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

/// A table.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tab {
    /// The lines above the mark.
    before: Vec<String>,
    /// Environment variables below it.
    pub variables: Vec<(String, String)>,
    /// Jobs below it: those with times first, when they are written.
    pub jobs: Vec<Job>,
    /// Other lines below the mark.
    kept: Vec<String>,
}

impl Job {
    fn is_special(&self) -> bool {
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

    fn lines(&self) -> String {
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
struct Above {
    lines: Vec<String>,
    comment: Option<String>,
    identifier: Option<String>,
}

impl Above {
    fn read(&mut self, line: &str) {
        let mut text = line.trim_start_matches(['#', ' ']);
        if let Some((before, after)) = text.split_once(IDENTIFIER) {
            text = before.trim_end();
            let identifier: String = after.chars().skip(1).collect();
            self.identifier =
                Some(identifier).filter(|text| !text.is_empty()).or_else(|| self.identifier.take());
        }
        self.comment =
            Some(self.comment.take().map_or_else(|| text.to_owned(), |above| format!("{above}\n{text}")));
        self.lines.push(line.to_owned());
    }

    fn job(&mut self, when: When, command: String, is_disabled: bool) -> Job {
        let above = std::mem::take(self);
        Job { when, command, identifier: above.identifier, comment: above.comment, is_disabled }
    }
}

impl Tab {
    /// Reads a table.
    pub fn parse(text: &str) -> Self {
        let mut tab = Self::default();
        let mut above = Above::default();
        let mut is_managed = false;
        for line in text.lines() {
            if line == MARK {
                is_managed = true;
            } else if is_managed {
                tab.read(line, &mut above);
            } else {
                tab.before.push(line.to_owned());
            }
        }
        tab.kept.extend(above.lines);
        tab
    }

    fn read(&mut self, line: &str, above: &mut Above) {
        let (rest, is_disabled) = match line.strip_prefix(DISABLED) {
            Some(rest) => (rest, true),
            None => (line, false),
        };
        if let Some((when, command)) = job(rest) {
            self.jobs.push(above.job(when, command, is_disabled));
        } else if line.starts_with('#') {
            above.read(line);
        } else if let Some((name, value)) = variable(line) {
            self.variables.push((name, value));
        } else if !line.trim().is_empty() {
            self.kept.append(&mut std::mem::take(above).lines);
            self.kept.push(line.to_owned());
        }
    }

    /// Writes it.
    pub fn render(&self) -> String {
        let mut text: String = self.before.iter().map(|line| format!("{line}\n")).collect();
        text.push_str(&format!("{MARK}\n"));
        for (name, value) in &self.variables {
            let value = if value.is_empty() { "\"\"" } else { value };
            text.push_str(&format!("{name}={value}\n"));
        }
        let (specials, timed): (Vec<&Job>, Vec<&Job>) = self.jobs.iter().partition(|job| job.is_special());
        text.extend(timed.into_iter().chain(specials).map(Job::lines));
        text.extend(self.kept.iter().map(|line| format!("{line}\n")));
        text
    }

    /// The place of the job that a declaration means; jobs with times come first.
    pub fn position(&self, command: &str, identifier: Option<&str>, fits: fn(&Job) -> bool) -> Option<usize> {
        let meant = |special: bool| {
            self.jobs
                .iter()
                .position(|job| job.is_special() == special && fits(job) && job.is_meant(command, identifier))
        };
        meant(false).or_else(|| meant(true))
    }
}

/// `0 4 * * * command`, or `@daily command`.
fn job(line: &str) -> Option<(When, String)> {
    if line.starts_with('@') {
        let (word, command) = line.split_once(char::is_whitespace)?;
        let words: Vec<&str> = command.split_whitespace().collect();
        return (!words.is_empty()).then(|| (When::Special(word.to_owned()), words.join(" ")));
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
fn variable(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let is_name = !name.is_empty() && !name.contains(' ') && !name.starts_with('#');
    is_name.then(|| (name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "MAILTO=a@b\n0 1 * * * mine\n# Lines below here are managed by Salt, do not edit\nPATH=/bin\n\
        # nightly SALT_CRON_IDENTIFIER:job 1\n0 4 * * * run --x=1  twice\n# SALT_CRON_IDENTIFIER:off\n#DISABLED#5 * * * * off\n\
        # of the week\n# and more\n@weekly tidy up\n";

    #[test]
    fn a_table_of_salts_is_written_as_it_was_read() {
        let tab = Tab::parse(TABLE);
        assert_eq!(tab.render(), TABLE);
        assert_eq!(tab.jobs.len(), 3);
        let [first, off, weekly] = &tab.jobs[..] else { panic!("three jobs") };
        assert_eq!((first.identifier.as_deref(), first.comment.as_deref()), (Some("job 1"), Some("nightly")));
        assert_eq!(first.command, "run --x=1  twice");
        assert!(off.is_disabled && off.comment.as_deref() == Some(""));
        assert_eq!(weekly.comment.as_deref(), Some("of the week\nand more"));
        assert_eq!(weekly.when, When::Special("@weekly".into()));
    }

    #[test]
    fn what_cannot_be_read_is_kept() {
        let text =
            format!("{MARK}\n0\t4\t*\t*\t*\ttabs\n* * * * * x\n0  4 * * * two spaces\n# about nothing\n");
        let tab = Tab::parse(&text);
        assert_eq!(tab.jobs.len(), 1);
        let written = tab.render();
        for line in ["0\t4\t*\t*\t*\ttabs", "0  4 * * * two spaces", "# about nothing"] {
            assert!(written.lines().any(|it| it == line), "{written}");
        }
        assert_eq!(Tab::parse(&written).render(), written);
    }

    #[test]
    fn a_job_is_meant_by_identifier_or_else_by_command() {
        let tab = Tab::parse(TABLE);
        let [first, _, weekly] = &tab.jobs[..] else { panic!("three jobs") };
        assert!(first.is_meant("another command", Some("job 1")));
        assert!(!first.is_meant("run --x=1  twice", Some("other")));
        assert!(!first.is_meant("run --x=1  twice", None));
        assert!(weekly.is_meant("tidy up", Some("new name")));
        assert!(!weekly.is_meant("tidy", Some("new name")));
    }

    #[test]
    fn an_empty_table_begins_with_the_mark() {
        assert_eq!(Tab::default().render(), format!("{MARK}\n"));
    }
}
