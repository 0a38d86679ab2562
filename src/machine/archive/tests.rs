use std::fs::File;
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
    let entries = Archive::new(&path, Form::Tar).extract(&into).expect("all of it");
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
        let refused = Archive::new(&path, Form::Tar).extract(&into);
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
    assert!(matches!(Archive::new(&path, Form::Tar).extract(&into), Err(ArchiveError::Refused { .. })));
    assert_eq!(fs::read_dir(outside.path()).expect("a directory").count(), 0);
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
