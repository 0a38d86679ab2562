mod attacks;
mod kills;
mod place;
mod registration;
mod rotation;
mod runs;
mod unfit;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use jiff::Timestamp;
use tempfile::TempDir;

use super::*;

fn wanted(service: &str, revision: &str) -> Wanted {
    Wanted { service: service.to_owned(), revision: revision.to_owned(), keep: 1 }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn at() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

/// An instance on which these releases came into service, one after the other.
fn settled(revisions: &[&str]) -> Live {
    let mut record = ServiceRecord::default();
    for revision in revisions {
        record.finish(revision, at());
    }
    let last = revisions.last().map(ToString::to_string);
    let unpacked = revisions.iter().map(ToString::to_string).collect();
    Live { service: some("myapp"), next: last.clone(), current: last, unpacked, record }
}

#[test]
fn a_first_deployment_goes_through_all_steps() {
    use Step::{
        Fetch, Finish, Highstate, LinkCurrent, LinkNext, LinkService, PostRelease, PreRelease, Unpack,
    };
    let steps = plan(&wanted("myapp", "r1"), &Live::default());
    assert_eq!(
        steps,
        [Fetch, Unpack, LinkService, LinkNext, PreRelease, Highstate, LinkCurrent, PostRelease, Finish]
    );
    assert_eq!(plan(&wanted(BASE, "r1"), &Live::default()), [Fetch, Unpack, LinkCurrent, Finish]);
}

#[test]
fn a_finished_deployment_has_nothing_left() {
    assert_eq!(plan(&wanted("myapp", "r1"), &settled(&["r1"])), []);
}

#[test]
fn a_killed_deployment_goes_on_where_the_disk_stands() {
    use Step::{Fetch, Finish, Highstate, LinkCurrent, LinkNext, PostRelease, PreRelease, Unpack};
    let mut live = settled(&["r1"]);
    let steps = |live: &Live| plan(&wanted("myapp", "r2"), live);
    let end = [PreRelease, Highstate, LinkCurrent, PostRelease, Finish];
    assert_eq!(steps(&live), [&[Fetch, Unpack, LinkNext][..], &end].concat());
    live.unpacked.push("r2".to_owned());
    assert_eq!(steps(&live), [&[LinkNext][..], &end].concat());
    live.next = some("r2");
    assert_eq!(steps(&live), end);
    live.current = some("r2");
    assert_eq!(steps(&live), end, "killed before its end was noted: hooks run again");
    live.record.finish("r2", at());
    assert_eq!(steps(&live), []);
}

#[test]
fn a_second_run_finds_nothing_to_remove() {
    let before = settled(&["r1", "r2"]);
    let removed: Vec<Step> = plan(&wanted("myapp", "r3"), &before)
        .into_iter()
        .filter(|it| matches!(it, Step::Remove(_)))
        .collect();
    assert_eq!(removed, [Step::Remove("r1".to_owned())], "r2, which was in service, is the one that is kept");
    let mut after = settled(&["r1", "r2", "r3"]);
    after.unpacked.remove(0);
    assert_eq!(plan(&wanted("myapp", "r3"), &after), []);
}

#[test]
fn a_release_that_lost_its_files_is_fetched_again() {
    let live = Live { unpacked: vec![], ..settled(&["r1"]) };
    assert_eq!(plan(&wanted("myapp", "r1"), &live)[..2], [Step::Fetch, Step::Unpack]);
}

#[test]
fn only_the_last_releases_are_kept() {
    let mut live = settled(&["r1", "r2", "r3", "r4"]);
    live.unpacked.push("never".to_owned());
    let removed: Vec<_> = ["r1", "r2", "never"].map(|revision| Step::Remove(revision.to_owned())).into();
    assert_eq!(plan(&wanted("myapp", "r4"), &live), removed);
    let steps = plan(&wanted("myapp", "r1"), &live);
    assert!(!steps.contains(&Step::Remove("r4".to_owned())), "what is in service stays");
}

#[test]
fn links_are_switched_and_never_missing() {
    let root = TempDir::new().unwrap();
    let layout = Layout::new(root.path(), "myapp");
    for revision in ["r1", "r2"] {
        fs::create_dir_all(layout.release(revision)).unwrap();
        fs::write(layout.release(revision).join("name"), revision).unwrap();
    }
    fs::create_dir_all(layout.partial("r3")).unwrap();
    assert_eq!(layout.unpacked().unwrap(), ["r1", "r2"], "a partial release is none");
    assert_eq!((layout.linked(Link::Current).unwrap(), layout.service_linked().unwrap()), (None, None));
    layout.switch_service(Disk::unwatched()).unwrap();
    for revision in ["r1", "r2", "r1"] {
        layout.switch(Disk::unwatched(), Link::Current, revision).unwrap();
        assert_eq!(layout.linked(Link::Current).unwrap().as_deref(), Some(revision));
        assert_eq!(fs::read_to_string(root.path().join("service/current/name")).unwrap(), revision);
    }
    // A switch that was killed half-way leaves its new link; the next one does not fail because of it.
    std::os::unix::fs::symlink("nowhere", layout.home().join(".next.new")).unwrap();
    layout.switch(Disk::unwatched(), Link::Next, "r2").unwrap();
    assert_eq!(layout.linked(Link::Next).unwrap().as_deref(), Some("r2"));
}

#[test]
fn fields_of_a_newer_version_stay_in_the_record() {
    let place = TempDir::new().unwrap();
    let path = place.path().join("record.json");
    fs::write(&path, r#"{"finished": "r1", "canary": {"until": 5}, "history": []}"#).unwrap();
    let mut record = ServiceRecord::load(&path).unwrap();
    record.finish("r2", at());
    record.save(Disk::unwatched(), &path).unwrap();
    let saved: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!((&saved["canary"]["until"], &saved["finished"]), (&5.into(), &"r2".into()));
}

#[test]
fn the_record_is_kept_for_the_owner_alone_and_knows_the_way_back() {
    let root = TempDir::new().unwrap();
    let path = root.path().join(".deployed.json");
    assert_eq!(ServiceRecord::load(&path).unwrap(), ServiceRecord::default());
    let mut record = settled(&["r1", "r2", "r3"]).record;
    record.pointer = Some(7);
    record.save(Disk::unwatched(), &path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(ServiceRecord::load(&path).unwrap(), record);
    let unpacked = ["r1".to_owned(), "r3".to_owned()];
    assert_eq!(record.before("r3", &unpacked), Some("r1"), "r2 is gone");
    assert_eq!(record.before("r1", &["r1".to_owned()]), None);
    let back = Rollback { from: some("r3"), to: "r1".to_owned() };
    record.finish_rollback(&back, at());
    assert_eq!(
        (record.finished.as_deref(), record.withdrawn.as_slice()),
        (Some("r1"), &["r3".to_owned()][..])
    );
    assert_eq!(record.before("r1", &unpacked), None, "r3 was rolled back from");
    record.finish("r3", at());
    assert_eq!(record.withdrawn, [] as [String; 0], "somebody named it");
    fs::write(&path, "{").unwrap();
    assert!(ServiceRecord::load(&path).is_err(), "a broken record is no empty one");
    for number in 0..60 {
        record.finish(&format!("x{number}"), at());
    }
    assert_eq!(record.history.len(), 50);
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "nothing else is left behind");
}
