//! `settings!`: the settings of a thing, each described once.
//!
//! One line generates the field, the argument with its other spelling, shape and documentation, and the code that reads,
//! shows and compares it. All settings of one struct change in the same way: one struct for the settings that one call
//! changes, another for those that cannot change after creation ([`Settings::refusals`]).

use aws::cidr::Cidr;
use aws::tags::{self, Tags};
use model::{Argument, Change, Fields, Value, python};

/// A value of a setting, in its canonical form: two values that mean the same are equal.
pub trait Setting: Clone + PartialEq {
    /// The given value; none if the argument was left out.
    fn read(fields: &Fields, name: &str) -> Option<Self>;

    /// The value as shown in changes.
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

/// Keys with their values, in any order.
impl Setting for Tags {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.text_table(name)
    }

    fn shown(&self) -> Value {
        tags::to_value(self)
    }
}

/// Text that is not a CIDR block is sent unchanged: AWS refuses it with its own message.
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
    /// The arguments in an SLS.
    const ARGUMENTS: &'static [Argument];

    /// The given settings; a function may accept only some of them.
    fn read(fields: &Fields) -> Self;

    /// The given settings, under their names in an SLS.
    fn entries(&self) -> Vec<(&'static str, Value)>;

    /// The settings given here that differ from `there`.
    #[must_use]
    fn differing(&self, there: &Self) -> Self;

    /// True if nothing is given.
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The changes when a thing is created with them.
    fn created(&self) -> Vec<Change> {
        self.entries().into_iter().map(|(name, value)| Change::create(name, value)).collect()
    }

    /// The changes from `there`; call it only on the result of [`Settings::differing`].
    fn changes(&self, there: &Self) -> Vec<Change> {
        let there = there.entries();
        let change = |(name, value)| Change::update(name, old(&there, name), value);
        self.entries().into_iter().map(change).collect()
    }

    /// One sentence per differing setting, for settings that cannot change after creation.
    fn refusals(&self, there: &Self, noun: &str) -> Vec<String> {
        let (differing, there) = (self.differing(there), there.entries());
        let refused = |(name, wanted): (&str, Value)| cannot_change(noun, name, &old(&there, name), &wanted);
        differing.entries().into_iter().map(refused).collect()
    }
}

fn old(there: &[(&'static str, Value)], name: &str) -> Value {
    there.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone()).unwrap_or_default()
}

/// The error for a setting that differs but cannot change after creation.
pub fn cannot_change(noun: &str, name: &str, is: &Value, wanted: &Value) -> String {
    let (is, wanted) = (python::text(is), python::text(wanted));
    format!(
        "{name} of a {noun} cannot change: it is {is}, and the SLS declares {wanted}. Declare a new {noun} with another name"
    )
}

/// Declares a struct of settings: field and type `=` Salt's name, `/` other spellings, shape, description.
#[macro_export]
macro_rules! settings {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($field:ident: $type:ty = $salt:literal $(/ $alias:literal)*, $shape:expr, $about:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $(#[doc = $about] pub $field: Option<$type>,)+
        }

        impl $crate::settings::Settings for $name {
            const ARGUMENTS: &'static [::model::Argument] =
                &[$(::model::Argument::optional($salt, $shape, $about).alias(&[$($alias),*]),)+];

            fn read(fields: &::model::Fields) -> Self {
                use $crate::settings::Setting;
                Self { $($field: fields.takes($salt).then(|| <$type>::read(fields, $salt)).flatten(),)+ }
            }

            fn entries(&self) -> Vec<(&'static str, ::model::Value)> {
                use $crate::settings::Setting;
                let all = [$(($salt, self.$field.as_ref().map(Setting::shown)),)+];
                all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
            }

            fn differing(&self, there: &Self) -> Self {
                Self { $($field: self.$field.clone().filter(|_| self.$field != there.$field),)+ }
            }
        }
    };
}

pub use model::argument::arguments;
pub use settings;

/// The argument with that name; a table without it does not compile.
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
