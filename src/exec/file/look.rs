//! What there is at a path, and whose it is.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::sys::stat::{major, minor};
use nix::unistd::{AccessFlags, access};

use super::{path, stat};
use crate::exec::call::{Bound, CallError};
use crate::exec::signature::{Parameter, flag, required, takes};
use crate::exec::{Context, Function};
use crate::machine::account;
use crate::machine::file::{FileKind, Stat};
use crate::model::{Map, Value, python};

const PATH: &[Parameter] = &[required("path")];
const NAME: &[Parameter] = &[required("name")];
const FOLLOWED: &[Parameter] = &[required("path"), flag("follow_symlinks", true)];

pub(in crate::exec) const FUNCTIONS: &[Function] = &[
    Function::new(
        "file.file_exists",
        takes(PATH),
        "Tells whether there is an ordinary file at a path.",
        |context, bound| Ok(path(context, bound, "path").is_file().into()),
    ),
    Function::new(
        "file.directory_exists",
        takes(PATH),
        "Tells whether there is a directory at a path.",
        |context, bound| Ok(path(context, bound, "path").is_dir().into()),
    ),
    Function::new(
        "file.access",
        takes(&[required("path"), required("mode")]),
        "Tells whether this process may use a path: 'f' that it exists, 'r', 'w' and 'x'.",
        may,
    ),
    Function::new(
        "file.get_mode",
        takes(FOLLOWED),
        "Gives the permission bits of a path: '0644'.",
        |context, bound| Ok(stat(context, bound, bound.is_true("follow_symlinks"))?.mode_text().into()),
    ),
    Function::new("file.get_user", takes(FOLLOWED), "Gives the name of a path's owner.", |context, bound| {
        Ok(account::user_name(stat(context, bound, bound.is_true("follow_symlinks"))?.uid).into())
    }),
    Function::new(
        "file.get_group",
        takes(FOLLOWED),
        "Gives the name of a path's group.",
        |context, bound| {
            Ok(account::group_name(stat(context, bound, bound.is_true("follow_symlinks"))?.gid).into())
        },
    ),
    Function::new(
        "file.get_uid",
        takes(FOLLOWED),
        "Gives the number of a path's owner.",
        |context, bound| Ok(Value::Int(stat(context, bound, bound.is_true("follow_symlinks"))?.uid.into())),
    ),
    Function::new(
        "file.get_gid",
        takes(FOLLOWED),
        "Gives the number of a path's group.",
        |context, bound| Ok(Value::Int(stat(context, bound, bound.is_true("follow_symlinks"))?.gid.into())),
    ),
    Function::new(
        "file.uid_to_user",
        takes(&[required("uid")]),
        "Gives the name of a user's number.",
        |_, bound| match bound.value("uid") {
            Value::Int(uid) => Ok(named(*uid, |id| account::find_uid(id).map(|account| account.name))),
            other => Err(bound.fails(format!("'uid' is {} and no integer", other.type_name()))),
        },
    ),
    Function::new(
        "file.gid_to_group",
        takes(&[required("gid")]),
        "Gives the name of a group's number.",
        |_, bound| {
            Ok(match bound.int("gid") {
                Some(gid) => named(gid, |id| account::find_gid(id).map(|team| team.name)),
                None => "".into(),
            })
        },
    ),
    Function::new(
        "file.user_to_uid",
        takes(&[required("user")]),
        "Gives the number of a user's name.",
        |_, bound| {
            Ok(match bound.value("user") {
                Value::Int(uid) => Value::Int(*uid),
                name => numbered(name, |name| {
                    account::find_user(name).filter(|user| user.name == name).map(|user| user.uid)
                }),
            })
        },
    ),
    Function::new(
        "file.group_to_gid",
        takes(&[required("group")]),
        "Gives the number of a group's name.",
        |_, bound| {
            Ok(match bound.value("group") {
                Value::Int(gid) => Value::Int(*gid),
                name => numbered(name, |name| {
                    account::find_group(name).filter(|team| team.name == name).map(|team| team.gid)
                }),
            })
        },
    ),
    Function::new(
        "file.is_link",
        takes(PATH),
        "Tells whether a path is a symbolic link.",
        |context, bound| Ok(path(context, bound, "path").is_symlink().into()),
    ),
    Function::new(
        "file.is_hardlink",
        takes(PATH),
        "Tells whether a file has other names too.",
        |context, bound| {
            Ok(match Stat::of_link(&path(context, bound, "path")) {
                Ok(stat) => (stat.kind == FileKind::File && stat.metadata.nlink() > 1).into(),
                Err(_) => Value::Map(Map::new()),
            })
        },
    ),
    Function::new("file.is_fifo", takes(NAME), "Tells whether a path is a named pipe.", |context, bound| {
        Ok(is_kind(&path(context, bound, "name"), FileKind::Pipe))
    }),
    Function::new(
        "file.is_chrdev",
        takes(NAME),
        "Tells whether a path is a character device.",
        |context, bound| Ok(is_kind(&path(context, bound, "name"), FileKind::Character)),
    ),
    Function::new(
        "file.is_blkdev",
        takes(NAME),
        "Tells whether a path is a block device.",
        |context, bound| Ok(is_kind(&path(context, bound, "name"), FileKind::Block)),
    ),
    Function::new(
        "file.get_devmm",
        takes(NAME),
        "Gives the major and minor number of a device.",
        |context, bound| {
            let stat = Stat::of(&path(context, bound, "name")).ok();
            let device = stat.filter(|stat| matches!(stat.kind, FileKind::Block | FileKind::Character));
            let numbers =
                device.map_or([0, 0], |stat| [major(stat.metadata.rdev()), minor(stat.metadata.rdev())]);
            Ok(numbers.map(|number| Value::from(i64::try_from(number).unwrap_or(0))).to_vec().into())
        },
    ),
    Function::new(
        "file.readlink",
        takes(&[required("path"), flag("canonicalize", false)]),
        "Gives where a symbolic link leads, with 'canonicalize' through all links.",
        readlink,
    ),
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
