//! A crontab: lines of others, and below them the lines that states manage.
//!
//! The marks and the comments with identifiers are those of Salt 3007, so tables that Salt wrote remain managed. Lines below the
//! mark that cannot be read are kept.

use super::job::{Above, DISABLED, Job, job, variable};

/// States write below this line.
pub(super) const MARK: &str = "# Lines below here are managed by Salt, do not edit";

/// A part of the table below the mark.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Item {
    /// A job, with the comments above it.
    Job(Job),
    /// An environment variable. It counts for the jobs below it.
    Variable {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// A line that cannot be read, or is empty.
    Other,
}

/// A part, and its lines as they are in the table; none if they must be written anew.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Part {
    item: Item,
    text: Option<String>,
}

/// A table.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tab {
    /// The lines above the mark, with their ends.
    before: String,
    parts: Vec<Part>,
}

impl Tab {
    /// Reads a table.
    pub fn parse(text: &str) -> Self {
        let mut tab = Self::default();
        let mut above = Above::default();
        let mut is_managed = false;
        for whole in text.split_inclusive('\n') {
            let line = whole.trim_end_matches(['\n', '\r']);
            if line == MARK {
                is_managed = true;
            } else if is_managed {
                tab.read(line, whole, &mut above);
            } else {
                tab.before.push_str(whole);
            }
        }
        tab.other(above.text);
        tab
    }

    fn read(&mut self, line: &str, whole: &str, above: &mut Above) {
        let (rest, is_disabled) = match line.strip_prefix(DISABLED) {
            Some(rest) => (rest, true),
            None => (line, false),
        };
        if let Some((when, command)) = job(rest) {
            let text = format!("{}{whole}", above.text);
            let item = Item::Job(above.job(when, command, is_disabled));
            self.parts.push(Part { item, text: Some(text) });
        } else if line.starts_with('#') {
            above.read(line, whole);
        } else if line.trim().is_empty() && !above.text.is_empty() {
            above.text.push_str(whole);
        } else if let Some((name, value)) = variable(line) {
            // Comments above a variable belong to the next job, as in Salt.
            self.parts.push(Part { item: Item::Variable { name, value }, text: Some(whole.to_owned()) });
        } else {
            self.other(std::mem::take(above).text);
            self.other(whole.to_owned());
        }
    }

    fn other(&mut self, text: String) {
        if !text.is_empty() {
            self.parts.push(Part { item: Item::Other, text: Some(text) });
        }
    }

    /// Writes it.
    pub fn render(&self) -> String {
        let mut text = ended(self.before.clone());
        text.push_str(&format!("{MARK}\n"));
        for part in &self.parts {
            text = ended(text);
            match (&part.text, &part.item) {
                (Some(lines), _) => text.push_str(lines),
                (None, Item::Job(job)) => text.push_str(&job.lines()),
                (None, Item::Variable { name, value }) => {
                    let value = if value.is_empty() { "\"\"" } else { value };
                    text.push_str(&format!("{name}={value}\n"));
                }
                (None, Item::Other) => {}
            }
        }
        ended(text)
    }

    /// The jobs, with their places.
    pub fn jobs(&self) -> impl Iterator<Item = (usize, &Job)> {
        self.parts.iter().enumerate().filter_map(|(at, part)| match &part.item {
            Item::Job(job) => Some((at, job)),
            _ => None,
        })
    }

    /// The job at a place.
    pub fn job(&self, at: usize) -> Option<&Job> {
        match self.parts.get(at)?.item {
            Item::Job(ref job) => Some(job),
            _ => None,
        }
    }

    /// The value of a variable, with its place.
    pub fn variable(&self, wanted: &str) -> Option<(usize, &str)> {
        self.parts.iter().enumerate().find_map(|(at, part)| match &part.item {
            Item::Variable { name, value } if name == wanted => Some((at, value.as_str())),
            _ => None,
        })
    }

    /// Puts a part into a place: its order to the variables stays.
    pub fn set(&mut self, at: usize, item: Item) {
        if let Some(part) = self.parts.get_mut(at) {
            *part = Part { item, text: None };
        }
    }

    /// Adds a job. One with a time comes before the jobs at the end that have a name for it, as Salt writes them.
    pub fn add_job(&mut self, job: Job) {
        let is_special = job.is_special();
        let at = self.parts.iter().rposition(|part| match &part.item {
            Item::Job(other) => is_special || !other.is_special(),
            Item::Variable { .. } => true,
            Item::Other => false,
        });
        let at = at.map_or(0, |at| at + 1);
        self.parts.insert(at, Part { item: Item::Job(job), text: None });
    }

