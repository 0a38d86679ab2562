//! `alias.present` and `alias.absent`: recipients of mail to a local name.
//!
//! ```yaml
//! root:
//!   alias.present:
//!     - target: [ops@example.com, admin]
//! ```
//!
//! The table is `/etc/aliases`, or `aliases.file` of the configuration. Only the entry of this name changes; then `newaliases`
//! runs, if it is installed.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.alias.html>.

use std::path::PathBuf;

use super::{Call, Intent, LocalState};
use crate::operation::{Kept, Operation, Operations, act, refused, settled, with};
use machine::process::Command;
use machine::{aliases, file};
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain, python};

const NAME: Argument = Argument::optional("name", Shape::Text, "the local name; the ID if left out");
const TARGET: Argument = Argument::required(
    "target",
    Shape::Texts,
    "the recipients: an address, a local name, a program or several",
);

/// The state module `alias`.
pub struct Alias;

/// The table.
#[derive(Clone, Debug)]
pub struct Live {
    path: PathBuf,
    /// None if there is no table yet.
    text: Option<String>,
}

impl LocalState for Alias {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["alias.present"], &[NAME, TARGET], "Forwards the mail to a local name.")
            .does(BY_PROGRAMS),
        Function::absent(&["alias.absent"], &[NAME], "Removes a mail alias.").does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let path = call.minion.option("aliases.file").and_then(Value::as_str).unwrap_or("/etc/aliases");
        let text = file::text_if_there(path.as_ref()).map_err(|error| Outcome::failed(chain(&error)))?;
        Ok(Live { path: path.into(), text })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        if call.function.verb == "absent" { absent(&call, &live) } else { present(&call, &live) }
    }
}

impl Live {
    fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Writes the table and runs `newaliases`.
    fn written(&self, text: String) -> Vec<Operation> {
        let has_directory = self.path.parent().is_none_or(std::path::Path::is_dir);
        let kept =
            Kept { path: &self.path, has_directory, is_there: self.text.is_some(), owner: None }.write(text);
        let read = "if command -v newaliases >/dev/null; then exec newaliases; fi";
        kept.into_iter().chain([Operation::run(Command::shell("/bin/sh", read))]).collect()
    }
}

fn changes(name: &str) -> Map {
    [("alias".into(), Value::from(name))].into_iter().collect()
}

fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let targets = call.fields.texts("target").unwrap_or_default();
    let is_fine = |text: &str| !text.trim().is_empty() && !text.contains(['\n', '\r']);
    if targets.is_empty() || !targets.iter().all(|target| is_fine(target)) {
        return refused("target can not be an empty string");
    }
    if !is_fine(name) || name.contains([':', '#']) {
        return refused(format!("'{name}' cannot be the name of an alias"));
    }
    let target = targets.join(", ");
    if aliases::target(live.text(), name).as_deref() == Some(&target) {
        return settled(format!("Alias {name} already present"));
    }
    let shown = match call.fields.value("target") {
        Some(list @ Value::List(_)) => python::text(&list),
        _ => target.clone(),
    };
    act(
        with(Outcome::would_change(format!("Alias {name} -> {shown} is set to be added")), changes(name)),
        live.written(aliases::with(live.text(), name, &target)),
        with(Outcome::succeeded(format!("Set email alias {name} -> {shown}")), changes(name)),
    )
    .or_fail(format!("Failed to set alias {name} -> {shown}"))
}

fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if aliases::target(live.text(), name).is_none() {
        return settled(format!("Alias {name} already absent"));
    }
    act(
        with(Outcome::would_change(format!("Alias {name} is set to be removed")), changes(name)),
        live.written(aliases::without(live.text(), name)),
        with(Outcome::succeeded(format!("Removed alias {name}")), changes(name)),
    )
    .or_fail(format!("Failed to remove alias {name}"))
}
