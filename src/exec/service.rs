//! `service.*`: services of systemd or of `/etc/init.d`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.systemd_service.html>.

use super::call::{Bound, CallError};
use super::signature::{Parameter, maybe, required, takes};
use super::{Context, Function};
use crate::machine::process::{Command, RunError};
use crate::machine::service::{self, Order};
use crate::model::{Map, Value, glob};

const NAME: &[Parameter] = &[required("name")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new("service.available", takes(NAME), "Tells whether there is a service.", |_, bound| {
        Ok(service::list().contains(&name(bound)).into())
    }),
    Function::new("service.missing", takes(NAME), "Tells whether there is no such service.", |_, bound| {
        Ok((!service::list().contains(&name(bound))).into())
    }),
    Function::new(
        "service.status",
        takes(&[required("name"), maybe("sig")]),
        "Tells whether a service runs; of a glob it gives a mapping.",
        status,
    ),
    Function::new(
        "service.enabled",
        takes(NAME).and_named(),
        "Tells whether a service starts with the machine.",
        |_, bound| asked(bound, service::is_enabled(&name(bound))),
    ),
    Function::new(
        "service.disabled",
        takes(NAME),
        "Tells whether there is a service that does not start with the machine.",
        |_, bound| {
            let is_there = service::list().contains(&name(bound));
            let enabled = service::is_enabled(&name(bound)).map_err(|error| bound.failed(&error))?;
            Ok((is_there && !enabled).into())
        },
    ),
    Function::new(
        "service.masked",
        takes(NAME).and_named(),
        "Tells whether a service may never run.",
        |_, bound| asked(bound, service::is_masked(&name(bound))),
    ),
    Function::new("service.get_all", takes(&[]), "Lists the services.", |_, _| Ok(service::list().into())),
    Function::new(
        "service.get_enabled",
        takes(&[]),
        "Lists the services that start with the machine.",
        |_, _| Ok(service::list_enabled().into()),
    ),
    Function::new(
        "service.get_disabled",
        takes(&[]),
        "Lists the services that do not start with the machine.",
        |_, _| {
            let enabled = service::list_enabled();
            Ok(service::list().into_iter().filter(|name| !enabled.contains(name)).collect::<Vec<_>>().into())
        },
    ),
    Function::new("service.get_running", takes(&[]), "Lists the services that run.", |_, _| {
        Ok(service::list_running().into())
    }),
    Function::new(
        "service.show",
        takes(NAME).and_named(),
        "Gives the properties of a service of systemd.",
        show,
    ),
    Function::new("service.start", takes(NAME).and_named(), "Starts a service.", |_, bound| {
        told(bound, Order::Start)
    }),
    Function::new("service.stop", takes(NAME).and_named(), "Stops a service.", |_, bound| {
        told(bound, Order::Stop)
    }),
    Function::new("service.restart", takes(NAME).and_named(), "Stops and starts a service.", |_, bound| {
        told(bound, Order::Restart)
    }),
    Function::new(
        "service.reload",
        takes(NAME).and_named(),
        "Has a service read its configuration anew.",
        |_, bound| told(bound, Order::Reload),
    ),
    Function::new(
        "service.force_reload",
        takes(NAME).and_named(),
        "Has a service read its configuration anew, or restarts it.",
        |_, bound| told(bound, Order::ForceReload),
    ),
    Function::new(
        "service.enable",
        takes(NAME).and_named(),
        "Has a service start with the machine.",
        |_, bound| told(bound, Order::Enable),
    ),
    Function::new(
        "service.disable",
        takes(NAME).and_named(),
        "Has a service not start with the machine.",
        |_, bound| told(bound, Order::Disable),
    ),
    Function::new("service.mask", takes(NAME).and_named(), "Has a service never run.", |_, bound| {
        told(bound, Order::Mask)
    }),
    Function::new("service.unmask", takes(NAME).and_named(), "Lets a service run again.", |_, bound| {
        told(bound, Order::Unmask)
    }),
    Function::new("service.systemctl_reload", takes(&[]), "Has systemd read its units anew.", |_, bound| {
        if !service::has_systemd() {
            return Err(bound.fails("systemd does not run this machine"));
        }
        asked(bound, Command::argv(["systemctl", "daemon-reload"]).run_blocking().map(|it| it.is_success()))
    }),
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

fn told(bound: &Bound, order: Order) -> Result<Value, CallError> {
    let name = name(bound);
    let finished = service::tell(&name, order).map_err(|error| bound.failed(&error))?;
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
