//! `fleet-run state.orchestrate`: SLS whose states are jobs of the fleet, AWS resources, or both.

mod bridge;
mod job;
mod rolling;
mod runner;
mod wait;
mod wheel;

use std::sync::Arc;

use super::command::{Given, PlaceArgs};
use super::mine::OpsMine;
use super::open::open;
use super::show::{put_out, text_of};
use super::{Ended, failed, own_thread};
use crate::answer::CommandAnswer;
use crate::args::{Args, OutputArgs};
use crate::call;
use crate::commands::{Session, call as call_function};
use crate::error::CliError;
use crate::logging;
use crate::render::color::Paint;
use crate::render::{print_error, warnings};
use crate::settings::{Environment, Settings};
use bridge::Bridge;
use exec::{Arguments, FleetFunctions};
use model::{Key, Problem, Value};

/// The names of the runner.
pub const NAMES: [&str; 2] = ["state.orchestrate", "state.orch"];

/// Where an orchestration finds configuration, keys and environment.
#[derive(Clone)]
pub struct NodeSettings {
    /// Configuration and kit.
    pub place: PlaceArgs,
    /// How results are shown.
    pub output: OutputArgs,
    /// Environment variables and directory.
    pub environment: Environment,
}

/// A command line: `fleet-run state.orchestrate SLS test=True`.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let place = NodeSettings {
        place: given.place.clone(),
        output: given.output.clone(),
        environment: environment.clone(),
    };
    let settings = place.settings(call::arguments(&given.bound.rest_texts()))?;
    let session = place.session(&settings)?;
    logging::start(settings.levels(session.opts()), &settings, None, false)?;
    let answer = call_function(&session)?;
    let paint = Paint::new(environment.has_colors());
    print_error(&warnings(&answer.warnings, paint));
    let whole: Value = [(master(&session), answer.data)].into_iter().collect();
    let text = text_of(&settings, session.opts(), &whole, answer.outputter);
    put_out(&settings, &text, false)
        .map_err(|error| failed(format!("the result cannot be written: {error}")))?;
    Ok(settings.exit.of_ending(answer.ending))
}

/// An orchestration within another one, on a thread of its own: its run has a runtime of its own.
pub async fn nested(
    place: NodeSettings,
    arguments: Arguments,
) -> Result<(String, CommandAnswer, u8), String> {
    let run = move || {
        let ran = place.settings(arguments).and_then(|settings| {
            let session = place.session(&settings)?;
            let answer = call_function(&session)?;
            let code = settings.exit.of_ending(answer.ending);
            Ok((master(&session), answer, code))
        });
        ran.map_err(|error| {
            let report = error.report();
            format!("{}: {}", report.heading, report.problems)
        })
    };
    own_thread::start(run).await.map_err(|why| format!("the orchestration has no answer: {why}"))?
}

/// The ID under which the answer is shown, as Salt has it.
fn master(session: &Session<'_>) -> String {
    let id = session.opts().get("id").and_then(Value::as_str).unwrap_or_default();
    format!("{id}_master")
}

impl NodeSettings {
    /// The settings of a run of these SLS; without any, of what the top file gives this ops node.
    fn settings(&self, mut arguments: Arguments) -> Result<Settings, CliError> {
        let args = Args {
            function: Some("state.apply".to_owned()),
            config_dir: self.place.config_dir.clone(),
            output: self.output.clone(),
            ..Args::default()
        };
        let mut settings = Settings::new(args, self.environment.clone())?;
        // What Salt passes along for its own use.
        arguments.named.retain(
            |key, _| !matches!(key, Key::Str(name) if name.starts_with("__") || name == "orchestration_jid"),
        );
        settings.arguments = arguments;
        Ok(settings)
    }

    fn session<'s>(&self, settings: &'s Settings) -> Result<Session<'s>, CliError> {
        let opened = open(&self.place, self.output.clone(), NAMES[0], &self.environment);
        let opened = opened.map_err(|ended| CliError::Fleet(Problem::nowhere(ended.to_text())))?;
        let fleet = |own| -> Arc<dyn FleetFunctions> { Arc::new(OpsMine::new(opened, own)) };
        Ok(Session::load(settings)?.with_remote(Arc::new(Bridge::new(self.clone())), fleet))
    }
}
