//! `pkg.*` and `pkgrepo.*` with the real package managers of Debian and of Red Hat, in a root that has both.
//!
//! Needs root, debootstrap and a Debian mirror. The packages are made by `prepare.sh`.

mod machine;

use machine::Machine;
use serde_json::json;

const REPOSITORY: &str = "
local:
  pkgrepo.managed:
    - baseurl: file:///srv/rpm
    - gpgcheck: 0
";

#[test]
#[ignore = "needs root and debootstrap, and takes minutes the first time: .ci/run runs it"]
fn states_of_packages_drive_dnf_and_rpm() {
    let machine = Machine::of("RedHat");
    machine.run("mkdir /srv/later && mv /srv/rpm/greeting-2.0.rpm /srv/later && rm -r /srv/rpm/repodata && createrepo_c -q /srv/rpm");

    machine.state(REPOSITORY).changed(&json!({"repo": "local"}));
    // What it needs comes too, and a test run says so; an epoch is told.
    machine.state("speech:\n  pkg.installed: []\n").changed(&json!({
        "speech": {"old": "", "new": "1:1.0-1"}, "phrase": {"old": "", "new": "1.0-1"},
    }));
    // A version without its release is that version.
    let at_version = "greeting:\n  pkg.installed:\n    - version: '1.0'\n";
    machine.state(at_version).changed(&json!({"greeting": {"old": "", "new": "1.0-1"}}));
    assert_eq!(machine.read("/opt/greeting/version"), "1.0\n");
    assert_eq!(
        machine.call("pkg.version greeting speech nosuch"),
        json!({
            "greeting": "1.0-1", "speech": "1:1.0-1", "nosuch": "",
        })
    );
    assert_eq!(machine.call("pkg.list_pkgs")["phrase"], "1.0-1");
    assert_eq!(machine.call("pkg.latest_version greeting"), "1.5-1");

    // What is held stays, and a test run knows it.
    let held = machine.state("greeting:\n  pkg.held: []\n");
    held.changed(&json!({"greeting": {
        "name": "greeting", "changes": {"old": "install", "new": "hold"}, "result": true,
        "comment": "Package greeting is now being held.",
    }}));
    machine.state("all:\n  pkg.uptodate: []\n").unchanged("System is already up-to-date");
    machine.state("greeting:\n  pkg.unheld: []\n").has_changed("greeting");
    machine
        .state("all:\n  pkg.uptodate: []\n")
        .changed(&json!({"greeting": {"old": "1.0-1", "new": "1.5-1"}}));

    // What is published between two runs is seen, though dnf's lists have not expired.
    machine.run(
        "mv /srv/later/greeting-2.0.rpm /srv/rpm && rm -r /srv/rpm/repodata && createrepo_c -q /srv/rpm",
    );
    machine
        .state("greeting:\n  pkg.latest: []\n")
        .changed(&json!({"greeting": {"old": "1.5-1", "new": "2.0-1"}}));
    // One gets older, and one comes, in one transaction.
    machine.run("dnf -q -y remove phrase");
    let pkgs = "both:\n  pkg.installed:\n    - pkgs: [{greeting: '1.5*'}, phrase]\n    - hold: True\n";
    machine.state(pkgs).changed(&json!({
        "greeting": {"old": "2.0-1\ninstall", "new": "1.5-1\nhold"}, "phrase": {"old": "install", "new": "1.0-1\nhold"},
    }));
    // What is held and named changes, and is held at its new version.
    let newer = "greeting:\n  pkg.installed:\n    - version: 2.0-1\n";
    machine.state(newer).changed(&json!({"greeting": {"old": "1.5-1", "new": "2.0-1"}}));
    assert_eq!(machine.read("/etc/dnf/plugins/versionlock.list").matches("greeting").count(), 1);
    machine.state("x:\n  pkg.unheld:\n    - all: True\n").has_changed("phrase");

    come_and_go_by_dnf(&machine);
}

