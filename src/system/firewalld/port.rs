//! Ports: `80/tcp`, `8000-8100/tcp`. firewalld merges those that overlap.

use super::part::Difference;

/// Ports of one protocol.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Range<'a> {
    first: u32,
    last: u32,
    protocol: &'a str,
}

impl<'a> Range<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (numbers, protocol) = text.split_once('/')?;
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let range = Self { first: first.parse().ok()?, last: last.parse().ok()?, protocol };
        (range.first <= range.last && !protocol.is_empty()).then_some(range)
    }

    fn text(&self) -> String {
        if self.first == self.last {
            format!("{}/{}", self.first, self.protocol)
        } else {
            format!("{}-{}/{}", self.first, self.last, self.protocol)
        }
    }

    /// The parts that none of the others contains.
    fn without(self, others: &[Self]) -> Vec<Self> {
        let mut left = vec![self];
        for other in others.iter().filter(|other| other.protocol == self.protocol) {
            left = left.into_iter().flat_map(|it| it.less(*other)).collect();
        }
        left
    }

    fn less(self, other: Self) -> Vec<Self> {
        if other.last < self.first || self.last < other.first {
            return vec![self];
        }
        let before = (self.first < other.first).then(|| Self { last: other.first - 1, ..self });
        let after = (other.last < self.last).then(|| Self { first: other.last + 1, ..self });
        before.into_iter().chain(after).collect()
    }
}

/// Why a text is not a port.
pub(super) fn complaint(text: &str) -> Option<String> {
    let is_named =
        text.split_once('/').is_some_and(|(port, _)| port.parse::<u32>().is_err() && !port.contains('-'));
    (Range::read(text).is_none() && !is_named)
        .then(|| format!("'{text}' is not a port with a protocol, such as 80/tcp"))
}

/// The differences. A port that is not a number is compared as text.
pub(super) fn difference(wanted: &[String], current: &[String]) -> Difference {
    fn ranges(all: &[String]) -> Vec<Range<'_>> {
        all.iter().filter_map(|it| Range::read(it)).collect()
    }
    let (wanted_ranges, current_ranges) = (ranges(wanted), ranges(current));
    let is_there = |it: &String| match Range::read(it) {
        Some(range) => range.without(&current_ranges).is_empty(),
        None => current.contains(it),
    };
    let old = current.iter().flat_map(|it| match Range::read(it) {
        Some(range) => range.without(&wanted_ranges).iter().map(Range::text).collect(),
        None if wanted.contains(it) => vec![],
        None => vec![it.clone()],
    });
    Difference { new: wanted.iter().filter(|it| !is_there(it)).cloned().collect(), old: old.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_compared_as_firewalld_merges_them() {
        let texts = |all: &[&str]| -> Vec<String> { all.iter().map(|it| (*it).to_owned()).collect() };
        for (wanted, current, new, old) in [
            (&["80/tcp"][..], &["80/tcp"][..], &[][..], &[][..]),
            (&["80/udp"], &["80/tcp"], &["80/udp"], &["80/tcp"]),
            (&["85/tcp"], &["80-90/tcp"], &[], &["80-84/tcp", "86-90/tcp"]),
            (&["80-85/tcp", "86-90/tcp"], &["80-90/tcp"], &[], &[]),
            (&["70-85/tcp"], &["80-90/tcp"], &["70-85/tcp"], &["86-90/tcp"]),
            (&["http/tcp"], &["http/tcp", "ssh/tcp"], &[], &["ssh/tcp"]),
        ] {
            let expected = Difference { new: texts(new), old: texts(old) };
            assert_eq!(difference(&texts(wanted), &texts(current)), expected, "{wanted:?}");
        }
        assert!(complaint("80").is_some() && complaint("9-8/tcp").is_some() && complaint("80/").is_some());
        assert!(
            complaint("80/tcp").is_none()
                && complaint("8-9/sctp").is_none()
                && complaint("http/tcp").is_none()
        );
    }
}
