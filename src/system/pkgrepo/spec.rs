//! What an SLS may say below `pkgrepo.*`.

use crate::model::effect::BY_PROGRAMS_AND_HOSTS;
use crate::model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional(
    "name",
    Shape::Text,
    "the line as sources.list has it, or the name in brackets of Red Hat's; the ID if left out",
);
const PPA: Argument =
    Argument::optional("ppa", Shape::Text, "of Ubuntu: OWNER/NAME of an archive of Launchpad");
const PPA_AUTH: Argument = Argument::optional("ppa_auth", Shape::Text, "USER:PASSWORD of a private archive");
const COPR: Argument = Argument::optional("copr", Shape::Text, "of Fedora: OWNER/NAME of a project of Copr");
const APTKEY: Argument = Argument::optional(
    "aptkey",
    Shape::Boolean,
    "False has the key need a place of its own, signed-by; apt-key is never run",
);
const BASEDIR: Argument =
    Argument::optional("basedir", Shape::Texts, "of Red Hat's: the directories of repositories");
const STRICT: Argument = Argument::optional("strict_config", Shape::Boolean, "taken for compatibility");

const OWN: [Argument; 25] = [
    NAME,
    PPA,
    PPA_AUTH,
    COPR,
    APTKEY,
    BASEDIR,
    STRICT,
    Argument::optional(
        "file",
        Shape::Text,
        "the file that a new one is written to; /etc/apt/sources.list, or one named like it, if left out",
    ),
    Argument::optional("enabled", Shape::Boolean, "whether it is used; true if left out"),
    Argument::optional("disabled", Shape::Boolean, "the contrary of enabled"),
    Argument::optional("humanname", Shape::Text, "of Red Hat's: the option name"),
    Argument::optional("comments", Shape::Texts, "comments: after the line, or below the section"),
    Argument::optional(
        "refresh",
        Shape::Boolean,
        "whether apt's lists are fetched after a change; true if left out",
    ),
    Argument::optional("refresh_db", Shape::Boolean, "the older name of refresh"),
    Argument::optional("dist", Shape::Text, "of apt: the suite, in the place of the one in the name"),
    Argument::optional("comps", Shape::Texts, "of apt: the components, in the place of those in the name"),
    Argument::optional("architectures", Shape::Texts, "of apt: the architectures that it is for"),
    Argument::optional("clean_file", Shape::Boolean, "whether file holds this one alone"),
    Argument::optional(
        "consolidate",
        Shape::Boolean,
        "of apt: whether all lines move to sources.list, one for each place and suite",
    ),
    Argument::optional("key_url", Shape::Text, "of apt: where its key is had: salt://…, https://… or a path"),
    Argument::optional("key_hash", Shape::Text, "what the key at key_url hashes to: sha256=…"),
    Argument::optional("key_text", Shape::Text, "of apt: its key"),
    Argument::optional("keyid", Shape::Texts, "of apt: fingerprints of its keys, which keyserver has"),
    Argument::optional("keyserver", Shape::Text, "of apt: the server of keys"),
    Argument::optional(
        "allow_insecure_key",
        Shape::Boolean,
        "whether key_url may be http://…; true if left out",
    ),
];

const fn option(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Texts, doc)
}