fn come_and_go_by_dnf(machine: &Machine) {
    let source = "apart:\n  pkg.installed:\n    - sources: [{apart: /srv/apart/apart-1.0.rpm}]\n";
    machine.state(source).changed(&json!({"apart": {"old": "", "new": "1.0-1"}}));
    machine.state("speech:\n  pkg.installed: []\n").has_changed("speech");
    // What needs it goes with it.
    machine.state("phrase:\n  pkg.removed: []\n").changed(&json!({
        "speech": {"old": "1:1.0-1", "new": ""}, "phrase": {"old": "1.0-1", "new": ""},
    }));
    machine.state("apart:\n  pkg.purged: []\n").has_changed("installed");
    let failed = machine.fails("nosuch:\n  pkg.installed: []\n");
    assert!(failed.contains("Unable to find a match: nosuch"), "{failed}");

    // What two states want comes, and goes, by one transaction each, and each state tells its part.
    let count =
        || machine.run("dnf -q history list | grep -c '^ *[0-9]'").trim().parse::<u32>().expect("a number");
    let before = count();
    machine.state(TWO_COME).changed(&json!({"phrase": {"old": "", "new": "1.0-1"}}));
    assert_eq!(machine.call("pkg.version speech"), "1:1.0-1");
    assert_eq!(count(), before + 1);
    machine.state(TWO_GO).changed(&json!({"speech": {"old": "1:1.0-1", "new": ""}}));
    assert_eq!(machine.call("pkg.version phrase"), "");
    assert_eq!(count(), before + 2);

    groups_come_by_dnf(machine);

    machine.state("local:\n  pkgrepo.absent: []\n").changed(&json!({"repo": "local"}));
    assert!(!machine.has("/etc/yum.repos.d/local.repo"));
    let failed = machine.fails("apart:\n  pkg.installed: []\n");
    assert!(failed.contains("no enabled repositories"), "{failed}");
}

/// One group has a package that no repository has; the environment has the group.
const GROUPS: &str = "<comps><group><id>talk</id><name>Talk Tools</name><description>For talks</description>
<default>false</default><uservisible>true</uservisible><packagelist><packagereq type='mandatory'>phrase</packagereq>
<packagereq type='default'>speech</packagereq><packagereq type='default'>nosuch</packagereq>
<packagereq type='optional'>apart</packagereq></packagelist></group>
<environment><id>server</id><name>Server</name><description>All</description>
<grouplist><groupid>talk</groupid></grouplist></environment></comps>";

fn groups_come_by_dnf(machine: &Machine) {
    machine.write("/srv/groups.xml", GROUPS);
    machine.run("rm -r /srv/rpm/repodata && createrepo_c -q -g /srv/groups.xml /srv/rpm");
    let skipping = "Talk Tools:\n  pkg.group_installed:\n    - skip: [speech]\n";
    machine.state(skipping).changed(&json!({"phrase": {"old": "", "new": "1.0-1"}}));
    machine
        .state("Server:\n  pkg.group_installed: []\n")
        .changed(&json!({"speech": {"old": "", "new": "1:1.0-1"}}));
    machine.state("talk:\n  pkg.group_installed: []\n").unchanged("Group 'talk' is already installed");
    let failed = machine.fails("talk:\n  pkg.group_installed:\n    - skip: [phrase]\n");
    assert!(failed.contains("The following mandatory packages cannot be skipped: phrase"), "{failed}");
    let failed = machine.fails("nosuch:\n  pkg.group_installed: []\n");
    assert!(failed.contains("Group 'nosuch' not found"), "{failed}");
}

/// The second needs the package of the first.
const TWO_COME: &str = "phrase:\n  pkg.installed: []\nspeech:\n  pkg.installed: []\n";
const TWO_GO: &str = "speech:\n  pkg.removed: []\nphrase:\n  pkg.removed: []\n";

const SOURCE: &str = "
'deb [trusted=yes] file:/srv/deb ./':
  pkgrepo.managed:
    - file: /etc/apt/sources.list.d/local.list
";

