//! An image as AWS describes it.

use aws_sdk_ec2::types::Image;

use super::OWN;
use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::{Reference, Value};

/// An image in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `ami-…`.
    pub id: String,
    /// The name its owner gave it.
    pub name: String,
    /// The account that owns it.
    pub owner: String,
    /// The owner's alias: `amazon`, `aws-marketplace`.
    pub alias: Option<String>,
    /// `available`, `pending`, `failed` …
    pub state: String,
    /// Its tags.
    pub tags: Tags,
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

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            "root_device_name" => self.root_device_name.as_deref().map(Into::into),
            _ => None,
        }
    }

    /// True if the reference means this image, or one of several with that name.
    pub(super) fn is(&self, reference: &Reference) -> bool {
        let is_theirs = match reference.scope.as_deref() {
            // The call asked only for the account's own images.
            Some(OWN) => return self.name == reference.name,
            Some(owner) => self.owner == owner || self.alias.as_deref() == Some(owner),
            None => true,
        };
        is_theirs
            && (self.id == reference.name || (self.state == "available" && fits(&reference.name, &self.name)))
    }

    /// An image as EC2 describes it.
    pub(super) fn of(image: &Image) -> Self {
        Self {
            id: image.image_id().unwrap_or_default().to_owned(),
            name: image.name().unwrap_or_default().to_owned(),
            owner: image.owner_id().unwrap_or_default().to_owned(),
            alias: image.image_owner_alias().map(str::to_owned),
            state: image.state().map_or("available", |state| state.as_str()).to_owned(),
            tags: tags(image.tags()),
            created: image.creation_date().unwrap_or_default().to_owned(),
            root_device_name: image.root_device_name().map(str::to_owned),
        }
    }
}

/// The image for a name that several images match: the newest, if all have one owner.
pub(super) fn newest<'a>(fitting: &[&'a Live]) -> Option<&'a Live> {
    let one_owner = fitting.windows(2).all(|pair| pair[0].owner == pair[1].owner);
    fitting.iter().filter(|_| one_owner).max_by(|a, b| a.created.cmp(&b.created)).copied()
}

/// True if `name` matches a pattern with `*` (any text) and `?` (one character).
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return name.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    match first {
        '*' => fits(rest, name) || name.char_indices().any(|(at, c)| fits(rest, &name[at + c.len_utf8()..])),
        '?' => name.chars().next().is_some_and(|c| fits(rest, &name[c.len_utf8()..])),
        literal => name.strip_prefix(literal).is_some_and(|name| fits(rest, name)),
    }
}
