//! The journal: what runs changed, by the binary, on a machine alone.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Place, Printed};

const JOURNAL: &str = ".state/orchestrate/journal";

const SLS: &str = "
new file:
  file.managed:
    - name: DIR/new
    - contents: one
told:
  cmd.run:
    - name: 'true'
    - onchanges:
      - file: new file
quiet:
  test.nop: []
";

fn place() -> Place {
    let place = Place::new().with("cache/.keep", "");
    let sls = SLS.replace("DIR", &place.path("cache").display().to_string());
    place.with("states/app.sls", &sls)
}

/// The files of the journal's runs, the oldest first.
fn files(place: &Place) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(place.path(JOURNAL)) else { return vec![] };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).collect();
    files.sort();
    files
}

#[track_caller]
fn succeeds(place: &Place, words: &str) -> Printed {
    let printed = place.run(words);
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    printed
}

#[test]
fn a_run_that_changes_something_is_recorded_and_others_are_not() {
    let place = place();
    let _ = succeeds(&place, "state.sls app test=True");
    assert_eq!(succeeds(&place, "runs list").stdout, "No run has changed anything yet.\n");
    let _ = place.run_words(&["state.sls", "app", "pillar={word: hunter2word}"]);
    let _ = succeeds(&place, "state.sls app");
    let files = files(&place);
    assert_eq!(files.len(), 1, "the second run changed nothing");
    let mode = |path: &PathBuf| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!((mode(&files[0]), mode(&place.path(JOURNAL))), (0o600, 0o700));
    let list = succeeds(&place, "runs list").stdout;
    assert!(list.contains("state.sls app pillar=(hidden)") && !list.contains("hunter2"), "{list}");
    let shown = succeeds(&place, "runs show last").stdout;
    assert!(shown.contains("Create (1)\n\n  new file  file.managed, states/app.sls:2:1"), "{shown}");
    assert!(shown.contains("Change (1)\n\n  told  cmd.run") && !shown.contains("quiet"), "{shown}");
    assert!(shown.ends_with("succeeded: 3 states, 2 changed, 0 failed, 0 calls\n"), "{shown}");
    let data: Value = serde_json::from_str(&succeeds(&place, "runs list --out=json").stdout).expect("JSON");
    assert_eq!((&data[0]["status"], &data[0]["changed"]), (&"succeeded".into(), &2.into()));
    assert_eq!(data[0]["minion"], "sample");
}

