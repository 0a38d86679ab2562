//! Address ranges in AWS's form.
//!
//! EC2 masks the host part (`100.68.0.18/18` becomes `100.68.0.0/18`) and shortens IPv6, so ranges are compared as
//! networks; what is sent is what the author wrote. See
//! <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AuthorizeSecurityGroupIngress.html>.

use std::fmt;
use std::hash::{Hash, Hasher};

use ipnet::{IpNet, Ipv6Net};

/// Why a text is not an address range.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum CidrError {
    /// An address without the length of its prefix.
    #[error("'{0}' is an address, not a range")]
    Bare(String),
    /// Anything else.
    #[error("'{0}' is not an address range")]
    Malformed(String),
}

/// An address range as it was written; equal to any other spelling of the same network.
#[derive(Clone, Debug)]
pub struct Cidr {
    written: String,
    network: Option<IpNet>,
}

impl Cidr {
    /// Reads what an author wrote.
    ///
    /// # Errors
    /// The text is not a range, or is an address without `/` and the length of a prefix.
    pub fn parse(text: &str) -> Result<Self, CidrError> {
        let text = text.trim();
        match text.parse::<IpNet>() {
            Ok(network) => Ok(Self { written: text.to_owned(), network: Some(network.trunc()) }),
            Err(_) if text.parse::<std::net::IpAddr>().is_ok() => Err(CidrError::Bare(text.to_owned())),
            Err(_) => Err(CidrError::Malformed(text.to_owned())),
        }
    }

    /// Reads AWS's form; text that cannot be read is compared as text.
    pub fn of_aws(text: &str) -> Self {
        let network = text.parse::<IpNet>().ok().map(|network| network.trunc());
        Self { written: text.to_owned(), network }
    }

    /// As it was written: this form is sent.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// The common spelling of all equal ranges.
    pub fn canonical(&self) -> String {
        self.network.map_or_else(|| self.written.clone(), |network| network.to_string())
    }

    /// The /64 with that number in an IPv6 range, for subnets; none if the range has fewer.
    pub fn nth_64(&self, number: u32) -> Option<Self> {
        let Some(IpNet::V6(whole)) = self.network else { return None };
        let first = u128::from(whole.network()) + (u128::from(number) << 64);
        let part = Ipv6Net::new(first.into(), 64).ok()?;
        (whole.prefix_len() <= 64 && whole.contains(&part)).then(|| Self::of_aws(&part.to_string()))
    }

    /// True for IPv6.
    pub fn is_ipv6(&self) -> bool {
        self.network.map_or(self.written.contains(':'), |network| network.addr().is_ipv6())
    }
}

impl PartialEq for Cidr {
    fn eq(&self, other: &Self) -> bool {
        match (self.network, other.network) {
            (Some(own), Some(others)) => own == others,
            _ => self.written == other.written,
        }
    }
}

impl Eq for Cidr {}

impl Hash for Cidr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical().hash(state);
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn host_bits_and_spelling_say_nothing() {
        for (a, b) in [("10.1.2.3/8", "10.0.0.0/8"), ("2001:DB8:0::1/32", "2001:db8::/32"), ("::0/0", "::/0")]
        {
            assert_eq!(Cidr::parse(a), Ok(Cidr::of_aws(b)), "{a}");
        }
        assert_ne!(Cidr::parse("10.0.0.0/8"), Cidr::parse("10.0.0.0/9"));
    }

    #[test]
    fn an_address_alone_is_reported_from_nonsense() {
        assert_eq!(Cidr::parse("10.0.0.1"), Err(CidrError::Bare("10.0.0.1".to_owned())));
        assert_eq!(Cidr::parse("everywhere"), Err(CidrError::Malformed("everywhere".to_owned())));
        assert_eq!(Cidr::parse("10.0.0.0/33"), Err(CidrError::Malformed("10.0.0.0/33".to_owned())));
    }

    #[test]
    fn what_is_sent_is_what_was_written() {
        assert_eq!(Cidr::parse("10.1.2.3/8").unwrap().written(), "10.1.2.3/8");
    }

    #[test]
    fn a_range_is_cut_into_those_of_subnets() {
        let part = |range: &str, number| Cidr::of_aws(range).nth_64(number).map(|it| it.canonical());
        assert_eq!(part("2001:db8:1:100::/56", 0).as_deref(), Some("2001:db8:1:100::/64"));
        assert_eq!(part("2001:db8:1:100::/56", 255).as_deref(), Some("2001:db8:1:1ff::/64"));
        for (range, number) in [("2001:db8:1:100::/56", 256), ("2001:db8::/80", 0), ("10.0.0.0/16", 0)] {
            assert_eq!(part(range, number), None, "{range} {number}");
        }
    }

    proptest! {
        #[test]
        fn canonical_twice_is_canonical_once(bits: u32, six: u128, length in 0_u8..=32, long in 0_u8..=128) {
            let four = format!("{}/{length}", std::net::Ipv4Addr::from(bits));
            let six = format!("{}/{long}", std::net::Ipv6Addr::from(six));
            for text in [four, six] {
                let cidr = Cidr::parse(&text).unwrap();
                let once = Cidr::parse(&cidr.canonical()).unwrap();
                prop_assert_eq!(once.canonical(), cidr.canonical());
                prop_assert_eq!(once, cidr);
            }
        }
    }
}
