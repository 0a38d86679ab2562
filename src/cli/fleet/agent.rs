//! `agent`: runs on an instance until it is asked to end.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use super::args::given_text;
use super::child::JOB_NAME;
use super::command::{FleetCommand, Given, PlaceArgs};
use super::open::{Opened, open, runtime};
use super::signatures::FLEET_DIR;
use super::tree_store::Fetcher;
use super::{Ended, failed};
use crate::args::OutputArgs;
use crate::commands::instance_metadata;
use crate::logging;
use crate::render::print_error;
use crate::settings::Environment;
use exec::{maybe, takes, text};
use fleet::agent::{Agent, Child, Enrolment, GrainSources, Journal, Leaving, Runner, TOKEN, Task, enrol};
use fleet::identity::setup::AgentKit;
use fleet::identity::{Identity, Operators};
use fleet::protocol::Call;
use fleet::transport::Transport;
use machine::file;
use model::Effect::{AsksHosts, CallsFunctions, ChangesMachine, ReadsMachine};
use model::{Map, Shape, Value, chain};

/// The program with the agent alone. It stays in memory, so it is small.
pub const SMALL: &str = "orchestrate-agent";
/// The program that runs jobs, beside it.
const WHOLE: &str = "orchestrate";
/// How long the grains may take at the start.
const COLLECTING: Duration = Duration::from_secs(300);

/// The agent of an instance.
pub const COMMAND: FleetCommand = FleetCommand {
    name: "agent",
    link: None,
    signature: takes(&[
        text("state", "/var/lib/orchestrate/fleet", "the directory for keys, journal and answers"),
        maybe("id", Shape::Text, "the ID, instead of the configured one"),
        FLEET_DIR,
    ]),
    doc: "Runs on an instance until it is ended: takes jobs from the fleet's operators, and carries them out.",
    returns: "nothing",
    does: &[ReadsMachine, ChangesMachine, AsksHosts, CallsFunctions],
    run,
};

/// The same as a program of its own.
pub const ALONE: FleetCommand = FleetCommand { run: run_alone, ..COMMAND };

fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    agent(&own_program()?, given, environment)
}

fn run_alone(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let program = own_program()?.with_file_name(WHOLE);
    if !program.is_file() {
        let program = program.display();
        let advice = "put both programs into one directory";
        return Err(failed(format!("'{program}' is missing: {SMALL} runs jobs with it; {advice}")));
    }
    agent(&program, given, environment)
}

fn own_program() -> Result<PathBuf, Ended> {
    std::env::current_exe().map_err(|error| failed(format!("the path of this program is not known: {error}")))
}

/// Serves until SIGTERM or SIGINT. `program` runs the jobs.
fn agent(program: &Path, given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let opened = open(&given.place, OutputArgs::default(), "agent", environment)?;
    let mut kit: AgentKit = opened.kit("agent.json")?;
    kit.servers = opened.servers(kit.servers);
    let levels = opened.settings.levels(&opened.config.opts);
    logging::start(levels, &opened.settings, None, false)?;
    remark(&opened);
    let state = environment.directory.join(given.bound.text("state"));
    let broken = |error: &dyn std::error::Error| failed(chain(error));
    let journal = Journal::open(&state).map_err(|error| broken(&error))?;
    let identity = Identity::load_or_make(&state.join("identity.json")).map_err(|error| broken(&error))?;
    let named = given_text(&given.bound, "id");
    let grains = grains(program, &given.place, named.as_deref())?;
    let id = named.or_else(|| opened.config.id.clone());
    let id = id.or_else(|| grains.get("id").and_then(Value::as_str).map(str::to_owned));
    let id = id.ok_or_else(|| failed("this instance has no ID: set 'id' in the configuration"))?;
    let list = kit.operators.to_bytes().map_err(|error| broken(&error))?;
    let operators = Operators::open(&list, &kit.root).map_err(|error| broken(&error))?;
    let mine = kit.mine.as_ref().map(|seeds| Identity::from_seeds(seeds, "the mine"));
    let agent = Agent {
        identity: identity.clone(),
        id: id.clone(),
        grains,
        root: kit.root.clone(),
        operators,
        journal,
        runner: Arc::new(child(program, &given.place, Some(&id), Some(&state))),
        trees: Some(Arc::new(Fetcher { program: program.to_owned(), place: given.place.clone() })),
        mine: mine.transpose().map_err(|error| broken(&error))?,
        mine_interval: mine_interval(&opened.config.opts),
        grain_sources: grain_sources(&opened),
        clock: jiff::Timestamp::now,
    };
    let token = state.join(TOKEN);
    let join = join_token(&opened)?;
    let document = if token.exists() { None } else { identity_document(&opened) };
    let (ca, clock) = (opened.ca(), jiff::Timestamp::now as fn() -> jiff::Timestamp);
    let enrolment = Enrolment { kit, ca, identity, id, token, join, document, clock };
    runtime()?.block_on(serve(agent, enrolment))
}

