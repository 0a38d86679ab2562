//! Nothing is lost that no state manages: mounted file systems, devices, other users' bits, contents that another state must replace.

use super::boxed::{NO_BOX, Ran};
use super::may_have_sandboxes;
use crate::support::left_out;

/// What the states find, in `/home`: file systems in directories, a mounted file, a masked unit, a file with a set-user bit.
const MACHINE: &str = "
for place in absent/m clean/m tidied/m recurse/m; do
    mkdir -p /home/$place
    mount -t tmpfs none /home/$place
    echo kept >/home/$place/file
done
touch /home/clean/gone /home/tidied/gone /home/recurse/gone
cp /etc/hosts /home/hosts
mount --bind /home/hosts /etc/hosts
ln -s /dev/null /home/x.service
mknod /home/device c 1 3
ln -s device /home/masked
touch /home/program
chmod 4755 /home/program
mkdir -p /home/full/inside /home/renamed /home/new /home/copied
touch /home/copied/old
touch /home/full/inside/a /home/renamed/old /home/new/b
cp -al /home/new /home/moved
";

const STATES: &str = "
/home/absent: {file.absent: []}
/home/clean: {file.directory: [{clean: true}]}
/home/tidied: {file.tidied: [{rmdirs: true}]}
/home/recurse: {file.recurse: [{source: 'salt://d'}, {clean: true}]}
db: {host.present: [{ip: 10.0.0.5}]}
/home/masked: {file.managed: [{contents: x}]}
/home/program: {file.managed: [{user: old}, {replace: false}]}
/home/full: {file.copy: [{source: /home/nosuch}, {force: true}]}
/home/renamed: {file.rename: [{source: /home/moved}, {force: true}]}
/home/copied: {file.copy: [{source: /home/new}, {force: true}]}
";

#[test]
fn nothing_is_lost_that_no_state_manages() {
    if !may_have_sandboxes() {
        left_out("what no state manages", 1, NO_BOX, false);
        return;
    }
    let after = "for place in absent clean tidied recurse; do cat /home/$place/m/file; done >found 2>&1; ls -l /home/device /home/program >>found";
    let script = format!("mkdir -p states/d; touch states/d/own\n{MACHINE}\ntrap '{after}' EXIT");
    let ran = Ran::in_box(STATES, &[], &script);
    let result = |run: &str, id: &str| ran.of(run, id)["result"].clone();
    let comment = |run: &str, id: &str| ran.of(run, id)["comment"].as_str().unwrap_or_default().to_owned();
    for run in ["test", "real"] {
        assert_eq!(result(run, "/home/absent"), false, "{run}");
        assert!(comment(run, "/home/absent").contains("'/home/absent/m' is a mount point"), "{}", ran.said);
        assert_eq!(result(run, "/home/masked"), false, "{run}");
        assert!(comment(run, "/home/masked").contains("only regular files are replaced"), "{}", ran.said);
        assert_eq!(result(run, "/home/full"), false, "{run}");
    }
    let found = String::from_utf8_lossy(&ran.read("found")).into_owned();
    assert!(found.starts_with("kept\nkept\nkept\nkept\n"), "{found}\n{}", ran.said);
    assert!(found.contains("crw") && found.contains("-rwsr-xr-x"), "{found}\n{}", ran.said);
    for id in [
        "/home/clean",
        "/home/tidied",
        "/home/recurse",
        "db",
        "/home/program",
        "/home/renamed",
        "/home/copied",
    ] {
        assert_eq!(result("real", id), true, "{id}: {}", ran.said);
    }
    for gone in ["clean/gone", "tidied/gone", "recurse/gone", "renamed/old", "copied/old", "moved/b"] {
        assert!(!ran.exists(&format!("after/home/{gone}")), "{gone}: {}", ran.said);
    }
    for kept in ["full/inside/a", "renamed/b", "copied/b", "new/b", "recurse/own"] {
        assert!(ran.exists(&format!("after/home/{kept}")), "{kept}: {}", ran.said);
    }
    let hosts = String::from_utf8_lossy(&ran.read("tree/home/hosts")).into_owned();
    assert!(hosts.ends_with("10.0.0.5\t\tdb\n"), "the mounted file is written in its place: {hosts}");
}
