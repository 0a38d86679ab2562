//! The declaration of a peering connection in an SLS.

use crate::tagged::{self, NAME, TAGS};
use aws::tags::Tags;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const CONN_NAME: Argument =
    Argument::optional("conn_name", Shape::Text, "its Name tag; the state's name if left out");
const REQUEST: &[Argument] = &[
    NAME,
    Argument::optional("requester_vpc_id", Shape::Text, "the requester VPC, by id"),
    Argument::optional("requester_vpc_name", Shape::Text, "the requester VPC, by Name tag"),
    Argument::optional("peer_vpc_id", Shape::Text, "the peer VPC, by id"),
    Argument::optional("peer_vpc_name", Shape::Text, "the peer VPC, by Name tag"),
    CONN_NAME,
    Argument::optional("peer_owner_id", Shape::Text, "the peer VPC's account; this account if left out"),
    Argument::optional("peer_region", Shape::Text, "the peer VPC's region; this region if left out"),
    TAGS,
];
const CONN_ID: Argument = Argument::optional("conn_id", Shape::Text, "the connection, by id");
const KNOWN: &[Argument] = &[NAME, CONN_ID, CONN_NAME];
const ACCEPT: &[Argument] = &[
    NAME,
    CONN_ID,
    CONN_NAME,
    Argument::optional(
        "requester_owner_id",
        Shape::Text,
        "the account that requests the connection, if that is another one",
    ),
    Argument::optional(
        "requester_vpc_id",
        Shape::Text,
        "its VPC; needed if it has several connections to the peer VPC",
    ),
    Argument::optional("peer_vpc_id", Shape::Text, "the peer VPC, by id; with requester_owner_id"),
    Argument::optional("peer_vpc_name", Shape::Text, "the peer VPC, by Name tag; with requester_owner_id"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &[
            "boto_vpc.vpc_peering_connection_present",
            "boto3_vpc.vpc_peering_connection_present",
            "boto_vpc.request_vpc_peering_connection",
            "boto3_vpc.request_vpc_peering_connection",
        ],
        REQUEST,
        "Makes sure that a peering connection is requested.",
    ),
    Function::other(
        "accept",
        &["boto_vpc.accept_vpc_peering_connection", "boto3_vpc.accept_vpc_peering_connection"],
        ACCEPT,
        "Makes sure that a peering connection is accepted.",
    ),
    Function::absent(
        &[
            "boto_vpc.vpc_peering_connection_absent",
            "boto3_vpc.vpc_peering_connection_absent",
            "boto_vpc.delete_vpc_peering_connection",
            "boto3_vpc.delete_vpc_peering_connection",
        ],
        KNOWN,
        "Makes sure that a peering connection does not exist.",
    ),
];

/// A declared peering connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its Name tag or id.
    pub name: String,
    /// The declared state.
    pub goal: Goal,
}

/// The declared state of a connection.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// It is requested, accepted or active.
    Requested(Box<Request>),
    /// It is active.
    Accepted,
    /// The connection that another account requests is active.
    AcceptedFrom(Requester),
    /// It is gone.
    Gone,
}

/// Who requests a connection from another account. Tags of one account are not seen in the other, so the VPCs identify it.
#[derive(Clone, Debug, PartialEq)]
pub struct Requester {
    /// The account.
    pub owner: String,
    /// Its VPC, if it is given.
    pub vpc: Option<String>,
    /// The VPC of this account.
    pub peer: Which,
}

/// How a connection is requested.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The requester VPC.
    pub requester: Which,
    /// The peer VPC.
    pub peer: Which,
    /// The peer VPC's account.
    pub owner: Option<String>,
    /// The peer VPC's region.
    pub region: Option<String>,
    /// All tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let named = fields.text("conn_name").unwrap_or_else(|| fields.required_text("name"));
    if function.leaves == Leaves::Present {
        let request = request(fields, &named, problems);
        return Spec { name: named, goal: Goal::Requested(Box::new(request)) };
    }
    if fields.has("conn_id") && fields.has("conn_name") {
        let problem = Problem::at(fields.place_of("conn_id"), "'conn_id' and 'conn_name' exclude each other");
        problems.push(problem.hint("keep one of the two"));
    }
    let goal = if function.leaves == Leaves::Absent {
        Goal::Gone
    } else {
        requester(fields, problems).map_or(Goal::Accepted, Goal::AcceptedFrom)
    };
    Spec { name: fields.text("conn_id").unwrap_or(named), goal }
}

fn requester(fields: &Fields, problems: &mut Problems) -> Option<Requester> {
    let peer = Which::read(fields, "peer_vpc_id", "peer_vpc_name", problems);
    let (owner, vpc) = (fields.text("requester_owner_id"), fields.text("requester_vpc_id"));
    match (owner, peer) {
        (Some(owner), Some(peer)) => Some(Requester { owner, vpc, peer }),
        (None, None) if vpc.is_none() => None,
        _ => {
            let message = "'requester_owner_id' and the peer VPC are given together, or neither";
            let hint = "write both for a connection from another account";
            problems.push(Problem::at(fields.place(), message).hint(hint));
            None
        }
    }
}

fn request(fields: &Fields, name: &str, problems: &mut Problems) -> Request {
    let mut vpc = |id: &str, by_name: &str| {
        Which::read(fields, id, by_name, problems).unwrap_or_else(|| {
            let problem = Problem::at(fields.place(), format!("'{id}' is missing"));
            problems.push(problem.hint(format!("or write '{by_name}'")));
            Which::Id(String::new())
        })
    };
    Request {
        requester: vpc("requester_vpc_id", "requester_vpc_name"),
        peer: vpc("peer_vpc_id", "peer_vpc_name"),
        owner: fields.text("peer_owner_id"),
        region: fields.text("peer_region"),
        tags: tagged::read(fields, name, problems),
    }
}
