//! A life: instances of a group boot by the real cloud-init from generated user data, each in a root of its own, deploy,
//! run a highstate with real packages, users and files, and register themselves; one whose highstate fails does not.
//!
//! The account is the local AWS, the metadata service one for each instance. Needs root, debootstrap and a Debian mirror.

mod account;
mod itself;
pub(crate) mod machine;

use account::Account;
use machine::{Machine, System};

const CLUSTER: &str = "myapp-testing-useast1";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs root and debootstrap, and takes minutes: .ci/run runs it"]
async fn three_instances_come_into_service_and_one_whose_highstate_fails_does_not() {
    let system = System::prepare();
    let account = Account::found(&system).await;
    account.publish("base", "r1", None);
    account.publish("myapp", "r1", None);
    account.stack(3);

    let ids = account.instances();
    assert_eq!(ids.len(), 3, "{ids:?}");
    let mut machines = Vec::new();
    for id in &ids {
        let machine = Machine::launch(&system, &account, id).await;
        machine.commit("states/extra/init.sls", "/etc/extra: {file.managed: [{contents: first}]}\n");
        machines.push(machine);
    }
    for machine in &machines {
        let said = machine.boot();
        assert!(said.contains("bootstrap: done: myapp testing is in service"), "{said}");
        assert_eq!(machine.read("etc/hostname").trim_end(), format!("{CLUSTER}-{}", &machine.id[2..]));
        assert!(machine.read("etc/passwd").contains("myapp:"));
        assert!(machine.read("etc/myapp.conf").contains(&machine.id));
        assert!(machine.read("var/spool/cron/crontabs/root").contains("orchestrate-highstate"));
        assert!(machine.has("usr/bin/tree"), "the package is installed");
        assert!(machine.has("var/lib/myapp/code/README"), "the repository is cloned");
        assert!(machine.link("srv/myapp/current").ends_with("releases/r1"));
        assert!(machine.read("etc/orchestrate/minion").contains("testing:"), "its configuration is kept");
        assert!(machine.has("srv/trees/testing/states/extra/init.sls"), "its trees are kept");
    }
    assert_eq!(account.registered(), sorted(&ids));

    account.stack(4);
    let fourth = account.instances().into_iter().find(|id| !ids.contains(id)).expect("a fourth instance");
    let broken = Machine::launch(&system, &account, &fourth).await;
    broken.commit("states/extra/init.sls", "{}\n");
    broken.write("etc/broken", "");
    let said = broken.boot();
    assert!(said.contains("FAILED at 'orchestrate deploy myapp testing'"), "{said}");
    assert!(!broken.has("srv/myapp/current"), "a release whose highstate failed is not in service");
    assert_eq!(account.registered(), sorted(&ids));
    let (code, said) = broken.run("orchestrate state.sls elb.register");
    assert_ne!(code, Some(0), "{said}");
    assert_eq!(account.registered(), sorted(&ids), "not by hand either");

    itself::keeps_its_trees_by_the_timer(&machines[0]);
    itself::keeps_the_program_of_the_store(&machines[0], &system, &account);
    itself::keeps_the_program_of_a_package(&machines[2], &system);
    let (code, said) = machines[1].run("orchestrate state.sls elb.deregister");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(account.registered(), sorted(&[ids[0].clone(), ids[2].clone()]));

    broken.remove("etc/broken");
    let (code, said) = broken.run("sh /var/lib/cloud/instance/scripts/*");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(account.registered(), sorted(&[ids[0].clone(), ids[2].clone(), fourth]));
}

fn sorted(ids: &[String]) -> Vec<String> {
    let mut ids = ids.to_vec();
    ids.sort();
    ids
}
