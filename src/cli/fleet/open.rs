//! What the fleet's commands have in common: runtime, kit, connection, layout.

use std::path::PathBuf;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::command::PlaceArgs;
use super::{Ended, failed, own_token};
use crate::args::{Args, LoggingArgs, OutputArgs};
use crate::error::CliError;
use crate::logging;
use crate::settings::{Environment, Settings};
use fleet::identity::Operators;
use fleet::identity::setup::OperatorKit;
use fleet::operator::{Console, OperatorError, kept_ids};
use fleet::protocol::Signed;
use fleet::transport::nats::{Access, Nats};
use fleet::transport::{Transport, TransportError};
use machine::file::{self, Permissions};
use model::terminal::harmless;
use model::{Problem, chain};
use sls::config::Config;

/// The file of the register that the last command read.
const REGISTER_CACHE: &str = "register.json";

/// A runtime in which a command waits.
pub fn runtime() -> Result<tokio::runtime::Runtime, Ended> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(|error| CliError::StartRuntime(error).into())
}

/// Settings and configuration.
#[derive(Clone)]
pub struct Opened {
    /// The settings.
    pub settings: Settings,
    /// The configuration.
    pub config: Config,
    /// The directory of the kit.
    pub directory: PathBuf,
}

/// Reads settings and configuration.
pub fn open(
    place: &PlaceArgs,
    output: OutputArgs,
    function: &str,
    environment: &Environment,
) -> Result<Opened, Ended> {
    let args = Args {
        function: Some(function.to_owned()),
        config_dir: place.config_dir.clone(),
        output,
        logging: place.logging.clone(),
        ..Args::default()
    };
    let settings = Settings::new(args, environment.clone())?;
    let config = Config::load(&settings.config).map_err(CliError::Config)?;
    let LoggingArgs { log_level, log_file, .. } = &place.logging;
    if log_level.is_some() || log_file.is_some() {
        logging::start(settings.levels(&config.opts), &settings, None, false)?;
    }
    let directory = place.fleet_dir.clone().unwrap_or_else(|| usual_directory(&settings));
    let directory = environment.directory.join(directory);
    Ok(Opened { settings, config, directory })
}

/// The directory of the kits, where no option names another.
fn usual_directory(settings: &Settings) -> PathBuf {
    settings.config.dir.clone().unwrap_or_else(|| PathBuf::from("/etc/orchestrate")).join("fleet")
}

/// The IDs of the instances that the last command of this ops node knew.
pub fn kept_instances(settings: &Settings) -> Vec<String> {
    kept_ids(&usual_directory(settings).join(REGISTER_CACHE))
}

impl Opened {
    /// Reads a kit.
    pub fn kit<T: DeserializeOwned>(&self, name: &str) -> Result<T, Ended> {
        let path = self.directory.join(name);
        let text = file::read(&path).map_err(|error| {
            let problem = Problem::nowhere(chain(&error));
            let hint = "this host has no kit of a fleet yet: 'orchestrate fleet-setup' makes kits, see docs/fleet.md; \
                        --fleet-dir names another directory";
            CliError::Fleet(if error.is_not_found() { problem.hint(hint) } else { problem })
        })?;
        serde_json::from_slice(&text)
            .map_err(|_| failed(format!("'{}' is not a kit of a fleet", path.display())))
    }

    /// The directory for what can be fetched again.
    pub fn cache(&self) -> PathBuf {
        let configured = self.config.opts.get("cachedir").and_then(model::Value::as_str);
        PathBuf::from(configured.unwrap_or("/var/cache/orchestrate")).join("fleet")
    }

    /// The certificates to trust, if the kit has some.
    pub fn ca(&self) -> Option<PathBuf> {
        Some(self.directory.join("ca.pem")).filter(|path| path.is_file())
    }

