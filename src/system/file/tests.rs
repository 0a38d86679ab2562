use crate::operation::{Check, Operation, Writing, act};
use crate::{Intent, Step};
use machine::file::Permissions;
use model::{Outcome, Verdict};

#[test]
fn every_function_stands_in_the_docs() {
    let docs = include_str!("../../../docs/states.md");
    for function in super::KINDS.iter().flat_map(|kind| kind.functions()) {
        assert!(
            docs.contains(&format!("`{}`", function.name())),
            "{} is not in docs/states.md",
            function.name()
        );
    }
}

#[tokio::test]
async fn a_failure_tells_what_was_done_before_it_and_leaves_no_half_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let (made, file) = (dir.path().join("d"), dir.path().join("nosuch/f"));
    let operations = vec![
        Operation::MakeDirectory { path: made.clone(), permissions: Permissions::default() },
        Operation::write(&file, "text"),
    ];
    let Intent::Act { step, .. } = act(Outcome::would_change(""), operations, Outcome::succeeded("")) else {
        panic!("there is something to do")
    };
    let outcome = step.carry_out().await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    assert!(outcome.comment.contains("Done before that: 1 of 2 steps."), "{}", outcome.comment);
    assert!(made.is_dir());
    assert_eq!(std::fs::read_dir(dir.path()).expect("a directory").count(), 1);
}

#[tokio::test]
async fn a_check_that_disagrees_keeps_the_old_file_and_leaves_nothing_behind() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("f");
    std::fs::write(&file, "old").expect("a file");
    let mut writing = Writing::new(&file, "new");
    writing.check = Some(Check {
        command: "grep -q old".to_owned(),
        shell: "/bin/sh".to_owned(),
        directory: dir.path().to_owned(),
        extension: ".conf".to_owned(),
    });
    let Intent::Act { step, .. } =
        act(Outcome::would_change(""), vec![writing.into()], Outcome::succeeded(""))
    else {
        panic!("there is something to do")
    };
    assert_eq!(step.carry_out().await.comment, "check_cmd execution failed");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "old");
    assert_eq!(std::fs::read_dir(dir.path()).expect("a directory").count(), 1);
}
