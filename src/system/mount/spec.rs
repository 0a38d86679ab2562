//! The arguments of `mount.*`.

use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const POINT: Argument = Argument::optional("name", Shape::Text, "the mount point; the ID if left out");
const DEVICE: Argument =
    Argument::required("device", Shape::Text, "the device: a path, UUID=…, LABEL=…, host:/path");
const CONFIG: Argument =
    Argument::optional("config", Shape::Text, "the table of file systems; /etc/fstab if left out");
const PERSIST: Argument =
    Argument::optional("persist", Shape::Boolean, "whether it is mounted at the next start too");
const USER: Argument =
    Argument::optional("user", Shape::Text, "the user that mounts; that of the run if left out");
const MATCH_ON: Argument = Argument::optional(
    "match_on",
    Shape::Texts,
    "the fields that identify an entry of the table: device, name, fstype, opts; auto if left out",
);
const MOUNT_BY: Argument = Argument::optional(
    "mount_by",
    Shape::Word(&["device", "label", "uuid", "partlabel", "partuuid"]),
    "how the table names the device; as it is written if left out",
);
const FS_FILE: Argument = Argument::required("fs_file", Shape::Text, "the mount point");

const MOUNTED: &[Argument] = &[
    POINT,
    DEVICE,
    Argument::required("fstype", Shape::Text, "the type of the file system"),
    Argument::optional("mkmnt", Shape::Boolean, "whether the directory is made; false if left out"),
    Argument::optional(
        "opts",
        Shape::Texts,
        "its options, as a list or separated by commas; defaults if left out",
    ),
    Argument::optional("dump", Shape::Integer, "the fifth field of the table"),
    Argument::optional("pass_num", Shape::Integer, "the sixth field of the table"),
    CONFIG,
    PERSIST,
    Argument::optional("mount", Shape::Boolean, "whether it is mounted now; true if left out"),
    USER,
    MATCH_ON,
    Argument::optional("device_name_regex", Shape::Texts, "patterns of devices that are accepted too"),
    Argument::optional("extra_mount_invisible_options", Shape::Texts, "further options that no mount shows"),
    Argument::optional(
        "extra_mount_invisible_keys",
        Shape::Texts,
        "further keys whose values no mount shows",
    ),
    Argument::optional(
        "extra_mount_ignore_fs_keys",
        Shape::Table(&Shape::Texts),
        "keys that are not compared, by type",
    ),
    Argument::optional(
        "extra_mount_translate_options",
        Shape::Table(&Shape::Text),
        "options, and the form in which they are shown",
    ),
    Argument::optional("hidden_opts", Shape::Texts, "options that are not compared"),
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
    Argument::optional("not_change", Shape::Boolean, "whether a present entry stays as it is"),
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
    Function::other("unmounted", &["mount.unmounted"], UNMOUNTED, "Unmounts a file system.")
        .does(BY_PROGRAMS),
    Function::other("swap", &["mount.swap"], SWAP, "Activates swap space on a device or file.")
        .does(BY_PROGRAMS),
    Function::other(
        "fstab_present",
        &["mount.fstab_present"],
        FSTAB_PRESENT,
        "Sets an entry of the table of file systems.",
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
