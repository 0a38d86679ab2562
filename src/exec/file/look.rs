//! Facts about a path: type, owner, group, links.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::sys::stat::{major, minor};
use nix::unistd::{AccessFlags, access};

use super::{path, stat};
use crate::call::{Bound, CallError};
use crate::signature::{flag, required, takes};
use crate::{Context, Function};
use machine::account;
use machine::file::{FileKind, Stat};
use model::Effect::ReadsMachine;
use model::{Argument, Map, Shape, Value, python};

const PATH: &[Argument] = &[required("path", Shape::Text, "the path")];
const NAME: &[Argument] = &[required("name", Shape::Text, "its name")];
const FOLLOWED: &[Argument] = &[
    required("path", Shape::Text, "the path"),
    flag("follow_symlinks", true, "True: the target of a link; False: the link itself"),
];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.file_exists",
        signature: takes(PATH),
        doc: "Returns whether a path is an ordinary file.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(path(context, bound, "path").is_file().into()),
    },
    Function {
        name: "file.directory_exists",
        signature: takes(PATH),
        doc: "Returns whether a path is a directory.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(path(context, bound, "path").is_dir().into()),
    },
    Function {
        name: "file.access",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("mode", Shape::Text, "f it exists, r read, w write, x execute"),
        ]),
        doc: "Returns whether this process may use a path: 'f' it exists, 'r' read, 'w' write, 'x' \
              execute.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: may,
    },
    Function {
        name: "file.get_mode",
        signature: takes(FOLLOWED),
        doc: "Returns the permission bits of a path: '0644'.",
        returns: "a text such as '0644'",
        does: &[ReadsMachine],
        call: |context, bound| Ok(stat(context, bound, bound.is_true("follow_symlinks"))?.mode_text().into()),
    },
    Function {
        name: "file.get_user",
        signature: takes(FOLLOWED),
        doc: "Returns the name of a path's owner.",
        returns: "a name",
        does: &[ReadsMachine],
        call: |context, bound| {
            Ok(account::user_name(stat(context, bound, bound.is_true("follow_symlinks"))?.uid).into())
        },
    },
    Function {
        name: "file.get_group",
        signature: takes(FOLLOWED),
        doc: "Returns the name of a path's group.",
        returns: "a name",
        does: &[ReadsMachine],
        call: |context, bound| {
            Ok(account::group_name(stat(context, bound, bound.is_true("follow_symlinks"))?.gid).into())
        },
    },
    Function {
        name: "file.get_uid",
        signature: takes(FOLLOWED),
        doc: "Returns the number of a path's owner.",
        returns: "an integer",
        does: &[ReadsMachine],
        call: |context, bound| {
            Ok(Value::Int(stat(context, bound, bound.is_true("follow_symlinks"))?.uid.into()))
        },
    },
    Function {
        name: "file.get_gid",
        signature: takes(FOLLOWED),
        doc: "Returns the number of a path's group.",
        returns: "an integer",
        does: &[ReadsMachine],
        call: |context, bound| {
            Ok(Value::Int(stat(context, bound, bound.is_true("follow_symlinks"))?.gid.into()))
        },
    },
    Function {
        name: "file.uid_to_user",
        signature: takes(&[required("uid", Shape::Any, "the number")]),
        doc: "Returns the name of a user's number.",
        returns: "a name, or empty text",
        does: &[ReadsMachine],
        call: |_, bound| match bound.value("uid") {
            Value::Int(uid) => Ok(named(*uid, |id| account::find_uid(id).map(|account| account.name))),
            other => Err(bound.fails(format!("'uid' is {}, not an integer", other.type_name()))),
        },
    },
    Function {
        name: "file.gid_to_group",
        signature: takes(&[required("gid", Shape::Any, "the number")]),
        doc: "Returns the name of a group's number.",
        returns: "a name, or empty text",
        does: &[ReadsMachine],
        call: |_, bound| {
            Ok(match bound.int("gid") {
                Some(gid) => named(gid, |id| account::find_gid(id).map(|team| team.name)),
                None => "".into(),
            })
        },
    },
    Function {
        name: "file.user_to_uid",
        signature: takes(&[required("user", Shape::Any, "the user's name")]),
        doc: "Returns the number of a user's name.",
        returns: "an integer",
        does: &[ReadsMachine],
        call: |_, bound| {
            Ok(match bound.value("user") {
                Value::Int(uid) => Value::Int(*uid),
                name => numbered(name, |name| {
                    account::find_user(name).filter(|user| user.name == name).map(|user| user.uid)
                }),
            })
        },
    },
    Function {
        name: "file.group_to_gid",
        signature: takes(&[required("group", Shape::Any, "the group's name")]),
        doc: "Returns the number of a group's name.",
        returns: "an integer",
        does: &[ReadsMachine],
        call: |_, bound| {
            Ok(match bound.value("group") {
                Value::Int(gid) => Value::Int(*gid),
                name => numbered(name, |name| {
                    account::find_group(name).filter(|team| team.name == name).map(|team| team.gid)
                }),
            })
        },
    },
    Function {
        name: "file.is_link",
        signature: takes(PATH),
        doc: "Returns whether a path is a symbolic link.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(path(context, bound, "path").is_symlink().into()),
    },
    Function {
        name: "file.is_hardlink",
        signature: takes(PATH),
        doc: "Returns whether a file has other names too.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| {
            Ok(match Stat::of_link(&path(context, bound, "path")) {
                Ok(stat) => (stat.kind == FileKind::File && stat.metadata.nlink() > 1).into(),
                Err(_) => Value::Map(Map::new()),
            })
        },
    },
    Function {
        name: "file.is_fifo",
        signature: takes(NAME),
        doc: "Returns whether a path is a named pipe.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(is_kind(&path(context, bound, "name"), FileKind::Pipe)),
    },
    Function {
        name: "file.is_chrdev",
        signature: takes(NAME),
        doc: "Returns whether a path is a character device.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(is_kind(&path(context, bound, "name"), FileKind::Character)),
    },
    Function {
        name: "file.is_blkdev",
        signature: takes(NAME),
        doc: "Returns whether a path is a block device.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(is_kind(&path(context, bound, "name"), FileKind::Block)),
    },
    Function {
        name: "file.get_devmm",
        signature: takes(NAME),
        doc: "Returns the major and minor number of a device.",
        returns: "a list: major, minor",
        does: &[ReadsMachine],
        call: |context, bound| {
            let stat = Stat::of(&path(context, bound, "name")).ok();
            let device = stat.filter(|stat| matches!(stat.kind, FileKind::Block | FileKind::Character));
            let numbers =
                device.map_or([0, 0], |stat| [major(stat.metadata.rdev()), minor(stat.metadata.rdev())]);
            Ok(numbers.map(|number| Value::from(i64::try_from(number).unwrap_or(0))).to_vec().into())
        },
    },
    Function {
        name: "file.readlink",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            flag("canonicalize", false, "True: all links on the way resolved"),
        ]),
        doc: "Returns the target of a symbolic link, with 'canonicalize' through all links.",
        returns: "a path",
        does: &[ReadsMachine],
        call: readlink,
    },
];

