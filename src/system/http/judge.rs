//! Whether an answer is the expected one.

use crate::file;
use model::{Fields, Outcome, Value, Verdict, python};

/// The expected text and status of an answer.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Expected {
    text: Option<String>,
    is_pattern: bool,
    statuses: Vec<String>,
    status_kind: String,
    shown: String,
}

impl Expected {
    /// Reads the arguments.
    ///
    /// # Errors
    /// Nothing is expected, or a pattern is not valid.
    pub fn of(fields: &Fields) -> Result<Self, String> {
        let text = fields.text("match");
        let statuses = fields.texts("status").unwrap_or_default();
        if text.is_none() && statuses.is_empty() {
            return Err("Either match text (match) or a status code (status) is required.".to_owned());
        }
        let is_pattern = fields.text("match_type").as_deref() == Some("pcre");
        let several = statuses.len() > 1;
        let usual = if several { "list" } else { "string" };
        let status_kind = fields.text("status_type").unwrap_or_else(|| usual.to_owned());
        let patterns =
            text.iter().filter(|_| is_pattern).chain(statuses.iter().filter(|_| status_kind == "pcre"));
        for pattern in patterns {
            file::is_in(pattern, "")?;
        }
        let shown = fields.value("status").unwrap_or(Value::Null);
        Ok(Self { text, is_pattern, statuses, status_kind, shown: python::text(&shown) })
    }

    /// Judges an answer.
    pub fn judge(&self, status: u16, body: &str) -> Outcome {
        let status = status.to_string();
        let (mut said, mut is_right) = (vec![], true);
        if let Some(text) = &self.text {
            let (what, found) = if self.is_pattern {
                ("pattern", file::is_in(text, body).unwrap_or(false))
            } else {
                ("text", body.contains(text.as_str()))
            };
            is_right &= found;
            said.push(format!("Match {what} \"{text}\" was {}found.", if found { "" } else { "not " }));
        }
        if !self.statuses.is_empty() {
            let (found, sentence) = self.status(&status);
            is_right &= found;
            said.push(sentence);
        }
        let verdict = if is_right { Verdict::Succeeded } else { Verdict::Failed };
        Outcome { verdict, ..Outcome::succeeded(said.join(" ")) }
    }

    fn status(&self, status: &str) -> (bool, String) {
        let shown = &self.shown;
        match self.status_kind.as_str() {
            "list" => match self.statuses.iter().find(|one| *one == status) {
                Some(one) => (true, format!("Status {one} was found.")),
                None => (false, format!("Statuses {shown} were not found.")),
            },
            "pcre" => {
                let found = self.statuses.iter().any(|one| file::is_in(one, status).unwrap_or(false));
                (found, format!("Status pattern \"{shown}\" was {}found.", if found { "" } else { "not " }))
            }
            _ => {
                let found = self.statuses.iter().any(|one| one == status);
                (found, format!("Status {shown} was {}found.", if found { "" } else { "not " }))
            }
        }
    }
}
