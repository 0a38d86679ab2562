//! AWS's signed instance identity document: which instance of which account asks.
//!
//! AWS signs the document of each instance with a key of the region. The instance reads it from its metadata service, as
//! PKCS #7 with RSA-2048 and SHA-256 (`dynamic/instance-identity/rsa2048`). The certificates are public.
//! See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/verify-rsa2048.html>.

mod ber;
mod policy;
#[cfg(test)]
mod tests;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use ber::{BITS, Node, OCTETS, SEQUENCE, SET, ZERO};
pub use policy::{DocumentPolicy, Seen};

/// What the document says, as far as it is used. The names are AWS's.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct IdentityDocument {
    /// The account.
    pub account_id: String,
    /// The region.
    pub region: String,
    /// The instance.
    pub instance_id: String,
    /// When it was launched.
    pub pending_time: jiff::Timestamp,
}

/// Why a document is not believed, or not enough.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DocumentRefusal {
    /// It is not PKCS #7, or does not contain an identity document.
    #[error("its identity document cannot be read")]
    Malformed,
    /// AWS did not sign it.
    #[error("its identity document is not signed by AWS's certificate of {region}")]
    WrongSignature {
        /// The region that it names.
        region: String,
    },
    /// There is no certificate to check it with.
    #[error("there is no certificate of region {region} to check its identity document with")]
    NoCertificate {
        /// The region.
        region: String,
    },
    /// The account is not in the policy.
    #[error("its account {account} is not in fleet: accept: identity_document: accounts")]
    Account {
        /// The account.
        account: String,
    },
    /// The region is not in the policy. Its name is not shown: without a certificate of the region nobody knows who wrote it.
    #[error("the region of its identity document is not in fleet: accept: identity_document: regions")]
    Region,
    /// It was launched too long ago: the document may have been copied from it meanwhile.
    #[error("its instance {instance} was launched {seconds} s ago, longer than 'within' allows")]
    Old {
        /// The instance.
        instance: String,
        /// How long ago.
        seconds: i64,
    },
    /// AWS knows no such instance, or it does not run.
    #[error("AWS has no running instance {instance}")]
    NotThere {
        /// The instance.
        instance: String,
    },
    /// The ID is not what the instance's group and tags make of it.
    #[error("the group and the tags of {instance} do not allow the ID {id}")]
    WrongId {
        /// The instance.
        instance: String,
        /// The ID.
        id: String,
    },
}

/// 1.2.840.113549.1.7.2
const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2];
/// 1.2.840.113549.1.7.1
const DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1];
/// 1.2.840.113549.1.9.3
const CONTENT_TYPE: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 3];
/// 1.2.840.113549.1.9.4
const MESSAGE_DIGEST: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 4];
/// 1.2.840.113549.1.1.1
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1];
/// 1.2.840.113549.1.1.11
const SHA256_WITH_RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11];
/// 2.16.840.1.101.3.4.2.1
const SHA256: &[u8] = &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1];

/// The longest document, in characters. AWS's have about two thousand.
const LONGEST: usize = 16 * 1024;

/// A public key of AWS, from a certificate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Certificate(Vec<u8>);

impl Certificate {
    /// The RSA keys of all certificates in a PEM file. The certificates are not checked: the author of the file trusts them.
    pub fn read_all(pem: &str) -> Vec<Self> {
        let inside = |part: &str| part.split("-----END CERTIFICATE-----").next().map(without_blanks);
        let certificates = pem.split("-----BEGIN CERTIFICATE-----").skip(1).filter_map(inside);
        certificates.filter_map(|text| Self::read(&BASE64.decode(text).ok()?)).collect()
    }

    fn read(der: &[u8]) -> Option<Self> {
        let certificate = ber::read(der)?;
        let signed = certificate.nodes(SEQUENCE)?.first()?.nodes(SEQUENCE)?;
        // The version is left out in the oldest certificates.
        let place = if signed.first()?.tag == ZERO { 6 } else { 5 };
        let [algorithm, key] = signed.get(place)?.nodes(SEQUENCE)? else { return None };
        let is_rsa = algorithm.nodes(SEQUENCE)?.first()?.is_object(RSA);
        // The first byte of a bit string says how many bits of the last one are not used.
        let key = key.bytes(BITS)?.strip_prefix(&[0])?;
        is_rsa.then(|| Self(key.to_vec()))
    }

    fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &self.0).verify(message, signature).is_ok()
    }
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// A document as the instance sent it: what it says, and the signature, not yet checked.
struct Presented {
    document: IdentityDocument,
    signed: Vec<u8>,
    signature: Vec<u8>,
}

/// The document, if AWS signed it. `certificates` gives those of a region.
///
/// # Errors
///
/// It cannot be read, or AWS did not sign it.
pub fn verify<'c>(
    text: &str,
    certificates: impl Fn(&str) -> Option<&'c [Certificate]>,
) -> Result<IdentityDocument, DocumentRefusal> {
    let text = without_blanks(text);
    let bytes = if text.len() <= LONGEST { BASE64.decode(text).ok() } else { None };
    let presented = bytes.and_then(|bytes| Presented::read(&bytes)).ok_or(DocumentRefusal::Malformed)?;
    let region = presented.document.region.clone();
    let known = match certificates(&region) {
        None => return Err(DocumentRefusal::Region),
        Some([]) => return Err(DocumentRefusal::NoCertificate { region }),
        Some(known) => known,
    };
    if known.iter().any(|one| one.has_signed(&presented.signed, &presented.signature)) {
        return Ok(presented.document);
    }
    Err(DocumentRefusal::WrongSignature { region })
}

impl Presented {
    /// `ContentInfo` with `SignedData` of one signer. See <https://www.rfc-editor.org/rfc/rfc5652#section-5>.
    fn read(bytes: &[u8]) -> Option<Self> {
        let whole = ber::read(bytes)?;
        let [kind, holder] = whole.nodes(SEQUENCE)? else { return None };
        let [data] = holder.nodes(ZERO)? else { return None };
        let data = data.nodes(SEQUENCE)?;
        if !kind.is_object(SIGNED_DATA) {
            return None;
        }
        let [kind, content] = data.get(2)?.nodes(SEQUENCE)? else { return None };
        let [content] = content.nodes(ZERO)? else { return None };
        let content = content.octets()?;
        let [signer] = data.last()?.nodes(SET)? else { return None };
        let [_, _, digest, attributes, algorithm, signature, ..] = signer.nodes(SEQUENCE)? else {
            return None;
        };
        let is_known = kind.is_object(DATA)
            && digest.nodes(SEQUENCE)?.first()?.is_object(SHA256)
            && [RSA, SHA256_WITH_RSA].iter().any(|known| {
                algorithm.nodes(SEQUENCE).and_then(<[Node<'_>]>::first).is_some_and(|it| it.is_object(known))
            });
        let attributes = Some(attributes).filter(|it| it.is_definite && is_known)?;
        let all = attributes.nodes(ZERO)?;
        let is_of_content = value_of(all, MESSAGE_DIGEST)?.bytes(OCTETS)? == &Sha256::digest(&content)[..]
            && value_of(all, CONTENT_TYPE)?.is_object(DATA);
        // The signature is over the attributes as a SET, whatever their tag here.
        let signed = [&[SET], attributes.raw.get(1..)?].concat();
        let document = serde_json::from_slice(&content).ok().filter(|_| is_of_content)?;
        Some(Self { document, signed, signature: signature.octets()? })
    }
}

/// The one value of the one attribute of this kind.
fn value_of<'n, 'a>(attributes: &'n [Node<'a>], kind: &[u8]) -> Option<&'n Node<'a>> {
    let mut found = attributes.iter().filter_map(|attribute| match attribute.nodes(SEQUENCE)? {
        [name, values] if name.is_object(kind) => Some(values),
        _ => None,
    });
    let [value] = found.next()?.nodes(SET)? else { return None };
    found.next().is_none().then_some(value)
}
