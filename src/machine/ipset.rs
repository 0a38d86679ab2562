//! Sets of the packet filter, by `ipset`. See ipset(8).

use std::net::IpAddr;

use ipnet::IpNet;

use super::process::{self, AskError, Command, End};

/// A set.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Set {
    /// Its type: `hash:net`.
    pub kind: String,
    /// The options that it was created with: `family`, `inet`, …
    pub options: Vec<String>,
    /// Its entries.
    pub entries: Vec<Entry>,
}

/// An entry of a set.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Entry {
    /// The element: `10.0.0.1,tcp:80`.
    pub element: String,
    /// Its comment.
    pub comment: Option<String>,
}

impl Set {
    /// Reads what `ipset save` prints.
    fn read(text: &str) -> Self {
        let mut set = Self::default();
        for line in text.lines() {
            let words = process::split(line).unwrap_or_default();
            match words.as_slice() {
                [verb, _, kind, options @ ..] if verb == "create" => {
                    set.kind.clone_from(kind);
                    set.options = options.to_vec();
                }
                [verb, _, element, options @ ..] if verb == "add" => {
                    let after = options.iter().skip_while(|word| *word != "comment").nth(1);
                    set.entries.push(Entry { element: element.clone(), comment: after.cloned() });
                }
                _ => {}
            }
        }
        set
    }

    /// `inet` or `inet6`, if it contains addresses.
    pub fn family(&self) -> Option<&str> {
        self.options.iter().skip_while(|word| *word != "family").nth(1).map(String::as_str)
    }

    /// True if `ipset` takes such an element for many: addresses of a range or of a network.
    pub fn spreads(&self, element: &str) -> bool {
        match self.kind.as_str() {
            "hash:ip" | "bitmap:ip" => Addresses::read(element).is_some_and(|it| it.first != it.last),
            "hash:net" => element.contains('-') && Addresses::read(element).is_some(),
            _ => false,
        }
    }

    /// True if the set contains all addresses of an element, or some.
    pub fn holds(&self, element: &str, all: bool) -> bool {
        let Some(wanted) = Addresses::read(element) else { return false };
        let there = self.entries.iter().filter_map(|entry| Addresses::read(&entry.element));
        let mut left = vec![wanted];
        for there in there {
            left = left.into_iter().flat_map(|it| it.less(there)).collect();
        }
        if all { left.is_empty() } else { left != [wanted] }
    }
}

/// Consecutive addresses, as numbers. IPv4 and IPv6 are separate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Addresses {
    is_v4: bool,
    first: u128,
    last: u128,
}

impl Addresses {
    fn read(text: &str) -> Option<Self> {
        let number = |it: IpAddr| match it {
            IpAddr::V4(it) => (true, u128::from(it.to_bits())),
            IpAddr::V6(it) => (false, it.to_bits()),
        };
        let (first, last): (IpAddr, IpAddr) = if let Ok(net) = text.parse::<IpNet>() {
            (net.network(), net.broadcast())
        } else if let Some((first, last)) = text.split_once('-') {
            (first.parse().ok()?, last.parse().ok()?)
        } else {
            let own = text.parse().ok()?;
            (own, own)
        };
        let ((is_v4, first), (is_last_v4, last)) = (number(first), number(last));
        (is_v4 == is_last_v4 && first <= last).then_some(Self { is_v4, first, last })
    }

    fn less(self, other: Self) -> Vec<Self> {
        if self.is_v4 != other.is_v4 || other.last < self.first || self.last < other.first {
            return vec![self];
        }
        let before = (self.first < other.first).then(|| Self { last: other.first - 1, ..self });
        let after = (other.last < self.last).then(|| Self { first: other.last + 1, ..self });
        before.into_iter().chain(after).collect()
    }
}

/// `ipset` with these words.
pub fn command(words: &[&str]) -> Command {
    Command::argv(std::iter::once("ipset").chain(words.iter().copied()))
}

/// A set; nothing if there is none of that name.
///
/// # Errors
/// The program cannot be run, or may not read sets.
pub async fn find(name: &str) -> Result<Option<Set>, AskError> {
    let command = command(&["save", name]);
    let finished = command.finish().await?;
    match finished.end {
        End::Code(0) => Ok(Some(Set::read(&finished.stdout_text()))),
        _ if finished.stderr_text().contains("does not exist") => Ok(None),
        _ => Err(command.failed(&finished)),
    }
}

/// True if a set has an element, or an element that includes it.
///
/// # Errors
/// The program cannot be run.
pub async fn has(name: &str, element: &str) -> Result<bool, AskError> {
    Ok(command(&["test", name, element]).finish().await?.is_success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_read_from_what_is_saved() {
        let set = Set::read(
            "create x hash:ip family inet hashsize 1024 maxelem 65536 comment\nadd x 10.0.0.1 timeout 5 comment \"a b\"\nadd x 10.0.0.2\n",
        );
        assert_eq!((set.kind.as_str(), set.family()), ("hash:ip", Some("inet")));
        let entry = |element: &str, comment: Option<&str>| Entry {
            element: element.into(),
            comment: comment.map(str::to_owned),
        };
        assert_eq!(set.entries, [entry("10.0.0.1", Some("a b")), entry("10.0.0.2", None)]);
    }

    #[test]
    fn a_range_is_there_if_all_its_addresses_are() {
        let set = |kind: &str, elements: &[&str]| Set {
            kind: kind.into(),
            options: vec![],
            entries: elements.iter().map(|it| Entry { element: (*it).into(), comment: None }).collect(),
        };
        let addresses = set("hash:ip", &["10.0.0.1", "10.0.0.2", "10.0.0.3", "fd00::1"]);
        for (element, all, some) in [
            ("10.0.0.1-10.0.0.3", true, true),
            ("10.0.0.2/31", true, true),
            ("10.0.0.0/30", false, true),
            ("10.0.0.4-10.0.0.9", false, false),
            ("fd00::1", true, true),
        ] {
            let found = (addresses.holds(element, true), addresses.holds(element, false));
            assert_eq!(found, (all, some), "{element}");
        }
        assert!(addresses.spreads("10.0.0.0/30") && !addresses.spreads("10.0.0.1"));
        let networks = set("hash:net", &["10.0.0.0/24"]);
        assert!(!networks.spreads("10.0.0.0/25") && networks.spreads("10.0.0.0-10.0.0.7"));
        assert!(!set("hash:ip,port", &[]).spreads("10.0.0.0/30"));
    }
}
