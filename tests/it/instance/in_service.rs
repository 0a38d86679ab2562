//! An instance is in service only while it is fit: first deployments, releases that fail, the timer and people beside
//! them. The trees are those of `docs/in-service.md`, to the letter.

use super::served::Served;

const GUIDE: &str = include_str!("../../../docs/in-service.md");

/// A file of the guide, by the comment in its first line.
fn of_guide(name: &str) -> &'static str {
    let mark = format!("```yaml\n# {name}\n");
    let (_, rest) = GUIDE.split_once(&mark).unwrap_or_else(|| panic!("the guide shows no {name}"));
    rest.split("```").next().expect("an end")
}

async fn served(deploy: &str) -> Served {
    let served = Served::new(deploy).await;
    served.trees(of_guide("states/top.sls"), of_guide("states/in_service.sls"));
    served
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_deployment_registers_at_its_end_and_a_failed_one_never() {
    let served = served("").await;
    served.validates_all_but("r1");
    served.yard.promoted("myapp", "r1");
    let told = served.yard.refused("deploy myapp testing");
    assert!(told.contains("the hook validate of r1 ended with 1"), "{told}");
    assert!(!served.is_registered().await, "its highstate has succeeded, and its hooks have not");

    for words in ["state.highstate", "elb.register", "elb.register after=run"] {
        let printed = served.run(words);
        assert_eq!(printed.code, Some(1), "{words}: {}", printed.whole());
        let whole = printed.whole();
        assert!(whole.contains("the deployment of r1 of myapp has not ended well"), "{words}: {whole}");
        assert_eq!(served.proxy.mutating(), Vec::<String>::new(), "{words}");
    }

    served.yard.promoted("myapp", "r2");
    let told = served.yard.json("deploy myapp testing");
    let steps = told["steps"].as_array().expect("steps");
    let at = |step: &str| steps.iter().position(|it| it == step);
    assert!(at("record the end") < at("register this instance"), "{steps:?}");
    assert!(served.is_registered().await);
    assert_eq!(served.yard.json("deploy myapp testing")["result"], "unchanged");
    let printed = served.run("state.highstate");
    assert_eq!((printed.code, served.proxy.mutating()), (Some(0), vec![]), "{}", printed.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_that_left_because_of_its_release_is_brought_back_by_nobody_but_a_release_that_works() {
    let served = served(", on_failure: deregister").await;
    served.validates_all_but("r2");
    served.yard.promoted("myapp", "r1");
    served.yard.json("deploy myapp testing");
    assert!(served.is_registered().await);
    served.yard.promoted("myapp", "r2");
    let told = served.yard.refused("deploy myapp testing");
    assert!(told.contains("this instance was taken out of service"), "{told}");
    assert!(!served.is_registered().await);

    for words in ["state.highstate", "elb.register"] {
        let printed = served.run(words);
        assert_eq!(printed.code, Some(1), "{words}: {}", printed.whole());
        let whole = printed.whole();
        assert!(whole.contains("r2 of myapp failed, and this instance was taken out of service"), "{whole}");
    }
    assert!(!served.is_registered().await);
    let printed = served.run("elb.register after=anything");
    assert_eq!(printed.code, Some(0), "an operator may override it: {}", printed.whole());
    assert!(served.is_registered().await);
    assert_eq!(served.run("elb.deregister").code, Some(0));

    served.yard.promoted("myapp", "r3");
    served.yard.json("deploy myapp testing");
    assert!(served.is_registered().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rollback_brings_the_instance_back_by_the_next_highstate() {
    let served = served(", on_failure: deregister").await;
    served.validates_all_but("r2");
    served.yard.promoted("myapp", "r1");
    served.yard.json("deploy myapp testing");
    served.yard.promoted("myapp", "r2");
    served.yard.refused("deploy myapp testing");
    served.yard.json("rollback myapp");
    assert_eq!(served.yard.current().as_deref(), Some("r1"));
    let printed = served.run("state.highstate");
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    assert!(served.is_registered().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn salts_own_states_and_module_run_wait_for_the_end_too() {
    let trees = [
        "myapp-testing-useast1:\n  boto_elb.register_instances:\n    - instances: [{{ grains.ec2_instance_id }}]\n    - region: us-east-1\n",
        "serve:\n  module.run:\n    - elb.register:\n      - balancers: [myapp-testing-useast1]\n",
    ];
    for in_service in trees {
        let served = Served::new("").await;
        served.trees(of_guide("states/top.sls"), in_service);
        served.validates_all_but("r1");
        served.yard.promoted("myapp", "r1");
        served.yard.refused("deploy myapp testing");
        assert!(!served.is_registered().await, "{in_service}");
        assert_eq!(served.run("state.highstate").code, Some(1), "{in_service}");
        assert!(!served.is_registered().await, "{in_service}");
        served.yard.promoted("myapp", "r2");
        served.yard.json("deploy myapp testing");
        assert!(served.is_registered().await, "{in_service}");
    }
}
