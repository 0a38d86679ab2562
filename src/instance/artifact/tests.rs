use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::{Timestamp, ToSpan};
use tar::{Builder, EntryType, Header};
use tempfile::TempDir;

use super::*;

fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

fn release() -> Release {
    let (service, revision) = ("myapp".to_owned(), "r17".to_owned());
    Release { service, revision, sequence: 17, created: now(), expires: None, build: [].into() }
}

fn expected() -> Expected<'static> {
    Expected {
        service: "myapp",
        revision: "r17",
        seen: Some(17),
        max_age_days: Some(30),
        now: now(),
        limits: Limits::default(),
    }
}

/// A directory with a program, a link and an empty directory.
fn source() -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::create_dir_all(dir.path().join("bin")).unwrap();
    fs::create_dir_all(dir.path().join("var/empty")).unwrap();
    fs::write(dir.path().join("bin/run"), "#!/bin/sh\necho hello\n").unwrap();
    fs::write(dir.path().join("README"), "x".repeat(200_000)).unwrap();
    symlink("bin/run", dir.path().join("start")).unwrap();
    symlink("../README", dir.path().join("bin/manual")).unwrap();
    for (path, mode) in
        [("bin", 0o755), ("bin/run", 0o750), ("README", 0o644), ("var", 0o755), ("var/empty", 0o700)]
    {
        fs::set_permissions(dir.path().join(path), fs::Permissions::from_mode(mode)).unwrap();
    }
    dir
}

/// A built artifact: manifest and archive.
struct Built {
    dir: TempDir,
    manifest: Manifest,
}

impl Built {
    fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let out = fs::File::create(dir.path().join("archive")).unwrap();
        let manifest = pack(source().path(), release(), out).unwrap().manifest;
        Self { dir, manifest }
    }

    fn archive(&self) -> PathBuf {
        self.dir.path().join("archive")
    }

    /// Replaces the archive by another one and signs a manifest for it: only a corrupt builder could do so.
    fn with_archive(mut self, write: impl FnOnce(&mut Builder<GzEncoder<Vec<u8>>>)) -> Self {
        let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        write(&mut builder);
        let bytes = builder.into_inner().unwrap().finish().unwrap();
        self.manifest.archive.size = bytes.len() as u64;
        self.manifest.archive.sha256 = digest(&bytes);
        fs::write(self.archive(), bytes).unwrap();
        self
    }

    fn unpack(&self) -> Result<TempDir, String> {
        let message = |error: &dyn std::fmt::Display| error.to_string();
        self.manifest.check(&expected()).map_err(|error| message(&error))?;
        check_archive(&self.manifest, &self.archive()).map_err(|error| message(&error))?;
        let target = TempDir::new().unwrap();
        unpack(&self.manifest, &self.archive(), target.path(), &|_| Ok(()))
            .map_err(|error| message(&error))?;
        Ok(target)
    }

    #[track_caller]
    fn is_refused(&self, because: &str) {
        let message = self.unpack().expect_err("it was unpacked");
        assert!(message.contains(because), "{message}");
    }
}

fn digest(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One more entry for an archive, with this path, however bad.
fn entry(
    builder: &mut Builder<GzEncoder<Vec<u8>>>,
    path: &str,
    change: impl FnOnce(&mut Header),
    content: &[u8],
) {
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(content.len() as u64);
    let name = &mut header.as_gnu_mut().unwrap().name;
    name[..path.len()].copy_from_slice(path.as_bytes());
    change(&mut header);
    header.set_cksum();
    builder.append(&header, content).unwrap();
}

fn file(path: &str, content: &[u8]) -> Entry {
    Entry::File { path: path.to_owned(), mode: 0o644, size: content.len() as u64, sha256: digest(content) }
}

fn tree(root: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let facts = fs::symlink_metadata(&path).unwrap();
            let shown = path.strip_prefix(root).unwrap().display().to_string();
            if facts.is_symlink() {
                lines.push(format!("{shown} -> {}", fs::read_link(&path).unwrap().display()));
                continue;
            }
            lines.push(format!("{shown} {:04o}", facts.permissions().mode() & 0o7777));
            if facts.is_dir() {
                open.push(path);
            }
        }
    }
    lines.sort();
    lines
}

#[test]
fn what_is_packed_is_unpacked_the_same() {
    let target = Built::new().unpack().unwrap();
    assert_eq!(tree(target.path()), tree(source().path()));
    assert_eq!(fs::read(target.path().join("bin/manual")).unwrap().len(), 200_000);
}

