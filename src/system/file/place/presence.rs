//! A path that must exist, or must not.

use super::Live;
use crate::operation::{Operation, Operations, act, refused, with};
use crate::{Call, Intent};
use machine::file::FileKind;
use model::{Map, Outcome, Value};

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if name.trim_end_matches('/').is_empty() {
        return refused("Refusing to make \"/\" absent");
    }
    let Some(stat) = &live.link else {
        return Intent::Settled(Outcome::succeeded(format!("File {name} is not present")));
    };
    let (what, removed) =
        if stat.kind == FileKind::Directory { ("Directory", "directory") } else { ("File", "file") };
    let changes: Map = [("removed".into(), Value::from(name))].into_iter().collect();
    act(
        with(Outcome::would_change(format!("{what} {name} is set for removal")), changes.clone()),
        vec![Operation::Remove(live.path.clone())],
        with(Outcome::succeeded(format!("Removed {removed} {name}")), changes),
    )
}

pub(super) fn exists(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    Intent::Settled(match live.stat {
        Some(_) => Outcome::succeeded(format!("Path {name} exists")),
        None => Outcome::failed(format!("Specified path {name} does not exist")),
    })
}

pub(super) fn missing(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    Intent::Settled(match live.stat {
        Some(_) => Outcome::failed(format!("Specified path {name} exists")),
        None => Outcome::succeeded(format!("Path {name} is missing")),
    })
}
