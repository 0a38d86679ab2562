//! `kmod.present` and `kmod.absent`: modules of the kernel.
//!
//! ```yaml
//! nf_conntrack:
//!   kmod.present:
//!     - persist: True
//! ```
//!
//! The modules of each start are in `/etc/modules-load.d/salt_managed.conf`, as in Salt, or in `/etc/modules` if systemd does not
//! run. Modules that a module needs are loaded with it, and shown.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.kmod.html>.

mod list;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::{Call, Intent, LocalState};
use crate::operation::{Kept, Operation, Operations, act, settled, with};
use machine::file;
use machine::modules::{self, Loading};
use machine::service;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};

const NAME: Argument = Argument::optional("name", Shape::Text, "the module; the ID if left out");
const MODS: Argument = Argument::optional("mods", Shape::Texts, "modules, instead of name");

const PRESENT: &[Argument] =
    &[NAME, Argument::optional("persist", Shape::Boolean, "whether it is loaded at each start too"), MODS];

const ABSENT: &[Argument] = &[
    NAME,
    Argument::optional("persist", Shape::Boolean, "whether it is removed from the list of each start too"),
    Argument::optional(
        "comment",
        Shape::Boolean,
        "whether its line is commented out, not removed; true if left out",
    ),
    MODS,
];

/// The state module `kmod`.
pub struct Kmod;

/// The modules of the kernel, and those of the list of each start.
#[derive(Clone, Debug, Default)]
pub struct Live {
    list: PathBuf,
    has_directory: bool,
    /// The list does not exist.
    text: Option<String>,
    loading: BTreeMap<String, Loading>,
    loaded: BTreeSet<String>,
}

impl Live {
    fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}

impl LocalState for Kmod {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["kmod.present"], PRESENT, "Loads a module of the kernel.").does(BY_PROGRAMS),
        Function::other("absent", &["kmod.absent"], ABSENT, "Removes a module of the kernel.")
            .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let init = call.minion.grains.get("init").and_then(Value::as_str);
        let has_systemd = init.map_or_else(service::has_systemd, |init| init == "systemd");
        let usual = if has_systemd { "/etc/modules-load.d/salt_managed.conf" } else { "/etc/modules" };
        let list = PathBuf::from(usual);
        let text = file::text_if_there(&list).map_err(|error| Outcome::failed(chain(&error)))?;
        let has_directory = list.parent().is_none_or(std::path::Path::is_dir);
        let mut live = Live { list, has_directory, text, ..Live::default() };
        let failed = |error| Outcome::failed(chain(&error));
        if call.function.verb == "absent" {
            live.loaded = modules::loaded().await.map_err(failed)?;
            return Ok(live);
        }
        for module in wanted(&call) {
            let loading = modules::foresee(&module).await.map_err(failed)?;
            live.loading.insert(module, loading);
        }
        Ok(live)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        if call.function.verb == "absent" { absent(&call, &live) } else { present(&call, &live) }
    }
}

fn wanted(call: &Call<'_>) -> Vec<String> {
    let mods = call.fields.texts("mods").filter(|mods| !mods.is_empty());
    mods.unwrap_or_else(|| vec![call.name.to_owned()])
}

/// Salt's words for one or several modules.
fn of(modules: &[String]) -> String {
    format!("module{} {}", if modules.len() == 1 { "" } else { "s" }, modules.join(", "))
}

fn is(modules: &[String]) -> &'static str {
    if modules.len() == 1 { "is" } else { "are" }
}

/// The wanted list.
fn write(live: &Live, text: String) -> Vec<Operation> {
    if text == live.text() {
        return vec![];
    }
    let is_there = live.text.is_some();
    Kept { path: &live.list, has_directory: live.has_directory, is_there, owner: None }.write(text)
}

fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let persists = call.fields.boolean("persist") == Some(true);
    let loading = |module: &String| live.loading.get(module).cloned().unwrap_or(Loading::There);
    let is_there =
        |module: &String| loading(module) == Loading::There && (!persists || list::has(live.text(), module));
    let (there, missing): (Vec<String>, Vec<String>) = wanted(call).into_iter().partition(is_there);
    let already =
        (!there.is_empty()).then(|| format!("Kernel {} {} already present", of(&there), is(&there)));
    if missing.is_empty() {
        return settled(already.unwrap_or_default());
    }
    let (mut operations, mut changes, mut text) = (vec![], Map::new(), live.text().to_owned());
    let (mut loaded, mut unavailable) = (vec![], vec![]);
    for module in &missing {
        let loads = match loading(module) {
            Loading::Unknown(_) => {
                unavailable.push(module.clone());
                continue;
            }
            Loading::There => vec![],
            Loading::Loads(modules) => modules,
        };
        operations.extend((!loads.is_empty()).then(|| Operation::run(modules::load(module))));
        changes.extend(loads.into_iter().map(|module| (module.as_str().into(), "loaded".into())));
        if persists {
            text = list::with(&text, module);
            changes.insert(modules::name(module).as_str().into(), "loaded".into());
        }
        loaded.push(module.clone());
    }
    operations.extend(write(live, text));
    let lines = |more: [Option<String>; 2]| {
        already.iter().cloned().chain(more.into_iter().flatten()).collect::<Vec<_>>().join("\n")
    };
    let set = format!("Kernel {} {} set to be loaded", of(&missing), is(&missing));
    let foreseen = with(Outcome::would_change(lines([Some(set), None])), changes.clone());
    let failed = (!unavailable.is_empty())
        .then(|| format!("Kernel {} {} unavailable", of(&unavailable), is(&unavailable)));
    let done = (!loaded.is_empty()).then(|| format!("Loaded kernel {}", of(&loaded)));
    let is_done = failed.is_none();
    let said = lines([failed, done]);
    let outcome = if is_done { Outcome::succeeded(said) } else { Outcome::failed(said) };
    act(foreseen, operations, with(outcome, changes))
        .or_fail(format!("Failed to load kernel {}", of(&missing)))
}

fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let persists = call.fields.boolean("persist") == Some(true);
    let comments = call.fields.boolean("comment").unwrap_or(true);
    let all = wanted(call);
    let is_loaded = |module: &String| live.loaded.contains(&modules::name(module));
    let is_there = |module: &&String| is_loaded(module) || persists && list::has(live.text(), module);
    let there: Vec<String> = all.iter().filter(is_there).cloned().collect();
    if there.is_empty() {
        return settled(format!("Kernel {} {} already removed", of(&all), is(&all)));
    }
    let removed = there.iter().filter(|module| is_loaded(module));
    let mut operations: Vec<Operation> =
        removed.map(|module| Operation::run(modules::remove(&modules::name(module)))).collect();
    if persists {
        let text =
            there.iter().fold(live.text().to_owned(), |text, module| list::without(&text, module, comments));
        operations.extend(write(live, text));
    }
    let changes: Map =
        there.iter().map(|module| (modules::name(module).as_str().into(), "removed".into())).collect();
    let foreseen = format!("Kernel {} {} set to be removed", of(&there), is(&there));
    act(
        with(Outcome::would_change(foreseen), changes.clone()),
        operations,
        with(Outcome::succeeded(format!("Removed kernel {}", of(&there))), changes),
    )
    .or_fail(format!("Failed to remove kernel {}", of(&there)))
}
