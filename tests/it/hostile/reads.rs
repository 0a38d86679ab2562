//! What a user puts in place of a file that root reads: a pipe that nobody writes, a link to a device without an end, a sparse file, a
//! directory, a link to nothing, a link to a file of root, another name of that file, a socket, a link to itself, a file of `/proc`, a file
//! that grows and shrinks. No state and no function waits, fills the memory, or shows the file.

use std::fs;
use std::os::unix::fs::{lchown, symlink};
use std::time::{Duration, Instant};

use machine::file::{Permissions, make_pipe};

use crate::recorded::each;
use crate::support::{Place, left_out};

use super::scene::{self, Scene, Trick, USER};
use super::{Declares, Ended, STATES};

/// A run that takes longer is held up. Runs of these states take less than a second.
const DEADLINE: &str = "60";

/// What a user prepared at a path.
#[derive(Clone, Copy, Debug)]
enum Bait {
    Pipe,
    Zero,
    Sparse,
    Directory,
    Dangling,
    Secret,
    /// Another name of root's file.
    HardLink,
    Socket,
    /// A link to itself.
    Loop,
    /// A link to the environment of the process that reads it.
    Environment,
    /// The directory is a link to root's directory, where the file is.
    LinkedHome,
    /// The directory is a pipe.
    PipeAbove,
    /// It grows and shrinks while it is read, within small bounds: whole reads of it are quick on a busy machine too.
    Growing,
}

impl Bait {
    const ALL: &[Self] = &[
        Self::Pipe,
        Self::Zero,
        Self::Sparse,
        Self::Directory,
        Self::Dangling,
        Self::Secret,
        Self::HardLink,
        Self::Socket,
        Self::Loop,
        Self::Environment,
        Self::LinkedHome,
        Self::PipeAbove,
        Self::Growing,
    ];

    fn put(self, scene: &Scene, directory: &str) {
        let (directory, shadow) = (scene.place.path(directory), scene.place.path("outside/shadow"));
        let path = directory.join("x");
        match self {
            Self::HardLink => {
                // It is root's file still, so it keeps its owner.
                return fs::hard_link(shadow, &path).expect("a link");
            }
            Self::Socket => drop(std::os::unix::net::UnixListener::bind(&path).expect("a socket")),
            Self::Loop => symlink(&path, &path).expect("a link"),
            Self::Environment => symlink("/proc/self/environ", &path).expect("a link"),
            Self::LinkedHome => {
                fs::copy(shadow, scene.place.path("outside/dir/x")).expect("a file");
                fs::remove_dir(&directory).expect("an empty directory");
                symlink(scene.place.path("outside/dir"), &directory).expect("a link");
                return lchown(directory, Some(USER), Some(USER)).expect("an owner");
            }
            Self::PipeAbove => {
                fs::remove_dir(&directory).expect("an empty directory");
                let anybody = Permissions { mode: Some(0o644), ..Permissions::default() };
                make_pipe(&directory, anybody).expect("a pipe");
                return lchown(directory, Some(USER), Some(USER)).expect("an owner");
            }
            Self::Growing => drop(fs::File::create(&path).expect("a file")),
            Self::Pipe => {
                let anybody = Permissions { mode: Some(0o644), ..Permissions::default() };
                make_pipe(&path, anybody).expect("a pipe");
            }
            Self::Zero => symlink("/dev/zero", &path).expect("a link"),
            Self::Sparse => {
                // More than any machine has memory.
                fs::File::create(&path).expect("a file").set_len(1 << 42).expect("a length");
            }
            Self::Directory => fs::create_dir(&path).expect("a directory"),
            Self::Dangling => symlink("/nowhere/at/all", &path).expect("a link"),
            Self::Secret => symlink(shadow, &path).expect("a link"),
        }
        lchown(path, Some(USER), Some(USER)).expect("an owner");
    }
}

