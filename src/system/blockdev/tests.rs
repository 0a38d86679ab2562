use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn lines(intent: &Intent<Operations>) -> Vec<String> {
    if let Intent::Act { step, .. } = intent { step.lines() } else { vec![] }
}

#[test]
fn what_a_disk_holds_is_never_lost_unasked() {
    let held = |now: &str| Some(now.to_owned());
    let cases: [(Json, Option<String>, &[&str], &str); 8] = [
        (json!({}), None, &["mkfs -t ext4 /dev/x"], "Changes to /dev/x will be applied "),
        (json!({}), held("ext4"), &[], "/dev/x already formatted with ext4"),
        (
            json!({"fs_type": "xfs"}),
            held("ext4"),
            &[],
            "/dev/x holds ext4, which formatting would destroy. If that is meant, set 'force' to True",
        ),
        (
            json!({}),
            held("LVM2_member"),
            &[],
            "/dev/x holds LVM2_member, which formatting would destroy. If that is meant, set 'force' to True",
        ),
        (
            json!({}),
            held("gpt"),
            &[],
            "/dev/x holds gpt, which formatting would destroy. If that is meant, set 'force' to True",
        ),
        (
            json!({"fs_type": "xfs", "force": true}),
            held("ext4"),
            &["mkfs -t xfs -f /dev/x"],
            "Changes to /dev/x will be applied ",
        ),
        (
            json!({"inode_size": 256, "lazy_itable_init": false, "force": true}),
            None,
            &["mkfs -t ext4 -I 256 -E lazy_itable_init=0 -F /dev/x"],
            "Changes to /dev/x will be applied ",
        ),
        (
            json!({"fs_type": "vfat", "fat": 32}),
            None,
            &["mkfs -t vfat -F 32 /dev/x"],
            "Changes to /dev/x will be applied ",
        ),
    ];
    for (arguments, now, expected, comment) in cases {
        call("blockdev.formatted", "/dev/x", &arguments, |call| {
            let intent = Blockdev::diff(call, Live::Contents { now: now.clone(), is_known: true });
            assert_eq!(
                (lines(&intent), shown(&intent).1.as_str()),
                (expected.iter().map(|it| (*it).to_owned()).collect(), comment),
                "{arguments}"
            );
        });
    }
    call("blockdev.formatted", "/dev/x", &json!({"fs_type": "zfs"}), |call| {
        let intent = Blockdev::diff(call, Live::Contents { now: None, is_known: false });
        assert_eq!((shown(&intent).0, shown(&intent).1.as_str()), (Verdict::Failed, "Invalid fs_type: zfs"));
    });
}

#[test]
fn only_what_differs_is_tuned() {
    let now = KernelSettings { read_ahead: 256, filesystem_read_ahead: 256, read_only: false };
    let cases: [(Json, &[&str], Json); 5] = [
        (json!({"read-ahead": 256, "read-write": true}), &[], json!({})),
        (
            json!({"read-ahead": 1024}),
            &["blockdev --setra 1024 /dev/x"],
            json!({"read-ahead": "Changed from 256 to 1024"}),
        ),
        (
            json!({"filesystem-read-ahead": 8, "read-only": true}),
            &["blockdev --setfra 8 --setro /dev/x"],
            json!({"filesystem-read-ahead": "Changed from 256 to 8", "read-only": "Changed from False to True"}),
        ),
        (json!({"read-only": false}), &[], json!({})),
        (json!({}), &[], json!({})),
    ];
    for (arguments, expected, changes) in cases {
        call("blockdev.tuned", "/dev/x", &arguments, |call| {
            let intent = Blockdev::diff(call, Live::Tuned(now));
            assert_eq!(lines(&intent), expected, "{arguments}");
            assert_eq!(shown(&intent).2, changes, "{arguments}");
        });
    }
}

#[tokio::test]
async fn what_is_made_is_found_again() {
    if !disk::makes("ext4").await {
        eprintln!("left out: there is no mkfs.ext4");
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("disk");
    std::fs::File::create(&path).expect("a file").set_len(8 << 20).expect("room");
    let name = path.display().to_string();
    assert_eq!(disk::contents(&name).await.expect("it is read"), None);
    let made = disk::make(&name, "ext4", &[]).run().await.expect("it runs");
    assert!(made.is_success(), "{}", made.stderr_text());
    assert_eq!(disk::contents(&name).await.expect("it is read").as_deref(), Some("ext4"));
    std::fs::remove_file(&path).expect("it was there");
    assert!(disk::contents(&name).await.is_err(), "what is not there is no empty disk");
}
