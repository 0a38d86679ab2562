//! What an SLS may say below `pkg.*`.

use crate::model::effect::BY_PROGRAMS_AND_HOSTS;
use crate::model::{Argument, Function, Shape};

const PACKAGE: Shape = Shape::Either(&[Shape::Text, Shape::Table(&Shape::Text)]);

const NAME: Argument = Argument::optional("name", Shape::Text, "the package; the ID if left out");
const PKGS: Argument = Argument::optional(
    "pkgs",
    Shape::List(&PACKAGE),
    "packages: names, or names with a version: '1.2', '1.*', '>=1.2,<2', latest",
);
const VERSION: Argument = Argument::optional("version", Shape::Text, "the version, as in pkgs");
const FROMREPO: Argument =
    Argument::optional("fromrepo", Shape::Text, "the release or repository that it comes from");
const REFRESH: Argument = Argument::optional(
    "refresh",
    Shape::Boolean,
    "whether the lists of the repositories are fetched first; once a run if left out",
);
const CACHE_VALID_TIME: Argument =
    Argument::optional("cache_valid_time", Shape::Integer, "how many seconds fetched lists are good for");
const SKIP_VERIFY: Argument =
    Argument::optional("skip_verify", Shape::Boolean, "whether signatures are not looked at");
const RECOMMENDS: Argument = Argument::optional(
    "install_recommends",
    Shape::Boolean,
    "whether packages that others recommend come too; as configured if left out",
);
const ONLY_UPGRADE: Argument =
    Argument::optional("only_upgrade", Shape::Boolean, "whether what is not there is left out");
const FORCE_CONF_NEW: Argument =
    Argument::optional("force_conf_new", Shape::Boolean, "whether changed configuration is replaced");
const IGNORE_EPOCH: Argument = Argument::optional(
    "ignore_epoch",
    Shape::Boolean,
    "whether what stands before the colon of a version counts for nothing",
);
const NORMALIZE: Argument = Argument::optional(
    "normalize",
    Shape::Boolean,
    "taken for compatibility: names are taken as they are meant",
);

const INSTALLED: &[Argument] = &[
    NAME,
    PKGS,
    Argument::optional(
        "sources",
        Shape::List(&Shape::Table(&Shape::Text)),
        "files of packages by name: salt://… or an absolute path",
    ),
    VERSION,
    FROMREPO,
    REFRESH,
    CACHE_VALID_TIME,
    SKIP_VERIFY,
    RECOMMENDS,
    ONLY_UPGRADE,
    FORCE_CONF_NEW,
    IGNORE_EPOCH,
    NORMALIZE,
    Argument::optional(
        "hold",
        Shape::Boolean,
        "whether it stays at its version afterwards; as it is if left out",
    ),
    Argument::optional("allow_updates", Shape::Boolean, "whether a newer version than the one named will do"),
    Argument::optional("reinstall", Shape::Boolean, "whether it is installed again at every run"),
    Argument::optional(
        "update_holds",
        Shape::Boolean,
        "taken for compatibility: what is held and named is changed",
    ),
    Argument::optional("skip_suggestions", Shape::Boolean, "taken for compatibility"),
    Argument::optional("resolve_capabilities", Shape::Boolean, "taken for compatibility"),
];

const LATEST: &[Argument] = &[
    NAME,
    PKGS,
    FROMREPO,
    REFRESH,
    CACHE_VALID_TIME,
    SKIP_VERIFY,
    RECOMMENDS,
    ONLY_UPGRADE,
    FORCE_CONF_NEW,
    Argument::optional("watch_flags", Shape::Boolean, "for Gentoo"),
];

const REMOVED: &[Argument] = &[NAME, PKGS, VERSION, IGNORE_EPOCH, NORMALIZE];

const UPTODATE: &[Argument] = &[
    NAME,
    Argument::optional("pkgs", Shape::Texts, "these packages only"),
    REFRESH,
    CACHE_VALID_TIME,
    FROMREPO,
    SKIP_VERIFY,
    FORCE_CONF_NEW,
    Argument::optional("dist_upgrade", Shape::Boolean, "whether others may come and go for it"),
];

const HELD: &[Argument] =
    &[NAME, PKGS, VERSION, Argument::optional("replace", Shape::Boolean, "whether all others are let go")];

const UNHELD: &[Argument] =
    &[NAME, PKGS, VERSION, Argument::optional("all", Shape::Boolean, "whether all are let go")];

const GROUP: &[Argument] = &[
    Argument::optional(
        "name",
        Shape::Text,
        "the group, by name or ID; the ID of the declaration if left out",
    ),
    Argument::optional("skip", Shape::Any, "packages of the group that are left out, a list"),
    Argument::optional("include", Shape::Any, "other packages that come with it, a list"),
    Argument::optional("fromrepo", Shape::Text, "the repositories that it comes from"),
    Argument::optional(
        "enablerepo",
        Shape::Text,
        "repositories that are looked at too; fromrepo counts more",
    ),
    Argument::optional(
        "disablerepo",
        Shape::Text,
        "repositories that are not looked at; fromrepo counts more",
    ),
    REFRESH,
    CACHE_VALID_TIME,
    SKIP_VERIFY,
];

/// `pkg.*`.
pub const FUNCTIONS: &[Function] = &[
    Function::other(
        "installed",
        &["pkg.installed"],
        INSTALLED,
        "Has packages installed, at a version if one is given.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "latest",
        &["pkg.latest"],
        LATEST,
        "Has packages installed at the newest version that there is.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "removed",
        &["pkg.removed"],
        REMOVED,
        "Has packages not installed; their configuration stays.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("purged", &["pkg.purged"], REMOVED, "Has packages gone with all that is theirs.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("uptodate", &["pkg.uptodate"], UPTODATE, "Brings all packages to their newest version.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "group_installed",
        &["pkg.group_installed"],
        GROUP,
        "Has the packages of a group installed: those that it must have and those that come with it. For dnf and yum.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("held", &["pkg.held"], HELD, "Has packages stay at their version.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("unheld", &["pkg.unheld"], UNHELD, "Lets packages change their version again.")
        .does(BY_PROGRAMS_AND_HOSTS),
];
