//! The arguments that all functions of `cmd` have.

use std::path::Path;
use std::time::Duration;

use crate::Call;
use machine::account;
use machine::process::Command;
use model::{Fields, Value, python};

/// The shell that the arguments name, or the grain `shell`.
pub(super) fn shell(call: &Call<'_>) -> String {
    let grain = || call.minion.grains.get("shell").and_then(Value::as_str).map(str::to_owned);
    call.fields.text("shell").or_else(grain).unwrap_or_else(|| "/bin/sh".to_owned())
}

/// Sets the options of a command from the arguments.
///
/// # Errors
/// An argument that is not valid on any machine.
pub(super) fn apply(call: &Call<'_>, mut command: Command) -> Result<Command, String> {
    let fields = call.fields;
    let flag = |name: &str, default: bool| fields.boolean(name).unwrap_or(default);
    command.cwd = fields.text("cwd").filter(|path| !path.is_empty()).map(Into::into);
    command.user = fields.text("runas").filter(|name| !name.is_empty());
    command.group = fields.text("group");
    command.clean_environment = flag("clean_env", false);
    command.path_before = fields.text("prepend_path").filter(|path| !path.is_empty());
    command.umask = umask(fields)?;
    command.stdin = fields.text("stdin").map(|text| text.replace("\\n", "\n").into_bytes());
    command.joins_streams = flag("redirect_stderr", false);
    command.timeout = timeout(call).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    if flag("reset_system_locale", true) {
        command.reset_locale();
    }
    let variables = match fields.value("env") {
        Some(Value::Map(map)) => vec![map],
        Some(Value::List(list)) => list.iter().filter_map(Value::as_map).cloned().collect(),
        _ => vec![],
    };
    for (name, value) in variables.into_iter().flatten() {
        let text = if value.is_null() { String::new() } else { python::text(&value) };
        command.environment.insert(name.to_string(), Some(text));
    }
    Ok(command)
}

/// The deadline of a command in seconds: its own `timeout`, or `cmd_timeout` of the configuration. A `timeout` of 0 means no
/// deadline.
///
/// Salt has no default deadline, and neither has a configuration without the key.
pub(super) fn timeout(call: &Call<'_>) -> Option<f64> {
    let own = call.fields.number("timeout");
    let of_all = || match call.minion.opts.get("cmd_timeout") {
        Some(Value::Int(seconds)) => python::text(&Value::Int(*seconds)).parse().ok(),
        Some(Value::Float(seconds)) => Some(*seconds),
        _ => None,
    };
    own.or_else(of_all).filter(|seconds| *seconds > 0.0)
}

fn umask(fields: &Fields) -> Result<Option<u32>, String> {
    let Some(text) = fields.text("umask") else { return Ok(None) };
    let digits = text.trim_start_matches("0o");
    let bits = u32::from_str_radix(digits, 8).ok().filter(|bits| *bits <= 0o777);
    bits.map(Some).ok_or_else(|| format!("Invalid umask: {text}"))
}

/// Why a command cannot run now; an earlier state may correct it.
pub(super) fn obstacle(command: &mut Command, shell: &str) -> Option<String> {
    if let Some(cwd) = &command.cwd {
        let shown = cwd.display();
        if !cwd.is_dir() {
            return Some(format!("Desired working directory \"{shown}\" is not available"));
        }
        if !cwd.is_absolute() {
            return Some(format!("Specified cwd '{shown}' either not absolute or does not exist"));
        }
    }
    let account = match &command.user {
        Some(name) => match account::find_user(name) {
            None => return Some(format!("User '{name}' is not available")),
            found => found,
        },
        None => account::find_uid(account::own_uid()),
    };
    if !Path::new(shell).is_file() {
        return Some(format!("The shell {shell} is not available"));
    }
    if command.cwd.is_none() {
        let home = account.map(|account| account.home).filter(|home| home.is_dir());
        command.cwd = Some(home.unwrap_or_else(|| "/".into()));
    }
    None
}
