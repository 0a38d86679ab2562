//! One command or script, ready to be run.

use std::pin::pin;
use std::time::Duration;

use super::judge::Judge;
use super::options;
use crate::Call;
use crate::source;
use machine::account;
use machine::process::{Command, RunError, Temporary, split};
use model::{Map, Outcome, Value, chain, python};

/// The interval at which the log says that a command still runs.
const NOTICE: Duration = Duration::from_secs(60);

/// A command, and how its result is judged.
#[derive(Clone, Debug)]
pub struct Job {
    name: String,
    /// The ID of the state, for the log: a command may hold secrets.
    id: String,
    shell: String,
    program: Program,
    command: Command,
    judge: Judge,
    in_background: bool,
}

#[derive(Clone, Debug)]
enum Program {
    /// Text for the shell, which the command contains.
    Text,
    /// A script and its arguments.
    Script { bytes: Vec<u8>, extension: Option<String>, args: Vec<String> },
    /// The script does not exist.
    Missing { comment: String },
}

impl crate::Step for Job {
    /// Runs it and judges it.
    async fn carry_out(mut self) -> Outcome {
        if let Some(obstacle) = options::obstacle(&mut self.command, &self.shell) {
            return Outcome::failed(obstacle);
        }
        let (shown, comment, _file) = match &self.program {
            Program::Missing { comment } => return Outcome::failed(comment),
            Program::Text => (self.text_shown(), format!("Command \"{}\" run", self.name), None),
            Program::Script { bytes, extension, args } => {
                let owner = self.command.user.as_deref().and_then(account::find_user);
                let written = Temporary::write(bytes, extension.as_deref(), owner.map(|owner| owner.uid));
                let file = match written {
                    Ok(file) => file,
                    Err(error) => return Outcome::failed(chain(&error)),
                };
                let path = file.path().display().to_string();
                let words: Vec<String> = std::iter::once(path).chain(args.iter().cloned()).collect();
                let shown = python::repr(&words.clone().into());
                // It runs by the shell: a script need not name its interpreter.
                let start = [self.shell.as_str(), "-c", "exec \"$0\" \"$@\""].map(str::to_owned);
                self.command.program = Command::argv(start.into_iter().chain(words)).program;
                (shown, format!("Command '{}' run", self.name), Some(file))
            }
        };
        match self.run().await {
            Err(error) => Outcome::failed(chain(&error)),
            Ok((pid, None)) => self.judge.started(pid, comment),
            Ok((_, Some(finished))) => self.judge.outcome(&finished, &shown, comment),
        }
    }
}

impl Job {
    /// The job of a call under that name: its own, or that of a trial.
    ///
    /// # Errors
    /// How the state ends if the job is not valid.
    pub(super) async fn of(call: &Call<'_>, name: &str) -> Result<Self, Outcome> {
        let is_script = call.function.verb.ends_with("script");
        let made = if is_script { Self::script(call, name).await } else { Self::text(call, name).await };
        made.map_err(Outcome::failed)
    }

    async fn text(call: &Call<'_>, name: &str) -> Result<Self, String> {
        let text = match call.fields.text("template") {
            Some(template) => rendered(call, &template, name, None).await?,
            None => name.to_owned(),
        };
        let command = Command::shell(&options::shell(call), &text);
        Self::new(call, name, Program::Text, command)
    }

    async fn script(call: &Call<'_>, name: &str) -> Result<Self, String> {
        let source = call.fields.text("source").unwrap_or_else(|| name.to_owned());
        let program = match load(call, &source).await? {
            Some(bytes) => {
                let path = source.split('?').next().unwrap_or(&source);
                let file = path.rsplit('/').next().unwrap_or(path);
                let extension = file.rsplit_once('.').map(|(_, extension)| extension.to_owned());
                Program::Script { bytes, extension, args: args(call, name)? }
            }
            None => {
                let env = &call.context.low.env;
                Program::Missing { comment: format!("Unable to cache script {source} from saltenv '{env}'") }
            }
        };
        if let Program::Missing { comment } = &program
            && source.starts_with("salt://")
        {
            return Err(comment.clone());
        }
        Self::new(call, name, program, Command::argv(["sh"]))
    }

