//! A provider that cannot be made: its users fail and say why, nothing is half done, and the next run finishes.

use model::{Low, Verdict};

use super::{account, deny, returned, tree};
use crate::local_aws::Fault;
use crate::world::{World, states, succeeded, told};

/// Denies an operation, and expects these states to fail, those with a word about what is missing.
async fn fails(world: &World, tree: &[Low], operation: &str, expected: &[(&str, &str)]) {
    deny(world, operation);
    let returns = world.run(tree, false).await;
    for (id, word) in expected {
        let state = returned(&returns, id);
        assert_eq!(state.outcome.verdict, Verdict::Failed, "{operation}: {id}\n{}", told(&returns));
        assert!(state.outcome.comment.contains(word), "{operation}: {id}: {}", state.outcome.comment);
        assert!(!state.outcome.has_changes(), "{operation}: {id} is half done");
    }
    let failed = returns.iter().filter(|it| it.outcome.verdict == Verdict::Failed).count();
    assert_eq!(failed, expected.len(), "{operation}\n{}", told(&returns));
    world.proxy.set(Fault::None);
    succeeded(&world.run(tree, false).await);
    world.is_silent(tree).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_security_group_neither_rule_nor_group_is_made() {
    let world = account().await;
    let tree = tree("rules");
    let denied = [("between front", "not authorized"), ("between app", "between-front")];
    fails(&world, &tree, "CreateSecurityGroup", &denied).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_balancer_role_or_security_groups_no_group_is_made() {
    let world = account().await;
    let tree: Vec<Low> = tree("group").into_iter().filter(|low| low.id != "between template group").collect();
    let denied = [("between balancer", "not authorized"), ("between group", "between-inner")];
    fails(&world, &tree, "CreateLoadBalancer", &denied).await;
    world.reset();
    let denied = [("between-app", "not authorized"), ("between group", "between-app")];
    fails(&world, &tree, "CreateRole", &denied).await;
    world.reset();
    let denied = [
        ("between inner", "not authorized"),
        ("between web", "because the state that creates it failed"),
        ("between balancer", "between-inner"),
        ("between group", "because the state that creates it failed"),
    ];
    fails(&world, &tree, "CreateSecurityGroup", &denied).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_zone_or_balancer_there_is_no_record() {
    let world = account().await;
    let tree = tree("names");
    let denied = [
        ("between.example", "not authorized"),
        ("inner.between.example.", "not authorized"),
        ("named", "between.example"),
        ("alias", "between.example"),
        ("inside", "inner.between.example"),
    ];
    fails(&world, &tree, "CreateHostedZone", &denied).await;
    world.reset();
    let denied =
        [("between-named", "not authorized"), ("named", "between-named"), ("alias", "between-named")];
    fails(&world, &tree, "CreateLoadBalancer", &denied).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_group_no_alarm_is_made() {
    let world = account().await;
    let denied = [("between-policies", "not authorized"), ("between busy", "between-policies")];
    fails(&world, &tree("alarm"), "CreateAutoScalingGroup", &denied).await;
}

/// A failed state whose thing is there all the same keeps nobody from using it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_that_could_not_be_changed_still_serves() {
    let world = account().await;
    let mut tree: Vec<Low> =
        tree("group").into_iter().filter(|low| low.id != "between template group").collect();
    let role: Vec<Low> = tree.iter().filter(|low| low.id == "between-app").cloned().collect();
    succeeded(&world.run(&role, false).await);
    let other =
        "between-app:\n  boto_iam_role.present:\n    - description: Another\n    - profile: aws_profile\n";
    tree.retain(|low| low.id != "between-app");
    tree.extend(states(other, "other.sls"));
    let denied = [("between-app", "not authorized")];
    fails(&world, &tree, "UpdateRole", &denied).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_groups_that_name_each_other_take_two_runs_and_the_first_says_so() {
    let world = account().await;
    let tree = tree("mutual");
    let first = world.run(&tree, false).await;
    let waiting: Vec<_> = first.iter().filter(|it| it.outcome.verdict == Verdict::Failed).collect();
    assert_eq!(waiting.len(), 1, "{}", told(&first));
    let comment = &waiting[0].outcome.comment;
    assert!(comment.contains("running again completes this one"), "{comment}");
    assert!(waiting[0].outcome.has_changes(), "what could be made was made");
    succeeded(&world.run(&tree, false).await);
    world.is_silent(&tree).await;
}
