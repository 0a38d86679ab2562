//! `pip.installed`: packages, files of requirements, editable directories.

use super::spec;
use super::want::Want;
use crate::{Call, Intent};
use machine::python::{Package, Packages, Pip, PipError, normal, said};
use model::{Map, Outcome, Value, chain};

/// The present packages, and the plan of pip.
#[derive(Debug)]
pub struct Found {
    pip: Pip,
    words: Vec<String>,
    wants: Vec<Want>,
    already: Vec<String>,
    installed: Packages,
    /// The packages that pip would install; nothing if it cannot report them.
    foreseen: Option<Packages>,
    warnings: Vec<String>,
    /// True if present packages do not count.
    is_forced: bool,
    requirements: Option<String>,
    editable: Option<String>,
}

pub(super) async fn describe(call: &Call<'_>) -> Result<Found, Outcome> {
    let fields = call.fields;
    let pip = spec::pip(call, fields.text("bin_env").as_deref())?;
    let failed =
        |error: PipError| Outcome::failed(format!("Error installing '{}': {}", call.name, chain(&error)));
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let is_forced = flag("force_reinstall") || flag("ignore_installed");
    let editable = fields.texts("editable").filter(|editable| !editable.is_empty());
    let named = fields.texts("requirements").filter(|files| !files.is_empty());
    let mut words = spec::options(call);
    let written = fields.texts("pkgs").filter(|all| !all.is_empty());
    let read = written.unwrap_or_else(|| vec![call.name.to_owned()]);
    for all in [&words, &read, editable.as_ref().unwrap_or(&vec![])] {
        Pip::check(all).map_err(failed)?;
    }
    let mut found = Found {
        installed: pip.list().await.map_err(failed)?,
        pip,
        words: vec![],
        wants: vec![],
        already: vec![],
        foreseen: None,
        warnings: vec![],
        is_forced,
        requirements: named.as_ref().map(|files| files.join(", ")),
        editable: None,
    };
    if named.is_some() || editable.is_some() {
        words.extend(spec::requirements(call)?);
        let origins =
            if editable.is_some() { found.pip.origins().await.map_err(failed)? } else { Packages::new() };
        let is_missing = |place: &String| is_forced || flag("upgrade") || !is_edited(place, &origins);
        let missing: Vec<String> = editable.into_iter().flatten().filter(is_missing).collect();
        words.extend(missing.iter().flat_map(|place| ["--editable".to_owned(), place.clone()]));
        found.editable = (!missing.is_empty()).then(|| missing.join(", "));
    } else {
        let (mut wants, mut wrong) = (vec![], vec![]);
        for written in &read {
            match Want::of(written) {
                Ok(want) => wants.push(want),
                Err(why) => wrong.push(why),
            }
        }
        if !wrong.is_empty() {
            return Err(Outcome::failed(wrong.join("\n")));
        }
        let looks = !is_forced && !flag("upgrade");
        let (there, missing): (Vec<Want>, Vec<Want>) =
            wants.into_iter().partition(|want| looks && want.is_fulfilled(&found.installed));
        found.already = there.into_iter().map(|want| want.written).collect();
        found.wants = missing;
    }
    found.words = words;
    if found.editable.is_none() && found.is_more() {
        found.foresee(flag("upgrade")).await;
    }
    Ok(found)
}

/// True if a directory, or the repository of a URL that names its package (`#egg=a`), is installed as editable.
fn is_edited(place: &str, origins: &Packages) -> bool {
    let is_of = |name: &String, package: &Package| {
        let origin = package.origin.as_ref();
        let is_edited = origin.and_then(|origin| origin.pointer("/dir_info/editable")) == Some(&true.into());
        let url =
            origin.and_then(|origin| origin.get("url")).and_then(|url| url.as_str()).unwrap_or_default();
        is_edited
            && match place.split_once("#egg=") {
                Some((_, egg)) => normal(egg.split(['&', '[']).next().unwrap_or(egg)) == *name,
                None => url.strip_prefix("file://") == Some(place.trim_end_matches('/')),
            }
    };
    origins.iter().any(|(name, package)| is_of(name, package))
}

impl Found {
    fn is_more(&self) -> bool {
        !self.wants.is_empty() || self.requirements.is_some() || self.editable.is_some()
    }

    fn all_words(&self) -> Vec<String> {
        self.words.iter().chain(self.wants.iter().map(|want| &want.written)).cloned().collect()
    }

    /// Asks pip for its plan, and drops the packages that are already installed.
    async fn foresee(&mut self, upgrades: bool) {
        (self.foreseen, self.warnings) = spec::foreseen(&self.pip, &self.all_words(), self.is_forced).await;
        let Some(would) = &self.foreseen else { return };
        let has_places = would.values().any(|package| package.origin.is_some());
        let is_asked_for = |want: &Want| match &want.name {
            Some(name) => {
                (!upgrades && !want.is_for_pip()) || self.is_forced || would.contains_key(&normal(name))
            }
            None => has_places,
        };
        let (wanted, there): (Vec<Want>, Vec<Want>) = self.wants.drain(..).partition(is_asked_for);
        self.already.extend(there.into_iter().map(|want| want.written));
        self.wants = wanted;
        if self.requirements.is_some() && would.is_empty() {
            self.requirements = None;
        }
    }

