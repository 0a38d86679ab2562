//! `fleet-job`: one call, read from stdin; its result goes to stdout as JSON.

use std::io::Read;

use super::args::given_text;
use super::command::{Given, PlaceArgs};
use super::{Ended, failed, usage};
use crate::cli::answer::Answer;
use crate::cli::args::Args;
use crate::cli::commands::{Session, call};
use crate::cli::error::CliError;
use crate::cli::render::print_result;
use crate::cli::settings::{Environment, Settings};
use crate::exec::Arguments;
use crate::fleet::agent::Output;
use crate::fleet::protocol::Call;
use crate::model::{Key, Value};

/// The longest call, in bytes.
const LONGEST: u64 = 8 * 1024 * 1024;

/// For whom a call is carried out.
pub struct JobArgs {
    /// Where the configuration is.
    pub place: PlaceArgs,
    /// The ID, instead of the configured one.
    pub id: Option<String>,
}

/// Runs the call.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let mut text = String::new();
    let read = std::io::stdin().take(LONGEST).read_to_string(&mut text);
    read.map_err(|error| failed(format!("the call cannot be read: {error}")))?;
    let call: Call =
        serde_json::from_str(&text).map_err(|error| usage(format!("this is no call: {error}")))?;
    let args = JobArgs { place: given.place.clone(), id: given_text(&given.bound, "id") };
    let output = carry_out(args, call, environment);
    let text = serde_json::to_string(&output).map_err(|error| failed(error.to_string()))?;
    print_result(&text).map_err(|error| failed(error.to_string()))?;
    Ok(0)
}

/// The result of a call with this machine's configuration, grains and trees.
pub fn carry_out(args: JobArgs, call: Call, environment: &Environment) -> Output {
    let typed = Args {
        function: Some(call.fun.clone()),
        config_dir: args.place.config_dir,
        id: args.id,
        retcode_passthrough: true,
        ..Args::default()
    };
    let done = Settings::new(typed, environment.clone()).and_then(|mut settings| {
        settings.arguments = Arguments {
            positional: call.arg.into_iter().map(Value::from).collect(),
            named: call.kwarg.into_iter().map(|(name, value)| (Key::Str(name), Value::from(value))).collect(),
        };
        let session = Session::load(&settings)?;
        let answer = self::call(&session)?;
        let retcode = settings.exit.of_ending(answer.ending).into();
        Ok(Output { result: answer.data.to_json(), retcode, out: Some(answer.outputter.word().to_owned()) })
    });
    done.unwrap_or_else(|error| told(&error))
}

fn told(error: &CliError) -> Output {
    let report = error.report();
    let text = || format!("{}: {}", report.heading, report.problems);
    let result = error.answer().map_or_else(|| text().into(), |lines| Answer::data(lines).data.to_json());
    Output { result, retcode: 1, out: None }
}
