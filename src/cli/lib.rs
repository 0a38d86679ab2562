//! The command line: parsing, settings, output, and the exit code.
//!
//! `main` calls [`run`] and exits with its answer. [`args`] is the typed command line, [`settings`] its meaning,
//! `commands` do the work, [`render`] makes the output, and `error` has the exit code of everything that can end a
//! command.

mod answer;
pub mod args;
mod back_off;
mod call;
mod commands;
mod error;
mod event_stream;
mod exit_code;
mod findings;
mod fleet;
mod journal;
mod lease;
mod logging;
mod profile;
pub mod render;
mod returns;
mod run_lock;
pub mod settings;
pub mod timeline;
mod timer;

use std::cell::Cell;
use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use answer::{CommandAnswer, Cost, Form};
use clap::error::{ContextKind, ContextValue};
use error::CliError;
use profile::Recorder;
use render::color::Paint;
use render::{Layout, Outputter, print_error, print_result};
use settings::{Environment, Settings};

use exec::terraform;
use model::{Map, Value};

/// Runs a command line, whose first word is the program, and returns the exit code.
pub fn run(words: impl IntoIterator<Item = OsString>, environment: Environment) -> u8 {
    let words = args::rewritten(words.into_iter().collect());
    if let Some(code) = fleet::run(&words, &environment) {
        return code;
    }
    let has_color = environment.has_colors();
    let args = match args::parse(words) {
        Ok(args) => args,
        Err(error) => return explain(&error),
    };
    if args.version {
        return finish(print_result(concat!("orchestrate ", env!("CARGO_PKG_VERSION"))));
    }
    let rule = error::ExitRule { passthrough: args.retcode_passthrough, detailed: args.detailed_exitcode };
    let paint = Cell::new(Paint::new(has_color && !args.output.no_color));
    match Settings::new(args, environment).and_then(|settings| carry_out(&settings, &paint)) {
        Ok(code) => code,
        Err(error) => {
            print_error(&error.report().render(paint.get()));
            rule.of_error(&error)
        }
    }
}

/// Runs the fleet's agent alone, and returns the exit code.
pub fn run_agent(words: impl IntoIterator<Item = OsString>, environment: &Environment) -> u8 {
    fleet::run_agent(&words.into_iter().collect::<Vec<_>>(), environment)
}

/// Help was asked for, or an option is wrong.
fn explain(error: &clap::Error) -> u8 {
    if error.exit_code() != 0 {
        let option = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(option)) => option.as_str(),
            _ => "",
        };
        let text = match terraform::option(option) {
            Some(instead) => format!("error: {option} of Terraform is not here. Instead: {instead}\n"),
            None => error.render().to_string(),
        };
        print_error(&text);
        return exit_code::USAGE;
    }
    finish(print_result(error.render().to_string().trim_end()))
}

fn finish(printed: std::io::Result<()>) -> u8 {
    u8::from(printed.is_err())
}

/// `paint` has no colours if the configuration turns them off.
fn carry_out(settings: &Settings, paint: &Cell<Paint>) -> Result<u8, CliError> {
    let recorder = settings.profile.is_some().then(Recorder::new);
    let session = commands::Session::load(settings)?;
    if session.opts().get("color").and_then(Value::as_bool) == Some(false) {
        paint.set(Paint::new(false));
    }
    let paint = paint.get();
    logging::start(settings.levels(session.opts()), settings, recorder.as_ref(), paint.is_on())?;
    let code = timer::run_now(settings, &session, || answer(settings, &session, paint));
    if let (Some(recorder), Some(path)) = (&recorder, &settings.profile) {
        write(path, &render::trace::render(&recorder.slices()), false)?;
    }
    code
}

fn answer(settings: &Settings, session: &commands::Session<'_>, paint: Paint) -> Result<u8, CliError> {
    for note in settings.notes.iter().chain(session.warnings()) {
        tracing::warn!("{note}");
    }
    let start = Instant::now();
    match commands::call(session) {
        Ok(answer) => {
            // A command may plan before it runs, or look again and again: its time is that of all of it.
            let cost = Cost { took: start.elapsed(), ..answer.cost };
            print_error(&render::warnings(&answer.warnings, paint));
            let code = settings.exit.of_ending(answer.ending);
            show(settings, session.opts(), &answer, code)?;
            if settings.levels(session.opts()).0 != settings::Level::Quiet {
                print_error(&render::slowest(&answer.slowest));
                print_error(&render::cost(cost));
                print_error(&render::tally(answer.tally));
            }
            Ok(code)
        }
        Err(error) => {
            // Programs that read the return find Salt's list of messages in it.
            let answer = error.answer().map(CommandAnswer::data);
            let code = settings.exit.of_error(&error);
            if let Some(answer) = answer.filter(|_| is_for_programs(settings, session.opts())) {
                show(settings, session.opts(), &answer, code)?;
            }
            Err(error)
        }
    }
}

fn is_for_programs(settings: &Settings, opts: &Map) -> bool {
    settings.output.file.is_some() || settings.layout(opts, Outputter::Highstate).is_for_programs()
}

fn show(settings: &Settings, opts: &Map, answer: &CommandAnswer, code: u8) -> Result<(), CliError> {
    let outputter = if settings.output.metadata { Outputter::Nested } else { answer.outputter };
    let layout = Layout { is_ordered: answer.is_ordered, ..settings.layout(opts, outputter) };
    let data = if settings.output.metadata {
        with_metadata(settings, opts, answer, code)
    } else {
        answer.data.clone()
    };
    let text = match &answer.form {
        Form::Findings(findings) => render::findings::render(findings, layout),
        Form::Plan(plan) => render::plan::render(plan, layout),
        Form::Runs(runs) => render::runs::render(runs, layout),
        Form::Verbatim if settings.output.outputter.is_none() => {
            data.as_str().unwrap_or_default().trim_end().to_owned()
        }
        Form::Bare | Form::Verbatim => layout.render(&data),
        Form::Return => layout.render(&[("local", data)].into_iter().collect()),
    };
    let Some(path) = &settings.output.file else {
        return print_result(&text)
            .map_err(|source| CliError::WriteResult { target: "stdout".to_owned(), source });
    };
    write(path, &text, settings.output.append)
}

fn write(path: &Path, text: &str, append: bool) -> Result<(), CliError> {
    render::write_file(path, text, append)
        .map_err(|source| CliError::WriteResult { target: path.display().to_string(), source })
}

/// The return with the called function, for `--metadata`.
fn with_metadata(settings: &Settings, opts: &Map, answer: &CommandAnswer, code: u8) -> Value {
    let words = settings.words.iter().map(|word| Value::from(word.as_str())).collect();
    // Salt's number of a job is its start time.
    let jid = jiff::Timestamp::now().strftime("%Y%m%d%H%M%S%6f").to_string();
    let is_named = answer.outputter != Outputter::Nested;
    let out = is_named.then(|| ("out", Value::from(answer.outputter.word())));
    [
        ("jid", Value::from(jid)),
        ("return", answer.data.clone()),
        ("retcode", Value::from(i64::from(code))),
        ("id", opts.get("id").cloned().unwrap_or_default()),
        ("fun", Value::from(settings.function.as_str())),
        ("fun_args", Value::List(words)),
    ]
    .into_iter()
    .chain(out)
    .collect()
}
