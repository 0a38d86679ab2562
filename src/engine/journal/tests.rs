//! Runs that are written, read and tampered with.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::*;
use crate::planned::PlannedAction;
use crate::run_plan::{Attribute, Thing};
use model::secret;

fn at(second: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_secs(1_000_000_000 + second)
}

fn begun() -> Begun {
    Begun {
        format_version: VERSION,
        user: "ada".to_owned(),
        function: "state.sls".to_owned(),
        ..Begun::default()
    }
}

fn state(id: &str) -> StateName {
    StateName { id: id.to_owned(), function: "boto_sqs.present".to_owned(), ..StateName::default() }
}

fn thing(name: &str, new: &str) -> Thing {
    let attribute = Attribute {
        path: "DelaySeconds".to_owned(),
        action: PlannedAction::Change,
        old: json!("0"),
        new: json!(new),
        hidden: false,
    };
    Thing {
        kind: "sqs.queue".to_owned(),
        noun: "queue".to_owned(),
        name: name.to_owned(),
        named_by: std::collections::BTreeMap::new(),
        id: None,
        identity: None,
        region: Some("us-east-1".to_owned()),
        account: None,
        action: PlannedAction::Change,
        attributes: vec![attribute],
        steps: vec![],
        depends_on: vec![],
        blast_radius: vec![],
        tags: None,
    }
}

fn planned(name: &str, new: &str) -> Entry {
    Entry::Planned { state: state(name), thing: Box::new(thing(name, new)) }
}

fn called(name: &str, id: &str) -> Entry {
    let request_id = Some(id.to_owned());
    let operation = "SQS.SetQueueAttributes".to_owned();
    Entry::Called(Called { state: Some(state(name)), operation, request_id, ..Called::default() })
}

fn ended(name: &str) -> Entry {
    let (comment, changes) = (String::new(), json!({}));
    Entry::Ended { state: state(name), result: "succeeded".to_owned(), comment, changes }
}

/// A run that changes one queue; answers its name.
fn run(directory: &Path, second: i64, name: &str, new: &str) -> String {
    let journal = Journal::new(directory, 10, begun()).unwrap();
    journal.note(at(second), planned(name, new)).unwrap();
    assert_eq!(journal.run(), None, "nothing was changed yet");
    journal.note(at(second), called(name, &format!("id-{second}"))).unwrap();
    let run = journal.run().unwrap();
    journal.note(at(second), ended(name)).unwrap();
    journal.finish(at(second), Finished { result: "succeeded".to_owned(), ..Finished::default() }).unwrap();
    run
}

fn file(directory: &Path, run: &str) -> std::path::PathBuf {
    directory.join(format!("{run}.jsonl"))
}

#[test]
fn a_run_that_changes_nothing_leaves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let journal = Journal::new(place.path(), 10, begun()).unwrap();
    journal.note(at(0), planned("jobs", "5")).unwrap();
    journal.finish(at(0), Finished::default()).unwrap();
    assert_eq!(names(place.path()).unwrap(), Vec::<String>::new());
}

