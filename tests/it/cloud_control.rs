//! States that change one thing of what others look after, and runs of kinds over Cloud Control that the laws do not show.

use model::{StateReturn, Verdict};
use serde_json::{Value as Json, json};

use crate::conformance::on_a_large_stack;
use crate::world::{World, changes, states, told};

/// Where AWS's upgrades lead from 7.10, as the local AWS tells them, and by how many.
const NEWEST: &str = "OpenSearch_2.5";
const UPGRADES: usize = 2;

fn domain(function: &str, arguments: &str) -> Vec<model::Low> {
    let text = format!(
        "it:\n  boto3_elasticsearch.{function}:\n    - name: search\n    - profile: aws_profile\n{arguments}"
    );
    states(&text, "domains.sls")
}

fn change(returns: &[StateReturn]) -> Json {
    changes(&returns[0]).to_json()
}

#[test]
fn a_domain_is_taken_to_the_newest_version_by_as_many_upgrades_as_that_takes() {
    on_a_large_stack(|| async {
        let world = World::new().await;
        world.run(&domain("present", "    - elasticsearch_version: '6.8'\n"), false).await;
        let (foreseen, _) = world.foresees(&domain("upgraded", "    - elasticsearch_version: '7.1'\n")).await;
        let from_to = json!({"old": {"EngineVersion": "Elasticsearch_6.8"}, "new": {"EngineVersion": "Elasticsearch_7.1"}});
        assert_eq!(change(&foreseen), from_to);
        let minor = domain("latest", "");
        let (foreseen, _) = world.foresees(&minor).await;
        assert_eq!(change(&foreseen)["new"], json!({"EngineVersion": "Elasticsearch_7.10"}));
        world.is_silent(&minor).await;
        let all = domain("latest", "    - minor_only: false\n");
        let (foreseen, _) = world.foresees(&all).await;
        assert_eq!(change(&foreseen)["new"], json!({"EngineVersion": NEWEST}));
        assert_eq!(world.proxy.mutating(), vec!["UpdateResource"; UPGRADES]);
        world.is_silent(&all).await;
        let down = world.run(&domain("upgraded", "    - elasticsearch_version: '7.10'\n"), false).await;
        assert!(
            down[0].outcome.comment.contains("cannot be downgraded to Elasticsearch_7.10"),
            "{}",
            told(&down)
        );
    });
}

#[test]
fn what_others_do_not_make_is_not_changed() {
    on_a_large_stack(|| async {
        let world = World::new().await;
        for test in [true, false] {
            let returns = world.run(&domain("tagged", "    - tags: {team: search}\n"), test).await;
            let comment = &returns[0].outcome.comment;
            assert!(
                returns[0].outcome.verdict == Verdict::Failed && comment.contains("does not exist"),
                "{comment}"
            );
        }
        let text = "it:\n  boto_apigateway.usage_plan_association_absent:\n    - plan_name: silver\n    - profile: aws_profile\n    \
                    - api_stages: [{apiId: a, stage: live}]\n";
        world.is_silent(&states(text, "plans.sls")).await;
    });
}
