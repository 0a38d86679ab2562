//! The order of two versions.
//!
//! Debian: <https://www.debian.org/doc/debian-policy/ch-controlfields.html#version>.
//! Red Hat: <https://rpm-software-management.github.io/rpm/man/rpm-version.7>.

use std::cmp::Ordering;

use rpm_version::Evr;

/// Epoch, upstream version and revision; letters before other characters, `~` before everything.
pub fn compare_deb(one: &str, other: &str) -> Ordering {
    let (first, second) = (parts(one), parts(other));
    // dpkg takes an empty version as older than any other.
    let upstream =
        || (!first.1.is_empty()).cmp(&!second.1.is_empty()).then_with(|| compare_text(first.1, second.1));
    number(first.0).cmp(&number(second.0)).then_with(upstream).then_with(|| compare_text(first.2, second.2))
}

fn parts(version: &str) -> (&str, &str, &str) {
    let (epoch, rest) = version.split_once(':').unwrap_or(("", version));
    let (upstream, revision) = rest.rsplit_once('-').unwrap_or((rest, ""));
    (epoch, upstream, revision)
}

fn number(digits: &str) -> u64 {
    digits.parse().unwrap_or(0)
}

/// Runs of other characters and runs of digits, in turn.
fn compare_text(mut one: &str, mut other: &str) -> Ordering {
    while !one.is_empty() || !other.is_empty() {
        let (head, tail) = split(one, |letter| !letter.is_ascii_digit());
        let (other_head, other_tail) = split(other, |letter| !letter.is_ascii_digit());
        let order = compare_signs(head, other_head);
        if order.is_ne() {
            return order;
        }
        let (digits, rest) = split(tail, |letter| letter.is_ascii_digit());
        let (other_digits, other_rest) = split(other_tail, |letter| letter.is_ascii_digit());
        let order = compare_digits(digits, other_digits);
        if order.is_ne() {
            return order;
        }
        (one, other) = (rest, other_rest);
    }
    Ordering::Equal
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !belongs(letter)).unwrap_or(text.len()))
}

fn compare_digits(one: &str, other: &str) -> Ordering {
    let (one, other) = (one.trim_start_matches('0'), other.trim_start_matches('0'));
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

fn compare_signs(one: &str, other: &str) -> Ordering {
    let weight = |letter: Option<char>| match letter {
        None => 0,
        Some('~') => -1,
        Some(letter) if letter.is_ascii_alphabetic() => i64::from(u32::from(letter)),
        Some(letter) => i64::from(u32::from(letter)) + 256,
    };
    let (mut one, mut other) = (one.chars(), other.chars());
    loop {
        let (a, b) = (one.next(), other.next());
        let order = weight(a).cmp(&weight(b));
        if order.is_ne() || (a.is_none() && b.is_none()) {
            return order;
        }
    }
}

/// Epoch, version and release, by the order of rpm. If only one has a release, the release does not count: a user who writes 1.0
/// accepts 1.0-1.
pub fn compare_rpm(one: &str, other: &str) -> Ordering {
    let (first, second) = (parts(one), parts(other));
    let counts = !first.2.is_empty() && !second.2.is_empty();
    let whole = |(epoch, version, release)| Evr::new(epoch, version, if counts { release } else { "" });
    whole(first).cmp(&whole(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_versions_are_ordered_as_dpkg_does() {
        for (one, other, order) in [
            ("1.0", "1.0", Ordering::Equal),
            ("1:1.0", "2.0", Ordering::Greater),
            ("2.0~rc1", "2.0", Ordering::Less),
            ("1.10", "1.9", Ordering::Greater),
            ("1.0-1", "1.0-2", Ordering::Less),
            ("1.0a", "1.0", Ordering::Greater),
            ("1.0+b", "1.0a", Ordering::Greater),
            ("1.007", "1.7", Ordering::Equal),
        ] {
            assert_eq!(compare_deb(one, other), order, "{one} {other}");
            assert_eq!(compare_deb(other, one), order.reverse(), "{other} {one}");
        }
    }

    #[test]
    fn red_hat_versions_are_ordered_as_rpm_does() {
        for (one, other, order) in [
            ("1.0-1", "1.0-1", Ordering::Equal),
            ("1.0.1-1", "1.0-9", Ordering::Greater),
            ("1.0~rc1-1", "1.0-1", Ordering::Less),
            ("1.0^git1-1", "1.0-1", Ordering::Greater),
            ("1.0^git1-1", "1.01-1", Ordering::Less),
            ("2a-1", "2.0-1", Ordering::Less),
            ("1:0.1-1", "9-1", Ordering::Greater),
            ("1.0", "1.0-1", Ordering::Equal),
            ("1.1", "1.0-1", Ordering::Greater),
        ] {
            assert_eq!(compare_rpm(one, other), order, "{one} {other}");
            assert_eq!(compare_rpm(other, one), order.reverse(), "{other} {one}");
        }
    }
}
