//! The declaration of a server certificate in an SLS.

use crate::entity::declared::path;
use aws::tags::{self, Tags};
use kind::local::Text;
use model::{Argument, Fields, Function, Leaves, Minion, Problems, Shape};

const NAME: Argument =
    Argument::required("name", Shape::Text, "the certificate's name").alias(&["ServerCertificateName"]);
const PRESENT: &[Argument] = &[
    NAME,
    Argument::required("public_key", Shape::Text, "the certificate: PEM, salt://… or a path")
        .alias(&["CertificateBody"]),
    Argument::required("private_key", Shape::Text, "its key: PEM, salt://… or a path; write-only")
        .alias(&["PrivateKey"]),
    Argument::optional("cert_chain", Shape::Text, "the certificates above it: PEM, salt://… or a path")
        .alias(&["CertificateChain"]),
    Argument::optional("path", Shape::Text, "the certificate's path, such as '/cloudfront/'")
        .alias(&["Path"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam.server_cert_present", "boto3_iam.server_cert_present"],
        PRESENT,
        "Makes sure that a server certificate exists.",
    ),
    Function::absent(
        &["boto_iam.server_cert_absent", "boto3_iam.server_cert_absent"],
        &[NAME],
        "Makes sure that a server certificate does not exist.",
    ),
];

/// A declared server certificate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `server_cert_absent`.
    pub present: bool,
    /// The certificate.
    pub body: Text,
    /// The certificates above it; none if that is not managed.
    pub chain: Option<Text>,
    /// Its key.
    pub key: Text,
    /// Its path, such as `/cloudfront/`.
    pub path: Option<String>,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    Spec {
        name,
        present: true,
        body: Text::of(&fields.required_text("public_key"), minion),
        chain: fields.text("cert_chain").map(|chain| Text::of(&chain, minion)),
        key: Text::of(&fields.required_text("private_key"), minion),
        path: path(fields, problems),
        tags: tags::read(fields, "tags"),
    }
}
