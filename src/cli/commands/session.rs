//! What commands have in common: the settings, the configuration, and what is made of these on demand.

#[cfg(feature = "fleet")]
mod fleet;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::aws::Remote;
use super::host::{self, Host};
use super::lint::{self, Offline};
use super::outside::World;
use super::reach::Reach;
use super::templates::with_templates;
use crate::aws::InstanceMetadata;
use crate::cli::error::CliError;
use crate::cli::settings::Settings;
use crate::exec::{self, Restraint};
use crate::model::{Key, Map, Minion, Value};
use crate::sls::config::Config;
use crate::sls::jinja::Parsed;
use crate::sls::outside::Outside;
use crate::sls::tree::Tree;
use crate::sls::{Compiler, brought};

/// One command's settings and configuration.
pub struct Session<'a> {
    settings: &'a Settings,
    config: Config,
    grains: Map,
    states: Tree,
    parsed: Arc<Parsed>,
    reach: Arc<Reach>,
    warnings: Vec<String>,
    may_change: AtomicBool,
    /// True once it is said that the tree's own grains are missing.
    is_told: AtomicBool,
    offline: Option<Arc<Offline>>,
    inside: Option<Inside>,
    /// The fleet, in an orchestration.
    remote: Option<Arc<dyn Remote>>,
    /// The agent of this machine.
    agent: Option<Arc<dyn exec::FleetFunctions>>,
}

/// What a session inside another one has of it.
struct Inside {
    pillar: Map,
    depth: usize,
}

/// Templates that compile trees whose templates compile trees, and so on, end here.
const MAX_DEPTH: usize = 4;

/// What one call overrides of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// `pillar={…}`: merged into the pillar last.
    pub pillar: Option<Map>,
    /// `saltenv=`.
    pub saltenv: Option<String>,
    /// `pillarenv=`.
    pub pillarenv: Option<String>,
    /// `topfn`: the name of the top file.
    pub state_top: Option<String>,
    /// True when the pillar is compiled anew, its templates seeing the pillar that there is, as `pillar.items` has it.
    pub again: bool,
}

/// The trees of a run, the pillar compiled.
pub struct Trees {
    /// Compiles states.
    pub compiler: Compiler,
    /// Configuration, grains and pillar.
    pub minion: Minion,
}

impl<'a> Session<'a> {
    /// Loads the configuration and collects the grains of the host. Without a configured ID the host's name is the minion's.
    ///
    /// # Errors
    /// Everything wrong in the configuration, or in the file of static grains.
    pub fn load(settings: &'a Settings) -> Result<Self, CliError> {
        let mut config = Config::load(&settings.config).map_err(CliError::Config)?;
        let metadata = host::instance_metadata(settings, Path::new("/"));
        let metadata =
            metadata.map(|service| InstanceMetadata { endpoint: Some(service.endpoint().to_owned()) });
        let reach = Arc::new(Reach::new(settings.budgets(&config.opts), metadata));
        let Host { grains, warnings } = host::describe(settings, &config, &reach)?;
        if let Some(id) = grains.get("id").filter(|_| config.id.is_none()) {
            config.opts.insert(Key::from("id"), id.clone());
        }
        let states = Tree::new(config.file_roots.clone());
        let offline = (settings.function == lint::NAME).then(Arc::default);
        #[cfg(feature = "fleet")]
        let agent = Some(super::agent::of(settings.agent.as_deref(), &config.opts));
        #[cfg(not(feature = "fleet"))]
        let agent = None;
        let may_change = AtomicBool::new(true);
        // 'lint' tells it among its findings.
        let is_told = AtomicBool::new(offline.is_some());
        Ok(Self {
            settings,
            config,
            grains,
            states,
            parsed: Arc::default(),
            reach,
            warnings,
            may_change,
            is_told,
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

    /// The session of a function that a template or a state calls, which sees what these see and changes nothing; none
    /// where they call one another without end.
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
            may_change: AtomicBool::new(false),
            is_told: AtomicBool::new(true),
            offline: self.offline.clone(),
            inside: Some(Inside { pillar: minion.pillar.clone(), depth }),
            remote: None,
            agent: self.agent.clone(),
        })
    }

    /// What a user should know about how the session came to be.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The settings.
    pub fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// The settings, with variables of the environment that arguments replace: variable and argument.
    #[cfg(feature = "aws")]
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

