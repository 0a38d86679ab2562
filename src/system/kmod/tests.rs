use serde_json::json;

use super::*;
use crate::Step;
use crate::sample::{call, shown};
use model::Verdict;

fn live(text: &str, loading: &[(&str, Loading)]) -> Live {
    let loading: BTreeMap<_, _> = loading.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect();
    let loaded = loading.iter().filter(|(_, it)| **it == Loading::There).map(|(name, _)| name.clone());
    Live {
        list: "/etc/modules".into(),
        has_directory: true,
        text: Some(text.to_owned()),
        loaded: loaded.collect(),
        loading,
    }
}

#[test]
fn modules_are_loaded_with_what_they_need_and_kept() {
    let needs = Loading::Loads(vec!["dep".into(), "a".into()]);
    for (arguments, live, lines, changes) in [
        (json!({}), live("", &[("a", Loading::There)]), vec![], json!({})),
        (
            json!({}),
            live("", &[("a", needs.clone())]),
            vec!["modprobe a"],
            json!({"dep": "loaded", "a": "loaded"}),
        ),
        (
            json!({"persist": true}),
            live("# it\n#a\nb\n", &[("a", Loading::There)]),
            vec!["> /etc/modules # it\na\nb\n"],
            json!({"a": "loaded"}),
        ),
        (json!({"persist": true}), live("a x=1\n", &[("a", Loading::There)]), vec![], json!({})),
        (
            json!({"mods": ["a", "c"], "persist": true}),
            live("", &[("a", needs), ("c", Loading::Unknown("no".into()))]),
            vec!["modprobe a", "> /etc/modules a\n"],
            json!({"dep": "loaded", "a": "loaded"}),
        ),
    ] {
        call("kmod.present", "a", &arguments, |call| {
            let intent = Kmod::diff(call, live);
            assert_eq!(shown(&intent).2, changes, "{arguments}");
            let found = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
            assert_eq!(found, lines, "{arguments}");
        });
    }
}

#[tokio::test]
async fn what_is_not_there_fails_in_the_real_run() {
    let live = live("", &[("a", Loading::Unknown("no".into()))]);
    let intent = call("kmod.present", "a", &json!({}), |call| Kmod::diff(call, live));
    assert_eq!(shown(&intent).0, Verdict::WouldChange);
    let Intent::Act { step, .. } = intent else { panic!("a state before it may bring it") };
    let outcome = step.carry_out().await;
    assert_eq!(
        (outcome.verdict, outcome.comment.as_str()),
        (Verdict::Failed, "Kernel module a is unavailable")
    );
}

#[test]
fn modules_are_removed_and_their_lines_too() {
    for (arguments, text, lines) in [
        (json!({}), "", vec!["rmmod a_b"]),
        (json!({"persist": true}), "a-b\nc\n", vec!["rmmod a_b", "> /etc/modules #a-b\nc\n"]),
        (json!({"persist": true, "comment": false}), "a_b\nc\n", vec!["rmmod a_b", "> /etc/modules c\n"]),
    ] {
        let live = live(text, &[("a_b", Loading::There)]);
        call("kmod.absent", "a-b", &arguments, |call| {
            let Intent::Act { step, .. } = Kmod::diff(call, live) else { panic!("there is something to do") };
            assert_eq!(step.lines(), lines, "{arguments}");
        });
    }
    call("kmod.absent", "b", &json!({}), |call| {
        let intent = Kmod::diff(call, live("", &[]));
        assert_eq!(shown(&intent).1, "Kernel module b is already removed");
    });
}
