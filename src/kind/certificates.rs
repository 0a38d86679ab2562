//! Server certificates as load balancers name them.

use super::{Lookup, Unresolved};
use aws::arn::is_arn;
use model::{Ident, Reference};

/// The kind of certificates of IAM.
const OF_IAM: &str = "iam.server_certificate";
/// The kind of certificates of Certificate Manager.
const OF_ACM: &str = "acm.certificate";

/// The certificate that a name refers to: `acm:<domain>` is one of Certificate Manager, another name one of IAM; none for an
/// ARN.
pub fn named(text: &str) -> Option<Reference> {
    match text.strip_prefix("acm:") {
        Some(domain) => Some(Reference::new(OF_ACM, domain)),
        None => (!is_arn(text)).then(|| Reference::new(OF_IAM, text)),
    }
}

/// The ARN of the certificate with this name.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn arn(text: &str, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    named(text).map_or_else(|| Ok(text.into()), |reference| lookup.ident(&reference, "arn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_named_by_domain_by_name_or_by_arn() {
        assert_eq!(named("acm:*.example.com"), Some(Reference::new(OF_ACM, "*.example.com")));
        assert_eq!(named("example-com"), Some(Reference::new(OF_IAM, "example-com")));
        assert_eq!(named("arn:aws:acm:us-east-1:123456789012:certificate/a"), None);
    }
}
