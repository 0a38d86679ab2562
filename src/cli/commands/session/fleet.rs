//! Sessions of an ops node: for the pillar of an instance, and for an orchestration.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Session;
use crate::commands::aws::Remote;
use crate::commands::reach::Reach;
use crate::settings::Settings;
use exec::FleetFunctions;
use model::{Key, Map, Value};
use sls::config::Config;
use sls::tree::Tree;

impl<'a> Session<'a> {
    /// The session of an ops node that compiles the pillar of an instance: it has the instance's ID and grains instead
    /// of this host's. The grain `id` is the ID of the register, whatever the instance sent.
    pub fn of_instance(
        settings: &'a Settings,
        mut config: Config,
        (id, mut grains): (&str, Map),
        fleet: Arc<dyn FleetFunctions>,
    ) -> Self {
        config.opts.insert(Key::from("id"), Value::from(id));
        config.id = Some(id.to_owned());
        grains.insert(Key::from("id"), Value::from(id));
        Self {
            settings,
            reach: Arc::new(Reach::new(settings.budgets(&config.opts), None)),
            states: Tree::new(config.file_roots.clone()),
            config,
            grains,
            parsed: Arc::default(),
            warnings: vec![],
            unknown: None,
            instance: None,
            may_change: AtomicBool::new(false),
            has_warned: AtomicBool::new(true),
            offline: None,
            inside: None,
            remote: None,
            agent: Some(fleet),
        }
    }

    /// The session of an orchestration: its states reach the fleet, and its templates the mine.
    #[must_use]
    pub fn with_remote(
        self,
        remote: Arc<dyn Remote>,
        fleet: impl FnOnce(Option<Arc<dyn FleetFunctions>>) -> Arc<dyn FleetFunctions>,
    ) -> Self {
        Self { remote: Some(remote), agent: Some(fleet(self.agent.clone())), ..self }
    }
}
