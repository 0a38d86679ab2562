//! `hashutil.*`: digests, signatures and base64.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.hashutil.html>.

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use hmac::{Hmac, KeyInit, Mac};

use super::call::{Bound, CallError};
use super::signature::{Parameter, required, takes, text};
use super::{Context, Function};
use crate::machine::file::{self, Algorithm, Permissions};
use crate::model::{Value, hex};

const TEXT: &[Parameter] = &[required("instr")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "hashutil.digest",
        takes(&[required("instr"), text("checksum", "md5")]),
        "Gives the digest of a text: md5, sha256 or sha512.",
        |_, bound| Ok(algorithm(bound)?.digest(bound.text("instr").as_bytes()).into()),
    ),
    Function::new(
        "hashutil.digest_file",
        takes(&[required("infile"), text("checksum", "md5")]),
        "Gives the digest of a file: md5, sha256 or sha512.",
        |context, bound| {
            let path = super::file::expanded(context, &bound.text("infile"));
            let digest = file::digest(&path, algorithm(bound)?);
            digest.map(Value::from).map_err(|error| bound.failed(&error))
        },
    ),
    Function::new("hashutil.md5_digest", takes(TEXT), "Gives the MD5 digest of a text.", |_, bound| {
        Ok(Algorithm::Md5.digest(bound.text("instr").as_bytes()).into())
    }),
    Function::new(
        "hashutil.sha256_digest",
        takes(TEXT),
        "Gives the SHA-256 digest of a text.",
        |_, bound| Ok(Algorithm::Sha256.digest(bound.text("instr").as_bytes()).into()),
    ),
    Function::new(
        "hashutil.sha512_digest",
        takes(TEXT),
        "Gives the SHA-512 digest of a text.",
        |_, bound| Ok(Algorithm::Sha512.digest(bound.text("instr").as_bytes()).into()),
    ),
    Function::new(
        "hashutil.base64_b64encode",
        takes(TEXT),
        "Gives a text in base64, in one line.",
        |_, bound| Ok(STANDARD.encode(bound.text("instr")).into()),
    ),
    Function::new("hashutil.base64_b64decode", takes(TEXT), "Gives the text of base64.", decode),
    Function::new(
        "hashutil.base64_encodestring",
        takes(TEXT),
        "Gives a text in base64, in lines of 76 letters.",
        |_, bound| Ok(in_lines(bound.text("instr").as_bytes()).into()),
    ),
    Function::new("hashutil.base64_decodestring", takes(TEXT), "Gives the text of base64 in lines.", decode),
    Function::new(
        "hashutil.base64_encodefile",
        takes(&[required("fname")]),
        "Gives what a file holds in base64, in lines of 76 letters.",
        |context, bound| {
            let path = super::file::expanded(context, &bound.text("fname"));
            Ok(in_lines(&file::read(&path).map_err(|error| bound.failed(&error))?).into())
        },
    ),
    Function::new(
        "hashutil.base64_decodefile",
        takes(&[required("instr"), required("outfile")]),
        "Writes the bytes of base64 to a file.",
        |context, bound| {
            let path = super::file::expanded(context, &bound.text("outfile"));
            let bytes = bytes(bound)?;
            let written = file::write(&path, &bytes, Permissions::default());
            written.map(|()| true.into()).map_err(|error| bound.failed(&error))
        },
    ),
    Function::new(
        "hashutil.hmac_signature",
        takes(&[required("string"), required("shared_secret"), required("challenge_hmac")]),
        "Tells whether a text has a signature: HMAC-SHA256 in base64.",
        |_, bound| Ok(is_signed(bound, &STANDARD.encode(hmac256(bound)?))),
    ),
    Function::new(
        "hashutil.hmac_compute",
        takes(&[required("string"), required("shared_secret")]),
        "Gives the signature of a text: HMAC-SHA256 in hexadecimal digits.",
        |_, bound| Ok(hex(&hmac256(bound)?).into()),
    ),
    Function::new(
        "hashutil.github_signature",
        takes(&[required("string"), required("shared_secret"), required("challenge_hmac")]),
        "Tells whether a text has the signature of a GitHub webhook: 'sha1=…'.",
        |_, bound| {
            let secret = bound.text("shared_secret");
            let mut mac = Hmac::<sha1::Sha1>::new_from_slice(secret.as_bytes())
                .map_err(|error| bound.failed(&error))?;
            mac.update(bound.text("string").as_bytes());
            Ok(is_signed(bound, &format!("sha1={}", hex(&mac.finalize().into_bytes()))))
        },
    ),
];

fn algorithm(bound: &Bound) -> Result<Algorithm, CallError> {
    match bound.text("checksum").as_str() {
        "md5" => Ok(Algorithm::Md5),
        "sha256" => Ok(Algorithm::Sha256),
        "sha512" => Ok(Algorithm::Sha512),
        other => Err(bound.fails(format!("there is no digest '{other}'; there are md5, sha256 and sha512"))),
    }
}

fn hmac256(bound: &Bound) -> Result<Vec<u8>, CallError> {
    let secret = bound.text("shared_secret");
    let mut mac =
        Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).map_err(|error| bound.failed(&error))?;
    mac.update(bound.text("string").as_bytes());
    Ok(mac.finalize().into_bytes().to_vec())
}

/// All letters are looked at, whichever is the first to differ.
fn is_signed(bound: &Bound, made: &str) -> Value {
    let given = bound.text("challenge_hmac");
    let differing = made.bytes().zip(given.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    (made.len() == given.len() && differing == 0).into()
}

fn in_lines(bytes: &[u8]) -> String {
    bytes.chunks(57).map(|line| STANDARD.encode(line) + "\n").collect()
}

/// Letters that are not of base64 are passed over, as Python does.
fn bytes(bound: &Bound) -> Result<Vec<u8>, CallError> {
    let letters: String = bound
        .text("instr")
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "+/=".contains(*letter))
        .collect();
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::RequireCanonical);
    let engine =
        GeneralPurpose::new(&base64::alphabet::STANDARD, config.with_decode_allow_trailing_bits(true));
    engine.decode(letters).map_err(|error| bound.failed(&error))
}

fn decode(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    Ok(String::from_utf8_lossy(&bytes(bound)?).into_owned().into())
}
