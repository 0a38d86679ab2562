//! The present mounts, and the table of file systems.

use std::path::{Path, PathBuf};

use crate::Call;
use machine::file;
use machine::mount::{self, Mounted, Swap};
use machine::text;
use model::chain;

/// The present state of a place.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// The place, links followed.
    pub(super) point: PathBuf,
    /// The present mount.
    pub(super) mounted: Option<Mounted>,
    /// True if the wanted device is mounted.
    pub(super) is_device: bool,
    /// True if the place exists.
    pub(super) exists: bool,
    /// The missing directories, the topmost first.
    pub(super) missing: Vec<PathBuf>,
    /// All places where something is mounted, as the table writes them.
    pub(super) places: Vec<String>,
    /// The table.
    pub(super) config: PathBuf,
    /// Its contents; nothing if there is none.
    pub(super) table: Option<String>,
    /// The device as the table must name it; nothing if it has no such name.
    pub(super) named: Option<String>,
    /// The path of the device, links followed.
    pub(super) device: String,
    /// The swap space of that device.
    pub(super) swap: Option<Swap>,
}

pub(super) async fn describe(call: Call<'_>) -> Result<Live, String> {
    let fields = call.fields;
    let verb = call.function.verb;
    let config = PathBuf::from(fields.text("config").unwrap_or_else(|| "/etc/fstab".to_owned()));
    let table = file::text_if_there(&config).map_err(|error| chain(&error))?;
    let mut live = Live { config, table, ..Live::default() };
    match verb {
        "swap" => {
            live.device = mount::resolved(call.name);
            let swaps = mount::swaps().map_err(|error| format!("'/proc/swaps' cannot be read: {error}"))?;
            live.swap = swaps.into_iter().find(|swap| swap.device == live.device);
        }
        "fstab_present" | "fstab_absent" => {
            live.named = named(&call).await?;
            live.places = places(&mounts()?);
        }
        _ => {
            let name = if call.name == "/" { "/" } else { call.name.trim_end_matches('/') };
            let place = PathBuf::from(name);
            live.exists = place.exists();
            live.missing = missing_above(&place);
            live.point = place.canonicalize().unwrap_or(place);
            let all = mounts()?;
            live.places = places(&all);
            live.mounted = all.iter().find(|mounted| mounted.point == live.point).cloned();
            let device = fields.text("device").unwrap_or_default();
            live.device = mount::resolved(&device);
            live.is_device =
                live.mounted.as_ref().is_some_and(|now| is_device(&device, &live.device, now, &all));
        }
    }
    Ok(live)
}

fn mounts() -> Result<Vec<Mounted>, String> {
    mount::list().map_err(|error| format!("'/proc/self/mountinfo' cannot be read: {error}"))
}

fn places(all: &[Mounted]) -> Vec<String> {
    all.iter().map(|mounted| text::of_path(&mounted.point).replace(' ', "\\040")).collect()
}

/// The missing ones of the place itself and the directories above it, the topmost first.
fn missing_above(place: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> = place
        .ancestors()
        .take_while(|it| !it.as_os_str().is_empty() && !it.exists())
        .map(Path::to_owned)
        .collect();
    missing.reverse();
    missing
}

/// True if this device is mounted, or this directory is bound.
fn is_device(written: &str, resolved: &str, now: &Mounted, all: &[Mounted]) -> bool {
    if [written, resolved].contains(&now.device.as_str()) || mount::resolved(&now.device) == resolved {
        return true;
    }
    // `sshfs#user@host:` is shown without the program.
    if written.split_once('#').is_some_and(|(_, rest)| rest == now.device) {
        return true;
    }
    let source = Path::new(resolved);
    if !source.is_absolute() || source.starts_with("/dev") {
        return false;
    }
    let holds = |it: &&Mounted| source.starts_with(&it.point) && it.point != now.point;
    let Some(holder) = all.iter().filter(holds).max_by_key(|it| it.point.as_os_str().len()) else {
        return false;
    };
    let below = source.strip_prefix(&holder.point).unwrap_or(source);
    holder.device == now.device && holder.root.join(below) == now.root
}

/// The device by the name that `mount_by` selects.
async fn named(call: &Call<'_>) -> Result<Option<String>, String> {
    let name = call.name;
    let by = match call.fields.text("mount_by") {
        None => return Ok(Some(name.to_owned())),
        Some(by) => by.to_uppercase(),
    };
    if by == "DEVICE" && name.starts_with('/') || name.starts_with(&format!("{by}=")) {
        return Ok(Some(name.to_owned()));
    }
    let identities = mount::identities(name).await.map_err(|error| chain(&error))?.unwrap_or_default();
    let of = |key: &str| identities.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone());
    Ok(if by == "DEVICE" { of("DEVNAME") } else { of(&by).map(|value| format!("{by}={value}")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mounted(point: &str, root: &str, device: &str) -> Mounted {
        Mounted { point: point.into(), root: root.into(), device: device.into(), ..Mounted::default() }
    }

    #[test]
    fn a_directory_that_is_bound_is_known_by_its_file_system_and_path() {
        let all = [
            mounted("/", "/", "/dev/vda1"),
            mounted("/srv", "/", "/dev/vdb1"),
            mounted("/mnt", "/data/x", "/dev/vdb1"),
        ];
        let now = &all[2];
        for (source, is) in
            [("/srv/data/x", true), ("/srv/data/y", false), ("/data/x", false), ("/dev/vdb1", true)]
        {
            assert_eq!(is_device(source, source, now, &all), is, "{source}");
        }
    }
}
