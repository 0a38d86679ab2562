//! `settings!`: what can be set on a thing, each setting described once.
//!
//! From one line follow the field, the argument with its other spelling, its shape and its documentation, how it is read,
//! shown and compared. All settings of one struct change in the same way: one struct for what one call changes, another
//! for what cannot change after creation ([`Settings::refusals`]).

use crate::aws::cidr::Cidr;
use crate::aws::tags::{self, Tags};
use crate::model::{Argument, Change, Fields, Shape, Value, python};

/// A value that an author can give to a setting. Two that mean the same are equal: that is their canonical form.
pub trait Setting: Clone + PartialEq {
    /// What was written; none when the argument was left out.
    fn read(fields: &Fields, name: &str) -> Option<Self>;

    /// As changes show it.
    fn shown(&self) -> Value;
}

impl Setting for String {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.text(name)
    }

    fn shown(&self) -> Value {
        self.as_str().into()
    }
}

impl Setting for i32 {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.integer32(name)
    }

    fn shown(&self) -> Value {
        (*self).into()
    }
}

impl Setting for bool {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.boolean(name)
    }

    fn shown(&self) -> Value {
        (*self).into()
    }
}

impl Setting for Vec<String> {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.texts(name)
    }

    fn shown(&self) -> Value {
        self.clone().into()
    }
}

/// Keys with their values; their order means nothing.
impl Setting for Tags {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.text_table(name)
    }

    fn shown(&self) -> Value {
        tags::to_value(self)
    }
}

/// Text that is no range is sent as it is: AWS refuses it with its own words.
impl Setting for Cidr {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.text(name).map(|text| Self::of_aws(&text))
    }

    fn shown(&self) -> Value {
        self.written().into()
    }
}

/// Settings that change together. A setting that is `None` is not managed.
pub trait Settings: Default + PartialEq + Sized {
    /// What an author may write.
    const ARGUMENTS: &'static [Argument];

    /// What the author wrote; a function need not take all of them.
    fn read(fields: &Fields) -> Self;

    /// Those that are given, under the names that authors know.
    fn entries(&self) -> Vec<(&'static str, Value)>;

    /// Those that are given here and differ there.
    #[must_use]
    fn differing(&self, there: &Self) -> Self;

    /// True when nothing is given.
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The changes of something that is made with them.
    fn created(&self) -> Vec<Change> {
        self.entries().into_iter().map(|(name, value)| Change::create(name, value)).collect()
    }

    /// The changes from what is there; only for those of [`Settings::differing`].
    fn changes(&self, there: &Self) -> Vec<Change> {
        let there = there.entries();
        let change = |(name, value)| Change::update(name, old(&there, name), value);
        self.entries().into_iter().map(change).collect()
    }

    /// A sentence for each that differs, of settings that cannot change after creation.
    fn refusals(&self, there: &Self, noun: &str) -> Vec<String> {
        let (differing, there) = (self.differing(there), there.entries());
        let refused = |(name, wanted): (&str, Value)| cannot_change(noun, name, &old(&there, name), &wanted);
        differing.entries().into_iter().map(refused).collect()
    }
}

fn old(there: &[(&'static str, Value)], name: &str) -> Value {
    there.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone()).unwrap_or_default()
}

/// Why a setting that cannot change after creation stays as it is.
pub fn cannot_change(noun: &str, name: &str, is: &Value, wanted: &Value) -> String {
    let (is, wanted) = (python::text(is), python::text(wanted));
    format!(
        "{name} of a {noun} cannot change: it is {is}, and {wanted} is declared; give a new {noun} another name"
    )
}

/// Declares a struct of settings: field and type `=` Salt's name, `/` other spellings, shape, meaning.
macro_rules! settings {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($field:ident: $type:ty = $said:literal $(/ $alias:literal)*, $shape:expr, $about:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $(#[doc = $about] pub $field: Option<$type>,)+
        }

        impl $crate::resources::settings::Settings for $name {
            const ARGUMENTS: &'static [$crate::model::Argument] =
                &[$($crate::model::Argument::optional($said, $shape, $about).alias(&[$($alias),*]),)+];

            fn read(fields: &$crate::model::Fields) -> Self {
                use $crate::resources::settings::Setting;
                Self { $($field: fields.takes($said).then(|| <$type>::read(fields, $said)).flatten(),)+ }
            }

            fn entries(&self) -> Vec<(&'static str, $crate::model::Value)> {
                use $crate::resources::settings::Setting;
                let all = [$(($said, self.$field.as_ref().map(Setting::shown)),)+];
                all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
            }

            fn differing(&self, there: &Self) -> Self {
                Self { $($field: self.$field.clone().filter(|_| self.$field != there.$field),)+ }
            }
        }
    };
}

/// One table of arguments of several, in this order.
macro_rules! arguments {
    ($($part:expr),+ $(,)?) => {{
        // Items of a macro are seen by what it is given: their names must be nobody else's.
        const JOINED_TABLES: &[&[$crate::model::Argument]] = &[$($part),+];
        const JOINED: [$crate::model::Argument; $crate::resources::settings::length(JOINED_TABLES)] =
            $crate::resources::settings::joined(JOINED_TABLES);
        &JOINED
    }};
}

pub(super) use {arguments, settings};

/// The argument of that name; a table without it does not compile.
pub const fn picked(table: &[Argument], name: &str) -> Argument {
    let mut index = 0;
    while !is_same(table[index].name, name) {
        index += 1;
    }
    table[index]
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// How many arguments the tables hold.
pub const fn length(parts: &[&[Argument]]) -> usize {
    let (mut length, mut part) = (0, 0);
    while part < parts.len() {
        length += parts[part].len();
        part += 1;
    }
    length
}

/// The tables as one. `N` is their [`length`].
pub const fn joined<const N: usize>(parts: &[&[Argument]]) -> [Argument; N] {
    let mut all = [Argument::optional("", Shape::Any, ""); N];
    let (mut next, mut part) = (0, 0);
    while part < parts.len() {
        let mut own = 0;
        while own < parts[part].len() {
            all[next] = parts[part][own];
            next += 1;
            own += 1;
        }
        part += 1;
    }
    all
}
