//! The file of saved rules, which the system reads at its start.

use std::path::{Path, PathBuf};

use super::{Call, family};
use crate::operation::Operation;
use machine::file::{self, Permissions};
use machine::iptables::{self, Family};
use model::{Value, chain};

/// The file, and whether it must be written.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    pub path: PathBuf,
    pub family: Family,
    /// True if it has the present rules.
    pub is_same: bool,
    /// The missing directories, the outer ones first.
    pub missing: Vec<PathBuf>,
}

/// The file that the system reads at its start, as the packages `iptables-persistent` and `iptables-services` do.
fn usual(os_family: &str, family: Family) -> Option<&'static str> {
    let [four, six] = match os_family {
        "Debian" => ["/etc/iptables/rules.v4", "/etc/iptables/rules.v6"],
        "RedHat" => ["/etc/sysconfig/iptables", "/etc/sysconfig/ip6tables"],
        "Arch" | "Void" => ["/etc/iptables/iptables.rules", "/etc/iptables/ip6tables.rules"],
        "Alpine" => ["/etc/iptables/rules-save", "/etc/iptables/rules6-save"],
        "Gentoo" => ["/var/lib/iptables/rules-save", "/var/lib/ip6tables/rules-save"],
        _ => return None,
    };
    Some(if family == Family::V6 { six } else { four })
}

/// The file that a declaration wants; nothing if it wants none.
///
/// # Errors
/// It cannot be read, or the place of this system's file is not known.
pub(super) async fn find(call: &Call<'_>) -> Result<Option<Saved>, String> {
    let asked = if call.fields.takes("save") { call.fields.value("save") } else { None };
    let os_family = call.minion.option("os_family").and_then(Value::as_str).unwrap_or_default();
    let path = match asked {
        Some(Value::Bool(true)) => usual(os_family, family(call))
            .ok_or_else(|| format!("the file of saved rules of {os_family} is not known: name it by save"))?,
        Some(Value::Str(ref path)) if path.starts_with('/') => path,
        Some(Value::Str(path)) if !path.is_empty() => {
            return Err(format!("save: '{path}' is not an absolute path"));
        }
        _ => return Ok(None),
    };
    if call.minion.option("iptables.save_filters").is_some_and(Value::is_truthy) {
        return Err("the option iptables.save_filters is not supported: all rules are saved".to_owned());
    }
    let path = PathBuf::from(path);
    let there = file::text_if_there(&path).map_err(|error| chain(&error))?;
    // If the present rules are not known, they count as different.
    let now = family(call).saved().await.ok();
    let is_same = matches!((&there, &now), (Some(there), Some(now)) if iptables::are_same(there, now));
    let above = path.parent().into_iter().flat_map(Path::ancestors);
    let mut missing: Vec<PathBuf> = above.filter(|it| !it.exists()).map(Path::to_path_buf).collect();
    missing.reverse();
    Ok(Some(Saved { path, family: family(call), is_same, missing }))
}

impl Saved {
    /// Writes it.
    pub(super) fn operations(&self) -> Vec<Operation> {
        let open = Permissions { mode: Some(0o755), ..Permissions::default() };
        let directories = self
            .missing
            .iter()
            .map(|path| Operation::MakeDirectory { path: path.clone(), permissions: open });
        directories.chain([Operation::print(self.family.saver(), &self.path, None)]).collect()
    }
}
