//! The hosts of a command line: the roster, rendered as Salt renders it, with what the configuration and the command line add.

use std::path::{Path, PathBuf};

use super::super::ask_aws::ask;
use super::super::open::{Opened, runtime};
use super::super::show::remark;
use super::super::{Ended, failed};
use super::args::SshArgs;
use super::aws::{Found, Wanted};
use crate::commands::{Session, convention};
use crate::error::CliError;
use exec::Arguments;
use fleet::ssh::{Host, Roster};
use machine::file::{self, Permissions};
use model::{Key, Map, Problem, Value};

/// Keys of Salt's master configuration, and what they are in a roster.
const CONFIGURED: [(&str, &str); 8] = [
    ("ssh_user", "user"),
    ("ssh_port", "port"),
    ("ssh_priv", "priv"),
    ("ssh_sudo", "sudo"),
    ("ssh_sudo_user", "sudo_user"),
    ("ssh_timeout", "timeout"),
    ("ssh_identities_only", "identities_only"),
    ("ssh_jump", "jump"),
];

/// The hosts of the target.
#[derive(Debug, Default)]
pub struct Hosts {
    /// The hosts.
    pub chosen: Vec<Host>,
    /// False if the target may match other hosts as well.
    pub is_complete: bool,
    /// Where the roster came from: a path, or `aws`.
    pub source: String,
}

/// The hosts of the target, of a file or of AWS.
pub fn choose(args: &SshArgs, opened: &Opened, wanted: Option<&Wanted>) -> Result<Hosts, Ended> {
    let target = args.target.read(&opened.config.nodegroups)?;
    let Listed { hosts, is_complete, source } = list(args, opened, wanted)?;
    let known: Vec<(Host, Option<Map>)> = hosts
        .into_iter()
        .map(|host| {
            let grains = grains_of(&host, opened);
            (host, grains)
        })
        .collect();
    let facts = |(host, grains): &(Host, Option<Map>)| (host.id.clone(), grains.clone());
    let named: Vec<_> = known.iter().map(facts).collect();
    let chosen = target.choose_of(&named, |(id, grains)| (id, grains.as_ref()));
    for (ids, why) in [
        (&chosen.unknown, "not in the roster"),
        (
            &chosen.without_grains,
            "left out: its grains are not known before its first state run, unless the roster gives them",
        ),
    ] {
        for id in ids {
            remark(&format!("{id}: {why}"));
        }
    }
    let is_complete = is_complete && chosen.unknown.is_empty() && chosen.without_grains.is_empty();
    let is_chosen = |host: &Host| chosen.instances.iter().any(|(id, _)| *id == host.id);
    let chosen = known.into_iter().map(|(host, _)| host).filter(is_chosen).collect();
    Ok(Hosts { chosen, is_complete, source })
}

/// All hosts of a roster.
struct Listed {
    hosts: Vec<Host>,
    is_complete: bool,
    source: String,
}

fn list(args: &SshArgs, opened: &Opened, wanted: Option<&Wanted>) -> Result<Listed, Ended> {
    let opts = &opened.config.opts;
    let (data, is_complete, source) = match wanted {
        Some(wanted) => {
            let Found { roster, left_out } = of_aws(wanted, opened)?;
            for id in &left_out {
                remark(&format!("{id}: left out: it has no such address"));
            }
            (Value::Map(roster), left_out.is_empty(), "aws".to_owned())
        }
        None => {
            let path = path_of(args, opened);
            (render(&path, opened)?, true, path.display().to_string())
        }
    };
    let mut defaults: Map =
        [("user", Value::from("root"))].into_iter().map(|(key, value)| (Key::from(key), value)).collect();
    let configured = CONFIGURED.iter().filter_map(|(key, name)| Some((*name, opts.get(*key)?.clone())));
    let of_roster = opts.get("roster_defaults").and_then(Value::as_map).cloned().unwrap_or_default();
    defaults.extend(
        configured.filter(|(_, value)| value.is_truthy()).map(|(name, value)| (Key::from(name), value)),
    );
    defaults.extend(args.defaults.iter().map(|(name, value)| (Key::from(*name), value.clone())));
    defaults.extend(of_roster);
    let wrong = |wrong: Vec<String>| failed(format!("the roster '{source}' is wrong:\n{}", wrong.join("\n")));
    let mut roster = Roster::read(&data, &defaults).map_err(wrong)?;
    for noticed in &roster.remarks {
        remark(noticed);
    }
    let shared = opts.get("ssh_minion_opts").and_then(Value::as_map).cloned().unwrap_or_default();
    for host in &mut roster.hosts {
        host.options = [args.options.clone(), std::mem::take(&mut host.options)].concat();
        let mut minion_opts = Value::Map(shared.clone());
        minion_opts.merge(Value::Map(std::mem::take(&mut host.minion_opts)));
        host.minion_opts = minion_opts.as_map().cloned().unwrap_or_default();
    }
    Ok(Listed { hosts: roster.hosts, is_complete, source })
}

