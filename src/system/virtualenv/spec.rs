//! The arguments of `virtualenv.managed`.

use crate::pip::{flag, word, words_of};
use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

const MANAGED: &[Argument] = &[
    word("name", "its path; the ID if left out"),
    word("venv_bin", "virtualenv, venv, or a Python that has venv; virtualenv if it is installed, else venv"),
    word("python", "the Python that it uses"),
    flag("system_site_packages", "whether it can use packages of the machine"),
    flag("clear", "whether it is created anew, at each run"),
    word("prompt", "the prompt of the shell while it is active"),
    words_of("extra_search_dir", "directories where virtualenv looks for pip"),
    flag("never_download", "taken for compatibility"),
    flag("distribute", "taken for compatibility"),
    words_of("requirements", "files of requirements: paths or salt://…"),
    words_of("pip_pkgs", "packages that are installed in it, as for pip.installed"),
    flag("pip_upgrade", "whether they are upgraded"),
    flag("pip_ignore_installed", "whether installed packages are ignored"),
    word("pip_exists_action", "the action if a path exists: s, i, w, b or a"),
    word("pip_cache_dir", "the directory of downloads"),
    flag("pip_no_cache_dir", "whether downloads are not kept"),
    flag("no_deps", "whether dependencies are left out"),
    flag("pre_releases", "whether prereleases are accepted"),
    word("index_url", "the index instead of pypi.org"),
    words_of("extra_index_url", "further indexes"),
    words_of("find_links", "directories or pages with packages"),
    flag("no_index", "whether there is no index: only find_links"),
    words_of("trusted_host", "hosts whose certificates are not checked"),
    words_of("no_binary", "packages that are built on this machine; :all: for all"),
    word("proxy", "the proxy"),
    word("user", "the user that owns it"),
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
    "Creates a virtual environment of Python, and installs packages in it.",
)
.does(BY_PROGRAMS_AND_HOSTS)];
