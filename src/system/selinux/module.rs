//! `selinux.module`, `selinux.module_install` and `selinux.module_remove`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::operation::{Operation, Operations, change, changes_of, refused, settled};
use crate::source::find;
use crate::{Call, Intent};
use machine::file::{self, Algorithm};
use machine::selinux::Module;
use model::{Outcome, Value};

/// The file of a module.
#[derive(Clone, Debug)]
pub struct Source {
    pub(super) path: PathBuf,
    /// The name of the module, which is the name of the file.
    pub(super) module: String,
    /// Its SHA-256. None if the file does not exist yet.
    pub(super) digest: Option<String>,
}

/// The file of the module that a call installs.
pub(super) async fn source(call: &Call<'_>) -> Result<Option<Source>, Outcome> {
    let fields = call.fields;
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let written = match call.function.verb {
        "module_install" => call.name.to_owned(),
        // Both at once is refused, whatever the file is.
        "module" if flag("install") && !flag("remove") => {
            fields.text("source").unwrap_or_else(|| call.name.to_owned())
        }
        _ => return Ok(None),
    };
    let is_here = written.starts_with('/');
    let path = match is_here {
        true => PathBuf::from(&written),
        false => find(call, &written).await.map_err(Outcome::failed)?.path,
    };
    let stem = written.rsplit('/').next().unwrap_or(&written);
    let module = stem.split('.').next().unwrap_or(stem).to_owned();
    // An earlier state may write it.
    let digest = file::digest(&path, Algorithm::Sha256).ok();
    Ok(Some(Source { path, module, digest }))
}

/// True if the installed module is not the one of the file. Without digests, an installed module counts as the same.
fn differs(source: &Source, now: Option<&Module>) -> bool {
    let Some(now) = now else { return true };
    match (&source.digest, &now.digest) {
        (Some(wanted), Some(now)) => wanted != now,
        _ => false,
    }
}

fn install(source: &Source) -> Operation {
    super::run(&["semodule", "-i", &source.path.display().to_string()])
}

pub(super) fn diff(
    call: &Call<'_>,
    all: &BTreeMap<String, Module>,
    source: Option<&Source>,
) -> Intent<Operations> {
    let flag = |name: &str| call.fields.takes(name) && call.fields.boolean(name) == Some(true);
    match (call.function.verb, source) {
        ("module_install", Some(source)) => installed(call, all, source),
        ("module_remove", _) => removed(call, all),
        _ if flag("install") && flag("remove") => refused("Cannot install and remove at the same time"),
        _ if flag("remove") => removed(call, all),
        _ => turned(call, all, source),
    }
}

fn installed(call: &Call<'_>, all: &BTreeMap<String, Module>, source: &Source) -> Intent<Operations> {
    let (name, now) = (call.name, all.get(&source.module));
    if !differs(source, now) {
        return settled(format!("Module {name} is already installed"));
    }
    change(
        format!("Module {name} is set to be installed"),
        format!("Module {name} has been installed"),
        changes_of(&source.module, if now.is_some() { "replaced" } else { "installed" }),
        vec![install(source)],
    )
    .or_fail(format!("Failed to install module {name}"))
}

fn removed(call: &Call<'_>, all: &BTreeMap<String, Module>) -> Intent<Operations> {
    let name = call.name;
    if !all.contains_key(name) {
        return settled(format!("Module {name} is not available"));
    }
    change(
        format!("Module {name} is set to be removed"),
        format!("Module {name} has been removed"),
        changes_of(name, "removed"),
        vec![super::run(&["semodule", "-r", name])],
    )
    .or_fail(format!("Failed to remove module {name}"))
}

fn turned(call: &Call<'_>, all: &BTreeMap<String, Module>, source: Option<&Source>) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let written = fields.text("module_state").unwrap_or_else(|| "Enabled".to_owned());
    let wanted = match written.to_lowercase().as_str() {
        "1" | "on" | "yes" | "true" | "enabled" => true,
        "0" | "off" | "no" | "false" | "disabled" => false,
        _ => return refused(format!("{written} is not a valid state for the {name} module.")),
    };
    if let Some(source) = source.filter(|source| source.module != name) {
        let path = source.path.display();
        return refused(format!(
            "Module {name} is not the one of {path}: the name of the file must be that of the module"
        ));
    }
    let now = all.get(name);
    let source = source.filter(|source| differs(source, now));
    if now.is_none() && source.is_none() {
        return refused(format!("Module {name} is not available"));
    }
    let version = fields.text("version").filter(|version| version != "any");
    let has = now.and_then(|now| now.version.clone());
    if let Some(version) = version.filter(|version| source.is_none() && has.as_ref() != Some(version)) {
        let has = has.as_deref().unwrap_or("None");
        return refused(format!(
            "Module version is {has} and does not match the desired version of {version} or you are using semodule >= 2.4"
        ));
    }
    // A new module is enabled.
    let is_on = now.is_none_or(|now| now.is_enabled);
    if is_on == wanted && source.is_none() {
        return settled(format!("Module {name} is in the desired state"));
    }
    let mut operations: Vec<Operation> = source.map(install).into_iter().collect();
    let mut changes = source.map(|_| changes_of(name, "installed")).unwrap_or_default();
    if is_on != wanted {
        operations.push(super::run(&["semodule", if wanted { "-e" } else { "-d" }, name]));
        let word = |is_on| Value::from(if is_on { "Enabled" } else { "Disabled" });
        let both: Value = [("old", word(is_on)), ("new", word(wanted))].into_iter().collect();
        changes.insert("module_state".into(), both);
    }
    change(
        format!("Module {name} is set to be toggled to {written}"),
        format!("Module {name} has been set to {written}"),
        changes,
        operations,
    )
    .or_fail(format!("Failed to set the Module {name} to {written}"))
}
