//! What an SLS may say below `selinux.*`.

use model::argument::Literal;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const MODE: &[Argument] =
    &[Argument::optional("name", Shape::Text, "enforcing, permissive or disabled; the ID if left out")];

const BOOLEAN: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the boolean; the ID if left out"),
    Argument::required("value", Shape::Text, "True or False, on or off"),
    Argument::optional("persist", Shape::Boolean, "whether the value survives a restart of the machine"),
];

const SOURCE: Argument =
    Argument::optional("source", Shape::Text, "the file of the module: a path, or salt://…");

const MODULE: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the module; the ID if left out"),
    Argument::optional("module_state", Shape::Text, "Enabled or Disabled").or(Literal::Text("Enabled")),
    Argument::optional("version", Shape::Text, "the version that the module must have; any if left out")
        .or(Literal::Text("any")),
    Argument::optional("install", Shape::Boolean, "whether to install the module from its file first"),
    SOURCE,
    Argument::optional("remove", Shape::Boolean, "whether to remove the module instead"),
];

const INSTALLED: &[Argument] = &[Argument::optional(
    "name",
    Shape::Text,
    "the file of the module: a path, or salt://…; the ID if left out",
)];
const REMOVED: &[Argument] = &[Argument::optional("name", Shape::Text, "the module; the ID if left out")];

const PATHS: Argument = Argument::optional(
    "name",
    Shape::Text,
    "the paths, a regular expression: '/srv/www(/.*)?'; the ID if left out",
);
const FILETYPE: Argument = Argument::optional(
    "filetype",
    Shape::Text,
    "the kind of files at the paths: a for all, f, d, c, b, s, l or p",
)
.or(Literal::Text("a"));
const USER: Argument = Argument::optional("sel_user", Shape::Text, "the user of the label");
const LEVEL: Argument = Argument::optional("sel_level", Shape::Text, "the level of the label");

const FILE_PRESENT: &[Argument] =
    &[PATHS, Argument::required("sel_type", Shape::Text, "the type of the label"), FILETYPE, USER, LEVEL];
const FILE_ABSENT: &[Argument] =
    &[PATHS, FILETYPE, Argument::optional("sel_type", Shape::Text, "the type of the label"), USER, LEVEL];
const APPLIED: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the path; the ID if left out"),
    Argument::optional("recursive", Shape::Boolean, "whether to include everything below the path"),
];

const PORT: Argument =
    Argument::optional("name", Shape::Text, "protocol and port: 'tcp/8080', 'udp/20-21'; the ID if left out");
const PROTOCOL: Argument =
    Argument::optional("protocol", Shape::Text, "tcp or udp, if it is not in the name");
const NUMBER: Argument =
    Argument::optional("port", Shape::Text, "the port or range, if it is not in the name");

const PORT_PRESENT: &[Argument] = &[
    PORT,
    Argument::required("sel_type", Shape::Text, "the type of the label"),
    PROTOCOL,
    NUMBER,
    Argument::optional("sel_range", Shape::Text, "the range of the label; not compared"),
];
const PORT_ABSENT: &[Argument] =
    &[PORT, Argument::optional("sel_type", Shape::Text, "the type of the label"), PROTOCOL, NUMBER];

const fn function(
    names: &'static [&'static str],
    verb: &'static str,
    arguments: &'static [Argument],
    doc: &'static str,
) -> Function {
    Function::other(verb, names, arguments, doc).does(BY_PROGRAMS)
}

/// The functions.
pub(super) const FUNCTIONS: &[Function] = &[
    function(
        &["selinux.mode"],
        "mode",
        MODE,
        "Sets the mode of SELinux, now and after a restart of the machine.",
    ),
    function(&["selinux.boolean"], "boolean", BOOLEAN, "Sets a boolean of the policy."),
    function(&["selinux.module"], "module", MODULE, "Enables or disables a module of the policy."),
    function(
        &["selinux.module_install"],
        "module_install",
        INSTALLED,
        "Installs a module of the policy from its file.",
    ),
    function(&["selinux.module_remove"], "module_remove", REMOVED, "Removes a module of the policy."),
    function(
        &["selinux.fcontext_policy_present"],
        "fcontext_policy_present",
        FILE_PRESENT,
        "Adds a rule for the label of files; fcontext_policy_applied labels the present files.",
    ),
    function(
        &["selinux.fcontext_policy_absent"],
        "fcontext_policy_absent",
        FILE_ABSENT,
        "Removes a rule for the label of files.",
    ),
    function(
        &["selinux.fcontext_policy_applied"],
        "fcontext_policy_applied",
        APPLIED,
        "Labels files by the rules of the policy.",
    ),
    function(
        &["selinux.port_policy_present"],
        "port_policy_present",
        PORT_PRESENT,
        "Adds a rule for the label of a port.",
    ),
    function(
        &["selinux.port_policy_absent"],
        "port_policy_absent",
        PORT_ABSENT,
        "Removes a rule for the label of a port.",
    ),
];
