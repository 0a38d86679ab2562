//! What commands have in common: the settings, the configuration, and what is made of these on demand.

use super::templates::with_templates;
use crate::cli::error::CliError;
use crate::cli::settings::Settings;
use crate::exec;
use crate::model::{Key, Map, Minion, Value};
use crate::sls::Compiler;
use crate::sls::config::Config;
use crate::sls::matcher::glob;

/// One command's settings and configuration.
pub struct Session<'a> {
    settings: &'a Settings,
    config: Config,
}

/// What one call overrides of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// `pillar={…}`: merged into the pillar last.
    pub pillar: Option<Map>,
    /// `saltenv=`.
    pub saltenv: Option<String>,
    /// `pillarenv=`.
    pub pillarenv: Option<String>,
}

/// The trees of a run, the pillar compiled.
pub struct Trees {
    /// Compiles states.
    pub compiler: Compiler,
    /// Configuration, grains and pillar.
    pub minion: Minion,
}

impl<'a> Session<'a> {
    /// Loads the configuration.
    ///
    /// # Errors
    ///
    /// Everything wrong in the configuration.
    pub fn load(settings: &'a Settings) -> Result<Self, CliError> {
        let config = Config::load(&settings.config).map_err(CliError::Config)?;
        Ok(Self { settings, config })
    }

    /// The settings.
    pub fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Every key of the configuration, defaults filled in.
    pub fn opts(&self) -> &Map {
        &self.config.opts
    }

    /// Configuration and grains, the pillar left empty.
    pub fn minion_without_pillar(&self) -> Minion {
        Minion { opts: self.config.opts.clone(), grains: self.grains(), pillar: Map::new() }
    }

    /// The trees, with the pillar compiled.
    ///
    /// # Errors
    ///
    /// Everything wrong in the pillar.
    pub fn trees(&self, overrides: &Overrides) -> Result<Trees, CliError> {
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
        let mut minion = Minion { opts: config.opts.clone(), ..self.minion_without_pillar() };
        let mut compiler = Compiler::new(config, minion.grains.clone());
        let functions = self.functions(&minion);
        let pillar = with_templates(compiler.config(), compiler.pillars(), functions, |templates| {
            compiler.pillar(templates, overrides.pillar.as_ref())
        });
        minion.pillar = pillar.map_err(CliError::Pillar)?;
        compiler.set_pillar(minion.pillar.clone());
        Ok(Trees { compiler, minion })
    }

    /// The execution functions as this session answers them.
    pub fn functions<'m>(&'m self, minion: &'m Minion) -> exec::Context<'m> {
        exec::Context { minion, environment: &self.settings.environment, fits: glob::is_match, aws: None }
    }

    /// The grains of this machine and of the service that the environment names.
    fn grains(&self) -> Map {
        let of_config = self.config.grains.iter().map(|(name, value)| (name.to_string(), value.to_json()));
        let sources = grains::Sources {
            environment: self.settings.environment.clone(),
            config: of_config.collect(),
            id: self.config.id.clone(),
            ..grains::Sources::default()
        };
        let grains = grains::collect(&sources);
        grains.into_iter().map(|(name, value)| (Key::from(name), Value::from(value))).collect()
    }
}
