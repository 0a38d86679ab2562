//! `hashutil.*`: digests, signatures and base64.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.hashutil.html>.

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use hmac::{Hmac, KeyInit, Mac};

use super::call::{Bound, CallError};
use super::signature::{required, takes, text};
use super::{Context, Function};
use machine::file::{self, Algorithm, Permissions};
use model::Effect::{ChangesMachine, ReadsMachine};
use model::{Argument, Shape, Value, hex};

const TEXT: &[Argument] = &[required("instr", Shape::Text, "the text")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "hashutil.digest",
        signature: takes(&[
            required("instr", Shape::Text, "the text"),
            text("checksum", "md5", "the digest: md5, sha256, sha512"),
        ]),
        doc: "Returns the digest of a text: md5, sha256 or sha512.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(algorithm(bound)?.digest(bound.text("instr").as_bytes()).into()),
    },
    Function {
        name: "hashutil.digest_file",
        signature: takes(&[
            required("infile", Shape::Text, "the file"),
            text("checksum", "md5", "the digest: md5, sha256, sha512"),
        ]),
        doc: "Returns the digest of a file: md5, sha256 or sha512.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |context, bound| {
            let path = super::file::expanded(context, &bound.text("infile"));
            let digest = file::digest(&path, algorithm(bound)?);
            digest.map(Value::from).map_err(|error| bound.failed(&error))
        },
    },
    Function {
        name: "hashutil.md5_digest",
        signature: takes(TEXT),
        doc: "Returns the MD5 digest of a text.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(Algorithm::Md5.digest(bound.text("instr").as_bytes()).into()),
    },
    Function {
        name: "hashutil.sha256_digest",
        signature: takes(TEXT),
        doc: "Returns the SHA-256 digest of a text.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(Algorithm::Sha256.digest(bound.text("instr").as_bytes()).into()),
    },
    Function {
        name: "hashutil.sha512_digest",
        signature: takes(TEXT),
        doc: "Returns the SHA-512 digest of a text.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(Algorithm::Sha512.digest(bound.text("instr").as_bytes()).into()),
    },
    Function {
        name: "hashutil.base64_b64encode",
        signature: takes(TEXT),
        doc: "Returns a text in base64, in one line.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(STANDARD.encode(bound.text("instr")).into()),
    },
    Function {
        name: "hashutil.base64_b64decode",
        signature: takes(TEXT),
        doc: "Returns the text of base64.",
        returns: "a text",
        does: &[],
        call: decode,
    },
    Function {
        name: "hashutil.base64_encodestring",
        signature: takes(TEXT),
        doc: "Returns a text in base64, in lines of 76 letters.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(in_lines(bound.text("instr").as_bytes()).into()),
    },
    Function {
        name: "hashutil.base64_decodestring",
        signature: takes(TEXT),
        doc: "Returns the text of base64 in lines.",
        returns: "a text",
        does: &[],
        call: decode,
    },
    Function {
        name: "hashutil.base64_encodefile",
        signature: takes(&[required("fname", Shape::Text, "the file")]),
        doc: "Returns the content of a file in base64, in lines of 76 letters.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |context, bound| {
            let path = super::file::expanded(context, &bound.text("fname"));
            Ok(in_lines(&file::read(&path).map_err(|error| bound.failed(&error))?).into())
        },
    },
    Function {
        name: "hashutil.base64_decodefile",
        signature: takes(&[
            required("instr", Shape::Text, "the text"),
            required("outfile", Shape::Text, "the file to write"),
        ]),
        doc: "Decodes base64 and writes the bytes to a file.",
        returns: "True",
        does: &[ChangesMachine],
        call: |context, bound| {
            let path = super::file::expanded(context, &bound.text("outfile"));
            let bytes = bytes(bound)?;
            let written = file::write(&path, &bytes, Permissions::default());
            written.map(|()| true.into()).map_err(|error| bound.failed(&error))
        },
    },
    Function {
        name: "hashutil.hmac_signature",
        signature: takes(&[
            required("string", Shape::Text, "the text"),
            required("shared_secret", Shape::Text, "the key"),
            required("challenge_hmac", Shape::Text, "the signature to compare with"),
        ]),
        doc: "Returns whether a text has a signature: HMAC-SHA256 in base64.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| Ok(is_signed(bound, &STANDARD.encode(hmac256(bound)?))),
    },
    Function {
        name: "hashutil.hmac_compute",
        signature: takes(&[
            required("string", Shape::Text, "the text"),
            required("shared_secret", Shape::Text, "the key"),
        ]),
        doc: "Returns the signature of a text: HMAC-SHA256 in hexadecimal digits.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(hex(&hmac256(bound)?).into()),
    },
    Function {
        name: "hashutil.github_signature",
        signature: takes(&[
            required("string", Shape::Text, "the text"),
            required("shared_secret", Shape::Text, "the key"),
            required("challenge_hmac", Shape::Text, "the signature to compare with"),
        ]),
        doc: "Returns whether a text has the signature of a GitHub webhook: 'sha1=…'.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| {
            let secret = bound.text("shared_secret");
            let mut mac = Hmac::<sha1::Sha1>::new_from_slice(secret.as_bytes())
                .map_err(|error| bound.failed(&error))?;
            mac.update(bound.text("string").as_bytes());
            Ok(is_signed(bound, &format!("sha1={}", hex(&mac.finalize().into_bytes()))))
        },
    },
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

/// All letters are compared, even after the first difference.
fn is_signed(bound: &Bound, made: &str) -> Value {
    let given = bound.text("challenge_hmac");
    let differing = made.bytes().zip(given.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    (made.len() == given.len() && differing == 0).into()
}

fn in_lines(bytes: &[u8]) -> String {
    bytes.chunks(57).map(|line| STANDARD.encode(line) + "\n").collect()
}

/// Letters that do not belong to base64 are ignored, as in Python.
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
