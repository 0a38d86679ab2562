//! The declaration of a SAML provider in an SLS.

use aws::tags::{self, Tags};
use kind::local::Text;
use model::{Argument, Fields, Function, Leaves, Minion, Problems, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the provider's name").alias(&["Name"]);
const PRESENT: &[Argument] = &[
    NAME,
    Argument::required("saml_metadata_document", Shape::Text, "its metadata: XML, salt://… or a path")
        .alias(&["SAMLMetadataDocument"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam.saml_provider_present", "boto3_iam.saml_provider_present"],
        PRESENT,
        "Makes sure that a SAML provider exists and has the declared metadata.",
    ),
    Function::absent(
        &["boto_iam.saml_provider_absent", "boto3_iam.saml_provider_absent"],
        &[NAME],
        "Makes sure that a SAML provider does not exist.",
    ),
];

/// A declared SAML provider.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `saml_provider_absent`.
    pub present: bool,
    /// Its metadata.
    pub document: Text,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, _problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let document = Text::of(&fields.required_text("saml_metadata_document"), minion);
    Spec { name, present: true, document, tags: tags::read(fields, "tags") }
}