    fn new(call: &Call<'_>, name: &str, program: Program, command: Command) -> Result<Self, String> {
        if call.fields.text("root").is_some_and(|root| !root.is_empty()) {
            return Err("root is not supported: write chroot into the command".to_owned());
        }
        let mut judge = Judge::of(call.fields, call.reacts_to.is_some())?;
        judge.allow(options::timeout(call));
        Ok(Self {
            name: name.to_owned(),
            id: call.context.low.id.clone(),
            shell: options::shell(call),
            program,
            command: options::apply(call, command)?,
            judge,
            in_background: call.fields.boolean("bg") == Some(true),
        })
    }

    /// The answer of a test run that has no trial.
    pub(super) fn foreseen(&self) -> Outcome {
        let name = &self.name;
        let quote = if matches!(self.program, Program::Text) { '"' } else { '\'' };
        let mut foreseen =
            Outcome::would_change(format!("Command {quote}{name}{quote} would have been executed"));
        // A stateful command reports its changes itself.
        if !self.judge.is_stateful {
            let key = if quote == '"' { Some("cmd") } else { None };
            foreseen.changes = key.map(|key| (key.into(), name.as_str().into())).into_iter().collect();
        }
        foreseen
    }

    async fn run(&self) -> Result<(u32, Option<machine::process::Finished>), RunError> {
        if !self.in_background {
            let mut running = pin!(self.command.run());
            let mut minutes = 0;
            loop {
                if let Ok(ended) = tokio::time::timeout(NOTICE, &mut running).await {
                    return ended.map(|finished| (finished.pid, Some(finished)));
                }
                minutes += 1;
                tracing::warn!("the command of '{}' has been running for {minutes} min", self.id);
            }
        }
        let finished = self.command.in_background().run().await?;
        Ok((finished.stdout_text().trim().parse().unwrap_or(finished.pid), None))
    }

    fn text_shown(&self) -> String {
        match &self.command.program {
            machine::process::Program::Shell { text, .. } => text.clone(),
            machine::process::Program::Argv(words) => words.join(" "),
        }
    }
}

/// The words after the name, unless there are `args`.
fn args(call: &Call<'_>, name: &str) -> Result<Vec<String>, String> {
    match call.fields.value("args") {
        Some(Value::List(list)) if !list.is_empty() => Ok(list.iter().map(python::text).collect()),
        Some(Value::Str(text)) if !text.is_empty() => words(&text),
        Some(Value::List(_) | Value::Str(_)) | None => {
            name.split_once(' ').map_or_else(|| Ok(vec![]), |(_, rest)| words(rest))
        }
        Some(other) => words(&python::text(&other)),
    }
}

fn words(text: &str) -> Result<Vec<String>, String> {
    split(text).ok_or_else(|| format!("the arguments '{text}' have a quotation that is not closed"))
}

/// The contents of a script, rendered; nothing if there is none.
async fn load(call: &Call<'_>, written: &str) -> Result<Option<Vec<u8>>, String> {
    let Ok(found) = source::find(call, written).await else { return Ok(None) };
    let bytes = found.load()?.contents;
    let Some(template) = call.fields.text("template") else { return Ok(Some(bytes)) };
    let text = String::from_utf8(bytes)
        .map_err(|_| format!("{written} is not UTF-8 text, so it cannot be a template"))?;
    rendered(call, &template, &text, Some(&found)).await.map(|text| Some(text.into_bytes()))
}

async fn rendered(
    call: &Call<'_>,
    template: &str,
    text: &str,
    from: Option<&source::Source>,
) -> Result<String, String> {
    if template != "jinja" {
        return Err(format!("Attempted to render file paths with unavailable engine {template}"));
    }
    let is_map = |name: &&str| call.fields.node(name).is_none_or(|node| node.as_map().is_some());
    if let Some(name) = ["context", "defaults"].into_iter().find(|name| !is_map(name)) {
        return Err(format!("Invalidly-formatted '{name}' parameter. Must be formed as a dict."));
    }
    source::render(call, text, from, Map::new()).await
}
