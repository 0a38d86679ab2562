//! `deploy`, `rollback`, `status`: releases of services on this instance.

mod artifact;
mod current;
mod highstate;
mod machine;
mod root;
mod store;

use std::path::PathBuf;

use serde_json::{Value as Json, json};

use super::session::Session;
use super::state::end_request;
use super::{CliError, Command, CommandAnswer, call_anew, is_on};
use crate::error::Ending;
use crate::run_lock::{self, RunLock};
use exec::{Bound, flag, maybe, required, takes};
use highstate::Trees;
use instance::artifact::check_name;
use instance::deploy::{
    self, BASE, DeployError, Highstate, Job, Layout, Registration, Report, RollbackJob, Rules, Settings,
    Status,
};
use machine::Machine;
use model::Effect::{AsksHosts, ChangesAws, ChangesMachine, ReadsAws, ReadsMachine, RunsPrograms};
use model::fitness::Release;
use model::{Problem, Shape, Value};

pub(super) use artifact::COMMANDS as ARTIFACT_COMMANDS;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "deploy",
        signature: takes(&[
            required("service", Shape::Text, "the service's name"),
            required("instance", Shape::Text, "the instance's name: testing, production …"),
            maybe("revision", Shape::Text, "this revision instead of the current one"),
            flag("test", false, "show the steps and do none"),
        ]),
        doc: "Brings the current release of a service into service on this instance.\n\nThe shared \
              service (base) comes first. The artifact is downloaded from 'deploy:store', checked \
              (signature by one of 'deploy:public_keys', digests), and unpacked; then 'next' is linked, \
              pre-release hooks and the highstate run, 'current' is linked, and post-release hooks run. \
              A failure before that link leaves 'current' as it was. The next run finishes one that was \
              killed. --test shows the steps and does none.",
        returns: "a mapping: service, revision, result …",
        does: &[ReadsMachine, ChangesMachine, RunsPrograms, ReadsAws, ChangesAws, AsksHosts],
        run: deploy,
    },
    Command {
        name: "rollback",
        signature: takes(&[
            required("service", Shape::Text, "the service's name"),
            maybe("instance", Shape::Text, "the instance's name, instead of the grain 'service_instance'"),
            maybe("revision", Shape::Text, "this revision instead of the one before"),
            flag("hooks", true, "False: run no post-release hooks"),
        ]),
        doc: "Puts an earlier release of a service into service again.\n\nBy default it is the one \
              before the current one. Links are switched; then that release's post-release hooks run, \
              unless --hooks=False. The release that was left is not deployed again unless it is named.",
        returns: "a mapping: service, result, revision, previous",
        does: &[ReadsMachine, ChangesMachine, RunsPrograms],
        run: rollback,
    },
    Command {
        name: "status",
        signature: takes(&[maybe("service", Shape::Text, "only this service")]).words(1),
        doc: "Shows the releases of services on this instance, and running deployments.",
        returns: "a mapping: root, service, services",
        does: &[ReadsMachine],
        run: status,
    },
];

/// Reads the key `deploy` of the configuration.
fn settings(session: &Session<'_>) -> Result<Settings, CliError> {
    Settings::read(&session.minion_without_pillar()).map_err(CliError::Config)
}

/// An argument that may be left out.
fn given<'a>(bound: &'a Bound, name: &str) -> Option<&'a str> {
    bound.value(name).as_str().filter(|text| !text.is_empty())
}

/// A name that becomes part of paths and keys.
fn name(bound: &Bound, parameter: &str) -> Result<Option<String>, CliError> {
    let Some(text) = given(bound, parameter) else { return Ok(None) };
    let wrong = |why: String| CliError::Usage(Problem::nowhere(format!("'{parameter}': {why}")));
    check_name(text).map_err(|refusal| wrong(refusal.to_string()))?;
    if parameter == "service" && text == "service" {
        return Err(wrong(
            "'service' is the link to the service of an instance, and cannot be the name of a service"
                .to_owned(),
        ));
    }
    Ok(Some(text.to_owned()))
}

/// No highstate, for the shared service and for rollbacks.
fn none(_: &Layout) -> Result<Option<Highstate>, String> {
    Ok(None)
}

/// No registration, for the same.
fn nothing(_: &Layout, _: &[Registration]) -> Result<(), String> {
    Ok(())
}

/// The release on this machine, as far as its registration depends on it; none if nothing is deployed here. If the
/// record of its deployments cannot be read, the release counts as one that is not in service.
pub(super) fn release_here(session: &Session<'_>) -> Option<Release> {
    session.opts().get("deploy")?;
    let root = settings(session).map(|settings| settings.root);
    let root = root.inspect_err(|_| tracing::debug!("'deploy' of the configuration cannot be read")).ok()?;
    deploy::release_of(&root).unwrap_or_else(|error| {
        tracing::warn!("{}", error.with_causes());
        Some(Release { service: root.display().to_string(), ..Release::default() })
    })
}

fn failed(heading: &'static str) -> impl Fn(DeployError) -> CliError {
    move |error| CliError::Deployment { heading, error: Box::new(error) }
}

