use super::*;

const AFTER: [After; 4] = [After::Highstate, After::Run, After::Unsaid, After::Anything];

fn released() -> Release {
    Release {
        service: "myapp".to_owned(),
        linked: Some("r2".to_owned()),
        finished: Some("r2".to_owned()),
        ..Release::default()
    }
}

fn facts(after: After) -> Facts {
    Facts {
        after,
        enters: Enters::Instance,
        leaving: None,
        wanted: None,
        release: Some(released()),
        run: None,
        highstate: None,
        gate: None,
    }
}

fn sign(fitness: &Fitness) -> char {
    match fitness {
        Fitness::Fit => 'f',
        Fitness::Later(_) => 'l',
        Fitness::Unfit(_) => 'u',
    }
}

/// One fact that is not as it should be.
type Fact = (&'static str, fn(&mut Facts));

fn release(facts: &mut Facts) -> &mut Release {
    facts.release.get_or_insert_default()
}

/// Each fact, and the answers for `after: highstate`, `run`, nothing said, `anything`: fit, later, unfit.
const TABLE: [(Fact, &str); 14] = [
    (("all is well", |_| {}), "ffff"),
    (("nothing is deployed here", |it| it.release = None), "ffff"),
    (("the highstate failed", |it| it.highstate = Some("it failed".to_owned())), "ufff"),
    (("a state of this run failed", |it| it.run = Some("a state failed".to_owned())), "uuff"),
    (("no release is linked", |it| release(it).linked = None), "uuuf"),
    (("the linked release is not there", |it| release(it).is_missing = true), "uuuf"),
    (("its hooks have not passed", |it| release(it).finished = Some("r1".to_owned())), "uuuf"),
    (("its first deployment has not ended", |it| release(it).finished = None), "uuuf"),
    (("a rollback has not ended", |it| release(it).rolls_back_to = Some("r1".to_owned())), "uuuf"),
    (("the release is withdrawn", |it| release(it).is_withdrawn = true), "uuuf"),
    (("it was left by failure", |it| release(it).is_left_by_failure = true), "uuuf"),
    (("its end is announced", |it| it.leaving = Some("EC2 takes it away".to_owned())), "uuuu"),
    (("it is for Standby or a warm pool", |it| it.wanted = Some("Standby".to_owned())), "llll"),
    (("its gate is closed", |it| it.gate = Some("its gate did not open".to_owned())), "uuuu"),
];

#[test]
fn each_fact_alone_has_its_answer() {
    for ((name, spoil), expected) in TABLE {
        let mut answers = String::new();
        for after in AFTER {
            let mut facts = facts(after);
            spoil(&mut facts);
            answers.push(sign(&facts.judge()));
        }
        assert_eq!(answers, expected, "{name}");
    }
}

#[test]
fn two_facts_are_never_better_than_the_worse_one_of_them() {
    for after in AFTER {
        for ((first, spoil_first), _) in TABLE {
            for ((second, spoil_second), _) in TABLE {
                let judged = |spoils: &[fn(&mut Facts)]| {
                    let mut facts = facts(after);
                    spoils.iter().for_each(|spoil| spoil(&mut facts));
                    sign(&facts.judge())
                };
                let (one, other) = (judged(&[spoil_first]), judged(&[spoil_second]));
                let is_release = |name: &str| name == "nothing is deployed here";
                if one == 'f' && other == 'f' || is_release(first) || is_release(second) {
                    continue;
                }
                assert_ne!(judged(&[spoil_first, spoil_second]), 'f', "{after:?}: {first}, {second}");
            }
        }
    }
}

#[test]
fn within_a_deployment_everything_waits_for_its_end() {
    for ((name, spoil), _) in TABLE {
        for after in AFTER {
            for enters in [Enters::Instance, Enters::Group] {
                let mut facts = Facts { enters, ..facts(after) };
                spoil(&mut facts);
                release(&mut facts).deploys = Some("r2".to_owned());
                assert_ne!(sign(&facts.judge()), 'f', "{name}, {after:?}, {enters:?}");
            }
        }
    }
}

#[test]
fn the_group_goes_on_under_the_conditions_of_a_registration_and_also_in_a_warm_pool() {
    for ((name, spoil), _) in TABLE {
        for after in [After::Highstate, After::Run, After::Anything] {
            let mut facts = facts(after);
            spoil(&mut facts);
            let own = sign(&facts.judge());
            let expected = if facts.wanted.is_some() { 'f' } else { own };
            assert_eq!(
                sign(&Facts { enters: Enters::Group, ..facts }.judge()),
                expected,
                "{name}, {after:?}"
            );
        }
    }
    let ends = Facts { enters: Enters::Group, leaving: Some("it ends".to_owned()), ..facts(After::Unsaid) };
    assert_eq!(ends.judge(), Fitness::Fit, "a drain may complete the action at its end");
}

#[test]
fn another_instance_is_not_judged_by_this_machine_but_by_the_runs_and_the_gate() {
    for ((name, spoil), expected) in TABLE {
        let mut facts = Facts { enters: Enters::Another, ..facts(After::Highstate) };
        spoil(&mut facts);
        let is_of_runs = facts.run.is_some() || facts.highstate.is_some() || facts.gate.is_some();
        assert_eq!(sign(&facts.judge()) == 'u', is_of_runs, "{name}: {expected}");
    }
}

#[test]
fn the_reason_names_the_release_and_the_way_out() {
    let mut facts = facts(After::Run);
    release(&mut facts).finished = Some("r1".to_owned());
    let Fitness::Unfit(why) = facts.judge() else { panic!("it is fit") };
    assert!(why.contains("the deployment of r2 of myapp") && why.contains("after: anything"), "{why}");
}
