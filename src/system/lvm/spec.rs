//! The arguments of `lvm.*`.

use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const DEVICE: Argument = word("name", "the device; the ID if left out");
const GROUP: Argument = word("name", "the volume group; the ID if left out");
const VGNAME: Argument = Argument::required("vgname", Shape::Text, "the volume group");
const FORCE: Argument =
    flag("force", "whether the contents of a device are destroyed; False if left out, while Salt's is True");

/// Options of `pvcreate`.
pub(super) const PHYSICAL: [&str; 5] =
    ["metadatasize", "dataalignment", "dataalignmentoffset", "pvmetadatacopies", "labelsector"];

/// Options of `vgcreate`.
pub(super) const GROUPS: [&str; 7] = [
    "addtag",
    "alloc",
    "autobackup",
    "maxlogicalvolumes",
    "maxphysicalvolumes",
    "physicalextentsize",
    "vgmetadatacopies",
];

/// Options of `lvcreate`.
pub(super) const LOGICAL: [&str; 14] = [
    "activate",
    "chunksize",
    "contiguous",
    "discards",
    "stripes",
    "stripesize",
    "minor",
    "persistent",
    "mirrors",
    "permission",
    "poolmetadatasize",
    "readahead",
    "type",
    "zero",
];

const PV_PRESENT: &[Argument] = &[
    DEVICE,
    FORCE,
    word(PHYSICAL[0], "as of pvcreate(8)"),
    word(PHYSICAL[1], "as of pvcreate(8)"),
    word(PHYSICAL[2], "as of pvcreate(8)"),
    word(PHYSICAL[3], "as of pvcreate(8)"),
    word(PHYSICAL[4], "as of pvcreate(8)"),
];

const VG_PRESENT: &[Argument] = &[
    GROUP,
    Argument::required("devices", Shape::Texts, "its physical volumes; others stay"),
    FORCE,
    word(GROUPS[0], "as of vgcreate(8)"),
    word(GROUPS[1], "as of vgcreate(8)"),
    word(GROUPS[2], "as of vgcreate(8)"),
    word(GROUPS[3], "as of vgcreate(8)"),
    word(GROUPS[4], "as of vgcreate(8)"),
    word(GROUPS[5], "as of vgcreate(8)"),
    word(GROUPS[6], "as of vgcreate(8)"),
];

const LV_PRESENT: &[Argument] = &[
    word("name", "the logical volume, or the origin of a snapshot; the ID if left out"),
    VGNAME,
    word("size", "its size: 10G; MiB without a unit. A larger one than it has grows it"),
    word(
        "extents",
        "its size in extents, or as a share such as 100%FREE, which is used only for a new volume",
    ),
    word("snapshot", "the name of a snapshot of it"),
    Argument::optional("pv", Shape::Texts, "the physical volumes that it is created on"),
    flag("thinvolume", "whether it is a thin volume; vgname is group/pool then"),
    flag("thinpool", "whether it is a pool of thin volumes"),
    flag("force", "whether it may become smaller, and whether old signatures on its extents are wiped"),
    flag("resizefs", "whether the file system on it is resized too"),
    word(LOGICAL[0], "as of lvcreate(8)"),
    word(LOGICAL[1], "as of lvcreate(8)"),
    word(LOGICAL[2], "as of lvcreate(8)"),
    word(LOGICAL[3], "as of lvcreate(8)"),
    word(LOGICAL[4], "as of lvcreate(8)"),
    word(LOGICAL[5], "as of lvcreate(8)"),
    word(LOGICAL[6], "as of lvcreate(8)"),
    word(LOGICAL[7], "as of lvcreate(8)"),
    word(LOGICAL[8], "as of lvcreate(8)"),
    word(LOGICAL[9], "as of lvcreate(8)"),
    word(LOGICAL[10], "as of lvcreate(8)"),
    word(LOGICAL[11], "as of lvcreate(8)"),
    word(LOGICAL[12], "as of lvcreate(8)"),
    word(LOGICAL[13], "as of lvcreate(8)"),
];

/// The functions of `lvm`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        "pv_present",
        &["lvm.pv_present"],
        PV_PRESENT,
        "Makes a device a physical volume of LVM.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "pv_absent",
        &["lvm.pv_absent"],
        &[DEVICE],
        "Removes a physical volume of LVM from a device.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "vg_present",
        &["lvm.vg_present"],
        VG_PRESENT,
        "Creates a volume group of LVM, with these devices.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "vg_absent",
        &["lvm.vg_absent"],
        &[GROUP],
        "Removes a volume group of LVM. Its logical volumes are lost.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "lv_present",
        &["lvm.lv_present"],
        LV_PRESENT,
        "Creates or grows a logical volume of LVM to at least that size.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "lv_absent",
        &["lvm.lv_absent"],
        &[word("name", "the logical volume; the ID if left out"), VGNAME],
        "Removes a logical volume of LVM. Its contents are lost.",
    )
    .does(BY_PROGRAMS),
];
