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

#[test]
fn what_is_done_at_a_place_is_done_in_its_directory_whatever_becomes_of_the_path() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    let (data, moved, outside) = (root.join("data"), root.join("moved"), root.join("outside"));
    for made in [&data, &outside] {
        std::fs::create_dir(made).unwrap();
        std::fs::write(made.join("f"), "kept").unwrap();
    }
    let place = Place::find(&data.join("f"), place::Last::Itself, None).expect("a place");
    std::fs::rename(&data, &moved).unwrap();
    std::os::unix::fs::symlink("outside", &data).unwrap();
    permit::permit_place(&place, Permissions { mode: Some(0o600), ..Permissions::default() })
        .expect("changed");
    assert_eq!((mode(&moved.join("f")), mode(&outside.join("f"))), ("0600".to_owned(), "0644".to_owned()));
    tree::remove(&place).expect("removed");
    assert!(!moved.join("f").exists() && outside.join("f").exists());
}

#[test]
fn links_on_the_way_are_followed_as_the_kernel_follows_them() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    std::fs::create_dir_all(root.join("a/b")).unwrap();
    for (link, target) in [("up", "a/b/.."), ("abs", root.join("a").to_str().unwrap()), ("two", "up/b")] {
        std::os::unix::fs::symlink(target, root.join(link)).unwrap();
    }
    for (path, real) in [("up/f", "a/f"), ("abs/b/f", "a/b/f"), ("two/f", "a/b/f"), ("a/b/../g", "a/g")] {
        write(&root.join(path), path.as_bytes(), Permissions::default()).expect(path);
        assert_eq!(read(&root.join(real)).expect("read"), path.as_bytes());
    }
    std::os::unix::fs::symlink("loop", root.join("loop")).unwrap();
    assert!(write(&root.join("loop"), b"", Permissions::default()).is_err());
    assert!(remove(&root.join("nosuch/f")).is_ok(), "what is not there is removed");
}

#[test]
fn a_directory_is_removed_with_all_that_is_in_it_and_nothing_that_its_links_lead_to() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    std::fs::create_dir_all(root.join("d/e/f")).unwrap();
    std::fs::create_dir(root.join("kept")).unwrap();
    std::fs::write(root.join("kept/x"), "").unwrap();
    std::os::unix::fs::symlink("../../kept", root.join("d/e/l")).unwrap();
    copy(&root.join("d"), &root.join("copy"), true).expect("copied");
    assert!(root.join("copy/e/f").is_dir() && root.join("copy/e/l").is_symlink());
    for gone in ["d", "copy"] {
        remove(&root.join(gone)).expect("removed");
        assert!(!root.join(gone).exists());
    }
    assert!(root.join("kept/x").exists());
}

/// The attribute of a file; nothing if it has none.
fn attribute(path: &Path, name: &str) -> Option<Vec<u8>> {
    let mut value = vec![0; 256];
    let size = rustix::fs::lgetxattr(path, name, &mut *value).ok()?;
    value.truncate(size);
    Some(value)
}

#[test]
fn a_file_that_is_rewritten_keeps_its_attributes_list_of_access_and_capabilities() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    std::fs::write(&path, "one").unwrap();
    // An entry for user 64711 between owner and group, as setfacl -m u:64711:r writes it; see acl(5).
    let entries: &[(u16, u16, u32)] =
        &[(1, 6, u32::MAX), (2, 4, 64_711), (4, 4, u32::MAX), (0x10, 4, u32::MAX), (0x20, 0, u32::MAX)];
    let mut list = 2u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        list.extend(tag.to_le_bytes());
        list.extend(permissions.to_le_bytes());
        list.extend(id.to_le_bytes());
    }
    // cap_net_bind_service=ep; see capabilities(7).
    let capability: Vec<u8> =
        [0x0200_0001_u32, 1 << 10, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    let wanted = [
        ("user.note", b"kept".to_vec()),
        ("system.posix_acl_access", list),
        ("security.capability", capability),
    ];
    let mut set = vec![];
    for (name, value) in &wanted {
        if rustix::fs::setxattr(&path, *name, value, rustix::fs::XattrFlags::empty()).is_ok() {
            set.push(*name);
        }
    }
    let before: Vec<_> = set.iter().map(|name| attribute(&path, name)).collect();
    let wished = Permissions { mode: None, uid: Some(crate::account::own_uid()), gid: None };
    for permissions in [Permissions::default(), wished] {
        write(&path, b"two", permissions).expect("written");
        let after: Vec<_> = set.iter().map(|name| attribute(&path, name)).collect();
        assert_eq!(after, before, "{set:?}");
    }
    assert_eq!(mode(&path), "0640", "the mask of the list stands where the group's bits do");
}
