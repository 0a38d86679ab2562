//! The declaration of a security group in an SLS.

mod rule;

use indexmap::IndexMap;

use super::rule::{Peer, Rule};
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

/// A declared security group.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The group's name.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// Its description.
    pub description: String,
    /// Its VPC.
    pub vpc: Vpc,
    /// Ingress rules; none if not managed.
    pub ingress: Option<Rules>,
    /// Egress rules; none if not managed.
    pub egress: Option<Rules>,
    /// All its tags; none if tags are not managed.
    pub tags: Option<IndexMap<String, String>>,
}

/// All rules of one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The declared rules, one peer each.
    pub rules: Vec<Rule<Peer>>,
    /// True if all others are removed.
    pub exclusive: bool,
}

/// Which VPC an author means.
#[derive(Clone, Debug, PartialEq)]
pub enum Vpc {
    /// Not declared.
    Unsaid,
    /// `vpc_id`.
    Id(String),
    /// `vpc_name`.
    Name(String),
}

const NAME: Argument = Argument::required("name", Shape::Text, "the group's name");
const VPC_ID: Argument = Argument::optional("vpc_id", Shape::Text, "the VPC it is in, by id");
const VPC_NAME: Argument = Argument::optional("vpc_name", Shape::Text, "the VPC it is in, by its Name tag");

const PRESENT: &[Argument] = &[
    NAME,
    Argument::required("description", Shape::Text, "what the group is for; cannot be changed after creation"),
    VPC_ID,
    VPC_NAME,
    Argument::optional("rules", Shape::Records(rule::RULE), "all ingress rules"),
    Argument::optional("rules_egress", Shape::Records(rule::RULE), "all egress rules"),
    Argument::optional(
        "delete_ingress_rules",
        Shape::Boolean,
        "remove undeclared ingress rules (default: True)",
    ),
    Argument::optional(
        "delete_egress_rules",
        Shape::Boolean,
        "remove undeclared egress rules (default: True)",
    ),
    Argument::optional("tags", Shape::Table(&Shape::Text), "all tags of the group"),
];

const ABSENT: &[Argument] = &[NAME, VPC_ID, VPC_NAME];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_secgroup.present", "boto3_secgroup.present"],
        PRESENT,
        "Makes sure that a security group exists and has the declared rules and tags.",
    ),
    Function::absent(
        &["boto_secgroup.absent", "boto3_secgroup.absent"],
        ABSENT,
        "Makes sure that a security group does not exist.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    let name = fields.required_text("name");
    let vpc = vpc(fields, problems);
    if !present {
        let description = String::new();
        return Spec { name, present, description, vpc, ingress: None, egress: None, tags: None };
    }
    Spec {
        name,
        present,
        description: fields.required_text("description"),
        vpc,
        ingress: rules(fields, "rules", "delete_ingress_rules", problems),
        egress: rules(fields, "rules_egress", "delete_egress_rules", problems),
        tags: fields.text_table("tags"),
    }
}

fn vpc(fields: &Fields, problems: &mut Problems) -> Vpc {
    match (fields.text("vpc_id"), fields.text("vpc_name")) {
        (None, None) => Vpc::Unsaid,
        (Some(id), None) => Vpc::Id(id),
        (None, Some(name)) => Vpc::Name(name),
        (Some(id), Some(_)) => {
            let place = fields.place_of("vpc_name");
            problems.push(
                Problem::at(place, "'vpc_id' and 'vpc_name' exclude each other").hint("keep one of the two"),
            );
            Vpc::Id(id)
        }
    }
}

fn rules(fields: &Fields, list: &str, exclusive: &str, problems: &mut Problems) -> Option<Rules> {
    let declared = fields.records(list)?;
    let rules = declared.iter().flat_map(|fields| rule::read(fields, problems)).collect();
    Some(Rules { rules, exclusive: fields.boolean(exclusive).unwrap_or(true) })
}
