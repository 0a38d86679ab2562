//! What an SLS may say below `mount.*`.

use crate::model::effect::BY_PROGRAMS;
use crate::model::{Argument, Function, Shape};

const POINT: Argument = Argument::optional("name", Shape::Text, "where; the ID if left out");
const DEVICE: Argument =
    Argument::required("device", Shape::Text, "the device: a path, UUID=…, LABEL=…, host:/path");
const CONFIG: Argument =
    Argument::optional("config", Shape::Text, "the table of file systems; /etc/fstab if left out");
const PERSIST: Argument =
    Argument::optional("persist", Shape::Boolean, "whether the next start knows it too");
const USER: Argument =
    Argument::optional("user", Shape::Text, "the user that mounts; that of the run if left out");
const MATCH_ON: Argument = Argument::optional(
    "match_on",
    Shape::Texts,
    "the fields by which an entry of the table is known: device, name, fstype, opts; auto if left out",
);
const MOUNT_BY: Argument = Argument::optional(
    "mount_by",
    Shape::Word(&["device", "label", "uuid", "partlabel", "partuuid"]),
    "how the table names the device; as it is written if left out",
);
const FS_FILE: Argument = Argument::required("fs_file", Shape::Text, "where it is mounted");

const MOUNTED: &[Argument] = &[
    POINT,
    DEVICE,
    Argument::required("fstype", Shape::Text, "the type of the file system"),
    Argument::optional("mkmnt", Shape::Boolean, "whether the directory is made; false if left out"),
    Argument::optional(
        "opts",
        Shape::Texts,
        "its options, as a list or with commas between; defaults if left out",
    ),
    Argument::optional("dump", Shape::Integer, "the fifth field of the table"),
    Argument::optional("pass_num", Shape::Integer, "the sixth field of the table"),
    CONFIG,
    PERSIST,
    Argument::optional("mount", Shape::Boolean, "whether it is mounted now; true if left out"),
    USER,
    MATCH_ON,
    Argument::optional("device_name_regex", Shape::Texts, "patterns of devices that are right too"),
    Argument::optional("extra_mount_invisible_options", Shape::Texts, "further options that no mount shows"),
    Argument::optional(
        "extra_mount_invisible_keys",
        Shape::Texts,
        "further keys whose values no mount shows",
    ),
    Argument::optional(
        "extra_mount_ignore_fs_keys",
        Shape::Table(&Shape::Texts),
        "keys not to look at, by type",
    ),
    Argument::optional(
        "extra_mount_translate_options",
        Shape::Table(&Shape::Text),
        "options, and how they are shown",
    ),
    Argument::optional("hidden_opts", Shape::Texts, "options not to look at"),
    Argument::optional("bind_mount_copy_active_opts", Shape::Boolean, "taken for compatibility"),
];

const UNMOUNTED: &[Argument] = &[
    POINT,
    Argument::optional("device", Shape::Text, "the device that must not be mounted there"),
    CONFIG,
    PERSIST,
    USER,
];

const SWAP: &[Argument] =
    &[Argument::optional("name", Shape::Text, "the device or file; the ID if left out"), PERSIST, CONFIG];

const FSTAB_PRESENT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the device; the ID if left out"),
    FS_FILE,
    Argument::required("fs_vfstype", Shape::Text, "the type of the file system"),
    Argument::optional("fs_mntops", Shape::Texts, "its options; defaults if left out"),
    Argument::optional("fs_freq", Shape::Integer, "the fifth field; 0 if left out"),
    Argument::optional("fs_passno", Shape::Integer, "the sixth field; 0 if left out"),
    MOUNT_BY,
    CONFIG,
    Argument::optional("mount", Shape::Boolean, "whether a new entry is mounted at once; true if left out"),
    MATCH_ON,
    Argument::optional("not_change", Shape::Boolean, "whether an entry that is there stays as it is"),
    Argument::optional("fs_mount", Shape::Any, "for AIX"),
];

const FSTAB_ABSENT: &[Argument] =
    &[Argument::optional("name", Shape::Text, "the device; the ID if left out"), FS_FILE, MOUNT_BY, CONFIG];

/// The functions of `mount`.
pub const FUNCTIONS: &[Function] = &[
    Function::other(
        "mounted",
        &["mount.mounted"],
        MOUNTED,
        "Mounts a file system, now and for the next start.",
    )
    .does(BY_PROGRAMS),
    Function::other("unmounted", &["mount.unmounted"], UNMOUNTED, "Takes a mount away.").does(BY_PROGRAMS),
    Function::other("swap", &["mount.swap"], SWAP, "Swaps memory to a device or file.").does(BY_PROGRAMS),
    Function::other(
        "fstab_present",
        &["mount.fstab_present"],
        FSTAB_PRESENT,
        "Brings an entry of the table of file systems about.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "fstab_absent",
        &["mount.fstab_absent"],
        FSTAB_ABSENT,
        "Removes an entry of the table of file systems.",
    )
    .does(BY_PROGRAMS),
];