fn deploy(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let service = name(bound, "service")?.unwrap_or_default();
    let instance = name(bound, "instance")?;
    let revision = name(bound, "revision")?;
    let test = is_on(bound, "test")?;
    let machine = Machine::new(session)?;
    let _lock = if test { None } else { Some(begin(&machine, &machine.layout(&service))?) };
    let store = machine.store()?;
    let shared = machine.settings.base.clone().filter(|shared| *shared != service);
    let mut base = None;
    if let Some(shared) = &shared {
        let (layout, world) = (machine.layout(shared), machine.world(&none, &nothing)?);
        // The shared service has no pointer for one instance.
        let rules = Rules { only_own_pointer: false, ..machine.settings.rules.clone() };
        let job = Job {
            layout: &layout,
            instance: instance.as_deref(),
            revision: None,
            rules: &rules,
            store: &*store,
            world: &world,
        };
        base = carry_out(&job, test)?;
    }
    let layout = machine.layout(&service);
    let trees = Trees {
        session,
        instance: instance.as_deref(),
        base: shared.as_deref().map(|shared| machine.layout(shared)),
    };
    let highstate = |layout: &Layout| trees.highstate(layout);
    let register = |layout: &Layout, waiting: &[Registration]| trees.register(layout, waiting);
    let world = machine.world(&highstate, &register)?;
    let job = Job {
        layout: &layout,
        instance: instance.as_deref(),
        revision: revision.as_deref(),
        rules: &machine.settings.rules,
        store: &*store,
        world: &world,
    };
    let Some(report) = carry_out(&job, test)? else {
        return Err(failed("nothing was deployed")(DeployError::Absent {
            what: format!("pointer of {service}"),
            store: store.name(),
            hint: format!("make one: orchestrate artifact promote {service} REVISION"),
        }));
    };
    Ok(answer(instance.as_deref(), &report, base.as_ref(), test))
}

/// Waits for the run that a timer started, or for another service, unless the end is requested; no other run begins
/// before this one has ended.
///
/// A second deployment of the same service is refused at once.
fn begin(machine: &Machine<'_>, layout: &Layout) -> Result<RunLock, CliError> {
    deploy::check_free(layout).map_err(failed("nothing was deployed"))?;
    run_lock::wait_unless(machine.session, machine.end.clone())
}

fn carry_out(job: &Job<'_>, test: bool) -> Result<Option<Report>, CliError> {
    if test {
        return deploy::preview(job).map_err(failed("it cannot be deployed"));
    }
    deploy::deploy(job).map_err(failed("the deployment failed"))
}

fn answer(instance: Option<&str>, report: &Report, base: Option<&Report>, test: bool) -> CommandAnswer {
    let mut data = report_data(report, test);
    data["instance"] = json!(instance);
    data["base"] = base.map_or(Json::Null, |base| report_data(base, test));
    let has_steps = !report.steps.is_empty() || base.is_some_and(|base| !base.steps.is_empty());
    let ending = if test && has_steps { Ending::WouldChange } else { Ending::Succeeded };
    CommandAnswer { ending, ..CommandAnswer::ordered(Value::from(data)) }
}

fn report_data(report: &Report, test: bool) -> Json {
    let result = match (report.steps.is_empty(), test) {
        (true, _) => "unchanged",
        (false, true) => "to be deployed",
        (false, false) => "deployed",
    };
    let highstate = report.highstate.as_ref();
    json!({
        "service": report.service,
        "result": result,
        "revision": report.revision,
        "previous": report.previous,
        "steps": report.steps.iter().map(deploy::Step::in_words).collect::<Vec<_>>(),
        "highstate": highstate.map(|it| json!({"states": it.states, "changed": it.changed})),
        "log": report.log,
    })
}

fn rollback(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let service = name(bound, "service")?.unwrap_or_default();
    let (instance, revision) = (name(bound, "instance")?, name(bound, "revision")?);
    let hooks = is_on(bound, "hooks")?;
    let machine = Machine::new(session)?;
    let (layout, world) = (machine.layout(&service), machine.world(&none, &nothing)?);
    let _lock = begin(&machine, &layout)?;
    let instance = instance.or_else(|| session.grain("service_instance").map(str::to_owned));
    let way = RollbackJob {
        layout: &layout,
        instance: instance.as_deref(),
        revision: revision.as_deref(),
        hooks_timeout: hooks.then_some(machine.settings.rules.hooks_timeout),
        world: &world,
    };
    let back = deploy::rollback(&way).map_err(failed("the rollback failed"))?;
    let data =
        json!({"service": service, "result": "rolled back", "revision": back.to, "previous": back.from});
    Ok(CommandAnswer::ordered(Value::from(data)))
}

fn status(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let service = name(bound, "service")?;
    let root: PathBuf = settings(session)?.root;
    let found = deploy::statuses(&root, service.as_deref()).map_err(failed("there is no status"))?;
    let shown = |status: &Status| {
        let mut json = serde_json::to_value(status).unwrap_or_default();
        let fields = json.as_object_mut();
        fields.map(|fields| fields.shift_remove("service"));
        (status.service.clone(), json)
    };
    let linked = Layout::new(&root, BASE).service_linked().ok().flatten();
    let services: serde_json::Map<String, Json> = found.iter().map(shown).collect();
    Ok(CommandAnswer::ordered(Value::from(json!({"root": root, "service": linked, "services": services}))))
}
