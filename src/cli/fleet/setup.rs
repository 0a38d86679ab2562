//! `fleet-setup`: makes a fleet.

use std::path::Path;

use serde::Serialize;

use super::args::{SETUP_ACTIONS, given_path, given_text};
use super::command::Given;
use super::{Ended, failed, usage};
use crate::commands::is_on;
use crate::render::print_result;
use crate::settings::Environment;
use fleet::identity::setup::{OperatorToken, Root};
use fleet::identity::{REGISTER_GRAIN, Right};
use machine::file::{self, Permissions, Stat};
use model::chain;

/// Carries out a command line.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let (bound, action) = (&given.bound, given.bound.text("action"));
    let directory = environment.directory.join(bound.text("directory"));
    let path = directory.join("root.json");
    let now = jiff::Timestamp::now().as_second();
    let broken = |error: fleet::identity::IdentityError| failed(chain(&error));
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
            let targets = bound.text("targets");
            if targets.contains(&format!("@{REGISTER_GRAIN}:")) {
                return Err(usage(
                    "an instance does not know what the register says about it: --targets names IDs, or grains of the instance",
                ));
            }
            let rights = vec![Right { targets: targets.clone(), functions: bound.texts("functions") }];
            let may_register = !is_on(bound, "no_register")?;
            let mut kit = root.add_operator(name, rights, may_register, now).map_err(broken)?;
            let reads = bound.texts("reads");
            if !reads.is_empty() {
                let reads = Right { targets, functions: reads };
                kit.operators = root.let_read(name, vec![reads]).map_err(broken)?;
            }
            // The root first: a key that is given away is never given twice.
            write(&path, &root)?;
            let to = to.unwrap_or_else(|| directory.join("operators").join(name));
            write(&environment.directory.join(&to).join("operator.json"), &kit)?;
            told(&format!("made: {}/operator.json, for the ops node of {name}", to.display()))
        }
        "agent" => {
            let to = environment.directory.join(to.unwrap_or_else(|| directory.join("agent")));
            let kit = root.agent_kit(now).map_err(broken)?;
            write(&path, &root)?;
            write(&to.join("agent.json"), &kit)?;
            told(&format!("made: {}/agent.json", to.display()))
        }
        other => change(other, name, &Fleet { directory: &directory, path: &path, now }, root),
    }
}

/// A fleet's root on this machine.
struct Fleet<'a> {
    directory: &'a Path,
    /// The root's file.
    path: &'a Path,
    now: i64,
}

/// Changes what servers and operators know of a fleet.
fn change(action: &str, name: Option<&str>, fleet: &Fleet<'_>, mut root: Root) -> Result<u8, Ended> {
    let Fleet { directory, path, now } = *fleet;
    // A token that was made in this second ends too, and so the new ones are of the next.
    let next = now + 1;
    let broken = |error: fleet::identity::IdentityError| failed(chain(&error));
    match action {
        "remove-operator" => {
            let name = name.ok_or_else(|| usage("the operator's name is missing"))?;
            if !root.remove_operator(name, now).map_err(broken)? {
                return Err(failed(format!("there is no operator '{name}'")));
            }
            write(path, &root)?;
            write_changes(directory, &root, now)?;
            told(REMOVED)
        }
        "operator-token" => {
            write_tokens(directory, &root, now)?;
            told("made: operators/NAME/token of each operator; put it beside the kit")
        }
        "renew-enrolment" => {
            root.renew_enrolment(next);
            let kit = root.agent_kit(next).map_err(broken)?;
            write(path, &root)?;
            write(&directory.join("agent/agent.json"), &kit)?;
            write_changes(directory, &root, now)?;
            told(RENEWED)
        }
        "upgrade" => {
            if !root.upgrade(next).map_err(broken)? {
                return Err(failed("this fleet has its accounts: there is nothing to upgrade"));
            }
            let kit = root.agent_kit(next).map_err(broken)?;
            write(path, &root)?;
            write(&directory.join("agent/agent.json"), &kit)?;
            write_tokens(directory, &root, next)?;
            write_changes(directory, &root, now)?;
            told(UPGRADED)
        }
        other => Err(usage(format!("there is no 'fleet-setup {other}': {}", SETUP_ACTIONS.join(", ")))),
    }
}

const REMOVED: &str = "made: operators.json and authority.json; put both beside the kit of a register keeper who remains, whose next 'orchestrate key list' \
     publishes them. If the operator kept the register, every server needs the new servers.conf, and then: orchestrate key renew";
const RENEWED: &str = "made: agent/agent.json, for new instances; authority.json: put it beside the kit of a register keeper, whose next \
     'orchestrate key list' publishes it. Then kits of before cannot ask any more";
const UPGRADED: &str = "made: agent/agent.json (every instance), operators/NAME/token and authority.json (beside the kit of each operator), \
     servers.conf (every server); docs/fleet.md says in which order";

/// A new token for each operator.
fn write_tokens(directory: &Path, root: &Root, now: i64) -> Result<(), Ended> {
    let tokens = root.operator_tokens(now).map_err(|error| failed(chain(&error)))?;
    for OperatorToken { name, token } in tokens {
        put(&directory.join("operators").join(name).join("token"), token.as_bytes())?;
    }
    Ok(())
}

/// What servers and operators need after a change.
fn write_changes(directory: &Path, root: &Root, now: i64) -> Result<(), Ended> {
    let broken = |error: fleet::identity::IdentityError| failed(chain(&error));
    write(&directory.join("operators.json"), &root.signed_operators().map_err(broken)?)?;
    write(&directory.join("authority.json"), &root.signed_authority().map_err(broken)?)?;
    put(&directory.join("servers.conf"), root.server_trust(now).map_err(broken)?.as_bytes())
}

/// The keys of a new fleet, the servers' configuration and the kit of instances.
fn init(directory: &Path, servers: Vec<String>, now: i64) -> Result<u8, Ended> {
    let path = directory.join("root.json");
    let broken = |error: fleet::identity::IdentityError| failed(chain(&error));
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
