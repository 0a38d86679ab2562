//! A user who prepares the ground for root: links and hard links in directories of the user, before and during a run.
//!
//! Every state that writes meets every trick. Nothing outside of the user's directory may change: no name, no contents, no owner, no
//! mode. Where something would, a test run and a real run both refuse and say what to write instead. For root alone.

mod functions;
mod reads;
mod scene;

use std::process::{Child, Command};

use crate::recorded::each;
use crate::support::Place;
use scene::{Scene, Trick, USER};

/// States, where `NAME` is the path that the user has prepared and `HOME` the user's directory.
const STATES: &[(&str, &str)] = &[
    ("file.managed", "[{name: NAME}, {contents: theirs}, {user: USER}, {mode: '0644'}]"),
    ("file.managed", "[{name: NAME}, {contents: theirs}]"),
    ("file.managed", "[{name: NAME/x}, {contents: theirs}, {user: USER}, {makedirs: True}]"),
    ("file.managed", "[{name: NAME/x}, {contents: theirs}, {backup: minion}]"),
    ("file.managed", "[{name: NAME/new/deep/x}, {contents: theirs}, {makedirs: True}]"),
    ("file.managed", "[{name: NAME/x}, {replace: False}, {user: USER}, {mode: '4755'}]"),
    ("file.managed", "[{name: NAME}, {replace: False}, {user: USER}, {mode: '0666'}]"),
    ("file.directory", "[{name: NAME}, {user: USER}, {mode: '0777'}]"),
    ("file.directory", "[{name: NAME}, {user: USER}, {follow_symlinks: True}]"),
    ("file.directory", "[{name: NAME}, {user: USER}, {file_mode: '0666'}, {recurse: [user, group, mode]}]"),
    ("file.directory", "[{name: HOME}, {user: USER}, {file_mode: '0666'}, {recurse: [user, mode]}]"),
    ("file.directory", "[{name: NAME}, {clean: True}]"),
    ("file.directory", "[{name: HOME}, {clean: True}]"),
    ("file.directory", "[{name: NAME/new}, {makedirs: True}, {user: USER}]"),
    ("file.recurse", "[{name: NAME}, {source: 'salt://tree'}, {user: USER}, {clean: True}]"),
    ("file.recurse", "[{name: HOME}, {source: 'salt://tree'}, {user: USER}, {dir_mode: '0777'}]"),
    ("file.absent", "[{name: NAME/x}]"),
    ("file.absent", "[{name: NAME}]"),
    ("file.append", "[{name: NAME}, {text: theirs}]"),
    ("file.append", "[{name: NAME/x}, {text: theirs}]"),
    ("file.prepend", "[{name: NAME/x}, {text: theirs}]"),
    ("file.replace", "[{name: NAME}, {pattern: secret}, {repl: theirs}]"),
    ("file.replace", "[{name: NAME/x}, {pattern: secret}, {repl: theirs}]"),
    ("file.comment", "[{name: NAME/x}, {regex: '^secret'}]"),
    ("file.uncomment", "[{name: NAME/x}, {regex: '^secret'}]"),
    ("file.line", "[{name: NAME/x}, {content: theirs}, {mode: ensure}, {after: secret}]"),
    ("file.keyvalue", "[{name: NAME/x}, {key: a}, {value: theirs}, {append_if_not_found: True}]"),
    ("file.blockreplace", "[{name: NAME/x}, {content: theirs}, {append_if_not_found: True}]"),
    ("file.touch", "[{name: NAME}, {mtime: 7}]"),
    ("file.touch", "[{name: NAME/new}]"),
    ("file.symlink", "[{name: NAME/new}, {target: /nowhere}]"),
    ("file.symlink", "[{name: NAME/x}, {target: /nowhere}, {force: True}, {user: USER}]"),
    ("file.hardlink", "[{name: HOME/theirs}, {target: NAME/x}, {user: USER}]"),
    ("file.hardlink", "[{name: NAME/x}, {target: HOME/own}, {force: True}]"),
    ("file.copy", "[{name: NAME/new}, {source: HOME/own}]"),
    ("file.copy", "[{name: NAME/x}, {source: HOME/own}, {force: True}]"),
    ("file.copy", "[{name: HOME/theirs}, {source: NAME/x}]"),
    ("file.rename", "[{name: HOME/theirs}, {source: NAME/x}]"),
    ("file.rename", "[{name: NAME/x}, {source: HOME/own}, {force: True}]"),
    ("file.serialize", "[{name: NAME}, {dataset: {a: 1}}, {user: USER}, {serializer: json}]"),
    ("file.serialize", "[{name: NAME/x}, {dataset: {a: 1}}, {serializer: json}]"),
    ("file.decode", "[{name: NAME/x}, {encoded_data: dGhlaXJz}]"),
    ("file.tidied", "[{name: NAME}, {matches: ['.*']}, {age: -1}]"),
    ("file.mknod", "[{name: NAME/new}, {ntype: p}]"),
    ("archive.extracted", "[{name: NAME}, {source: ROOT/a.tar}, {enforce_toplevel: False}, {user: USER}]"),
    ("archive.extracted", "[{name: NAME/new}, {source: ROOT/a.tar}, {enforce_toplevel: False}]"),
    ("ini.options_present", "[{name: NAME/x}, {sections: {s: {a: theirs}}}]"),
    ("ini.options_present", "[{name: NAME}, {sections: {s: {a: theirs}}}]"),
    ("acl.present", "[{name: NAME}, {acl_type: user}, {acl_name: USER}, {perms: rwx}, {recurse: True}]"),
    ("acl.present", "[{name: NAME/x}, {acl_type: user}, {acl_name: USER}, {perms: rwx}]"),
    ("file.patch", "[{name: NAME/x}, {source: 'salt://difference'}]"),
    ("pkgrepo.managed", "[{name: 'deb http://apt.invalid sid main'}, {file: NAME/new}, {refresh: False}]"),
    ("pkgrepo.managed", "[{name: 'deb http://apt.invalid sid main'}, {file: NAME/x}, {refresh: False}]"),
    ("logrotate.set", "[{name: a}, {key: NAME/x}, {value: theirs}, {conf_file: NAME/x}]"),
];

