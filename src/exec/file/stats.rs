//! The system's data about a path, and the contents of a directory.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::{path, stat};
use crate::call::{Bound, CallError};
use crate::signature::{flag, maybe, required, takes};
use crate::{Context, Function};
use machine::account;
use machine::file::{self, Algorithm, FileKind, Stat};
use model::Effect::ReadsMachine;
use model::{Argument, Map, Shape, Value};

const PATH: &[Argument] = &[required("path", Shape::Text, "the path")];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.lstat",
        signature: takes(PATH),
        doc: "Returns the system's data about a path itself.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: lstat,
    },
    Function {
        name: "file.stats",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            maybe("hash_type", Shape::Text, "the digest: md5, sha256, sha512 …"),
            flag("follow_symlinks", true, "True: the target of a link; False: the link itself"),
        ]),
        doc: "Returns owner, mode, times, size and kind of a path, and the hash of a file if one is \
              asked for.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: stats,
    },
    Function {
        name: "file.statvfs",
        signature: takes(PATH),
        doc: "Returns the system's data about the file system of a path.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: statvfs,
    },
    Function {
        name: "file.diskusage",
        signature: takes(PATH),
        doc: "Returns the size of a file, or of all files below a directory, in bytes.",
        returns: "an integer: bytes",
        does: &[ReadsMachine],
        call: |context, bound| {
            Ok(Value::Int(i64::try_from(size_of(&path(context, bound, "path"), 0)).unwrap_or(i64::MAX)))
        },
    },
    Function {
        name: "file.readdir",
        signature: takes(PATH),
        doc: "Lists a directory, '.' and '..' included.",
        returns: "a list of names",
        does: &[ReadsMachine],
        call: readdir,
    },
];

#[expect(clippy::cast_precision_loss, reason = "Python's times are floating-point numbers too")]
fn time(seconds: i64, nanoseconds: i64) -> Value {
    Value::Float(seconds as f64 + nanoseconds as f64 / 1e9)
}

fn number(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

fn lstat(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Ok(stat) = Stat::of_link(&path(context, bound, "path")) else { return Ok(Value::Map(Map::new())) };
    let of = &stat.metadata;
    Ok([
        ("st_atime", time(of.atime(), of.atime_nsec())),
        ("st_ctime", time(of.ctime(), of.ctime_nsec())),
        ("st_gid", Value::Int(of.gid().into())),
        ("st_mode", Value::Int(of.mode().into())),
        ("st_mtime", time(of.mtime(), of.mtime_nsec())),
        ("st_nlink", number(of.nlink())),
        ("st_size", number(of.size())),
        ("st_uid", Value::Int(of.uid().into())),
    ]
    .into_iter()
    .collect())
}

fn stats(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let follows = bound.is_true("follow_symlinks");
    let stat = stat(context, bound, follows)?;
    let path = path(context, bound, "path");
    let of = &stat.metadata;
    let mut all: Map = [
        ("inode", number(of.ino())),
        ("uid", Value::Int(stat.uid.into())),
        ("gid", Value::Int(stat.gid.into())),
        ("group", account::group_name(stat.gid).into()),
        ("user", account::user_name(stat.uid).into()),
        ("atime", time(of.atime(), of.atime_nsec())),
        ("mtime", time(of.mtime(), of.mtime_nsec())),
        ("ctime", time(of.ctime(), of.ctime_nsec())),
        ("size", number(of.size())),
        ("mode", stat.mode_text().into()),
    ]
    .into_iter()
    .map(|(name, value)| (name.into(), value))
    .collect();
    if bound.is_true("hash_type") && stat.kind == FileKind::File {
        let word = bound.text("hash_type");
        let algorithm =
            Algorithm::parse(&word).ok_or_else(|| bound.fails(format!("there is no hash '{word}'")))?;
        all.insert(
            "sum".into(),
            file::digest(&path, algorithm).map_err(|error| bound.failed(&error))?.into(),
        );
    }
    all.insert("type".into(), stat.kind.word().into());
    let target = if follows { fs::canonicalize(&path).unwrap_or(path) } else { path };
    all.insert("target".into(), target.display().to_string().into());
    Ok(Value::Map(all))
}

fn statvfs(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = path(context, bound, "path");
    let of = nix::sys::statvfs::statvfs(&path)
        .map_err(|error| bound.fails(format!("'{}': {error}", path.display())))?;
    Ok([
        ("f_bavail", of.blocks_available()),
        ("f_bfree", of.blocks_free()),
        ("f_blocks", of.blocks()),
        ("f_bsize", of.block_size()),
        ("f_favail", of.files_available()),
        ("f_ffree", of.files_free()),
        ("f_files", of.files()),
        ("f_flag", of.flags().bits()),
        ("f_frsize", of.fragment_size()),
        ("f_namemax", of.name_max()),
    ]
    .into_iter()
    .map(|(name, amount)| (name, number(amount)))
    .collect())
}

/// A link may lead in a cycle: no link is followed, and no tree is deeper than this.
const MAX_DEPTH: usize = 256;

fn size_of(path: &Path, depth: usize) -> u64 {
    let Ok(stat) = (if depth == 0 { Stat::of(path) } else { Stat::of_link(path) }) else { return 0 };
    if stat.kind != FileKind::Directory || depth > MAX_DEPTH {
        return if stat.kind == FileKind::Directory { 0 } else { stat.metadata.size() };
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.map(|entry| size_of(&entry.path(), depth + 1)).sum()
}

fn readdir(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = path(context, bound, "path");
    if !path.is_dir() {
        return Err(bound.fails(format!("'{}' is no directory", path.display())));
    }
    let entries = fs::read_dir(&path).map_err(|error| bound.failed(&error))?.flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    Ok([".".to_owned(), "..".to_owned()].into_iter().chain(names).collect::<Vec<_>>().into())
}
