//! The options of a command, and the command with these options.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Context;
use crate::call::{Bound, CallError};
use machine::account;
use machine::process::{Command, Program, split};
use model::{Map, Value, python};

/// All options of a command except the joining of its streams.
pub(super) struct Options {
    base: Command,
    pub(super) timeout: Option<Duration>,
    good_codes: Vec<i32>,
    good_stdout: Vec<String>,
    good_stderr: Vec<String>,
}

impl Options {
    pub(super) fn of(context: &Context<'_>, bound: &Bound, shell: Option<bool>) -> Result<Self, CallError> {
        let program = program(context, bound, shell)?;
        let named = &bound.named;
        let text = |name: &str| named.get(name).filter(|value| value.is_truthy()).map(python::text);
        let user = text("runas");
        if let Some(name) = user.as_deref().filter(|name| account::find_user(name).is_none()) {
            return Err(bound.fails(format!("there is no user '{name}'")));
        }
        let umask = match text("umask") {
            None => None,
            Some(word) => Some(
                u32::from_str_radix(word.trim_start_matches("0o"), 8)
                    .map_err(|_| bound.fails(format!("'{word}' is not a umask")))?,
            ),
        };
        let seconds = named.get("timeout").map(python::text).and_then(|seconds| seconds.parse().ok());
        let timeout = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let texts = |name: &str| match named.get(name) {
            Some(Value::List(list)) => list.iter().map(python::text).collect(),
            Some(Value::Null) | None => vec![],
            Some(one) => vec![python::text(one)],
        };
        let mut base = Command {
            cwd: Some(cwd(bound, text("cwd"), user.as_deref())?),
            clean_environment: named.get("clean_env").is_some_and(Value::is_truthy),
            group: text("group"),
            stdin: text("stdin").map(String::into_bytes),
            user,
            umask,
            timeout,
            ..match program {
                Program::Argv(words) => Command::argv(words),
                Program::Shell { shell, text } => Command::shell(&shell, &text),
            }
        };
        environment(context, named, &mut base);
        Ok(Self {
            base,
            timeout,
            good_codes: texts("success_retcodes").iter().filter_map(|code| code.parse().ok()).collect(),
            good_stdout: texts("success_stdout"),
            good_stderr: texts("success_stderr"),
        })
    }

    /// The command.
    pub(super) fn command(&self, joins: bool) -> Command {
        Command { joins_streams: joins, ..self.base.clone() }
    }

    /// A command that starts this one, prints its pid and ends.
    pub(super) fn detached(&self) -> Command {
        self.base.in_background()
    }

    /// The command in messages.
    pub(super) fn shown(&self) -> String {
        match &self.base.program {
            Program::Argv(words) => python::repr(&words.clone().into()),
            Program::Shell { text, .. } => text.clone(),
        }
    }

    /// True for code 0, and for codes that the call counts as success.
    pub(super) fn succeeds(&self, code: i32, stdout: &str, stderr: &str) -> bool {
        let said = |good: &[String], text: &str| good.iter().any(|good| good == text);
        code == 0
            || self.good_codes.contains(&code)
            || said(&self.good_stdout, stdout)
            || said(&self.good_stderr, stderr)
    }
}

fn program(context: &Context<'_>, bound: &Bound, shell: Option<bool>) -> Result<Program, CallError> {
    let named = &bound.named;
    let configured = context.minion.opts.get("cmd_safe").is_some_and(|safe| !safe.is_truthy());
    let named_shell = named.get("python_shell").filter(|value| !value.is_null()).map(Value::is_truthy);
    let by_shell = shell.or(named_shell).unwrap_or(context.is_typed || configured);
    let command = match bound.value("cmd") {
        Value::List(list) => {
            let words: Vec<String> = list.iter().map(python::text).collect();
            if words.is_empty() {
                return Err(bound.fails("the command is empty"));
            }
            return Ok(Program::Argv(words));
        }
        Value::Str(text) => text.clone(),
        other => {
            return Err(bound.fails(format!("a command is text or a list, not {}", other.type_name())));
        }
    };
    let command = match named.get("template").and_then(Value::as_str) {
        Some("jinja") => {
            context.jinja(&command, "", &Map::new()).map_err(|problems| bound.failed(&problems))?
        }
        Some(other) => return Err(bound.fails(format!("there is no template engine '{other}'"))),
        None => command,
    };
    if command.trim().is_empty() {
        return Err(bound.fails("the command is empty"));
    }
    let shell = named.get("shell").map_or_else(|| usual_shell(context), python::text);
    if !Path::new(&shell).is_file() {
        return Err(bound.fails(format!("there is no shell '{shell}'")));
    }
    if by_shell {
        return Ok(Program::Shell { shell, text: command });
    }
    let words = split(&command).ok_or_else(|| bound.fails("a quotation is not closed"))?;
    Ok(Program::Argv(words))
}

/// The grain `shell`, if it names a shell.
fn usual_shell(context: &Context<'_>) -> String {
    let grain = context.minion.grains.get("shell").and_then(Value::as_str);
    let known = [grain.unwrap_or_default(), "/bin/bash", "/bin/sh"];
    known.into_iter().find(|shell| Path::new(shell).is_file()).unwrap_or("/bin/sh").to_owned()
}

/// The named directory, or the home of the command's user, or the root.
fn cwd(bound: &Bound, named: Option<String>, user: Option<&str>) -> Result<PathBuf, CallError> {
    if let Some(named) = named {
        let path = PathBuf::from(&named);
        if path.is_absolute() && path.is_dir() {
            return Ok(path);
        }
        return Err(bound.fails(format!("'{named}' is not a directory with an absolute path")));
    }
    let account = match user {
        Some(name) => account::find_user(name),
        None => account::find_uid(account::own_uid()),
    };
    Ok(account.map(|account| account.home).filter(|home| home.is_dir()).unwrap_or_else(|| "/".into()))
}

fn environment(context: &Context<'_>, named: &Map, command: &mut Command) {
    if named.get("reset_system_locale").is_none_or(Value::is_truthy) {
        command.reset_locale();
    }
    let maps: Vec<&Map> = match named.get("env") {
        Some(Value::Map(map)) => vec![map],
        Some(Value::List(list)) => list.iter().filter_map(Value::as_map).collect(),
        _ => vec![],
    };
    for (name, value) in maps.iter().flat_map(|map| map.iter()) {
        let text = if value.is_null() { String::new() } else { python::text(value) };
        command.environment.insert(name.to_string(), Some(text));
    }
    if let Some(before) = named.get("prepend_path").filter(|path| path.is_truthy()) {
        let set = command.environment.get("PATH").cloned().flatten();
        let path = set.or_else(|| context.environment.get("PATH").cloned()).unwrap_or_default();
        command.environment.insert("PATH".to_owned(), Some(format!("{}:{path}", python::text(before))));
    }
}
