//! `service.*`: services of systemd or of `/etc/init.d`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.systemd_service.html>.

use super::call::{Bound, CallError};
use super::signature::{maybe, required, takes};
use super::{Context, Function};
use machine::process::{Command, RunError};
use machine::service::{self, Order};
use model::Effect::{ChangesMachine, ReadsMachine, RunsPrograms};
use model::{Argument, Map, Shape, Value, glob};

const NAME: &[Argument] = &[required("name", Shape::Text, "its name")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "service.available",
        signature: takes(NAME),
        doc: "Returns whether there is a service.",
        returns: "a boolean",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| Ok(service::list().contains(&name(bound)).into()),
    },
    Function {
        name: "service.missing",
        signature: takes(NAME),
        doc: "Returns whether there is no such service.",
        returns: "a boolean",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| Ok((!service::list().contains(&name(bound))).into()),
    },
    Function {
        name: "service.status",
        signature: takes(&[
            required("name", Shape::Text, "its name"),
            maybe("sig", Shape::Text, "a regular expression over the processes instead"),
        ]),
        doc: "Returns whether a service runs; for a glob it returns a mapping.",
        returns: "a boolean, or a mapping",
        does: &[ReadsMachine, RunsPrograms],
        call: status,
    },
    Function {
        name: "service.enabled",
        signature: takes(NAME).and_named(),
        doc: "Returns whether a service starts with the machine.",
        returns: "a boolean",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| asked(bound, service::is_enabled(&name(bound))),
    },
    Function {
        name: "service.disabled",
        signature: takes(NAME),
        doc: "Returns whether there is a service that does not start with the machine.",
        returns: "a boolean",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| {
            let is_there = service::list().contains(&name(bound));
            let enabled = service::is_enabled(&name(bound)).map_err(|error| bound.failed(&error))?;
            Ok((is_there && !enabled).into())
        },
    },
    Function {
        name: "service.masked",
        signature: takes(NAME).and_named(),
        doc: "Returns whether a service may never run.",
        returns: "a boolean",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| asked(bound, service::is_masked(&name(bound))),
    },
    Function {
        name: "service.get_all",
        signature: takes(&[]),
        doc: "Lists the services.",
        returns: "a list of names",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, _| Ok(service::list().into()),
    },
    Function {
        name: "service.get_enabled",
        signature: takes(&[]),
        doc: "Lists the services that start with the machine.",
        returns: "a list of names",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, _| Ok(service::list_enabled().into()),
    },
    Function {
        name: "service.get_disabled",
        signature: takes(&[]),
        doc: "Lists the services that do not start with the machine.",
        returns: "a list of names",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, _| {
            let enabled = service::list_enabled();
            Ok(service::list().into_iter().filter(|name| !enabled.contains(name)).collect::<Vec<_>>().into())
        },
    },
    Function {
        name: "service.get_running",
        signature: takes(&[]),
        doc: "Lists the services that run.",
        returns: "a list of names",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, _| Ok(service::list_running().into()),
    },
    Function {
        name: "service.show",
        signature: takes(NAME).and_named(),
        doc: "Returns the properties of a service of systemd.",
        returns: "a mapping",
        does: &[ReadsMachine, RunsPrograms],
        call: show,
    },
    Function {
        name: "service.start",
        signature: takes(NAME).and_named(),
        doc: "Starts a service.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Start),
    },
    Function {
        name: "service.stop",
        signature: takes(NAME).and_named(),
        doc: "Stops a service.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Stop),
    },
    Function {
        name: "service.restart",
        signature: takes(NAME).and_named(),
        doc: "Stops and starts a service.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Restart),
    },
    Function {
        name: "service.reload",
        signature: takes(NAME).and_named(),
        doc: "Makes a service reload its configuration.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Reload),
    },
    Function {
        name: "service.force_reload",
        signature: takes(NAME).and_named(),
        doc: "Makes a service reload its configuration, or restarts it.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::ForceReload),
    },
    Function {
        name: "service.enable",
        signature: takes(NAME).and_named(),
        doc: "Makes a service start with the machine.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Enable),
    },
    Function {
        name: "service.disable",
        signature: takes(NAME).and_named(),
        doc: "Stops a service from starting with the machine.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Disable),
    },
    Function {
        name: "service.mask",
        signature: takes(NAME).and_named(),
        doc: "Prevents a service from running at all.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Mask),
    },
    Function {
        name: "service.unmask",
        signature: takes(NAME).and_named(),
        doc: "Allows a service to run again.",
        returns: "True",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| send(bound, Order::Unmask),
    },
    Function {
        name: "service.systemctl_reload",
        signature: takes(&[]),
        doc: "Makes systemd reload its units.",
        returns: "a boolean",
        does: &[ReadsMachine, RunsPrograms, ChangesMachine],
        call: |_, bound| {
            if !service::has_systemd() {
                return Err(bound.fails("systemd does not run this machine"));
            }
            asked(
                bound,
                Command::argv(["systemctl", "daemon-reload"]).run_blocking().map(|it| it.is_success()),
            )
        },
    },
];

fn name(bound: &Bound) -> String {
    bound.text("name").trim_end_matches(".service").to_owned()
}

fn asked(bound: &Bound, answer: Result<bool, RunError>) -> Result<Value, CallError> {
    answer.map(Value::from).map_err(|error| bound.failed(&error))
}

fn status(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let name = name(bound);
    let pattern = bound.text("sig");
    if !pattern.is_empty() {
        return asked(bound, service::has_process(&pattern));
    }
    if !glob::is_glob(&name) {
        return asked(bound, service::is_running(&name));
    }
    let running = service::list_running();
    let fitting = service::list().into_iter().filter(|known| glob::is_match(&name, known));
    Ok(Value::Map(fitting.map(|known| (known.as_str().into(), running.contains(&known).into())).collect()))
}

fn send(bound: &Bound, order: Order) -> Result<Value, CallError> {
    let name = name(bound);
    let finished = service::send(&name, order).map_err(|error| bound.failed(&error))?;
    if finished.is_success() {
        return Ok(true.into());
    }
    let said = format!("{}{}", finished.stdout_text(), finished.stderr_text());
    Err(bound.fails(format!("'{name}' did not {}: {}", order.word(), said.trim())))
}

fn show(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    if !service::has_systemd() {
        return Ok(Value::Map(Map::new()));
    }
    let unit = format!("{}.service", name(bound));
    let finished = Command::argv(["systemctl", "show", "--", &unit]).run_blocking();
    let text = finished.map_err(|error| bound.failed(&error))?.stdout_text();
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    Ok(pairs.collect())
}
