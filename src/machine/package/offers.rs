//! The packages that the repositories offer.

use std::collections::BTreeMap;

use super::cache::DEADLINE;
use super::{Family, PackageError, dnf, succeeded};
use crate::process::Command;

/// The offered versions of one package.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Offer {
    /// The version that an installation would give.
    pub candidate: Option<String>,
    /// All versions, the newest first.
    pub versions: Vec<String>,
}

/// The offers for packages. A package that no repository has is left out.
///
/// # Errors
///
/// The package manager cannot be asked.
pub async fn offers(
    family: Family,
    names: &[String],
    from: Option<&str>,
) -> Result<BTreeMap<String, Offer>, PackageError> {
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut words: Vec<String> = match family {
        Family::Debian => ["apt-cache", "-q", "policy"].map(str::to_owned).to_vec(),
        Family::RedHat => {
            let program = dnf();
            [program, "repoquery", "-q", "--showduplicates", "--qf", "%{name} %{evr}\n"]
                .map(str::to_owned)
                .to_vec()
        }
    };
    words.extend(names.iter().cloned());
    if let (Family::Debian, Some(from)) = (family, from) {
        words.extend(["-o".to_owned(), format!("APT::Default-Release={from}")]);
    }
    let command = Command::argv(words).env("LC_ALL", "C.UTF-8").timeout(DEADLINE);
    let said = succeeded("ask what the repositories have", &command).await?;
    Ok(match family {
        Family::Debian => of_apt(&said),
        Family::RedHat => of_dnf(&said),
    })
}

/// Reads the text of `apt-cache policy`: a name at the margin, its candidate, and a table of versions that is indented by five
/// characters.
fn of_apt(text: &str) -> BTreeMap<String, Offer> {
    let mut found: BTreeMap<String, Offer> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(head) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            head.clone_into(&mut name);
            continue;
        }
        let offer = found.entry(name.clone()).or_default();
        let trimmed = line.trim();
        if let Some(candidate) = trimmed.strip_prefix("Candidate:") {
            let candidate = candidate.trim();
            offer.candidate = (candidate != "(none)").then(|| candidate.to_owned());
        } else if line.starts_with(" *** ") || (line.starts_with("     ") && !line.starts_with("      ")) {
            let version = trimmed.trim_start_matches("*** ").split_whitespace().next();
            offer.versions.extend(version.map(str::to_owned));
        }
    }
    found.retain(|_, offer| offer.candidate.is_some() || !offer.versions.is_empty());
    found
}

fn of_dnf(text: &str) -> BTreeMap<String, Offer> {
    let mut found: BTreeMap<String, Offer> = BTreeMap::new();
    for line in text.lines() {
        let Some((name, version)) = line.trim().split_once(' ') else { continue };
        let version = version.trim().trim_start_matches("0:");
        found.entry(name.to_owned()).or_default().versions.push(version.to_owned());
    }
    for offer in found.values_mut() {
        offer.versions.sort_by(|one, other| super::compare_rpm(other, one));
        offer.versions.dedup();
        offer.candidate = offer.versions.first().cloned();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_of_apt_is_read() {
        let text = "a:\n  Installed: 1.0\n  Candidate: 2.0\n  Version table:\n     2.0 500\n        500 http://x stable/main\n \
                    *** 1.0 100\n        100 /var/lib/dpkg/status\nb:\n  Installed: (none)\n  Candidate: (none)\n  Version table:\n";
        let found = of_apt(text);
        assert_eq!(found["a"].candidate.as_deref(), Some("2.0"));
        assert_eq!(found["a"].versions, ["2.0", "1.0"]);
        assert!(!found.contains_key("b"));
    }

    #[test]
    fn the_newest_version_of_dnf_is_the_candidate() {
        let found = of_dnf("a 0:1.2-1\na 0:1.10-1\nb 2:1-1\n");
        assert_eq!(found["a"].versions, ["1.10-1", "1.2-1"]);
        assert_eq!(found["b"].candidate.as_deref(), Some("2:1-1"));
    }
}
