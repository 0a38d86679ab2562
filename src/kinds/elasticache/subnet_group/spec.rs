//! The declaration of a subnet group in an SLS.

use crate::nodes::identifier;
use aws::tags::{self, Tags};
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

/// A declared subnet group.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name, in lower case.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// Ids or Name tags.
    pub subnets: Vec<String>,
    /// Its description.
    pub description: Option<String>,
    /// All its tags; none if tags are not managed.
    pub tags: Option<Tags>,
}

const NAME: Argument = Argument::required("name", Shape::Text, "the subnet group's name");
const OWN: Argument =
    Argument::optional("cache_subnet_group_name", Shape::Text, "its name, if the state has another name")
        .alias(&["CacheSubnetGroupName"]);
const TAGS: Argument = Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]);

const PRESENT: &[Argument] = &[
    NAME,
    OWN,
    Argument::optional("subnet_ids", Shape::Texts, "ids of subnets").alias(&["SubnetIds"]),
    Argument::optional("subnet_names", Shape::Texts, "Name tags of subnets"),
    Argument::optional("subnets", Shape::Texts, "ids or Name tags of subnets"),
    Argument::optional("description", Shape::Text, "what it is for; its name if left out")
        .alias(&["CacheSubnetGroupDescription", "cache_subnet_group_description"]),
    TAGS,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elasticache.subnet_group_present", "boto3_elasticache.cache_subnet_group_present"],
        PRESENT,
        "Makes sure that an ElastiCache subnet group exists and is as declared.",
    ),
    Function::absent(
        &["boto_elasticache.subnet_group_absent", "boto3_elasticache.cache_subnet_group_absent"],
        &[NAME, OWN, TAGS],
        "Makes sure that an ElastiCache subnet group does not exist.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = identifier(fields, "cache_subnet_group_name");
    if function.leaves == Leaves::Absent {
        return Spec { name, present: false, subnets: vec![], description: None, tags: None };
    }
    let lists = ["subnet_ids", "subnet_names", "subnets"];
    let subnets: Vec<String> = lists.iter().filter_map(|name| fields.texts(name)).flatten().collect();
    if subnets.is_empty() {
        let message = "a subnet group needs subnets";
        problems.push(Problem::at(fields.place(), message).hint("write 'subnet_ids' or 'subnet_names'"));
    }
    let (description, tags) = (fields.text("description"), tags::read(fields, "tags"));
    Spec { name, present: true, subnets, description, tags }
}
