//! Shows answers as they come, in Salt's layouts.

use super::open::Opened;
use super::{Ended, failed};
use crate::cli::render::{Outputter, print_error, print_result};
use crate::fleet::operator::{Report, Silence};
use crate::fleet::protocol::Answer;
use crate::model::{Key, Map, Value};

/// The answers of a job on their way to stdout.
pub struct Show<'a> {
    opened: &'a Opened,
    /// With `--static`: all at the end.
    kept: Option<Map>,
    outputter: Outputter,
    answered: usize,
    missing: usize,
    highest: u8,
    failure: Option<std::io::Error>,
}

impl<'a> Show<'a> {
    /// Begins.
    pub fn new(opened: &'a Opened, is_static: bool) -> Self {
        let kept = is_static.then(Map::new);
        Self {
            opened,
            kept,
            outputter: Outputter::Nested,
            answered: 0,
            missing: 0,
            highest: 0,
            failure: None,
        }
    }

    /// Shows one report.
    pub fn report(&mut self, report: Report) {
        match report {
            Report::Answered(answer) => self.answer(answer),
            Report::Ignored(why) => print_error(&format!("{why}\n")),
        }
    }

    /// Shows why a host did not answer.
    pub fn missing(&mut self, why: &Answer) {
        self.missing += 1;
        self.count(why.retcode);
        self.put(&why.id, Value::from(why.result.clone()), Outputter::Nested);
    }

    fn count(&mut self, retcode: i32) {
        if retcode != 0 {
            self.highest = self.highest.max(u8::try_from(retcode.rem_euclid(256)).unwrap_or(1)).max(1);
        }
    }

    fn answer(&mut self, answer: Answer) {
        self.answered += 1;
        self.count(answer.retcode);
        let outputter = answer.out.as_deref().and_then(Outputter::parse).unwrap_or(Outputter::Nested);
        self.put(&answer.id, Value::from(answer.result), outputter);
    }

    fn put(&mut self, id: &str, data: Value, outputter: Outputter) {
        if let Some(kept) = &mut self.kept {
            kept.insert(Key::from(id), data);
            self.outputter = outputter;
            return;
        }
        let whole: Value = [(id, data)].into_iter().collect();
        self.print(&whole, outputter);
    }

    fn print(&mut self, whole: &Value, outputter: Outputter) {
        let layout = self.opened.settings.layout(&self.opened.config.opts, outputter);
        if let Err(error) = print_result(&layout.render(whole)) {
            self.failure.get_or_insert(error);
        }
    }

    /// Names those that did not answer, and gives the exit code.
    pub fn finish(
        mut self,
        silence: &Silence,
        jid: &str,
        with_summary: bool,
        passthrough: bool,
    ) -> Result<u8, Ended> {
        for (ids, why) in [
            (&silence.silent, "Minion did not return. [No response]"),
            (&silence.lost, "Minion did not return. [It had the job and stopped answering]"),
            (&silence.skipped, "Not asked: an instance before it failed."),
        ] {
            for id in ids {
                self.put(id, Value::from(why), Outputter::Nested);
            }
        }
        if let Some(kept) = self.kept.take() {
            self.print(&Value::Map(kept), self.outputter);
        }
        if let Some(error) = self.failure {
            return Err(failed(format!("the result cannot be written: {error}")));
        }
        let missing = self.missing + silence.silent.len() + silence.lost.len() + silence.skipped.len();
        if with_summary {
            let line = "-".repeat(43);
            print_error(&format!(
                "{line}\nSummary of job {jid}\n{line}\n# of minions targeted: {}\n# of minions returned: {}\n# of minions that did not return: {missing}\n",
                self.answered + missing,
                self.answered
            ));
        }
        if !silence.lost.is_empty() {
            print_error(&format!("answers that come later: orchestrate jobs show {jid}\n"));
        }
        Ok(match (self.highest, missing) {
            (0, 0) => 0,
            (highest, _) if passthrough => highest.max(1),
            _ => 1,
        })
    }
}