/// Other states that read below a home.
const READERS: &[(&str, &str)] = &[
    ("file.managed", "[{name: HOME/new}, {source: NAME/x}]"),
    ("file.managed", "[{name: HOME/new}, {source: 'file://NAME/x'}, {template: jinja}]"),
    ("file.copy", "[{name: HOME/new}, {source: NAME/x}]"),
    ("file.copy", "[{name: ROOT/copied}, {source: NAME/x}]"),
    ("file.exists", "[{name: NAME/x}]"),
    ("file.missing", "[{name: NAME/x}]"),
    ("file.cached", "[{name: NAME/x}]"),
    ("file.cached", "[{name: 'file://NAME/x'}]"),
    ("file.serialize", "[{name: NAME/x}, {dataset: {a: 1}}, {serializer: yaml}, {merge_if_exists: True}]"),
    ("file.recurse", "[{name: NAME}, {source: 'salt://tree'}]"),
    ("archive.extracted", "[{name: HOME/new}, {source: NAME/x}, {archive_format: tar}]"),
    ("ssh_auth.present", "[{name: AAAAB3NzaC1yc2EAAAADAQABAAAAAQC}, {user: root}, {config: NAME/x}]"),
    ("ssh_auth.manage", "[{name: a}, {user: root}, {config: NAME/x}, {ssh_keys: [ssh-rsa AAAAB3Nza]}]"),
    ("ssh_known_hosts.present", "[{name: a.example}, {key: AAAAB3Nza}, {enc: ssh-rsa}, {config: NAME/x}]"),
    ("ssh_known_hosts.absent", "[{name: a.example}, {config: NAME/x}]"),
    ("ini.options_absent", "[{name: NAME/x}, {sections: {s: [a]}}]"),
    ("file.keyvalue", "[{name: NAME/x}, {key_values: {a: b}}, {ignore_if_missing: True}]"),
];

