//! The arguments of `pkg.*`.

use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

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
    Argument::optional("cache_valid_time", Shape::Integer, "for how many seconds fetched lists are used");
const SKIP_VERIFY: Argument =
    Argument::optional("skip_verify", Shape::Boolean, "whether signatures are not checked");
const RECOMMENDS: Argument = Argument::optional(
    "install_recommends",
    Shape::Boolean,
    "whether recommended packages are installed too; as configured if left out",
);
const ONLY_UPGRADE: Argument = Argument::optional(
    "only_upgrade",
    Shape::Boolean,
    "whether packages that are not installed are left out",
);
const FORCE_CONF_NEW: Argument =
    Argument::optional("force_conf_new", Shape::Boolean, "whether changed configuration files are replaced");
const IGNORE_EPOCH: Argument =
    Argument::optional("ignore_epoch", Shape::Boolean, "whether the epoch of a version is ignored");
const NORMALIZE: Argument =
    Argument::optional("normalize", Shape::Boolean, "taken for compatibility: names are always normalized");

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
    Argument::optional("hold", Shape::Boolean, "whether it is held afterwards; as it is if left out"),
    Argument::optional(
        "allow_updates",
        Shape::Boolean,
        "whether a newer version than the given one is accepted",
    ),
    Argument::optional("reinstall", Shape::Boolean, "whether it is installed again at every run"),
    Argument::optional(
        "update_holds",
        Shape::Boolean,
        "taken for compatibility: held packages of the state are changed",
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
    Argument::optional(
        "dist_upgrade",
        Shape::Boolean,
        "whether other packages may be installed and removed for it",
    ),
];

const HELD: &[Argument] = &[
    NAME,
    PKGS,
    VERSION,
    Argument::optional("replace", Shape::Boolean, "whether all other packages are released"),
];

const UNHELD: &[Argument] =
    &[NAME, PKGS, VERSION, Argument::optional("all", Shape::Boolean, "whether all packages are released")];

const GROUP: &[Argument] = &[
    Argument::optional(
        "name",
        Shape::Text,
        "the group, by name or ID; the ID of the declaration if left out",
    ),
    Argument::optional("skip", Shape::Any, "packages of the group that are left out, a list"),
    Argument::optional("include", Shape::Any, "other packages to install with it, a list"),
    Argument::optional("fromrepo", Shape::Text, "the repositories that it comes from"),
    Argument::optional("enablerepo", Shape::Text, "repositories that are used too; fromrepo comes first"),
    Argument::optional("disablerepo", Shape::Text, "repositories that are not used; fromrepo comes first"),
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
        "Installs packages, at a version if one is given.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("latest", &["pkg.latest"], LATEST, "Installs the newest versions of packages.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("removed", &["pkg.removed"], REMOVED, "Removes packages; their configuration stays.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("purged", &["pkg.purged"], REMOVED, "Removes packages with their configuration.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "uptodate",
        &["pkg.uptodate"],
        UPTODATE,
        "Upgrades all packages to their newest version.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "group_installed",
        &["pkg.group_installed"],
        GROUP,
        "Installs the mandatory and the default packages of a group. For dnf and yum.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("held", &["pkg.held"], HELD, "Holds packages at their version.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("unheld", &["pkg.unheld"], UNHELD, "Releases held packages.").does(BY_PROGRAMS_AND_HOSTS),
];
