//! What an SLS may say below `x509.*`.

use super::documents::{CERTIFICATE, LIST, REQUEST};
use crate::file::arguments::*;
use model::argument::{Literal, arguments};
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const ATTRS: Argument = Argument::optional("attrs", Shape::Text, "file system attributes; not supported");
const SELINUX: Argument = Argument::optional("selinux", Shape::Any, "SELinux context; not supported");

/// How every file is written.
pub(super) const WRITING: &[Argument] =
    &[DIR_MODE, MAKEDIRS, BACKUP, CREATE, FOLLOW_SYMLINKS, CHECK_CMD, TMP_DIR, TMP_EXT, ATTRS, SELINUX];

const KEY: &[Argument] = arguments!(KEY_OWN, WRITING);
const KEY_OWN: &[Argument] = &[
    NAME,
    Argument::optional(
        "algo",
        Shape::Word(&["rsa", "ec", "ed25519", "ed448"]),
        "its algorithm; rsa if left out",
    )
    .or(Literal::Text("rsa")),
    Argument::optional(
        "keysize",
        Shape::Integer,
        "its bits: 2048, 3072 or 4096 for rsa; 256, 384 or 521 for ec; the first if left out",
    )
    .alias(&["bits"]),
    Argument::optional("passphrase", Shape::Secret, "encrypts the key in its file"),
    Argument::optional(
        "encoding",
        Shape::Word(&["pem", "der", "pkcs12"]),
        "the form in its file: pem or der; pkcs12 is not supported",
    )
    .or(Literal::Text("pem")),
    Argument::optional("new", Shape::Boolean, "whether a new key is made at each run; false if left out"),
    Argument::optional(
        "overwrite",
        Shape::Boolean,
        "whether a file is replaced that cannot be read as a key; false if left out",
    ),
    Argument::optional("pkcs12_encryption_compat", Shape::Boolean, "not supported"),
    USER,
    GROUP,
    Argument::optional("mode", Shape::Text, "its permission bits; '0400' if left out"),
];

const PEM: &[Argument] = arguments!(PEM_OWN, WRITING);
const PEM_OWN: &[Argument] = &[
    NAME,
    Argument::required("text", Shape::Text, "the text in PEM, or the path of a file that has it"),
    USER,
    GROUP,
    Argument::optional("mode", Shape::Text, "its permission bits; '0600' for a private key if left out"),
];

/// The functions.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        "private_key_managed",
        &["x509.private_key_managed"],
        KEY,
        "Creates a private key, or changes its form.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "pem_managed",
        &["x509.pem_managed"],
        PEM,
        "Writes a file in PEM, with the lines of the text in their places.",
    ),
    Function::other(
        "csr_managed",
        &["x509.csr_managed"],
        REQUEST,
        "Creates a certificate signing request, or replaces it if it differs.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "certificate_managed",
        &["x509.certificate_managed"],
        CERTIFICATE,
        "Creates a certificate, or replaces it if it differs or ends soon.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "crl_managed",
        &["x509.crl_managed"],
        LIST,
        "Creates a certificate revocation list, or replaces it if it differs or ends soon.",
    )
    .does(BY_PROGRAMS),
];
