//! `fleet TARGET FUNCTION [ARGS]`.

use rand::seq::SliceRandom;

use super::args::FleetArgs;
use super::command::Given;
use super::follow::{INTERRUPTED, follow};
use super::key::warn;
use super::open::{Opened, open, runtime, told};
use super::show::{Ending, Show, print};
use super::{Ended, failed, supply, usage};
use crate::call;
use crate::exit_code::NOBODY;
use crate::render::{print_error, print_result};
use crate::settings::Environment;
use fleet::jobs::width;
use fleet::operator::{Console, Job, Record, Report};
use fleet::protocol::{Call, PING};
use fleet::targets::{Instance, ReadTarget, Target};
use sls::matcher::MatchKind;

/// Has a function run on many instances.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    start(&FleetArgs::read(given)?, environment)
}

/// Sends a job, and shows the answers.
pub fn start(args: &FleetArgs, environment: &Environment) -> Result<u8, Ended> {
    let opened = open(&args.place, args.output.clone(), &args.function, environment)?;
    runtime()?.block_on(async {
        // A malformed target is found before anything is sent.
        let target = read_target(args, &opened)?;
        let (console, _nats) = opened.console().await?;
        let (mut instances, is_complete) = choose(args, &target, &opened, &console).await?;
        if let Some(number) = args.subset {
            instances.shuffle(&mut rand::rng());
            instances.truncate(number);
        }
        if instances.is_empty() {
            print_error("No minions matched the target. No command was sent, no jid was assigned.\n");
            return Ok(NOBODY);
        }
        if args.is_preview {
            let ids: Vec<String> = instances.into_iter().map(|instance| instance.id).collect();
            return Ok(print(&opened, &ids.into())?.max(u8::from(!is_complete)));
        }
        let mut job = job(args, &console, &instances)?;
        supply::with_trees(&mut job, &mut instances, args, (&opened, &console)).await?;
        job.is_stored = args.is_async || args.function != PING;
        job.calls_all = !job.is_stored && is_for_all(args);
        if job.is_stored {
            console.store_job(&job, &instances).await.map_err(told)?;
        }
        if args.is_async {
            console.start_job(&job, &instances).await.map_err(told)?;
            print_result(&format!("Executed command with job ID: {}", job.jid))
                .map_err(|error| failed(error.to_string()))?;
            return Ok(0);
        }
        if args.shows_jid {
            print_error(&format!("jid: {}\n", job.jid));
        }
        let mut show = Show::new(&opened, args.is_static).hiding_silent(args.hides_silent);
        let Some(silence) = follow(&console, (&job, &instances), &mut show).await? else {
            return Ok(INTERRUPTED);
        };
        let jid = job.jid.as_str();
        let ending = Ending { jid, with_summary: args.summary, passthrough: args.retcode };
        let code = show.finish(&silence, ending)?;
        Ok(code.max(u8::from(!is_complete)))
    })
}

/// Whether it is a function without arguments for all accepted instances.
fn is_for_all(args: &FleetArgs) -> bool {
    args.kind == MatchKind::Glob && args.target == "*" && args.subset.is_none() && args.arguments.is_empty()
}

pub fn job(args: &FleetArgs, console: &Console, instances: &[Instance]) -> Result<Job, Ended> {
    let arguments = call::arguments(&args.arguments);
    let named = arguments.named.iter().map(|(key, value)| (key.to_string(), value.to_json()));
    let width =
        args.batch.as_deref().map(|typed| width(typed, instances.len())).transpose().map_err(usage)?;
    let record = Record {
        nonce: Job::nonce(),
        call: Call {
            fun: args.function.clone(),
            arg: arguments.positional.iter().map(model::Value::to_json).collect(),
            kwarg: named.collect(),
            tree: None,
        },
        target: args.target.clone(),
        ids: instances.iter().map(|instance| instance.id.clone()).collect(),
        width,
        batch_wait: args.batch_wait.saturating_mul(1000),
        failhard: args.failhard,
        patience: args.timeout.max(1).saturating_mul(1000),
        deadline: args.job_timeout.clamp(1, 24 * 3600),
        operator: console.kit.name.clone(),
        tree: None,
    };
    Ok(Job::new(record, jiff::Timestamp::now()))
}

/// The target, with the node groups of the configuration.
pub fn read_target(args: &FleetArgs, opened: &Opened) -> Result<ReadTarget, Ended> {
    let target = Target { kind: args.kind, expression: args.target.clone() };
    Ok(target.read(&opened.config.nodegroups)?)
}

/// The instances of the target; false if it is unknown whether some belong to it.
pub async fn choose(
    args: &FleetArgs,
    target: &ReadTarget,
    opened: &Opened,
    console: &Console,
) -> Result<(Vec<Instance>, bool), Ended> {
    let knowledge = console.knowledge(false).await.map_err(told)?;
    let is_untouched = warn(&knowledge) == 0;
    let mut all = console.instances(&knowledge);
    if target.needs_pillar() {
        let (instances, is_complete) = ask(target, args, (opened, console), all).await?;
        return Ok((instances, is_complete && is_untouched));
    }
    if target.needs_grains() {
        supply::read_grains(console, &mut all).await?;
    }
    let chosen = target.choose(&all);
    for (ids, why) in [
        (&chosen.unknown, "not accepted in this fleet"),
        (&chosen.without_grains, "left out: its grains are not known"),
    ] {
        for id in ids {
            print_error(&format!("{id}: {why}\n"));
        }
    }
    let is_complete = is_untouched && chosen.unknown.is_empty() && chosen.without_grains.is_empty();
    Ok((chosen.instances, is_complete))
}

/// The words of a compound as `match.compound` takes them: a text, or a list if blanks do not separate the words.
fn compound(words: Vec<String>) -> serde_json::Value {
    let has_blanks = words.iter().any(|word| word.is_empty() || word.contains(char::is_whitespace));
    if has_blanks { words.into() } else { words.join(" ").into() }
}

/// Only the instances know their pillar, or it is compiled for each of them: so they are asked.
async fn ask(
    target: &ReadTarget,
    args: &FleetArgs,
    (opened, console): (&Opened, &Console),
    mut all: Vec<Instance>,
) -> Result<(Vec<Instance>, bool), Ended> {
    let (function, asked) = match args.kind {
        MatchKind::Pillar => ("match.pillar", args.target.clone().into()),
        MatchKind::PillarPcre => ("match.pillar_pcre", args.target.clone().into()),
        _ => ("match.compound", compound(target.words(&all))),
    };
    let mut job = job(args, console, &all)?;
    job.record.call = Call::new(function, vec![asked]);
    supply::with_trees(&mut job, &mut all, args, (opened, console)).await?;
    let mut matching = std::collections::BTreeSet::new();
    let mut is_complete = true;
    let mut note = |report| {
        if let Report::Answered(answer) = report {
            is_complete &= answer.retcode == 0;
            if answer.result == serde_json::Value::Bool(true) {
                matching.insert(answer.id);
            }
        }
    };
    let silence = console.run_job(&job, &all, &mut note).await.map_err(told)?;
    for id in silence.silent.iter().chain(&silence.lost) {
        print_error(&format!("{id}: left out: it did not answer whether it matches the target\n"));
        is_complete = false;
    }
    Ok((all.into_iter().filter(|instance| matching.contains(&instance.id)).collect(), is_complete))
}
