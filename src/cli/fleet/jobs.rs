//! `jobs` and `fleet-run`.

use std::collections::BTreeMap;

use super::args::{FleetArgs, JOBS_ACTIONS, RUNNERS, given_text};
use super::command::Given;
use super::follow::{INTERRUPTED, follow};
use super::open::{Opened, open, runtime, told};
use super::show::{Ending, Show, print, remark};
use super::{Ended, mine, orchestrate, run as fleet, supply, usage, versions};
use crate::call;
use crate::settings::Environment;
use ::fleet::operator::{Console, Ignored, Job, Report, Silence};
use ::fleet::protocol::Jid;
use ::fleet::targets::Instance;
use exec::Arguments;
use model::{Key, Map, Value, python};
use sls::matcher::MatchKind;

/// Shows, continues and ends jobs.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    act(&given.bound.text("action"), given_text(&given.bound, "jid"), given, environment)
}

fn act(action: &str, jid: Option<String>, given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let on_all = |function: &str, arguments: Vec<String>| {
        fleet::start(&FleetArgs::on_all(given, function, arguments)?, environment)
    };
    match action {
        "active" => on_all("saltutil.running", vec![]),
        "kill" => on_all("saltutil.kill_job", vec![format!("'{}'", number(jid)?)]),
        "list" => {
            let opened = open(&given.place, given.output.clone(), "jobs.list", environment)?;
            runtime()?.block_on(list(&opened))
        }
        "show" | "resume" => {
            let jid = number(jid)?;
            let opened = open(&given.place, given.output.clone(), "jobs.show", environment)?;
            runtime()?.block_on(show(&opened, &jid, action == "resume"))
        }
        other => Err(usage(format!("there is no 'jobs {other}': {}", JOBS_ACTIONS.join(", ")))),
    }
}

/// Salt's runners.
pub fn runner(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let jobs = |action: &str| act(action, given.bound.rest_texts().into_iter().next(), given, environment);
    let function = given.bound.text("function");
    match function.as_str() {
        name if orchestrate::NAMES.contains(&name) => orchestrate::run(given, environment),
        "jobs.list_jobs" => jobs("list"),
        "jobs.lookup_jid" => jobs("show"),
        "jobs.active" => jobs("active"),
        "mine.get" => {
            let opened = open(&given.place, given.output.clone(), &function, environment)?;
            let arguments = call::arguments(&given.bound.rest_texts());
            runtime()?.block_on(async {
                let (console, _nats) = opened.console().await?;
                print(&opened, &mine::get(&console, &opened, &arguments).await?)
            })
        }
        "manage.up" | "manage.down" | "manage.status" | "manage.versions" => {
            let opened = open(&given.place, given.output.clone(), &function, environment)?;
            runtime()?.block_on(manage(&opened, &function))
        }
        other => Err(usage(format!("there is no runner '{other}' here: {}", RUNNERS.join(", ")))),
    }
}

fn number(jid: Option<String>) -> Result<Jid, Ended> {
    let jid = jid.ok_or_else(|| usage("the number of the job is missing"))?;
    Jid::try_from(jid).map_err(usage)
}

async fn list(opened: &Opened) -> Result<u8, Ended> {
    let (console, _nats) = opened.console().await?;
    let (jobs, ignored) = listed(&console).await?;
    for it in &ignored {
        remark(&it.said);
    }
    Ok(print(opened, &jobs)?.max(u8::from(!ignored.is_empty())))
}

async fn listed(console: &Console) -> Result<(Value, Vec<Ignored>), Ended> {
    let (jobs, ignored) = console.list_jobs().await.map_err(told)?;
    let shown = |job: &Job| {
        let arguments: Vec<Value> = job.record.call.arg.iter().cloned().map(Value::from).collect();
        let shown: Value = [
            ("Function", Value::from(job.record.call.fun.as_str())),
            ("Arguments", Value::List(arguments)),
            ("Target", Value::from(job.record.target.as_str())),
            ("User", Value::from(job.record.operator.as_str())),
        ]
        .into_iter()
        .collect();
        (Key::from(job.jid.as_str()), shown)
    };
    Ok((Value::Map(jobs.iter().map(shown).collect()), ignored))
}

/// The accepted instances of a job, and the IDs that are no longer accepted.
async fn members(console: &Console, job: &Job) -> Result<(Vec<Instance>, Vec<String>), Ended> {
    let knowledge = console.knowledge(false).await.map_err(told)?;
    let all = console.instances(&knowledge);
    let mut found = vec![];
    let mut gone = vec![];
    for id in &job.record.ids {
        match all.iter().find(|instance| instance.id == *id) {
            Some(instance) => found.push(instance.clone()),
            None => gone.push(id.clone()),
        }
    }
    Ok((found, gone))
}

