//! The declaration of the tags of volumes in an SLS.

use aws::tags::{self, Tags};
use model::fields::texts;
use model::{Argument, Fields, Function, Problems, Shape};

const MAP: &[Argument] = &[
    Argument::required(
        "filters",
        Shape::Table(&Shape::Texts),
        "which volumes: EC2's filters, volume_ids, instance_name",
    ),
    Argument::required("tags", tags::SHAPE, "their tags"),
    Argument::optional("in_states", Shape::Texts, "not needed: a terminated instance never counts"),
];

pub(super) const FUNCTIONS: &[Function] = &[Function::other(
    "volumes_tagged",
    &["boto_ec2.volumes_tagged", "boto3_ec2.volumes_tagged"],
    &[
        Argument::required("name", Shape::Text, "a name for the state only"),
        Argument::required("tag_maps", Shape::Records(MAP), "which volumes get which tags"),
        Argument::optional("authoritative", Shape::Boolean, "remove all other tags; False if left out"),
    ],
    "Makes sure that volumes have tags.",
)];

/// Declared tags of volumes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// The state's name.
    pub name: String,
    /// Which volumes get which tags.
    pub maps: Vec<Map>,
    /// Whether all other tags are removed.
    pub is_whole: bool,
}

/// Which volumes get which tags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// EC2's filters.
    pub filters: Vec<(String, Vec<String>)>,
    /// The name of the instance whose volumes are selected.
    pub instance: Option<String>,
    /// The Name tags of selected volumes.
    pub volumes: Vec<String>,
    /// The tags.
    pub tags: Tags,
}

pub(super) fn read(_function: &Function, fields: &Fields, _problems: &mut Problems) -> Spec {
    Spec {
        name: fields.required_text("name"),
        maps: fields.records("tag_maps").unwrap_or_default().iter().map(map).collect(),
        is_whole: fields.boolean("authoritative") == Some(true),
    }
}

fn map(fields: &Fields) -> Map {
    let mut map = Map { tags: tags::read(fields, "tags").unwrap_or_default(), ..Map::default() };
    for (name, node) in fields.table("filters").unwrap_or_default() {
        match name.as_str() {
            "volume_ids" => map.filters.push(("volume-id".to_owned(), texts(node))),
            "instance_name" => map.instance = texts(node).into_iter().next(),
            _ => {
                if name == "tag:Name" {
                    map.volumes = texts(node);
                }
                map.filters.push((name, texts(node)));
            }
        }
    }
    map
}
