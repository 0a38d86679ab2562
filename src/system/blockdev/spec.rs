//! The arguments of `blockdev.*`.

use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the device; the ID if left out");

const FORMATTED: &[Argument] = &[
    NAME,
    Argument::optional("fs_type", Shape::Text, "the file system; ext4 if left out"),
    Argument::optional(
        "force",
        Shape::Boolean,
        "whether another file system on it is destroyed; False if left out",
    ),
    Argument::optional("inode_size", Shape::Integer, "bytes of an inode, for ext and xfs"),
    Argument::optional(
        "lazy_itable_init",
        Shape::Boolean,
        "whether the kernel writes the table of inodes later, for ext",
    ),
    Argument::optional("fat", Shape::Integer, "the size of a FAT: 12, 16 or 32"),
];

const TUNED: &[Argument] = &[
    NAME,
    Argument::optional("read-ahead", Shape::Integer, "sectors of 512 bytes that are read ahead"),
    Argument::optional("filesystem-read-ahead", Shape::Integer, "the same for file systems"),
    Argument::optional("read-only", Shape::Boolean, "True: it cannot be written"),
    Argument::optional("read-write", Shape::Boolean, "True: it can be written"),
];

/// The state functions.
pub const FUNCTIONS: &[Function] = &[
    Function::other(
        "formatted",
        &["blockdev.formatted"],
        FORMATTED,
        "Makes a file system on a device that holds none.",
    ),
    Function::other("tuned", &["blockdev.tuned"], TUNED, "Sets the kernel's settings for a device."),
];
