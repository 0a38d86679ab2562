//! `fleet-setup`: makes a fleet.

use std::path::Path;

use serde::Serialize;

use super::args::{SETUP_ACTIONS, given_path, given_text};
use super::command::Given;
use super::{Ended, failed, usage};
use crate::cli::commands::is_on;
use crate::cli::render::print_result;
use crate::cli::settings::Environment;
use crate::fleet::identity::Right;
use crate::fleet::identity::setup::Root;
use crate::machine::file::{self, Permissions, Stat};
use crate::model::chain;

/// Carries out a command line.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let (bound, action) = (&given.bound, given.bound.text("action"));
    let directory = environment.directory.join(bound.text("directory"));
    let path = directory.join("root.json");
    let now = jiff::Timestamp::now().as_second();
    let broken = |error: crate::fleet::identity::IdentityError| failed(chain(&error));
    if action == "init" {
        return init(&directory, bound.texts("servers"), now);
    }
    let text = file::read(&path).map_err(|error| failed(chain(&error)))?;
    let mut root: Root = serde_json::from_slice(&text)
        .map_err(|_| failed(format!("'{}' is not a root of a fleet", path.display())))?;
    let (named, to) = (given_text(bound, "name"), given_path(bound, "to"));
    let name = named.as_deref();
    match action.as_str() {
        "operator" => {
            let name = name.ok_or_else(|| usage("the operator's name is missing"))?;
            if root.operators.operators.iter().any(|operator| operator.name == name) {
                return Err(usage(format!("there is an operator '{name}' already")));
            }
            let rights = vec![Right { targets: bound.text("targets"), functions: bound.texts("functions") }];
            let may_register = !is_on(bound, "no_register")?;
            let kit = root.add_operator(name, rights, may_register, now).map_err(broken)?;
            // The root first: a key that is given away is never given twice.
            write(&path, &root)?;
            let to = to.unwrap_or_else(|| directory.join("operators").join(name));
            write(&environment.directory.join(&to).join("operator.json"), &kit)?;
            told(&format!("made: {}/operator.json, for the ops node of {name}", to.display()))
        }
        "remove-operator" => {
            let name = name.ok_or_else(|| usage("the operator's name is missing"))?;
            if !root.remove_operator(name) {
                return Err(failed(format!("there is no operator '{name}'")));
            }
            write(&path, &root)?;
            let list = root.signed_operators().map_err(broken)?;
            write(&directory.join("operators.json"), &list)?;
            told(
                "made: operators.json; put it beside the kit of an operator who remains; the next command of that operator publishes it",
            )
        }
        "agent" => {
            let to = environment.directory.join(to.unwrap_or_else(|| directory.join("agent")));
            let kit = root.agent_kit(now).map_err(broken)?;
            write(&path, &root)?;
            write(&to.join("agent.json"), &kit)?;
            told(&format!("made: {}/agent.json", to.display()))
        }
        other => Err(usage(format!("there is no 'fleet-setup {other}': {}", SETUP_ACTIONS.join(", ")))),
    }
}

/// The keys of a new fleet, the servers' configuration and the kit of instances.
fn init(directory: &Path, servers: Vec<String>, now: i64) -> Result<u8, Ended> {
    let path = directory.join("root.json");
    let broken = |error: crate::fleet::identity::IdentityError| failed(chain(&error));
    if Stat::find(&path).map_err(|error| failed(chain(&error)))?.is_some() {
        return Err(failed(format!("'{}' is there already: nothing is overwritten", path.display())));
    }
    if servers.is_empty() {
        return Err(usage("--servers is missing: nats://10.0.0.1:4222,…"));
    }
    let mut root = Root::generate(servers, now).map_err(broken)?;
    let kit = root.agent_kit(now).map_err(broken)?;
    write(&path, &root)?;
    let trust = root.server_trust(now).map_err(broken)?;
    put(&directory.join("servers.conf"), trust.as_bytes())?;
    write(&directory.join("agent/agent.json"), &kit)?;
    told(
        "made: root.json (keep it off servers and ops nodes), servers.conf (every server includes it), agent/agent.json (every instance)",
    )
}

fn told(text: &str) -> Result<u8, Ended> {
    print_result(text).map_err(|error| failed(error.to_string()))?;
    Ok(0)
}

fn write(path: &Path, data: &impl Serialize) -> Result<(), Ended> {
    put(path, &serde_json::to_vec_pretty(data).map_err(|error| failed(error.to_string()))?)
}

/// Writes a file for its owner alone, its directories too.
fn put(path: &Path, contents: &[u8]) -> Result<(), Ended> {
    let private = |mode| Permissions { mode: Some(mode), ..Permissions::default() };
    let failure = |error: file::FileError| failed(chain(&error));
    let mut missing: Vec<&Path> = path.ancestors().skip(1).take_while(|parent| !parent.exists()).collect();
    missing.reverse();
    for directory in missing {
        file::make_directory(directory, private(0o700)).map_err(failure)?;
    }
    file::replace(path, contents, private(0o600)).map_err(failure)
}
