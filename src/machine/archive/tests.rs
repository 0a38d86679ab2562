use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

use super::*;

/// A tar archive whose entries are as they are written, however bad.
fn tar_of(entries: &[(&str, tar::EntryType, &str)]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a.tar");
    let mut builder = tar::Builder::new(File::create(&path).expect("a file"));
    for (name, kind, data) in entries {
        let mut header = tar::Header::new_gnu();
        header.as_gnu_mut().expect("a GNU header").name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_mode(0o4755);
        let is_link = matches!(kind, Symlink | Link);
        if is_link {
            header.as_gnu_mut().expect("a GNU header").linkname[..data.len()]
                .copy_from_slice(data.as_bytes());
        }
        let bytes = if is_link { &[][..] } else { data.as_bytes() };
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, bytes).expect("an entry");
    }
    builder.into_inner().expect("an archive");
    (dir, path)
}

use tar::EntryType::{Char, Directory, Link, Regular, Symlink};

#[test]
fn what_an_archive_holds_is_taken_out_without_set_user_bits() {
    let (dir, path) = tar_of(&[
        ("d/", Directory, ""),
        ("d/f", Regular, "text"),
        ("d/l", Symlink, "f"),
        ("d/h", Link, "d/f"),
    ]);
    let into = dir.path().join("out");
    fs::create_dir(&into).expect("a directory");
    let entries = Archive::new(&path, Form::Tar).extract(&into, Owner::default()).expect("all of it");
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["d/", "d/f", "d/l", "d/h"]);
    for name in ["d/f", "d/l", "d/h"] {
        assert_eq!(fs::read_to_string(into.join(name)).expect("a file"), "text");
    }
    let mode = fs::metadata(into.join("d/f")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o7777, 0o755);
}

#[test]
fn leading_directories_are_left_out() {
    let (_dir, path) = tar_of(&[("d/", Directory, ""), ("d/e/f", Regular, "text")]);
    let paths: Vec<PathBuf> = Archive { strip: 1, ..Archive::new(&path, Form::Tar) }
        .list()
        .expect("a list")
        .into_iter()
        .map(|entry| entry.path)
        .collect();
    assert_eq!(paths, [PathBuf::from("e/f")]);
}

#[test]
fn what_leads_out_is_refused_before_anything_is_written() {
    for bad in [
        &[("a", Regular, "x"), ("../out", Regular, "x")][..],
        &[("a", Regular, "x"), ("/etc/out", Regular, "x")],
        &[("a", Regular, "x"), ("d/../../out", Regular, "x")],
        &[("a", Regular, "x"), ("h", Link, "../../etc/passwd")],
        &[("a", Regular, "x"), ("dev", Char, "")],
    ] {
        let (dir, path) = tar_of(bad);
        let into = dir.path().join("into");
        fs::create_dir(&into).expect("a directory");
        let refused = Archive::new(&path, Form::Tar).extract(&into, Owner::default());
        assert!(matches!(refused, Err(ArchiveError::Refused { .. })), "{bad:?} {refused:?}");
        assert_eq!(fs::read_dir(&into).expect("a directory").count(), 0, "{bad:?}");
    }
}

#[test]
fn nothing_is_written_through_a_link_that_leads_out() {
    let outside = tempfile::tempdir().expect("a directory");
    let target = outside.path().display().to_string();
    let (dir, path) = tar_of(&[("l", Symlink, &target), ("l/f", Regular, "x")]);
    let into = dir.path().join("into");
    fs::create_dir(&into).expect("a directory");
    assert!(matches!(
        Archive::new(&path, Form::Tar).extract(&into, Owner::default()),
        Err(ArchiveError::Refused { .. })
    ));
    assert_eq!(fs::read_dir(outside.path()).expect("a directory").count(), 0);
}

#[test]
fn a_hard_link_to_what_is_no_file_of_the_archive_is_refused() {
    let outside = tempfile::tempdir().expect("a directory");
    fs::write(outside.path().join("shadow"), "secret").expect("a file");
    let target = outside.path().display().to_string();
    // Each text is harmless; together they name a file outside.
    let (dir, path) = tar_of(&[("l", Symlink, &target), ("x", Link, "l/shadow")]);
    let into = dir.path().join("into");
    fs::create_dir(&into).expect("a directory");
    let owner = Owner { uid: Some(4711), ..Owner::default() };
    assert!(matches!(
        Archive::new(&path, Form::Tar).extract(&into, owner),
        Err(ArchiveError::Refused { .. })
    ));
    assert!(!into.join("x").exists());
    // Nor is a file that was there before.
    fs::write(into.join("kept"), "root's").expect("a file");
    let (_dir, path) = tar_of(&[("y", Link, "kept")]);
    let refused = Archive::new(&path, Form::Tar).extract(&into, Owner::default());
    assert!(matches!(refused, Err(ArchiveError::Refused { .. })), "{refused:?}");
    assert_eq!(fs::metadata(into.join("kept")).expect("a file").nlink(), 1);
}

#[test]
fn an_archive_that_unpacks_to_too_much_is_refused_before_anything_is_written() {
    let (dir, path) = tar_of(&[("a", Regular, "12345"), ("b", Regular, "12345")]);
    let into = dir.path().join("into");
    fs::create_dir(&into).expect("a directory");
    for (entries, bytes, fits) in [(2, 10, true), (1, 10, false), (2, 9, false)] {
        let archive = Archive { limits: Limits { entries, bytes }, ..Archive::new(&path, Form::Tar) };
        let listed = archive.list();
        assert_eq!(listed.is_ok(), fits, "{entries} {bytes}");
        if !fits {
            assert!(matches!(archive.extract(&into, Owner::default()), Err(ArchiveError::TooLarge { .. })));
            assert_eq!(fs::read_dir(&into).expect("a directory").count(), 0);
        }
    }
}