async fn serve(mut agent: Agent, enrolment: Enrolment) -> Result<u8, Ended> {
    let no_signal = |error: std::io::Error| failed(format!("signals cannot be received: {error}"));
    let mut terminate = signal(SignalKind::terminate()).map_err(no_signal)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(no_signal)?;
    loop {
        let nats = tokio::select! {
            connected = enrol(&enrolment) => connected.map_err(|error| failed(error.to_string()))?,
            _ = terminate.recv() => return Ok(0),
            _ = interrupt.recv() => return Ok(0),
        };
        let transport: Arc<dyn Transport> = Arc::new(nats);
        let (stop, stopped) = oneshot::channel();
        let serving = agent.serve(transport, stopped);
        tokio::pin!(serving);
        let ended = tokio::select! {
            ended = &mut serving => ended,
            _ = terminate.recv() => { let _ = stop.send(()); serving.await }
            _ = interrupt.recv() => { let _ = stop.send(()); serving.await }
        };
        match ended {
            Ok(Leaving::Asked) => return Ok(0),
            Ok(Leaving::Refused) => {
                print_error("the servers no longer accept this instance's key; it asks again\n");
            }
            Err(error) => print_error(&format!("{error}; it connects again\n")),
        }
    }
}

/// How often the mine is brought up to date, as Salt has it: `mine_interval` minutes, 60 unless configured; never without
/// `mine_functions`, or with `mine_enabled: False`.
fn mine_interval(opts: &Map) -> Option<Duration> {
    let has_functions = opts.get("mine_functions").is_some_and(Value::is_truthy);
    let is_enabled = opts.get("mine_enabled").is_none_or(Value::is_truthy);
    let minutes = opts.get("mine_interval").and_then(Value::as_int).unwrap_or(60);
    let seconds = u64::try_from(minutes).ok()?.checked_mul(60).filter(|seconds| *seconds > 0)?;
    (has_functions && is_enabled).then(|| Duration::from_secs(seconds))
}

/// The files that grains come from, and `grains_refresh_every`: so many minutes, as in Salt.
fn grain_sources(opened: &Opened) -> GrainSources {
    let directory = opened.settings.config.dir.clone();
    let directory = directory.unwrap_or_else(|| PathBuf::from("/etc/orchestrate"));
    let files = ["grains", "minion", "minion.d"].map(|name| directory.join(name)).to_vec();
    let minutes = opened.config.opts.get("grains_refresh_every").and_then(Value::as_int).unwrap_or_default();
    let minutes = u64::try_from(minutes).unwrap_or_default();
    let every = Some(minutes.saturating_mul(60)).filter(|seconds| *seconds > 0);
    GrainSources { files, every: every.map(Duration::from_secs) }
}

/// The one-time token of the configuration, `fleet: {token: …}` or `fleet: {token_file: …}`, or of the file `join-token` beside the
/// kit.
fn join_token(opened: &Opened) -> Result<Option<String>, Ended> {
    let fleet = opened.config.opts.get("fleet").and_then(Value::as_map);
    let configured = |key: &str| fleet?.get(key)?.as_str().map(str::to_owned);
    if let Some(token) = configured("token") {
        return Ok(Some(token));
    }
    let path = configured("token_file").map_or_else(|| opened.directory.join("join-token"), Into::into);
    let text = file::text_if_there(&path).map_err(|error| failed(chain(&error)))?;
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// AWS's signed identity document, where this machine is an instance of EC2 and the configuration does not say
/// `fleet: {identity_document: False}`.
fn identity_document(opened: &Opened) -> Option<String> {
    const PATH: &str = "dynamic/instance-identity/rsa2048";
    let fleet = opened.config.opts.get("fleet").and_then(Value::as_map);
    if fleet.and_then(|fleet| fleet.get("identity_document")).is_some_and(|it| !it.is_truthy()) {
        return None;
    }
    let service = instance_metadata(&opened.settings, Path::new("/"))?;
    service.document(PATH).unwrap_or_else(|error| {
        tracing::warn!("the identity document of this instance cannot be read: {error}");
        None
    })
}

/// Old configurations name masters. Masters are not servers of a fleet.
fn remark(opened: &Opened) {
    const KEYS: &[&str] = &["master", "master_type", "master_alive_interval", "master_failback"];
    let named = KEYS.iter().filter(|key| !opened.config.is_default(key));
    let named: Vec<_> = named.map(|key| format!("'{key}'")).collect();
    if !named.is_empty() {
        print_error(&format!(
            "{}: without effect. The agent uses all servers of the fleet and leaves one that does not answer\n",
            named.join(", ")
        ));
    }
}

/// The grains, collected in a process of its own so that the agent stays small.
fn grains(program: &Path, place: &PlaceArgs, id: Option<&str>) -> Result<Map, Ended> {
    let task = Task { call: Call::new("grains.items", vec![]), roots: None };
    let (_kill, killed) = oneshot::channel();
    let ended = runtime()?.block_on(child(program, place, id, None).run(task, COLLECTING, killed));
    match Value::from(ended.result) {
        Value::Map(grains) => Ok(grains),
        other => Err(failed(format!("the grains cannot be collected: {}", other.to_json()))),
    }
}

/// What runs the program for one call.
fn child(program: &Path, place: &PlaceArgs, id: Option<&str>, state: Option<&Path>) -> Child {
    let mut arguments: Vec<OsString> = vec![JOB_NAME.into()];
    arguments.extend(id.into_iter().flat_map(|id| ["--id".into(), id.into()]));
    arguments.extend(state.into_iter().flat_map(|state| ["--state".into(), state.into()]));
    if let Some(directory) = &place.config_dir {
        arguments.extend(["--config-dir".into(), directory.clone().into()]);
    }
    Child { program: program.to_owned(), arguments }
}
