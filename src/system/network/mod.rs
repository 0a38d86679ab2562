//! `network.system`: whether the network starts with the machine, and the machine's name.
//!
//! ```yaml
//! host name:
//!   network.system:
//!     - enabled: True
//!     - hostname: {{ grains['cluster_name'] }}-{{ grains['service_node'] }}
//!     - apply_hostname: True
//!     - retain_settings: True
//! ```
//!
//! Debian keeps the name in `/etc/hostname` and the rest in `/etc/default/networking`; Red Hat keeps both in
//! `/etc/sysconfig/network`. `apply_hostname` also sets the name of the running machine.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.network.html>.

mod settings;

use std::path::{Path, PathBuf};

use super::{Call, Intent, LocalState, file as files};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use machine::file;
use machine::hostname;
use machine::process::Command;
use machine::service;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};
use settings::{debian, redhat};

const SWITCH: Shape = Shape::Word(&["yes", "on", "true", "True", "1", "no", "off", "false", "False", "0"]);

const SYSTEM: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name; the ID if left out"),
    Argument::optional("enabled", SWITCH, "whether the network starts with the machine"),
    Argument::optional("hostname", Shape::Text, "the name of the machine"),
    Argument::optional(
        "apply_hostname",
        SWITCH,
        "whether the name of the running machine is set too; false if left out",
    ),
    Argument::optional("retain_settings", SWITCH, "whether other settings of Red Hat's file stay"),
    Argument::optional(
        "require_reboot",
        SWITCH,
        "whether nothing is restarted: the settings apply at the next start",
    ),
    Argument::optional("networking_ipv6", SWITCH, "for Red Hat"),
    Argument::optional("gateway", Shape::Text, "for Red Hat: the gateway"),
    Argument::optional("gatewaydev", Shape::Text, "for Red Hat: the interface of the gateway"),
    Argument::optional("nisdomain", Shape::Text, "for Red Hat"),
    Argument::optional("networkdelay", Shape::Text, "for Red Hat: how long to wait"),
    Argument::optional("devtimeout", Shape::Text, "for Red Hat"),
    Argument::optional("nozeroconf", SWITCH, "for Red Hat: no addresses of the range 169.254"),
    Argument::optional("enable_ipv6", SWITCH, "for Red Hat"),
    Argument::optional("ipv6gateway", Shape::Text, "for Red Hat"),
];

/// The state module `network`.
pub struct Network;

/// The present state of the machine.
#[derive(Clone, Debug, Default)]
pub struct Live {
    is_redhat: bool,
    /// The file of settings, and its contents.
    path: PathBuf,
    text: Option<String>,
    /// The machine's name, after the next start and now.
    kept: Option<String>,
    running: String,
    /// The service that reads the settings, if one runs.
    service: Option<&'static str>,
}

/// True for Salt's words for yes.
fn is_on(call: &Call<'_>, argument: &str) -> bool {
    call.fields.text(argument).is_some_and(|text| ["yes", "on", "true", "True", "1"].contains(&text.as_str()))
}

impl LocalState for Network {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[Function::other(
        "system",
        &["network.system"],
        SYSTEM,
        "Sets the machine's name and enables its network.",
    )];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let failed = |error: file::FileError| Outcome::failed(chain(&error));
        let family = call.minion.grains.get("os_family").and_then(Value::as_str);
        let is_redhat = family == Some("RedHat");
        let path = Path::new(if is_redhat { "/etc/sysconfig/network" } else { "/etc/default/networking" });
        let text = file::text_if_there(path).map_err(failed)?;
        let services: &[&'static str] =
            if is_redhat { &["NetworkManager", "network"] } else { &["networking"] };
        let runs = |name: &&&'static str| service::is_running(name).unwrap_or(false);
        Ok(Live {
            is_redhat,
            path: path.to_owned(),
            text,
            kept: hostname::kept().map_err(failed)?,
            running: hostname::running(),
            service: services.iter().find(runs).copied(),
        })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff(&call, &live)
    }
}

fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.fields.text("hostname").filter(|name| !name.is_empty());
    if let Some(name) = name.as_ref().filter(|name| !hostname::is_valid(name)) {
        return refused(format!(
            "'{name}' is not a valid host name: write letters, digits and hyphens, with dots between"
        ));
    }
    let text = if live.is_redhat {
        redhat(call.fields, live.text.as_deref(), &is_on_of(call))
    } else {
        debian(live.text.as_deref(), call.fields.has("enabled").then(|| is_on(call, "enabled")))
    };
    let is_written = text.as_ref().is_none_or(|text| live.text.as_ref() == Some(text));
    let applies = is_on(call, "apply_hostname");
    let is_kept =
        name.as_ref().is_none_or(|name| live.is_redhat && !applies || live.kept.as_ref() == Some(name));
    let is_named = !applies || name.as_ref().is_none_or(|name| live.running == *name);
    if is_written && is_kept && is_named {
        return settled("Global network settings are up to date.");
    }
    let shown = |text: Option<&String>, name: Option<&String>| {
        let name = name.map(|name| format!("hostname={name}\n")).unwrap_or_default();
        format!("{}{name}", text.cloned().unwrap_or_default())
    };
    let now = if is_kept && !is_named { Some(&live.running) } else { live.kept.as_ref() };
    let asked = name.as_ref();
    let old = shown(live.text.as_ref().filter(|_| !is_written), now.filter(|_| asked.is_some()));
    let new = shown(text.as_ref().filter(|_| !is_written), asked);
    let difference = files::difference(&old, &new);
    let is_new = old.is_empty();
    let shown = if is_new { "Added global network settings.".to_owned() } else { difference.clone() };
    let changes: Map = [("network_settings".into(), Value::from(shown))].into_iter().collect();
    let restarts = live.service.filter(|_| !is_written && !is_on(call, "require_reboot"));
    let foreseen = if is_new {
        "Global network settings are set to be added.".to_owned()
    } else {
        format!("Global network settings are set to be updated:\n{difference}")
    };
    let mut operations = vec![];
    if let Some(text) = text.filter(|_| !is_written) {
        operations.push(Operation::write(&live.path, text));
    }
    match name {
        Some(name) if applies && !(is_kept && is_named) => operations.push(Operation::NameHost(name)),
        Some(name) if !is_kept => operations.push(Operation::write(hostname::FILE, format!("{name}\n"))),
        _ => {}
    }
    // Last: a network that is off may end this run's connections.
    if let Some(service) = restarts {
        operations.push(Operation::run(Command::argv(["systemctl", "restart", service])));
    }
    let notice = restarts.map(|service| notice(call, service)).unwrap_or_default();
    act(
        with(Outcome::would_change(format!("{foreseen}{notice}")), changes.clone()),
        operations,
        with(Outcome::succeeded(format!("Global network settings are up to date.{notice}")), changes),
    )
}

/// What a restart of the network's service means for the machine.
fn notice(call: &Call<'_>, service: &str) -> String {
    let goes_off = call.fields.has("enabled") && !is_on(call, "enabled");
    let off = if goes_off { ", and the interfaces go off" } else { "" };
    format!("\nThe service {service} is restarted{off}. Set require_reboot to change only the next start.")
}

/// Reads switches of this call.
fn is_on_of<'a>(call: &'a Call<'a>) -> impl Fn(&str) -> Option<bool> + 'a {
    |argument| call.fields.has(argument).then(|| is_on(call, argument))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::sample::call;

    fn lines(arguments: Json, live: Live) -> Vec<String> {
        call("network.system", "x", &arguments, |call| match Network::diff(call, live) {
            Intent::Act { step, .. } => step.lines(),
            _ => vec![],
        })
    }

    fn debian() -> Live {
        Live {
            path: "/etc/default/networking".into(),
            text: Some("CONFIGURE_INTERFACES=yes\n".into()),
            kept: Some("old".into()),
            running: "old".into(),
            service: Some("networking"),
            ..Live::default()
        }
    }

    #[test]
    fn a_machine_is_named_now_only_where_that_is_asked_for() {
        for (arguments, expected) in [
            (json!({"enabled": true, "hostname": "old"}), vec![]),
            (json!({"hostname": "new"}), vec!["> /etc/hostname new\n"]),
            (json!({"hostname": "new", "apply_hostname": true, "enabled": true}), vec!["hostname new"]),
            (json!({"hostname": "old", "apply_hostname": true}), vec![]),
            (json!({}), vec![]),
        ] {
            assert_eq!(lines(arguments.clone(), debian()), expected, "{arguments}");
        }
    }

    #[test]
    fn settings_that_change_restart_what_reads_them() {
        let off = vec!["> /etc/default/networking CONFIGURE_INTERFACES=no\n", "systemctl restart networking"];
        assert_eq!(lines(json!({"enabled": false}), debian()), off);
        assert_eq!(lines(json!({"enabled": false, "require_reboot": true}), debian()), off[..1]);
    }

    #[test]
    fn red_hats_file_holds_all() {
        let live = Live {
            is_redhat: true,
            path: "/etc/sysconfig/network".into(),
            text: Some("NETWORKING=yes\nHOSTNAME=old\nFOO=1\n".into()),
            kept: Some("old".into()),
            running: "old".into(),
            ..Live::default()
        };
        let arguments = json!({"enabled": true, "hostname": "old", "retain_settings": true});
        assert!(lines(arguments, live.clone()).is_empty());
        let arguments =
            json!({"enabled": true, "hostname": "new", "apply_hostname": true, "retain_settings": true});
        assert_eq!(
            lines(arguments, live.clone()),
            ["> /etc/sysconfig/network NETWORKING=yes\nHOSTNAME=new\nFOO=1\n", "hostname new"]
        );
        let arguments = json!({"enabled": true, "gateway": "10.0.0.1"});
        assert_eq!(
            lines(arguments, live),
            ["> /etc/sysconfig/network NETWORKING=yes\nHOSTNAME=old\nGATEWAY=10.0.0.1\n"]
        );
    }

    #[test]
    fn what_is_no_name_is_refused() {
        assert!(lines(json!({"hostname": "a b"}), debian()).is_empty());
    }
}
