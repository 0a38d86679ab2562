//! The declaration of a launch configuration in an SLS.

use crate::launch::{self, Content, LaunchSpec};
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

/// A declared launch configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// Its content; none for `absent`.
    pub(super) launch: Option<LaunchSpec>,
}

/// The same with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// Its name.
    pub name: String,
    /// Its content; none for `absent`.
    pub(super) content: Option<Content>,
}

const NAME: Argument = Argument::required("name", Shape::Text, "the launch configuration's name");

const PRESENT: &[Argument] = &launch::table::<{ launch::ARGUMENTS.len() + 1 }>(&[NAME]);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_lc.present", "boto3_lc.present"],
        PRESENT,
        "Makes sure that a launch configuration exists and is as declared.",
    ),
    Function::absent(
        &["boto_lc.absent", "boto3_lc.absent"],
        &[NAME],
        "Makes sure that a launch configuration does not exist.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    Spec {
        name: fields.required_text("name"),
        launch: present.then(|| launch::read(fields, false, problems)),
    }
}
