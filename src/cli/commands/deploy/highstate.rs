//! The highstate of a deployment: the configured one, with the trees of the new release.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Highstate, Layout, Session, call_anew};
use crate::error::Ending;
use crate::render::color::Paint;
use crate::render::{Layout as Look, Outputter, highstate};
use crate::returns;
use crate::settings::{Deployment, Settings};
use exec::Arguments;
use instance::deploy::{Link, Registration};
use model::{Key, Map, Value};
use sls::config::Roots;

/// The trees for it.
pub(super) struct Trees<'a> {
    /// The configuration.
    pub session: &'a Session<'a>,
    /// The instance.
    pub instance: Option<&'a str>,
    /// The service that all others share.
    pub base: Option<Layout>,
}

impl Trees<'_> {
    /// Runs it; none if neither the release nor the shared service has a tree.
    ///
    /// # Errors
    /// It did not compile, or did not end.
    pub fn highstate(&self, layout: &Layout) -> Result<Option<Highstate>, String> {
        let Some(mut settings) = self.settings(layout) else { return Ok(None) };
        let revision =
            layout.linked(Link::Next).map_err(|error| format!("'next' cannot be read: {error}"))?;
        let deployment = Arc::new(Deployment::new(layout.service(), &revision.unwrap_or_default()));
        settings.deployment = Some(deployment.clone());
        let answer = call_anew(settings, "state.highstate", Arguments::default())?;
        let mut ran = read(&answer.data);
        ran.registrations = deployment.waiting();
        let look = Look {
            outputter: Outputter::Highstate,
            indent: None,
            paint: Paint::new(false),
            highstate: highstate::Layout::default(),
            is_ordered: false,
        };
        ran.text = look.render(&[("local", answer.data)].into_iter().collect());
        if answer.ending == Ending::StateFailed && ran.failed.is_empty() {
            return Err("it did not end, or had no states".to_owned());
        }
        Ok(Some(ran))
    }

    /// Carries out states of the highstate that waited for the end of the deployment.
    ///
    /// # Errors
    /// The comments of those that failed.
    pub fn register(&self, layout: &Layout, registrations: &[Registration]) -> Result<(), String> {
        let Some(settings) = self.settings(layout) else { return Ok(()) };
        for Registration { id, .. } in registrations {
            let mut settings = settings.clone();
            settings.only = Some(id.clone());
            let answer = call_anew(settings, "state.highstate", Arguments::default())?;
            let failed = read(&answer.data).failed;
            if !failed.is_empty() {
                return Err(failed.join("; "));
            }
            if answer.ending != Ending::Succeeded {
                return Err(format!("'{id}' did not end"));
            }
        }
        Ok(())
    }

    /// The settings of a highstate; none if neither the release nor the shared service has a tree.
    fn settings(&self, layout: &Layout) -> Option<Settings> {
        let config = self.session.config();
        let states = roots(&config.file_roots, layout, self.base.as_ref(), "states");
        let pillar = roots(&config.pillar_roots, layout, self.base.as_ref(), "pillar");
        let own = [Some(layout), self.base.as_ref()].into_iter().flatten().map(Layout::home);
        let own: Vec<PathBuf> = own.collect();
        let is_own = |dir: &&PathBuf| own.iter().any(|home| dir.starts_with(home)) && dir.is_dir();
        if !states.values().flatten().any(|dir| is_own(&dir)) {
            return None;
        }
        let mut settings = self.session.settings().clone();
        settings.config.overrides.insert(Key::from("file_roots"), shown(&states));
        settings.config.overrides.insert(Key::from("pillar_roots"), shown(&pillar));
        // The host's own grains, its cluster and its node too, are kept unless they belong to another service.
        let is_set_to = |grain: &str, name: &str| self.session.grain(grain) == Some(name);
        let names = [("service_name", Some(layout.service())), ("service_instance", self.instance)];
        if !names.iter().all(|(grain, name)| name.is_none_or(|name| is_set_to(grain, name))) {
            for (grain, name) in names {
                settings.environment.extend(name.map(|name| (grain.to_uppercase(), name.to_owned())));
            }
        }
        Some(settings)
    }
}

