//! `tree`: publishes trees, and shows what is published.

use super::args::{TREE_ACTIONS, given_text};
use super::command::Given;
use super::key::prepare;
use super::open::{Opened, open, runtime, told};
use super::show::{print, remark};
use super::{Ended, failed, tree_store, usage};
use crate::render::print_result;
use crate::settings::Environment;
use fleet::operator::{Console, Publication, Published};
use fleet::trees::{TreeError, TreeStore, list_files};
use model::{Key, Map, Value, chain};

/// Carries out a command line.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let opened = open(&given.place, given.output.clone(), "tree", environment)?;
    let name = given_text(&given.bound, "revision");
    let action = given.bound.text("action");
    runtime()?.block_on(async {
        let (console, nats) = opened.console().await?;
        match action.as_str() {
            "publish" => {
                prepare(&console, &nats).await?;
                publish(&opened, &console, name.as_deref()).await
            }
            "list" => list(&opened, &console).await,
            "show" => {
                let name = name.ok_or_else(|| usage("the name of the revision is missing"))?;
                let published = console.get_revision(&name).await.map_err(told)?;
                print(&opened, &[(name.as_str(), shown(&published))].into_iter().collect())
            }
            other => Err(usage(format!("there is no 'tree {other}': {}", TREE_ACTIONS.join(", ")))),
        }
    })
}

async fn publish(opened: &Opened, console: &Console, name: Option<&str>) -> Result<u8, Ended> {
    let broken = |error: TreeError| failed(chain(&error));
    let states = list_files(&opened.config.file_roots).map_err(broken)?;
    let pillar = list_files(&opened.config.pillar_roots).map_err(broken)?;
    if states.files.is_empty() {
        return Err(failed("there is nothing in file_roots to publish"));
    }
    let scratch = opened.cache().join(format!("scratch-{}", std::process::id()));
    let bucket = tree_store::configured(opened)?;
    let tree_store = bucket.as_ref().map(|bucket| -> &dyn TreeStore { bucket });
    let published =
        console.publish_trees((&states, &pillar), name, &scratch, tree_store).await.map_err(told)?;
    let line = match published {
        Publication::Made(made) => {
            format!("Published revision {} ({} files).", made.revision.name, made.revision.files)
        }
        Publication::Unchanged(known) => format!(
            "Revision {} has the same files already; {} published it.",
            known.revision.name, known.revision.operator
        ),
    };
    print_result(&line).map_err(|error| failed(error.to_string()))?;
    Ok(0)
}

async fn list(opened: &Opened, console: &Console) -> Result<u8, Ended> {
    let (known, ignored) = console.list_revisions().await.map_err(told)?;
    let alarm = u8::from(ignored.iter().any(|it| it.is_forged));
    for ignored in ignored {
        remark(&ignored.said);
    }
    let all: Map = known.iter().map(|it| (Key::from(it.revision.name.as_str()), shown(it))).collect();
    Ok(print(opened, &Value::Map(all))?.max(alarm))
}

fn shown(published: &Published) -> Value {
    let revision = &published.revision;
    let created = jiff::Timestamp::from_second(revision.created).unwrap_or_default();
    let count = |number: u64| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
    [
        ("Published", Value::from(created.to_string())),
        ("User", Value::from(revision.operator.as_str())),
        ("Files", count(revision.files as u64)),
        ("Bytes", count(revision.bytes)),
        ("Content", Value::from(revision.content.as_str())),
    ]
    .into_iter()
    .collect()
}
