//! The launch settings of a group's instances.

use super::step::{Launched, Step};
use crate::group::live::Live;
use crate::group::parts::Template;
use crate::group::want::Launch;
use crate::launch::{differences, is_ours};
use crate::mixed;
use model::{Change, Ident, Value};

/// The changes that are needed.
#[derive(Default)]
pub(super) struct Relaunch {
    pub changes: Vec<Change>,
    /// Why it cannot be compared.
    pub refusals: Vec<String>,
    /// Creates the launch configuration.
    pub create: Option<Step>,
    /// What the group uses from now on.
    pub launched: Option<Launched>,
    /// Removes the previous launch configuration.
    pub remove: Option<Step>,
}

/// For a group that does not exist yet.
pub(super) fn first(want: &Launch) -> Relaunch {
    relaunch_for(want, &Live::default())
}

/// For a group that exists.
pub(super) fn launch(want: &Launch, live: &Live) -> Relaunch {
    let has = |name: &Ident| name.known().is_some() && live.launch_configuration.as_deref() == name.known();
    let mut refusals = vec![];
    let is_current = match want {
        Launch::Named(name) => has(name),
        Launch::Template(template) => live.template.as_ref().is_some_and(|live| template.is_met_by(live)),
        Launch::Mixed(policy) => live.mixed.as_ref().is_some_and(|live| mixed::is_met(policy, live)),
        Launch::Inline { name, content, .. } => {
            let mut is_same = || {
                let live =
                    live.content.answer_or_refuse("the settings of its launch configuration", &mut refusals);
                live?.as_ref().map(|live| differences(content, live, true).is_empty())
            };
            has(name) || is_same() == Some(true)
        }
    };
    let is_settled = is_current || !refusals.is_empty();
    if is_settled { Relaunch { refusals, ..Relaunch::default() } } else { relaunch_for(want, live) }
}

fn relaunch_for(want: &Launch, live: &Live) -> Relaunch {
    let mut relaunch = Relaunch::default();
    let mut change = |path: &str, old: Value, new: Value| relaunch.changes.push(changed(path, old, new));
    let old = live.launch_configuration.clone();
    match want {
        Launch::Named(name) => {
            change("launch_config_name", old.into(), name.into());
            relaunch.launched = Some(Launched::Configuration(name.clone()));
        }
        Launch::Template(template) => {
            let present = live.template.as_ref().map(Template::to_value);
            if old.is_some() {
                change("launch_config_name", old.into(), Value::Null);
            }
            change("launch_template", present.into(), template.to_value());
            relaunch.launched = Some(Launched::Template(template.clone()));
        }
        Launch::Mixed(policy) => {
            if old.is_some() {
                change("launch_config_name", old.into(), Value::Null);
            }
            change("mixed_instances_policy", live.mixed.clone().into(), policy.clone().into());
            relaunch.launched = Some(Launched::Mixed(policy.clone()));
        }
        Launch::Inline { prefix, name, content } => {
            change("launch_config_name", old.clone().into(), name.into());
            if let Some(live) = live.content.answer().and_then(Option::as_ref) {
                let found = differences(content, live, true);
                let (old, new): (Vec<_>, Vec<_>) =
                    found.into_iter().map(|(path, old, new)| ((path, old), (path, new))).unzip();
                change("launch_config", old.into_iter().collect(), new.into_iter().collect());
            }
            relaunch.create =
                Some(Step::CreateLaunchConfiguration { name: name.clone(), content: content.clone() });
            relaunch.launched = Some(Launched::Configuration(name.clone()));
            let old = old.filter(|old| is_ours(prefix, old));
            relaunch.remove = old.map(|name| Step::RemoveFormer { prefix: prefix.clone(), name });
        }
    }
    relaunch
}

fn changed(path: &str, old: Value, new: Value) -> Change {
    if old.is_null() { Change::create(path, new) } else { Change::update(path, old, new) }
}
