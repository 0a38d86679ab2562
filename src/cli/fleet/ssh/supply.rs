//! What a job brings along: the tree of states, packed once, and the pillar of each host, compiled here.

use std::sync::Arc;

use futures::FutureExt;

use super::super::mine::OpsMine;
use super::super::open::Opened;
use super::super::supply::{not_compiled, pillar_of};
use super::super::{Ended, failed, own_thread};
use super::hosts::cache;
use crate::commands::Overrides;
use exec::{self, Arguments, FleetFunctions};
use fleet::ssh::{Bundle, Host, Supplied, Supplier};
use fleet::trees::list_files;
use model::Effect::{CallsFunctions, CompilesPillar, NeedsPillar, RendersTemplate, RunsStates};
use model::{Map, Value, chain, python};

/// Modules whose functions read trees, whatever their entries say of pillar.
const READERS: [&str; 5] = ["state.", "pillar.", "cp.", "slsutil.", "defaults."];

/// Whether a call may read trees or pillar. Of a function that has no entry in `exec` that is taken to be so.
pub fn needs_trees(function: &str, arguments: &Arguments) -> bool {
    let Some(entry) = exec::find(function) else { return true };
    let reads =
        |it| matches!(it, &(NeedsPillar | CompilesPillar | CallsFunctions | RunsStates | RendersTemplate));
    let texts = || arguments.positional.iter().chain(arguments.named.values()).map(python::text);
    READERS.iter().any(|module| function.starts_with(module))
        || entry.does.iter().any(reads)
        || texts().any(|text| text.contains("salt://"))
}

/// What gives each host the tree and its pillar.
///
/// # Errors
///
/// The tree cannot be packed.
pub fn supplier(opened: &Arc<Opened>, arguments: &Arguments) -> Result<Box<Supplier>, Ended> {
    let directory = cache(opened);
    let packed = list_files(&opened.config.file_roots).and_then(|tree_files| {
        std::fs::create_dir_all(&directory).ok();
        Bundle::of(&tree_files, &directory, jiff::Timestamp::now())
    });
    let bundle = Arc::new(packed.map_err(|error| failed(chain(&error)))?);
    let text = |name: &str| arguments.named.get(name).and_then(Value::as_str).map(str::to_owned);
    let overrides = Arc::new(Overrides {
        pillar: arguments.named.get("pillar").and_then(Value::as_map).cloned(),
        saltenv: text("saltenv"),
        pillarenv: text("pillarenv"),
        ..Overrides::default()
    });
    let fleet: Arc<dyn FleetFunctions> = Arc::new(OpsMine::new((**opened).clone(), None));
    let opened = Arc::clone(opened);
    Ok(Box::new(move |host: Host, grains: Map| {
        let (opened, overrides, fleet) = (Arc::clone(&opened), Arc::clone(&overrides), Arc::clone(&fleet));
        let bundle = Arc::clone(&bundle);
        let compiled = own_thread::start(move || {
            pillar_of((&host.id, grains), &opened.settings, (&opened.config, &fleet), &overrides)
        });
        async move { Supplied { bundle, pillar: compiled.await.unwrap_or_else(not_compiled) } }.boxed()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_brought_only_to_what_may_read_them() {
        let with = |text: &str| Arguments { positional: vec![Value::from(text)], named: Map::new() };
        for (function, argument, expected) in [
            ("test.ping", "", false),
            ("grains.get", "os", false),
            ("service.status", "cron", false),
            ("state.apply", "web", true),
            ("pillar.get", "x", true),
            ("cp.get_file", "salt://x", true),
            ("cmd.script", "salt://x", true),
            ("boto_sqs.exists", "jobs", true),
        ] {
            assert_eq!(needs_trees(function, &with(argument)), expected, "{function}");
        }
    }
}
