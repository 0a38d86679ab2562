//! `steps!`: the calls that change a thing, with the AWS operation and the sentence of each in one place.

/// Declares `Step`, with one variant per call.
///
/// A line contains the fields that the call needs, `=>`, the name of the AWS operation, and the words that complete "Done:
/// …". The words are a format string and its values; the values may use the step's fields.
///
/// ```ignore
/// steps! {
///     "SQS";
///     /// Sets the attributes that differ.
///     SetAttributes { url: String, attributes: Tags } => "SetQueueAttributes", "set {}", keys(attributes);
/// }
/// ```
///
/// `Step::call` is the operation (`SetQueueAttributes`), for `failed(step.call(), …)` in `api.rs`. `Step::operation` also
/// has the service (`SQS.SetQueueAttributes`), as in the call limits.
#[macro_export]
macro_rules! steps {
    (
        $service:literal;
        $(
            $(#[$doc:meta])*
            $step:ident { $($field:ident: $type:ty),* $(,)? } => $call:literal, $words:literal $(, $value:expr)*;
        )+
    ) => {
        /// One call.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Step {
            $($(#[$doc])* $step { $($field: $type),* },)+
        }

        impl Step {
            /// The AWS operation, without its service.
            pub fn call(&self) -> &'static str {
                match self { $(Self::$step { .. } => $call,)+ }
            }

            /// The AWS operation, with its service.
            pub fn operation(&self) -> &'static str {
                match self { $(Self::$step { .. } => concat!($service, ".", $call),)+ }
            }
        }

        impl std::fmt::Display for Step {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$step { $($field),* } => {
                        let _ = ($($field,)*);
                        write!(out, $words $(, $value)*)
                    })+
                }
            }
        }
    };
}

pub use steps;