/// Options of a section of Red Hat's, written as they are: `dnf.conf(5)`, `yum.conf(5)`.
pub(super) const OPTIONS: [Argument; 66] = [
    option("baseurl", "where its packages are"),
    option("mirrorlist", "a list of places where its packages are"),
    option("metalink", "the same with checksums"),
    option("gpgcheck", "whether its packages must be signed"),
    option("gpgkey", "the keys that sign them"),
    option("repo_gpgcheck", "whether its metadata must be signed"),
    option("pkg_gpgcheck", "whether its packages must be signed, in dnf 5"),
    option("localpkg_gpgcheck", "whether packages in files must be signed"),
    option("gpgcakey", "a key that signs the keys"),
    option("gpgautoimport", "whether zypper takes its keys unasked"),
    option("cost", "what it costs, beside others"),
    option("priority", "which goes before which"),
    option("type", "its type"),
    option("path", "the path below baseurl"),
    option("mediaid", "the medium"),
    option("exclude", "packages that are not there"),
    option("excludepkgs", "packages that are not there"),
    option("includepkgs", "packages that alone are there"),
    option("module_hotfixes", "whether it is free of modules"),
    option("skip_if_unavailable", "whether others do where it is not there"),
    option("metadata_expire", "how long its metadata are good for"),
    option("metadata_expire_filter", "for which commands"),
    option("mirrorlist_expire", "how long the list of places is good for"),
    option("mdpolicy", "which metadata are fetched"),
    option("sslverify", "whether its certificate is checked"),
    option("sslverifystatus", "whether its certificate may be withdrawn"),
    option("sslcacert", "who signs certificates"),
    option("sslclientcert", "the certificate shown to it"),
    option("sslclientkey", "the key of that"),
    option("username", "who is said to ask"),
    option("password", "that one's password"),
    option("proxy", "who passes requests on"),
    option("proxy_username", "who is said to ask that one"),
    option("proxy_password", "the password for that"),
    option("proxy_auth_method", "how that is said"),
    option("proxy_sslverify", "whether that one's certificate is checked"),
    option("proxy_sslcacert", "who signs it"),
    option("proxy_sslclientcert", "the certificate shown to that one"),
    option("proxy_sslclientkey", "the key of that"),
    option("user_agent", "the program that is said to ask"),
    option("timeout", "seconds to wait"),
    option("retries", "how often it is tried"),
    option("minrate", "bytes a second at least"),
    option("throttle", "bytes a second at most"),
    option("bandwidth", "bytes a second that there are"),
    option("ip_resolve", "4 or 6"),
    option("max_parallel_downloads", "how many at once"),
    option("max_downloads_per_mirror", "how many at once of one place"),
    option("fastestmirror", "whether the fastest place is looked for"),
    option("failovermethod", "the order of places"),
    option("deltarpm", "whether differences are fetched"),
    option("deltarpm_percentage", "how large a difference may be"),
    option("deltarpm_metadata_percentage", "how large those of metadata may be"),
    option("enablegroups", "whether it has groups"),
    option("enabled_metadata", "whether metadata are fetched though it is not used"),
    option("countme", "whether it may count machines"),
    option("keepalive", "whether connections stay"),
    option("keepcache", "whether packages are kept"),
    option("http_caching", "what may be cached on the way"),
    option("async", "whether it is fetched beside others"),
    option("autorefresh", "whether zypper fetches its metadata unasked"),
    option("ui_repoid_vars", "variables that are shown"),
    option("report_instanceid", "whether Amazon's may count instances"),
    option("s3_enabled", "whether it is a bucket of S3"),
    option("repositoryid", "its name elsewhere"),
    option("region", "the region of its bucket"),
];

/// Both, one after the other.
const fn joined() -> [Argument; 91] {
    let mut all = [NAME; 91];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < OWN.len() { OWN[at] } else { OPTIONS[at - OWN.len()] };
        at += 1;
    }
    all
}

const MANAGED: &[Argument] = &joined();

const ABSENT: &[Argument] = &[
    NAME,
    PPA,
    PPA_AUTH,
    COPR,
    APTKEY,
    BASEDIR,
    STRICT,
    Argument::optional("keyid", Shape::Text, "of apt: the fingerprint of a key that goes too"),
    Argument::optional("keyid_ppa", Shape::Boolean, "of Ubuntu: whether the archive's key goes too"),
    Argument::optional("keydir", Shape::Text, "where keys are looked for; /etc/apt/keyrings if left out"),
];

/// `pkgrepo.*`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        "managed",
        &["pkgrepo.managed"],
        MANAGED,
        "Has packages come from a repository: a line of apt's sources with its key, or a section of a file of dnf's.",
    ).does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "absent",
        &["pkgrepo.absent"],
        ABSENT,
        "Has packages not come from a repository; a file that held nothing else goes.",
    ).does(BY_PROGRAMS_AND_HOSTS),
];
