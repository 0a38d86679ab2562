//! The declaration of a hosted zone in an SLS.

use crate::names::qualified;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Reference, Shape};

/// A declared hosted zone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name in canonical form.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// True for a private zone.
    pub is_private: bool,
    /// False if a zone to remove is given by name only.
    pub is_privacy_said: bool,
    /// Its comment.
    pub comment: Option<String>,
    /// The text that prevents a second creation of the zone.
    pub caller_reference: String,
    /// The VPCs that it serves.
    pub vpcs: Vec<Vpc>,
    /// True if these are all its VPCs.
    pub are_vpcs_complete: bool,
}

/// A VPC that a private zone serves.
#[derive(Clone, Debug, PartialEq)]
pub struct Vpc {
    /// Which VPC.
    pub reference: Reference,
    /// Its region; the connection's if left out.
    pub region: Option<String>,
}

const NAME: Argument =
    Argument::required("name", Shape::Text, "the zone's name, if no other argument gives it");
const DOMAIN: Argument = Argument::optional("domain_name", Shape::Text, "the zone's name (default: 'name')");
const CAMEL_NAME: Argument = Argument::optional("Name", Shape::Text, "the zone's name (default: 'name')");
const CAMEL_PRIVATE: Argument =
    Argument::optional("PrivateZone", Shape::Boolean, "for VPCs only (default: false)");

const PRESENT: &[Argument] = &[
    NAME,
    DOMAIN,
    Argument::optional("private_zone", Shape::Boolean, "for VPCs only (default: false)"),
    Argument::optional("caller_ref", Shape::Text, "a text that prevents a second creation of the zone"),
    Argument::optional("comment", Shape::Text, "what the zone is for"),
    Argument::optional("vpc_id", Shape::Text, "a VPC that a private zone serves; or 'vpc_name'"),
    Argument::optional("vpc_name", Shape::Text, "the Name tag of that VPC"),
    Argument::optional("vpc_region", Shape::Text, "its region (default: the connection's)"),
];

const CAMEL_PRESENT: &[Argument] = &[
    NAME,
    CAMEL_NAME,
    CAMEL_PRIVATE,
    Argument::optional("CallerReference", Shape::Text, "a text that prevents a second creation of the zone"),
    Argument::optional("Comment", Shape::Text, "what the zone is for"),
    Argument::optional("VPCs", Shape::Records(VPC), "all VPCs that a private zone serves"),
];

const VPC: &[Argument] = &[
    Argument::optional("VPCId", Shape::Text, "the VPC's id; or 'VPCName'"),
    Argument::optional("VPCName", Shape::Text, "its Name tag"),
    Argument::optional("VPCRegion", Shape::Text, "its region (default: the connection's)"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_route53.hosted_zone_present"],
        PRESENT,
        "Makes sure that a hosted zone exists.",
    ),
    Function::absent(
        &["boto_route53.hosted_zone_absent"],
        &[NAME, DOMAIN],
        "Makes sure that a hosted zone does not exist.",
    ),
    Function::present(
        &["boto3_route53.hosted_zone_present"],
        CAMEL_PRESENT,
        "Makes sure that a hosted zone exists. Arguments are named as in the API.",
    ),
    Function::absent(
        &["boto3_route53.hosted_zone_absent"],
        &[NAME, CAMEL_NAME, CAMEL_PRIVATE],
        "Makes sure that a hosted zone does not exist. Arguments are named as in the API.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    let is_camel = function.name().starts_with("boto3_");
    let named = fields.text(if is_camel { "Name" } else { "domain_name" });
    let name = named.unwrap_or_else(|| fields.required_text("name"));
    let spec = Spec { name: qualified(&name), present, ..Spec::default() };
    match (present, is_camel) {
        (true, true) => camel(spec, fields, problems),
        (true, false) => boto(spec, fields, problems),
        (false, true) => Spec {
            is_private: fields.boolean("PrivateZone").unwrap_or(false),
            is_privacy_said: fields.has("PrivateZone"),
            ..spec
        },
        (false, false) => spec,
    }
}

fn boto(spec: Spec, fields: &Fields, problems: &mut Problems) -> Spec {
    let vpc = vpc(fields, ["vpc_id", "vpc_name", "vpc_region"], problems);
    let spec = Spec {
        is_private: fields.boolean("private_zone").unwrap_or(false),
        is_privacy_said: true,
        comment: fields.text("comment"),
        caller_reference: caller_reference(fields.text("caller_ref")),
        vpcs: vpc.into_iter().collect(),
        ..spec
    };
    check_privacy(&spec, fields, problems);
    spec
}

fn camel(spec: Spec, fields: &Fields, problems: &mut Problems) -> Spec {
    let vpcs = fields.records("VPCs");
    let all = vpcs.iter().flatten().filter_map(|one| {
        let read = vpc(one, ["VPCId", "VPCName", "VPCRegion"], problems);
        if read.is_none() {
            let problem = Problem::at(one.place(), "an element of 'VPCs' does not name a VPC");
            problems.push(problem.hint("write 'VPCId' or 'VPCName'"));
        }
        read
    });
    let spec = Spec {
        is_private: fields.boolean("PrivateZone").unwrap_or(false),
        is_privacy_said: true,
        comment: fields.text("Comment"),
        caller_reference: caller_reference(fields.text("CallerReference")),
        vpcs: all.collect(),
        are_vpcs_complete: vpcs.is_some(),
        ..spec
    };
    check_privacy(&spec, fields, problems);
    spec
}

/// Names of zones are not unique: a caller reference that stays the same during the run prevents a second creation.
fn caller_reference(given: Option<String>) -> String {
    given.unwrap_or_else(|| uuid::Uuid::new_v4().to_string())
}

fn vpc(fields: &Fields, [id, name, region]: [&'static str; 3], problems: &mut Problems) -> Option<Vpc> {
    if fields.has(id) && fields.has(name) {
        let message = format!("'{id}' and '{name}' exclude each other");
        problems.push(Problem::at(fields.place_of(name), message).hint("keep one of the two"));
    }
    let vpc = fields.text(id).or_else(|| fields.text(name))?;
    Some(Vpc { reference: Reference::new("ec2.vpc", vpc), region: fields.text(region) })
}

fn check_privacy(spec: &Spec, fields: &Fields, problems: &mut Problems) {
    let message = match (spec.is_private, spec.vpcs.is_empty()) {
        (true, true) => "a private zone needs a VPC",
        (false, false) => "only a private zone has VPCs",
        _ => return,
    };
    problems.push(Problem::at(fields.place(), message));
}
