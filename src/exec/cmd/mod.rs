//! `cmd.*`: commands of the machine.
//!
//! They run when they are called: while a template is rendered, and in a test run too, as in Salt. A command that
//! changes something does so at every rendering. See
//! <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.cmdmod.html>.

mod answer;
mod options;
mod script;
mod words;

use std::sync::atomic::Ordering;

use super::call::{Bound, CallError};
use super::signature::{required, takes};
use super::{Context, Function, Signature};
use machine::file;
use machine::process::Finished;
use model::Effect::{ReadsMachine, RendersTemplate, RunsPrograms};
use model::{Map, Shape, Value};

pub(super) use answer::whole as whole_answer;
use answer::{stderr, stdout};
use options::Options;
pub(super) use script::FUNCTIONS as SCRIPTS;
pub(super) use words::which;

/// `cmd`, then options by name.
const COMMAND: Signature = takes(&[required("cmd", Shape::Text, "the command")]).and_named();

macro_rules! with_options {
    ($first:literal) => {
        concat!($first, "\n\nOptions: cwd, stdin, runas, group, shell, python_shell, env, clean_env, prepend_path, template, umask, timeout, rstrip, reset_system_locale, success_retcodes, success_stdout, success_stderr, raise_err, hide_output, redirect_stderr, bg.")
    };
}

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "cmd.run",
        signature: COMMAND,
        doc: with_options!(
            "Runs a command and returns its output, both streams in one.\n\nOn the command line it runs \
             in a shell; in a template only with python_shell=True."
        ),
        returns: "a text",
        does: &[RunsPrograms, RendersTemplate],
        call: |context, bound| run(context, bound, None, true).map(|ran| ran.stdout.into()),
    },
    Function {
        name: "cmd.shell",
        signature: COMMAND,
        doc: with_options!("Runs a command in a shell and returns its output, both streams in one."),
        returns: "a text",
        does: &[RunsPrograms, RendersTemplate],
        call: |context, bound| run(context, bound, Some(true), true).map(|ran| ran.stdout.into()),
    },
    Function {
        name: "cmd.run_stdout",
        signature: COMMAND,
        doc: with_options!("Runs a command and returns its standard output."),
        returns: "a text",
        does: &[RunsPrograms, RendersTemplate],
        call: |context, bound| run(context, bound, None, false).map(|ran| ran.stdout.into()),
    },
    Function {
        name: "cmd.run_stderr",
        signature: COMMAND,
        doc: with_options!("Runs a command and returns its standard error."),
        returns: "a text",
        does: &[RunsPrograms, RendersTemplate],
        call: |context, bound| run(context, bound, None, false).map(|ran| ran.stderr.into()),
    },
    Function {
        name: "cmd.run_all",
        signature: COMMAND,
        doc: with_options!("Runs a command and returns pid, retcode, stdout and stderr."),
        returns: "a mapping: pid, retcode, stdout, stderr",
        does: &[RunsPrograms, RendersTemplate],
        call: |context, bound| run(context, bound, None, false).map(Ran::into_value),
    },
    Function {
        name: "cmd.retcode",
        signature: COMMAND,
        doc: with_options!("Runs a command and returns its exit code."),
        returns: "an integer",
        does: &[RunsPrograms, RendersTemplate],
        call: |context, bound| {
            run(context, bound, None, false).map(|ran| Value::Int(ran.code.unwrap_or(0).into()))
        },
    },
    Function {
        name: "cmd.run_bg",
        signature: COMMAND,
        doc: with_options!("Starts a command, does not wait for it, and returns its pid."),
        returns: "a mapping: pid",
        does: &[RunsPrograms, RendersTemplate],
        call: |context, bound| {
            let ran = started(context, bound)?;
            Ok([("pid", Value::Int(ran.pid.into()))].into_iter().collect())
        },
    },
    Function {
        name: "cmd.which",
        signature: takes(&[required("cmd", Shape::Text, "the program's name")]),
        doc: "Returns the path of a program, or nothing.",
        returns: "a path, or None",
        does: &[ReadsMachine],
        call: |context, bound| Ok(which(context, &bound.text("cmd")).into()),
    },
    Function {
        name: "cmd.which_bin",
        signature: takes(&[required("cmds", Shape::Texts, "names of programs")]),
        doc: "Returns the path of the first of several programs that exists.",
        returns: "a path, or None",
        does: &[ReadsMachine],
        call: |context, bound| Ok(bound.texts("cmds").iter().find_map(|name| which(context, name)).into()),
    },
    Function {
        name: "cmd.has_exec",
        signature: takes(&[required("cmd", Shape::Text, "the program's name")]),
        doc: "Returns whether there is a program.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(which(context, &bound.text("cmd")).is_some().into()),
    },
    Function {
        name: "cmd.shells",
        signature: takes(&[]),
        doc: "Lists the shells of /etc/shells.",
        returns: "a list of paths",
        does: &[ReadsMachine],
        call: |_, _| {
            let text = file::read_text("/etc/shells").unwrap_or_default();
            let lines = text.lines().map(str::trim).filter(|line| line.starts_with('/'));
            Ok(lines.map(str::to_owned).collect::<Vec<_>>().into())
        },
    },
];

