//! The declaration of a subnet group in an SLS.

use aws::tags::{self, Tags};
use kind::settings::arguments;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the subnet group's name");
const TAGS: Argument = Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]);
const PRESENT: &[Argument] = &[
    Argument::optional("description", Shape::Text, "what it is for; its name if left out")
        .alias(&["DBSubnetGroupDescription", "db_subnet_group_description"]),
    Argument::optional("subnet_ids", Shape::Texts, "ids of subnets").alias(&["SubnetIds"]),
    Argument::optional("subnet_names", Shape::Texts, "Name tags of subnets"),
    TAGS,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_rds.subnet_group_present", "boto3_rds.subnet_group_present"],
        arguments!(&[NAME], PRESENT),
        "Makes sure that an RDS subnet group exists and is as declared.",
    ),
    Function::absent(
        &["boto_rds.subnet_group_absent", "boto3_rds.subnet_group_absent"],
        &[NAME, TAGS],
        "Makes sure that an RDS subnet group does not exist.",
    ),
];

/// A declared subnet group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, in lower case.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// Its description; none if that is not managed.
    pub description: Option<String>,
    /// Its subnets.
    pub subnets: Vec<Which>,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name").to_lowercase();
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let lists = ["subnet_ids", "subnet_names"].into_iter().filter_map(|list| fields.texts(list));
    let subnets: Vec<Which> = lists.flatten().map(|text| Which::of("subnet-", &text)).collect();
    if subnets.is_empty() {
        let problem = Problem::at(fields.place(), "a subnet group needs subnets");
        problems.push(problem.hint("write 'subnet_ids' or 'subnet_names'"));
    }
    Spec {
        name,
        present: true,
        description: fields.text("description"),
        subnets,
        tags: tags::read(fields, "tags"),
    }
}
