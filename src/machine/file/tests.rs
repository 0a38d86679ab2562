use std::os::unix::fs::PermissionsExt;

use super::*;

fn mode(path: &Path) -> String {
    Stat::of(path).expect("a file").mode_text()
}

#[test]
fn a_file_is_replaced_whole_and_keeps_its_mode() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    write(&path, b"one", Permissions::default()).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o4750)).unwrap();
    write(&path, b"two", Permissions::default()).expect("written");
    assert_eq!(read(&path).expect("read"), b"two");
    assert_eq!(mode(&path), "4750");
    write(&path, b"three", Permissions { mode: Some(0o600), ..Permissions::default() }).expect("written");
    assert_eq!(mode(&path), "0600");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_link_is_written_through() {
    let dir = tempfile::tempdir().unwrap();
    let (link, target) = (dir.path().join("link"), dir.path().join("target"));
    std::os::unix::fs::symlink("target", &link).unwrap();
    write(&link, b"first", Permissions::default()).expect("written");
    write(&link, b"second", Permissions::default()).expect("written");
    assert_eq!(Stat::of_link(&link).expect("a link").kind, FileKind::Link);
    assert_eq!(read(&target).expect("read"), b"second");
}

#[test]
fn a_write_that_fails_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("directory");
    std::fs::create_dir(&path).unwrap();
    std::fs::write(path.join("x"), "").unwrap();
    assert!(matches!(write(&path, b"", Permissions::default()), Err(FileError::Write { .. })));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn only_what_is_not_there_is_absent() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    assert!(Stat::find(&path).expect("looked").is_none());
    std::fs::write(&path, "").unwrap();
    assert!(Stat::find(&path.join("below")).expect("looked").is_none());
    assert!(Stat::find(Path::new(&"x".repeat(5000))).is_err());
}

#[test]
fn a_backup_has_contents_and_mode() {
    let dir = tempfile::tempdir().unwrap();
    let (path, place) = (dir.path().join("a"), dir.path().join("b/c/a_1"));
    std::fs::write(&path, "text").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    backup(&path, &place).expect("copied");
    assert_eq!(
        (std::fs::read_to_string(&place).unwrap(), mode(&place)),
        ("text".to_owned(), "0640".to_owned())
    );
}

#[test]
fn digests_are_those_that_everybody_makes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    std::fs::write(&path, "abc").unwrap();
    let of = |name| digest(&path, Algorithm::parse(name).expect("known")).expect("read");
    assert_eq!(of("md5"), "900150983cd24fb0d6963f7d28e17f72");
    assert_eq!(of("sha1"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    assert_eq!(of("SHA256"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (_, algorithm) in Algorithm::ALL {
        let made = algorithm.digest(b"abc");
        assert_eq!(Algorithm::of_length(made.len()), Some(*algorithm));
        assert_eq!(made, digest(&path, *algorithm).expect("read"));
    }
}

#[test]
fn modes_are_read_in_every_way_they_are_written() {
    for (text, mode) in
        [("644", Some(0o644)), ("0644", Some(0o644)), ("0o1777", Some(0o1777)), ("9", None), ("77777", None)]
    {
        assert_eq!(parse_mode(text), mode, "{text}");
    }
}
