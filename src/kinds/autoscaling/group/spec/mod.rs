//! The declaration of a group in an SLS.

mod alarms;
mod arguments;
mod launch;
mod nested;

use std::collections::BTreeSet;

pub(super) use arguments::FUNCTIONS;

use serde_json::Value as Json;

use super::parts::{Actions, Notifications, Settings, Tags, Template};
use crate::hooks::{self, Hooks};
use crate::launch::LaunchSpec;
use crate::mixed;
use crate::refresh::{self, Refresh};
use crate::scaling_policy::Policy;
use aws::arn::is_arn;
use kind::{ImpliedState, document, subnets};
use model::{Fields, Function, Ident, Leaves, Minion, Problem, Problems, Reference};

/// A declared group.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// The declared state of the group.
    pub goal: Goal,
}

/// The declared state of the group.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// It exists as declared.
    Present(Box<Group>),
    /// It does not exist.
    Absent(Removal),
}

/// How a group is deleted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Removal {
    /// Whether its instances are deleted as well.
    pub force: bool,
    /// Whether its launch configuration is deleted as well.
    pub launch_configuration: bool,
}

/// The declared settings of a group. `None` means not managed.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The launch settings.
    pub(super) launch: Launch,
    /// Sizes and the like; `subnets` is empty as long as they are not resolved.
    pub(super) settings: Settings,
    /// Ids or Name tags.
    pub(super) subnets: Option<Vec<String>>,
    pub(super) rest: Rest,
    pub(super) implied_states: Vec<ImpliedState>,
    /// The state of the launch template that replaces the launch configuration.
    pub(super) forerunners: Vec<ImpliedState>,
    /// The prefix of the group's previous launch configurations, which are deleted once it has a launch template.
    pub(super) former: Option<String>,
}

/// The settings that have their own calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rest {
    /// Names of classic balancers.
    pub balancers: Option<BTreeSet<String>>,
    /// Target groups by name or ARN.
    pub target_groups: Option<BTreeSet<String>>,
    /// All tags.
    pub tags: Option<Tags>,
    /// All suspended processes.
    pub suspended: Option<BTreeSet<String>>,
    /// All scaling policies.
    pub policies: Option<Vec<Policy>>,
    /// All scheduled actions.
    pub actions: Option<Actions>,
    /// All notifications.
    pub notifications: Option<Notifications>,
    /// All lifecycle hooks.
    pub hooks: Option<Hooks>,
    /// How instances are replaced after a change of the launch settings.
    pub refresh: Option<Refresh>,
    /// The warm pool; empty for none.
    pub warm_pool: Option<Json>,
    /// Warnings about arguments without effect, one sentence each.
    pub notes: Vec<String>,
}

/// The launch settings, before names are resolved.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Launch {
    /// A launch configuration made elsewhere.
    Named(String),
    /// One whose content is declared with the group.
    Inline { prefix: String, spec: Box<LaunchSpec> },
    /// A launch template.
    Template(Template),
    /// A mixed instances policy with its launch template.
    Mixed(Json),
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let goal = match function.leaves {
        Leaves::Absent => Goal::Absent(Removal {
            force: fields.boolean("force").unwrap_or(false),
            launch_configuration: fields.boolean("remove_lc").unwrap_or(false),
        }),
        _ => Goal::Present(Box::new(group(&name, fields, minion, problems))),
    };
    Spec { name, goal }
}

