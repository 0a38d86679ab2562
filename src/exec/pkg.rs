//! `pkg.*`: packages, which these functions only read; states install and remove them.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.aptpkg.html>.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::call::{Bound, CallError};
use super::signature::{ANYTHING, flag, required, takes};
use super::{Context, Function};
use machine::package;
use model::Effect::{ReadsMachine, RunsPrograms};
use model::{Map, Shape, Value, glob};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "pkg.version",
        signature: ANYTHING,
        doc: "Returns the installed version of packages: a text for one, a mapping for several.",
        returns: "a text for one name, a mapping for several",
        does: &[ReadsMachine, RunsPrograms],
        call: |context, bound| {
            let all = installed(context, bound)?;
            let versions = |name: &str| all.get(name).map(|all| all.join(",")).unwrap_or_default();
            Ok(of_names(bound, |name| {
                if glob::is_glob(name) {
                    let fitting = all.keys().filter(|known| glob::is_match(name, known));
                    return fitting.map(|known| (known.clone(), versions(known))).collect();
                }
                vec![(name.to_owned(), versions(name))]
            }))
        },
    },
    Function {
        name: "pkg.list_pkgs",
        signature: takes(&[
            flag("versions_as_list", false, "True: versions as a list"),
            flag("removed", false, "accepted as in Salt, without effect"),
            flag("purge_desired", false, "accepted as in Salt, without effect"),
        ])
        .and_named(),
        doc: "Returns the installed packages and their versions.",
        returns: "a mapping: names and versions",
        does: &[ReadsMachine, RunsPrograms],
        call: |context, bound| {
            let lists = bound.is_true("versions_as_list");
            let shown =
                |versions: Vec<String>| if lists { versions.into() } else { Value::from(versions.join(",")) };
            Ok(installed(context, bound)?
                .into_iter()
                .map(|(name, versions)| (name, shown(versions)))
                .collect())
        },
    },
    Function {
        name: "pkg.latest_version",
        signature: ANYTHING,
        doc: "Returns the version that an installation would install, empty if the newest is installed.",
        returns: "a text for one name, a mapping for several",
        does: &[ReadsMachine, RunsPrograms],
        call: latest,
    },
    Function {
        name: "pkg.available_version",
        signature: ANYTHING,
        doc: "The same as pkg.latest_version.",
        returns: "a text for one name, a mapping for several",
        does: &[ReadsMachine, RunsPrograms],
        call: latest,
    },
    Function {
        name: "pkg.upgrade_available",
        signature: takes(&[required("name", Shape::Text, "its name")]).and_named(),
        doc: "Returns whether there is a newer version than the installed one.",
        returns: "a boolean",
        does: &[ReadsMachine, RunsPrograms],
        call: |context, bound| {
            let newer = newer(context, bound, &installed(context, bound)?, &bound.text("name"))?;
            Ok((!newer.is_empty()).into())
        },
    },
    Function {
        name: "pkg.version_cmp",
        signature: takes(&[
            required("pkg1", Shape::Text, "the first version"),
            required("pkg2", Shape::Text, "the second version"),
            flag("ignore_epoch", false, "True: the part before the colon does not count"),
        ])
        .and_named(),
        doc: "Returns -1, 0 or 1: whether the first version is older, the same or newer.",
        returns: "-1, 0 or 1",
        does: &[],
        call: |context, bound| {
            let version = |name: &str| {
                let text = bound.text(name);
                match text.split_once(':') {
                    Some((_, rest)) if bound.is_true("ignore_epoch") => rest.to_owned(),
                    _ => text,
                }
            };
            Ok(Value::Int(match package::compare(family(context), &version("pkg1"), &version("pkg2")) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }))
        },
    },
    Function {
        name: "pkg.normalize_name",
        signature: takes(&[required("name", Shape::Text, "its name")]),
        doc: "Returns the name of a package without the architecture of this machine.",
        returns: "a name",
        does: &[],
        call: |context, bound| {
            let name = bound.text("name");
            let own =
                ["osarch", "cpuarch"].map(|grain| context.minion.grains.get(grain).and_then(Value::as_str));
            let is_own = |arch: &str| {
                arch == "all" || arch == package::native(package::Family::Debian) || own.contains(&Some(arch))
            };
            let bare = name.rsplit_once(':').filter(|(_, arch)| is_own(arch)).map(|(bare, _)| bare);
            Ok(bare.unwrap_or(&name).into())
        },
    },
    Function {
        name: "pkg.parse_arch",
        signature: takes(&[required("name", Shape::Text, "its name")]),
        doc: "Returns name and architecture of a package's name.",
        returns: "a mapping: name, arch",
        does: &[],
        call: |_, bound| {
            let text = bound.text("name");
            let (name, arch) =
                text.rsplit_once(':').map_or((text.as_str(), None), |(name, arch)| (name, Some(arch)));
            Ok([("name", Value::from(name)), ("arch", arch.into())].into_iter().collect())
        },
    },
    Function {
        name: "pkg.owner",
        signature: ANYTHING,
        doc: "Returns the packages that own files: a text for one, a mapping for several.",
        returns: "a text for one path, a mapping for several",
        does: &[ReadsMachine, RunsPrograms],
        call: |context, bound| {
            let mut found = vec![];
            for path in bound.rest_texts() {
                let owner = package::owner(family(context), &path).map_err(|error| bound.failed(&error))?;
                found.push((path, owner.unwrap_or_default()));
            }
            Ok(one_or_all(found))
        },
    },
    Function {
        name: "pkg.file_list",
        signature: ANYTHING,
        doc: "Lists the files of packages.",
        returns: "a mapping: errors, files",
        does: &[ReadsMachine, RunsPrograms],
        call: |context, bound| {
            let mut files = vec![];
            for name in bound.rest_texts() {
                files.extend(package::files(family(context), &name).map_err(|error| bound.failed(&error))?);
            }
            Ok([("errors", Value::List(vec![])), ("files", files.into())].into_iter().collect())
        },
    },
    Function {
        name: "pkg.file_dict",
        signature: ANYTHING,
        doc: "Lists the files of packages, by package.",
        returns: "a mapping: errors, packages",
        does: &[ReadsMachine, RunsPrograms],
        call: |context, bound| {
            let mut packages = Map::new();
            for name in bound.rest_texts() {
                let files = package::files(family(context), &name).map_err(|error| bound.failed(&error))?;
                packages.insert(name.as_str().into(), files.into());
            }
            Ok([("errors", Value::List(vec![])), ("packages", Value::Map(packages))].into_iter().collect())
        },
    },
];