fn named(number: i64, find: impl Fn(u32) -> Option<String>) -> Value {
    u32::try_from(number).ok().and_then(find).map_or(Value::Int(number), Value::from)
}

fn numbered(name: &Value, find: impl Fn(&str) -> Option<u32>) -> Value {
    find(&python::text(name)).map_or_else(|| "".into(), |number| Value::Int(number.into()))
}

fn is_kind(path: &Path, kind: FileKind) -> Value {
    Stat::of(path).is_ok_and(|stat| stat.kind == kind).into()
}

fn may(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let wanted = match bound.value("mode") {
        Value::Int(bits) => i32::try_from(*bits).ok().and_then(AccessFlags::from_bits),
        Value::Str(word) => match word.to_lowercase().as_str() {
            "f" => Some(AccessFlags::F_OK),
            "r" => Some(AccessFlags::R_OK),
            "w" => Some(AccessFlags::W_OK),
            "x" => Some(AccessFlags::X_OK),
            _ => None,
        },
        _ => None,
    };
    let wanted = wanted.ok_or_else(|| bound.fails("'mode' is one of f, r, w and x"))?;
    Ok(access(&path(context, bound, "path"), wanted).is_ok().into())
}

fn readlink(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let link = path(context, bound, "path");
    if !link.is_absolute() {
        return Err(bound.fails(format!("'{}' does not begin at the root", link.display())));
    }
    let read = if bound.is_true("canonicalize") && link.is_symlink() {
        fs::canonicalize(&link)
    } else {
        fs::read_link(&link)
    };
    let to = read.map_err(|_| bound.fails(format!("'{}' is no link", link.display())))?;
    Ok(to.display().to_string().into())
}