fn group(name: &str, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Group {
    let settings = settings(fields, minion, problems);
    let implied_states = alarms::read(name, &settings, fields, minion, problems);
    let set = |name: &str| fields.texts(name).map(|all| all.into_iter().collect::<BTreeSet<String>>());
    let rest = Rest {
        balancers: set("load_balancers"),
        target_groups: set("target_groups"),
        tags: nested::tags(fields, problems),
        suspended: set("suspended_processes"),
        policies: nested::policies(fields, minion, problems),
        actions: nested::actions(fields, minion, problems),
        notifications: nested::notifications(fields, minion, problems),
        hooks: hooks::read(fields, problems),
        refresh: refresh::read(fields, problems),
        warm_pool: document::read(fields, &arguments::WARM_POOL),
        notes: nested::notes(fields),
    };
    let subnets = subnets(fields, problems);
    let mut group = Group {
        launch: launch::read(fields, problems),
        settings,
        subnets,
        rest,
        implied_states,
        forerunners: vec![],
        former: None,
    };
    if fields.boolean("migrate_to_launch_template") == Some(true) {
        launch::migrate(&mut group, fields, problems);
    }
    group
}

fn settings(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Settings {
    let mut zones = fields.texts("availability_zones");
    if let Some(zones) = &mut zones {
        zones.sort();
        zones.dedup();
    }
    let settings = Settings {
        min_size: fields.integer32("min_size"),
        max_size: fields.integer32("max_size"),
        desired_capacity: fields.integer32("desired_capacity"),
        default_cooldown: fields.integer32("default_cooldown"),
        health_check_type: fields.text("health_check_type"),
        health_check_period: fields.integer32("health_check_period"),
        placement_group: fields.text("placement_group"),
        availability_zones: zones.filter(|zones| !zones.is_empty()),
        subnets: None,
        termination_policies: nested::termination_policies(fields, minion),
        max_instance_lifetime: fields.integer32("max_instance_lifetime"),
        capacity_rebalance: fields.boolean("capacity_rebalance"),
        default_instance_warmup: fields.integer32("default_instance_warmup"),
        protected: fields.boolean("new_instances_protected_from_scale_in"),
        desired_capacity_type: fields.text("desired_capacity_type"),
    };
    if let (Some(min), Some(max)) = (settings.min_size, settings.max_size) {
        let desired = settings.desired_capacity.unwrap_or(min);
        if min > max || !(min..=max).contains(&desired) || min < 0 {
            let message =
                format!("sizes must be 0 <= min_size {min} <= desired_capacity {desired} <= max_size {max}");
            problems.push(Problem::at(fields.place_of("max_size"), message));
        }
    }
    settings
}

fn subnets(fields: &Fields, problems: &mut Problems) -> Option<Vec<String>> {
    if fields.has("vpc_zone_identifier") && fields.has("subnet_names") {
        let message = "both 'vpc_zone_identifier' and 'subnet_names' are given";
        problems.push(Problem::at(fields.place_of("subnet_names"), message).hint("keep one of the two"));
    }
    let subnets = fields.comma_texts("vpc_zone_identifier").or_else(|| fields.texts("subnet_names"));
    let subnets = subnets.filter(|subnets| !subnets.is_empty());
    if subnets.is_none() && fields.texts("availability_zones").is_none_or(|zones| zones.is_empty()) {
        let message = "a group needs 'availability_zones', 'vpc_zone_identifier' or 'subnet_names'";
        problems.push(Problem::at(fields.place(), message));
    }
    subnets
}

impl Spec {
    /// The group's declaration, unless it is declared absent.
    pub(super) fn group(&self) -> Option<&Group> {
        if let Goal::Present(group) = &self.goal { Some(group) } else { None }
    }
}

impl Group {
    /// The things that must exist before.
    pub(super) fn uses(&self) -> Vec<Reference> {
        let mut uses = match &self.launch {
            Launch::Named(name) => vec![launch_configuration(name)],
            Launch::Inline { spec, .. } => spec.uses(),
            Launch::Template(template) => {
                let name = template.name.as_ref().or(template.id.as_ref());
                name.map(|name| Reference::new("ec2.launch_template", name)).into_iter().collect()
            }
            Launch::Mixed(policy) => {
                let names = mixed::templates(policy).into_iter();
                names.map(|(name, _)| Reference::new("ec2.launch_template", name)).collect()
            }
        };
        uses.extend(self.subnets.iter().flatten().flat_map(|name| subnets::uses(name)));
        let balancers = self.rest.balancers.iter().flatten();
        uses.extend(balancers.map(|name| balancer(name)));
        // AWS checks the targets of a group only when a balancer forwards to it.
        let groups = self.rest.target_groups.iter().flatten().filter(|name| !is_arn(name));
        uses.extend(groups.flat_map(|name| [target_group(name), Reference::new("elbv2.forwarding", name)]));
        uses
    }
}

/// A balancer by its name.
pub(super) fn balancer(name: &str) -> Reference {
    Reference::new("elb.load_balancer", name)
}

/// A target group by its name.
pub(super) fn target_group(name: &str) -> Reference {
    Reference::new("elbv2.target_group", name)
}

/// A launch configuration by its name.
pub(super) fn launch_configuration(name: &str) -> Reference {
    Reference::new("autoscaling.launch_configuration", name)
}

/// True for an id that needs no lookup.
pub(super) fn known_subnet(name: &str) -> Option<Ident> {
    name.starts_with("subnet-").then(|| Ident::from(name))
}
