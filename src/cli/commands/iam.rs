//! `iam instance-policy`: the permissions of an instance of a service, from the settings with which it will run.

use super::session::{Overrides, Session};
use super::{CliError, Command, CommandAnswer};
use crate::answer::Form;
use crate::render::Outputter;
use aws::action::{Action, On};
use aws::{region, secrets};
use exec::{Bound, Signature, maybe, required, takes};
use instance::deploy::{Address, Settings};
use instance::identity;
use instance::policy::{self, Rights};
use instance::store::{Location, ROOTS};
use kind::in_service;
use kinds_autoscaling as autoscaling;
use kinds_elb as elb;
use kinds_elbv2 as elbv2;
use model::{Argument, Effect, Fields, Minion, Place, Problem, Problems, Shape, Value};

const ARGUMENTS: Signature = takes(&[
    required("service", Shape::Text, "the service's name"),
    required("instance", Shape::Text, "the instance's name: testing, production …"),
    maybe("region", Shape::Text, "the region, instead of the grain"),
    maybe("account", Shape::Text, "the account's number [default: any]"),
]);

/// The key of configuration or pillar that names further things that instances read.
const SETTINGS: &str = "instance_policy";

const KEYS: &[Argument] = &[
    Argument::optional("account", Shape::Text, "the account's id (default: any)"),
    Argument::optional("parameters", Shape::Texts, "paths of parameters that instances read: /myapp/*"),
    Argument::optional("secrets", Shape::Texts, "names of secrets that instances read"),
    Argument::optional("objects", Shape::Texts, "further objects that instances download: s3://bucket/key"),
];

/// The downloads of the deployer and of the script that boots an instance.
const FETCHED: &[Action] = &[Action::on("s3:GetObject", On::Object), Action::on("s3:ListBucket", On::Bucket)];

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "iam instance-policy",
    signature: ARGUMENTS,
    doc: "Prints the smallest IAM policy of a service's instances.\n\nIt holds its balancers and target \
          groups ('registration'), its Auto Scaling group, its artifacts ('deploy.store', \
          'bootstrap.binary'), and the contents of 'instance_policy': parameters, secrets, objects, \
          account. region= defaults to the grain 'region'. It prints the same bytes each time, and \
          calls nothing.",
    returns: "an IAM policy",
    does: &[Effect::ReadsMachine, Effect::NeedsPillar],
    run,
}];

fn run(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let variables = [("SERVICE_NAME", "service"), ("SERVICE_INSTANCE", "instance"), ("REGION", "region")];
    let settings = session.settings_with(bound, &variables);
    // As on the instance: with its grains, and the pillar for these.
    let session = Session::load(&settings)?;
    let minion = session.trees(&Overrides::default())?.minion;
    let mut problems = Problems::default();
    let rights = rights(&minion, bound, &mut problems);
    let rights = problems.or(rights).map_err(CliError::Config)?;
    let document = policy::document(&rights, &lists(&rights));
    let answer = CommandAnswer::ordered(Value::from(document));
    Ok(CommandAnswer { outputter: Outputter::Json, form: Form::Bare, ..answer })
}

/// The actions of all calls of an instance with these rights.
fn lists(rights: &Rights) -> Vec<&'static [Action]> {
    let mut lists = vec![identity::ACTIONS, autoscaling::lifecycle::ACTIONS, FETCHED, secrets::ACTIONS];
    if !rights.balancers.is_empty() {
        lists.push(elb::registration::ACTIONS);
    }
    if !rights.target_groups.is_empty() {
        lists.push(elbv2::registration::ACTIONS);
    }
    lists
}

fn rights(minion: &Minion, bound: &Bound, problems: &mut Problems) -> Rights {
    let grain = |name: &str| minion.grains.get(name).and_then(Value::as_str).map(str::to_owned);
    let (service, region_grain) = (bound.text("service"), grain("region"));
    let Some(cluster) = grain("cluster_name").filter(|_| region_grain.is_some()) else {
        let problem = Problem::nowhere("the cluster has no name, because its region is not known");
        problems.push(problem.hint("add region=useast1, or set REGION"));
        return Rights::default();
    };
    let place = Place::file(format!("'{SETTINGS}' of configuration or pillar"));
    let settings = Fields::of_setting(KEYS, minion.option(SETTINGS), &place, SETTINGS, problems);
    let texts = |name: &str| settings.as_ref().and_then(|it| it.texts(name)).unwrap_or_default();
    let serves = in_service::serves(minion, &cluster, problems);
    let account = bound.value("account");
    let account = match account {
        Value::Null => settings.as_ref().and_then(|it| it.text("account")),
        Value::Int(number) => Some(format!("{number:012}")),
        given => given.as_str().map(str::to_owned),
    };
    let region_grain = region_grain.unwrap_or_default();
    Rights {
        region: region::by_convention(&region_grain).map(str::to_owned),
        account,
        balancers: serves.balancers,
        target_groups: serves.target_groups,
        group: Some(cluster),
        objects: objects(minion, &service, &texts("objects"), problems),
        parameters: texts("parameters"),
        secrets: texts("secrets"),
    }
}

