//! The changes that the package manager would make, as it reports them.

use std::collections::BTreeMap;

use super::cache::full_name;
use super::{Family, VersionChange};

/// Lines of `apt-get -s`: `Inst name [old] (new where [arch])`, `Remv name [old]`, `Purg name [old]`.
pub(super) fn by_apt(text: &str) -> BTreeMap<String, VersionChange> {
    let mut found: BTreeMap<String, VersionChange> = BTreeMap::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (Some(verb), Some(name)) = (words.next(), words.next()) else { continue };
        let rest: Vec<&str> = words.collect();
        let bracketed = rest.first().and_then(|word| word.strip_prefix('[')?.strip_suffix(']'));
        let old = bracketed.map(str::to_owned);
        match verb {
            "Inst" => {
                let new = rest
                    .iter()
                    .find_map(|word| word.strip_prefix('('))
                    .map(|word| word.trim_end_matches(')'));
                found.insert(name.to_owned(), VersionChange { old, new: new.map(str::to_owned) });
            }
            "Remv" | "Purg" => {
                let known = found.entry(name.to_owned()).or_default();
                known.old = old.or(known.old.take());
            }
            _ => {}
        }
    }
    found
}

/// The table of `dnf --assumeno`: under `Installing:` and similar headings, rows of name, architecture, version, repository and
/// size. A long row continues in the next line.
pub(super) fn by_dnf(
    text: &str,
    installed: &BTreeMap<String, Vec<String>>,
) -> BTreeMap<String, VersionChange> {
    let old = |name: &str| installed.get(name).map(|versions| versions.join(","));
    let (mut found, mut section, mut row) = (BTreeMap::new(), "", vec![]);
    let mut last = String::new();
    for line in text.lines() {
        if let Some(head) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            section = head.split(' ').next().unwrap_or_default();
            continue;
        }
        let mut words = line.split_whitespace().peekable();
        if !line.starts_with(' ') || words.peek().is_none() {
            (section, row) = ("", vec![]);
            continue;
        }
        if words.next_if_eq(&"replacing").is_some() {
            let named = words.next().map(|word| word.rsplit_once('.').map_or(word, |(name, _)| name));
            if let Some(name) = named.filter(|name| *name != last) {
                found.insert(name.to_owned(), VersionChange { old: old(name), new: None });
            }
            continue;
        }
        row.extend(words);
        let [name, architecture, version, _, _, ..] = row[..] else { continue };
        let name = full_name(name, architecture, Family::RedHat);
        let version = version.to_owned();
        let new = match (section, old(&name)) {
            ("Removing", _) => Some(None),
            // Several kernels may be installed at the same time.
            ("Installing", Some(old)) => Some(Some(format!("{old},{version}"))),
            ("Installing" | "Upgrading" | "Downgrading" | "Reinstalling", _) => Some(Some(version)),
            _ => None,
        };
        name.clone_into(&mut last);
        if let Some(new) = new {
            found.insert(name.clone(), VersionChange { old: old(&name), new });
        }
        row.clear();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_apt_foresees_is_read() {
        let text = "Reading package lists...\nInst a (1.0-1 Debian:12.5/stable [amd64])\n\
                    Inst b [1.0] (2.0 Debian:12.5/stable [all]) [c:amd64 ]\nConf a (1.0-1 Debian [amd64])\n\
                    Remv c [3.0] [d:amd64 ]\nPurg e [4.0]\n";
        let found = by_apt(text);
        let pair = |name: &str| {
            let it = &found[name];
            (it.old.as_deref().unwrap_or(""), it.new.as_deref().unwrap_or(""))
        };
        assert_eq!(
            [pair("a"), pair("b"), pair("c"), pair("e")],
            [("", "1.0-1"), ("1.0", "2.0"), ("3.0", ""), ("4.0", "")]
        );
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn what_dnf_foresees_is_read() {
        let text = "Last metadata expiration check: 0:00:16 ago on Sun Nov 22 02:45:33 2026.\nDependencies resolved.\n====\n \
                    Package            Architecture     Version   Repository       Size\n====\nInstalling:\n \
                    a noarch 1:1.0-1 local 6.0 k\n     replacing  gone.noarch 1.0-1\n a-package-with-a-name-that-is-long\n     \
                    i686  2-1  local  6.0 k\nUpgrading:\n b noarch 2.0-1 local 6.0 k\nInstalling dependencies:\n c x86_64 3 local 1 M\n\
                    Removing dependent packages:\n d noarch 1.0-1 @local 4  \n\nTransaction Summary\n====\nInstall  2 Packages\n\n\
                    Total size: 18 k\nOperation aborted.\n";
        let versions = |version: &str| vec![version.to_owned()];
        let installed = [("b", "1.0-1"), ("d", "1.0-1"), ("gone", "1.0-1")];
        let installed = installed.into_iter().map(|(name, version)| (name.to_owned(), versions(version)));
        let found = by_dnf(text, &installed.collect());
        let shown: Vec<String> = found
            .iter()
            .map(|(name, it)| format!("{name} {:?} {:?}", it.old.as_deref(), it.new.as_deref()))
            .collect();
        let long = "a-package-with-a-name-that-is-long.i686 None Some(\"2-1\")";
        let c = if std::env::consts::ARCH == "x86_64" { "c" } else { "c.x86_64" };
        assert_eq!(
            shown,
            [
                "a None Some(\"1:1.0-1\")",
                long,
                "b Some(\"1.0-1\") Some(\"2.0-1\")",
                &format!("{c} None Some(\"3\")"),
                "d Some(\"1.0-1\") None",
                "gone Some(\"1.0-1\") None",
            ]
        );
    }
}
