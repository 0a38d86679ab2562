//! `elb.register` and `elb.deregister`: registers this instance with all its balancers and target groups, and deregisters
//! it.
//!
//! ```yaml
//! In service:
//!   elb.register:
//!     - wait: True
//!     - gate: {tcp: 8080}
//! ```
//!
//! Arguments that a state leaves out come from `registration` in configuration, grains or pillar, a mapping with the same
//! arguments. Without that, the balancer has the name of the cluster (`cluster_name`). The instance is the one that runs
//! this. Its id comes from its metadata (`ec2_instance_id`), without a call to AWS.

use indexmap::IndexMap;

use super::waiting::{DEADLINE, WAIT};
use super::{Composite, ImpliedState};
use model::gate::{AFTER, GATE};
use model::{Argument, Fields, Function, Minion, Place, Problem, Problems, Shape, Value};

/// The option in which `cli` notes the lifecycle state that the group of this instance wants; it is read again in each run.
pub const TARGET: &str = "__target_lifecycle_state__";

/// The key in configuration, grains or pillar with defaults for arguments.
pub const SETTINGS: &str = "registration";

const NAME: Argument = Argument::optional("name", Shape::Text, "any name: it only appears in the output");
const BALANCERS: Argument = Argument::optional(
    "balancers",
    Shape::Texts,
    "names of classic load balancers (default: the cluster's name, if there are no target groups)",
);
const GROUPS: Argument = Argument::optional("target_groups", Shape::Texts, "names or ARNs of target groups");
const INSTANCE: Argument =
    Argument::optional("instance", Shape::Text, "the instance's id (default: this instance)");
const LIFECYCLE: Argument = Argument::optional(
    "lifecycle",
    Shape::Boolean,
    "complete the lifecycle actions of its Auto Scaling group once it is in service (default: False)",
);
const PORT: Argument =
    Argument::optional("port", Shape::Integer, "its port as a target (default: the target group's port)");

/// The arguments in `registration`.
const SHARED: &[Argument] = &[BALANCERS, GROUPS, PORT, WAIT, DEADLINE, GATE, AFTER, LIFECYCLE];

/// `elb.register`.
pub const REGISTER: Composite = Composite {
    function: Function::other(
        "register",
        &["elb.register"],
        &[NAME, BALANCERS, GROUPS, INSTANCE, PORT, WAIT, DEADLINE, GATE, AFTER, LIFECYCLE],
        "Registers this instance with its balancers and target groups, once the last highstate has succeeded.\n\nArguments that are left out come from 'registration' in configuration, grains or pillar.",
    ),
    labels: &["elb"],
    parts: register,
    remark: waits_for_group,
};

/// `elb.deregister`.
pub const DEREGISTER: Composite = Composite {
    function: Function::other(
        "deregister",
        &["elb.deregister"],
        &[NAME, BALANCERS, GROUPS, INSTANCE, PORT, WAIT, DEADLINE],
        "Deregisters this instance from its balancers and target groups.\n\nArguments that are left out come from 'registration' in configuration, grains or pillar.",
    ),
    labels: &["elb"],
    parts: deregister,
    remark: |_, _| None,
};

/// The balancers and target groups of an instance.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Serves {
    /// Classic load balancers, by name.
    pub balancers: Vec<String>,
    /// Target groups, by name or ARN.
    pub target_groups: Vec<String>,
}

/// The balancers and target groups of a cluster's instances: those of `registration`, else the balancer with the cluster's
/// name.
pub fn serves(minion: &Minion, cluster: &str, problems: &mut Problems) -> Serves {
    let settings = settings(minion, problems);
    let named = |name: &str| settings.as_ref().and_then(|settings| settings.texts(name));
    let (balancers, target_groups) = (named("balancers"), named("target_groups"));
    let by_default = || if target_groups.is_some() { vec![] } else { vec![cluster.to_owned()] };
    Serves {
        balancers: balancers.unwrap_or_else(by_default),
        target_groups: target_groups.clone().unwrap_or_default(),
    }
}

fn settings(minion: &Minion, problems: &mut Problems) -> Option<Fields> {
    let place = Place::file(format!("'{SETTINGS}' of configuration, grains or pillar"));
    Fields::of_setting(SHARED, minion.option(SETTINGS), &place, SETTINGS, problems)
}

