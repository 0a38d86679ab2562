//! Groups of packages of dnf and yum.

use std::collections::BTreeSet;

use super::cache::DEADLINE;
use super::{PackageError, dnf, succeeded};
use crate::process::Command;

/// An environment has groups; these have packages. No real group is nested deeper.
const MOST: usize = 200;

/// The packages of a group.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Group {
    /// The mandatory packages.
    pub mandatory: BTreeSet<String>,
    /// The default packages.
    pub default: BTreeSet<String>,
    /// The optional packages.
    pub optional: BTreeSet<String>,
}

/// The repositories in which the packages of a group are looked for, and the packages that are left out.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sources {
    /// Only these repositories.
    pub from: Option<String>,
    /// Also these repositories.
    pub enable: Option<String>,
    /// Without these repositories.
    pub disable: Option<String>,
}

impl Sources {
    /// The options of dnf and yum.
    pub fn options(&self) -> Vec<String> {
        match &self.from {
            Some(from) => vec!["--disablerepo=*".to_owned(), format!("--enablerepo={from}")],
            None => {
                let disable = self.disable.iter().map(|name| format!("--disablerepo={name}"));
                disable.chain(self.enable.iter().map(|name| format!("--enablerepo={name}"))).collect()
            }
        }
    }
}

/// The facts of dnf about one name.
#[derive(Debug, Default, Eq, PartialEq)]
struct GroupInfo {
    /// True if it has groups.
    is_environment: bool,
    members: Group,
}

impl Group {
    /// A group by its name or ID, with the groups of an environment; none if there is no such group.
    ///
    /// # Errors
    /// The package manager cannot be asked.
    pub async fn find(name: &str, sources: &Sources) -> Result<Option<Self>, PackageError> {
        let Some(said) = ask(name, sources).await? else { return Ok(None) };
        if !said.is_environment {
            return Ok(Some(said.members));
        }
        let mut group = Self::default();
        let members = [said.members.mandatory, said.members.default, said.members.optional];
        for member in members.into_iter().flatten().take(MOST) {
            // Older versions find an ID that is also a part of other names only with "@".
            let found = match ask(&member, sources).await? {
                Some(found) => Some(found),
                None => ask(&format!("@{member}"), sources).await?,
            };
            let Some(found) = found else { continue };
            group.mandatory.extend(found.members.mandatory);
            group.default.extend(found.members.default);
            group.optional.extend(found.members.optional);
        }
        Ok(Some(group))
    }
}

async fn ask(name: &str, sources: &Sources) -> Result<Option<GroupInfo>, PackageError> {
    let words = [dnf().to_owned(), "--quiet".to_owned()].into_iter().chain(sources.options());
    let words = words.chain(["group".to_owned(), "info".to_owned(), name.to_owned()]);
    let command = Command::argv(words).env("LC_ALL", "C.UTF-8").timeout(DEADLINE);
    match succeeded("ask what is in a group of packages", &command).await {
        Ok(text) => Ok(read(&text)),
        // dnf reports a missing group as an error. It reports a repository that it cannot reach as an error too, and names the
        // repository.
        Err(PackageError::Refused { said, .. }) if is_unknown(&said) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_unknown(said: &str) -> bool {
    let mut lines = said.lines().map(str::to_lowercase);
    said.starts_with("code ")
        || lines.any(|line| {
            line.contains("group") && (line.contains("is not available") || line.contains("does not exist"))
                || line.contains("no match for argument")
                || line.contains("no groups found")
        })
}

/// Reads the output of `group info`: facts, and lists under headings. dnf 5 writes the first of a list beside its heading.
fn read(text: &str) -> Option<GroupInfo> {
    let mut said = GroupInfo::default();
    let mut list: Option<&str> = None;
    let mut is_group = false;
    for line in text.lines() {
        let bare = line.trim().trim_start_matches(|letter: char| letter.is_ascii_punctuation()).trim();
        let (head, rest) = bare.split_once(':').map_or(("", bare), |(head, rest)| (head.trim(), rest.trim()));
        let head = head.to_lowercase();
        let heading = head.strip_suffix(" groups").or_else(|| head.strip_suffix(" packages"));
        let member = match (heading, head.as_str()) {
            (Some(kind), _) => {
                list = ["mandatory", "default", "optional", "conditional"]
                    .into_iter()
                    .find(|known| *known == kind);
                rest
            }
            (None, "") => rest,
            (None, "environment group" | "environment-id") => {
                (said.is_environment, is_group, list) = (true, true, None);
                continue;
            }
            (None, "group" | "group-id" | "id" | "name") => {
                (is_group, list) = (true, None);
                continue;
            }
            (None, _) => continue,
        };
        let members = match list {
            Some("mandatory") => &mut said.members.mandatory,
            Some("default") => &mut said.members.default,
            Some("optional") => &mut said.members.optional,
            _ => continue,
        };
        if !member.is_empty() {
            members.insert(member.to_owned());
        }
    }
    is_group.then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: &BTreeSet<String>) -> Vec<&str> {
        set.iter().map(String::as_str).collect()
    }

    #[test]
    fn what_dnf_and_yum_print_is_read() {
        let dnf = "Group: Load Balancer\n Description: Tools.\n Mandatory Packages:\n   piranha\n   ipvsadm\n \
                   Default Packages:\n   +keepalived\n Optional Packages:\n   =haproxy\n Conditional Packages:\n   odd\n";
        let said = read(dnf).expect("a group");
        assert!(!said.is_environment);
        assert_eq!(names(&said.members.mandatory), ["ipvsadm", "piranha"]);
        assert_eq!(names(&said.members.default), ["keepalived"]);
        assert_eq!(names(&said.members.optional), ["haproxy"]);
    }

    #[test]
    fn what_dnf_5_prints_is_read() {
        let dnf = "Id                   : web\nName                 : Web Server\nDescription          : \nInstalled            : no\n\
                   Mandatory packages   : httpd\n                     : mod_ssl\nDefault packages     : php\n";
        let said = read(dnf).expect("a group");
        assert_eq!(names(&said.members.mandatory), ["httpd", "mod_ssl"]);
        assert_eq!(names(&said.members.default), ["php"]);
    }

    #[test]
    fn an_environment_has_groups() {
        let text = "Environment Group: Server\n Description: A server.\n Mandatory Groups:\n   Core\n   Standard\n Optional Groups:\n   Web Server\n";
        let said = read(text).expect("an environment");
        assert!(said.is_environment);
        assert_eq!(names(&said.members.mandatory), ["Core", "Standard"]);
        assert_eq!(names(&said.members.optional), ["Web Server"]);
        assert_eq!(read("Last metadata expiration check: 0:00:16 ago.\n"), None);
    }

    #[test]
    fn repositories_are_options() {
        let sources = |from: Option<&str>| Sources {
            from: from.map(str::to_owned),
            enable: Some("more".to_owned()),
            disable: Some("less".to_owned()),
        };
        assert_eq!(sources(Some("a,b")).options(), ["--disablerepo=*", "--enablerepo=a,b"]);
        assert_eq!(sources(None).options(), ["--disablerepo=less", "--enablerepo=more"]);
    }
}
