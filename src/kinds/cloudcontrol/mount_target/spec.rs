//! The arguments of a mount target.

use serde_json::json;

use crate::declaration::{DEADLINE, Spec};
use crate::file_system;
use crate::named::Named;
use crate::table::Table;
use kind::which::Which;
use model::{Argument, Fields, Function, Minion, Problem, Problems, Reference, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::EFS::MountTarget",
    properties: &[("security_groups", "SecurityGroups"), ("ip_address", "IpAddress")],
    primary: &["Id"],
    create_only: &["FileSystemId", "SubnetId", "IpAddress"],
    read_only: &["Id"],
    unordered: &["SecurityGroups"],
    ..Table::NONE
};

const PRESENT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name of the state"),
    Argument::optional("file_system_id", Shape::Text, "its file system, by id"),
    Argument::optional("file_system_name", Shape::Text, "its file system, by Name tag"),
    Argument::optional("subnet_id", Shape::Text, "its subnet, by id"),
    Argument::optional("subnet_name", Shape::Text, "its subnet, by Name tag"),
    Argument::optional("security_groups", Shape::Texts, "the ids of all its security groups"),
    Argument::optional("ip_address", Shape::Text, "its address; cannot change"),
    DEADLINE,
];

const ABSENT: &[Argument] = &[PRESENT[0], PRESENT[1], PRESENT[2], PRESENT[3], PRESENT[4], DEADLINE];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_efs.mount_target_present"],
        PRESENT,
        "Makes sure that a subnet has a mount target of a file system.",
    ),
    Function::absent(
        &["boto_efs.mount_target_absent"],
        ABSENT,
        "Makes sure that a subnet has no mount target of a file system.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, problems: &mut Problems) -> Spec {
    let system = which(fields, "file_system_id", "file_system_name", problems);
    let subnet = which(fields, "subnet_id", "subnet_name", problems);
    let name = format!("{} {}", system.written(), subnet.written());
    let mut spec = TYPE.read(PRESENT, fields, name);
    spec.initial.insert("SecurityGroups".to_owned(), json!([]));
    spec.named_by = vec!["FileSystemId".to_owned(), "SubnetId".to_owned()];
    for (path, which, named) in [
        ("FileSystemId", &system, file_system::reference(system.written())),
        ("SubnetId", &subnet, Reference::new("ec2.subnet", subnet.written())),
    ] {
        match which {
            Which::Id(id) => drop(spec.properties.insert(path.to_owned(), id.as_str().into())),
            Which::Name(_) => spec.ids.push((path, Named::One(named))),
        }
    }
    spec
}

fn which(fields: &Fields, id: &'static str, name: &'static str, problems: &mut Problems) -> Which {
    Which::read(fields, id, name, problems).unwrap_or_else(|| {
        let problem = Problem::at(fields.place(), "a mount target needs a file system and a subnet");
        problems.push(problem.hint(format!("write '{name}' or '{id}'")));
        Which::Id(String::new())
    })
}
