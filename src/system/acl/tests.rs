use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use machine::file::Who;
use model::Verdict;

/// What a test run shows, and the lists that a real one would write.
fn plan(function: &str, arguments: Json, acl: Option<Acl>) -> (Verdict, String, Json, Vec<String>) {
    call(function, "/srv/x", &arguments, |call| {
        let want = match Want::of(&call) {
            Ok(want) => want,
            Err(why) => return (Verdict::Failed, why, Json::Null, vec![]),
        };
        let path = PathBuf::from("/srv/x");
        let listed = vec![Listed { path, follows: true, mode: 0o750, acl }];
        let intent = AccessLists::diff(call, Live { listed, want, is_there: true });
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, changes) = shown(&intent);
        (verdict, comment, changes, lines)
    })
}

fn named(bits: u16) -> Acl {
    let mut acl = Acl::of_mode(0o750);
    acl.set(Who::User(64_711), bits);
    acl
}

#[test]
fn an_entry_comes_changes_and_goes() {
    let user = json!({"acl_type": "user", "acl_name": "64711", "perms": "rx"});
    let entry = |perms: &str| json!({"acl_name": "64711", "acl_type": "user", "perms": perms});
    let (verdict, comment, changes, lines) = plan("acl.present", user.clone(), None);
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::WouldChange, "New permissions will be applied for 64711: rx")
    );
    assert_eq!(changes, json!({"new": entry("rx")}));
    assert_eq!(lines.len(), 1);
    let (_, comment, changes, _) = plan("acl.present", user.clone(), Some(named(7)));
    assert_eq!(comment, "Updated permissions will be applied for 64711: rwx -> rx");
    assert_eq!(changes, json!({"new": entry("rx"), "old": entry("rwx")}));
    let (verdict, comment, ..) = plan("acl.present", user.clone(), Some(named(5)));
    assert_eq!((verdict, comment.as_str()), (Verdict::Succeeded, "Permissions are in the desired state"));
    let (verdict, comment, ..) = plan("acl.absent", user.clone(), Some(named(5)));
    assert_eq!((verdict, comment.as_str()), (Verdict::WouldChange, "Removing permissions"));
    assert_eq!(plan("acl.absent", user, None).0, Verdict::Succeeded);
}

#[test]
fn an_account_that_is_not_there_yet_is_foreseen() {
    let user = json!({"acl_type": "user", "acl_name": "no-such-user", "perms": "rwx"});
    assert_eq!(plan("acl.present", user.clone(), None).0, Verdict::WouldChange);
    assert_eq!(plan("acl.absent", user, None).0, Verdict::Succeeded);
}

#[test]
fn what_means_nothing_is_refused() {
    for (arguments, why) in [
        (json!({"acl_type": "usr", "acl_name": "root"}), "ACL Type does not exist"),
        (json!({"acl_type": "user", "acl_name": "root", "perms": "rwX"}), "'rwX' are not permissions"),
        (json!({"acl_type": "other", "acl_name": "root"}), "'other' takes no name"),
    ] {
        let (verdict, comment, ..) = plan("acl.present", arguments, None);
        assert_eq!(verdict, Verdict::Failed);
        assert!(comment.contains(why), "{comment}");
    }
    let own = json!({"acl_type": "user"});
    assert!(plan("acl.absent", own, None).1.contains("belongs to the file's mode"));
}

#[test]
fn several_names_are_one_state() {
    let both = json!({"acl_type": "default:user", "acl_names": ["64711", "64712"], "perms": "7"});
    let (_, comment, _, lines) = plan("acl.list_present", both.clone(), None);
    assert_eq!(comment, "New permissions will be applied for ['64711', '64712']: 7");
    assert_eq!(lines.len(), 1, "one list is written once");
    let gone = json!({"acl_type": "user", "acl_names": ["64711", "64712"]});
    assert_eq!(plan("acl.list_absent", gone.clone(), None).0, Verdict::Succeeded);
    let (verdict, _, changes, _) = plan("acl.list_absent", gone, Some(named(5)));
    assert_eq!(verdict, Verdict::WouldChange);
    assert_eq!(changes, json!({"old": {"acl_name": "64711", "acl_type": "user"}}), "who was named");
}

#[tokio::test]
async fn a_tree_gets_its_lists_and_a_second_run_is_silent() {
    use crate::Step;
    use model::Outcome;
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    std::fs::create_dir(root.join("sub")).expect("a directory");
    std::fs::write(root.join("sub/file"), "x").expect("a file");
    std::os::unix::fs::symlink("/etc/passwd", root.join("link")).expect("a link");
    let want = Want { list: List::Access, names: vec![("64711".into(), Some(Who::User(64_711)))], bits: 4 };
    let listed = || {
        let mut paths = vec![(root.to_owned(), Stat::of(root).expect("a directory"))];
        paths.extend(below(root, 9).expect("what is in it"));
        paths.retain(|(_, stat)| stat.kind != FileKind::Link);
        paths.into_iter().map(|(path, stat)| {
            let acl = read_acl(&path, false, List::Access).expect("a list");
            Listed { path, follows: false, mode: stat.mode, acl }
        })
    };
    let run = || {
        let live = Live { listed: listed().collect(), want: want.clone(), is_there: true };
        let arguments = json!({"acl_type": "user", "acl_name": "64711", "perms": "r", "recurse": true});
        call("acl.present", "x", &arguments, |call| AccessLists::diff(call, live))
    };
    assert_eq!(listed().count(), 3);
    let Intent::Act { step, .. } = run() else { panic!("there is something to do") };
    let done = step.carry_out().await;
    if done.comment.contains("not supported") {
        return;
    }
    assert_eq!(done.comment, "Applied new permissions for 64711");
    assert!(listed().all(|it| it.acl.is_some_and(|acl| acl.get(Who::User(64_711)) == Some(4))));
    assert!(matches!(run(), Intent::Settled(Outcome { verdict: Verdict::Succeeded, .. })));
}
