//! The arguments of a secret.

use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problem, Problems, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::SecretsManager::Secret",
    properties: &[
        ("name", "Name"),
        ("description", "Description"),
        ("kms_key_id", "KmsKeyId"),
        ("secret_string", "SecretString"),
        ("generate", "GenerateSecretString"),
    ],
    primary: &["Id"],
    create_only: &["Name"],
    read_only: &["Id"],
    write_only: &["SecretString", "GenerateSecretString"],
    ..Table::NONE
};

const NAME: Argument = Argument::required("name", Shape::Text, "its name");

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("description", Shape::Text, "its description"),
    Argument::optional("kms_key_id", Shape::Text, "the key that encrypts it"),
    Argument::optional("secret_string", Shape::Secret, "the value of a new one"),
    Argument::optional(
        "generate",
        Shape::Table(&Shape::Any),
        "AWS's rules to generate the value of a new one: PasswordLength …",
    ),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(&["boto_secretsmanager.secret_present"], PRESENT, "Makes sure that a secret exists."),
    Function::absent(
        &["boto_secretsmanager.secret_absent"],
        &[NAME, DEADLINE],
        "Makes sure that a secret does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.by = vec![("Name".to_owned(), name)];
    // Only a new secret gets its value: a rotated secret stays as it is.
    for value in ["SecretString", "GenerateSecretString"] {
        spec.initial.extend(spec.properties.shift_remove(value).map(|given| (value.to_owned(), given)));
    }
    if spec.initial.len() > 1 {
        let problem =
            Problem::at(fields.place_of("generate"), "'secret_string' and 'generate' exclude each other");
        problems.push(problem.hint("keep one of the two"));
    }
    spec
}
