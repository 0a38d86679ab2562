//! What a new instance is given to bring itself into service: cloud-init's configuration and one script.
//!
//! `orchestrate bootstrap user-data` prints it, `salt['bootstrap.cloud_init'](…)` gives it to the `cloud_init` of an
//! Auto Scaling group. Laws: pure, and the same configuration gives the same bytes; nothing secret is in it, as whoever
//! may describe the instance may read it; the script can be run again, says at which step it failed, and registers last.
//!
//! See <https://docs.cloud-init.io/en/latest/explanation/format/index.html>.

mod script;
mod settings;

use crate::model::user_data::{self, LIMIT};
use crate::model::{Map, Node, Place, Problem, Problems, Value};
pub use settings::{ARGUMENTS, Binary, OnFailure, Settings};

/// Where the instance's configuration is written.
const CONFIG: &str = "/etc/orchestrate/minion";

/// The mapping that `cloud_init` of a group or launch configuration takes.
///
/// # Errors
/// A name that is none: letters, digits, `-`, `_` and `.`, as in names of hosts and directories.
pub fn cloud_init(settings: &Settings, service: &str, instance: &str) -> Result<Value, Problem> {
    for (what, name) in [("service", service), ("instance", instance)] {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(is_letter) {
            let told = format!("'{name}' cannot name a {what}");
            return Err(Problem::nowhere(told).hint("take letters, digits, '-', '_' and '.'"));
        }
    }
    let script = script::write(settings, service, instance);
    let scripts = [("bootstrap", Value::from(script))].into_iter().collect();
    Ok([("cloud-config", cloud_config(settings)), ("scripts", scripts)].into_iter().collect())
}

/// The same as one MIME message, as EC2 takes it.
///
/// # Errors
/// As [`cloud_init`], or it is larger than EC2 takes.
pub fn user_data(settings: &Settings, service: &str, instance: &str) -> Result<String, Problem> {
    let place = Place::file("the minion configuration");
    let mut problems = Problems::default();
    let node = Node::from_value(cloud_init(settings, service, instance)?, &place);
    let message = user_data::compose(&node, &mut problems);
    if message.len() > LIMIT {
        let told = format!("the user data has {} bytes, EC2 takes {LIMIT}", message.len());
        let hint = "make 'bootstrap.config' shorter, and let the service's artifact hold the rest";
        return Err(Problem::at(&place, told).hint(hint));
    }
    problems.or(message).map_err(|problems| Problem::at(&place, problems.to_string()))
}

/// cloud-init's own part: what the script needs, and the configuration of this program.
fn cloud_config(settings: &Settings) -> Value {
    let mut config = Map::new();
    if !settings.packages.is_empty() {
        let packages = settings.packages.iter().map(|name| Value::from(name.as_str())).collect();
        config.insert("package_update".into(), true.into());
        config.insert("packages".into(), Value::List(packages));
    }
    let written = user_data::yaml(&Value::Map(settings.config.clone()));
    let file: Value = [
        ("path", Value::from(CONFIG)),
        ("owner", "root:root".into()),
        ("permissions", "0640".into()),
        ("content", written.into()),
    ]
    .into_iter()
    .collect();
    config.insert("write_files".into(), Value::List(vec![file]));
    Value::Map(config)
}

#[cfg(test)]
mod tests;
