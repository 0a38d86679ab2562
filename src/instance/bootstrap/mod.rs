//! The user data with which a new instance puts itself into service: cloud-init's configuration and one script.
//!
//! `orchestrate bootstrap user-data` prints it; `salt['bootstrap.cloud_init'](…)` returns it for the `cloud_init` of an
//! Auto Scaling group. Laws: pure, and the same configuration gives the same bytes. It holds no secret, because
//! everybody who may describe the instance may read it. The script can be run again, names the step that failed, and
//! registers last.
//!
//! See <https://docs.cloud-init.io/en/latest/explanation/format/index.html>.

mod script;
mod settings;

use model::user_data::{self, LIMIT};
use model::{Map, Node, Place, Problem, Problems, Value};
pub use settings::{ARGUMENTS, Binary, OnFailure, Settings};

/// The path of the instance's configuration.
const CONFIG: &str = "/etc/orchestrate/minion";

/// The mapping for `cloud_init` of a group or launch configuration.
///
/// # Errors
/// An invalid name: only letters, digits, `-`, `_` and `.` are allowed, as in names of hosts and directories.
pub fn cloud_init(settings: &Settings, service: &str, instance: &str) -> Result<Value, Problem> {
    for (what, name) in [("service", service), ("instance", instance)] {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(is_letter) {
            let problem = format!("'{name}' cannot be the name of a {what}");
            return Err(Problem::nowhere(problem).hint("use letters, digits, '-', '_' and '.'"));
        }
    }
    let script = script::write(settings, service, instance);
    let scripts = [("bootstrap", Value::from(script))].into_iter().collect();
    Ok([("cloud-config", cloud_config(settings)), ("scripts", scripts)].into_iter().collect())
}

/// The same as one MIME message for EC2.
///
/// # Errors
/// As [`cloud_init`], or it exceeds EC2's limit.
pub fn user_data(settings: &Settings, service: &str, instance: &str) -> Result<String, Problem> {
    let place = Place::file("the minion configuration");
    let mut problems = Problems::default();
    let node = Node::from_value(cloud_init(settings, service, instance)?, &place);
    let message = user_data::compose(&node, &mut problems);
    if message.len() > LIMIT {
        let problem = format!("the user data has {} bytes, but EC2 takes at most {LIMIT}", message.len());
        let hint = "make 'bootstrap.config' shorter, and move the rest into the service's artifact";
        return Err(Problem::at(&place, problem).hint(hint));
    }
    problems.or(message).map_err(|problems| Problem::at(&place, problems.to_string()))
}

/// cloud-init's own part: the packages and files for the script, and the configuration of this program.
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