    /// Every key of the configuration, defaults filled in.
    pub fn opts(&self) -> &Map {
        &self.config.opts
    }

    /// Keeps templates from calling what reaches beyond files; none where they may.
    pub fn offline(&self) -> Option<&Offline> {
        self.offline.as_deref()
    }

    /// The runtime, and what has been read of AWS.
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

    /// True when templates may change things even where nothing may be changed: `--allow-acting-templates`, or the key
    /// `allow_acting_templates`.
    fn acting_templates(&self) -> bool {
        let configured = || self.config.opts.get("allow_acting_templates").is_some_and(Value::is_truthy);
        self.settings.acting_templates || configured()
    }

    /// Configuration and grains, the pillar left empty.
    pub fn minion_without_pillar(&self) -> Minion {
        Minion { opts: self.config.opts.clone(), grains: self.grains.clone(), pillar: Map::new() }
    }

    /// The trees, with the pillar compiled.
    ///
    /// # Errors
    /// Everything wrong in the pillar.
    pub fn trees(&self, overrides: &Overrides) -> Result<Trees, CliError> {
        self.tell_missing_grains();
        let mut config = self.config.clone();
        let put = |opts: &mut Map, key: &str, value: &Option<String>| {
            if let Some(value) = value {
                opts.insert(Key::from(key), Value::from(value.as_str()));
            }
        };
        put(&mut config.opts, "saltenv", &overrides.saltenv);
        put(&mut config.opts, "pillarenv", &overrides.pillarenv);
        config.saltenv = overrides.saltenv.clone().or(config.saltenv);
        config.pillarenv = overrides.pillarenv.clone().or(config.pillarenv);
        config.state_top = overrides.state_top.clone().unwrap_or(config.state_top);
        let mut minion = Minion { opts: config.opts.clone(), ..self.minion_without_pillar() };
        let outside: Arc<dyn Outside> = match &self.offline {
            Some(offline) => Arc::clone(offline) as Arc<dyn Outside>,
            None => Arc::new(World::new(minion.clone(), self.reach.clone())),
        };
        let mut compiler = Compiler::new(config, minion.grains.clone()).with_outside(outside);
        if let Some(pillar) = self.known_pillar(overrides) {
            compiler.set_pillar(pillar.clone());
            return Ok(Trees { compiler, minion: Minion { pillar, ..minion } });
        }
        // Salt's way: what the first pass gives is the pillar that templates of the second see, if there is one.
        let again = overrides.again || overrides.pillar.is_some() || overrides.pillarenv.is_some();
        for over in [Some(None), again.then_some(overrides.pillar.as_ref())].into_iter().flatten() {
            let functions = self.functions(&minion);
            let pillar = with_templates(compiler.config(), compiler.pillars(), functions, |templates| {
                compiler.pillar(templates, over)
            });
            minion.pillar = pillar.map_err(CliError::Pillar)?;
            compiler.set_pillar(minion.pillar.clone());
        }
        Ok(Trees { compiler, minion })
    }

    /// Says once that grains of the tree are missing, unless programs of the configuration print some in their place.
    fn tell_missing_grains(&self) {
        let is_replaced = self.config.opts.get("grains_dirs").is_some_and(Value::is_truthy);
        if is_replaced || self.is_told.swap(true, Ordering::Relaxed) {
            return;
        }
        if let Some(problem) = brought::missing_grains(&self.states) {
            tracing::warn!("{}; {}", problem.message, problem.hint.unwrap_or_default());
        }
    }

    /// The pillar, where it is compiled already and the call asks for no other.
    fn known_pillar(&self, overrides: &Overrides) -> Option<Map> {
        let inside = self.inside.as_ref().filter(|_| overrides.pillarenv.is_none());
        // A pillar that an ops node compiled is of the environment that the call names.
        let known = inside.map(|inside| &inside.pillar).or(self.settings.pillar.as_ref())?;
        let mut pillar = Value::Map(known.clone());
        pillar.merge(Value::Map(overrides.pillar.clone().unwrap_or_default()));
        pillar.as_map().cloned()
    }

    /// The execution functions as this session answers them.
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
            restraint: self.offline.as_deref().map(|offline| offline as &dyn Restraint),
            ended: None,
            may_change: self.may_change.load(Ordering::Relaxed),
            acting_templates: self.acting_templates(),
        }
    }
}
