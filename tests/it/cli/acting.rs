//! Where nothing may be changed, templates change nothing: tried with every function whose entry says that it changes something.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use exec::{FUNCTIONS, Function};
use model::{Argument, Effect, effect};

use super::Place;

fn functions() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().flat_map(|module| module.iter())
}

fn acting() -> Vec<&'static Function> {
    functions().filter(|function| effect::changes(function.does)).collect()
}

/// The SLS in which a template calls a function.
fn sls(name: &str) -> String {
    name.replace('.', "_")
}

/// What an argument is given, so that the call does change something.
fn value(function: &str, argument: &Argument, root: &Path) -> String {
    let root = root.display();
    let own = format!("{root}/things/{}", sls(function));
    match (function, argument.name) {
        ("file.symlink" | "file.link", "src") => format!("'{own}/file'"),
        ("file.symlink" | "file.link", "path") | (_, "dst" | "dest" | "outfile" | "dir_path") => {
            format!("'{own}/new'")
        }
        (name, "path") if name.starts_with("cp.") => "'salt://kept/file'".to_owned(),
        ("file.rmdir", "path") => format!("'{own}/empty'"),
        ("file.makedirs", "path") => format!("'{own}/made/'"),
        (_, "path" | "name" | "src") if !function.starts_with("service.") => format!("'{own}/file'"),
        (_, "paths") => "['salt://kept/file']".to_owned(),
        (_, "mode") => "'0600'".to_owned(),
        (_, "user") => "'nobody'".to_owned(),
        (_, "group") => "'nogroup'".to_owned(),
        ("grains.remove" | "grains.append", "key") => "'list'".to_owned(),
        ("grains.remove", "val") => "'one'".to_owned(),
        (_, "key") => "'kept'".to_owned(),
        (_, "val") => "'other'".to_owned(),
        (_, "grains") => "{'more': 'x'}".to_owned(),
        (_, "instr") => "'aGVsbG8='".to_owned(),
        (_, "length") => "1".to_owned(),
        (_, "hostsfile") => format!("'{own}/file'"),
        _ => "'nosuch-thing-of-a-test'".to_owned(),
    }
}

/// A tree with an SLS for each of them, and things that they could change.
fn place() -> Place {
    let mut place = Place::new().with("states/kept/file", "of the tree\n");
    let root = place.path("").canonicalize().unwrap();
    let config = format!(
        "file_roots: {{base: [states]}}\npillar_roots: {{base: [pillar]}}\ncachedir: {}\n",
        root.join("cache").display()
    );
    place = place.with("orchestration/minion", &config);
    place = place.with("orchestration/grains", "kept: one\nlist: [one, two]\n");
    for function in acting() {
        let name = sls(function.name);
        // The file that is changed without being named is the machine's own: never that one.
        let is_given = |it: &&Argument| it.required || matches!(it.name, "hostsfile" | "ip_addr" | "entries");
        let required = function.signature.parameters.iter().filter(is_given);
        let given: Vec<String> =
            required.map(|it| format!("{}={}", it.name, value(function.name, it, &root))).collect();
        let lines = if function.signature.rest.is_some() { ", args=['line']" } else { "" };
        let call = format!("{{% do salt['{}']({}{lines}) %}}\n", function.name, given.join(", "));
        place = place
            .with(&format!("things/{name}/file"), "text\n")
            .with(&format!("states/{name}.sls"), &format!("{call}x:\n  test.nop: []\n"));
        fs::create_dir_all(place.path(&format!("things/{name}/empty"))).unwrap();
        let file = fs::File::options().write(true).open(place.path(&format!("things/{name}/file"))).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(1_000_000_000)).unwrap();
    }
    place
}

/// All there is below a directory: kinds, bytes, permission bits and times.
fn disk(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(path) = open.pop() {
        let of = fs::symlink_metadata(&path).unwrap();
        let what = if of.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            "directory".to_owned()
        } else if of.is_symlink() {
            format!("link to {:?}", fs::read_link(&path).unwrap())
        } else {
            format!("{:?} at {:?}", fs::read(&path).unwrap(), of.modified().unwrap())
        };
        found.insert(path.display().to_string(), format!("{what}, {:o}", of.permissions().mode()));
    }
    found
}

