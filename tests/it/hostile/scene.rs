//! A directory of a user, what the user prepared in it, and what root has outside of it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown, symlink};
use std::path::Path;

use crate::support::{Place, left_out};

/// A user without a name.
pub const USER: u32 = 64_711;

/// The contents of a file that root alone may read.
pub const CONTENTS: &str = "secret of root alone";

/// What the user prepared at `home/target`.
#[derive(Clone, Copy, Debug)]
pub enum Trick {
    /// Nothing.
    None,
    /// A link to a directory of root.
    DirectoryLink,
    /// The same, by a path that leads up.
    RelativeLink,
    /// A link to a link to it.
    LinkToLink,
    /// A link that root made in another place, renamed by the user, who owns the directory.
    RenamedLink,
    /// A link to a file of root.
    FileLink,
    /// A link to a name that root's directory has not yet.
    NewFileLink,
    /// Another name of a file of root, where the kernel lets a user make one.
    HardLink,
    /// A directory, with such links in it.
    DirectoryOfLinks,
    /// A link to the directory of another user.
    OtherUser,
}

impl Trick {
    /// Every trick.
    pub const ALL: &[Self] = &[
        Self::DirectoryLink,
        Self::RelativeLink,
        Self::LinkToLink,
        Self::RenamedLink,
        Self::FileLink,
        Self::NewFileLink,
        Self::HardLink,
        Self::DirectoryOfLinks,
        Self::OtherUser,
    ];
}

/// The place of a case.
pub struct Scene {
    pub place: Place,
}

impl Scene {
    /// Makes it all.
    pub fn new(trick: Trick) -> Self {
        let place = Place::new()
            .with("outside/shadow", &format!("{CONTENTS}\n"))
            .with("outside/dir/x", "secret\n")
            .with("outside/dir/sub/y", "secret\n")
            .with("outside/other/x", "secret\n")
            .with("home/own", "own\n")
            .with("states/difference", "--- a\n+++ b\n@@ -1 +1 @@\n-secret\n+theirs\n")
            .with("states/tree/x", "theirs\n")
            .with("states/tree/sub/y", "theirs\n");
        let scene = Self { place };
        let path = |path: &str| scene.place.path(path);
        fs::set_permissions(path(""), fs::Permissions::from_mode(0o755)).expect("a mode");
        fs::set_permissions(path("outside/shadow"), fs::Permissions::from_mode(0o600)).expect("a mode");
        fs::set_permissions(path("outside/dir/x"), fs::Permissions::from_mode(0o600)).expect("a mode");
        for owned in ["outside/other", "outside/other/x"] {
            lchown(path(owned), Some(USER + 1), Some(USER + 1)).expect("an owner");
        }
        for owned in ["home", "home/own"] {
            lchown(path(owned), Some(USER), Some(USER)).expect("an owner");
        }
        archive(&path("a.tar"));
        scene.prepare(trick);
        scene
    }

    fn prepare(&self, trick: Trick) {
        match trick {
            Trick::None => {}
            Trick::DirectoryLink => self.link("home/target", "outside/dir", USER),
            Trick::RelativeLink => {
                let link = self.place.path("home/target");
                symlink("../outside/dir", &link).expect("a link");
                lchown(link, Some(USER), Some(USER)).expect("an owner");
            }
            Trick::LinkToLink => {
                self.link("home/step", "outside/dir", USER);
                self.link("home/target", "home/step", USER);
            }
            Trick::RenamedLink => self.link("home/target", "outside/dir", 0),
            Trick::FileLink => self.link("home/target", "outside/shadow", USER),
            Trick::NewFileLink => self.link("home/target", "outside/new", USER),
            Trick::HardLink => {
                self.directory_of_user("home/target");
                let file = self.place.path("outside/shadow");
                fs::hard_link(file, self.place.path("home/target/x")).expect("a link");
            }
            Trick::DirectoryOfLinks => {
                self.directory_of_user("home/target");
                self.link("home/target/x", "outside/shadow", USER);
                self.link("home/target/sub", "outside/dir/sub", USER);
                self.link("home/target/new", "outside/dir", USER);
            }
            Trick::OtherUser => self.link("home/target", "outside/other", USER),
        }
    }

    /// A word of a command line or of an SLS, with its paths in the place.
    pub fn expanded(&self, word: &str) -> String {
        let root = self.place.path("").canonicalize().expect("a directory").display().to_string();
        let word = word.replace("NAME", "HOME/target").replace("HOME", "ROOT/home").replace("ROOT", &root);
        word.replace("USER", &USER.to_string())
    }

    /// A directory of the user.
    pub fn directory_of_user(&self, path: &str) {
        fs::create_dir(self.place.path(path)).expect("a directory");
        lchown(self.place.path(path), Some(USER), Some(USER)).expect("an owner");
    }

    /// A file of the user.
    pub fn file_of_user(&self, path: &str) {
        fs::write(self.place.path(path), "kept\n").expect("a file");
        lchown(self.place.path(path), Some(USER), Some(USER)).expect("an owner");
    }

    /// A link that leads to a path of the place.
    pub fn link(&self, link: &str, target: &str, owner: u32) {
        let root = self.place.path("").canonicalize().expect("a directory");
        let link = self.place.path(link);
        symlink(root.join(target), &link).expect("a link");
        lchown(link, Some(owner), Some(owner)).expect("an owner");
    }
}

/// A tar archive with a file and a directory, as `tar` makes it.
fn archive(path: &Path) {
    let mut builder = tar::Builder::new(fs::File::create(path).expect("a file"));
    for name in ["x", "sub/y"] {
        let mut header = tar::Header::new_gnu();
        header.set_mode(0o644);
        header.set_size(7);
        builder.append_data(&mut header, name, &b"theirs\n"[..]).expect("an entry");
    }
    builder.into_inner().expect("an archive");
}

/// True for root, who alone gives files away; for others it is said what is left out.
pub fn is_root(test: &str) -> bool {
    let is_root = machine::account::own_uid() == 0;
    left_out(&format!("hostile: {test}"), usize::from(!is_root), "only root gives files away", false);
    is_root
}

/// All below a directory: what it is, holds, whose it is, who may do what with it, and when it was changed.
pub fn seen(directory: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    look(directory, directory, &mut found);
    found
}

fn look(root: &Path, path: &Path, found: &mut BTreeMap<String, String>) {
    let stat = fs::symlink_metadata(path).expect("it is there");
    let held = if stat.is_file() { fs::read_to_string(path).expect("a file") } else { String::new() };
    let line = format!("{:o} {}:{} {} {held:?}", stat.mode(), stat.uid(), stat.gid(), stat.mtime());
    let name = path.strip_prefix(root).expect("below").display().to_string();
    found.insert(name, line);
    if stat.is_dir() {
        for entry in fs::read_dir(path).expect("a directory") {
            look(root, &entry.expect("an entry").path(), found);
        }
    }
}
