//! Arguments that several functions of `git` take, and their tables.

use model::{Argument, Shape};

const NAME: Argument =
    Argument::optional("name", Shape::Text, "the repository: a URL or a path; the ID if left out");
const TARGET: Argument = Argument::required("target", Shape::Text, "the path of its working tree, absolute");
const USER: Argument = Argument::optional("user", Shape::Text, "the user who runs git and owns the files");
const PASSWORD: Argument = Argument::optional("password", Shape::Text, "for Windows");
const REMOTE: Argument =
    Argument::optional("remote", Shape::Text, "the name of the remote; origin if left out");
const IDENTITY: Argument =
    Argument::optional("identity", Shape::Texts, "files with keys for SSH: paths, or salt://…");
const HTTPS_USER: Argument = Argument::optional("https_user", Shape::Text, "the user for HTTPS");
const HTTPS_PASS: Argument = Argument::optional("https_pass", Shape::Secret, "and the password");
const SUBMODULES: Argument =
    Argument::optional("submodules", Shape::Boolean, "whether submodules are updated too; false if left out");
const FORCE_CLONE: Argument =
    Argument::optional("force_clone", Shape::Boolean, "whether the contents of the target are removed");
const FORCE_CHECKOUT: Argument = Argument::optional(
    "force_checkout",
    Shape::Boolean,
    "whether local changes are discarded when another branch is checked out",
);
const ENCODING: Argument = Argument::optional("output_encoding", Shape::Text, "taken for compatibility");

pub(super) const LATEST: &[Argument] = &[
    NAME,
    TARGET,
    Argument::optional("rev", Shape::Text, "a branch, a tag or a commit; HEAD of the repository if left out"),
    Argument::optional("branch", Shape::Text, "the branch that is checked out; that of rev if left out"),
    USER,
    PASSWORD,
    Argument::optional(
        "update_head",
        Shape::Boolean,
        "whether the commit that is checked out may change; true if left out",
    ),
    FORCE_CHECKOUT,
    FORCE_CLONE,
    Argument::optional("force_fetch", Shape::Boolean, "whether a fetch may rewrite branches"),
    Argument::optional(
        "force_reset",
        Shape::Either(&[Shape::Boolean, Shape::Word(&["remote-changes"])]),
        "whether conflicting local commits and changes are discarded; remote-changes: only if the remote has something newer",
    ),
    SUBMODULES,
    Argument::optional("bare", Shape::Boolean, "whether there is no working tree"),
    Argument::optional("mirror", Shape::Boolean, "whether it is a mirror; bare then"),
    REMOTE,
    Argument::optional("fetch_tags", Shape::Boolean, "whether tags are fetched; true if left out"),
    Argument::optional(
        "sync_tags",
        Shape::Boolean,
        "whether tags are removed that the repository no longer has; true if left out",
    ),
    Argument::optional("depth", Shape::Integer, "how many commits are cloned; rev is a branch or a tag then"),
    IDENTITY,
    HTTPS_USER,
    HTTPS_PASS,
    Argument::optional("refspec_branch", Shape::Text, "the branches that are fetched; * if left out"),
    Argument::optional("refspec_tag", Shape::Text, "the tags that are fetched; * if left out"),
    ENCODING,
];

pub(super) const DETACHED: &[Argument] = &[
    NAME,
    Argument::required("rev", Shape::Text, "a branch, a tag or a commit: its commit is checked out"),
    TARGET,
    REMOTE,
    USER,
    PASSWORD,
    FORCE_CLONE,
    FORCE_CHECKOUT,
    Argument::optional(
        "fetch_remote",
        Shape::Boolean,
        "whether the remote repository is asked; true if left out",
    ),
    Argument::optional("hard_reset", Shape::Boolean, "whether local changes are discarded first"),
    SUBMODULES,
    IDENTITY,
    HTTPS_USER,
    HTTPS_PASS,
    ENCODING,
];

pub(super) const CLONED: &[Argument] = &[
    NAME,
    TARGET,
    Argument::optional("branch", Shape::Text, "the branch that is checked out"),
    USER,
    PASSWORD,
    IDENTITY,
    HTTPS_USER,
    HTTPS_PASS,
    ENCODING,
];

pub(super) const PRESENT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "its path, absolute; the ID if left out"),
    Argument::optional("force", Shape::Boolean, "whether a directory in its place is removed"),
    Argument::optional("bare", Shape::Boolean, "whether there is no working tree; true if left out"),
    Argument::optional("template", Shape::Text, "a directory that new repositories are copied from"),
    Argument::optional(
        "separate_git_dir",
        Shape::Text,
        "the path of the repository, if it is separate from its working tree",
    ),
    Argument::optional("shared", Shape::Text, "who may use it, as git's core.sharedRepository"),
    USER,
    PASSWORD,
    ENCODING,
];

const CONFIG_NAME: Argument =
    Argument::optional("name", Shape::Text, "the key, such as user.name; the ID if left out");
const REPO: Argument =
    Argument::optional("repo", Shape::Text, "the repository; for keys that are not global");
const GLOBAL: Argument =
    Argument::optional("global", Shape::Boolean, "whether it is the user's value for all repositories");

pub(super) const CONFIG_SET: &[Argument] = &[
    CONFIG_NAME,
    Argument::optional("value", Shape::Text, "its value"),
    Argument::optional("multivar", Shape::Texts, "its values, if it may have several"),
    REPO,
    GLOBAL,
    USER,
    PASSWORD,
    ENCODING,
];

pub(super) const CONFIG_UNSET: &[Argument] = &[
    CONFIG_NAME,
    Argument::optional("value_regex", Shape::Text, "only values that match this"),
    Argument::optional("all", Shape::Boolean, "whether several values may be removed"),
    REPO,
    GLOBAL,
    USER,
    PASSWORD,
    ENCODING,
];
