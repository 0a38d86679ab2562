//! The arguments of `npm.*`.

use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

const DIR: Argument = Argument::optional(
    "dir",
    Shape::Text,
    "the directory of a project; all users of the machine if left out",
);
const USER: Argument = Argument::optional("user", Shape::Text, "the user that calls npm");

const INSTALLED: &[Argument] = &[
    Argument::optional(
        "name",
        Shape::Text,
        "the package: a, a@1.2.0, a@^1, @scope/a, or a URL; the ID if left out",
    ),
    Argument::optional("pkgs", Shape::Texts, "packages, as name"),
    DIR,
    USER,
    Argument::optional(
        "force_reinstall",
        Shape::Boolean,
        "whether installed packages are installed again, at each run",
    ),
    Argument::optional("registry", Shape::Text, "the registry instead of npmjs.org"),
    Argument::optional(
        "env",
        Shape::Either(&[Shape::Table(&Shape::Text), Shape::List(&Shape::Table(&Shape::Text))]),
        "variables for builds",
    ),
];

const BOOTSTRAP: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the directory of the project; the ID if left out"),
    USER,
    Argument::optional("silent", Shape::Boolean, "taken for compatibility"),
];

/// The functions of `npm`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other("installed", &["npm.installed"], INSTALLED, "Installs packages of Node.js.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "removed",
        &["npm.removed"],
        &[Argument::optional("name", Shape::Text, "the package; the ID if left out"), DIR, USER],
        "Removes a package of Node.js.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "bootstrap",
        &["npm.bootstrap"],
        BOOTSTRAP,
        "Installs a project's packages, as its package.json says.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
];