#[test]
fn the_same_directory_makes_the_same_bytes() {
    let (one, other) = (Built::new(), Built::new());
    assert_eq!(one.manifest, other.manifest);
    assert_eq!(fs::read(one.archive()).unwrap(), fs::read(other.archive()).unwrap());
    assert_eq!(Manifest::parse(&one.manifest.to_bytes()).unwrap(), one.manifest);
}

#[test]
fn a_manifest_for_something_else_is_refused() {
    let change = |change: fn(&mut Manifest)| {
        let mut built = Built::new();
        change(&mut built.manifest);
        built
    };
    change(|it| it.service = "other".to_owned()).is_refused("belongs to service 'other', not to 'myapp'");
    change(|it| it.service = "../etc".to_owned()).is_refused("cannot be the name");
    change(|it| it.revision = "r16".to_owned()).is_refused("revision 'r16', not 'r17'");
    change(|it| it.sequence = 16).is_refused("rolled back: its sequence is 16");
    change(|it| it.expires = Some(it.created - 1.hour())).is_refused("expired at");
    change(|it| it.created -= 721.hours()).is_refused("longer ago than the 30 days of 'max_age_days'");
    change(|it| it.created -= 719.hours()).unpack().unwrap();
    change(|it| it.expires = Some(it.created + 1.hour())).unpack().unwrap();
}

#[test]
fn what_has_expired_says_which_document_must_be_published() {
    let at = || "2026-01-02".to_owned();
    assert!(Refusal::Expired(at()).hint().contains("orchestrate artifact refresh"));
    let hint = Refusal::RootExpired(at()).hint();
    assert!(hint.contains("artifact publish-root") && !hint.contains("artifact refresh"), "{hint}");
}

#[test]
fn a_changed_archive_is_refused_before_it_is_opened() {
    let built = Built::new();
    let mut bytes = fs::read(built.archive()).unwrap();
    bytes[100] ^= 1;
    fs::write(built.archive(), &bytes).unwrap();
    built.is_refused("another content than the one that was signed");
    bytes.pop();
    fs::write(built.archive(), &bytes).unwrap();
    built.is_refused("bytes long instead of");
}

#[test]
fn paths_that_lead_out_are_refused_in_manifest_and_archive() {
    for path in ["/etc/passwd", "../x", "a/../../x", "a//b", "./a", "a/.", "", "a\nb", "a/"] {
        let mut built = Built::new();
        built.manifest.entries = vec![file(path, b"x")];
        built.is_refused("is absolute, leads out, or is not a plain path");
    }
    for path in ["/etc/passwd", "../x", "a/../../x"] {
        let built = Built::new().with_archive(|archive| entry(archive, path, |_| {}, b"x"));
        built.is_refused("is absolute, leads out, or is not a plain path");
    }
}