    /// Adds a variable above all jobs.
    pub fn add_variable(&mut self, name: &str, value: String) {
        let first_job = self.jobs().next().map_or(self.parts.len(), |(at, _)| at);
        let mut above = self.parts.iter().take(first_job);
        let last = above.rposition(|part| matches!(part.item, Item::Variable { .. }));
        let at = last.map_or(0, |last| last + 1);
        let item = Item::Variable { name: name.to_owned(), value };
        self.parts.insert(at, Part { item, text: None });
    }

    /// Removes a part.
    pub fn remove(&mut self, at: usize) {
        if at < self.parts.len() {
            self.parts.remove(at);
        }
    }

    /// Removes a variable everywhere; returns whether there was any.
    pub fn remove_variable(&mut self, wanted: &str) -> bool {
        let before = self.parts.len();
        self.parts.retain(|part| !matches!(&part.item, Item::Variable { name, .. } if name == wanted));
        self.parts.len() < before
    }

    /// The place of the job that a declaration means; jobs with times come first.
    pub fn position(&self, command: &str, identifier: Option<&str>, fits: fn(&Job) -> bool) -> Option<usize> {
        let meant = |special: bool| {
            self.jobs()
                .find(|(_, job)| {
                    job.is_special() == special && fits(job) && job.is_meant(command, identifier)
                })
                .map(|(at, _)| at)
        };
        meant(false).or_else(|| meant(true))
    }
}

fn ended(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cron::job::When;

    const TABLE: &str = "MAILTO=a@b\n0 1 * * * mine\n# Lines below here are managed by Salt, do not edit\nPATH=/bin\n\
        # nightly SALT_CRON_IDENTIFIER:job 1\n0 4 * * * run --x=1  twice\n# SALT_CRON_IDENTIFIER:off\n#DISABLED#5 * * * * off\n\
        # of the week\n# and more\n@weekly tidy up\n";

    #[test]
    fn a_table_of_salts_is_written_as_it_was_read() {
        let tab = Tab::parse(TABLE);
        assert_eq!(tab.render(), TABLE);
        let jobs: Vec<&Job> = tab.jobs().map(|(_, job)| job).collect();
        let [first, off, weekly] = &jobs[..] else { panic!("three jobs") };
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
        assert_eq!(tab.jobs().count(), 1);
        let written = tab.render();
        for line in ["0\t4\t*\t*\t*\ttabs", "0  4 * * * two spaces", "# about nothing"] {
            assert!(written.lines().any(|it| it == line), "{written}");
        }
        assert_eq!(Tab::parse(&written).render(), written);
    }

    #[test]
    fn a_job_is_meant_by_identifier_or_else_by_command() {
        let tab = Tab::parse(TABLE);
        let jobs: Vec<&Job> = tab.jobs().map(|(_, job)| job).collect();
        let [first, _, weekly] = &jobs[..] else { panic!("three jobs") };
        assert!(first.is_meant("another command", Some("job 1")));
        assert!(!first.is_meant("run --x=1  twice", Some("other")));
        assert!(!first.is_meant("run --x=1  twice", None));
        assert!(weekly.is_meant("tidy up", Some("new name")));
        assert!(!weekly.is_meant("tidy", Some("new name")));
    }

    #[test]
    fn every_line_stays_in_its_place() {
        let text = format!(
            "MAILTO=a\r\n\n{MARK}\nA=1\n\n0 1 * * * one\n\nSHELL=/bin/bash\n# SALT_CRON_IDENTIFIER:x\n0 2 * * * two\n@daily  three  x\nTZ=UTC\n0 3 * * * four\nB\u{10FFFC} what"
        );
        let mut tab = Tab::parse(&text);
        assert_eq!(tab.render(), format!("{text}\n"));
        let at = tab.position("two", Some("x"), |_| true).expect("the job");
        let job = Job { command: "2".into(), ..tab.job(at).expect("the job").clone() };
        tab.set(at, Item::Job(job));
        assert_eq!(tab.render(), format!("{}\n", text.replace("* two", "* 2")));
        tab.add_variable("C", "3".into());
        assert!(tab.render().contains("A=1\nC=3\n\n0 1 * * * one\n"), "{}", tab.render());
        assert!(tab.position("three  x", None, |_| true).is_some(), "blanks are part of a command");
    }

    #[test]
    fn an_empty_table_begins_with_the_mark() {
        assert_eq!(Tab::default().render(), format!("{MARK}\n"));
    }
}
