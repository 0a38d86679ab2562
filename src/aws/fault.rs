//! Tables of AWS's error codes: what a failure means, for all services.
//!
//! All other code matches on [`Fault`]. A service with its own codes adds them in its `fault.rs`.

mod codes;
mod rds;

/// The meaning of a failed call.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Fault {
    /// The thing does not exist. The only fault that means absence.
    NotFound,
    /// A thing with that name already exists.
    AlreadyExists,
    /// Something else still uses the thing.
    InUse,
    /// A change of the same thing is in progress.
    Conflict,
    /// The credentials are valid but do not allow the call.
    Denied,
    /// The credentials are wrong, expired or missing.
    Credentials,
    /// Too many calls, after all retries.
    Throttled,
    /// A quota of the account is used up.
    Quota,
    /// AWS understood the request and refuses its content.
    Invalid,
    /// AWS does not offer the call to this account or in this region.
    Unsupported,
    /// A name matches more than one thing.
    Ambiguous,
    /// There was no answer: the call may have been carried out or not.
    NoAnswer,
    /// AWS failed, after all retries.
    Server,
    /// A code that is in no table.
    Other,
}

impl Fault {
    /// The meaning of an error code. Codes come with and without AWS's `Fault` and `Exception` endings.
    pub fn of_code(code: &str) -> Self {
        let bare = code.strip_suffix("Fault").or_else(|| code.strip_suffix("Exception")).unwrap_or(code);
        let found = codes::CODES.iter().chain(rds::CODES).find(|(_, codes)| {
            codes.iter().any(|known| {
                *known == code
                    || known.strip_suffix("Fault").or(known.strip_suffix("Exception")).unwrap_or(known)
                        == bare
            })
        });
        found.map_or(Self::Other, |(fault, _)| *fault)
    }

    /// What an author or operator can do about it.
    pub fn advice(self) -> Option<&'static str> {
        match self {
            Self::Denied => Some("allow the action in the IAM policies of these credentials, then run again"),
            Self::Credentials => Some(
                "check 'keyid', 'key' and session token of the profile, or the SDK's own sources \
                 (environment, ~/.aws, instance role)",
            ),
            Self::Throttled => {
                Some("the request rate of the account is used up: wait a little and run again")
            }
            Self::Quota => Some("ask AWS for a higher quota, or remove what is unused"),
            Self::InUse => Some("remove what uses it first, or add a requisite so that it goes first"),
            Self::Conflict => Some("another change is in progress: run again when it has finished"),
            Self::NoAnswer => {
                Some("check network, region name and endpoint; running again is safe, because it looks first")
            }
            Self::Server => Some("AWS had a problem: run again"),
            Self::NotFound
            | Self::AlreadyExists
            | Self::Invalid
            | Self::Unsupported
            | Self::Ambiguous
            | Self::Other => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_known_with_and_without_their_ending() {
        assert_eq!(Fault::of_code("NoSuchEntity"), Fault::NotFound);
        assert_eq!(Fault::of_code("NoSuchEntityException"), Fault::NotFound);
        assert_eq!(Fault::of_code("CacheClusterNotFoundFault"), Fault::NotFound);
        assert_eq!(Fault::of_code("ReplicationGroupNotFound"), Fault::NotFound);
        assert_eq!(Fault::of_code("ThrottlingException"), Fault::Throttled);
    }

    #[test]
    fn an_unknown_code_is_never_absence() {
        assert_eq!(Fault::of_code("SomethingNew"), Fault::Other);
        assert_eq!(Fault::of_code("AccessDenied"), Fault::Denied);
        assert_eq!(Fault::of_code("ValidationError"), Fault::Invalid);
    }

    #[test]
    fn no_code_is_in_two_tables() {
        let mut seen = std::collections::HashSet::new();
        for (_, codes) in codes::CODES.iter().chain(rds::CODES) {
            for code in *codes {
                assert!(seen.insert(code), "{code} is listed twice");
            }
        }
    }
}
