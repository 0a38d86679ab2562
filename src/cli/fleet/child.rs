//! `fleet-job`: one call, read from stdin; its result goes to stdout as JSON.

use std::io::Read;

use super::args::{given_path, given_text};
use super::command::{FleetCommand, Given, PlaceArgs};
use super::signatures::FLEET_DIR;
use super::{Ended, failed, usage};
use crate::answer::CommandAnswer;
use crate::args::Args;
use crate::commands::{Session, call};
use crate::error::CliError;
use crate::render::print_result;
use crate::settings::{Environment, Settings};
use exec::{Arguments, maybe, takes};
use fleet::agent::{Output, Task};
use fleet::protocol::Compiled;
use fleet::trees::Roots;
use model::Effect::CallsFunctions;
use model::{Key, Shape, Value, secret};

/// The longest call with its pillar, in bytes.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The word for it. The agent refers to this word alone: it must not contain what the command needs.
pub const JOB_NAME: &str = "fleet-job";

/// A job of the agent, in a process of its own. The agent alone types it, so no manual lists it.
pub const JOB: FleetCommand = FleetCommand {
    name: JOB_NAME,
    link: None,
    signature: takes(&[
        maybe("id", Shape::Text, "the ID"),
        maybe("state", Shape::Text, "the agent's directory"),
        FLEET_DIR,
    ]),
    doc: "Carries out a call that it reads from stdin.",
    returns: "the result, as JSON",
    does: &[CallsFunctions],
    run,
};

/// For whom a call is carried out.
pub struct JobArgs {
    /// Where the configuration is.
    pub place: PlaceArgs,
    /// The ID, instead of the configured one.
    pub id: Option<String>,
    /// The agent's directory, instead of the configured one.
    pub state: Option<std::path::PathBuf>,
}

/// Runs the call.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let mut text = String::new();
    let read = std::io::stdin().take(LONGEST).read_to_string(&mut text);
    read.map_err(|error| failed(format!("the call cannot be read: {error}")))?;
    let task: Task =
        serde_json::from_str(&text).map_err(|error| usage(format!("this is not a call: {error}")))?;
    let args = JobArgs {
        place: given.place.clone(),
        id: given_text(&given.bound, "id"),
        state: given_path(&given.bound, "state"),
    };
    let output = carry_out(args, task, environment);
    let text = serde_json::to_string(&output).map_err(|error| failed(error.to_string()))?;
    print_result(&text).map_err(|error| failed(error.to_string()))?;
    Ok(0)
}

/// The result of a call with this machine's configuration, grains and trees.
pub fn carry_out(args: JobArgs, Task { call, roots }: Task, environment: &Environment) -> Output {
    // First of all: everything that is printed, written or answered from here on is searched for them.
    for hidden in call.tree.iter().flat_map(|supply| &supply.hidden) {
        secret::hide(hidden);
    }
    let compiled = call.tree.map(|supply| supply.pillar);
    if let Some(Compiled::Problems(problems)) = &compiled {
        let lines = ["Pillar failed to render with the following messages:", problems.as_str()];
        return Output { result: secret::masked_json(serde_json::json!(lines)), retcode: 1, out: None };
    }
    let typed = Args {
        function: Some(call.fun.clone()),
        config_dir: args.place.config_dir,
        id: args.id,
        retcode_passthrough: true,
        ..Args::default()
    };
    let done = Settings::new(typed, environment.clone()).and_then(|mut settings| {
        settings.agent = args.state;
        settings.arguments = Arguments {
            positional: call.arg.into_iter().map(Value::from).collect(),
            named: call.kwarg.into_iter().map(|(name, value)| (Key::Str(name), Value::from(value))).collect(),
        };
        if let Some(Compiled::Values(pillar)) = compiled {
            settings.pillar = Value::from(serde_json::Value::Object(pillar)).as_map().cloned();
        }
        if let Some(roots) = &roots {
            settings.config.overrides.insert(Key::from("file_roots"), roots_value(roots));
        }
        let session = Session::load(&settings)?;
        let answer = self::call(&session)?;
        let retcode = settings.exit.of_ending(answer.ending).into();
        Ok(Output {
            result: secret::masked_json(answer.data.to_json()),
            retcode,
            out: Some(answer.outputter.word().to_owned()),
        })
    });
    done.unwrap_or_else(|error| told(&error))
}

/// Roots as the configuration holds them.
pub fn roots_value(roots: &Roots) -> Value {
    let texts = |paths: &Vec<std::path::PathBuf>| {
        Value::from(paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>())
    };
    roots.iter().map(|(env, paths)| (env.as_str(), texts(paths))).collect()
}

fn told(error: &CliError) -> Output {
    let report = error.report();
    let text = || format!("{}: {}", report.heading, report.problems);
    let result =
        error.answer().map_or_else(|| text().into(), |lines| CommandAnswer::data(lines).data.to_json());
    Output { result: secret::masked_json(result), retcode: 1, out: None }
}
