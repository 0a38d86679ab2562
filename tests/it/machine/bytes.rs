//! Files that are not UTF-8, with line ends of Windows, tabs, comments in the middle and no last line end: each state changes its own
//! line, and every other byte stays.

use super::boxed::{NO_BOX, Ran};
use super::may_have_sandboxes;
use crate::support::left_out;

/// A file, the part of it that a state manages, and what that part becomes.
struct Edit {
    path: &'static str,
    state: &'static str,
    before: &'static [u8],
    managed: &'static [u8],
    becomes: &'static [u8],
}

/// An empty managed part means the end of the file.
const EDITS: &[Edit] = &[
    Edit {
        path: "etc/fstab",
        state: "/dev/sdb1:\n  mount.fstab_present: [{fs_file: /data}, {fs_vfstype: ext4}, {fs_mntops: noatime}, {mount: false}]\n",
        before: b"# caf\xe9\r\n\tdev\xe9 /srv/B\xfccher ext4 defaults 0 2\r\n/dev/sdb1 /data ext4 defaults 0 2\r\n#end \xff",
        managed: b"/dev/sdb1 /data ext4 defaults 0 2",
        becomes: b"/dev/sdb1\t\t/data\text4\tnoatime\t0 0",
    },
    Edit {
        path: "etc/hosts",
        state: "db:\n  host.present: [{ip: 10.0.0.5}]\n",
        before: b"127.0.0.1\tlocalhost # caf\xe9\r\n\r\n \t# a\n10.0.0.9 x\xff",
        managed: b"",
        becomes: b"\r\n10.0.0.5\t\tdb\r\n",
    },
    Edit {
        path: "etc/aliases",
        state: "web:\n  alias.present: [{target: ops}]\n",
        before: b"# caf\xe9\nroot: a\xfc\n\tcontinued\n# in the middle\r\nweb: www",
        managed: b"web: www",
        becomes: b"web: ops",
    },
    Edit {
        path: "etc/dirty.ini",
        state: "/etc/dirty.ini:\n  ini.options_present: [{sections: {mysqld: {user: b}}}]\n",
        before: b"\r\n[mysqld]\r\nuser = a\r\n\t; caf\xe9\r\n  port = 1\r\n\tdatadir = /x\r\nlast = \xff",
        managed: b"user = a",
        becomes: b"user = b",
    },
    Edit {
        path: "etc/logrotate.conf",
        state: "rotate:\n  logrotate.set: [{key: rotate}, {value: 5}]\n",
        before: b"# caf\xe9\r\nrotate 4\r\n\tinclude /etc/logrotate.d\xff",
        managed: b"rotate 4",
        becomes: b"rotate 5",
    },
    Edit {
        path: "home/old/.ssh/authorized_keys",
        state: "key:\n  ssh_auth.present: [{name: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7v me}, {user: old}]\n",
        before: b"# caf\xe9\n\n \t\nssh-rsa AAAAB3NzaC1yc2E= B\xfccher",
        managed: b"",
        becomes: b"\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7v me\n",
    },
    Edit {
        path: "etc/dirty.conf",
        state: "kernel.ostype:\n  sysctl.present: [{value: Linux}, {config: /etc/dirty.conf}]\n",
        before: b"# caf\xe9\r\nkernel.ostype = x\r\n\t;\xff",
        managed: b"kernel.ostype = x",
        becomes: b"kernel.ostype = Linux",
    },
    Edit {
        path: "etc/crontabs/root",
        state: "new:\n  cron.present: [{identifier: x}, {minute: 0}, {hour: 1}]\n",
        before: b"MAILTO=caf\xe9\n\n# Lines below here are managed by Salt, do not edit\nSHELL=/bin/sh\n\n# a SALT_CRON_IDENTIFIER:x\n0 1 * * * old\n\nTZ=\xff\n0 2 * * *  other  b\xfc\n@daily  two  blanks\n",
        managed: b"0 1 * * * old",
        becomes: b"0 1 * * * new",
    },
];

impl Edit {
    fn expected(&self) -> Vec<u8> {
        if self.managed.is_empty() {
            return [self.before, self.becomes].concat();
        }
        let at = self.before.windows(self.managed.len()).position(|part| part == self.managed);
        let at = at.expect("the managed part is in the file");
        let rest = &self.before[at + self.managed.len()..];
        [&self.before[..at], self.becomes, rest].concat()
    }
}

#[test]
fn a_byte_that_no_state_manages_stays() {
    if !may_have_sandboxes() {
        left_out("bytes that no state manages", EDITS.len(), NO_BOX, false);
        return;
    }
    let sls: String = EDITS.iter().map(|edit| edit.state).collect();
    let before: Vec<(&str, &[u8])> = EDITS.iter().map(|edit| (edit.path, edit.before)).collect();
    let ran = Ran::in_box(&sls, &before, "");
    for edit in EDITS {
        let after = ran.read(&format!("after/{}", edit.path));
        assert_eq!(
            after.escape_ascii().to_string(),
            edit.expected().escape_ascii().to_string(),
            "{}\n{}",
            edit.path,
            ran.said
        );
        assert_eq!(
            ran.read(&format!("after_test/{}", edit.path)),
            edit.before,
            "{} in a test run",
            edit.path
        );
        assert_eq!(after, ran.read(&format!("tree/{}", edit.path)), "{} in the second run", edit.path);
    }
}
