//! Tags between the SDK's types and ours: each service has its own `Tag` type, all alike.

use super::tags::Tags;

/// A service's `Tag` type. `S` is the [`Service`](crate::Service): its crate may then implement this, with [`tag!`](crate::tag) or
/// [`whole_tag!`](crate::whole_tag).
pub trait SdkTag<S>: Sized {
    /// A tag; none if the service does not accept the key.
    fn new(key: &str, value: &str) -> Option<Self>;

    /// Key and value; none for a tag without a key.
    fn pair(&self) -> Option<(String, String)>;
}

/// The tags of an answer.
pub fn read<S, T: SdkTag<S>>(tags: &[T]) -> Tags {
    tags.iter().filter_map(T::pair).collect()
}

/// The tags of a request.
pub fn sent<S, T: SdkTag<S>>(tags: &Tags) -> Vec<T> {
    tags.iter().filter_map(|(key, value)| T::new(key, value)).collect()
}

/// The tags of a request that omits them if there are none.
pub fn some<S, T: SdkTag<S>>(tags: &Tags) -> Option<Vec<T>> {
    Some(sent(tags)).filter(|tags| !tags.is_empty())
}

/// A tag type whose key and value are both optional to the SDK.
#[macro_export]
macro_rules! tag {
    ($service:ident $tag:path) => {
        impl $crate::sdk_tags::SdkTag<$service> for $tag {
            fn new(key: &str, value: &str) -> Option<Self> {
                Some(Self::builder().key(key).value(value).build())
            }

            fn pair(&self) -> Option<(String, String)> {
                Some((self.key()?.to_owned(), self.value().unwrap_or_default().to_owned()))
            }
        }
    };
}

/// A tag type whose key and value the SDK requires.
#[macro_export]
macro_rules! whole_tag {
    ($service:ident $tag:path) => {
        impl $crate::sdk_tags::SdkTag<$service> for $tag {
            fn new(key: &str, value: &str) -> Option<Self> {
                Self::builder().key(key).value(value).build().ok()
            }

            fn pair(&self) -> Option<(String, String)> {
                Some((self.key.clone(), self.value.clone()))
            }
        }
    };
}
