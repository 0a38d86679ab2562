//! Nested settings between the SDK's types and JSON: for the contents of SLS files, and for comparing.
//!
//! A service's `live` lists its types once with `document!`; both directions follow from it. Fields that are not in the
//! list are ignored, so that a new field in an answer is not a difference.

use std::collections::HashMap;

use aws_smithy_types::DateTime;
use aws_smithy_types::date_time::Format;
use serde_json::Value as Json;

/// An SDK type that has a form in JSON. `S` is the [`Service`](crate::Service) whose type it is: the crate of the service may then
/// implement this.
pub trait Documented<S>: Sized {
    /// Its JSON; none when it is not set.
    fn to_json(&self) -> Option<Json>;

    /// From JSON; none if something is missing that AWS requires.
    fn of(json: &Json) -> Option<Self>;
}

impl<S> Documented<S> for String {
    fn to_json(&self) -> Option<Json> {
        Some(self.as_str().into())
    }

    fn of(json: &Json) -> Option<Self> {
        json.as_str().map(str::to_owned)
    }
}

impl<S> Documented<S> for i32 {
    fn to_json(&self) -> Option<Json> {
        Some((*self).into())
    }

    fn of(json: &Json) -> Option<Self> {
        json.as_i64().and_then(|number| Self::try_from(number).ok())
    }
}

impl<S> Documented<S> for i64 {
    fn to_json(&self) -> Option<Json> {
        Some((*self).into())
    }

    fn of(json: &Json) -> Option<Self> {
        json.as_i64()
    }
}

impl<S> Documented<S> for f64 {
    fn to_json(&self) -> Option<Json> {
        Some((*self).into())
    }

    fn of(json: &Json) -> Option<Self> {
        json.as_f64()
    }
}

impl<S> Documented<S> for bool {
    fn to_json(&self) -> Option<Json> {
        Some((*self).into())
    }

    fn of(json: &Json) -> Option<Self> {
        json.as_bool()
    }
}

/// Written as `2026-11-22T00:00:00Z`.
impl<S> Documented<S> for DateTime {
    fn to_json(&self) -> Option<Json> {
        self.fmt(Format::DateTime).ok().map(Json::from)
    }

    fn of(json: &Json) -> Option<Self> {
        let text = json.as_str()?;
        let whole =
            if text.len() == "2026-11-22".len() { format!("{text}T00:00:00Z") } else { text.to_owned() };
        Self::from_str(&whole, Format::DateTimeWithOffset).ok()
    }
}

impl<S, T: Documented<S>> Documented<S> for Option<T> {
    fn to_json(&self) -> Option<Json> {
        self.as_ref().and_then(T::to_json)
    }

    fn of(json: &Json) -> Option<Self> {
        T::of(json).map(Some)
    }
}

impl<S, T: Documented<S>> Documented<S> for Vec<T> {
    fn to_json(&self) -> Option<Json> {
        Some(self.iter().filter_map(T::to_json).collect())
    }

    fn of(json: &Json) -> Option<Self> {
        json.as_array()?.iter().map(T::of).collect()
    }
}

impl<S> Documented<S> for HashMap<String, String> {
    fn to_json(&self) -> Option<Json> {
        Some(self.iter().map(|(key, text)| (key.clone(), Json::from(text.as_str()))).collect())
    }

    fn of(json: &Json) -> Option<Self> {
        let text = |(key, text): (&String, &Json)| Some((key.clone(), text.as_str()?.to_owned()));
        json.as_object()?.iter().map(text).collect()
    }
}

/// The result of a builder: some of the SDK's can fail, others cannot.
pub trait Built<T> {
    /// The thing; none if something is missing that AWS requires.
    fn built(self) -> Option<T>;
}

impl<T> Built<T> for T {
    fn built(self) -> Option<T> {
        Some(self)
    }
}

impl<T, E> Built<T> for Result<T, E> {
    fn built(self) -> Option<T> {
        self.ok()
    }
}

/// Lists types: the name in JSON, the field and its setter. `words` are enums.
#[macro_export]
macro_rules! document {
    ($service:ident: words $($word:path),+ $(,)?) => {$(
        impl $crate::sdk_document::Documented<$service> for $word {
            fn to_json(&self) -> Option<serde_json::Value> {
                Some(self.as_str().into())
            }

            fn of(json: &serde_json::Value) -> Option<Self> {
                json.as_str().map(Self::from)
            }
        }
    )+};
    ($service:ident: $($type:path { $($name:literal $field:ident $set:ident),* $(,)? })+) => {$(
        impl $crate::sdk_document::Documented<$service> for $type {
            fn to_json(&self) -> Option<serde_json::Value> {
                let fields = [$(($name, $crate::sdk_document::Documented::<$service>::to_json(&self.$field))),*];
                Some(fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
            }

            fn of(json: &serde_json::Value) -> Option<Self> {
                let builder = Self::builder();
                $(let builder = match json.get($name) {
                    Some(value) => builder.$set(Some($crate::sdk_document::Documented::<$service>::of(value)?)),
                    None => builder,
                };)*
                $crate::sdk_document::Built::built(builder.build())
            }
        }
    )+};
}

pub use document;
