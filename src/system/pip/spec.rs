//! The arguments of `pip.*`, and the options of pip that follow from them.

use std::collections::BTreeMap;

use crate::Call;
use machine::python::{Packages, Pip};
use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::fields::text;
use model::{Argument, Function, Outcome, Shape, chain};

const PLACE: Argument = Argument::optional(
    "bin_env",
    Shape::Text,
    "a virtual environment, a pip or a Python; the Python of the machine if left out",
)
.alias(&["pip_bin"]);
const USER: Argument = Argument::optional("user", Shape::Text, "the user who runs pip");
const CWD: Argument = Argument::optional("cwd", Shape::Text, "the directory that pip runs in");
const ENV: Argument = Argument::optional(
    "env_vars",
    Shape::Either(&[Shape::Table(&Shape::Text), Shape::List(&Shape::Table(&Shape::Text))]),
    "variables for builds",
);
const TERMINAL: Argument = Argument::optional("use_vt", Shape::Boolean, "taken for compatibility");

/// A boolean argument.
pub const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

/// An argument of one text.
pub const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

/// An argument of one or several texts.
pub const fn words_of(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Texts, doc)
}

const INSTALLED: &[Argument] = &[
    word(
        "name",
        "the package, with conditions on its version: a, a==1.0, a>=1,<2, or a URL; the ID if left out",
    ),
    words_of("pkgs", "packages, as name"),
    words_of("requirements", "files of requirements, instead of packages: paths or salt://…"),
    words_of("editable", "a directory or the URL of a repository that is installed as editable"),
    PLACE,
    USER,
    CWD,
    ENV,
    flag("upgrade", "whether they are upgraded to the newest version that fits"),
    flag("force_reinstall", "whether installed packages are installed again, at each run"),
    flag("ignore_installed", "whether installed packages are ignored, at each run"),
    flag("no_deps", "whether dependencies are left out"),
    flag("pre_releases", "whether prereleases are accepted"),
    word("index_url", "the index instead of pypi.org"),
    words_of("extra_index_url", "further indexes"),
    words_of("find_links", "directories or pages with packages"),
    flag("no_index", "whether there is no index: only find_links"),
    words_of("trusted_host", "hosts whose certificates are not checked"),
    word("proxy", "the proxy"),
    Argument::optional("timeout", Shape::Integer, "seconds that a connection may take"),
    word("cert", "a file of certificates"),
    word("log", "a log file of pip"),
    word("target", "the directory that the packages are installed into"),
    word("exists_action", "the action if a path exists: s, i, w, b or a"),
    words_of("no_binary", "packages that are built on this machine; :all: for all"),
    words_of("global_options", "options for the build"),
    word("cache_dir", "the directory of downloads"),
    flag("no_cache_dir", "whether downloads are not kept"),
    Argument::optional(
        "extra_args",
        Shape::List(&Shape::Either(&[Shape::Text, Shape::Table(&Shape::Text)])),
        "further arguments of pip install: words, or a word and its value",
    ),
    TERMINAL,
];

const REMOVED: &[Argument] = &[
    word("name", "the package; the ID if left out"),
    PLACE,
    USER,
    CWD,
    word("proxy", "the proxy"),
    Argument::optional("timeout", Shape::Integer, "seconds that a connection may take"),
    word("log", "a log file of pip"),
    TERMINAL,
];

const UPTODATE: &[Argument] =
    &[word("name", "the name of the state; the ID if left out"), PLACE, USER, CWD, TERMINAL];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::other("installed", &["pip.installed"], INSTALLED, "Installs packages of Python.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("removed", &["pip.removed"], REMOVED, "Removes a package of Python.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "uptodate",
        &["pip.uptodate"],
        UPTODATE,
        "Upgrades all packages of Python to the newest versions that fit together.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
];

/// Arguments, and the option for each of their values; several arguments may have the same option.
const OPTIONS: &[(&str, &str)] = &[
    ("index_url", "--index-url"),
    ("extra_index_url", "--extra-index-url"),
    ("find_links", "--find-links"),
    ("trusted_host", "--trusted-host"),
    ("proxy", "--proxy"),
    ("timeout", "--timeout"),
    ("cert", "--cert"),
    ("log", "--log"),
    ("target", "--target"),
    ("exists_action", "--exists-action"),
    ("pip_exists_action", "--exists-action"),
    ("no_binary", "--no-binary"),
    ("global_options", "--global-option"),
    ("cache_dir", "--cache-dir"),
    ("pip_cache_dir", "--cache-dir"),
];

