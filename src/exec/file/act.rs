//! The changes of the functions that change files.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::path;
use crate::exec::Context;
use crate::exec::call::{Bound, CallError};
use crate::machine::account;
use crate::machine::file::{self, parse_mode};
use crate::model::Value;

pub(super) fn make_directory(bound: &Bound, path: &Path) -> Result<(), CallError> {
    if path.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(path).map_err(|error| bound.fails(format!("'{}': {error}", path.display())))?;
    if let Some(mode) = mode(bound)? {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|error| bound.failed(&error))?;
    }
    own(bound, path, false)
}

pub(super) fn makedirs(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let written = bound.text("path");
    let path = path(context, bound, "path");
    let directory = if written.ends_with('/') { Some(path.as_path()) } else { path.parent() };
    let Some(directory) = directory else { return Ok(Value::Null) };
    if directory.is_dir() {
        return Ok(format!("Directory '{}' already exists", directory.display()).into());
    }
    make_directory(bound, directory)?;
    Ok(Value::Null)
}

pub(super) fn remove(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = path(context, bound, "path");
    if !path.is_absolute() {
        return Err(bound.fails(format!("'{}' does not begin at the root", path.display())));
    }
    let Ok(of) = fs::symlink_metadata(&path) else { return Ok(false.into()) };
    let removed = if of.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
    removed.map_err(|error| bound.fails(format!("'{}': {error}", path.display())))?;
    Ok(true.into())
}

pub(super) fn both(context: &Context<'_>, bound: &Bound) -> Result<(PathBuf, PathBuf), CallError> {
    let (from, to) = (path(context, bound, "src"), path(context, bound, "dst"));
    if !from.is_absolute() || !to.is_absolute() {
        return Err(bound.fails("both paths must begin at the root"));
    }
    Ok((from, to))
}

pub(super) fn copy(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (from, to) = both(context, bound)?;
    let failed = |error: std::io::Error| bound.fails(format!("'{}': {error}", from.display()));
    if bound.is_true("remove_existing") && to.symlink_metadata().is_ok() {
        let removed = if to.is_dir() { fs::remove_dir_all(&to) } else { fs::remove_file(&to) };
        removed.map_err(failed)?;
    }
    if !from.is_dir() {
        fs::copy(&from, &to).map_err(failed)?;
    } else if bound.is_true("recurse") {
        copy_directory(&from, &to, 0).map_err(failed)?;
    } else {
        return Err(bound.fails("a directory is copied with recurse=True"));
    }
    Ok(true.into())
}

fn copy_directory(from: &Path, to: &Path, depth: usize) -> std::io::Result<()> {
    const MAX_DEPTH: usize = 128;
    if depth > MAX_DEPTH {
        return Err(std::io::Error::other("the directories are too deep"));
    }
    fs::create_dir_all(to)?;
    fs::set_permissions(to, fs::metadata(from)?.permissions())?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, there) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy_directory(&entry.path(), &there, depth + 1)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, there)?;
        } else {
            fs::copy(entry.path(), there)?;
        }
    }
    Ok(())
}

pub(super) fn symlink(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (to, link) = (path(context, bound, "src"), path(context, bound, "path"));
    if !link.is_absolute() {
        return Err(bound.fails(format!("'{}' does not begin at the root", link.display())));
    }
    let forced = bound.is_true("force") || bound.is_true("atomic");
    match fs::symlink_metadata(&link) {
        Ok(_) if fs::read_link(&link).is_ok_and(|old| old == to) => return Ok(true.into()),
        Ok(of) if of.is_dir() || !forced => {
            return Err(bound.fails(format!("'{}' is there already", link.display())));
        }
        _ => {}
    }
    // By rename, so that the link always exists.
    let beside = link.with_file_name(format!(".{}", uuid::Uuid::new_v4().simple()));
    let made = std::os::unix::fs::symlink(&to, &beside).and_then(|()| fs::rename(&beside, &link));
    made.map_err(|error| {
        let _ = fs::remove_file(&beside);
        bound.fails(format!("'{}': {error}", link.display()))
    })?;
    Ok(true.into())
}

fn mode(bound: &Bound) -> Result<Option<u32>, CallError> {
    let written = bound.text("mode");
    if written.is_empty() {
        return Ok(None);
    }
    parse_mode(&written).map(Some).ok_or_else(|| bound.fails(format!("'{written}' is no mode")))
}

pub(super) fn set_mode(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = path(context, bound, "path");
    if !path.exists() {
        return Err(bound.fails(format!("there is no '{}'", path.display())));
    }
    let Some(mode) = parse_mode(&bound.text("mode")) else {
        return Ok(format!("Invalid Mode {}", bound.text("mode")).into());
    };
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).map_err(|error| bound.failed(&error))?;
    Ok(file::mode_text(mode).into())
}

/// Sets owner and group as the call says.
pub(super) fn own(bound: &Bound, path: &Path, follows: bool) -> Result<(), CallError> {
    let (user, group) = (bound.text("user"), bound.text("group"));
    let uid = match user.as_str() {
        "" => None,
        name => Some(
            account::find_user(name).ok_or_else(|| bound.fails(format!("there is no user '{name}'")))?.uid,
        ),
    };
    let gid = match group.as_str() {
        "" => None,
        name => Some(
            account::find_group(name).ok_or_else(|| bound.fails(format!("there is no group '{name}'")))?.gid,
        ),
    };
    if uid.is_none() && gid.is_none() {
        return Ok(());
    }
    let set = if follows {
        std::os::unix::fs::chown(path, uid, gid)
    } else {
        std::os::unix::fs::lchown(path, uid, gid)
    };
    set.map_err(|error| bound.fails(format!("'{}': {error}", path.display())))
}