/// The artifacts of the service and of the base, the program, and the further objects.
fn objects(
    minion: &Minion,
    service: &str,
    named: &[String],
    problems: &mut Problems,
) -> Vec<(String, String)> {
    let mut objects = vec![];
    match Settings::read(minion) {
        Ok(Settings { store: Some(Address::S3(Location { bucket, prefix })), base, rules, .. }) => {
            let below =
                |name: &str| [prefix.as_str(), name, "*"].join("/").trim_start_matches('/').to_owned();
            let roots = rules.root.map(|_| ROOTS);
            let names = [Some(service), base.as_deref(), roots].into_iter().flatten();
            objects.extend(names.map(|name| (bucket.clone(), below(name))));
        }
        Ok(_) => {}
        Err(wrong) => problems.extend(wrong),
    }
    let binaries = minion.opts.get("bootstrap").and_then(|it| it.traverse("binary", ":"));
    for binary in binaries.and_then(Value::as_map).into_iter().flat_map(|all| all.values()) {
        objects.extend(binary.traverse("url", ":").and_then(Value::as_str).and_then(of_s3));
    }
    // The program that `orchestration/states/instance` installs.
    let kept = minion.option("instance").and_then(|it| it.traverse("program:source", ":"));
    objects.extend(kept.and_then(Value::as_str).and_then(of_s3));
    for url in named {
        match of_s3(url) {
            Some(object) => objects.push(object),
            None => problems.push(
                Problem::nowhere(format!("'{SETTINGS}': '{url}' is no object")).hint("write s3://bucket/key"),
            ),
        }
    }
    objects.sort();
    objects.dedup();
    objects
}

/// Bucket and key of `s3://bucket/key`.
fn of_s3(url: &str) -> Option<(String, String)> {
    Location::parse(url).map(|it| (it.bucket, it.prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sources of the lists above, by the calls in them.
    const SOURCES: &[(&str, &[Action])] = &[
        (include_str!("../../instance/identity/api.rs"), identity::ACTIONS),
        (include_str!("../../kinds/autoscaling/lifecycle/api.rs"), autoscaling::lifecycle::ACTIONS),
        (include_str!("../../kinds/elb/registration/api.rs"), elb::registration::ACTIONS),
        (include_str!("../../kinds/elbv2/api/groups.rs"), elbv2::registration::ACTIONS),
        (include_str!("../../kinds/elbv2/registration/api.rs"), elbv2::registration::ACTIONS),
        (include_str!("../../aws/secrets.rs"), secrets::ACTIONS),
    ];

    /// The operations whose failure `failed("Operation", …)` reports.
    fn called(source: &str) -> Vec<&str> {
        source.split("failed(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    fn forgotten(source: &str, actions: &[Action]) -> Vec<String> {
        let is_listed = |call: &str| actions.iter().any(|it| it.name.ends_with(&format!(":{call}")));
        called(source).into_iter().filter(|call| !is_listed(call)).map(str::to_owned).collect()
    }

    #[test]
    fn every_call_of_an_instance_is_among_the_actions_of_its_policy() {
        for (source, actions) in SOURCES {
            assert!(!called(source).is_empty(), "no call is told by failed(…) any more");
            assert_eq!(forgotten(source, actions), Vec::<String>::new());
        }
    }

    /// The calls of the store, and those that an instance needs: an instance does not publish.
    const OF_STORE: &[(&str, Option<&str>)] = &[
        ("GetObject", Some("s3:GetObject")),
        ("HeadObject", Some("s3:GetObject")),
        ("ListObjectsV2", Some("s3:ListBucket")),
        ("PutObject", None),
        ("CreateMultipartUpload", None),
        ("UploadPart", None),
        ("CompleteMultipartUpload", None),
        ("AbortMultipartUpload", None),
    ];

    #[test]
    fn every_call_of_the_store_is_an_instance_s_or_a_publisher_s() {
        let sources = [
            include_str!("../../instance/store/s3/api/mod.rs"),
            include_str!("../../instance/store/s3/api/download.rs"),
            include_str!("../../instance/store/s3/api/upload.rs"),
        ];
        for call in sources.into_iter().flat_map(called) {
            let known = OF_STORE.iter().find(|(name, _)| *name == call);
            let (_, action) = known.unwrap_or_else(|| panic!("{call} is in no list"));
            assert!(action.is_none_or(|action| FETCHED.iter().any(|it| it.name == action)), "{call}");
        }
    }

    #[test]
    fn a_call_that_was_forgotten_is_found() {
        let source = r#"call.send().await.map_err(failed("DeleteEverything", name))"#;
        assert_eq!(forgotten(source, identity::ACTIONS), ["DeleteEverything"]);
    }

    #[test]
    fn objects_are_reported_by_their_address() {
        let of = |url: &str| of_s3(url).map(|(bucket, key)| format!("{bucket} {key}"));
        assert_eq!(of("s3://b/deploy/"), Some("b deploy".to_owned()));
        assert_eq!(of("s3://b"), Some("b ".to_owned()));
        assert_eq!((of("https://b/x"), of("s3:///x")), (None, None));
    }
}
