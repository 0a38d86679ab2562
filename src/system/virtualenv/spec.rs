//! What an SLS may say below `virtualenv.managed`.

use crate::model::effect::BY_PROGRAMS_AND_HOSTS;
use crate::model::{Argument, Function, Shape};
use crate::system::pip::{flag, word, words_of};

const MANAGED: &[Argument] = &[
    word("name", "where it is; the ID if left out"),
    word("venv_bin", "virtualenv, venv, or a Python that has venv; virtualenv if it is there, else venv"),
    word("python", "the Python that it is of"),
    flag("system_site_packages", "whether packages of the machine are seen in it"),
    flag("clear", "whether it is made anew, at each run"),
    word("prompt", "what the shell shows while it is active"),
    words_of("extra_search_dir", "directories where virtualenv looks for pip"),
    flag("never_download", "taken for compatibility"),
    flag("distribute", "taken for compatibility"),
    words_of("requirements", "files of requirements: paths or salt://…"),
    words_of("pip_pkgs", "packages that are installed in it, as for pip.installed"),
    flag("pip_upgrade", "whether they are upgraded"),
    flag("pip_ignore_installed", "whether nobody looks at what is there"),
    word("pip_exists_action", "what to do where a path exists: s, i, w, b or a"),
    word("pip_cache_dir", "where downloads are kept"),
    flag("pip_no_cache_dir", "whether downloads are not kept"),
    flag("no_deps", "whether what they need is left out"),
    flag("pre_releases", "whether versions that are not released yet will do"),
    word("index_url", "the index instead of pypi.org"),
    words_of("extra_index_url", "further indexes"),
    words_of("find_links", "directories or pages with packages"),
    flag("no_index", "whether there is no index: only find_links"),
    words_of("trusted_host", "hosts whose certificates are not looked at"),
    words_of("no_binary", "packages that are built here; :all: for all"),
    word("proxy", "the proxy"),
    word("user", "the user whose it is"),
    word("cwd", "the directory that pip runs in"),
    Argument::optional(
        "env_vars",
        Shape::Either(&[Shape::Table(&Shape::Text), Shape::List(&Shape::Table(&Shape::Text))]),
        "variables for builds",
    ),
    flag("use_vt", "taken for compatibility"),
];

pub(super) const FUNCTIONS: &[Function] = &[Function::other(
    "managed",
    &["virtualenv.managed", "virtualenv.manage"],
    MANAGED,
    "Has a virtual environment of Python, and packages in it.",
)
.does(BY_PROGRAMS_AND_HOSTS)];