#[test]
fn an_archive_that_is_cut_off_is_an_error() {
    let (dir, path) = tar_of(&[("f", Regular, "text")]);
    for program in ["gzip", "xz", "bzip2", "zstd"] {
        let Ok(output) = Command::new(program).arg("-c").stdin(File::open(&path).expect("it")).output()
        else {
            continue;
        };
        let packed = dir.path().join("packed");
        fs::write(&packed, &output.stdout).expect("a file");
        let list = || Archive::new(&packed, Form::Tar).list();
        assert_eq!(list().expect(program).len(), 1, "{program}");
        fs::write(&packed, &output.stdout[..output.stdout.len() / 2]).expect("a file");
        assert!(list().is_err(), "{program}");
    }
}

#[test]
fn a_zip_archive_that_leads_out_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a.zip");
    let mut writer = zip::ZipWriter::new(File::create(&path).expect("a file"));
    let options = zip::write::SimpleFileOptions::default().unix_permissions(0o640);
    writer.add_directory("d/", options).expect("a directory");
    writer.start_file("d/f", options).expect("a file");
    io::Write::write_all(&mut writer, b"text").expect("its text");
    writer.start_file("../out", options).expect("a file");
    writer.finish().expect("an archive");
    assert!(matches!(Archive::new(&path, Form::Zip).list(), Err(ArchiveError::Refused { .. })));
}

/// A program of that name that never ends and says nothing.
fn hanging(directory: &Path) -> PathBuf {
    let path = directory.join("hangs");
    crate::process::while_none_starts(|| {
        fs::write(&path, "#!/bin/sh\nsleep 600\n").expect("a program");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("a mode");
    });
    path
}

#[test]
fn a_program_that_hangs_is_ended_with_all_that_it_started() {
    let dir = tempfile::tempdir().expect("a directory");
    let program = hanging(dir.path()).display().to_string();
    let start = |deadline| {
        let file = File::open("/dev/null").expect("a file");
        stream::Program::start(&program, file, deadline).expect("it starts")
    };
    // At its deadline: whoever reads would else wait for ten minutes.
    let mut stream = stream::Stream::Program(start(std::time::Duration::from_millis(50)));
    assert_eq!(io::copy(&mut stream, &mut io::sink()).expect("its end"), 0);
    assert!(stream.end().is_err());
    // And when nobody reads it any more.
    let program = start(std::time::Duration::from_secs(600));
    let group = format!("/proc/{}", program.id());
    assert!(Path::new(&group).exists());
    drop(program);
    assert!(!Path::new(&group).exists());
}

/// `zip -P secret` of `top/a`, which holds "one": the password 19 opens it too, and only the check sum shows that it is wrong.
const ENCRYPTED: &str = "504b03040a0009000000000022589fa817f8100000000400000005000000746f702f619a698b33a9364eaf9aa54d53bac5bc4f\
     504b07089fa817f81000000004000000504b01021e030a0009000000000022589fa817f81000000004000000050000000000000001000000a48100000000\
     746f702f61504b0506000000000100010033000000430000000000";

fn bytes_of(hex: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits");
    (0..hex.len()).step_by(2).map(byte).collect()
}

#[test]
fn a_wrong_password_that_opens_an_entry_is_found_before_anything_is_written() {
    let dir = tempfile::tempdir().expect("a directory");
    let (path, into) = (dir.path().join("a.zip"), dir.path().join("out"));
    fs::write(&path, bytes_of(ENCRYPTED)).expect("a file");
    fs::create_dir(&into).expect("a directory");
    let locked =
        |password: &str| Archive { password: Some(password.to_owned()), ..Archive::new(&path, Form::Zip) };
    for wrong in ["19", "20"] {
        let listed = locked(wrong).list();
        assert!(matches!(listed, Err(ArchiveError::Password { .. })), "{wrong}: {listed:?}");
        let extracted = locked(wrong).extract(&into, Owner::default());
        assert!(matches!(extracted, Err(ArchiveError::Password { .. })), "{wrong}: {extracted:?}");
    }
    assert_eq!(fs::read_dir(&into).expect("a directory").count(), 0);
    locked("secret").extract(&into, Owner::default()).expect("all of it");
    assert_eq!(fs::read_to_string(into.join("top/a")).expect("a file"), "one\n");
}

#[test]
fn a_zip_archive_with_a_changed_byte_is_refused_before_anything_is_written() {
    let dir = tempfile::tempdir().expect("a directory");
    let (path, into) = (dir.path().join("a.zip"), dir.path().join("out"));
    let mut writer = zip::ZipWriter::new(File::create(&path).expect("a file"));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, text) in [("first", "kept"), ("second", "spoiled")] {
        writer.start_file(name, options).expect("an entry");
        io::Write::write_all(&mut writer, text.as_bytes()).expect("its text");
    }
    writer.finish().expect("an archive");
    let mut bytes = fs::read(&path).expect("the archive");
    let at = bytes.windows(7).position(|part| part == b"spoiled").expect("the text");
    bytes[at] = b'S';
    fs::write(&path, bytes).expect("a file");
    fs::create_dir(&into).expect("a directory");
    let extracted = Archive::new(&path, Form::Zip).extract(&into, Owner::default());
    assert!(matches!(extracted, Err(ArchiveError::Read { .. })), "{extracted:?}");
    assert_eq!(fs::read_dir(&into).expect("a directory").count(), 0);
}