    fn changes(&self, after: Option<&Packages>) -> Map {
        let mut changes = Map::new();
        for want in &self.wants {
            let Some(name) = &want.name else {
                changes.insert(format!("{}==???", want.written).into(), "Installed".into());
                continue;
            };
            let key = normal(name);
            let old = self.installed.get(&key).filter(|_| !self.is_forced).map(|package| &package.version);
            let new = after.and_then(|after| after.get(&key)).map(|package| package.version.as_str());
            let new = new.or_else(|| want.exact());
            if let Some(new) = new.filter(|new| old.is_none_or(|old| old != new)) {
                changes.insert(format!("{name}=={new}").into(), "Installed".into());
            }
        }
        changes
    }

    fn with_already(&self, last: &str) -> String {
        let already = self.already.iter().map(|it| format!("Python package {it} was already installed\n"));
        already.collect::<String>() + last
    }

    /// The report for files and editable directories.
    fn other_changes(&self, requirements: bool) -> Map {
        let requirements = (requirements && self.requirements.is_some()).then_some("requirements");
        let editable = self.editable.is_some().then_some("editable");
        requirements.into_iter().chain(editable).map(|key| (key.into(), Value::from(true))).collect()
    }
}

pub(super) fn diff(call: &Call<'_>, found: Found) -> Intent<Box<Found>> {
    if !found.is_more() {
        let is_given = |name: &str| call.fields.texts(name).is_some_and(|given| !given.is_empty());
        let newest = if call.fields.boolean("upgrade") == Some(true) { " and up-to-date" } else { "" };
        return Intent::Settled(Outcome::succeeded(if is_given("requirements") {
            "Requirements were already installed.".to_owned()
        } else if is_given("editable") {
            "Package is already installed in editable mode.".to_owned()
        } else {
            found.with_already(&format!("All specified packages are already installed{newest}"))
        }));
    }
    let mut comments = vec![];
    if let Some(files) = &found.requirements {
        comments.push(format!("Requirements file '{files}' will be processed."));
    }
    if let Some(place) = &found.editable {
        comments.push(format!(
            "Package will be installed in editable mode (i.e. setuptools \"develop mode\") from {place}."
        ));
    }
    let written: Vec<&str> = found.wants.iter().map(|want| want.written.as_str()).collect();
    match written.as_slice() {
        [] => {}
        [one] => comments.push(format!("Python package {one} is set to be installed")),
        many => comments.push(format!("Python package(s) set to be installed:\n{}", many.join("\n"))),
    }
    let mut changes = found.changes(found.foreseen.as_ref());
    changes.extend(found.other_changes(true));
    let foreseen =
        Outcome { changes, warnings: found.warnings.clone(), ..Outcome::would_change(comments.join(" ")) };
    Intent::Act { foreseen, step: Box::new(found) }
}

pub(super) async fn apply(found: Found) -> Outcome {
    let mut words = vec!["install"];
    let named: Vec<&str> = found.wants.iter().map(|want| want.written.as_str()).collect();
    let all = found.all_words();
    words.extend(all.iter().map(String::as_str));
    let failure = |why: &str| {
        let mut comments = vec![];
        if let Some(files) = &found.requirements {
            comments.push(format!("Unable to process requirements file \"{files}\""));
        }
        if let Some(place) = &found.editable {
            comments.push(format!("Unable to install from VCS checkout {place}."));
        }
        if !named.is_empty() {
            comments.push(found.with_already(&format!("Failed to install packages: {}.", named.join(", "))));
        }
        Outcome::failed(format!("{} Error: {why}", comments.join(" ")))
    };
    match found.pip.run(&words).await {
        Err(error) => return failure(&chain(&error)),
        Ok(finished) if !finished.is_success() => return failure(&said(&finished)),
        Ok(_) => {}
    }
    let after = match found.pip.list().await {
        Ok(after) => after,
        Err(error) => return failure(&chain(&error)),
    };
    let mut comments = vec![];
    let is_changed = found.foreseen.is_some() || found.is_forced || after != found.installed;
    if let Some(files) = &found.requirements {
        comments.push(if is_changed {
            format!("Successfully processed requirements file {files}.")
        } else {
            "Requirements were already installed.".to_owned()
        });
    }
    if let Some(place) = &found.editable {
        comments.push(format!("Package successfully installed from VCS checkout {place}."));
    }
    if !named.is_empty() {
        comments.push(found.with_already("All packages were successfully installed"));
    }
    let mut changes = found.changes(Some(&after));
    changes.extend(found.other_changes(is_changed));
    Outcome { changes, ..Outcome::succeeded(comments.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_held_against_what_is_there() {
        let package =
            |version: &str| Package { name: "My.Pkg".into(), version: version.into(), origin: None };
        let installed = Packages::from([("my-pkg".to_owned(), package("1.4"))]);
        for (written, fits) in [
            ("my_pkg", true),
            ("My-Pkg[extra] >= 1.2, < 2", true),
            ("my.pkg==1.4.0", true),
            ("my.pkg==1.5", false),
            ("my.pkg (~=1.3)", true),
            ("other", false),
            ("./my-pkg", false),
            ("git+https://example.com/my-pkg.git", false),
        ] {
            assert_eq!(Want::of(written).map(|want| want.is_fulfilled(&installed)), Ok(fits), "{written}");
        }
        assert!(Want::of("a=1").is_err_and(|why| why.contains("'=' is not supported, use '==' instead")));
        assert!(Want::of("a b").is_err() && Want::of("==1").is_err());
        assert_eq!(
            Want::of("a==1.0").map(|want| want.exact().map(str::to_owned)),
            Ok(Some("1.0".to_owned()))
        );
        assert!(Want::of("a; python_version < '3'").is_ok_and(|want| want.is_for_pip()));
    }
}
