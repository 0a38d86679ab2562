//! The arguments of `pkgrepo.*`.

use model::argument::arguments;
use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

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
    "False: the key needs a file of its own, signed-by; apt-key is never run",
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
        "the file for a new repository; if left out, /etc/apt/sources.list, or a file with its name",
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
    Argument::optional("dist", Shape::Text, "of apt: the suite, instead of the one in the name"),
    Argument::optional("comps", Shape::Texts, "of apt: the components, instead of those in the name"),
    Argument::optional("architectures", Shape::Texts, "of apt: the architectures that it is for"),
    Argument::optional("clean_file", Shape::Boolean, "whether file contains only this repository"),
    Argument::optional(
        "consolidate",
        Shape::Boolean,
        "of apt: whether all lines move to sources.list, one for each URI and suite",
    ),
    Argument::optional("key_url", Shape::Text, "of apt: the URL of its key: salt://…, https://… or a path"),
    Argument::optional("key_hash", Shape::Text, "the hash of the key at key_url: sha256=…"),
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
    option("baseurl", "the URL of its packages"),
    option("mirrorlist", "a list of mirrors"),
    option("metalink", "a list of mirrors with checksums"),
    option("gpgcheck", "whether its packages must be signed"),
    option("gpgkey", "the keys that sign them"),
    option("repo_gpgcheck", "whether its metadata must be signed"),
    option("pkg_gpgcheck", "whether its packages must be signed, in dnf 5"),
    option("localpkg_gpgcheck", "whether packages in files must be signed"),
    option("gpgcakey", "a key that signs the keys"),
    option("gpgautoimport", "whether zypper imports its keys without a question"),
    option("cost", "its cost, compared with others"),
    option("priority", "its priority"),
    option("type", "its type"),
    option("path", "the path below baseurl"),
    option("mediaid", "the medium"),
    option("exclude", "packages that are left out"),
    option("excludepkgs", "packages that are left out"),
    option("includepkgs", "the only packages that are used"),
    option("module_hotfixes", "whether its packages ignore module filtering"),
    option("skip_if_unavailable", "whether it is skipped if it is not reachable"),
    option("metadata_expire", "how long its metadata are valid"),
    option("metadata_expire_filter", "the commands that this applies to"),
    option("mirrorlist_expire", "how long the list of mirrors is valid"),
    option("mdpolicy", "the metadata that are fetched"),
    option("sslverify", "whether its certificate is checked"),
    option("sslverifystatus", "whether revocation of its certificate is checked"),
    option("sslcacert", "the file of trusted certificates"),
    option("sslclientcert", "the client's certificate"),
    option("sslclientkey", "the key of the client's certificate"),
    option("username", "the user"),
    Argument::secret("password", "the user's password"),
    option("proxy", "the proxy"),
    option("proxy_username", "the user for the proxy"),
    Argument::secret("proxy_password", "the password for the proxy"),
    option("proxy_auth_method", "the method of authentication at the proxy"),
    option("proxy_sslverify", "whether the proxy's certificate is checked"),
    option("proxy_sslcacert", "the file of trusted certificates for the proxy"),
    option("proxy_sslclientcert", "the client's certificate for the proxy"),
    option("proxy_sslclientkey", "the key of that certificate"),
    option("user_agent", "the User-Agent header"),
    option("timeout", "seconds to wait"),
    option("retries", "how often it is tried"),
    option("minrate", "bytes a second at least"),
    option("throttle", "bytes a second at most"),
    option("bandwidth", "the available bandwidth in bytes a second"),
    option("ip_resolve", "4 or 6"),
    option("max_parallel_downloads", "the largest number of downloads at once"),
    option("max_downloads_per_mirror", "the largest number of downloads at once from one mirror"),
    option("fastestmirror", "whether the fastest mirror is selected"),
    option("failovermethod", "the order of mirrors"),
    option("deltarpm", "whether delta packages are used"),
    option("deltarpm_percentage", "the largest size of a delta package, in percent"),
    option("deltarpm_metadata_percentage", "the largest size of delta metadata, in percent"),
    option("enablegroups", "whether its groups are used"),
    option("enabled_metadata", "whether metadata are fetched even if it is disabled"),
    option("countme", "whether dnf may send a counter to it"),
    option("keepalive", "whether connections are kept open"),
    option("keepcache", "whether packages are kept"),
    option("http_caching", "the data that HTTP caches may keep"),
    option("async", "whether it is fetched in parallel with others"),
    option("autorefresh", "whether zypper fetches its metadata automatically"),
    option("ui_repoid_vars", "variables that are shown"),
    option("report_instanceid", "whether the instance's ID is sent to Amazon's repositories"),
    option("s3_enabled", "whether it is a bucket of S3"),
    option("repositoryid", "another name of it"),
    option("region", "the region of its bucket"),
];

const MANAGED: &[Argument] = arguments!(&OWN, &OPTIONS);

const ABSENT: &[Argument] = &[
    NAME,
    PPA,
    PPA_AUTH,
    COPR,
    APTKEY,
    BASEDIR,
    STRICT,
    Argument::optional("keyid", Shape::Text, "of apt: the fingerprint of a key that is removed too"),
    Argument::optional("keyid_ppa", Shape::Boolean, "of Ubuntu: whether the archive's key is removed too"),
    Argument::optional("keydir", Shape::Text, "the directory of keys; /etc/apt/keyrings if left out"),
];

/// `pkgrepo.*`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        "managed",
        &["pkgrepo.managed"],
        MANAGED,
        "Adds or changes a repository: a line of apt's sources with its key, or a section of a file of dnf's.",
    ).does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "absent",
        &["pkgrepo.absent"],
        ABSENT,
        "Removes a repository; a file that is empty then is removed too.",
    ).does(BY_PROGRAMS_AND_HOSTS),
];
