//! The place of the copy that `backup: minion` keeps.

use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use crate::Call;
use machine::text;
use model::Value;
use model::minion::cachedir;

/// The place of a backup below the cache directory, its name ending in the time; nothing if no backup is wanted.
///
/// See <https://docs.saltproject.io/en/3007/ref/states/backup_mode.html>.
pub(super) fn place(call: &Call<'_>, path: &Path) -> Option<PathBuf> {
    let asked = call
        .fields
        .text("backup")
        .or_else(|| call.minion.opts.get("backup_mode").and_then(Value::as_str).map(str::to_owned))?;
    if !matches!(asked.as_str(), "minion" | "both") {
        return None;
    }
    let inside = path.strip_prefix("/").unwrap_or(path);
    let place = cachedir(&call.minion.opts).join("file_backup").join(inside);
    let name = text::of_path(place.file_name()?);
    let now = Timestamp::try_from(call.context.services.now()).ok()?;
    let now = Zoned::new(now, TimeZone::system());
    Some(place.with_file_name(text::to_path(&format!("{name}_{}", now.strftime("%a_%b_%d_%H:%M:%S_%6f_%Y")))))
}
