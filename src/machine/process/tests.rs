#[path = "../../../tests/it/support/left_out.rs"]
mod left_out;

use super::*;

fn sh(text: &str) -> Command {
    Command::shell("/bin/sh", text)
}

fn said(command: &Command) -> (i32, String, String) {
    let finished = command.run_blocking().expect("a run");
    (finished.code(), finished.stdout_text(), finished.stderr_text())
}

#[test]
fn code_and_both_streams_are_returned() {
    assert_eq!(said(&sh("echo a; echo b >&2; exit 3")), (3, "a\n".to_owned(), "b\n".to_owned()));
    assert_eq!(said(&Command::argv(["printf", "%s-", "a b", "c"])).1, "a b-c-");
    assert_eq!(said(&sh("kill -TERM $$")).0, -15);
}

#[test]
fn joined_streams_keep_their_order() {
    let command = Command { joins_streams: true, ..sh("echo a; echo b >&2; echo c") };
    assert_eq!(said(&command), (0, "a\nb\nc\n".to_owned(), String::new()));
}

#[test]
fn a_deadline_ends_the_whole_group() {
    let dir = tempfile::tempdir().unwrap();
    let mark = dir.path().join("pid");
    let text = format!("sh -c 'sleep 600' & echo $! > {}; echo said; wait", mark.display());
    let finished = sh(&text).timeout(Duration::from_secs(1)).run_blocking().expect("a run");
    assert_eq!(finished.end, End::TimedOut);
    assert_eq!(finished.stdout_text(), "said\n");
    let pid = std::fs::read_to_string(mark).unwrap();
    // Gone, or a zombie that nobody has collected yet; a killed process may still be on its way there.
    let is_gone = || {
        let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        state.is_err() || state.is_ok_and(|stat| stat.contains(") Z "))
    };
    let ended = (0..500).any(|_| {
        std::thread::park_timeout(Duration::from_millis(10));
        is_gone()
    });
    assert!(ended, "the whole group ends");
}

#[test]
fn what_a_command_leaves_behind_does_not_hold_up_its_caller() {
    let finished = sh("sleep 600 & echo $!").run_blocking().expect("a run");
    assert!(finished.is_success());
    let pid: i32 = finished.stdout_text().trim().parse().unwrap();
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), nix::sys::signal::Signal::SIGKILL)
        .expect("it lives");
}

#[test]
fn output_beyond_the_limit_is_dropped_and_reported() {
    let finished = Command { limit: 10, ..sh("seq 1 100000") }.run_blocking().expect("a run");
    assert!(finished.is_success() && finished.is_cut);
    assert_eq!(finished.stdout.len(), 10);
}

#[test]
fn a_command_has_the_environment_directory_umask_and_input_that_it_was_given() {
    let dir = tempfile::tempdir().unwrap();
    let command = Command {
        cwd: Some(dir.path().to_owned()),
        clean_environment: true,
        umask: Some(0o027),
        stdin: Some(b"in".to_vec()),
        ..sh("pwd; umask; cat; echo; echo \"$A-${HOME-none}\"")
    };
    let expected = format!("{}\n0027\nin\nx-none\n", dir.path().display());
    assert_eq!(said(&command.env("A", "x")).1, expected);
    let gone = Command { cwd: Some("/nosuch".into()), ..sh("true") };
    assert!(matches!(gone.run_blocking(), Err(RunError::Enter { .. })));
}

#[test]
fn programs_are_looked_for_where_a_command_says_first() {
    let command = Command { path_before: Some("/first:/second".to_owned()), ..sh("echo $PATH") };
    assert_eq!(said(&command.env("PATH", "/bin")).1, "/first:/second:/bin\n");
}

#[test]
fn a_command_in_the_background_tells_its_number_alone() {
    let (code, number, _) = said(&sh("echo unheard; exit 3").in_background());
    assert_eq!(code, 0);
    assert!(number.trim().parse::<u32>().is_ok(), "{number}");
}

#[test]
fn a_command_of_a_user_has_its_number_groups_and_home() {
    let is_root = crate::account::own_uid() == 0;
    left_out::left_out("a command of another user", usize::from(!is_root), "only root runs it", false);
    if !is_root {
        return;
    }
    let user = Some("nobody".to_owned());
    let command = Command { user, umask: Some(0o077), ..sh("id -un; umask; echo $HOME $USER") };
    let home = crate::account::find_user("nobody").unwrap().home;
    assert_eq!(said(&command).1, format!("nobody\n0077\n{} nobody\n", home.display()));
    let nobody = Command { user: Some("nosuchuser".to_owned()), ..sh("true") };
    assert!(matches!(nobody.run_blocking(), Err(RunError::NoUser { .. })));
}

#[test]
fn what_cannot_be_started_is_an_error_and_no_code() {
    assert!(matches!(Command::argv(["/nosuch"]).run_blocking(), Err(RunError::Start { .. })));
    assert!(matches!(Command::argv([""]).run_blocking(), Err(RunError::Empty)));
}

#[tokio::test]
async fn both_forms_work_inside_a_runtime() {
    assert_eq!(sh("exit 4").run().await.expect("a run").code(), 4);
    assert_eq!(sh("exit 5").run_blocking().expect("a run").code(), 5);
}
