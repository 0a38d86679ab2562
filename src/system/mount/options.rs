//! The declared options that a mount lacks.

use machine::account;
use machine::mount::Mounted;
use model::Fields;

/// Options that no mounted file system shows.
const INVISIBLE: &[&str] = &[
    "_netdev",
    "actimeo",
    "bg",
    "comment",
    "defaults",
    "delay_connect",
    "direct-io-mode",
    "intr",
    "loop",
    "nointr",
    "nobootwait",
    "nofail",
    "group",
    "iversion",
    "noauto",
    "nogroup",
    "noiversion",
    "noowner",
    "norelatime",
    "nouser",
    "nouser_xattr",
    "owner",
    "silent",
    "user",
    "password",
    "reconnect",
    "retry",
    "soft",
    "auto",
    "users",
    "bind",
    "nonempty",
    "transform_symlinks",
    "port",
    "backup-volfile-servers",
];

/// Keys whose values are never shown.
const INVISIBLE_KEYS: &[&str] =
    &["actimeo", "comment", "credentials", "direct-io-mode", "password", "port", "retry", "secretfile"];

/// The options as written; a text is split at commas.
pub(super) fn written(fields: &Fields, name: &str) -> Vec<String> {
    fields.comma_texts(name).unwrap_or_else(|| vec!["defaults".to_owned()])
}

/// The missing options, sorted. Options that are never shown are not compared.
pub(super) fn lacking(fields: &Fields, wanted: &[String], kind: &str, now: &Mounted) -> Vec<String> {
    let extra = |name: &str| fields.texts(name).unwrap_or_default();
    let invisible =
        [extra("extra_mount_invisible_options"), fields.comma_texts("hidden_opts").unwrap_or_default()]
            .concat();
    let invisible_keys = extra("extra_mount_invisible_keys");
    let ignored = ignored_keys(fields, kind);
    let translated = fields.text_table("extra_mount_translate_options").unwrap_or_default();
    let active: Vec<String> = now.options.iter().chain(&now.shared_options).map(|it| in_kib(it)).collect();
    let mut lacking: Vec<String> = vec![];
    for option in wanted {
        let option = match option.as_str() {
            "tcp" => "proto=tcp".to_owned(),
            "udp" => "proto=udp".to_owned(),
            other => translated.get(other).cloned().unwrap_or_else(|| other.to_owned()),
        };
        let key = option.split('=').next().unwrap_or_default().to_owned();
        let is_hidden = INVISIBLE.contains(&option.as_str())
            || key.starts_with("x-")
            || key.starts_with("X-")
            || is_of_fuse(&key, kind)
            || invisible.contains(&option)
            || INVISIBLE_KEYS.contains(&key.as_str())
            || invisible_keys.contains(&key)
            || ignored.contains(&key);
        let option = numbered(&in_kib(&as_shown(&option, kind)));
        let other = version_of_nfs(&option).filter(|_| kind.starts_with("nfs"));
        let is_active = active.contains(&option) || other.is_some_and(|other| active.contains(&other));
        if !is_hidden && !is_active && !is_default_again(&option, &active) {
            lacking.push(option);
        }
    }
    lacking.sort_unstable();
    lacking
}

/// `nfsvers=4.1` is shown as `vers=4.1`, and `vers=4` as the version that was agreed on.
fn version_of_nfs(option: &str) -> Option<String> {
    let version = option.strip_prefix("nfsvers=").or_else(|| option.strip_prefix("vers="))?;
    Some(format!("vers={version}"))
}

/// The kernel shows only the opposite of these.
fn is_default_again(option: &str, active: &[String]) -> bool {
    let opposites = [
        ("exec", "noexec"),
        ("suid", "nosuid"),
        ("dev", "nodev"),
        ("async", "sync"),
        ("acl", "noacl"),
        ("user_xattr", "nouser_xattr"),
    ];
    opposites.iter().any(|(usual, other)| option == *usual && !active.iter().any(|it| it == other))
}

/// The kernel shows only its own options of a file system of FUSE: others are read by the program.
fn is_of_fuse(key: &str, kind: &str) -> bool {
    let shown = [
        "ro",
        "rw",
        "nosuid",
        "nodev",
        "noexec",
        "sync",
        "noatime",
        "relatime",
        "user_id",
        "group_id",
        "allow_other",
        "default_permissions",
        "max_read",
        "blksize",
    ];
    (kind.starts_with("fuse") || kind == "sshfs" || kind == "s3fs") && !shown.contains(&key)
}

fn ignored_keys(fields: &Fields, kind: &str) -> Vec<String> {
    let mut keys: Vec<String> = vec![];
    if kind == "ramfs" {
        keys.push("size".to_owned());
    }
    let given = fields.table("extra_mount_ignore_fs_keys").unwrap_or_default();
    for (_, node) in given.iter().filter(|(of, _)| of == kind) {
        keys.extend(model::fields::texts(node));
    }
    keys
}

fn as_shown(option: &str, kind: &str) -> String {
    match option.strip_prefix("user=") {
        Some(user) if kind == "cifs" => format!("username={user}"),
        _ => option.to_owned(),
    }
}

/// Sizes are shown in KiB.
fn in_kib(option: &str) -> String {
    let size = || {
        let text = option.strip_prefix("size=")?;
        let unit = text.chars().last().filter(char::is_ascii_alphabetic)?;
        let number: u64 = text.trim_end_matches(unit).parse().ok()?;
        let factor = match unit.to_ascii_lowercase() {
            'k' => 1,
            'm' => 1 << 10,
            'g' => 1 << 20,
            _ => return None,
        };
        Some(format!("size={}k", number * factor))
    };
    size().unwrap_or_else(|| option.to_owned())
}

/// Users and groups are shown by number.
fn numbered(option: &str) -> String {
    let number = |key: &str, find: fn(&str) -> Option<u32>| {
        let name = option.strip_prefix(key)?.strip_prefix('=')?;
        find(name).map(|number| format!("{key}={number}"))
    };
    let user = number("uid", |name| account::find_user(name).map(|it| it.uid));
    let group = || number("gid", |name| account::find_group(name).map(|it| it.gid));
    user.or_else(group).unwrap_or_else(|| option.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::call;

    #[test]
    fn options_that_a_mount_shows_are_compared_as_it_shows_them() {
        let now = Mounted {
            options: vec!["rw".into(), "nosuid".into()],
            shared_options: vec!["rw".into(), "size=65536k".into(), "uid=0".into(), "proto=tcp".into()],
            ..Mounted::default()
        };
        for (options, lacks) in [
            ("defaults", vec![]),
            ("nosuid,size=64m,uid=root", vec![]),
            ("tcp,nofail,_netdev,password=x", vec![]),
            ("noexec,size=32M,nosuid", vec!["noexec", "size=32768k"]),
        ] {
            call(
                "mount.mounted",
                "/m",
                &json!({"device": "t", "fstype": "tmpfs", "opts": options}),
                |call| {
                    let wanted = written(call.fields, "opts");
                    assert_eq!(lacking(call.fields, &wanted, "tmpfs", &now), lacks, "{options}");
                },
            );
        }
    }
}
