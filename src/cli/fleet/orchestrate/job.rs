//! One job of an orchestration: sent, gathered, and given as Salt's `saltutil.cmd` gives it.

use std::collections::BTreeMap;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use rand::seq::SliceRandom;

use super::super::args::FleetArgs;
use super::super::open::told;
use super::super::{Ended, run as fleet, supply, usage};
use super::bridge::Connected;
use super::rolling::{AsyncRun, Roller, RollingOptions};
use ::fleet::operator::Report;
use ::fleet::protocol::{Answer, Call, Status};
use ::fleet::targets::Instance;
use model::{Invocation, Key, Map, Value, python};
use sls::matcher::MatchKind;

/// How a target is read, by Salt's words; some kinds have several.
fn kind(word: &str) -> Option<MatchKind> {
    match word {
        "grains" => Some(MatchKind::Grain),
        "ip" | "cidr" => Some(MatchKind::Ipcidr),
        word => MatchKind::parse(word).filter(|kind| *kind != MatchKind::PillarExact),
    }
}

/// Runs it.
pub async fn run(connected: &Connected, invocation: &Invocation) -> Result<Value, Ended> {
    let Connected { opened, console, .. } = connected;
    let named = &invocation.kwargs;
    let args = read(invocation)?;
    let target = fleet::read_target(&args, opened)?;
    let (mut instances, _) = fleet::choose(&args, &target, opened, console).await?;
    if let Some(number) = args.subset {
        instances.shuffle(&mut rand::rng());
        instances.truncate(number);
    }
    let mut answers: BTreeMap<String, Value> = BTreeMap::new();
    let is_expected = named.get("expect_minions").is_some_and(Value::is_truthy);
    if args.kind == MatchKind::List {
        let unknown = args.target.split(',').filter(|id| !instances.iter().any(|it| it.id == *id));
        let is_whole = args.subset.is_none();
        answers.extend(
            unknown.filter(|id| is_whole && !id.is_empty()).map(|id| (id.to_owned(), missing(is_expected))),
        );
    }
    if instances.is_empty() {
        return Ok(answers.into_iter().collect());
    }
    let is_test = named.get("kwarg").and_then(Value::as_map).and_then(|passed| passed.get("test"));
    let rolling = named.get("rolling").and_then(Value::as_map).map(RollingOptions::read).transpose()?;
    // A test run takes nothing out of service.
    let rolling = rolling.filter(|_| !is_test.is_some_and(Value::is_truthy));
    let mut batch = Batch { connected, invocation, args: &args, answers, is_expected };
    if let Some(options) = rolling {
        // The grains name the instance of EC2.
        supply::read_grains(console, &mut instances).await?;
        let allowed = named.get("allow_fail").and_then(Value::as_int).unwrap_or_default();
        let allowed = usize::try_from(allowed).unwrap_or_default();
        let stopped = Roller::new(connected, options).roll(&instances, allowed, &mut batch).await?;
        let mut answers = batch.answers;
        for (why, id) in stopped.iter().flat_map(|(why, ids)| ids.iter().map(move |id| (why, id))) {
            let mut answer = answers.remove(id).as_ref().and_then(Value::as_map).cloned().unwrap_or_default();
            answer.insert(Key::from("stopped"), why.as_str().into());
            answers.insert(id.clone(), Value::Map(answer));
        }
        return Ok(answers.into_iter().collect());
    }
    batch.send(&instances).await?;
    Ok(batch.answers.into_iter().collect())
}

/// Has the job run on some of its instances, and keeps the answers.
struct Batch<'a> {
    connected: &'a Connected,
    invocation: &'a Invocation,
    args: &'a FleetArgs,
    answers: BTreeMap<String, Value>,
    is_expected: bool,
}

impl Batch<'_> {
    /// Gives the IDs of those that failed.
    async fn send(&mut self, instances: &[Instance]) -> Result<Vec<String>, Ended> {
        let Connected { opened, console, .. } = self.connected;
        let named = &self.invocation.kwargs;
        let mut job = fleet::job(self.args, console, instances)?;
        let listed = named.get("arg").and_then(Value::as_list).unwrap_or_default();
        let passed = named.get("kwarg").and_then(Value::as_map).cloned().unwrap_or_default();
        job.record.call = Call {
            arg: listed.iter().map(Value::to_json).collect(),
            kwarg: passed.iter().map(|(key, value)| (key.to_string(), value.to_json())).collect(),
            ..job.record.call
        };
        let mut instances = instances.to_vec();
        supply::with_trees(&mut job, &mut instances, self.args, (opened, console)).await?;
        console.store_job(&job, &instances).await.map_err(told)?;
        let (answers, mut failed) = (&mut self.answers, vec![]);
        let mut note = |report| match report {
            Report::Answered(answer) => {
                if answer.retcode != 0 {
                    failed.push(answer.id.clone());
                }
                answers.insert(answer.id.clone(), shown(answer));
            }
            Report::Ignored(why) => tracing::warn!("{why}"),
        };
        let silence = console.run_job(&job, &instances, &mut note).await.map_err(told)?;
        for id in silence.silent.into_iter().chain(silence.lost).chain(silence.skipped) {
            self.answers.insert(id.clone(), missing(self.is_expected));
            failed.push(id);
        }
        Ok(failed)
    }
}

impl AsyncRun for Batch<'_> {
    fn run(&mut self, batch: Vec<Instance>) -> LocalBoxFuture<'_, Result<Vec<String>, Ended>> {
        async move { self.send(&batch).await }.boxed_local()
    }
}

/// What is in the place of an answer that did not come.
fn missing(is_expected: bool) -> Value {
    one(if is_expected { "failed" } else { "silent" }, Value::Bool(true))
}

fn one(key: &str, value: Value) -> Value {
    [(key, value)].into_iter().collect()
}

fn read(invocation: &Invocation) -> Result<FleetArgs, Ended> {
    let text = |place: usize| invocation.args.get(place).map(python::text).unwrap_or_default();
    let named = &invocation.kwargs;
    let number =
        |key: &str| named.get(key).and_then(Value::as_int).and_then(|number| u64::try_from(number).ok());
    let word = named.get("tgt_type").map_or_else(|| "glob".to_owned(), python::text);
    let kind = kind(&word).ok_or_else(|| usage(format!("tgt_type knows no '{word}'")))?;
    let whole = FleetArgs::of(text(0), kind, text(1))?;
    Ok(FleetArgs {
        batch: named.get("batch").map(python::text),
        failhard: named.get("failhard").is_some_and(Value::is_truthy),
        subset: number("subset").and_then(|number| usize::try_from(number).ok()),
        timeout: number("timeout").unwrap_or(whole.timeout),
        ..whole
    })
}

/// An answer as `saltutil.cmd` gives it; `failed` where the call did not run to its end.
fn shown(answer: Answer) -> Value {
    let mut shown = Map::new();
    let mut put = |key: &str, value: Value| {
        shown.insert(Key::from(key), value);
    };
    put("ret", Value::from(answer.result));
    put("retcode", Value::from(i64::from(answer.retcode)));
    put("jid", answer.jid.as_str().into());
    if let Some(out) = &answer.out {
        put("out", out.as_str().into());
    }
    if answer.status != Status::Done {
        put("failed", Value::Bool(true));
    }
    Value::Map(shown)
}
