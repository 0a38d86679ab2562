//! Logical volumes.

use super::{Call, Intent, Live, Operations, Plan, forces, options, spec, words};
use crate::operation::{changes_of, refused, settled};
use machine::lvm::{Group, Logical, bytes};

/// The group in `vgname`, which may name a pool of thin volumes after a slash.
fn group(call: &Call<'_>) -> String {
    let vgname = call.fields.required_text("vgname");
    vgname.split('/').next().unwrap_or_default().to_owned()
}

fn find<'l>(live: &'l Live, group: &str, name: &str) -> Option<&'l Logical> {
    live.volumes.as_ref().ok()?.logical.iter().find(|it| it.group == group && it.name == name)
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let fields = call.fields;
    let given = |name: &str| fields.text(name).filter(|text| !text.is_empty());
    let (size, extents) = (given("size"), given("extents"));
    if size.is_some() && extents.is_some() {
        return refused("Only one of extents or size can be specified.");
    }
    let wanted = match size.as_deref().map(|size| (size, bytes(size))) {
        Some((size, None)) => return refused(format!("Size {size} is invalid.")),
        Some((_, wanted)) => wanted,
        None => None,
    };
    let group = group(call);
    let snapshot = given("snapshot");
    let name = snapshot.clone().unwrap_or_else(|| call.name.to_owned());
    match find(live, &group, &name) {
        Some(volume) => resized(call, live, volume, wanted),
        None => created(call, live, &name, snapshot.is_some(), wanted),
    }
}

fn created(
    call: &Call<'_>,
    live: &Live,
    name: &str,
    is_snapshot: bool,
    wanted: Option<u64>,
) -> Intent<Operations> {
    let fields = call.fields;
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let (vgname, is_thin) = (fields.required_text("vgname"), flag("thinvolume"));
    if is_thin && flag("thinpool") {
        return refused("Error: Please set only one of thinvolume or thinpool to True");
    }
    let mut more = match () {
        () if is_thin => vec!["--thin".to_owned(), "-n".to_owned(), name.to_owned()],
        () if flag("thinpool") => vec!["--thinpool".to_owned(), name.to_owned()],
        () => vec!["-n".to_owned(), name.to_owned()],
    };
    more.extend(
        wanted.iter().flat_map(|size| [if is_thin { "-V" } else { "-L" }.to_owned(), format!("{size}b")]),
    );
    more.extend(fields.text("extents").into_iter().flat_map(|extents| ["-l".to_owned(), extents]));
    more.extend(options(call, &spec::LOGICAL));
    more.extend(forces(call).then(|| "--yes".to_owned()));
    let origin = format!("{vgname}/{}", call.name);
    let devices = fields.comma_texts("pv").unwrap_or_default();
    let mut last = if is_snapshot { vec!["-s", origin.as_str()] } else { vec![vgname.as_str()] };
    last.extend(devices.iter().map(String::as_str));
    let plan = Plan {
        foreseen: format!("Logical Volume {name} is set to be created"),
        done: format!("Created Logical Volume {name}"),
        failure: format!("Failed to create Logical Volume {name}. Error"),
        changes: changes_of("created", format!("Logical volume \"{name}\" created.")),
    };
    plan.intent(live, words(&["lvcreate"], more, &last))
}

fn resized(call: &Call<'_>, live: &Live, volume: &Logical, wanted: Option<u64>) -> Intent<Operations> {
    let (fields, name) = (call.fields, volume.name.as_str());
    let groups = live.volumes.as_ref().map(|all| all.groups.as_slice()).unwrap_or_default();
    let usual = Group { name: String::new(), extent: 0 };
    let group = groups.iter().find(|group| group.name == volume.group).unwrap_or(&usual);
    let extents = fields.text("extents").filter(|text| !text.is_empty());
    let wanted = match (&extents, wanted) {
        (Some(share), _) if share.contains('%') => {
            return settled(format!("Logical Volume {name} already present, {share} won't be resized."));
        }
        (Some(number), _) => match number.parse::<u64>() {
            Ok(number) => Some(number.saturating_mul(group.extent)),
            Err(_) => return refused(format!("Size {number} is invalid.")),
        },
        (None, size) => size.map(|size| group.whole(size)),
    };
    let Some(wanted) = wanted.filter(|wanted| *wanted != volume.size) else {
        return settled(format!("Logical Volume {name} already present"));
    };
    if wanted < volume.size && !forces(call) {
        return refused("To reduce a Logical Volume option 'force' must be True.");
    }
    if wanted < volume.size && fields.boolean("resizefs") != Some(true) {
        return refused(format!(
            "Logical Volume {name} is not reduced from {} to {wanted} bytes: what it holds would be cut off. Set resizefs to True, so \
             that its file system becomes smaller first",
            volume.size
        ));
    }
    let mut more = vec!["-L".to_owned(), format!("{wanted}b")];
    more.extend((fields.boolean("resizefs") == Some(true)).then(|| "--resizefs".to_owned()));
    more.extend(forces(call).then(|| "--force".to_owned()));
    let path = format!("{}/{name}", volume.group);
    let plan = Plan {
        foreseen: format!("Logical Volume {name} is set to be resized"),
        done: format!("Resized Logical Volume {name}"),
        failure: format!("Failed to resize Logical Volume {name}.\nError"),
        changes: changes_of("resized", format!("from {} to {wanted} bytes", volume.size)),
    };
    plan.intent(live, words(&["lvresize"], more, &[&path]))
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, group) = (call.name, group(call));
    if live.volumes.is_ok() && find(live, &group, name).is_none() {
        return settled(format!("Logical Volume {name} already absent"));
    }
    let plan = Plan {
        foreseen: format!("Logical Volume {name} is set to be removed"),
        done: format!("Removed Logical Volume {name}"),
        failure: format!("Failed to remove Logical Volume {name}"),
        changes: changes_of("removed", format!("Logical volume \"{name}\" successfully removed")),
    };
    plan.intent(live, words(&["lvremove", "--force"], vec![], &[&format!("{group}/{name}")]))
}
