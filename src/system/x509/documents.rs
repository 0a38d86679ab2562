//! What an SLS may say of requests, certificates and revocation lists.

use super::spec::WRITING;
use crate::file::arguments::*;
use model::argument::{Literal, arguments};
use model::{Argument, Shape};

const fn any(name: &'static str, long: &'static [&'static str], doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Any, doc).alias(long)
}

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn unsupported(name: &'static str) -> Argument {
    Argument::optional(name, Shape::Any, "not supported")
}

const PRIVATE_KEY: Argument = word("private_key", "the path of the private key, or its text in PEM");
const PRIVATE_KEY_PASSPHRASE: Argument =
    Argument::optional("private_key_passphrase", Shape::Secret, "the passphrase of that key");
const SIGNING_PRIVATE_KEY: Argument = Argument::required(
    "signing_private_key",
    Shape::Text,
    "the path of the key that signs, or its text in PEM",
);
const SIGNING_PASSPHRASE: Argument =
    Argument::optional("signing_private_key_passphrase", Shape::Secret, "the passphrase of that key");
const SERIAL: Argument = any(
    "serial_number",
    &[],
    "its serial number: a number, or hexadecimal digits with colons; a random one if left out",
);
const DIGEST: Argument =
    word("digest", "the hash algorithm of the signature: sha256 if left out; not of Edwards curves")
        .alias(&["algorithm"])
        .or(Literal::Text("sha256"));
const ENCODING: Argument = word("encoding", "the form of the file: pem or der").or(Literal::Text("pem"));

const fn days(name: &'static str, days: i64, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Integer, doc).or(Literal::Int(days))
}

const PERMISSIONS: Argument = word("mode", "its permission bits: '0644'");

/// The arguments of every document, before those of [`WRITING`].
const FILE: &[Argument] = &[NAME, ENCODING, DIGEST, USER, GROUP, PERMISSIONS];

const SUBJECT: &[Argument] = &[
    any("subject", &[], "the subject: 'CN=shop.example,O=Shop,C=DE', a list in its order, or a mapping"),
    word("C", "the country in the subject"),
    word("ST", "the state or province in the subject").alias(&["stateOrProvinceName"]),
    word("L", "the locality in the subject").alias(&["localityName"]),
    word("STREET", "the street in the subject"),
    word("O", "the organization in the subject").alias(&["organizationName"]),
    word("OU", "the unit of the organization in the subject").alias(&["organizationUnitName"]),
    word("CN", "the common name in the subject").alias(&["commonName"]),
    word("MAIL", "the mail address in the subject").alias(&["Email", "emailAddress"]),
    word("SN", "the surname in the subject").alias(&["surname"]),
    word("GN", "the given name in the subject").alias(&["givenName"]),
    word("UID", "the user id in the subject"),
    word("SERIALNUMBER", "the serial number in the subject").alias(&["serialNumber"]),
];

const EXTENSIONS: &[Argument] = &[
    any("basicConstraints", &["X509v3 Basic Constraints"], "whether it is an authority: 'critical, CA:TRUE'"),
    any("keyUsage", &["X509v3 Key Usage"], "the usage of its key: 'critical, digitalSignature'"),
    any("extendedKeyUsage", &["X509v3 Extended Key Usage"], "the usage of its key: serverAuth"),
    any("subjectKeyIdentifier", &["X509v3 Subject Key Identifier"], "the id of its key: hash"),
    any(
        "subjectAltName",
        &["X509v3 Subject Alternative Name"],
        "its other names: a list of 'DNS:shop.example'",
    ),
    any("certificatePolicies", &["X509v3 Certificate Policies"], "object ids of its policies, in one text"),
    any("policyConstraints", &["X509v3 Policy Constraints"], "limits of its policies"),
    any("inhibitAnyPolicy", &["X509v3 Inhibit Any Policy"], "the depth at which no policy is any policy"),
    any("nameConstraints", &["X509v3 Name Constraints"], "names that it may sign: 'permitted;DNS:example'"),
    any("noCheck", &["OCSP No Check"], "whether no status of it is asked for"),
    any("tlsfeature", &["TLS Feature"], "features of TLS: status_request"),
];

const REQUEST_OWN: &[Argument] = &[
    Argument::required("private_key", Shape::Text, "the path of the private key, or its text in PEM"),
    PRIVATE_KEY_PASSPHRASE,
];

const CERTIFICATE_OWN: &[Argument] = &[
    SIGNING_PRIVATE_KEY,
    SIGNING_PASSPHRASE,
    word(
        "signing_cert",
        "the path of the signer's certificate, or its text in PEM; if left out, it signs itself",
    ),
    PRIVATE_KEY,
    PRIVATE_KEY_PASSPHRASE,
    word("public_key", "the path of the public key, or its text in PEM"),
    word("csr", "the path of a request, or its text in PEM: its key and its subject alternative names"),
    SERIAL,
    days("days_valid", 365, "the days for which it is valid; 365 if left out"),
    days("days_remaining", 90, "it is renewed if it is valid for fewer days; 90 if left out"),
    Argument::optional(
        "append_certs",
        Shape::Texts,
        "certificates that follow in the file: paths, or text in PEM",
    ),
];
const CERTIFICATE_MORE: &[Argument] = &[
    any(
        "authorityKeyIdentifier",
        &["X509v3 Authority Key Identifier"],
        "the id of the signer's key: 'keyid:always'",
    ),
    any("issuerAltName", &["X509v3 Issuer Alternative Name", "issuserAltName"], "the signer's other names"),
    any("authorityInfoAccess", &["Authority Information Access"], "where the signer is: 'OCSP;URI:http://…'"),
    any(
        "crlDistributionPoints",
        &["X509v3 CRL Distribution Points"],
        "where revocation lists are: 'URI:http://…'",
    ),
    unsupported("ca_server"),
    unsupported("signing_policy"),
    unsupported("not_before"),
    unsupported("not_after"),
    unsupported("copypath"),
    unsupported("prepend_cn"),
    unsupported("pkcs12_passphrase"),
    unsupported("pkcs12_encryption_compat"),
    unsupported("pkcs12_friendlyname"),
    unsupported("managed_private_key"),
];

const LIST_OWN: &[Argument] = &[
    SIGNING_PRIVATE_KEY,
    SIGNING_PASSPHRASE,
    Argument::required(
        "signing_cert",
        Shape::Text,
        "the path of the signer's certificate, or its text in PEM",
    ),
    any(
        "revoked",
        &[],
        "a list of mappings with serial_number or certificate, and maybe revocation_date (else that of the present list, or now), not_after and reason",
    ),
    Argument::optional(
        "include_expired",
        Shape::Boolean,
        "whether certificates that have ended stay in the list",
    ),
    days("days_valid", 100, "the days for which it is valid; 100 if left out"),
    days("days_remaining", 30, "it is renewed if it is valid for fewer days; 30 if left out"),
    any("extensions", &[], "its extensions, such as 'cRLNumber: auto'"),
];

/// Of `csr_managed`.
pub(super) const REQUEST: &[Argument] = arguments!(FILE, WRITING, REQUEST_OWN, SUBJECT, EXTENSIONS);
/// Of `certificate_managed`.
pub(super) const CERTIFICATE: &[Argument] =
    arguments!(FILE, WRITING, CERTIFICATE_OWN, SUBJECT, EXTENSIONS, CERTIFICATE_MORE);
/// Of `crl_managed`.
pub(super) const LIST: &[Argument] = arguments!(FILE, WRITING, LIST_OWN);