#[test]
fn no_state_changes_anything_outside_of_a_users_directory() {
    if !scene::is_root("no state changes anything outside of a users directory") {
        return;
    }
    let cases: Vec<_> =
        Trick::ALL.iter().flat_map(|trick| STATES.iter().map(move |state| (trick, state))).collect();
    let complaints = each(&cases, |(trick, (function, arguments))| tried(**trick, function, arguments));
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

fn tried(trick: Trick, function: &str, arguments: &str) -> Vec<String> {
    let scene = Scene::new(trick);
    let place = scene.place.state("case", function, arguments);
    let before = scene::seen(&place.path("outside"));
    let of = |what: &str| format!("{trick:?} {function} {arguments}: {what}");
    let mut complaints = vec![];
    let test = place.run("--out json state.sls case test=True");
    if scene::seen(&place.path("outside")) != before {
        return vec![of("a test run changed something outside")];
    }
    let real = place.run("--out json state.sls case");
    let after = scene::seen(&place.path("outside"));
    if after != before {
        complaints.push(of(&format!("{before:#?} became {after:#?}\n{}", real.stdout)));
    }
    let refused = "is not changed:";
    if test.stdout.contains(refused) != real.stdout.contains(refused) {
        complaints.push(of(&format!("the runs differ\n{}\n{}", test.stdout, real.stdout)));
    }
    complaints
}

#[test]
fn a_refusal_names_the_link_its_owner_and_what_to_write() {
    if !scene::is_root("a refusal names the link its owner and what to write") {
        return;
    }
    let scene = Scene::new(Trick::DirectoryLink);
    let place =
        scene.place.state("case", "file.managed", "[{name: NAME/x}, {contents: theirs}, {user: USER}]");
    for words in ["state.sls case test=True", "state.sls case"] {
        let said = place.run(words);
        assert_eq!(said.code, Some(1), "{}", said.stdout);
        for part in ["home/target' is a link that", "which belongs to root", "Write the path that is meant"] {
            assert!(said.stdout.replace("\n", " ").contains(part), "{part}: {}", said.stdout);
        }
    }
}

#[test]
fn what_an_honest_user_has_is_written_as_before() {
    if !scene::is_root("what an honest user has is written as before") {
        return;
    }
    // The user's own link to the user's own directory and file, and a root's link anywhere.
    for (name, link, target) in [
        ("HOME/mine/x", "home/mine", "home/real"),
        ("HOME/file", "home/file", "home/real/kept"),
        ("ROOT/roots/x", "roots", "home/real"),
    ] {
        let scene = Scene::new(Trick::None);
        scene.directory_of_user("home/real");
        scene.file_of_user("home/real/kept");
        scene.link(link, target, if link == "roots" { 0 } else { USER });
        let arguments = format!("[{{name: {name}}}, {{contents: new}}, {{user: USER}}]");
        let place = scene.place.state("case", "file.managed", &arguments);
        let said = place.run("state.sls case");
        assert_eq!(said.code, Some(0), "{name}: {}", said.stdout);
        let written = if link == "home/file" { "home/real/kept" } else { "home/real/x" };
        assert_eq!(std::fs::read_to_string(place.path(written)).expect("a file"), "new\n", "{name}");
    }
}

#[test]
fn what_belongs_to_one_user_is_not_written_below_a_directory_of_another() {
    if !scene::is_root("what belongs to one user is not written below a directory of another") {
        return;
    }
    for (user, succeeds) in [(USER, true), (USER + 1, false), (0, false)] {
        let scene = Scene::new(Trick::None);
        let arguments = format!("[{{name: HOME/new}}, {{contents: new}}, {{user: '{user}'}}]");
        let place = scene.place.state("case", "file.managed", &arguments);
        let said = place.run("state.sls case");
        assert_eq!(said.code == Some(0), succeeds, "{user}: {}", said.stdout);
        assert_eq!(said.stdout.contains("who could put something else"), !succeeds, "{}", said.stdout);
    }
    // Nobody is named as the owner: root's file in a user's directory is what Salt makes, too.
    let scene = Scene::new(Trick::None);
    let place = scene.place.state("case", "file.managed", "[{name: HOME/new}, {contents: new}]");
    assert_eq!(place.run("state.sls case").code, Some(0));
    assert_eq!(place.run("state.sls case").code, Some(0), "nor does its second run differ");
}

/// Ends a program of the test's own.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_directory_that_is_swapped_during_a_run_redirects_nothing() {
    if !scene::is_root("a directory that is swapped during a run redirects nothing") {
        return;
    }
    let scene = Scene::new(Trick::None);
    scene.directory_of_user("home/data");
    for number in 0..200 {
        scene.file_of_user(&format!("home/data/f{number}"));
    }
    // As many names outside: what is listed in one directory is there in the other.
    for number in 0..200 {
        std::fs::write(scene.place.path(&format!("outside/dir/f{number}")), "root's").expect("a file");
    }
    let before = scene::seen(&scene.place.path("outside"));
    let script =
        "exec 2>/dev/null; while :; do mv data kept; ln -s ../outside/dir data; rm data; mv kept data; done";
    let user = USER.to_string();
    let mut command = Command::new("setpriv");
    command.args(["--reuid", &user, "--regid", &user, "--clear-groups", "sh", "-c", script]);
    let _swapping = Ended(command.current_dir(scene.place.path("home")).spawn().expect("setpriv"));
    for (function, arguments) in [
        ("file.directory", "[{name: HOME/data}, {user: 0}, {file_mode: '0666'}, {recurse: [user, mode]}]"),
        ("file.directory", "[{name: HOME/data}, {user: USER}, {file_mode: '0600'}, {recurse: [user, mode]}]"),
        ("file.managed", "[{name: HOME/data/f7}, {contents: theirs}]"),
        ("file.directory", "[{name: HOME}, {clean: True}]"),
        ("file.absent", "[{name: HOME/data}]"),
    ] {
        let place = scene.place.state("case", function, arguments);
        for _ in 0..3 {
            let _ = place.run("state.sls case");
            assert_eq!(scene::seen(&place.path("outside")), before, "{function} {arguments}");
        }
    }
}

/// The state of a case in a place.
trait Declares {
    fn state(&self, name: &str, function: &str, arguments: &str) -> &Place;
}

impl Declares for Place {
    fn state(&self, name: &str, function: &str, arguments: &str) -> &Place {
        let root = self.path("").canonicalize().expect("a directory").display().to_string();
        let arguments = arguments
            .replace("NAME", "HOME/target")
            .replace("HOME", "ROOT/home")
            .replace("ROOT", &root)
            .replace("USER", &USER.to_string());
        std::fs::write(
            self.path(&format!("states/{name}.sls")),
            format!("case:\n  {function}: {arguments}\n"),
        )
        .expect("a file");
        self
    }
}
