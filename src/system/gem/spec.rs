//! The arguments of `gem.*`.

use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const NAME: Argument = word("name", "the package; the ID if left out");
const RUBY: Argument = word("ruby", "refused: name the program by gem_bin");
const GEM_BIN: Argument = word("gem_bin", "the path of the program gem, if another one must be used");
const USER: Argument = word("user", "the user that calls gem");

const INSTALLED: &[Argument] = &[
    NAME,
    RUBY,
    GEM_BIN,
    USER,
    word("version", "a version, or conditions: >= 1.2, < 2"),
    flag("rdoc", "whether documents are made; False if left out"),
    flag("ri", "whether documents for ri are made; False if left out"),
    flag("pre_releases", "whether prereleases are accepted"),
    word("proxy", "the proxy"),
    word("source", "the source instead of rubygems.org"),
];

const SOURCE: &[Argument] = &[word("name", "the URL; the ID if left out"), RUBY, USER];

/// The functions of `gem`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other("installed", &["gem.installed"], INSTALLED, "Installs a package of Ruby.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("removed", &["gem.removed"], &[NAME, RUBY, USER, GEM_BIN], "Removes a package of Ruby.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other("sources_add", &["gem.sources_add"], SOURCE, "Adds a source of packages of Ruby.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "sources_remove",
        &["gem.sources_remove"],
        SOURCE,
        "Removes a source of packages of Ruby.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
];
