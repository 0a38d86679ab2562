//! The arguments of `test.*`.

use model::Effect;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "a name; the ID if left out");

const ANY: &[Argument] =
    &[NAME, Argument::optional("comment", Shape::Text, "the comment that a real run reports")];

const PRETENCE: Shape = Shape::Either(&[Shape::Boolean, Shape::Word(&["Random", "random"])]);

const CONFIGURABLE: &[Argument] = &[
    NAME,
    Argument::optional("changes", PRETENCE, "whether to report changes; true if left out"),
    Argument::optional("result", PRETENCE, "whether to succeed; true if left out"),
    Argument::optional("comment", Shape::Text, "the comment"),
    Argument::optional("warnings", Shape::Texts, "warnings"),
    Argument::optional(
        "allow_test_mode_failure",
        Shape::Boolean,
        "whether a test run reports a failure too; false if left out",
    ),
];

const NOTIFICATION: &[Argument] = &[NAME, Argument::required("text", Shape::Text, "the comment")];

const PILLAR: &[Argument] = &[
    NAME,
    Argument::optional("present", Shape::Texts, "pillar keys that must exist"),
    Argument::optional("boolean", Shape::Texts, "pillar keys that must be booleans"),
    Argument::optional("integer", Shape::Texts, "pillar keys that must be integers"),
    Argument::optional("string", Shape::Texts, "pillar keys that must be text"),
    Argument::optional("listing", Shape::Texts, "pillar keys that must be lists"),
    Argument::optional("dictionary", Shape::Texts, "pillar keys that must be mappings"),
    Argument::optional("verbose", Shape::Boolean, "whether to list the keys that passed; false if left out"),
];

/// All functions of `test`.
pub const FUNCTIONS: &[Function] = &[
    Function::other("nop", &["test.nop"], ANY, "Succeeds and does nothing.").does(&[]).open(),
    Function::other(
        "succeed_without_changes",
        &["test.succeed_without_changes"],
        ANY,
        "Succeeds without changes.",
    )
    .does(&[])
    .open(),
    Function::other(
        "succeed_with_changes",
        &["test.succeed_with_changes"],
        ANY,
        "Succeeds and reports a change.",
    )
    .does(&[])
    .open(),
    Function::other("fail_without_changes", &["test.fail_without_changes"], ANY, "Fails without changes.")
        .does(&[])
        .open(),
    Function::other("fail_with_changes", &["test.fail_with_changes"], ANY, "Fails and reports a change.")
        .does(&[])
        .open(),
    Function::other(
        "configurable_test_state",
        &["test.configurable_test_state"],
        CONFIGURABLE,
        "Ends with the declared result, changes and comment.",
    )
    .does(&[]),
    Function::other(
        "show_notification",
        &["test.show_notification"],
        NOTIFICATION,
        "Shows a text as its comment.",
    )
    .does(&[])
    .open(),
    Function::other(
        "check_pillar",
        &["test.check_pillar"],
        PILLAR,
        "Fails unless the pillar holds these keys.",
    )
    .does(&[Effect::NeedsPillar]),
    Function::other("mod_watch", &["test.mod_watch"], ANY, "Reports the change that it reacts to.")
        .does(&[])
        .open(),
];
