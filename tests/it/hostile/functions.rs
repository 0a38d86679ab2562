//! Execution functions that change files meet the same tricks as the states.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};

use crate::recorded::each;

use super::Declares;
use super::scene::{self, Scene, Trick, USER};

/// Calls, where `NAME` is the path that the user has prepared and `HOME` the user's directory.
pub const CALLS: &[&[&str]] = &[
    &["file.chown", "NAME", "USER", "USER"],
    &["file.chown", "NAME/x", "USER", "USER"],
    &["file.chgrp", "NAME/x", "USER"],
    &["file.chgrp", "NAME", "USER"],
    &["file.set_mode", "NAME", "0777"],
    &["file.set_mode", "NAME/x", "0666"],
    &["file.mkdir", "NAME/new", "user=USER", "mode=0777"],
    &["file.mkdir", "NAME/new/deep"],
    &["file.makedirs", "NAME/new/deep/x"],
    &["file.remove", "NAME/x"],
    &["file.remove", "NAME/sub"],
    &["file.rmdir", "NAME/sub"],
    &["file.rename", "NAME/x", "HOME/stolen"],
    &["file.rename", "HOME/own", "NAME/x"],
    &["file.move", "NAME/x", "HOME/stolen"],
    &["file.move", "HOME/own", "NAME/new"],
    &["file.copy", "HOME/own", "NAME"],
    &["file.copy", "HOME/own", "NAME/x"],
    &["file.copy", "HOME/own", "NAME/new"],
    &["file.copy", "NAME/x", "HOME/stolen"],
    &["file.copy", "NAME", "HOME/stolen", "recurse=True"],
    &["file.copy", "HOME/own", "NAME/x", "remove_existing=True"],
    &["file.symlink", "/nowhere", "NAME/new"],
    &["file.symlink", "/nowhere", "NAME/x", "force=True"],
    &["file.link", "NAME/x", "HOME/stolen"],
    &["file.link", "HOME/own", "NAME/new"],
    &["file.write", "NAME", "theirs"],
    &["file.write", "NAME/x", "theirs"],
    &["file.append", "NAME", "theirs"],
    &["file.append", "NAME/x", "theirs"],
    &["file.prepend", "NAME/x", "theirs"],
    &["file.touch", "NAME", "mtime=7"],
    &["file.touch", "NAME/x", "mtime=7"],
    &["file.touch", "NAME/new"],
    &["file.truncate", "NAME", "3"],
    &["file.truncate", "NAME/x", "3"],
    &["cp.get_file", "salt://difference", "NAME/x"],
    &["cp.get_file", "salt://difference", "NAME/new/deep/x", "makedirs=True"],
    &["cp.get_dir", "salt://tree", "NAME"],
];

#[test]
fn no_function_changes_anything_outside_of_a_users_directory() {
    if !scene::is_root("no function changes anything outside of a users directory") {
        return;
    }
    let cases: Vec<_> =
        Trick::ALL.iter().flat_map(|trick| CALLS.iter().map(move |words| (*trick, *words))).collect();
    let complaints = each(&cases, |(trick, words)| {
        let scene = Scene::new(*trick);
        let before = scene::seen(&scene.place.path("outside"));
        let words: Vec<String> = words.iter().map(|word| scene.expanded(word)).collect();
        let printed = scene.place.run_words(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let after = scene::seen(&scene.place.path("outside"));
        let mut complaints = vec![];
        if after != before {
            complaints
                .push(format!("{trick:?} {words:?}: {before:#?} became {after:#?}\n{}", printed.stdout));
        }
        // What root alone may read is not copied to where the user reads it. A third name of root's file is no copy.
        let number = |path: &str| fs::symlink_metadata(scene.place.path(path)).map(|it| it.ino()).ok();
        if number("home/stolen") != number("outside/shadow")
            && !scene.place.path("home/stolen").is_symlink()
            && let Ok(stolen) = fs::read_to_string(scene.place.path("home/stolen"))
            && stolen.contains(scene::CONTENTS)
        {
            complaints.push(format!("{trick:?} {words:?}: root's file is copied"));
        }
        complaints
    });
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// The attacks as they were tried: root gives away, or opens, a file of its own through a link of a user.
#[test]
fn chown_and_set_mode_do_not_follow_a_link_of_a_user_to_a_file_of_root() {
    if !scene::is_root("chown and set mode do not follow a link of a user to a file of root") {
        return;
    }
    for words in ["file.chown NAME USER USER", "file.set_mode NAME 0666"] {
        let scene = Scene::new(Trick::FileLink);
        let before = scene::seen(&scene.place.path("outside"));
        let printed = scene.place.run(&scene.expanded(words));
        assert_ne!(printed.code, Some(0), "{words}: {}", printed.stdout);
        let said = format!("{}{}", printed.stdout, printed.stderr).replace('\n', " ");
        assert!(said.contains("is a link that"), "{words}: {said}");
        assert_eq!(scene::seen(&scene.place.path("outside")), before, "{words}");
    }
}

#[test]
fn what_an_honest_user_has_is_changed_by_functions_as_before() {
    if !scene::is_root("what an honest user has is changed by functions as before") {
        return;
    }
    let scene = Scene::new(Trick::None);
    scene.directory_of_user("home/real");
    scene.file_of_user("home/real/kept");
    scene.link("home/mine", "home/real", USER);
    for words in [
        "file.chown HOME/mine/kept USER USER",
        "file.set_mode HOME/mine/kept 0600",
        "file.append HOME/mine/kept more",
        "file.truncate HOME/mine/kept 4",
        "file.copy HOME/mine/kept HOME/copy",
        "file.touch HOME/mine/touched",
        "file.copy HOME/real HOME/whole recurse=True",
        "file.move HOME/copy HOME/moved",
        "file.link HOME/moved HOME/second",
        "file.symlink HOME/moved HOME/link",
        "file.mkdir HOME/made user=USER mode=0700",
        "file.rmdir HOME/made",
        "file.remove HOME/second",
    ] {
        let printed = scene.place.run(&scene.expanded(words));
        assert_eq!(printed.code, Some(0), "{words}: {}{}", printed.stdout, printed.stderr);
    }
    let read = |path: &str| fs::read_to_string(scene.place.path(path)).expect("a file");
    assert_eq!(read("home/real/kept"), "kept");
    assert_eq!(read("home/moved"), "kept");
    assert_eq!(read("home/whole/kept"), "kept");
}

/// A copy that root makes belongs to root: with the set-user bit it would run as root what the user wrote.
#[test]
fn a_copy_of_a_users_program_does_not_run_as_root() {
    if !scene::is_root("a copy of a users program does not run as root") {
        return;
    }
    for words in ["file.copy HOME/own ROOT/copied", "state.sls case"] {
        let scene = Scene::new(Trick::None);
        let own = scene.place.path("home/own");
        fs::set_permissions(&own, fs::Permissions::from_mode(0o6755)).expect("a mode");
        lchown(&own, Some(USER), Some(USER)).expect("an owner");
        fs::set_permissions(&own, fs::Permissions::from_mode(0o6755)).expect("a mode");
        scene.place.state("case", "file.copy", "[{name: ROOT/copied}, {source: HOME/own}]");
        let printed = scene.place.run(&scene.expanded(words));
        assert_eq!(printed.code, Some(0), "{words}: {}{}", printed.stdout, printed.stderr);
        let mode = fs::metadata(scene.place.path("copied")).expect("a copy").permissions().mode();
        assert_eq!(mode & 0o7777, 0o755, "{words}");
    }
}
