//! The declaration of a key pair in an SLS.

use std::path::Path;

use aws::tags::{self, Tags};
use kind::settings::arguments;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the key pair's name");
const PARTS: &[Argument] = &[
    Argument::optional("save_private", Shape::Text, "the directory to save the private key of a new pair in")
        .alias(&["save_path"]),
    Argument::optional("upload_public", Shape::Text, "the public key to import"),
    Argument::optional("tags", tags::SHAPE, "all its tags; not managed if left out"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.key_present", "boto3_ec2.key_present"],
        arguments!(&[NAME], PARTS),
        "Makes sure that a key pair exists.",
    ),
    Function::absent(
        &["boto_ec2.key_absent", "boto3_ec2.key_absent"],
        &[NAME],
        "Makes sure that a key pair does not exist.",
    ),
];

/// A declared key pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `key_absent`.
    pub present: bool,
    /// Where its private key is saved.
    pub directory: Option<String>,
    /// Its public key.
    pub public: Option<String>,
    /// All tags; none if they are not managed.
    pub tags: Option<Tags>,
}

impl Spec {
    /// The file of its private key.
    pub fn file(&self) -> Option<String> {
        let directory = self.directory.as_ref()?;
        Some(Path::new(directory).join(format!("{}.pem", self.name)).display().to_string())
    }
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    if fields.has("save_private") == fields.has("upload_public") {
        let problem = Problem::at(fields.place(), "a key pair is either imported or created");
        problems.push(problem.hint("write exactly one of 'upload_public' and 'save_private'"));
    }
    let public = fields.text("upload_public");
    if public.as_ref().is_some_and(|key| key.starts_with("salt://")) {
        let problem = Problem::at(fields.place_of("upload_public"), "the public key itself is needed here");
        problems
            .push(problem.hint("write {{ salt['cp.get_file_str']('salt://…') }} to read it from the tree"));
    }
    Spec {
        name,
        present: true,
        directory: fields.text("save_private"),
        public,
        tags: tags::read(fields, "tags"),
    }
}
