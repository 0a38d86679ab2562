//! What an instance does for itself, by `orchestration/states/instance`, once it is in service.

use super::account::Account;
use super::machine::{Machine, System};

/// The job of the timer as cron runs it, at once.
const TIMER: &str = "job=$(crontab -l | sed -n 's|^\\*/2 \\* \\* \\* \\* ||p' | sed 's/--splay 30/--splay 0/'); \
                     test -n \"$job\" && env -i HOME=/root SHELL=/bin/sh PATH=/usr/bin:/bin LOGNAME=root \
                     AWS_ENDPOINT_URL=\"$AWS_ENDPOINT_URL\" \
                     AWS_EC2_METADATA_SERVICE_ENDPOINT=\"$AWS_EC2_METADATA_SERVICE_ENDPOINT\" /bin/sh -c \"$job\"";

/// Changes the digest of the program, and tells whether the old one went on meanwhile.
const WHILE_ANOTHER_RUNS: &str = "orchestrate test.sleep 60 >/dev/null & old=$!; sleep 1; orchestrate --out json state.highstate; code=$?; \
     readlink /proc/$old/exe; kill -0 $old && echo 'the old one runs'; kill $old; exit $code";

#[track_caller]
fn well(machine: &Machine, command: &str) -> String {
    let (code, said) = machine.run(command);
    assert_eq!(code, Some(0), "{command}: {said}");
    said
}

#[track_caller]
fn silent(machine: &Machine, command: &str) {
    let said = well(machine, command);
    assert!(!said.contains("\"changes\": {\n"), "nothing is left to change: {said}");
}

/// Trees of Git apply from the run after they came.
#[track_caller]
pub fn keeps_its_trees_by_the_timer(machine: &Machine) {
    assert!(!machine.has("etc/extra"));
    assert_eq!(well(machine, TIMER), "", "a timer's run says nothing");
    assert_eq!(machine.read("etc/extra"), "first\n");
    silent(machine, "orchestrate --out json state.highstate");
    machine.commit("states/extra/init.sls", "/etc/extra: {file.managed: [{contents: second}]}\n");
    well(machine, TIMER);
    well(machine, TIMER);
    assert_eq!(machine.read("etc/extra"), "second\n");
}

/// A new program is promoted with the base; the next highstate puts it in place of the one that runs.
#[track_caller]
pub fn keeps_the_program_of_the_store(machine: &Machine, system: &System, account: &Account) {
    let digest = account.store(&system.next_program());
    account.publish("base", "r2", Some(&digest));
    well(machine, "orchestrate deploy myapp testing");
    let said = well(machine, WHILE_ANOTHER_RUNS);
    assert!(
        said.contains("/usr/local/bin/orchestrate (deleted)") && said.contains("the old one runs"),
        "{said}"
    );
    assert!(well(machine, "sha256sum /usr/local/bin/orchestrate").starts_with(&digest));
    silent(machine, "orchestrate --out json state.highstate");
}

/// The same by a package of a signed repository, from one version to the next.
#[track_caller]
pub fn keeps_the_program_of_a_package(machine: &Machine, system: &System) {
    let key = machine.packages(system);
    let kept = |version: &str| {
        format!(
            "orchestrate --out json state.sls instance.program pillar='{{\"instance\": {{\"program\": {{\
             \"repository\": \"file:///opt/packages stable main\", \"key\": \"/opt/packages/key.asc\", \
             \"key_sha256\": \"{key}\", \"version\": \"{version}\"}}}}}}'"
        )
    };
    for version in ["1.0", "1.1"] {
        well(machine, &kept(version));
        let there =
            well(machine, "dpkg-query -f '${Version}' -W orchestrate; tail -c 3 /usr/bin/orchestrate");
        assert_eq!(there, format!("{version}{version}"));
    }
    assert_eq!(machine.link("usr/local/bin/orchestrate"), std::path::Path::new("/usr/bin/orchestrate"));
    silent(machine, &kept("1.1"));
    well(machine, TIMER);
    silent(machine, "orchestrate --out json state.highstate");
}