/// The roster's file.
fn path_of(args: &SshArgs, opened: &Opened) -> PathBuf {
    let configured = || opened.config.opts.get("roster_file").and_then(Value::as_str).map(PathBuf::from);
    let default =
        || opened.settings.config.dir.clone().unwrap_or_else(|| PathBuf::from("/etc/salt")).join("roster");
    opened.settings.directory.join(args.roster.clone().or_else(configured).unwrap_or_else(default))
}

/// Asks AWS for its instances.
fn of_aws(wanted: &Wanted, opened: &Opened) -> Result<Found, Ended> {
    let convention = convention(&opened.config.opts).map_err(CliError::Config)?;
    let one = async |asked| Ok(ask(&opened.settings, vec![asked]).await?.pop().unwrap_or_default());
    let found = runtime()?.block_on(wanted.find(&convention, one));
    found.map_err(|error| failed(format!("the instances cannot be listed: {error}")))
}

/// A roster is a template, as SLS are.
fn render(path: &Path, opened: &Opened) -> Result<Value, Ended> {
    if !path.is_file() {
        let problem = Problem::nowhere(format!("there is no roster '{}'", path.display()));
        let hint = "write it ('web-1: {host: 10.0.0.5, user: admin}' is a line), or give --roster-file FILE, or '--roster aws' for the \
                    running instances of an account";
        return Err(CliError::Fleet(problem.hint(hint)).into());
    }
    let session = Session::load(&opened.settings)?;
    let minion = session.minion_without_pillar();
    let functions = session.functions(&minion);
    let named = [("default_renderer", Value::from(opened.config.renderer.as_str()))];
    let arguments = Arguments {
        positional: vec![Value::from(path.display().to_string())],
        named: named.into_iter().map(|(key, value)| (Key::from(key), value)).collect(),
    };
    let rendered = functions.call("slsutil.renderer", &arguments);
    rendered.map_err(|error| failed(format!("the roster '{}' cannot be read: {error}", path.display())))
}

/// What is known of a host: what it sent last, and above it what the roster says.
fn grains_of(host: &Host, opened: &Opened) -> Option<Map> {
    let sent = place_of(host, opened).and_then(|path| file::read(&path).ok());
    let sent =
        sent.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok()).map(Value::from);
    match (sent, host.grains()) {
        (None, None) => None,
        (sent, own) => {
            let mut grains = sent.unwrap_or_else(|| Value::Map(Map::new()));
            grains.merge(Value::Map(own.cloned().unwrap_or_default()));
            grains.as_map().cloned()
        }
    }
}

/// Keeps the grains of a host, for targets by grains. If they cannot be kept, such targets do not find the host.
pub fn keep_grains(host: &Host, grains: Map, opened: &Opened) {
    let Some(path) = place_of(host, opened) else { return };
    let private = Permissions { mode: Some(0o600), ..Permissions::default() };
    let _ = path.parent().map(std::fs::create_dir_all);
    let _ = file::replace(&path, Value::Map(grains).to_json().to_string().as_bytes(), private);
}

fn place_of(host: &Host, opened: &Opened) -> Option<PathBuf> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let is_name = host.id.chars().all(is_plain) && !host.id.starts_with('.');
    is_name.then(|| cache(opened).join("grains").join(format!("{}.json", host.id)))
}

/// The directory for what can be made again: root's is the configured one, a user's is below the home.
pub fn cache(opened: &Opened) -> PathBuf {
    let variable =
        |name: &str| opened.settings.environment.get(name).filter(|text| !text.is_empty()).map(PathBuf::from);
    let of_user = || variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    match of_user().filter(|_| machine::account::own_uid() != 0) {
        Some(above) => above.join("orchestrate/ssh"),
        None => opened.cache().join("ssh"),
    }
}
