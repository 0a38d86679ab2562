//! The file of saved rules.

use std::path::{Path, PathBuf};

use super::Call;
use crate::operation::Operation;
use machine::file;
use machine::nftables::{are_same, lister};
use model::{Value, chain};

/// The file, and whether it must be written.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    pub path: PathBuf,
    /// True if it has the present rules.
    pub is_same: bool,
}

/// The file that a declaration wants; nothing if it wants none.
///
/// # Errors
/// It cannot be read.
pub(super) async fn find(call: &Call<'_>) -> Result<Option<Saved>, String> {
    let fields = call.fields;
    if !fields.takes("save") || fields.boolean("save") != Some(true) {
        return Ok(None);
    }
    let named = fields.text("save_filename").filter(|path| !path.is_empty());
    let path = PathBuf::from(named.unwrap_or_else(|| usual(call).to_owned()));
    if !path.is_absolute() {
        return Err(format!("save_filename: '{}' is not an absolute path", path.display()));
    }
    let path = if Path::new(&path).is_dir() { path.join("salt-all-in-one.nft") } else { path };
    let there = file::text_if_there(&path).map_err(|error| chain(&error))?;
    let now = lister().ask().await.ok().map(|finished| finished.stdout_text());
    let is_same = matches!((&there, &now), (Some(there), Some(now)) if are_same(there, now));
    Ok(Some(Saved { path, is_same }))
}

/// The file that the service of the distribution reads.
fn usual(call: &Call<'_>) -> &'static str {
    match call.minion.grains.get("os_family").and_then(Value::as_str) {
        Some("RedHat") => "/etc/sysconfig/nftables.conf",
        _ => "/etc/nftables.conf",
    }
}

/// A file that `nft` reads, or that can be executed. Read twice, it gives the same rules.
fn script(printed: &[u8]) -> Vec<u8> {
    [b"#! nft -f\nflush ruleset\n".as_slice(), printed].concat()
}

impl Saved {
    /// Writes it.
    pub(super) fn operation(&self) -> Operation {
        Operation::print(lister(), &self.path, Some(script))
    }
}