type Installed = BTreeMap<String, Vec<String>>;

fn family(context: &Context<'_>) -> Option<package::Family> {
    package::family(context.minion.package_manager())
}

fn installed(context: &Context<'_>, bound: &Bound) -> Result<Installed, CallError> {
    package::installed(family(context)).map_err(|error| bound.failed(&error))
}

fn of_names(bound: &Bound, of: impl Fn(&str) -> Vec<(String, String)>) -> Value {
    let names = bound.rest_texts();
    let found: Vec<_> = names.iter().flat_map(|name| of(name)).collect();
    match (&names[..], &found[..]) {
        ([name], [(known, version)]) if name == known => version.as_str().into(),
        _ => found.into_iter().collect(),
    }
}

fn one_or_all(mut found: Vec<(String, String)>) -> Value {
    match found.pop() {
        Some((_, only)) if found.is_empty() => only.into(),
        last => found.into_iter().chain(last).collect(),
    }
}

/// The available version, if it is newer than the installed one.
fn newer(
    context: &Context<'_>,
    bound: &Bound,
    installed: &Installed,
    name: &str,
) -> Result<String, CallError> {
    let family = family(context);
    let candidate =
        package::candidate(family, name).map_err(|error| bound.failed(&error))?.unwrap_or_default();
    let is_newer = |old: &String| package::compare(family, &candidate, old) == Ordering::Greater;
    let wanted = installed.get(name).is_none_or(|versions| versions.iter().all(is_newer));
    Ok(if wanted { candidate } else { String::new() })
}

fn latest(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let all = installed(context, bound)?;
    let mut found = vec![];
    for name in bound.rest_texts() {
        let version = newer(context, bound, &all, &name)?;
        found.push((name, version));
    }
    Ok(one_or_all(found))
}