    /// The servers of the configuration, `fleet: servers:`, in place of the kit's.
    pub fn servers(&self, of_kit: Vec<String>) -> Vec<String> {
        let fleet = self.config.opts.get("fleet").and_then(model::Value::as_map);
        let servers = fleet.and_then(|fleet| fleet.get("servers")).and_then(model::Value::as_list);
        let named: Option<Vec<String>> =
            servers.map(|list| list.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect());
        named.filter(|named| !named.is_empty()).unwrap_or(of_kit)
    }

    /// Connects as the operator.
    pub async fn console(&self) -> Result<(Console, Arc<Nats>), Ended> {
        let mut kit: OperatorKit = self.kit("operator.json")?;
        kit.servers = self.servers(kit.servers);
        // What the root has signed since, and put beside the kit, is published to the fleet.
        kit.operators = self.newest_list(&kit)?;
        if self.directory.join("authority.json").is_file() {
            kit.authority = Some(self.kit("authority.json")?);
        }
        let now = jiff::Timestamp::now().as_second();
        kit.token = own_token::current(&self.directory, &kit, now)?;
        let access = Access {
            servers: kit.servers.clone(),
            ca: self.ca(),
            token: kit.token.clone(),
            seed: kit.seeds.sign.clone(),
        };
        let nats = Nats::connect(&access).await.map_err(|error| told(error.into()))?;
        let nats = Arc::new(nats.for_console(&kit.servers));
        let transport: Arc<dyn Transport> = Arc::<Nats>::clone(&nats);
        let console = Console::open(transport, kit, jiff::Timestamp::now).await.map_err(told)?;
        self.keep_list(&console);
        own_token::fetch(&self.directory, &console, now).await;
        let register_cache = Some(self.directory.join(REGISTER_CACHE));
        Ok((Console { ca: self.ca(), register_cache, ..console }, nats))
    }
}

impl Opened {
    /// The newer of the lists of operators in the kit and beside it.
    fn newest_list(&self, kit: &OperatorKit) -> Result<Signed, Ended> {
        let of_kit = kit.operators.clone();
        if !self.directory.join(LIST_FILE).is_file() {
            return Ok(of_kit);
        }
        let beside: Signed = self.kit(LIST_FILE)?;
        let version = |list: &Signed| list.to_bytes().and_then(|list| Operators::open(&list, &kit.root));
        let beside_version =
            version(&beside).map_err(|refusal| failed(format!("'{LIST_FILE}': {refusal}")))?.version;
        let is_newer = version(&of_kit).is_ok_and(|list| list.version > beside_version);
        Ok(if is_newer { of_kit } else { beside })
    }

    /// Keeps the newest list of operators that was seen: servers that give an older one are not believed. Without the right to write here, the
    /// kit's is all that is known next time.
    fn keep_list(&self, console: &Console) {
        let path = self.directory.join(LIST_FILE);
        let Ok(newest) = console.kit.operators.to_bytes() else { return };
        let known = self
            .kit::<Signed>(LIST_FILE)
            .or_else(|_| self.kit::<OperatorKit>("operator.json").map(|kit| kit.operators));
        let is_known = known.is_ok_and(|known: Signed| known == console.kit.operators);
        if !is_known {
            let private = Permissions { mode: Some(0o600), ..Permissions::default() };
            let _ = file::replace(&path, &newest, private);
        }
    }
}

/// The list of operators beside the kit.
const LIST_FILE: &str = "operators.json";

/// An operator's error for the command line.
pub fn told(error: OperatorError) -> Ended {
    let problem = Problem::nowhere(harmless(&chain(&error)).into_owned());
    let is_refused = matches!(error, OperatorError::Transport(TransportError::Refused { .. }));
    let problem = if is_refused { problem.hint(REFUSED) } else { problem };
    CliError::Fleet(problem).into()
}

/// What an operator does whose key the servers refuse.
const REFUSED: &str = "the token of this operator has ended, or the operator was removed: on the root's machine, 'orchestrate fleet-setup \
                       operator-token DIR' makes the tokens anew; put operators/NAME/token beside the kit";