/// The result of a command, according to its options.
#[derive(Debug, Default)]
struct Ran {
    pid: u32,
    /// None for a command that nobody waits for.
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn into_value(self) -> Value {
        let code = self.code.map_or(Value::Null, |code| Value::Int(code.into()));
        [
            ("pid", Value::Int(self.pid.into())),
            ("retcode", code),
            ("stdout", self.stdout.into()),
            ("stderr", self.stderr.into()),
        ]
        .into_iter()
        .collect()
    }
}

fn run(context: &Context<'_>, bound: &Bound, shell: Option<bool>, joins: bool) -> Result<Ran, CallError> {
    if bound.named.get("bg").is_some_and(Value::is_truthy) {
        return started(context, bound);
    }
    let options = Options::of(context, bound, shell)?;
    let joins = bound.named.get("redirect_stderr").map_or(joins, Value::is_truthy);
    let finished = options.command(joins).run_blocking().map_err(|error| bound.failed(&error))?;
    let ran = judged(bound, &options, &finished)?;
    let is_ignored = bound.named.get("ignore_retcode").is_some_and(Value::is_truthy);
    if let (Some(ended), Some(code), false) = (context.ended, ran.code, is_ignored) {
        ended.store(code, Ordering::Relaxed);
    }
    Ok(ran)
}

/// The answer for a finished command, as its options demand.
fn judged(bound: &Bound, options: &Options, finished: &Finished) -> Result<Ran, CallError> {
    let mut ran = Ran { pid: finished.pid, ..Ran::default() };
    if let Some(message) = answer::timed_out(finished, options) {
        (ran.code, ran.stdout) = (Some(1), message);
    } else {
        let strips = bound.named.get("rstrip").is_none_or(Value::is_truthy);
        (ran.stdout, ran.stderr) = (stdout(finished, strips), stderr(finished, strips));
        let succeeds = options.succeeds(finished.code(), &ran.stdout, &ran.stderr);
        ran.code = Some(if succeeds { 0 } else { finished.code() });
    }
    let raises = bound.named.get("raise_err").is_some_and(Value::is_truthy);
    if raises && ran.code != Some(0) {
        return Err(bound.fails(format!("the command failed with code {}: {}", finished.code(), ran.stdout)));
    }
    if bound.named.get("hide_output").is_some_and(Value::is_truthy) {
        (ran.stdout, ran.stderr) = (String::new(), String::new());
    }
    Ok(ran)
}

fn started(context: &Context<'_>, bound: &Bound) -> Result<Ran, CallError> {
    let options = Options::of(context, bound, None)?;
    let finished = options.detached().run_blocking().map_err(|error| bound.failed(&error))?;
    let pid = finished.stdout_text().trim().parse().unwrap_or(finished.pid);
    Ok(Ran { pid, ..Ran::default() })
}

/// The named arguments of a call, with some replaced.
fn with(named: &Map, others: impl IntoIterator<Item = (&'static str, Value)>) -> Map {
    let mut all = named.clone();
    all.extend(others.into_iter().map(|(name, value)| (name.into(), value)));
    all
}
