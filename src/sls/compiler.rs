//! The compiler's interface: from configuration, grains and files to pillar, top, high and low data.
//!
//! `cli` makes one for a run. It compiles the pillar first, then, with this pillar set, the data that the command
//! needs.

use std::path::Path;
use std::sync::Arc;

use super::config::{Config, TopMerge};
use super::high::{Gatherer, HighData, Wanted};
use super::low;
use super::matcher::Matcher;
use super::outside::{Offline, Outside};
use super::pillar::PillarCompiler;
use super::render::{Renderer, SlsFile, Templates, Variables};
use super::secrets;
use super::top::{self, Top};
use super::tree::{FoundFile, Tree};
use model::{Low, Map, Node, PROFILE, Place, Problem, Problems, Value};

/// Compiles the trees of one configuration for one minion.
pub struct Compiler {
    config: Config,
    grains: Arc<Value>,
    opts: Arc<Value>,
    pillar: Arc<Value>,
    outside: Arc<dyn Outside>,
    states: Tree,
    pillars: Tree,
}

impl Compiler {
    /// Starts with an empty pillar.
    pub fn new(mut config: Config, grains: Map) -> Self {
        if config.pillarenv_from_saltenv && config.pillarenv.is_none() {
            config.pillarenv.clone_from(&config.saltenv);
        }
        Self {
            outside: Arc::new(Offline),
            states: Tree::new(config.file_roots.clone()),
            pillars: Tree::new(config.pillar_roots.clone()),
            opts: Arc::new(Value::Map(config.opts.clone())),
            grains: Arc::new(Value::Map(grains)),
            pillar: Arc::new(Value::Map(Map::new())),
            config,
        }
    }

