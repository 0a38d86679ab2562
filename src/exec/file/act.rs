//! The changes of the functions that change files.

use std::fs;
use std::path::{Path, PathBuf};

use super::path;
use crate::Context;
use crate::call::{Bound, CallError};
use machine::account;
use machine::file::{self, FileError, Permissions, parse_mode};
use model::Value;

pub(super) fn make_directory(bound: &Bound, path: &Path) -> Result<(), CallError> {
    if path.is_dir() {
        return Ok(());
    }
    let failed = |error: FileError| bound.failed(&error);
    file::make_directories(path.parent().unwrap_or(path)).map_err(failed)?;
    let permissions = Permissions { mode: mode(bound)?, ..owner(bound)? };
    file::make_directory(path, permissions).map_err(failed)
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
    if path.symlink_metadata().is_err() {
        return Ok(false.into());
    }
    file::remove(&path).map_err(|error| bound.failed(&error))?;
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
    if from.is_dir() && !bound.is_true("recurse") {
        return Err(bound.fails("a directory is copied with recurse=True"));
    }
    if bound.is_true("remove_existing") {
        file::remove(&to).map_err(|error| bound.failed(&error))?;
    }
    file::copy_followed(&from, &to).map_err(|error| bound.failed(&error))?;
    Ok(true.into())
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
    file::symbolic_link(&link, &to.display().to_string()).map_err(|error| bound.failed(&error))?;
    Ok(true.into())
}

pub(super) fn hard_link(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (from, to) = (path(context, bound, "src"), path(context, bound, "path"));
    if to.symlink_metadata().is_ok() {
        return Err(bound.fails(format!("'{}' is there already", to.display())));
    }
    file::hard_link(&to, &from).map_err(|error| bound.failed(&error))?;
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
    let permissions = Permissions { mode: Some(mode), ..Permissions::default() };
    file::permit_followed(&path, permissions).map_err(|error| bound.failed(&error))?;
    Ok(file::mode_text(mode).into())
}

/// Sets owner and group of the target of a path as the call says.
pub(super) fn own(bound: &Bound, path: &Path) -> Result<(), CallError> {
    file::permit_followed(path, owner(bound)?).map_err(|error| bound.failed(&error))
}

/// Owner and group of the call; no mode.
fn owner(bound: &Bound) -> Result<Permissions, CallError> {
    let (user, group) = (bound.text("user"), bound.text("group"));
    let mut owner = Permissions::default();
    if !user.is_empty() {
        let number = account::find_user(&user).map(|found| found.uid).or_else(|| user.parse().ok());
        owner.uid = Some(number.ok_or_else(|| bound.fails(format!("there is no user '{user}'")))?);
    }
    if !group.is_empty() {
        let number = account::find_group(&group).map(|found| found.gid).or_else(|| group.parse().ok());
        owner.gid = Some(number.ok_or_else(|| bound.fails(format!("there is no group '{group}'")))?);
    }
    Ok(owner)
}