const FLAGS: &[(&str, &str)] = &[
    ("upgrade", "--upgrade"),
    ("pip_upgrade", "--upgrade"),
    ("force_reinstall", "--force-reinstall"),
    ("ignore_installed", "--ignore-installed"),
    ("pip_ignore_installed", "--ignore-installed"),
    ("no_deps", "--no-deps"),
    ("pre_releases", "--pre"),
    ("no_index", "--no-index"),
    ("no_cache_dir", "--no-cache-dir"),
    ("pip_no_cache_dir", "--no-cache-dir"),
];

/// The options of pip for the arguments.
pub fn options(call: &Call<'_>) -> Vec<String> {
    let fields = call.fields;
    let mut words = vec![];
    for (argument, option) in OPTIONS.iter().filter(|(argument, _)| fields.takes(argument)) {
        let values = fields.node(argument).map(model::fields::texts).unwrap_or_default();
        words.extend(values.into_iter().flat_map(|value| [(*option).to_owned(), value]));
    }
    let is_set =
        |argument: &&(&str, &str)| fields.takes(argument.0) && fields.boolean(argument.0) == Some(true);
    words.extend(FLAGS.iter().filter(is_set).map(|(_, option)| (*option).to_owned()));
    if fields.takes("extra_args") {
        for node in fields.list("extra_args").unwrap_or_default() {
            match &node.kind {
                model::NodeKind::Map(map) => words.extend(
                    map.iter().flat_map(|(key, entry)| [Some(key.to_string()), text(&entry.node)]).flatten(),
                ),
                _ => words.extend(text(node)),
            }
        }
    }
    words
}

/// The pip of a place, with the settings of the arguments.
///
/// # Errors
/// pip is missing.
pub fn pip(call: &Call<'_>, place: Option<&str>) -> Result<Pip, Outcome> {
    let fields = call.fields;
    let failed = |error| {
        Outcome::failed(match call.function.verb {
            "uptodate" => chain(&error),
            "removed" => format!("Error uninstalling '{}': {}", call.name, chain(&error)),
            _ => format!("Error installing '{}': {}", call.name, chain(&error)),
        })
    };
    let mut pip = Pip::find(place).map_err(failed)?;
    pip.user = fields.text("user").filter(|user| !user.is_empty());
    if let Some(user) = pip.user.as_ref().filter(|user| machine::account::find_user(user).is_none()) {
        return Err(Outcome::failed(format!("User {user} does not exist")));
    }
    pip.directory = fields.text("cwd").map(Into::into);
    pip.variables = variables(call);
    Ok(pip)
}

/// The packages that pip would install with these words, and a warning if it cannot report them.
pub async fn foreseen(pip: &Pip, words: &[String], again: bool) -> (Option<Packages>, Vec<String>) {
    match pip.would(words, again).await {
        Ok(foreseen) => (foreseen, vec![]),
        Err(error) => (None, vec![format!("pip cannot report what it would do: {}", chain(&error))]),
    }
}

/// Environment variables of the commands.
pub fn variables(call: &Call<'_>) -> BTreeMap<String, String> {
    let fields = call.fields;
    let mut found = BTreeMap::new();
    let Some(node) = fields.takes("env_vars").then(|| fields.node("env_vars")).flatten() else {
        return found;
    };
    let alone = [node];
    let maps: Vec<_> = match &node.kind {
        model::NodeKind::Map(_) => alone.to_vec(),
        _ => fields.list("env_vars").unwrap_or_default(),
    };
    for map in maps {
        if let model::NodeKind::Map(map) = &map.kind {
            found.extend(map.iter().filter_map(|(key, entry)| Some((key.to_string(), text(&entry.node)?))));
        }
    }
    found
}

/// Files of requirements as `--requirement` of pip.
///
/// # Errors
/// A file of the tree is missing.
pub fn requirements(call: &Call<'_>) -> Result<Vec<String>, Outcome> {
    let mut words = vec![];
    for written in call.fields.texts("requirements").unwrap_or_default() {
        let path = match written.strip_prefix("salt://") {
            None => written.clone(),
            Some(path) => {
                let found = call.context.services.find_file(&call.context.low.env, path);
                let missing = || Outcome::failed(format!("pip requirements file '{written}' not found"));
                found.ok_or_else(missing)?.display().to_string()
            }
        };
        words.extend(["--requirement".to_owned(), path]);
    }
    Ok(words)
}
