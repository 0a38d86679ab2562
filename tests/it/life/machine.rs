//! Machines: a root of their own over a shared one, names and processes of their own, and a metadata service.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use super::CLUSTER;
use super::account::Account;
use crate::local_aws::Metadata;

const BOOT: &str = "cloud-init init --local && cloud-init init && cloud-init modules --mode=config && \
                    cloud-init modules --mode=final; cat /var/log/cloud-init-output.log 2>/dev/null || true";

/// The root of this machine's Debian: made once, kept in `target/`.
pub(crate) fn root() -> PathBuf {
    static MAKING: Mutex<()> = Mutex::new(());
    let _alone = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let target =
        Path::new(env!("CARGO_BIN_EXE_orchestrate")).parent().and_then(Path::parent).expect("target");
    let root = target.join("life/root");
    if !root.exists() {
        fs::create_dir_all(target.join("life")).expect("a directory");
        let made = Command::new("sh").arg(script("prepare.sh")).arg(&root).output().expect("a shell");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    root
}

/// Puts the program somewhere without its debugging information.
pub(crate) fn strip(program: &Path) {
    let own = env!("CARGO_BIN_EXE_orchestrate");
    let stripped = Command::new("strip").args(["--strip-all", "-o"]).arg(program).arg(own).status();
    assert!(stripped.expect("strip").success());
}

/// What all machines begin with: made once, kept in `target/`.
pub struct System {
    root: PathBuf,
    place: tempfile::TempDir,
}

impl System {
    /// Makes the root, unless it is there, and the program without its debugging information.
    pub fn prepare() -> Self {
        let root = root();
        let beside = root.parent().expect("a parent");
        // Beside the root: an overlay's parts want one file system, and not an overlay's.
        let place = tempfile::tempdir_in(beside).expect("a directory");
        let system = Self { root, place };
        strip(&system.program());
        system
    }

    /// The program that instances fetch.
    pub fn program(&self) -> PathBuf {
        self.place.path().join("orchestrate")
    }

    /// The next one: it does the same and is not the same.
    pub fn next_program(&self) -> PathBuf {
        let next = self.place.path().join("orchestrate-next");
        fs::copy(self.program(), &next).expect("a copy");
        let mut file = fs::OpenOptions::new().append(true).open(&next).expect("a program");
        file.write_all(b"the next one").expect("what the loader passes over");
        next
    }
}

/// One instance.
pub struct Machine {
    pub id: String,
    lower: PathBuf,
    home: PathBuf,
    metadata: Metadata,
    aws: String,
}

impl Machine {
    /// What EC2 does: metadata for the instance, and the group's user data beside them.
    pub async fn launch(system: &System, account: &Account, id: &str) -> Self {
        let metadata = Metadata::start(id).await;
        let role = serde_json::json!({
            "Code": "Success", "Type": "AWS-HMAC", "AccessKeyId": "AKIALIFE", "SecretAccessKey": "test",
            "Token": "test", "LastUpdated": "2026-01-01T00:00:00Z", "Expiration": "2099-01-01T00:00:00Z",
        });
        for (path, text) in [
            ("meta-data/tags/instance", "aws:autoscaling:groupName"),
            ("meta-data/tags/instance/aws:autoscaling:groupName", CLUSTER),
            ("meta-data/placement/region", "us-east-1"),
            ("meta-data/services/domain", "amazonaws.com"),
            ("meta-data/iam/security-credentials/", "myapp"),
            ("meta-data/iam/security-credentials/myapp", &role.to_string()),
        ] {
            metadata.put(path, text);
        }
        let home = system.place.path().join(id);
        for part in ["upper", "work", "root"] {
            fs::create_dir_all(home.join(part)).expect("a directory");
        }
        let aws = account.moto.endpoint.clone();
        let machine = Self { id: id.to_owned(), lower: system.root.clone(), home, metadata, aws };
        machine.write("etc/hostname", "ip-10-0-0-7\n");
        machine.write("var/lib/cloud/seed/nocloud/user-data", &account.user_data());
        machine.write("var/lib/cloud/seed/nocloud/meta-data", &format!("instance-id: {id}\n"));
        machine
    }

    /// The first boot, by cloud-init; what it said.
    pub fn boot(&self) -> String {
        self.run(BOOT).1
    }

    /// Runs a command on the machine: how it ended, and what it said.
    pub fn run(&self, command: &str) -> (Option<i32>, String) {
        let out = Command::new("unshare")
            .args(["--mount", "--uts", "--pid", "--fork", "--kill-child", "sh"])
            .arg(script("enter.sh"))
            .args([&self.lower, &self.home])
            .args([&self.metadata.endpoint, command])
            .env("LIFE_AWS", &self.aws)
            .output()
            .expect("unshare");
        let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
        (out.status.code(), said.into_owned())
    }

    /// A file that the machine has made or changed.
    #[track_caller]
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.upper(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Where a link leads.
    #[track_caller]
    pub fn link(&self, path: &str) -> PathBuf {
        fs::read_link(self.upper(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// True when the machine has made it.
    pub fn has(&self, path: &str) -> bool {
        fs::symlink_metadata(self.upper(path)).is_ok()
    }

    /// Writes a file while the machine is off.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.upper(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    /// Commits a file to the trees that the machine keeps in Git, `/opt/trees.git`; makes these first.
    pub fn commit(&self, path: &str, text: &str) {
        let made = Command::new("sh")
            .arg(script("commit.sh"))
            .arg(self.upper("opt/trees.git"))
            .args([path, text])
            .output();
        let made = made.expect("a shell");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    /// Gives the machine a repository of packages of the program, versions 1.0 and 1.1; its key's digest.
    pub fn packages(&self, system: &System) -> String {
        let packages = self.upper("opt/packages");
        let made = Command::new("sh").arg(script("packages.sh")).arg(system.program()).arg(packages).output();
        let made = made.expect("a shell");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8_lossy(&made.stdout).trim().to_owned()
    }

    /// Removes it again.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.upper(path)).expect("it is there");
    }

    fn upper(&self, path: &str) -> PathBuf {
        self.home.join("upper").join(path)
    }
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/life").join(name)
}
