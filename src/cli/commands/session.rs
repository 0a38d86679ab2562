//! The common part of commands: the settings, the configuration, and data that are made from these on demand.

mod fleet;
mod trees;

pub use trees::{Overrides, Trees};

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grains::instance::Instance;

use super::aws::Remote;
use super::host::{self, Host};
use super::lint::{self, Offline};
use super::reach::Reach;
use crate::error::CliError;
use crate::settings::Settings;
use aws::InstanceMetadata;
use exec::{self, CallFilter};
use model::{Key, Map, Minion, Value};
use sls::config::Config;
use sls::jinja::Parsed;
use sls::tree::Tree;

/// One command's settings and configuration.
pub struct Session<'a> {
    settings: &'a Settings,
    config: Config,
    grains: Map,
    states: Tree,
    parsed: Arc<Parsed>,
    reach: Arc<Reach>,
    warnings: Vec<String>,
    /// Why it is not known what this instance is.
    unknown: Option<String>,
    instance: Option<Instance>,
    may_change: AtomicBool,
    /// True once the warning about the tree's missing grains was given.
    has_warned: AtomicBool,
    offline: Option<Arc<Offline>>,
    inside: Option<Inside>,
    /// The fleet, in an orchestration.
    remote: Option<Arc<dyn Remote>>,
    /// The agent of this machine.
    agent: Option<Arc<dyn exec::FleetFunctions>>,
}

/// The data that a session inside another one inherits.
struct Inside {
    pillar: Map,
    depth: usize,
}

/// Endless chains of templates that compile trees end here.
const MAX_DEPTH: usize = 4;

impl<'a> Session<'a> {
    /// Loads the configuration and collects the host's grains. The minion ID defaults to the host's name.
    ///
    /// # Errors
    /// All mistakes in the configuration, or in the file of static grains.
    pub fn load(settings: &'a Settings) -> Result<Self, CliError> {
        let mut config = Config::load(&settings.config).map_err(CliError::Config)?;
        let metadata = host::instance_metadata(settings, Path::new("/"));
        let metadata =
            metadata.map(|service| InstanceMetadata { endpoint: Some(service.endpoint().to_owned()) });
        let reach = Arc::new(Reach::new(settings.budgets(&config.opts), metadata));
        let Host { grains, warnings, unknown, instance } = host::describe(settings, &config, &reach)?;
        if let Some(id) = grains.get("id").filter(|_| config.id.is_none()) {
            config.opts.insert(Key::from("id"), id.clone());
        }
        let states = Tree::new(config.file_roots.clone());
        let offline = (settings.function == lint::NAME).then(Arc::default);
        let agent = Some(super::agent::of(settings.agent.as_deref(), &config.opts));
        let may_change = AtomicBool::new(true);
        // 'lint' reports it among its findings.
        let has_warned = AtomicBool::new(offline.is_some());
        Ok(Self {
            settings,
            config,
            grains,
            states,
            parsed: Arc::default(),
            reach,
            warnings,
            unknown,
            instance,
            may_change,
            has_warned,
            offline,
            inside: None,
            remote: None,
            agent,
        })
    }

    /// The fleet, in an orchestration.
    pub fn remote(&self) -> Option<&dyn Remote> {
        self.remote.as_deref()
    }

    /// The session of a function that a template or a state calls. It sees the same data and changes nothing. None if
    /// such calls nest without end.
    pub fn within(&self, minion: &Minion) -> Option<Self> {
        let depth = self.inside.as_ref().map_or(0, |inside| inside.depth) + 1;
        (depth <= MAX_DEPTH).then(|| Self {
            settings: self.settings,
            config: self.config.clone(),
            grains: self.grains.clone(),
            states: self.states.clone(),
            parsed: Arc::clone(&self.parsed),
            reach: Arc::clone(&self.reach),
            warnings: vec![],
            unknown: None,
            instance: self.instance.clone(),
            may_change: AtomicBool::new(false),
            has_warned: AtomicBool::new(true),
            offline: self.offline.clone(),
            inside: Some(Inside { pillar: minion.pillar.clone(), depth }),
            remote: None,
            agent: self.agent.clone(),
        })
    }

    /// Notes for the user about how the session was made.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Why it is not known what this instance is, although it is one.
    pub(super) fn unknown(&self) -> Option<&str> {
        self.unknown.as_deref()
    }

    /// The instance as its metadata describe it, if it is one.
    pub(super) fn instance(&self) -> Option<&Instance> {
        self.instance.as_ref()
    }

    /// The settings.
    pub fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// The settings, with environment variables replaced by arguments: variable and argument.
    pub(super) fn settings_with(&self, bound: &exec::Bound, variables: &[(&str, &str)]) -> Settings {
        let mut settings = self.settings.clone();
        for (variable, argument) in variables {
            let given = bound.value(argument).as_str().map(str::to_owned);
            settings.environment.extend(given.map(|text| ((*variable).to_owned(), text)));
        }
        settings
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The grains of the host.
    pub fn grains(&self) -> &Map {
        &self.grains
    }

    /// A grain that is text.
    pub fn grain(&self, name: &str) -> Option<&str> {
        self.grains.get(name).and_then(Value::as_str)
    }

    /// Every key of the configuration, with defaults.
    pub fn opts(&self) -> &Map {
        &self.config.opts
    }

    /// Prevents templates from calling functions that need more than files; none if they may.
    pub fn offline(&self) -> Option<&Offline> {
        self.offline.as_deref()
    }

    /// The runtime, and the reads from AWS.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// From now on functions change nothing: this is a test run, or something is only shown.
    pub fn forbid_changes(&self) {
        self.may_change.store(false, Ordering::Relaxed);
    }

    /// Functions may change things again.
    pub fn permit_changes(&self) {
        self.may_change.store(true, Ordering::Relaxed);
    }

    /// True when templates may change things even if nothing may be changed: `--allow-acting-templates`, or the key
    /// `allow_acting_templates`.
    fn acting_templates(&self) -> bool {
        let configured = || self.config.opts.get("allow_acting_templates").is_some_and(Value::is_truthy);
        self.settings.acting_templates || configured()
    }

    /// Configuration and grains, with an empty pillar.
    pub fn minion_without_pillar(&self) -> Minion {
        Minion { opts: self.config.opts.clone(), grains: self.grains.clone(), pillar: Map::new() }
    }

    /// The execution functions of this session.
    pub fn functions<'m>(&'m self, minion: &'m Minion) -> exec::Context<'m> {
        exec::Context {
            minion,
            config: &self.config,
            states: &self.states,
            parsed: &self.parsed,
            clock: jiff::Zoned::now,
            is_typed: false,
            environment: &self.settings.environment,
            config_dir: self.settings.config.dir.as_deref(),
            aws: Some(&*self.reach),
            own: Some(self),
            fleet: self.agent.as_deref(),
            restraint: self.offline.as_deref().map(|offline| offline as &dyn CallFilter),
            ended: None,
            may_change: self.may_change.load(Ordering::Relaxed),
            acting_templates: self.acting_templates(),
        }
    }
}
