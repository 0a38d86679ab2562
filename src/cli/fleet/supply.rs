//! The trees of a job: which revision, and the pillar of each instance, compiled here.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::args::FleetArgs;
use super::child::roots_value;
use super::mine::OpsMine;
use super::open::{Opened, told};
use super::show::remark;
use super::tree_store::Buckets;
use super::{Ended, failed, own_thread};
use crate::commands::{Overrides, Session};
use crate::error::CliError;
use crate::settings::Settings;
use exec::FleetFunctions;
use fleet::operator::{Console, Job, Published, SupplyOf};
use fleet::protocol::{Call, Compiled, Refusal, Supply};
use fleet::targets::Instance;
use fleet::trees::{Tree, TreeCache, TreeError, content, list_files};
use model::{Key, Map, Value, chain};
use sls::config::Config;

/// The word for an instance's own trees.
const NONE: &str = "none";
/// Modules whose functions read trees.
const READERS: [&str; 5] = ["state.", "pillar.", "cp.", "mine.", MATCHERS];
/// These ask an instance whether a target by pillar means it.
const MATCHERS: &str = "match.";
/// How many trees an ops node keeps unpacked: both trees of so many revisions, halved.
const KEPT: usize = 8;

/// Gives a job the revision that the command line names; without one, the newest if the function reads trees.
pub async fn with_trees(
    job: &mut Job,
    instances: &mut [Instance],
    args: &FleetArgs,
    (opened, console): (&Opened, &Console),
) -> Result<(), Ended> {
    let published = match args.tree.as_deref() {
        Some(NONE) => None,
        Some(name) => Some(console.get_revision(name).await.map_err(told)?),
        None if READERS.iter().any(|module| job.record.call.fun.starts_with(module)) => {
            newest(opened, console, !job.record.call.fun.starts_with(MATCHERS)).await?
        }
        None => None,
    };
    match published {
        Some(published) => supply(job, instances, &published, (opened, console)).await,
        None => Ok(()),
    }
}

/// Reads the grains of instances, and shows what is ignored.
pub async fn read_grains(console: &Console, instances: &mut [Instance]) -> Result<(), Ended> {
    for ignored in console.read_grains(instances).await.map_err(told)? {
        remark(&ignored);
    }
    Ok(())
}

/// The same revision again: another operator continues the job.
pub async fn again(
    job: &mut Job,
    instances: &mut [Instance],
    (opened, console): (&Opened, &Console),
) -> Result<(), Ended> {
    let Some(name) = job.record.tree.clone() else { return Ok(()) };
    let published = console.get_revision(&name).await.map_err(told)?;
    supply(job, instances, &published, (opened, console)).await
}

/// The newest revision. Where this node has other files, that is reported if `compares`.
async fn newest(opened: &Opened, console: &Console, compares: bool) -> Result<Option<Published>, Ended> {
    let (known, ignored) = console.list_revisions().await.map_err(told)?;
    for ignored in ignored {
        remark(&ignored.said);
    }
    let Some(newest) = known.into_iter().next_back() else { return Ok(None) };
    if !compares {
        return Ok(Some(newest));
    }
    let listed = list_files(&opened.config.file_roots)
        .and_then(|states| Ok((states, list_files(&opened.config.pillar_roots)?)));
    let own = listed.and_then(|(states, pillar)| {
        let is_empty = states.files.is_empty() && pillar.files.is_empty();
        if is_empty { Ok(None) } else { content(&[&states, &pillar]).map(Some) }
    });
    let revision = &newest.revision;
    match own {
        Ok(Some(own)) if own != revision.content => remark(&format!(
            "this ops node's trees differ from revision {}, which {} published: the job runs with the revision (orchestrate tree publish)",
            revision.name, revision.operator
        )),
        Err(error) => remark(&format!("this ops node's trees cannot be compared: {}", chain(&error))),
        Ok(_) => {}
    }
    Ok(Some(newest))
}

/// Fetches both trees of a revision, and has the job run with them. The instances' grains are read for their pillar.
async fn supply(
    job: &mut Job,
    instances: &mut [Instance],
    published: &Published,
    (opened, console): (&Opened, &Console),
) -> Result<(), Ended> {
    read_grains(console, instances).await?;
    let broken = |error: TreeError| failed(chain(&error));
    let supply = console.supply(published).map_err(told)?;
    let sealed_trees = console.sealed_trees(published).map_err(told)?;
    let by = console.operators.find(&published.by);
    let by = by.ok_or_else(|| failed(Refusal::UnknownOperator.to_string()))?;
    let cache = TreeCache::new(opened.cache().join("trees"), KEPT)
        .with_source(Some(Arc::new(Buckets { settings: opened.settings.clone() })));
    let mut source = opened.settings.config.clone();
    let now = jiff::Timestamp::now();
    for (tree, sealed_tree, key) in [
        (Tree::States, &sealed_trees.states, "file_roots"),
        (Tree::Pillar, &sealed_trees.pillar, "pillar_roots"),
    ] {
        let wanted = (tree, sealed_tree, &supply);
        let roots = cache.roots(&*console.transport, wanted, by, now).await.map_err(broken)?;
        source.overrides.insert(Key::from(key), roots_value(&roots));
    }
    let config = Config::load(&source).map_err(CliError::Config)?;
    job.record.tree = Some(published.revision.name.clone());
    job.supply_of = Some(supply_of(supply, opened, config, &job.record.call));
    Ok(())
}

/// Compiles the pillar of each instance when its first order is made.
fn supply_of(supply: Supply, opened: &Opened, config: Config, call: &Call) -> SupplyOf {
    let settings = opened.settings.clone();
    let fleet: Arc<dyn FleetFunctions> = Arc::new(OpsMine::new(opened.clone(), None));
    let text = |name: &str| call.kwarg.get(name).and_then(|value| value.as_str()).map(str::to_owned);
    let pillar = call.kwarg.get("pillar").cloned().map(Value::from);
    let overrides = Overrides {
        pillar: pillar.as_ref().and_then(Value::as_map).cloned(),
        saltenv: text("saltenv"),
        pillarenv: text("pillarenv"),
        ..Overrides::default()
    };
    let compiled: Mutex<BTreeMap<String, Compiled>> = Mutex::default();
    SupplyOf(Arc::new(move |instance| {
        let mut compiled = compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let compile = || match instance.grains.clone() {
            Some(grains) => {
                let compile = || pillar_of((&instance.id, grains), &settings, (&config, &fleet), &overrides);
                own_thread::wait(compile).unwrap_or_else(not_compiled)
            }
            None => Compiled::Problems("this instance has not sent its grains yet".to_owned()),
        };
        let pillar = compiled.entry(instance.id.clone()).or_insert_with(compile).clone();
        supply.with_pillar(pillar)
    }))
}

/// What an instance answers where the thread that compiles its pillar came to nothing.
pub fn not_compiled(why: String) -> Compiled {
    Compiled::Problems(format!("the pillar could not be compiled: {why}"))
}

/// The pillar of an instance, by its ID and grains.
pub fn pillar_of(
    instance: (&str, Map),
    settings: &Settings,
    (config, fleet): (&Config, &Arc<dyn FleetFunctions>),
    overrides: &Overrides,
) -> Compiled {
    let session = Session::of_instance(settings, config.clone(), instance, Arc::clone(fleet));
    match session.trees(overrides).map(|trees| Value::Map(trees.minion.pillar).to_json()) {
        Ok(serde_json::Value::Object(values)) => Compiled::Values(values),
        Ok(_) => Compiled::Values(serde_json::Map::new()),
        Err(error) => Compiled::Problems(error.report().problems.to_string()),
    }
}
