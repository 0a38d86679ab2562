//! Changes to files, made at the call.

use super::act::{both, copy, hard_link, make_directory, makedirs, own, remove, set_mode, symlink};
use super::path;
use crate::Function;
use crate::signature::{flag, maybe, required, takes};
use machine::file;
use model::Effect::{ChangesMachine, ReadsMachine};
use model::{Argument, Shape, Value};

const PATH: &[Argument] = &[required("path", Shape::Text, "the path")];
const OWNED: &[Argument] = &[
    required("path", Shape::Text, "the path"),
    maybe("user", Shape::Text, "the owner: a name or a number"),
    maybe("group", Shape::Text, "the group: a name or a number"),
    maybe("mode", Shape::Text, "permission bits: '0644'"),
];
const FROM_TO: &[Argument] =
    &[required("src", Shape::Text, "the existing path"), required("dst", Shape::Text, "the new path")];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.mkdir",
        signature: takes(&[
            required("dir_path", Shape::Text, "the directory"),
            maybe("user", Shape::Text, "the owner: a name or a number"),
            maybe("group", Shape::Text, "the group: a name or a number"),
            maybe("mode", Shape::Text, "permission bits: '0644'"),
        ]),
        doc: "Makes a directory, and the directories above it.",
        returns: "True",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            make_directory(bound, &path(context, bound, "dir_path"))?;
            Ok(true.into())
        },
    },
    Function {
        name: "file.makedirs",
        signature: takes(OWNED),
        doc: "Makes the directories above a path; one that ends in a slash is made too.",
        returns: "None, or a text if the directory is there already",
        does: &[ReadsMachine, ChangesMachine],
        call: makedirs,
    },
    Function {
        name: "file.remove",
        signature: takes(PATH).and_named(),
        doc: "Removes a file, or a directory with all its contents.",
        returns: "True, or False if there is nothing",
        does: &[ReadsMachine, ChangesMachine],
        call: remove,
    },
    Function {
        name: "file.rmdir",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            flag("recurse", false, "accepted as in Salt, without effect"),
            flag("verbose", false, "accepted as in Salt, without effect"),
            maybe("older_than", Shape::Any, "accepted as in Salt, without effect"),
        ]),
        doc: "Removes an empty directory.",
        returns: "a boolean",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            let path = path(context, bound, "path");
            if !path.is_dir() {
                return Err(bound.fails(format!("'{}' is no directory", path.display())));
            }
            Ok(file::remove_directory(&path).is_ok().into())
        },
    },
    Function {
        name: "file.rename",
        signature: takes(FROM_TO),
        doc: "Renames a file or directory.",
        returns: "True",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            let (from, to) = both(context, bound)?;
            file::rename(&from, &to).map_err(|error| bound.failed(&error))?;
            Ok(true.into())
        },
    },
    Function {
        name: "file.move",
        signature: takes(&[
            required("src", Shape::Text, "the existing path"),
            required("dst", Shape::Text, "the new path"),
            flag("disallow_copy_and_unlink", false, "accepted as in Salt, without effect"),
        ]),
        doc: "Moves a file or directory.",
        returns: "a mapping: result, comment",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            let (from, to) = both(context, bound)?;
            file::rename(&from, &to).map_err(|error| bound.failed(&error))?;
            let comment = format!("'{}' moved to '{}'", from.display(), to.display());
            Ok([("result", Value::Bool(true)), ("comment", comment.into())].into_iter().collect())
        },
    },
    Function {
        name: "file.copy",
        signature: takes(&[
            required("src", Shape::Text, "the existing path"),
            required("dst", Shape::Text, "the new path"),
            flag("recurse", false, "True: directories with all their contents"),
            flag("remove_existing", false, "True: removes an existing file at the new path first"),
        ]),
        doc: "Copies a file, or with 'recurse' a directory.",
        returns: "True",
        does: &[ReadsMachine, ChangesMachine],
        call: copy,
    },
    Function {
        name: "file.symlink",
        signature: takes(&[
            required("src", Shape::Text, "the target of the link"),
            required("path", Shape::Text, "the link"),
            flag("force", false, "True: another link or file there is replaced"),
            flag("atomic", false, "True: another link or file there is replaced"),
            flag("follow_symlinks", true, "accepted as in Salt, without effect"),
        ]),
        doc: "Makes a symbolic link.",
        returns: "True",
        does: &[ReadsMachine, ChangesMachine],
        call: symlink,
    },
    Function {
        name: "file.link",
        signature: takes(&[
            required("src", Shape::Text, "the existing path"),
            required("path", Shape::Text, "the second name"),
        ]),
        doc: "Makes a second name for a file.",
        returns: "True",
        does: &[ReadsMachine, ChangesMachine],
        call: hard_link,
    },
    Function {
        name: "file.set_mode",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("mode", Shape::Text, "permission bits: '0644'"),
        ]),
        doc: "Sets the permission bits of a path and returns them.",
        returns: "the permission bits as text",
        does: &[ReadsMachine, ChangesMachine],
        call: set_mode,
    },
    Function {
        name: "file.chown",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("user", Shape::Text, "the owner: a name or a number"),
            required("group", Shape::Text, "the group: a name or a number"),
        ]),
        doc: "Sets owner and group of a path.",
        returns: "None",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            own(bound, &path(context, bound, "path"))?;
            Ok(Value::Null)
        },
    },
    Function {
        name: "file.chgrp",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("group", Shape::Text, "the group: a name or a number"),
        ]),
        doc: "Sets the group of a path.",
        returns: "None",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            own(bound, &path(context, bound, "path"))?;
            Ok(Value::Null)
        },
    },
];