/// Shows the answers that exist; `resume` continues with the others.
async fn show(opened: &Opened, jid: &Jid, resume: bool) -> Result<u8, Ended> {
    let (console, _nats) = opened.console().await?;
    let mut job = console.get_job(jid).await.map_err(told)?;
    let (instances, gone) = members(&console, &job).await?;
    let mut show = Show::new(opened, false);
    let mut open = vec![];
    let mut has_failed = false;
    for instance in instances {
        match console.find_answer(&job, &instance).await.map_err(told)? {
            Some(answer) => {
                has_failed |= answer.retcode != 0;
                show.report(Report::Answered(answer));
            }
            None => open.push(instance),
        }
    }
    let ids =
        |instances: &[Instance]| instances.iter().map(|instance| instance.id.clone()).collect::<Vec<_>>();
    let mut silence = if !resume {
        look(&console, &job, &open, &mut show).await?
    } else if has_failed && job.record.failhard {
        Silence { skipped: ids(&open), ..Silence::default() }
    } else if open.is_empty() {
        Silence::default()
    } else {
        supply::read_grains(&console, &mut open).await?;
        console.check_signer(&job, &open).map_err(told)?;
        supply::again(&mut job, &mut open, (opened, &console)).await?;
        match follow(&console, (&job, &open), &mut show).await? {
            Some(silence) => silence,
            None => return Ok(INTERRUPTED),
        }
    };
    silence.silent.extend(gone);
    show.finish(&silence, Ending { jid: jid.as_str(), with_summary: false, passthrough: false })
}

/// Asks instances without an answer whether they run the job. One that has just ended has its answer in the stream.
async fn look(
    console: &Console,
    job: &Job,
    open: &[Instance],
    show: &mut Show<'_>,
) -> Result<Silence, Ended> {
    let mut silence = Silence::default();
    if open.is_empty() {
        return Ok(silence);
    }
    let mut args = FleetArgs::of("*".to_owned(), MatchKind::Glob, FIND_JOB.to_owned())?;
    args.arguments = vec![format!("'{}'", job.jid)];
    let question = Job { is_stored: false, ..fleet::job(&args, console, open)? };
    let mut found = BTreeMap::new();
    let mut note = |report| {
        if let Report::Answered(answer) = report {
            found.insert(answer.id, answer.result);
        }
    };
    console.run_job(&question, open, &mut note).await.map_err(told)?;
    for instance in open {
        if let Some(answer) = console.find_answer(job, instance).await.map_err(told)? {
            show.report(Report::Answered(answer));
            continue;
        }
        let id = instance.id.clone();
        match found.get(&instance.id) {
            Some(serde_json::Value::Object(job)) if job.is_empty() => silence.without.push(id),
            Some(serde_json::Value::Object(_)) => silence.running.push(id),
            // No answer, or none to this operator.
            _ => silence.silent.push(id),
        }
    }
    Ok(silence)
}

/// What an agent answers with the job if it runs it, and with an empty mapping if not.
const FIND_JOB: &str = "saltutil.find_job";

async fn manage(opened: &Opened, function: &str) -> Result<u8, Ended> {
    let (console, _nats) = opened.console().await?;
    print(opened, &managed(&console, function).await?)
}

async fn managed(console: &Console, function: &str) -> Result<Value, Ended> {
    if function == "manage.versions" {
        return versioned(console).await;
    }
    let (answers, mut down) = on_all(console, "test.ping").await?;
    down.sort();
    let up: Value = answers.into_keys().collect::<Vec<String>>().into();
    Ok(match function {
        "manage.up" => up,
        "manage.down" => down.into(),
        _ => [("down", Value::from(down)), ("up", up)].into_iter().collect(),
    })
}

async fn versioned(console: &Console) -> Result<Value, Ended> {
    let (answers, silent) = on_all(console, "test.version").await?;
    let mut found: BTreeMap<String, Option<String>> = BTreeMap::new();
    found.extend(silent.into_iter().map(|id| (id, None)));
    found.extend(answers.into_iter().map(|(id, version)| (id, version.as_str().map(str::to_owned))));
    let knowledge = console.knowledge(false).await.map_err(told)?;
    let agents = versions::of_agents(console, &knowledge).await?;
    Ok(versions::report(&found, &agents))
}

/// The answers of all instances to a function without arguments, and those that did not answer.
async fn on_all(console: &Console, function: &str) -> Result<(BTreeMap<String, Value>, Vec<String>), Ended> {
    let knowledge = console.knowledge(false).await.map_err(told)?;
    let all = console.instances(&knowledge);
    let args = FleetArgs::of("*".to_owned(), MatchKind::Glob, function.to_owned())?;
    let job = fleet::job(&args, console, &all)?;
    let mut answers = BTreeMap::new();
    let mut note = |report| {
        if let Report::Answered(answer) = report {
            answers.insert(answer.id, Value::from(answer.result));
        }
    };
    let silence = console.run_job(&job, &all, &mut note).await.map_err(told)?;
    Ok((answers, [silence.silent, silence.lost].concat()))
}

/// What a runner gives to a state that calls it.
pub async fn value_of(
    (console, opened): (&Console, &Opened),
    name: &str,
    arguments: &Arguments,
) -> Result<Value, Ended> {
    match name {
        "mine.get" => mine::get(console, opened, arguments).await,
        "manage.up" | "manage.down" | "manage.status" | "manage.versions" => managed(console, name).await,
        "jobs.list_jobs" => Ok(listed(console).await?.0),
        "jobs.active" => Ok(on_all(console, "saltutil.running").await?.0.into_iter().collect()),
        "jobs.lookup_jid" => {
            let given = arguments.positional.first().or_else(|| arguments.named.get("jid"));
            let job = console.get_job(&number(given.map(python::text))?).await.map_err(told)?;
            let mut answers = Map::new();
            for instance in members(console, &job).await?.0 {
                if let Some(answer) = console.find_answer(&job, &instance).await.map_err(told)? {
                    answers.insert(Key::from(instance.id.as_str()), Value::from(answer.result));
                }
            }
            Ok(Value::Map(answers))
        }
        other => Err(usage(format!("there is no runner '{other}' here: {}", RUNNERS.join(", ")))),
    }
}