#[test]
fn neither_lint_nor_test_runs_nor_showing_change_the_disk() {
    let place = place();
    let before = disk(&place.path(""));
    assert!(acting().len() > 40, "{}", acting().len());
    let linted = place.run("lint");
    assert_eq!(disk(&place.path("")), before, "lint: {}", linted.stdout);
    for function in acting() {
        assert!(linted.stdout.contains(function.name), "lint does not tell of {}", function.name);
        let name = sls(function.name);
        for command in [format!("state.sls {name} test=True"), format!("state.show_sls {name}")] {
            let printed = place.run(&command);
            let told = format!("{}: it changes things, and nothing may be changed now", function.name);
            assert!(printed.stderr.contains(&told), "{command}: {}{}", printed.stdout, printed.stderr);
            assert_eq!(disk(&place.path("")), before, "{command}");
        }
    }
}

/// Shows that the arguments above are good for something: with the switch the same calls act, as in Salt.
#[test]
fn with_the_switch_templates_act_as_in_salt() {
    for function in acting().iter().filter(|it| !it.name.starts_with("service.")) {
        // The owner of a file is no part of what is compared, and only root may change it.
        if matches!(function.name, "file.chown" | "file.chgrp") {
            continue;
        }
        let place = place();
        let before = disk(&place.path(""));
        let printed = place.run(&format!("--allow-acting-templates state.show_sls {}", sls(function.name)));
        assert_eq!(printed.code, Some(0), "{}: {}", function.name, printed.stderr);
        assert_ne!(disk(&place.path("")), before, "{} changed nothing", function.name);
    }
}

#[test]
fn the_switch_is_a_key_of_the_configuration_too() {
    let place = Place::new()
        .with("states/a.sls", "{% do salt['file.touch']('/dev/null') %}\nx:\n  test.nop: []\n")
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "{% do salt['file.touch']('/dev/null') %}\na: 1\n");
    for command in ["state.show_sls a", "pillar.items"] {
        let printed = place.run(command);
        assert!(printed.stderr.contains("nothing may be changed now"), "{command}: {}", printed.stderr);
        assert!(printed.stderr.contains("--allow-acting-templates"), "{command}: {}", printed.stderr);
    }
    let place = place.with("orchestration/minion.d/acting.conf", "allow_acting_templates: True\n");
    for command in ["state.show_sls a", "pillar.items"] {
        let printed = place.run(command);
        assert_eq!(printed.code, Some(0), "{command}: {}", printed.stderr);
    }
}

/// The other side: what says that it changes nothing, and runs nothing, leaves files alone whatever it is given.
#[test]
fn what_says_that_it_changes_nothing_changes_nothing() {
    let place = Place::new().with("things/file", "a: 1\n").with("states/kept/file", "a: 1\n");
    let root = place.path("").canonicalize().unwrap();
    let mut text = String::new();
    let calls_others = |function: &&Function| function.does.contains(&Effect::CallsFunctions);
    // `test.try` takes an argument 'module' itself, and in Python too no other can be given through it.
    let is_through =
        |function: &&Function| function.signature.parameters.iter().all(|it| it.name != "module");
    let looks = functions().filter(|function| effect::only_looks(function.does) && !calls_others(function));
    for function in looks.filter(is_through) {
        let parameters = function.signature.parameters.iter();
        for path in ["file", "new"] {
            let given: Vec<String> = parameters
                .clone()
                .filter(|argument| argument.required)
                .map(|argument| format!("{}: '{}/things/{path}'", argument.name, root.display()))
                .collect();
            text.push_str(&format!("- [{}, {{{}}}]\n", function.name, given.join(", ")));
        }
    }
    let place = place.with("states/calls.yaml", &text).with(
        "states/a.sls",
        "{% import_yaml 'calls.yaml' as calls %}\n{% for name, given in calls %}\n\
         {% do salt['test.try'](name, **given) %}\n{% endfor %}\nx:\n  test.nop: []\n",
    );
    let before = disk(&place.path(""));
    let printed = place.run("--allow-acting-templates state.show_sls a");
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    assert_eq!(disk(&place.path("")), before);
}