    /// Sets the source for what pillars need from outside their files; without it, such questions get no answer.
    #[must_use]
    pub fn with_outside(self, outside: Arc<dyn Outside>) -> Self {
        Self { outside, ..self }
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The tree of states.
    pub fn states(&self) -> &Tree {
        &self.states
    }

    /// The tree of the pillar.
    pub fn pillars(&self) -> &Tree {
        &self.pillars
    }

    /// The `pillar` that templates see from now on.
    pub fn set_pillar(&mut self, pillar: Map) {
        self.pillar = Arc::new(Value::Map(pillar));
    }

    /// Compiles the pillar once, `over` (from the command line) merged last. Its templates see the pillar that is set.
    ///
    /// Salt compiles a second time if there is an `over` or a pillar environment for this call alone, and for
    /// `pillar.items`: call this without `over`, then [`Self::set_pillar`], then this again. All other commands use the
    /// first result.
    ///
    /// # Errors
    ///
    /// All mistakes in its files: a broken pillar, which has its own exit code.
    pub fn pillar(&self, templates: &dyn Templates, over: Option<&Map>) -> Result<Map, Problems> {
        let _span = tracing::info_span!(target: PROFILE, "pillar").entered();
        let empty = Map::new();
        let shared = self.shared();
        let compiler = PillarCompiler::new(&self.pillars, self.renderer(templates), &shared, &self.config);
        let pillar = compiler.compile(&self.matcher(&empty), over)?;
        secrets::resolve(pillar, &*self.outside)
    }

    /// The SLS that the top files give this minion.
    ///
    /// # Errors
    ///
    /// All mistakes in the top files.
    pub fn top(&self, templates: &dyn Templates) -> Result<Top, Problems> {
        let _span = tracing::info_span!(target: PROFILE, "top").entered();
        let only = self.config.saltenv.as_deref();
        let alone = self.config.state_top_saltenv.as_deref();
        let envs: Vec<&str> = only.or(alone).map_or_else(|| self.environments(), |only| vec![only]);
        let renderer = self.renderer(templates);
        let tops = top::read(&self.states, renderer, &self.shared(), &envs, &self.config.state_top)?;
        let mut problems = Problems::default();
        let strategy = if alone.is_some() { TopMerge::MergeAll } else { self.config.top_merge };
        let default_top = self.config.default_top.as_str();
        let merged = top::merge(&tops, strategy, default_top, &envs, &mut problems);
        let pillar = self.pillar.as_map().cloned().unwrap_or_default();
        let top = Top::matching(&merged, &self.matcher(&pillar), only, &mut problems);
        problems.or(top)
    }

    /// Mistakes in the top files for any minion: SLS that do not exist, and, second, words without effect.
    ///
    /// # Errors
    ///
    /// Top files that do not render.
    pub fn check_top(&self, templates: &dyn Templates) -> Result<(Problems, Problems), Problems> {
        let envs = self.environments();
        let tops =
            top::read(&self.states, self.renderer(templates), &self.shared(), &envs, &self.config.state_top)?;
        Ok(top::check(&tops, &self.states))
    }

    /// The high data of these SLS; `excluded` (as under the word `exclude`) is noted in them.
    ///
    /// # Errors
    ///
    /// All mistakes in any of the files.
    pub fn high(
        &self,
        templates: &dyn Templates,
        wanted: &[Wanted],
        excluded: &Value,
    ) -> Result<HighData, Problems> {
        let _span = tracing::info_span!(target: PROFILE, "high").entered();
        let shared = self.shared();
        let excluded = Node::from_value(excluded.clone(), &Place::file("the command line"));
        let exclusions = excluded.as_list().unwrap_or_default();
        Gatherer::new(&self.states, self.renderer(templates), &shared).gather(wanted, exclusions)
    }

    /// The high data of a text that is not a file of the tree. `file` is its name in messages, and `sls` its name in
    /// results; without a `text` the file is read.
    ///
    /// # Errors
    ///
    /// All mistakes in it.
    pub fn high_of_text(
        &self,
        templates: &dyn Templates,
        text: Option<&str>,
        file: &Path,
        sls: &str,
    ) -> Result<HighData, Problems> {
        let shared = self.shared();
        let renderer = self.renderer(templates);
        let found = FoundFile { relative: file.display().to_string(), path: file.to_owned() };
        let file = SlsFile { sls, env: "base", file: &found };
        let node = match text {
            Some(text) => renderer.render_text(text, file, &shared)?,
            None => renderer.render(file, &shared)?,
        };
        Gatherer::new(&self.states, renderer, &shared).data(&node, sls, "base")
    }

    /// The high data from data in the form of `state.high`.
    ///
    /// # Errors
    ///
    /// All mistakes in them.
    pub fn high_of_data(
        &self,
        templates: &dyn Templates,
        data: &Value,
        place: &Place,
    ) -> Result<HighData, Problems> {
        let shared = self.shared();
        let node = Node::from_value(data.clone(), place);
        Gatherer::new(&self.states, self.renderer(templates), &shared).data(&node, "", "base")
    }

    /// The SLS that `state.sls a,b` names, in the given environment, else in that of the configuration, else in `base`.
    ///
    /// # Errors
    ///
    /// No name at all, or an environment that is not configured.
    pub fn wanted(&self, mods: &[String], saltenv: Option<&str>) -> Result<Vec<Wanted>, Problems> {
        let env = saltenv.or(self.config.saltenv.as_deref()).unwrap_or("base");
        if !self.states.has_environment(env) {
            let known = self.environments().join(", ");
            let problem = Problem::nowhere(format!("there is no environment '{env}' in file_roots"));
            return Err(problem.hint(format!("there are: {known}")).into());
        }
        let names =
            mods.iter().flat_map(|names| names.split(',')).map(str::trim).filter(|name| !name.is_empty());
        let wanted: Vec<Wanted> =
            names.map(|sls| Wanted { env: env.to_owned(), sls: sls.to_owned(), place: None }).collect();
        if wanted.is_empty() {
            let problem = Problem::nowhere("no SLS is named");
            return Err(problem.hint("name one or several, as in: state.sls myapp,elb.register").into());
        }
        Ok(wanted)
    }

    /// The calls of high data without extensions and exclusions, as `state.show_low_sls` shows them.
    pub fn show_low(&self, high: &HighData) -> Vec<Low> {
        low::compile(high)
    }

    /// The calls of a run in Salt's order, after extensions and exclusions; requisites are as written.
    ///
    /// # Errors
    ///
    /// The problems of [`HighData::apply`].
    pub fn low(&self, high: HighData) -> Result<Vec<Low>, Problems> {
        let _span = tracing::info_span!(target: PROFILE, "low").entered();
        Ok(low::compile(&high.apply()?))
    }

    fn environments(&self) -> Vec<&str> {
        let mut envs: Vec<&str> = self.states.environments().collect();
        let order =
            |env: &str| self.config.env_order.iter().position(|known| known == env).unwrap_or(usize::MAX);
        envs.sort_by_key(|env| order(env));
        envs
    }

    fn shared(&self) -> Variables {
        [("grains", &self.grains), ("opts", &self.opts), ("pillar", &self.pillar)]
            .into_iter()
            .map(|(name, value)| (name.to_owned(), Arc::clone(value)))
            .chain([("pillarenv".to_owned(), Arc::new(self.config.pillarenv.clone().into()))])
            .collect()
    }

    fn renderer<'a>(&'a self, templates: &'a dyn Templates) -> Renderer<'a> {
        Renderer { templates, default_pipeline: &self.config.renderer, outside: &*self.outside }
    }

    fn matcher<'a>(&'a self, pillar: &'a Map) -> Matcher<'a> {
        static NONE: std::sync::LazyLock<Map> = std::sync::LazyLock::new(Map::new);
        let grains = self.grains.as_map().unwrap_or(&NONE);
        let id = self
            .config
            .id
            .as_deref()
            .or_else(|| grains.get("id").and_then(Value::as_str))
            .unwrap_or_default();
        Matcher { id, grains, pillar, nodegroups: &self.config.nodegroups }
    }
}
