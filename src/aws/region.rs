//! Region names: impossible ones are refused early.

use model::problem::did_you_mean;

/// Regions for suggestions. A newer region is accepted although it is not in the list.
///
/// See <https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html>.
const REGIONS: &[&str] = &[
    "af-south-1",
    "ap-east-1",
    "ap-east-2",
    "ap-northeast-1",
    "ap-northeast-2",
    "ap-northeast-3",
    "ap-south-1",
    "ap-south-2",
    "ap-southeast-1",
    "ap-southeast-2",
    "ap-southeast-3",
    "ap-southeast-4",
    "ap-southeast-5",
    "ap-southeast-7",
    "ca-central-1",
    "ca-west-1",
    "cn-north-1",
    "cn-northwest-1",
    "eu-central-1",
    "eu-central-2",
    "eu-north-1",
    "eu-south-1",
    "eu-south-2",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "il-central-1",
    "me-central-1",
    "me-south-1",
    "mx-central-1",
    "sa-east-1",
    "us-east-1",
    "us-east-2",
    "us-gov-east-1",
    "us-gov-west-1",
    "us-west-1",
    "us-west-2",
];

/// `Ok` for a possible region name, else the most similar known one.
///
/// # Errors
/// The nearest known region, if any is similar, when `name` does not have the form `area-direction-number`.
pub fn check(name: &str) -> Result<(), Option<&'static str>> {
    if REGIONS.contains(&name) || (has_region_form(name) && is_known_area(name)) {
        return Ok(());
    }
    Err(did_you_mean(name, REGIONS.iter().copied()))
}

/// The region that host names spell without dashes: `useast1`.
pub fn by_convention(name: &str) -> Option<&'static str> {
    REGIONS.iter().copied().find(|region| *region == name || region.replace('-', "") == name)
}

fn has_region_form(name: &str) -> bool {
    let parts: Vec<&str> = name.split('-').collect();
    let [words @ .., number] = parts.as_slice() else { return false };
    let is_word = |word: &&str| word.len() >= 2 && word.chars().all(|letter| letter.is_ascii_lowercase());
    words.len() >= 2 && words.iter().all(is_word) && number.parse::<u8>().is_ok()
}

/// The list of directions is complete; new areas appear.
fn is_known_area(name: &str) -> bool {
    const DIRECTIONS: &[&str] = &[
        "central",
        "east",
        "north",
        "northeast",
        "northwest",
        "south",
        "southeast",
        "southwest",
        "west",
        "isoe",
        "isof",
    ];
    name.split('-').rev().nth(1).is_some_and(|direction| DIRECTIONS.contains(&direction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_and_future_regions_pass() {
        assert_eq!(check("us-east-1"), Ok(()));
        assert_eq!(check("us-iso-east-1"), Ok(()));
        assert_eq!(check("xx-north-9"), Ok(()));
    }

    #[test]
    fn names_that_cannot_be_regions_are_refused_with_a_suggestion() {
        assert_eq!(check("useast1"), Err(Some("us-east-1")));
        assert!(check("us-nowhere-9").is_err());
        assert!(check("").is_err());
    }
}