#[test]
#[ignore = "needs root and debootstrap, and takes minutes the first time: .ci/run runs it"]
fn states_of_packages_drive_apt_and_dpkg() {
    let machine = Machine::of("Debian");
    machine.run("rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*");

    machine.state(SOURCE).changed(&json!({"repo": "deb [trusted=yes] file:/srv/deb ./"}));
    machine.state("speech:\n  pkg.installed: []\n").changed(&json!({
        "speech": {"old": "", "new": "1:1.0"}, "phrase": {"old": "", "new": "1.0"},
    }));
    let at_version = "greeting:\n  pkg.installed:\n    - version: '1.0'\n    - hold: True\n";
    machine.state(at_version).changed(&json!({"greeting": {"old": "install", "new": "1.0\nhold"}}));
    machine.state("all:\n  pkg.uptodate: []\n").unchanged("System is already up-to-date");
    machine.state("greeting:\n  pkg.unheld: []\n").has_changed("greeting");
    machine.state("all:\n  pkg.uptodate: []\n").changed(&json!({"greeting": {"old": "1.0", "new": "2.0"}}));
    let older = "greeting:\n  pkg.installed:\n    - version: 1.5\n";
    machine.state(older).changed(&json!({"greeting": {"old": "2.0", "new": "1.5"}}));
    machine
        .state("greeting:\n  pkg.latest: []\n")
        .changed(&json!({"greeting": {"old": "1.5", "new": "2.0"}}));

    let source = "apart:\n  pkg.installed:\n    - sources: [{apart: /srv/apart/apart_1.0.deb}]\n";
    machine.state(source).changed(&json!({"apart": {"old": "", "new": "1.0"}}));
    machine.state("phrase:\n  pkg.removed: []\n").changed(&json!({
        "speech": {"old": "1:1.0", "new": ""}, "phrase": {"old": "1.0", "new": ""},
    }));
    machine.state("apart:\n  pkg.purged: []\n").has_changed("installed");
    let failed = machine.fails("nosuch:\n  pkg.installed: []\n");
    assert!(failed.contains("Unable to locate package nosuch"), "{failed}");

    // What two states want comes, and goes, by one transaction each, and each state tells its part.
    let count = || machine.read("/var/log/apt/history.log").matches("Commandline: apt-get").count();
    let before = count();
    machine.state(TWO_COME).changed(&json!({"phrase": {"old": "", "new": "1.0"}}));
    assert_eq!(machine.call("pkg.version speech"), "1:1.0");
    assert_eq!(count(), before + 1);
    machine.state(TWO_GO).changed(&json!({"speech": {"old": "1:1.0", "new": ""}}));
    assert_eq!(machine.call("pkg.version phrase"), "");
    assert_eq!(count(), before + 2);

    let gone = SOURCE
        .replace("managed", "absent")
        .replace("    - file: /etc/apt/sources.list.d/local.list\n", "    []\n");
    machine.state(&gone).has_changed("repo");
    assert!(!machine.has("/etc/apt/sources.list.d/local.list"));

    archives_come_by_ubuntus_program(&machine);
}

/// Stands in for Ubuntu's, which would ask Launchpad.
const ADD_APT_REPOSITORY: &str = r#"cat >/usr/bin/add-apt-repository <<'END'
#!/bin/sh
echo "$*" >>/asked
for archive; do :; done
echo "deb https://ppa.launchpadcontent.net/${archive#ppa:}/ubuntu/ noble main" >/etc/apt/sources.list.d/added.list
END
chmod +x /usr/bin/add-apt-repository"#;

fn archives_come_by_ubuntus_program(machine: &Machine) {
    machine.run("sed -i 's/os_family: Debian/&, os: Ubuntu, oscodename: noble/' /etc/orchestrate/minion");
    let managed = "ppa:owner/name:\n  pkgrepo.managed:\n    - refresh: False\n";
    let failed = machine.fails(managed);
    assert!(failed.contains("software-properties-common"), "{failed}");
    machine.run(ADD_APT_REPOSITORY);
    machine.state(managed).changed(&json!({"repo": "ppa:owner/name"}));
    assert_eq!(machine.read("/asked"), "--yes --no-update ppa:owner/name\n");
    machine.state("ppa:owner/name:\n  pkgrepo.absent: []\n").has_changed("repo");
    assert!(!machine.has("/etc/apt/sources.list.d/added.list"));
}