/// The configured directories with `next` instead of `current`. If none of them is in the service, the trees of the
/// service and of the shared one come first.
fn roots(configured: &Roots, layout: &Layout, base: Option<&Layout>, tree: &str) -> Roots {
    let next = layout.link(Link::Next);
    let current = [layout.link(Link::Current), layout.root().join("service/current")];
    let mut is_named = false;
    let mut roots = configured.clone();
    for dir in roots.values_mut().flatten() {
        let inside = current.iter().find_map(|current| dir.strip_prefix(current).ok().map(PathBuf::from));
        if let Some(inside) = inside {
            *dir = next.join(inside);
            is_named = true;
        }
    }
    if !is_named {
        let base = base.map(|base| base.link(Link::Current).join(tree));
        let own = [Some(next.join(tree)), base].into_iter().flatten();
        let dirs = roots.entry("base".to_owned()).or_default();
        dirs.splice(0..0, own);
    }
    roots
}

fn shown(roots: &Roots) -> Value {
    let list =
        |dirs: &Vec<PathBuf>| Value::List(dirs.iter().map(|dir| dir.display().to_string().into()).collect());
    Value::Map(roots.iter().map(|(env, dirs)| (Key::from(env.as_str()), list(dirs))).collect::<Map>())
}

/// The states in a return.
fn read(data: &Value) -> Highstate {
    let states: Vec<&Map> =
        data.as_map().into_iter().flatten().filter_map(|(_, state)| state.as_map()).collect();
    let failed = returns::failed(data);
    let failed = failed.map(|it| format!("{}.{} '{}': {}", it.module, it.function, it.id, it.comment.trim()));
    Highstate {
        states: states.len(),
        changed: states.iter().filter(|state| state.get("changes").is_some_and(Value::is_truthy)).count(),
        failed: failed.collect(),
        ..Highstate::default()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn paths(list: &[&str]) -> Vec<PathBuf> {
        list.iter().map(PathBuf::from).collect()
    }

    #[track_caller]
    fn becomes(configured: &[&str], expected: &[&str]) {
        let (layout, base) =
            (Layout::new(Path::new("/srv"), "myapp"), Layout::new(Path::new("/srv"), "base"));
        let configured = Roots::from_iter([("base".to_owned(), paths(configured))]);
        assert_eq!(roots(&configured, &layout, Some(&base), "states")["base"], paths(expected));
    }

    #[test]
    fn trees_of_the_current_release_are_those_of_the_next() {
        becomes(
            &["/srv/service/current/states", "/srv/base/current/states", "/etc/states"],
            &["/srv/myapp/next/states", "/srv/base/current/states", "/etc/states"],
        );
        becomes(&["/srv/myapp/current/ops"], &["/srv/myapp/next/ops"]);
    }

    #[test]
    fn a_configuration_that_names_none_has_those_of_the_release_first() {
        becomes(&["/srv/salt"], &["/srv/myapp/next/states", "/srv/base/current/states", "/srv/salt"]);
        becomes(
            &["/srv/myapp2/current"],
            &["/srv/myapp/next/states", "/srv/base/current/states", "/srv/myapp2/current"],
        );
    }

    #[test]
    fn what_failed_is_reported_by_function_and_id() {
        let data = serde_json::json!({
            "file_|-config_|-/etc/x_|-managed": {"result": false, "comment": "no room\n", "changes": {}, "__id__": "config"},
            "test_|-a_|-a_|-nop": {"result": true, "comment": "", "changes": {"a": 1}, "__id__": "a"},
        });
        let ran = read(&Value::from(data));
        assert_eq!((ran.states, ran.changed), (2, 1));
        assert_eq!(ran.failed, ["file.managed 'config': no room"]);
    }
}
