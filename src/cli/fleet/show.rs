//! Shows answers as they come, in Salt's layouts.

use super::open::Opened;
use super::{Ended, failed};
use crate::render::{Outputter, print_error, print_result, result_is_terminal, write_file};
use crate::settings::Settings;
use fleet::operator::{Report, Silence};
use fleet::protocol::Answer;
use model::terminal::{harmless, harmless_value};
use model::{Key, Map, Value};

/// The answers of a job on their way to stdout.
pub struct Show<'a> {
    opened: &'a Opened,
    /// With `--static`: all at the end.
    kept: Option<Map>,
    outputter: Outputter,
    answered: usize,
    missing: usize,
    highest: u8,
    /// Whether instances that do not answer are left out.
    hides_silent: bool,
    /// Whether the result's file has something of this command.
    has_begun: bool,
    failure: Option<std::io::Error>,
}

/// How a command ends: what is shown beside the answers.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    /// The number of the job.
    pub jid: &'a str,
    /// Show how many answered.
    pub with_summary: bool,
    /// Exit with the highest exit code.
    pub passthrough: bool,
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
            hides_silent: false,
            has_begun: false,
            failure: None,
        }
    }

    /// The same, without the instances that do not answer: `--hide-timeout`.
    #[must_use]
    pub fn hiding_silent(self, hides_silent: bool) -> Self {
        Self { hides_silent, ..self }
    }

    /// Shows one report.
    pub fn report(&mut self, report: Report) {
        match report {
            Report::Answered(answer) => self.answer(answer),
            Report::Ignored(why) => remark(&why),
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
        let settings = &self.opened.settings;
        let text = text_of(settings, &self.opened.config.opts, whole, outputter);
        let printed = put_out(settings, &text, self.has_begun);
        self.has_begun = true;
        if let Err(error) = printed {
            self.failure.get_or_insert(error);
        }
    }

    /// Names those that did not answer, and gives the exit code.
    pub fn finish(mut self, silence: &Silence, ending: Ending<'_>) -> Result<u8, Ended> {
        let Ending { jid, with_summary, passthrough } = ending;
        let groups = [
            (&silence.running, "Running: no answer yet."),
            (&silence.without, "Minion did not return. [It does not have the job]"),
            (&silence.silent, "Minion did not return. [No response]"),
            (&silence.lost, "Minion did not return. [It had the job and stopped answering]"),
            (&silence.skipped, "Not asked: an instance before it failed."),
        ];
        let missing = self.missing + groups.iter().map(|(ids, _)| ids.len()).sum::<usize>();
        let shown = if self.hides_silent { &[][..] } else { &groups[..] };
        for (ids, why) in shown {
            for id in *ids {
                self.put(id, Value::from(*why), Outputter::Nested);
            }
        }
        if let Some(kept) = self.kept.take() {
            self.print(&Value::Map(kept), self.outputter);
        }
        if let Some(error) = self.failure {
            return Err(failed(format!("the result cannot be written: {error}")));
        }
        if with_summary {
            let line = "-".repeat(43);
            print_error(&format!(
                "{line}\nSummary of job {jid}\n{line}\n# of minions targeted: {}\n# of minions returned: {}\n# of minions that did not return: {missing}\n",
                self.answered + missing,
                self.answered
            ));
        }
        if !silence.without.is_empty() {
            print_error(&format!("to ask those that do not have it: orchestrate jobs resume {jid}\n"));
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

/// A result in its layout. No terminal obeys what instances and other operators say; a program at the end of a pipe gets the data as it is.
pub fn text_of(settings: &Settings, opts: &Map, whole: &Value, outputter: Outputter) -> String {
    let layout = settings.layout(opts, outputter);
    let is_escaped = matches!(
        layout.outputter,
        Outputter::Json | Outputter::Yaml | Outputter::Raw | Outputter::Pprint | Outputter::Junit
    );
    let is_data = is_escaped && (settings.output.file.is_some() || !result_is_terminal());
    if is_data { layout.render(whole) } else { layout.render(&harmless_value(whole.clone())) }
}

/// Prints a text, or writes it to the file of `--out-file`.
pub fn put_out(settings: &Settings, text: &str, has_begun: bool) -> std::io::Result<()> {
    match &settings.output.file {
        Some(path) => write_file(path, text, settings.output.append || has_begun),
        None => print_result(text),
    }
}

/// Prints the result of a command that sends no job.
pub fn print(opened: &Opened, value: &Value) -> Result<u8, Ended> {
    let text = text_of(&opened.settings, &opened.config.opts, value, Outputter::Nested);
    let printed = put_out(&opened.settings, &text, false);
    printed.map_err(|error| failed(format!("the result cannot be written: {error}")))?;
    Ok(0)
}

/// Says on stderr what was noticed, which may name what others have written.
pub fn remark(text: &str) {
    print_error(&format!("{}\n", harmless(text)));
}
