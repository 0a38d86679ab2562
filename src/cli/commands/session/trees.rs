//! The trees of a session, with the pillar compiled.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::super::outside::World;
use super::super::templates::with_templates;
use super::super::unknown_instance;
use super::Session;
use crate::error::CliError;
use model::{Key, Map, Minion, Value};
use sls::outside::Outside;
use sls::{Compiler, brought};

/// The values of one call that override the configuration.
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
    /// True if the pillar is compiled again and its templates see the current pillar, as for `pillar.items`.
    pub again: bool,
}

/// The trees of a run, with the pillar compiled.
pub struct Trees {
    /// Compiles states.
    pub compiler: Compiler,
    /// Configuration, grains and pillar.
    pub minion: Minion,
}

impl Session<'_> {
    /// The trees, with the pillar compiled.
    ///
    /// # Errors
    /// All mistakes in the pillar.
    pub fn trees(&self, overrides: &Overrides) -> Result<Trees, CliError> {
        self.warn_of_missing_grains();
        if self.offline.is_none() && self.settings.pillar.is_none() {
            unknown_instance::check(self)?;
        }
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
        // As in Salt: templates of the second pass see the pillar of the first one, if there is one.
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

    /// Warns once that grains of the tree are missing, unless configured programs print some instead.
    fn warn_of_missing_grains(&self) {
        let is_replaced = self.config.opts.get("grains_dirs").is_some_and(Value::is_truthy);
        if is_replaced || self.has_warned.swap(true, Ordering::Relaxed) {
            return;
        }
        if let Some(problem) = brought::missing_grains(&self.states) {
            tracing::warn!("{}; {}", problem.message, problem.hint.unwrap_or_default());
        }
    }

    /// The pillar, if it is compiled already and the call asks for no other.
    fn known_pillar(&self, overrides: &Overrides) -> Option<Map> {
        let inside = self.inside.as_ref().filter(|_| overrides.pillarenv.is_none());
        // A pillar that an ops node compiled belongs to the environment of the call.
        let known = inside.map(|inside| &inside.pillar).or(self.settings.pillar.as_ref())?;
        let mut pillar = Value::Map(known.clone());
        pillar.merge(Value::Map(overrides.pillar.clone().unwrap_or_default()));
        pillar.as_map().cloned()
    }
}
