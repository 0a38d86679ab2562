//! What AWS says about an image.

use crate::resources::ec2::api::Identified;

/// An image as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `ami-…`.
    pub id: String,
    /// The name its owner gave it.
    pub name: String,
    /// The account that owns it.
    pub owner: String,
    /// When it was made, in ISO 8601: sorts as text.
    pub created: String,
    /// The device that holds the root file system, such as `/dev/xvda`.
    pub root_device_name: Option<String>,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

/// The image that is meant by a name, when several fit: the newest, if all are of one owner.
pub(super) fn newest<'a>(fitting: &[&'a Live]) -> Option<&'a Live> {
    let one_owner = fitting.windows(2).all(|pair| pair[0].owner == pair[1].owner);
    fitting.iter().filter(|_| one_owner).max_by(|a, b| a.created.cmp(&b.created)).copied()
}

/// True when `name` fits a pattern with `*` (any text) and `?` (one character).
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return name.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    match first {
        '*' => fits(rest, name) || name.char_indices().any(|(at, c)| fits(rest, &name[at + c.len_utf8()..])),
        '?' => name.chars().next().is_some_and(|c| fits(rest, &name[c.len_utf8()..])),
        literal => name.strip_prefix(literal).is_some_and(|name| fits(rest, name)),
    }
}
