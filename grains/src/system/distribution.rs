//! `os`, `os_family`, `osrelease` and their like, from `os-release(5)`.

use std::collections::HashMap;
use std::path::Path;

use super::{put, read};
use crate::Grains;

/// `ID` of os-release, Salt's `os` where it is not `NAME`, and `os_family`.
const FAMILIES: &[(&str, Option<&str>, &str)] = &[
    ("almalinux", None, "RedHat"),
    ("alpine", Some("Alpine"), "Alpine"),
    ("amzn", Some("Amazon"), "RedHat"),
    ("arch", Some("Arch"), "Arch"),
    ("centos", None, "RedHat"),
    ("debian", Some("Debian"), "Debian"),
    ("fedora", Some("Fedora"), "RedHat"),
    ("ol", Some("OEL"), "RedHat"),
    ("opensuse-leap", Some("SUSE"), "Suse"),
    ("raspbian", Some("Raspbian"), "Debian"),
    ("rhel", Some("RedHat"), "RedHat"),
    ("rocky", Some("Rocky"), "RedHat"),
    ("sles", Some("SUSE"), "Suse"),
    ("ubuntu", None, "Debian"),
];

/// Adds what the distribution says of itself.
pub fn add(root: &Path, grains: &mut Grains) {
    let Some(text) = read(root, "etc/os-release").or_else(|| read(root, "usr/lib/os-release")) else {
        return;
    };
    let release = parse(&text);
    let field = |name: &str| release.get(name).cloned().unwrap_or_default();
    let (name, id, version) = (field("NAME"), field("ID"), field("VERSION_ID"));

    let known = FAMILIES.iter().find(|(known, _, _)| *known == id);
    let os = known.and_then(|(_, os, _)| *os).unwrap_or(&name).to_owned();
    let family = known.map_or(os.as_str(), |(_, _, family)| family).to_owned();
    let full = name.strip_prefix("openSUSE ").unwrap_or(&name).to_owned();

    put(grains, "osfinger", finger(&os, &full, &version));
    put(grains, "os", os);
    if let Some(architecture) = architecture(&family, grains) {
        put(grains, "osarch", architecture);
    }
    put(grains, "os_family", family);
    put(grains, "osfullname", full);
    put(grains, "oscodename", codename(&release));
    put(grains, "lsb_distrib_codename", codename(&release));
    let numbers: Vec<u64> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    if let Some(major) = numbers.first() {
        put(grains, "osmajorrelease", *major);
    }
    put(grains, "osrelease_info", numbers);
    put(grains, "lsb_distrib_id", name);
    put(grains, "lsb_distrib_release", version.as_str());
    put(grains, "osrelease", version);
}

fn parse(text: &str) -> HashMap<String, String> {
    let pair = |line: &str| {
        let (name, value) = line.trim().split_once('=')?;
        let bare = value.trim().trim_matches(|quote| quote == '"' || quote == '\'');
        (!name.starts_with('#')).then(|| (name.to_owned(), bare.to_owned()))
    };
    text.lines().filter_map(pair).collect()
}

/// Salt's short name of a release: `Ubuntu-24.04`, `Debian-12`, `Amazon Linux-2023`.
fn finger(os: &str, full: &str, version: &str) -> String {
    let name = if matches!(os, "Debian" | "Raspbian") { os } else { full };
    let major = version.split('.').next().unwrap_or_default();
    format!("{name}-{}", if name == "Ubuntu" { version } else { major })
}

/// `VERSION_CODENAME`, else the words in brackets in `VERSION`, else `PRETTY_NAME`.
fn codename(release: &HashMap<String, String>) -> String {
    if let Some(name) = release.get("VERSION_CODENAME") {
        return name.clone();
    }
    let bracketed = release.get("VERSION").and_then(|version| version.split_once('('));
    match bracketed.and_then(|(_, rest)| rest.split_once(')')) {
        Some((name, _)) => name.to_owned(),
        None => release.get("PRETTY_NAME").cloned().unwrap_or_default(),
    }
}

/// The architecture as the distribution's packages call it. See <https://wiki.debian.org/SupportedArchitectures>.
fn architecture(family: &str, grains: &Grains) -> Option<String> {
    let machine = grains.get("cpuarch")?.as_str()?;
    let debian = match machine {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "armv7l" | "armv8l" => "armhf",
        "armv5tel" | "armv6l" => "armel",
        "i386" | "i486" | "i586" | "i686" => "i386",
        "loongarch64" => "loong64",
        "ppc64le" => "ppc64el",
        other => other,
    };
    Some(if family == "Debian" { debian } else { machine }.to_owned())
}