#[test]
fn what_happens_is_there_before_the_run_ends_and_for_its_owner_alone() {
    let place = tempfile::tempdir().unwrap();
    let journal = Journal::new(place.path(), 10, begun()).unwrap();
    journal.note(at(0), planned("jobs", "5")).unwrap();
    journal.note(at(0), called("jobs", "id")).unwrap();
    let run = journal.run().unwrap();
    let loaded = load(place.path(), &run).unwrap();
    assert_eq!((loaded.status(), loaded.lines.len()), (Status::UnderWay, 3));
    let mode = fs::metadata(file(place.path(), &run)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    drop(journal);
    let loaded = load(place.path(), &run).unwrap();
    assert_eq!(loaded.status(), Status::BrokenOff);
    assert_eq!(loaded.faults, vec![]);
    assert_eq!(loaded.lines[1].entry, planned("jobs", "5"));
}

#[test]
fn runs_follow_each_other_though_the_clock_is_set_back_and_old_ones_are_dropped() {
    let place = tempfile::tempdir().unwrap();
    let (first, second) = (run(place.path(), 10, "a", "1"), run(place.path(), 0, "b", "1"));
    assert!(second > first, "{first} {second}");
    let previous = load(place.path(), &second).unwrap().begun().unwrap().previous.clone();
    assert_eq!(previous.map(|previous| previous.run), Some(first));
    for number in 0..12 {
        run(place.path(), 20 + number, "c", "1");
    }
    let verified = verify(place.path()).unwrap();
    assert_eq!((verified.runs, verified.lines, verified.faults), (10, 50, vec![]));
    assert_eq!(verified.last.map(|(run, _)| run), names(place.path()).unwrap().pop());
}

#[test]
fn each_kind_of_tampering_is_found() {
    let place = tempfile::tempdir().unwrap();
    let runs: Vec<String> = (0..3).map(|number| run(place.path(), number, "jobs", "5")).collect();
    assert_eq!(verify(place.path()).unwrap().faults, vec![]);
    let path = file(place.path(), &runs[1]);
    let sound = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = sound.lines().collect();
    let joined = |lines: &[&str]| format!("{}\n", lines.join("\n"));
    let (mut fewer, mut swapped) = (lines.clone(), lines.clone());
    fewer.remove(2);
    swapped.swap(2, 3);
    let changed = sound.replace("id-1", "id-9");
    let cut = joined(&lines[..4]);
    for (text, line, words) in [
        (changed.as_str(), 3, "this line was changed"),
        (&joined(&fewer), 3, "was removed"),
        (&joined(&swapped), 3, "this line was changed"),
        (&sound[..sound.len() - 20], 5, "has no end"),
        (&format!("{sound}{{}}\n"), 6, "has no hash"),
    ] {
        fs::write(&path, text).unwrap();
        let verified = verify(place.path()).unwrap();
        let faults = [verified.faults, verified.cut].concat();
        let found = faults.iter().any(|it| it.run == runs[1] && it.line == line && it.what.contains(words));
        assert!(found, "{words}: {faults:?}");
    }
    fs::write(&path, cut).unwrap();
    let faults = verify(place.path()).unwrap().faults;
    assert!(faults.iter().any(|it| it.run == runs[2] && it.what.contains("had another end")), "{faults:?}");
    fs::remove_file(&path).unwrap();
    let faults = verify(place.path()).unwrap().faults;
    assert!(faults.iter().any(|it| it.run == runs[2] && it.what.contains("is missing")), "{faults:?}");
}

#[test]
fn a_secret_is_in_no_line_and_a_long_text_is_cut() {
    let place = tempfile::tempdir().unwrap();
    secret::hide("journal \"hunter2\" word");
    let journal = Journal::new(place.path(), 10, begun()).unwrap();
    journal.note(at(0), planned("jobs", "say journal \"hunter2\" word")).unwrap();
    journal.note(at(0), planned("long", &"é".repeat(20_000))).unwrap();
    // The cut in the text is inside the secret.
    let before = 16 * 1024 - 12;
    journal.note(at(0), planned("cut", &format!("{}journal \"hunter2\" word", "x".repeat(before)))).unwrap();
    journal.note(at(0), called("jobs", "id")).unwrap();
    let run = journal.run().unwrap();
    let text = fs::read_to_string(file(place.path(), &run)).unwrap();
    assert!(!text.contains("journal \\\"hu"), "half of the secret is there");
    assert!(text.contains("say (hidden)") && !text.contains("hunter2"), "{text}");
    assert!(text.len() < 40_000 && text.contains("more bytes"), "{}", text.len());
}

#[test]
fn a_change_is_found_by_the_names_of_state_and_thing_newest_first() {
    let place = tempfile::tempdir().unwrap();
    let runs = [
        run(place.path(), 0, "jobs", "5"),
        run(place.path(), 1, "other", "5"),
        run(place.path(), 2, "jobs", "7"),
    ];
    let loaded: Vec<Loaded> = runs.iter().map(|run| load(place.path(), run).unwrap()).collect();
    let changes = blame(&loaded, "jobs", None);
    let found: Vec<&str> = changes.iter().map(|change| change.run.as_str()).collect();
    assert_eq!(found, [&runs[2], &runs[0]]);
    assert_eq!(changes[0].calls[0].request_id.as_deref(), Some("id-2"));
    assert_eq!((changes[0].result.as_deref(), changes[0].user.as_str()), (Some("succeeded"), "ada"));
    assert!(blame(&loaded, "nobody", None).is_empty());
    assert!(blame(&loaded, "jobs", Some("333333333333")).is_empty(), "another account's thing of that name");
}

#[test]
fn two_runs_differ_in_what_they_did_to_things() {
    let place = tempfile::tempdir().unwrap();
    let runs = [
        run(place.path(), 0, "jobs", "5"),
        run(place.path(), 1, "jobs", "7"),
        run(place.path(), 2, "other", "7"),
    ];
    let [first, second, third] = runs.map(|run| load(place.path(), &run).unwrap());
    assert_eq!(difference(&first, &first), vec![]);
    let differing = difference(&first, &second);
    assert_eq!(differing.len(), 1);
    assert_eq!(differing[0].thing, "queue 'jobs' in us-east-1");
    assert_eq!(
        (&differing[0].attributes[0].first, &differing[0].attributes[0].second),
        (&json!("5"), &json!("7"))
    );
    let apart = difference(&first, &third);
    assert_eq!((apart[0].second, apart[1].first), (None, None));
}

#[test]
fn a_run_is_named_by_its_beginning_or_as_the_last() {
    let place = tempfile::tempdir().unwrap();
    let (first, second) = (run(place.path(), 0, "a", "1"), run(place.path(), 1, "a", "1"));
    assert_eq!(find(place.path(), "last").unwrap(), Some(second.clone()));
    assert_eq!(find(place.path(), &first).unwrap(), Some(first));
    assert_eq!(find(place.path(), "2001").unwrap(), None, "two begin so");
    assert_eq!(find(place.path(), "").unwrap(), None);
    assert_eq!(find(&place.path().join("none"), "last").unwrap(), None);
}

#[test]
fn a_run_that_was_not_sent_is_kept_however_many_there_are() {
    let place = tempfile::tempdir().expect("a directory");
    let run = |second: i64| {
        let journal = Journal::new(place.path(), 1, begun()).expect("a journal").keeping_unsent(true);
        let at = Timestamp::from_second(second).expect("a time");
        journal
            .note(at, Entry::Step { state: StateName::default(), step: "a step".to_owned() })
            .expect("a line");
        journal
    };
    let first = run(1);
    assert_eq!(unsent(place.path()).expect("names"), Vec::<String>::new(), "it is under way");
    first.finish(Timestamp::from_second(2).expect("a time"), Finished::default()).expect("a line");
    drop(first);
    drop(run(3));
    let both = unsent(place.path()).expect("names");
    assert_eq!((both.len(), names(place.path()).expect("names").len()), (2, 2));
    mark_sent(place.path(), &both[0]).expect("a mark");
    assert_eq!(unsent(place.path()).expect("names"), both[1..]);
    drop(run(5));
    let left = names(place.path()).expect("names");
    assert_eq!((left.len(), left.contains(&both[0])), (2, false), "the one that was sent is deleted");
    assert!(!place.path().join(format!("{}.sent", both[0])).exists());
}

#[test]
fn an_empty_or_cut_file_is_named_as_what_it_is_and_is_no_fault_for_ever() {
    let place = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let journal = Journal::new(place.path(), 100, begun()).unwrap();
        journal.note(at(0), Entry::Step { state: state(name), step: "x".to_owned() }).unwrap();
        journal.finish(at(1), Finished::default()).unwrap();
    };
    run("a");
    // As an earlier version left it on a full disk: empty, and cut in its first line.
    for (index, text) in ["", "{\"at\""].into_iter().enumerate() {
        fs::write(place.path().join(format!("2002010100000000000{index}.jsonl")), text).unwrap();
    }
    run("b");
    let verified = verify(place.path()).unwrap();
    assert_eq!((verified.runs, &verified.faults), (4, &vec![]));
    let words: Vec<String> = verified.cut.iter().map(ToString::to_string).collect();
    assert!(words[0].contains("the file is empty: the disk was full"), "{words:?}");
    assert!(words[1].contains("the line has no end"), "{words:?}");
}