#[test]
fn nothing_that_a_user_prepared_holds_a_state_up_or_is_shown() {
    if !scene::is_root("nothing that a user prepared holds a state up or is shown") {
        return;
    }
    let states = STATES.iter().filter(|(_, arguments)| arguments.contains("NAME/x")).chain(READERS);
    let states: Vec<_> = states.collect();
    let cases: Vec<_> =
        Bait::ALL.iter().flat_map(|bait| states.iter().map(move |state| (*bait, **state))).collect();
    let complaints = each(&cases, |(bait, (function, arguments))| {
        let scene = prepared(*bait);
        let _growing = growing(*bait, &scene);
        let place = scene.place.state("case", function, arguments);
        let before = scene::seen(&place.path("outside"));
        let mut complaints = vec![];
        for words in ["state.sls case test=True", "state.sls case"] {
            let printed = in_time(place, &words.split_whitespace().collect::<Vec<_>>());
            let held_up = printed.code.is_none_or(|code| code == 124 || code == 137);
            if held_up || is_shown(&printed) || scene::seen(&place.path("outside")) != before {
                let said = format!("{:?} {}{}", printed.code, printed.stdout, printed.stderr);
                complaints.push(format!("{bait:?} {function} {arguments} {words}: {said}"));
            }
        }
        complaints
    });
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// Execution functions that read a path.
const FUNCTIONS: &[&[&str]] = &[
    &["file.read", "NAME/x"],
    &["file.seek_read", "NAME/x", "10", "0"],
    &["file.contains", "NAME/x", "a"],
    &["file.contains_regex", "NAME/x", "a"],
    &["file.contains_glob", "NAME/x", "a"],
    &["file.search", "NAME/x", "a"],
    &["file.get_hash", "NAME/x"],
    &["file.get_sum", "NAME/x"],
    &["file.check_hash", "NAME/x", "md5=d41d8cd98f00b204e9800998ecf8427e"],
    &["file.get_diff", "NAME/x", "HOME/own"],
    &["file.stats", "NAME/x", "sha256"],
    &["file.find", "NAME", "grep=secret"],
    &["file.find", "NAME", "print=md5,name"],
    &["file.grep", "NAME/x", "a"],
    &["file.extract_hash", "NAME/x"],
    &["file.get_source_sum", "x", "NAME/x", "NAME/x"],
    &["file.list_backups", "NAME/x"],
    &["file.diskusage", "NAME"],
    &["file.append", "NAME/x", "theirs"],
    &["file.prepend", "NAME/x", "theirs"],
    &["file.copy", "NAME/x", "ROOT/copied"],
    &["file.copy", "NAME/x", "HOME/copied"],
    &["file.copy", "NAME", "HOME/copied", "recurse=True"],
    &["file.touch", "NAME/x"],
    &["file.truncate", "NAME/x", "3"],
    &["hashutil.digest_file", "NAME/x"],
    &["hashutil.base64_encodefile", "NAME/x"],
    &["ini.get_ini", "NAME/x"],
    &["mount.fstab", "NAME/x"],
    &["cp.get_file_str", "NAME/x"],
    &["cp.hash_file", "NAME/x"],
    &["cp.get_url", "NAME/x"],
    &["hosts.list_hosts", "NAME/x"],
    &["slsutil.renderer", "NAME/x"],
];

#[test]
fn nothing_that_a_user_prepared_holds_a_function_up_or_is_shown() {
    if !scene::is_root("nothing that a user prepared holds a function up or is shown") {
        return;
    }
    let cases: Vec<_> =
        Bait::ALL.iter().flat_map(|bait| FUNCTIONS.iter().map(move |words| (*bait, *words))).collect();
    let complaints = each(&cases, |(bait, words)| {
        let scene = prepared(*bait);
        let _growing = growing(*bait, &scene);
        let words: Vec<String> = words.iter().map(|word| scene.expanded(word)).collect();
        let printed = in_time(&scene.place, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let held_up = printed.code.is_none_or(|code| code == 124 || code == 137);
        if held_up || is_shown(&printed) {
            return vec![format!(
                "{bait:?} {words:?}: {:?} {}{}",
                printed.code, printed.stdout, printed.stderr
            )];
        }
        vec![]
    });
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// What opens no file: names and attributes alone, or files of root's cache.
const OPEN_NOTHING: &[&str] = &[
    "file.access",
    "file.accumulated",
    "file.basename",
    "file.directory_exists",
    "file.dirname",
    "file.file_exists",
    "file.get_devmm",
    "file.get_gid",
    "file.get_group",
    "file.get_mode",
    "file.get_uid",
    "file.get_user",
    "file.gid_to_group",
    "file.group_to_gid",
    "file.is_blkdev",
    "file.is_chrdev",
    "file.is_fifo",
    "file.is_hardlink",
    "file.is_link",
    "file.join",
    "file.lstat",
    "file.normpath",
    "file.not_cached",
    "file.pardir",
    "file.path_exists_glob",
    "file.readdir",
    "file.readlink",
    "file.source_list",
    "file.statvfs",
    "file.uid_to_user",
    "file.user_to_uid",
];

#[test]
fn every_state_and_function_of_files_is_tried() {
    let states = system::kinds().flat_map(system::AnyLocal::functions).flat_map(|function| function.names);
    let functions = exec::FUNCTIONS.iter().copied().flatten().map(|function| &function.name);
    let tried: Vec<&str> = STATES
        .iter()
        .chain(READERS)
        .map(|(function, _)| *function)
        .chain(FUNCTIONS.iter().chain(super::functions::CALLS).map(|words| words[0]))
        .collect();
    let is_open = |name: &&&str| {
        name.starts_with("file.")
            && !tried.contains(&name.trim_end_matches('_'))
            && !OPEN_NOTHING.contains(*name)
    };
    let open: Vec<_> = states.chain(functions).filter(is_open).collect();
    assert!(open.is_empty(), "nobody tried them with what a user prepared: {open:?}");
}

fn prepared(bait: Bait) -> Scene {
    let scene = Scene::new(Trick::None);
    scene.directory_of_user("home/target");
    bait.put(&scene, "home/target");
    scene
}

/// The user's process that lets the file grow and shrink, without blocks of the disk.
fn growing(bait: Bait, scene: &Scene) -> Option<Ended> {
    let script = "while :; do truncate -s 1K target/x; truncate -s 1M target/x; done";
    let user = USER.to_string();
    let mut command = std::process::Command::new("setpriv");
    command.args(["--reuid", &user, "--regid", &user, "--clear-groups", "sh", "-c", script]);
    command.current_dir(scene.place.path("home")).stderr(std::process::Stdio::null());
    matches!(bait, Bait::Growing).then(|| Ended(command.spawn().expect("setpriv")))
}

/// The contents of root's file; `secret` alone is part of paths and patterns.
fn is_shown(printed: &Seen) -> bool {
    [&printed.stdout, &printed.stderr].iter().any(|text| text.contains(scene::CONTENTS))
}

/// What a run printed, and its code.
struct Seen {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

/// Runs a command line; a run that is held up is killed, and has the code 124 or 137. It may have 8 GiB of address space.
fn in_time(place: &Place, words: &[&str]) -> Seen {
    let script = format!("ulimit -v 8388608; exec timeout -k 5 {DEADLINE} \"$@\"");
    let command = place.command(words);
    let mut wrapped = std::process::Command::new("/bin/sh");
    wrapped.args(["-c", &script, "sh"]).arg(command.get_program()).args(command.get_args());
    wrapped.current_dir(command.get_current_dir().expect("a directory")).env_clear();
    wrapped.envs(command.get_envs().filter_map(|(name, text)| Some((name, text?))));
    wrapped.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    // What a link to `/proc/self/environ` would show.
    wrapped.env("OF_ROOT", scene::CONTENTS);
    let output = wrapped.output().expect("a shell");
    Seen {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    }
}

/// The attack as it was tried: `authorized_keys` is a pipe, and the run holds the lock.
#[test]
fn a_pipe_in_place_of_authorized_keys_does_not_hang_a_run() {
    if !scene::is_root("a pipe in place of authorized keys does not hang a run") {
        return;
    }
    refused_at_once(Bait::Pipe, "it is a named pipe, and no regular file");
}

/// The attack as it was tried: root read until its memory ended.
#[test]
fn a_link_to_dev_zero_in_place_of_authorized_keys_is_not_read() {
    if !scene::is_root("a link to dev zero in place of authorized keys is not read") {
        return;
    }
    refused_at_once(Bait::Zero, "is not read");
}

fn refused_at_once(bait: Bait, words: &str) {
    let scene = prepared(bait);
    let arguments = "[{name: AAAAB3NzaC1yc2EAAAADAQABAAAAAQC}, {user: root}, {config: NAME/x}]";
    let place = scene.place.state("case", "ssh_auth.present", arguments);
    let began = Instant::now();
    let printed = in_time(place, &["--out", "json", "state.sls", "case", "test=True"]);
    assert!(began.elapsed() < Duration::from_secs(30), "{}", printed.stdout);
    assert_eq!(printed.code, Some(1), "{}{}", printed.stdout, printed.stderr);
    assert!(printed.stdout.contains(words), "{}{}", printed.stdout, printed.stderr);
}

/// The attack as it was tried: a command of a user pushes a line into the terminal of root's shell.
#[test]
fn a_command_of_a_user_does_not_type_into_roots_terminal() {
    if !scene::is_root("a command of a user does not type into roots terminal") {
        return;
    }
    let has_python = std::process::Command::new("/usr/bin/python3").arg("-V").output().is_ok();
    left_out("hostile: a terminal", usize::from(!has_python), "there is no /usr/bin/python3", false);
    if !has_python {
        return;
    }
    let scene = Scene::new(Trick::None);
    let place = scene.place.with("terminal.py", include_str!("terminal.py"));
    let command = place.command(&[]);
    let mut python = std::process::Command::new("/usr/bin/python3");
    python.arg(place.path("terminal.py")).arg(command.get_program());
    python.current_dir(place.path("")).env("XDG_STATE_HOME", place.path(".state"));
    let output = python.env("AWS_EC2_METADATA_DISABLED", "true").output().expect("python");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("the shell read: end"), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("the user's command has no terminal"), "{printed}");
}

/// The name of a user's file orders a terminal to answer: the answer would be typed into root's shell.
#[test]
fn the_name_of_a_users_file_orders_nothing_of_roots_terminal() {
    if !scene::is_root("the name of a users file orders nothing of roots terminal") {
        return;
    }
    let scene = Scene::new(Trick::None);
    scene.directory_of_user("home/target");
    scene.file_of_user("home/target/a\u{1b}[6n\u{1b}]0;title\u{7}\u{9b}21t");
    let place = scene.place.state("case", "file.directory", "[{name: NAME}, {clean: True}]");
    let directory = scene.expanded("NAME");
    for words in [
        &["file.readdir", &directory][..],
        &["--out", "raw", "file.readdir", &directory],
        &["--out", "txt", "file.find", &directory],
        &["state.sls", "case", "test=True"],
        &["--force-color", "state.sls", "case"],
    ] {
        let command = place.command(words);
        let mut python = std::process::Command::new("python3");
        let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/hostile/terminal_of.py");
        python.arg(script).arg(command.get_program()).args(command.get_args()).current_dir(place.path(""));
        python.envs(command.get_envs().filter_map(|(name, text)| Some((name, text?))));
        let output = python.output().expect("python3 runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            printed.contains("0;title"),
            "{words:?}: {printed}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        for order in ["<ESC>[6n", "<ESC>]", "<BEL>", "<CSI>"] {
            assert!(!printed.contains(order), "{words:?} {order}: {printed}");
        }
    }
}
