//! Conditions on versions of Python's packages.
//!
//! The conditions of the crate differ from pip's: there `2` equals `2.10.*`, and `1.0a1` does not come before `1.0a2`.
//!
//! See <https://packaging.python.org/en/latest/specifications/version-specifiers/>.

use pep440_rs::Version;

/// True if a version fulfils a condition such as `>=` `1.2`; a text that is not a version fulfils only `===`.
pub fn fulfils(version: &str, operator: &str, wanted: &str) -> bool {
    if operator == "===" {
        return version == wanted;
    }
    let bare = wanted.strip_suffix(".*");
    let (Ok(own), Ok(other)) = (version.parse::<Version>(), bare.unwrap_or(wanted).parse::<Version>()) else {
        return false;
    };
    let own = if other.local().is_empty() { own.without_local() } else { own };
    let begins_with = |numbers: &[u64]| {
        let release = own.release().iter().copied().chain(std::iter::repeat(0));
        own.epoch() == other.epoch() && release.zip(numbers).all(|(number, wanted)| number == *wanted)
    };
    match operator {
        "==" | "!=" => {
            let is_equal = if bare.is_some() { begins_with(other.release()) } else { own == other };
            is_equal == (operator == "==")
        }
        ">=" => own >= other,
        "<=" => own <= other,
        "<" => own < other && (other.any_prerelease() || final_of(&own) != other),
        ">" => own > other && (other.is_post() || own.clone().with_post(None).with_dev(None) != other),
        "~=" => own >= other && other.release().split_last().is_some_and(|(_, first)| begins_with(first)),
        _ => false,
    }
}

/// The release that a pre-release comes before.
fn final_of(version: &Version) -> Version {
    let after = version.post().filter(|_| !version.is_pre());
    version.clone().with_pre(None).with_post(after).with_dev(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_fulfil_conditions_as_python_has_them() {
        for (version, operator, wanted, fits) in [
            ("1.0", "==", "1", true),
            ("1.0.1", "==", "1.0", false),
            ("1.0.1", "==", "1.0.*", true),
            ("1.10", "==", "1.1.*", false),
            ("1", "==", "1.10.*", false),
            ("1.10", ">", "1.9", true),
            ("1.0rc1", "<", "1.0", false),
            ("1.0rc1", "<=", "1.0", true),
            ("1.0rc1", "<", "1.0rc2", true),
            ("1.0rc2", "<", "1.0rc1", false),
            ("1.0rc1", ">=", "1.0b2", true),
            ("1.0.dev3", "<", "1.0a1", true),
            ("1.0.post1", ">", "1.0", false),
            ("1.0-1", "==", "1.0.post1", true),
            ("1.0+cpu", "==", "1.0", true),
            ("1.0", "==", "1.0+cpu", false),
            ("2.2.9", "~=", "2.2", true),
            ("3.0", "~=", "2.2", false),
            ("2.3.0", "~=", "2.2.1", false),
            ("1!0.5", ">", "9", true),
            ("1.0a1", "<", "1!1.0", true),
            ("1.0a1.post1", "<", "1.0", false),
            ("1.0.post1.dev3", ">", "1.0", false),
            ("1.5", "!=", "1.5", false),
            ("odd", "===", "odd", true),
            ("odd", ">=", "0", false),
        ] {
            assert_eq!(fulfils(version, operator, wanted), fits, "{version} {operator} {wanted}");
        }
    }
}