#[test]
fn a_run_in_a_newer_format_is_shown_and_never_undone() {
    let place = place();
    let _ = succeeds(&place, "state.sls app");
    let file = &files(&place)[0];
    let text = fs::read_to_string(file).expect("a journal");
    assert!(text.contains(r#""format_version":2"#), "{text}");
    fs::write(file, text.replacen(r#""format_version":2"#, r#""format_version":3"#, 1))
        .expect("it is written");
    let shown = place.run("runs show last");
    assert!(shown.stdout.contains("new file  file.managed"), "{}", shown.whole());
    let refused = place.run("undo last --yes");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    let said = "wrote format 3 of the journal, and this is format 2";
    let advice = "undo it with the version that made it, or a newer one";
    assert!(refused.stderr.contains(said) && refused.stderr.contains(advice), "{}", refused.whole());
    // A run without its first line cannot be undone, whatever follows.
    let (_, rest) = text.split_once('\n').expect("lines");
    fs::write(file, format!("{{broken\n{rest}")).expect("it is written");
    let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
    let refused = place.run(&format!("undo {name} --yes"));
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(refused.stderr.contains("'runs list' shows the others"), "{}", refused.whole());
}

#[test]
fn who_changed_a_state_is_found_by_its_id_and_by_its_name() {
    let place = place();
    let _ = succeeds(&place, "state.sls app");
    fs::write(place.path("cache/new"), "drift\n").expect("a file");
    let _ = succeeds(&place, "state.sls app");
    let name = place.path("cache/new").canonicalize().expect("a path").display().to_string();
    for name in ["new file", &name] {
        let blamed = place.run_words(&["blame", name, "--out", "json"]);
        assert_eq!(blamed.code, Some(0), "{}", blamed.whole());
        let data: Value = serde_json::from_str(&blamed.stdout).expect("JSON");
        assert_eq!(data.as_array().map(Vec::len), Some(2), "{data:#}");
        assert_eq!(data[0]["state"]["declared_at"], "states/app.sls:2:1");
        assert_eq!(
            (&data[0]["thing"]["action"], &data[1]["thing"]["action"]),
            (&"change".into(), &"create".into())
        );
    }
    let nobody = place.run("blame nobody");
    assert_eq!((nobody.code, nobody.stdout.as_str()), (Some(1), "No run has changed 'nobody'.\n"));
    let runs: Vec<String> = files(&place)
        .iter()
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let differing = succeeds(&place, &format!("runs diff {} {} --out=json", runs[0], runs[1]));
    let data: Value = serde_json::from_str(&differing.stdout).expect("JSON");
    assert_eq!((&data[0]["first"], &data[0]["second"]), (&"create".into(), &"change".into()), "{data:#}");
    let unknown = place.run("runs show 1999");
    assert_eq!(unknown.code, Some(1));
    assert!(unknown.stderr.contains("'runs list' lists them"), "{}", unknown.stderr);
}

#[test]
fn a_line_that_was_changed_is_found() {
    let place = place();
    let _ = succeeds(&place, "state.sls app");
    let sound = succeeds(&place, "runs verify").stdout;
    assert!(sound.starts_with("1 runs, ") && sound.contains(" 0 faults\nlast run "), "{sound}");
    let path = files(&place).remove(0);
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.replacen("\"told\"", "\"toll\"", 1)).expect("a file");
    let found = place.run("runs verify");
    assert_eq!(found.code, Some(1), "{}", found.whole());
    assert!(
        found.stdout.contains("this line was changed, or a line before it was removed"),
        "{}",
        found.stdout
    );
    assert!(place.run("runs show last").stdout.contains("this line was changed"));
}

#[test]
fn a_run_that_cannot_be_recorded_says_so_and_goes_on_or_is_refused() {
    let minion =
        |rest: &str| format!("id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\njournal: {rest}\n");
    let place = place().with("orchestration/minion", &minion("{dir: /proc/nowhere}"));
    let warned = succeeds(&place, "state.sls app");
    assert!(
        warned.stderr.contains("cannot be recorded") && warned.stderr.contains("it goes on"),
        "{}",
        warned.stderr
    );
    fs::remove_file(place.path("cache/new")).expect("it was made");
    let place = place.with("orchestration/minion", &minion("{dir: /proc/nowhere, required: True}"));
    let refused = place.run("state.sls app");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(
        refused.stderr.contains("'journal: {required: True}' of the configuration refuses"),
        "{}",
        refused.stderr
    );
    assert!(!place.path("cache/new").exists(), "nothing was changed");
    let place = place.with("orchestration/minion", &minion("False"));
    assert_eq!(succeeds(&place, "state.sls app").stderr, "");
    assert_eq!(place.run("runs list").code, Some(1));
    let place = place.with("orchestration/minion", &minion("{drectory: x}"));
    assert_eq!(place.run("state.sls app").code, Some(1));
}

/// Files may grow to 8 KiB only, as on a full disk.
#[test]
fn a_required_record_that_breaks_off_ends_the_run() {
    let minion =
        "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\njournal: {dir: j, required: True}\n";
    let states: String = (0..200).map(|it| format!("s{it:03}:\n  test.succeed_with_changes: []\n")).collect();
    let place = Place::new().with("orchestration/minion", minion).with("states/app.sls", &states);
    let words = ["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"];
    let own = place.command(&["--out", "json", "state.sls", "app"]);
    let mut limited = Command::new("bash");
    limited.args(words).arg(own.get_program()).args(own.get_args()).current_dir(place.path("")).env_clear();
    limited.envs(own.get_envs().filter_map(|(name, text)| Some((name, text?))));
    let output = limited.output().expect("bash");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("the run ends, as 'journal: {required: True}' says"), "{stderr}");
    assert!(stderr.contains("did not start"), "{stderr}");
    assert_ne!(output.status.code(), Some(0));
}

/// A command whose files can grow to this many bytes.
pub fn limited(place: &Place, words: &[&str], bytes: usize) -> Command {
    let script = format!("trap '' XFSZ; exec prlimit --fsize={bytes} \"$@\"");
    let own = place.command(words);
    let mut limited = Command::new("bash");
    limited.args(["-c", &script, "sh"]).arg(own.get_program()).args(own.get_args());
    limited.current_dir(place.path("")).env_clear().env("PATH", "/usr/bin:/bin");
    limited.envs(own.get_envs().filter_map(|(name, text)| Some((name, text?))));
    limited
}

/// Between two of these sizes of a disk a run does the same: a line fits, or it does not.
pub fn sizes(journal: &str) -> Vec<usize> {
    let mut all = vec![0];
    let mut begin = 0;
    for line in journal.split_inclusive('\n') {
        let end = begin + line.len();
        all.extend([end - 1, end]);
        begin = end;
    }
    all
}

/// The directory of a journal that can hold this many bytes, with three directories to make.
fn made_within(bytes: usize) -> (Place, bool) {
    let minion = "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\njournal: {required: True}\n";
    let place = Place::new().with("orchestration/minion", minion).with("cache/.keep", "");
    let dir = place.path("cache").display().to_string();
    let states: String = (0..3).map(|it| format!("{dir}/made{it}:\n  file.directory: []\n")).collect();
    let place = place.with("states/app.sls", &states);
    let output = limited(&place, &["state.sls", "app"], bytes).output().expect("bash");
    (place, output.status.success())
}

#[test]
fn on_a_disk_that_fills_at_each_byte_no_change_is_made_without_its_record() {
    let (place, is_fine) = made_within(1 << 20);
    assert!(is_fine);
    let whole = fs::read_to_string(files(&place).remove(0)).expect("a file");
    let (mut refused, mut partly) = (0, 0);
    for bytes in sizes(&whole) {
        let (place, has_ended_well) = made_within(bytes);
        let journal: String =
            files(&place).into_iter().map(|path| fs::read_to_string(path).expect("text")).collect();
        assert!(journal.is_empty() || journal.ends_with('\n'), "{bytes}: half a line is left");
        let made: Vec<usize> = (0..3).filter(|it| place.path(&format!("cache/made{it}")).is_dir()).collect();
        for it in &made {
            let planned = format!("cache/made{it}");
            assert!(journal.contains(&planned), "{bytes}: {planned} was made, and is not recorded");
        }
        refused += usize::from(made.is_empty());
        partly += usize::from(made.len() == 1 || made.len() == 2);
        // Only the last lines, which announce no change, may be missing from a run that made all.
        assert!(!has_ended_well || made.len() == 3, "{bytes}");
        if !journal.is_empty() {
            let checked = place.run("runs verify");
            assert_eq!(checked.code, Some(0), "{bytes}: {}", checked.whole());
        }
    }
    assert!(refused > 1 && partly > 1, "{refused} {partly}");
}

#[test]
fn a_run_that_is_killed_leaves_what_it_did_until_then() {
    let place = Place::new().with("cache/.keep", "");
    let dir = place.path("cache").display().to_string();
    let sls = format!(
        "first:\n  file.managed:\n    - name: {dir}/new\n    - contents: one\n\
         second:\n  cmd.run:\n    - name: echo began; read -r line < {dir}/pipe\n    - require:\n      - file: first\n\
         third:\n  test.succeed_with_changes:\n    - require:\n      - cmd: second\n"
    );
    let sls = sls.replace("echo began;", &format!("echo began > {dir}/began;"));
    let place = place.with("states/app.sls", &sls);
    for name in ["pipe", "began"] {
        let made = Command::new("mkfifo").arg(place.path("cache").join(name)).status();
        assert!(made.is_ok_and(|status| status.success()));
    }
    let mut command = place.command(&["state.sls", "app"]);
    command.env("PATH", "/usr/bin:/bin").stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = machine::process::while_none_starts(|| command.spawn()).expect("it starts");
    let mut text = String::new();
    fs::File::open(place.path("cache/began")).expect("a pipe").read_to_string(&mut text).expect("it begins");
    let under_way = place.run("runs list").stdout;
    assert!(under_way.contains("under way"), "{under_way}");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    fs::write(place.path("cache/pipe"), "go\n").expect("the program of the state ends, too");
    let shown = succeeds(&place, "runs show last").stdout;
    assert!(shown.contains("  first  file.managed") && shown.contains("  second  cmd.run"), "{shown}");
    assert!(!shown.contains("third") && shown.contains("The run was aborted"), "{shown}");
    let ended = fs::read_to_string(files(&place).remove(0)).expect("a file");
    assert_eq!(ended.matches("\"entry\":\"ended\"").count(), 1, "{ended}");
    assert!(succeeds(&place, "runs verify").stdout.contains(" 0 faults"));
}
