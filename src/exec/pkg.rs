//! `pkg.*`: packages, read alone; states install and remove them.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.aptpkg.html>.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::call::{Bound, CallError};
use super::signature::{ANYTHING, flag, required, takes};
use super::{Context, Function};
use crate::machine::package;
use crate::model::{Map, Value, glob};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "pkg.version",
        ANYTHING,
        "Gives the installed version of packages: a text for one, a mapping for several.",
        |context, bound| {
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
    ),
    Function::new(
        "pkg.list_pkgs",
        takes(&[flag("versions_as_list", false), flag("removed", false), flag("purge_desired", false)])
            .and_named(),
        "Gives the installed packages and their versions.",
        |context, bound| {
            let lists = bound.is_true("versions_as_list");
            let shown =
                |versions: Vec<String>| if lists { versions.into() } else { Value::from(versions.join(",")) };
            Ok(installed(context, bound)?
                .into_iter()
                .map(|(name, versions)| (name, shown(versions)))
                .collect())
        },
    ),
    Function::new(
        "pkg.latest_version",
        ANYTHING,
        "Gives the version that an installation would bring, empty where the newest is installed.",
        latest,
    ),
    Function::new("pkg.available_version", ANYTHING, "The same as pkg.latest_version.", latest),
    Function::new(
        "pkg.upgrade_available",
        takes(&[required("name")]).and_named(),
        "Tells whether there is a newer version than the installed one.",
        |context, bound| {
            let newer = newer(context, bound, &installed(context, bound)?, &bound.text("name"))?;
            Ok((!newer.is_empty()).into())
        },
    ),
    Function::new(
        "pkg.version_cmp",
        takes(&[required("pkg1"), required("pkg2"), flag("ignore_epoch", false)]).and_named(),
        "Gives -1, 0 or 1: whether the first version is older, the same or newer.",
        |context, bound| {
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
    ),
    Function::new(
        "pkg.normalize_name",
        takes(&[required("name")]),
        "Gives the name of a package without the architecture of this machine.",
        |context, bound| {
            let name = bound.text("name");
            let own =
                ["osarch", "cpuarch"].map(|grain| context.minion.grains.get(grain).and_then(Value::as_str));
            let is_own = |arch: &str| {
                arch == "all" || arch == package::native(package::Family::Debian) || own.contains(&Some(arch))
            };
            let bare = name.rsplit_once(':').filter(|(_, arch)| is_own(arch)).map(|(bare, _)| bare);
            Ok(bare.unwrap_or(&name).into())
        },
    ),
    Function::new(
        "pkg.parse_arch",
        takes(&[required("name")]),
        "Gives name and architecture of a package's name.",
        |_, bound| {
            let text = bound.text("name");
            let (name, arch) =
                text.rsplit_once(':').map_or((text.as_str(), None), |(name, arch)| (name, Some(arch)));
            Ok([("name", Value::from(name)), ("arch", arch.into())].into_iter().collect())
        },
    ),
    Function::new(
        "pkg.owner",
        ANYTHING,
        "Gives the packages that files belong to: a text for one, a mapping for several.",
        |context, bound| {
            let mut found = vec![];
            for path in bound.rest_texts() {
                let owner = package::owner(family(context), &path).map_err(|error| bound.failed(&error))?;
                found.push((path, owner.unwrap_or_default()));
            }
            Ok(one_or_all(found))
        },
    ),
    Function::new("pkg.file_list", ANYTHING, "Lists the files of packages.", |context, bound| {
        let mut files = vec![];
        for name in bound.rest_texts() {
            files.extend(package::files(family(context), &name).map_err(|error| bound.failed(&error))?);
        }
        Ok([("errors", Value::List(vec![])), ("files", files.into())].into_iter().collect())
    }),
    Function::new("pkg.file_dict", ANYTHING, "Lists the files of packages, by package.", |context, bound| {
        let mut packages = Map::new();
        for name in bound.rest_texts() {
            let files = package::files(family(context), &name).map_err(|error| bound.failed(&error))?;
            packages.insert(name.as_str().into(), files.into());
        }
        Ok([("errors", Value::List(vec![])), ("packages", Value::Map(packages))].into_iter().collect())
    }),
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

/// The version that could be had, if it is newer than what is installed.
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