fn register(_: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Vec<ImpliedState> {
    let functions = ["boto_elb.register_instances", "boto_elbv2.targets_registered"];
    let declared = Declared { own: fields, settings: settings(minion, problems), minion };
    let passed = ["wait", "deadline", "gate", "after"].map(|name| (name, declared.value(name)));
    let mut passed: IndexMap<_, _> =
        passed.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
    passed.entry("after".to_owned()).or_insert_with(|| "highstate".into());
    let mut parts = parts(functions, &declared, &passed, problems);
    if waits_for_group(fields, minion).is_some() {
        parts.clear();
    }
    if declared.boolean("lifecycle") == Some(true) {
        let name = declared.instance(&mut Problems::default()).map(|id| ("name".to_owned(), id.into()));
        // Its group must not go on with an instance that would not be registered.
        let conditions = ["gate", "after"].map(|name| (name.to_owned(), passed.get(name).cloned()));
        let conditions = conditions.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let arguments = name.into_iter().chain(conditions).collect();
        parts.push(ImpliedState { function: "boto_asg.lifecycle_completed", arguments });
    }
    parts
}

/// Why this instance is not registered now: its group wants it in another state.
fn waits_for_group(fields: &Fields, minion: &Minion) -> Option<String> {
    let target = minion.opts.get(TARGET)?.as_str()?;
    let own = minion.grains.get("ec2_instance_id")?.as_str()?;
    let is_meant = fields.text("instance").is_none_or(|id| id == own);
    is_meant.then(|| format!("{own} stays out of service for now: its group wants it to be {target}."))
}

fn deregister(_: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Vec<ImpliedState> {
    let functions = ["boto_elb.deregister_instances", "boto_elbv2.targets_deregistered"];
    let declared = Declared { own: fields, settings: settings(minion, problems), minion };
    let mut passed = IndexMap::new();
    // The time to enter service is not the time to leave it.
    for name in ["wait", "deadline"] {
        passed.extend(fields.value(name).map(|value| (name.to_owned(), value)));
    }
    parts(functions, &declared, &passed, problems)
}

/// The arguments of the state and of the settings.
struct Declared<'a> {
    own: &'a Fields,
    settings: Option<Fields>,
    minion: &'a Minion,
}

impl Declared<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        self.own.value(name).or_else(|| self.settings.as_ref()?.value(name))
    }

    fn boolean(&self, name: &str) -> Option<bool> {
        self.own.boolean(name).or_else(|| self.settings.as_ref()?.boolean(name))
    }

    fn texts(&self, name: &str) -> Option<Vec<String>> {
        self.own.texts(name).or_else(|| self.settings.as_ref()?.texts(name))
    }

    fn grain(&self, name: &str) -> Option<String> {
        self.minion
            .grains
            .get(name)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    }

    /// The balancers; if neither balancers nor target groups are named, the balancer of the cluster.
    fn balancers(&self, problems: &mut Problems) -> Vec<String> {
        if let Some(named) = self.texts("balancers") {
            return named;
        }
        if self.texts("target_groups").is_some() {
            return vec![];
        }
        if let Some(cluster) = self.grain("cluster_name") {
            return vec![cluster];
        }
        let message = "the balancers of this instance are not known: it has no grain 'cluster_name'";
        let hint =
            "write 'balancers' or 'target_groups', or give the host a name by the convention of 'host_names'";
        problems.push(Problem::at(self.own.place(), message).hint(hint).of_this_machine());
        vec![]
    }

    fn instance(&self, problems: &mut Problems) -> Option<String> {
        let found = self.own.text("instance").or_else(|| self.grain("ec2_instance_id"));
        if found.is_none() {
            let message = "the id of this instance is not known: it has no grain 'ec2_instance_id'";
            let hint = "run it on the instance, or write 'instance: i-…'";
            problems.push(Problem::at(self.own.place(), message).hint(hint).of_this_machine());
        }
        found
    }
}

fn parts(
    functions: [&'static str; 2],
    declared: &Declared<'_>,
    passed: &IndexMap<String, Value>,
    problems: &mut Problems,
) -> Vec<ImpliedState> {
    let balancers = declared.balancers(problems);
    let Some(instance) = declared.instance(problems) else { return vec![] };
    let groups = declared.texts("target_groups").unwrap_or_default();
    let part = |function: &'static str, name: String, ids: &str, port: Option<Value>| {
        let mut arguments = IndexMap::from([
            ("name".to_owned(), Value::from(name)),
            (ids.to_owned(), Value::List(vec![instance.as_str().into()])),
        ]);
        arguments.extend(port.map(|port| ("port".to_owned(), port)));
        arguments.extend(passed.clone());
        ImpliedState { function, arguments }
    };
    let [of_balancer, of_group] = functions;
    let mut parts: Vec<ImpliedState> =
        balancers.into_iter().map(|name| part(of_balancer, name, "instances", None)).collect();
    parts.extend(groups.into_iter().map(|name| part(of_group, name, "targets", declared.value("port"))));
    if parts.is_empty() && problems.is_empty() {
        problems
            .push(Problem::at(declared.own.place(), "neither 'balancers' nor 'target_groups' has a name"));
    }
    parts
}

#[cfg(test)]
#[path = "in_service_tests.rs"]
mod tests;
