use serde_json::json;

use super::*;
use crate::sample::{call, shown};
use machine::lvm::{Group, Logical, Physical};
use model::Verdict;

fn volumes() -> Volumes {
    Volumes {
        physical: vec![
            Physical { device: "/dev/nosuch-a".into(), group: "data".into() },
            Physical { device: "/dev/nosuch-b".into(), group: String::new() },
            Physical { device: "/dev/nosuch-c".into(), group: "other".into() },
        ],
        groups: vec![Group { name: "data".into(), extent: 4 << 20 }],
        logical: vec![Logical { name: "logs".into(), group: "data".into(), size: 100 << 20 }],
    }
}

fn plan(function: &str, name: &str, arguments: &serde_json::Value) -> (Verdict, String, Vec<String>) {
    on(function, name, arguments, Live { volumes: Ok(volumes()), holds: None })
}

fn on(
    function: &str,
    name: &str,
    arguments: &serde_json::Value,
    live: Live,
) -> (Verdict, String, Vec<String>) {
    call(function, name, arguments, |call| {
        let intent = Lvm::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, lines)
    })
}

#[test]
fn what_a_device_holds_is_not_destroyed_unasked() {
    let live = || Live { volumes: Ok(volumes()), holds: Some("ext4".into()) };
    let (verdict, comment, _) = on("lvm.pv_present", "/dev/nosuch-d", &json!({}), live());
    assert_eq!(verdict, Verdict::Failed);
    assert!(comment.contains("holds ext4"), "{comment}");
    let forced =
        on("lvm.pv_present", "/dev/nosuch-d", &json!({"force": true, "dataalignment": "1m"}), live());
    assert_eq!(forced.2, ["pvcreate --yes --dataalignment 1m /dev/nosuch-d"]);
    assert_eq!(plan("lvm.pv_present", "/dev/nosuch-d", &json!({})).2, ["pvcreate /dev/nosuch-d"]);
    assert_eq!(plan("lvm.pv_present", "/dev/nosuch-b", &json!({})).0, Verdict::Succeeded);
}

#[test]
fn a_group_grows_by_devices_that_are_free() {
    let with = |devices: &str| plan("lvm.vg_present", "data", &json!({"devices": devices}));
    assert_eq!(
        with("/dev/nosuch-a").1,
        "Volume Group data already present\n/dev/nosuch-a is part of Volume Group"
    );
    assert_eq!(with("/dev/nosuch-a,/dev/nosuch-b").2, ["vgextend data /dev/nosuch-b"]);
    assert_eq!(with("/dev/nosuch-c").0, Verdict::Failed);
    // An earlier state may make it one.
    assert_eq!((with("/dev/nosuch-d").0, with("/dev/nosuch-d").2.len()), (Verdict::WouldChange, 0));
    let new = json!({"devices": ["/dev/nosuch-b"], "physicalextentsize": "8m"});
    assert_eq!(plan("lvm.vg_present", "new", &new).2, ["vgcreate --physicalextentsize 8m new /dev/nosuch-b"]);
}

#[test]
fn a_volume_has_whole_extents_and_shrinks_only_when_forced() {
    let with = |arguments: serde_json::Value| {
        let mut all = json!({"vgname": "data"});
        all.as_object_mut().expect("arguments").extend(arguments.as_object().expect("more").clone());
        plan("lvm.lv_present", "logs", &all)
    };
    assert_eq!(with(json!({"size": "98M"})).0, Verdict::Succeeded);
    assert_eq!(
        with(json!({"size": "1G", "resizefs": true})).2,
        ["lvresize -L 1073741824b --resizefs data/logs"]
    );
    assert_eq!(with(json!({"extents": 26})).2, ["lvresize -L 109051904b data/logs"]);
    assert_eq!(with(json!({"extents": "100%FREE"})).0, Verdict::Succeeded);
    assert_eq!(with(json!({"size": "10M"})).0, Verdict::Failed);
    assert_eq!(
        with(json!({"size": "10M", "force": true})).0,
        Verdict::Failed,
        "what it holds would be cut off"
    );
    assert_eq!(
        with(json!({"size": "10M", "force": true, "resizefs": true})).2,
        ["lvresize -L 12582912b --resizefs --force data/logs"]
    );
    assert_eq!(with(json!({"size": "much"})).1, "Size much is invalid.");
    assert_eq!(with(json!({"size": "1G", "extents": 5})).0, Verdict::Failed);
}

#[test]
fn new_volumes_are_plain_thin_or_snapshots() {
    let with = |name: &str, arguments: &serde_json::Value| plan("lvm.lv_present", name, arguments).2;
    assert_eq!(
        with("new", &json!({"vgname": "data", "size": "1G", "pv": "/dev/nosuch-a", "stripes": 2})),
        ["lvcreate -n new -L 1073741824b --stripes 2 data /dev/nosuch-a"]
    );
    assert_eq!(
        with("new", &json!({"vgname": "data/pool", "size": "1G", "thinvolume": true})),
        ["lvcreate --thin -n new -V 1073741824b data/pool"]
    );
    assert_eq!(
        with("pool", &json!({"vgname": "data", "extents": "100%FREE", "thinpool": true})),
        ["lvcreate --thinpool pool -l 100%FREE data"]
    );
    assert_eq!(
        with("logs", &json!({"vgname": "data", "size": "1G", "snapshot": "kept"})),
        ["lvcreate -n kept -L 1073741824b -s data/logs"]
    );
}

#[test]
fn what_is_not_there_need_not_go() {
    assert_eq!(plan("lvm.lv_absent", "logs", &json!({"vgname": "data"})).2, ["lvremove --force data/logs"]);
    assert_eq!(plan("lvm.lv_absent", "new", &json!({"vgname": "data"})).0, Verdict::Succeeded);
    assert_eq!(plan("lvm.vg_absent", "data", &json!({})).2, ["vgremove --force data"]);
    assert_eq!(plan("lvm.pv_absent", "/dev/nosuch-d", &json!({})).0, Verdict::Succeeded);
    let silent = || Live { volumes: Err("no lvm".into()), holds: None };
    assert_eq!(on("lvm.pv_absent", "/dev/nosuch-a", &json!({}), silent()).0, Verdict::WouldChange);
}
