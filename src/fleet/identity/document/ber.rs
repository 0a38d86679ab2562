//! As much of ASN.1's encoding as a signed document and a certificate need.
//!
//! AWS writes PKCS #7 with lengths that are not known beforehand (`MIAGCSqGSIb3…`), which readers of DER refuse.
//! See <https://www.itu.int/rec/T-REC-X.690>.

/// One value with its tag.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Node<'a> {
    /// Class, form and number in one byte; longer tags are not read.
    pub tag: u8,
    /// What it holds.
    pub content: Content<'a>,
    /// All its bytes.
    pub raw: &'a [u8],
    /// False where its end is marked instead of its length given.
    pub is_definite: bool,
}

/// What a value holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Content<'a> {
    /// Bytes.
    Bytes(&'a [u8]),
    /// Values.
    Nodes(Vec<Node<'a>>),
}

/// `SEQUENCE`.
pub const SEQUENCE: u8 = 0x30;
/// `SET`.
pub const SET: u8 = 0x31;
/// `OCTET STRING`.
pub const OCTETS: u8 = 0x04;
/// `BIT STRING`.
pub const BITS: u8 = 0x03;
/// `OBJECT IDENTIFIER`.
pub const OBJECT: u8 = 0x06;
/// `[0]`.
pub const ZERO: u8 = 0xa0;

const CONSTRUCTED: u8 = 0x20;
/// Values within values, no deeper than this.
const DEEPEST: usize = 16;

/// Reads the one value that the bytes are.
pub fn read(bytes: &[u8]) -> Option<Node<'_>> {
    let (node, rest) = next(bytes, 0)?;
    rest.is_empty().then_some(node)
}

fn next(bytes: &[u8], depth: usize) -> Option<(Node<'_>, &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    if depth > DEEPEST || tag & 0x1f == 0x1f {
        return None;
    }
    let is_constructed = tag & CONSTRUCTED != 0;
    if first == 0x80 {
        let (nodes, after) = nodes_to_end(rest, depth + 1)?;
        let raw = &bytes[..bytes.len() - after.len()];
        let node = Node { tag, content: Content::Nodes(nodes), raw, is_definite: false };
        return is_constructed.then_some((node, after));
    }
    let (length, rest) = length(first, rest)?;
    let (inside, after) = rest.split_at_checked(length)?;
    let raw = &bytes[..bytes.len() - after.len()];
    let content =
        if is_constructed { Content::Nodes(nodes(inside, depth + 1)?) } else { Content::Bytes(inside) };
    Some((Node { tag, content, raw, is_definite: true }, after))
}

fn length(first: u8, rest: &[u8]) -> Option<(usize, &[u8])> {
    if first < 0x80 {
        return Some((first.into(), rest));
    }
    let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
    // Four bytes are more than any message has.
    (digits.len() <= 4).then(|| (digits.iter().fold(0, |sum, byte| (sum << 8) | usize::from(*byte)), rest))
}

fn nodes(mut bytes: &[u8], depth: usize) -> Option<Vec<Node<'_>>> {
    let mut nodes = vec![];
    while !bytes.is_empty() {
        let (node, rest) = next(bytes, depth)?;
        nodes.push(node);
        bytes = rest;
    }
    Some(nodes)
}

/// Values up to the mark of the end, two zeros.
fn nodes_to_end(mut bytes: &[u8], depth: usize) -> Option<(Vec<Node<'_>>, &[u8])> {
    let mut nodes = vec![];
    loop {
        if let Some(rest) = bytes.strip_prefix(&[0, 0]) {
            return Some((nodes, rest));
        }
        let (node, rest) = next(bytes, depth)?;
        nodes.push(node);
        bytes = rest;
    }
}

impl<'a> Node<'a> {
    /// The values in it, if it has this tag.
    pub fn nodes(&self, tag: u8) -> Option<&[Self]> {
        match &self.content {
            Content::Nodes(nodes) if self.tag == tag => Some(nodes),
            _ => None,
        }
    }

    /// The bytes in it, if it has this tag.
    pub fn bytes(&self, tag: u8) -> Option<&'a [u8]> {
        match self.content {
            Content::Bytes(bytes) if self.tag == tag => Some(bytes),
            _ => None,
        }
    }

    /// The bytes of an octet string, which may come in pieces.
    pub fn octets(&self) -> Option<Vec<u8>> {
        match &self.content {
            Content::Bytes(bytes) if self.tag == OCTETS => Some(bytes.to_vec()),
            Content::Nodes(pieces) if self.tag == OCTETS | CONSTRUCTED => {
                let pieces: Option<Vec<Vec<u8>>> = pieces.iter().map(Self::octets).collect();
                pieces.map(|pieces| pieces.concat())
            }
            _ => None,
        }
    }

    /// Whether it is this object identifier.
    pub fn is_object(&self, object: &[u8]) -> bool {
        self.bytes(OBJECT) == Some(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_given_or_marked_and_strings_come_in_pieces() {
        let given = read(&[0x30, 0x05, 0x04, 0x03, b'a', b'b', b'c']).unwrap();
        assert_eq!(given.nodes(SEQUENCE).unwrap()[0].octets().unwrap(), b"abc");
        let marked =
            read(&[0x30, 0x80, 0x24, 0x80, 0x04, 0x01, b'a', 0x04, 0x02, b'b', b'c', 0, 0, 0, 0]).unwrap();
        assert!(!marked.is_definite);
        assert_eq!(marked.nodes(SEQUENCE).unwrap()[0].octets().unwrap(), b"abc");
        let long = [&[0x04, 0x82, 0x01, 0x00][..], &[7; 256]].concat();
        assert_eq!(read(&long).unwrap().octets().unwrap(), [7; 256]);
    }

    #[test]
    fn what_is_cut_off_or_too_deep_is_not_read() {
        for wrong in [
            &[][..],
            &[0x30],
            &[0x30, 0x02, 0x04],
            &[0x30, 0x80, 0x04, 0x00],
            &[0x04, 0x80, 0, 0],
            &[0x04, 0x85, 0, 0, 0, 0, 1, 7],
            &[0x1f, 0x81, 0x00, 0x00],
            &[0x04, 0x01, 7, 7],
        ] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
        let deep = [[0x30, 0x80]; 1000].concat();
        assert_eq!(read(&deep), None);
    }
}
