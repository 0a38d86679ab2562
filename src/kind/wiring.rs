//! `kind!`: the wiring of a kind whose files have the usual names.
//!
//! It connects the traits to the functions in the kind's files, so that a kind's `mod.rs` holds only what is special to it:
//!
//! | trait item | comes from |
//! |---|---|
//! | `Source::describe`, `Resource::apply` | `api::describe`, `api::apply` |
//! | `Source::attribute` | `live::Live::attribute` |
//! | `Resource::FUNCTIONS`, `read` | `spec::FUNCTIONS`, `spec::read` |
//! | `Resource::provides` | the declaration's `name`, unless `provides` says otherwise |
//! | `Resource::diff`, `operation` | `diff::diff`, `diff::Step::operation` |
//!
//! `plain` is a kind without references: `Want` is the declaration itself. `resolved` is a kind with a `want.rs`. `reads
//! minion` passes pillar and configuration to `spec::read`.

/// Wires a kind: name, `Source::KIND`, `Source::NOUN`, prefixes of connection options, then other items of the traits.
#[macro_export]
macro_rules! kind {
    (@want plain) => {
        type Want = spec::Spec;

        fn resolve(
            spec: &spec::Spec,
            _lookup: &mut $crate::Lookup<'_>,
        ) -> Result<spec::Spec, $crate::Unresolved> {
            Ok(spec.clone())
        }
    };
    (@want resolved) => {
        type Want = want::Want;

        fn resolve(
            spec: &spec::Spec,
            lookup: &mut $crate::Lookup<'_>,
        ) -> Result<want::Want, $crate::Unresolved> {
            want::resolve(spec, lookup)
        }
    };
    (@read) => {
        fn read(
            function: &::model::Function,
            fields: &::model::Fields,
            _minion: &::model::Minion,
            problems: &mut ::model::Problems,
        ) -> spec::Spec {
            spec::read(function, fields, problems)
        }
    };
    (@read minion) => {
        fn read(
            function: &::model::Function,
            fields: &::model::Fields,
            minion: &::model::Minion,
            problems: &mut ::model::Problems,
        ) -> spec::Spec {
            spec::read(function, fields, minion, problems)
        }
    };
    (@provides $kind:literal) => {
        fn provides(spec: &spec::Spec) -> Vec<::model::Reference> {
            vec![::model::Reference::new($kind, &spec.name)]
        }
    };
    (@provides $kind:literal, $provides:expr) => {
        fn provides(spec: &spec::Spec) -> Vec<::model::Reference> {
            let provides: fn(&spec::Spec) -> Vec<::model::Reference> = $provides;
            provides(spec)
        }
    };
    (
        $(#[$doc:meta])*
        $name:ident = $kind:literal, $noun:literal, $labels:expr, $want:ident $(, provides $provides:expr)? $(, reads $reads:ident)?;
        source { $($source:tt)* }
        resource { $($resource:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl $crate::Source for $name {
            const KIND: &'static str = $kind;
            const NOUN: &'static str = $noun;
            type Live = live::Live;

            async fn describe(
                aws: &::aws::Aws,
                asks: &[$crate::Ask],
            ) -> $crate::Answers<live::Live> {
                api::describe(aws, asks).await
            }

            fn attribute(live: &live::Live, attribute: &str) -> Option<::model::Value> {
                live.attribute(attribute)
            }

            $($source)*
        }

        impl $crate::Resource for $name {
            type Spec = spec::Spec;
            type Step = diff::Step;

            const FUNCTIONS: &'static [::model::Function] = spec::FUNCTIONS;
            const LABELS: &'static [&'static str] = $labels;

            $crate::wiring::kind!(@want $want);

            $crate::wiring::kind!(@read $($reads)?);

            $crate::wiring::kind!(@provides $kind $(, $provides)?);

            fn diff(
                want: &Self::Want,
                live: Option<&live::Live>,
            ) -> ::model::Plan<diff::Step> {
                diff::diff(want, live)
            }

            fn operation(step: &diff::Step) -> Option<&'static str> {
                Some(step.operation())
            }

            async fn apply(
                aws: &::aws::Aws,
                step: &diff::Step,
            ) -> Result<(), ::aws::ApiError> {
                api::apply(aws, step).await
            }

            $($resource)*
        }
    };
}

pub use kind;