#[test]
fn links_that_lead_out_are_refused_in_manifest_and_archive() {
    for target in ["/etc/passwd", "../../x", "a/../../../x", ""] {
        let is_plain = !target.is_empty() && !target.starts_with('/');
        let mut built = Built::new();
        built.manifest.entries[0] = Entry::Link { path: "bin/l".to_owned(), target: target.to_owned() };
        built.is_refused("leads out, to");
        let built = Built::new().with_archive(|archive| {
            let link = |header: &mut Header| {
                header.set_entry_type(EntryType::Symlink);
                header.set_link_name_literal(target).unwrap();
            };
            entry(archive, "start", link, b"");
        });
        // The manifest, whose links are checked, has a file in its place.
        built.is_refused(if is_plain { "start differs from the manifest" } else { "leads out, to" });
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let mut built = Built::new();
    built.manifest.entries =
        vec![Entry::Link { path: "bin".to_owned(), target: "var".to_owned() }, file("bin/run", b"x")];
    built.is_refused("bin/run is below bin, which is not a directory");
    built.manifest.entries = vec![file("bin/run", b"x")];
    built.is_refused("bin/run is below bin, which is not a directory");
    built.manifest.entries = vec![file("bin", b"x"), file("bin/run", b"x")];
    built.is_refused("bin/run is below bin, which is not a directory");
}

#[test]
fn a_path_listed_or_archived_twice_is_refused() {
    let mut built = Built::new();
    built.manifest.entries = vec![file("a", b"x"), file("a", b"x")];
    built.is_refused("a is listed twice");
    let mut built = Built::new().with_archive(|archive| {
        entry(archive, "a", |_| {}, b"x");
        entry(archive, "a", |_| {}, b"x");
    });
    built.manifest.entries = vec![file("a", b"x")];
    built.is_refused("a is listed twice");
}

#[test]
fn modes_that_give_rights_away_are_refused() {
    for mode in [0o4755, 0o2755, 0o1777, 0o666, 0o777] {
        let mut built = Built::new();
        let Entry::File { mode: own, .. } = &mut built.manifest.entries[0] else {
            panic!("README comes first")
        };
        *own = mode;
        built.is_refused("set-user-id, set-group-id, sticky and world-writable are refused");
        let built =
            Built::new().with_archive(|archive| entry(archive, "README", |it| it.set_mode(mode), b"x"));
        built.is_refused("set-user-id, set-group-id, sticky and world-writable are refused");
    }
}

#[test]
fn devices_pipes_and_hard_links_are_refused() {
    for (kind, name) in [
        (EntryType::Char, "a device"),
        (EntryType::Block, "a device"),
        (EntryType::Fifo, "a pipe"),
        (EntryType::Link, "a hard link"),
        (EntryType::Continuous, "of an unknown type"),
    ] {
        let built =
            Built::new().with_archive(|archive| entry(archive, "README", |it| it.set_entry_type(kind), b""));
        built.is_refused(name);
    }
}

#[test]
fn somebodys_files_are_refused() {
    Built::new()
        .with_archive(|archive| entry(archive, "README", |it| it.set_uid(1000), b"x"))
        .is_refused("belongs to 1000:0");
    Built::new()
        .with_archive(|archive| entry(archive, "README", |it| it.set_gid(27), b"x"))
        .is_refused("belongs to 0:27");
}

#[test]
fn the_archive_holds_what_the_manifest_lists_and_nothing_else() {
    Built::new()
        .with_archive(|archive| entry(archive, "extra", |_| {}, b"x"))
        .is_refused("extra is in the archive, but not in the manifest");
    Built::new().with_archive(|_| {}).is_refused("README is in the manifest, but not in the archive");
    Built::new()
        .with_archive(|archive| entry(archive, "README", |_| {}, b"x"))
        .is_refused("README differs from the manifest");
    let other = vec![b'y'; 200_000];
    Built::new()
        .with_archive(|archive| entry(archive, "README", |_| {}, &other))
        .is_refused("README has another content");
    Built::new()
        .with_archive(|archive| entry(archive, "bin", |it| it.set_mode(0o755), b""))
        .is_refused("bin differs from the manifest");
}

#[test]
fn a_bomb_is_refused_before_it_goes_off() {
    let mut built = Built::new();
    let Entry::File { size, .. } = &mut built.manifest.entries[0] else { panic!("README comes first") };
    *size = 5 << 30;
    built.is_refused("more than the 4294967296 of 'max_unpacked_bytes'");
    let mut built = Built::new();
    let Entry::File { size, .. } = &mut built.manifest.entries[0] else { panic!("README comes first") };
    *size = u64::MAX;
    built.manifest.entries.push(file("b", b"x"));
    built.is_refused("max_unpacked_bytes");
    let mut built = Built::new();
    built.manifest.entries = (0..200_001).map(|number| file(&number.to_string(), b"")).collect();
    built.is_refused("more than the 200000 of 'max_entries'");
}

#[test]
fn an_archive_that_ends_early_is_refused() {
    let mut built = Built::new();
    let bytes = fs::read(built.archive()).unwrap();
    let half = &bytes[..bytes.len() / 2];
    fs::write(built.archive(), half).unwrap();
    built.manifest.archive.size = half.len() as u64;
    built.manifest.archive.sha256 = digest(half);
    built.is_refused("its archive is broken");
    let text = b"no archive at all";
    fs::write(built.archive(), text).unwrap();
    built.manifest.archive.size = text.len() as u64;
    built.manifest.archive.sha256 = digest(text);
    built.is_refused("its archive is broken");
}

#[test]
fn what_cannot_be_unpacked_cannot_be_packed() {
    let refused = |prepare: fn(&Path)| {
        let dir = source();
        prepare(dir.path());
        let mut out = Vec::new();
        pack(dir.path(), release(), &mut out).unwrap_err().to_string()
    };
    let mode =
        |path: &Path| fs::set_permissions(path.join("README"), fs::Permissions::from_mode(0o4755)).unwrap();
    assert!(refused(mode).contains("set-user-id"));
    assert!(refused(|path| symlink("/etc", path.join("etc")).unwrap()).contains("leads out"));
    let socket = |path: &Path| drop(std::os::unix::net::UnixListener::bind(path.join("s")).unwrap());
    assert!(refused(socket).contains("a device, pipe or socket"));
}

#[test]
fn only_pinned_keys_make_a_document_good() {
    let (ours, document) = SigningKey::generate().unwrap();
    let (theirs, _) = SigningKey::generate().unwrap();
    let pinned = [PublicKey::parse(&ours.public().text()).unwrap()];
    let bytes = Built::new().manifest.to_bytes();
    let mut file = SignatureFile::default();
    let check = |file: &SignatureFile, kind, bytes: &[u8]| {
        file.count(kind, bytes, &pinned).map(|_| ()).map_err(|refusal| refusal.to_string())
    };
    assert_eq!(check(&file, Signed::Manifest, &bytes).unwrap_err(), "it is not signed");
    file.add(theirs.sign(Signed::Manifest, &bytes));
    assert!(check(&file, Signed::Manifest, &bytes).unwrap_err().contains("none of these keys is among"));
    let again = SigningKey::from_pkcs8(&document).unwrap();
    file.add(again.sign(Signed::Manifest, &bytes));
    assert_eq!(check(&SignatureFile::parse(&file.to_bytes()).unwrap(), Signed::Manifest, &bytes), Ok(()));
    let changed = String::from_utf8(bytes.clone()).unwrap().replace("\"sequence\": 17", "\"sequence\": 18");
    assert!(
        check(&file, Signed::Manifest, changed.as_bytes())
            .unwrap_err()
            .contains("changed after it was signed")
    );
    assert!(check(&file, Signed::Pointer, &bytes).unwrap_err().contains("changed after it was signed"));
    assert!(SignatureFile::parse(b"-----BEGIN").unwrap_err().to_string().contains("cannot be read"));
    let pem = SigningKey::pem(&document);
    assert_eq!(SigningKey::parse(pem.as_bytes()).unwrap().public(), ours.public());
    assert_eq!(SigningKey::parse(&document).unwrap().public(), ours.public());
    assert!(SigningKey::parse(b"c2VjcmV0").is_err());
    assert!(PublicKey::parse("ed25519:AAAA").is_err());
    assert!(SigningKey::from_pkcs8(b"secret").is_err());
}

#[test]
fn documents_of_another_kind_or_format_are_refused() {
    let text = |bytes: &[u8]| Manifest::parse(bytes).unwrap_err().to_string();
    assert!(text(b"{").contains("cannot be read"));
    assert!(text(b"{\"format\": 2, \"new\": true}").contains("its format is 2"));
    assert!(text(b"{\"format\": 1, \"service\": \"myapp\"}").contains("cannot be read"));
    let mut manifest: serde_json::Value = serde_json::from_slice(&Built::new().manifest.to_bytes()).unwrap();
    manifest["surprise"] = true.into();
    assert!(text(manifest.to_string().as_bytes()).contains("unknown field"));
}

#[test]
fn a_pointer_goes_forward_only() {
    let pointer = Pointer {
        format: 1,
        service: "myapp".to_owned(),
        instance: None,
        revision: "r17".to_owned(),
        sequence: 5,
        rollback: false,
        manifest_sha256: digest(b"x"),
        promoted: now(),
        expires: Some(now() + 24.hours()),
    };
    assert_eq!(Pointer::parse(&pointer.to_bytes()).unwrap(), pointer);
    let all = PointerScope { service: "myapp", instance: None };
    assert_eq!(pointer.check(all, Some(5), now()), Ok(()));
    assert!(matches!(pointer.check(all, Some(6), now()), Err(Refusal::RolledBack { .. })));
    let other = PointerScope { service: "other", ..all };
    assert!(matches!(pointer.check(other, None, now()), Err(Refusal::Service { .. })));
    let testing = PointerScope { instance: Some("testing"), ..all };
    assert!(matches!(pointer.check(testing, None, now()), Err(Refusal::Instance { .. })));
    let theirs = Pointer { instance: Some("production".to_owned()), ..pointer.clone() };
    let message = theirs.check(testing, None, now()).unwrap_err().to_string();
    assert_eq!(message, "it is for the instances 'production', not for 'testing'");
    assert!(matches!(pointer.check(all, None, now() + 25.hours()), Err(Refusal::Expired(_))));
    let astray = Pointer { revision: "../r".to_owned(), ..pointer };
    assert!(matches!(astray.check(all, None, now()), Err(Refusal::Name(_))));
    assert!(Pointer::parse(b"[]").is_err());
    let mut out = Vec::new();
    out.write_all(b"{\"format\": 1}").unwrap();
    assert!(Pointer::parse(&out).is_err());
}
