//! Python's `bytes`, as far as templates use them: length, printing, decoding.

use super::{Args, Object, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

/// A `bytes` object.
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// Its method `decode`.
struct Decode(Vec<u8>);

impl Object for Bytes {
    fn type_name(&self) -> &'static str {
        "bytes"
    }

    fn repr(&self) -> Outcome<String> {
        let quote = if self.0.contains(&b'\'') && !self.0.contains(&b'"') { '"' } else { '\'' };
        let mut out = format!("b{quote}");
        for byte in &self.0 {
            match byte {
                b'\\' => out.push_str("\\\\"),
                b'\n' => out.push_str("\\n"),
                b'\r' => out.push_str("\\r"),
                b'\t' => out.push_str("\\t"),
                byte if char::from(*byte) == quote => {
                    out.push('\\');
                    out.push(quote);
                }
                0x20..=0x7e => out.push(char::from(*byte)),
                other => out.push_str(&format!("\\x{other:02x}")),
            }
        }
        out.push(quote);
        Ok(out)
    }

    fn items(&self) -> Option<Vec<Py>> {
        Some(self.0.iter().map(|byte| Py::Int(i64::from(*byte))).collect())
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        (name == "decode").then(|| Py::object(Decode(self.0.clone())))
    }
}

impl Object for Decode {
    fn type_name(&self) -> &'static str {
        "builtin_function_or_method"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, _vm: &mut Vm<'_>, _args: Args) -> Outcome<Py> {
        String::from_utf8(self.0.clone()).map(Py::str).map_err(|_| Raise::new("the bytes are not UTF-8 text"))
    }
}
